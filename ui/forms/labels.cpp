// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/labels.h"

#include "core/base/said.h"
#include "ui/format/outside_text.h"
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

} // namespace jitterscope::ui
