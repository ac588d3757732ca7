// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

namespace jitterscope::ui {

/// Whether this is a key for undo or redo. Where a field has nothing of its own to undo, the key means the
/// plan.
[[nodiscard]] bool isHistoryKey(const QKeyEvent& key);

/// A line of text for a value. Text is checked as it is typed, and taken over on Return or when the field
/// loses the keyboard. Refused text stays, with a coloured edge, until it is corrected or Escape is pressed.
class ValueEdit final : public QLineEdit {
    Q_OBJECT
public:
    /// What is wrong with a text: one line that names the field and its range. Empty: the text is a value.
    using Check = std::function<QString(const QString&)>;

    explicit ValueEdit(Check check, QWidget* parent = nullptr);

    /// Shows an accepted value and drops an unfinished edit.
    void setValueText(const QString& text);
    /// The last accepted value. text() may be refused, or not finished yet.
    [[nodiscard]] const QString& taken() const { return m_taken; }
    [[nodiscard]] bool valid() const { return m_error.isEmpty(); }
    [[nodiscard]] QString error() const { return m_error; }
    /// Letters (but not the e of 1e3) are left to the window's keys.
    void setOnlyNumbers() { m_onlyNumbers = true; }
    /// Takes over what has been typed. False: it is refused.
    bool commit();
    /// Checks the text again: it may no longer be valid (a file that is gone). False: it is refused.
    bool recheck();

signals:
    void committed(const QString& text);
    /// Return was pressed, and the text is taken over.
    void entered();
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
    bool m_onlyNumbers = false;
};

} // namespace jitterscope::ui
