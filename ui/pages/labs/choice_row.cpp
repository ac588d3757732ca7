// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/choice_row.h"

#include "ui/forms/labels.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace jitterscope::ui {
namespace {

constexpr int kAbove = 4; // px, and below

int textLeft(const QWidget& row) {
    return row.fontMetrics().height() + 10;
}

} // namespace

ChoiceRow::ChoiceRow(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(unbroken(text));
    setAccessibleName(QAbstractButton::text());
    setToolTip(tr("Choose this answer; it says why it is right or wrong"));
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize ChoiceRow::sizeHint() const {
    return {400, heightForWidth(400)};
}

QSize ChoiceRow::minimumSizeHint() const {
    return {160, fontMetrics().height() + 2 * kAbove};
}

int ChoiceRow::heightForWidth(int width) const {
    const QRect room(0, 0, width - textLeft(*this), 10'000);
    return fontMetrics().boundingRect(room, Qt::TextWordWrap, text()).height() + 2 * kAbove;
}

void ChoiceRow::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(c.first, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
    const double size = fontMetrics().height() - 2;
    const QRectF dot(4, kAbove + 1, size, size);
    painter.setPen(QPen(isChecked() ? c.first : c.border, 1.4));
    painter.setBrush(isChecked() ? c.first : c.card);
    painter.drawEllipse(dot);
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.onAccent);
        painter.drawEllipse(dot.center(), size * 0.2, size * 0.2);
    }
    painter.setPen(c.text);
    painter.drawText(rect().adjusted(textLeft(*this), kAbove, 0, -kAbove),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text());
}

} // namespace jitterscope::ui
