// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

namespace jitterscope::ui {

/// Whether the key means undo or redo of the plan, where a field has nothing of its own to take back.
[[nodiscard]] bool isHistoryKey(const QKeyEvent& key);

/// A line of text that stands for a value. What is typed is checked at once, and taken over with Return or
/// when the field is left; what is refused stays in the field, edged, until it is mended or Escape is
/// pressed.
class ValueEdit final : public QLineEdit {
    Q_OBJECT
public:
    /// Empty: the text can be taken; otherwise one line that names the field and its range.
    using Check = std::function<QString(const QString&)>;

    explicit ValueEdit(Check check, QWidget* parent = nullptr);

    /// Shows an accepted value; an unfinished edit is dropped.
    void setValueText(const QString& text);
    [[nodiscard]] bool valid() const { return m_error.isEmpty(); }
    [[nodiscard]] QString error() const { return m_error; }
    /// Takes over what has been typed, if it can be. False: it cannot.
    bool commit();
    /// Checks again what stands here: it may be good no longer (a file that is gone). False: it is not.
    bool recheck();

signals:
    void committed(const QString& text);
    void errorChanged(const QString& error);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void setError(const QString& error);

    Check m_check;
    QString m_taken;
    QString m_error;
};

} // namespace jitterscope::ui
