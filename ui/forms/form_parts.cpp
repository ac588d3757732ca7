// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/form_parts.h"

#include "core/base/said.h"
#include "ui/format/outside_text.h"
#include "ui/forms/value_edit.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {

QLabel* wrappedLabel(const QString& text, const QString& name) {
    auto* label = new QLabel(text);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(1); // a long word does not widen the page
    return label;
}

QLabel* noteLabel(const QString& text, const QString& name) {
    QLabel* label = wrappedLabel(text, name);
    label->setFont(noteFont());
    setMuted(*label);
    return label;
}

QString unbroken(std::string_view words) {
    return format::text(said::unbroken(words));
}

QString unbroken(const QString& words) {
    return unbroken(words.toStdString());
}

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

QProgressBar* makeProgress(const char* name, const QString& tip) {
    auto* bar = new QProgressBar;
    bar->setObjectName(QLatin1String(name));
    bar->setAccessibleName(QProgressBar::tr("Progress"));
    bar->setToolTip(tip);
    bar->setRange(0, 1000);
    bar->setTextVisible(false);
    bar->setFixedHeight(6);
    return bar;
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
