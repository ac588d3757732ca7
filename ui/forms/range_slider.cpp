// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/range_slider.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {

RangeSlider::RangeSlider(const ParameterInfo& info, const std::vector<SliderMark>& marks, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), m_scale(info), m_marks(marks) {
    setRange(0, m_scale.steps());
    setPageStep(std::max(1, maximum() / 10));
    connect(this, &QSlider::valueChanged, this, [this](int step) { emit moved(realAt(step)); });
}

QSize RangeSlider::sizeHint() const {
    const QSize slider = QSlider::sizeHint();
    const int mark = m_marks.empty() ? 0 : QFontMetrics(noteFont()).height() + 2;
    return {100, std::max(slider.height(), 16) + mark};
}

void RangeSlider::setReal(double value) {
    if (realAt(this->value()) == value)
        return; // several steps may have this value; it stays where the user put it
    const QSignalBlocker quiet(this);
    setValue(static_cast<int>(std::lround(std::clamp(m_scale.shareOf(value), 0.0, 1.0) * maximum())));
    update();
}

void RangeSlider::paintEvent(QPaintEvent* event) {
    if (m_marks.empty())
        return QSlider::paintEvent(event);
    QStyleOptionSlider option;
    initStyleOption(&option);
    option.rect.setHeight(height() - QFontMetrics(noteFont()).height() - 2);
    QPainter painter(this);
    style()->drawComplexControl(QStyle::CC_Slider, &option, &painter, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    painter.setFont(noteFont());
    painter.setPen(tokens().muted);
    for (const SliderMark& mark : m_marks) {
        const double x = handle / 2.0 + m_scale.shareOf(mark.value) * (width() - handle);
        painter.drawLine(QPointF(x, option.rect.bottom() - 2), QPointF(x, option.rect.bottom() + 2));
        const double wide = QFontMetricsF(noteFont()).horizontalAdvance(mark.meaning);
        const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
        painter.drawText(QPointF(left, height() - QFontMetricsF(noteFont()).descent()), mark.meaning);
    }
}

} // namespace jitterscope::ui
