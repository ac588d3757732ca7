// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/field.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTest>

namespace jitterscope::ui {

template <typename T>
T* child(const QWidget& parent, const char* name) {
    return parent.findChild<T*>(QLatin1String(name));
}

inline void choose(QComboBox* box, const char* id) {
    box->setCurrentIndex(box->findData(QLatin1String(id)));
    emit box->activated(box->currentIndex());
}

inline void type(QLineEdit* edit, const QString& text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
}

inline QString errorOf(const QWidget* edit) {
    const auto* field = qobject_cast<const Field*>(edit->parentWidget());
    return field != nullptr ? field->error() : QString();
}

} // namespace jitterscope::ui
