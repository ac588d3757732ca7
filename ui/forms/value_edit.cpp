// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/value_edit.h"

#include <QKeyEvent>

namespace jitterscope::ui {
namespace {

constexpr int kLongest = 200; // characters; more is never a value

/// A letter that is not part of a number, as the e of 1e3 is.
bool isLetter(const QKeyEvent& key) {
    const QString typed = key.text();
    return key.modifiers() == Qt::NoModifier && typed.size() == 1 && typed[0].isLetter() &&
           typed[0].toLower() != QLatin1Char('e');
}

} // namespace

bool isHistoryKey(const QKeyEvent& key) {
    const bool control = key.modifiers().testFlag(Qt::ControlModifier);
    return control && (key.key() == Qt::Key_Z || key.key() == Qt::Key_Y);
}

ValueEdit::ValueEdit(Check check, QWidget* parent) : QLineEdit(parent), m_check(std::move(check)) {
    setMaxLength(kLongest);
    connect(this, &QLineEdit::textEdited, this, [this](const QString& typed) { setError(m_check(typed)); });
}

void ValueEdit::setValueText(const QString& text) {
    m_taken = text;
    setError({});
    if (QLineEdit::text() != text)
        setText(text);
}

bool ValueEdit::commit() {
    const QString typed = text();
    if (typed == m_taken && valid())
        return true;
    if (!recheck())
        return false;
    m_taken = typed;
    emit committed(typed);
    return true;
}

bool ValueEdit::recheck() {
    setError(m_check(text()));
    return valid();
}

/// Undo and redo belong to this field while its text is not taken over yet, and to the window otherwise.
bool ValueEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if ((text() == m_taken && isHistoryKey(key)) || (m_onlyNumbers && isLetter(key))) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void ValueEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && text() != m_taken) {
        setValueText(m_taken);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const bool taken = commit();
        selectAll();
        if (taken)
            emit entered();
        return;
    }
    if (m_onlyNumbers && isLetter(*event)) {
        event->ignore();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ValueEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        commit();
}

void ValueEdit::setError(const QString& error) {
    if (error == m_error)
        return;
    m_error = error;
    setProperty("invalid", !error.isEmpty());
    update();
    emit errorChanged(error);
}

} // namespace jitterscope::ui
