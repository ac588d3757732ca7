// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/form_parts.h"

#include "ui/format/outside_text.h"
#include "ui/forms/value_edit.h"

namespace jitterscope::ui {

Field* makeField(const QString& caption, QWidget* control, const QString& name, const QString& tip) {
    control->setObjectName(name);
    control->setToolTip(tip);
    QString plain = caption;
    control->setAccessibleName(plain.remove(QLatin1Char('&')));
    auto* field = new Field(caption, control);
    if (auto* edit = qobject_cast<ValueEdit*>(control))
        QObject::connect(edit, &ValueEdit::errorChanged, field, &Field::setError);
    if (auto* box = qobject_cast<QComboBox*>(control)) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
    }
    return field;
}

bool focusRefusing(QWidget& form) {
    for (auto* edit : form.findChildren<ValueEdit*>()) {
        if (edit->valid() || !edit->isVisibleTo(&form))
            continue;
        edit->setFocus();
        return true;
    }
    return false;
}

QPushButton* makeButton(const QString& text, const char* name, const QString& tip) {
    constexpr int kAround = 40; // px
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    button->setToolTip(tip);
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + kAround);
    return button;
}

void setUpScrolling(QScrollArea& area) {
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setFocusPolicy(Qt::NoFocus);
}

QScrollArea* scrolling(QWidget* content) {
    auto* scroll = new QScrollArea;
    setUpScrolling(*scroll);
    scroll->setWidget(content);
    for (QWidget* part : {static_cast<QWidget*>(scroll), scroll->viewport(), content}) {
        part->setAutoFillBackground(true);
        part->setBackgroundRole(QPalette::Base);
    }
    return scroll;
}

std::string chosenId(const QComboBox& box) {
    return box.currentData().toString().toStdString();
}

void chooseId(QComboBox& box, const std::string& id) {
    box.setCurrentIndex(box.findData(format::exact(id)));
}

} // namespace jitterscope::ui
