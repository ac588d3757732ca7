// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace jitterscope::ui {

/// A control with a caption, and a line below it that says why what was typed is refused.
class Field final : public QWidget {
    Q_OBJECT
public:
    /// A mnemonic in `caption` gives the keyboard to `control`.
    Field(const QString& caption, QWidget* control, QWidget* parent = nullptr);

    /// A button at the right of the control.
    void setBeside(QWidget* button);
    /// A widget at the left of the control. It takes the room, and the control no more than it needs.
    void setBefore(QWidget* control);
    /// Empty: all is well, and the line takes no room.
    void setError(const QString& error);
    [[nodiscard]] QString error() const { return m_error->text(); }

private:
    QHBoxLayout* m_row;
    QLabel* m_error;
};

/// A heading that opens and closes what is below it.
class Foldout final : public QWidget {
    Q_OBJECT
public:
    Foldout(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setOpen(bool open);
    [[nodiscard]] bool open() const;
    /// A summary of what is inside, shown below the title while it is closed.
    void setNote(const QString& note);

signals:
    void toggled(bool open);

protected:
    bool event(QEvent* event) override;

private:
    void refresh();

    QToolButton* m_head;
    QLabel* m_note;
    QWidget* m_content;
};

} // namespace jitterscope::ui
