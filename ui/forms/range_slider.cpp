// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/range_slider.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {

namespace {

constexpr int kScaleSteps = 240;
constexpr double kDecades = 100;     // a range goes by decades if maximum / minimum is above this,
constexpr double kLargeRange = 1000; // and its maximum is above this
constexpr double kFinest = 1e-4;     // of the maximum: the least value above 0 of a knob that begins at 0

double twoDigits(double value) {
    if (value == 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1);
    return std::round(value / unit) * unit;
}

bool isWhole(const ParameterInfo& info) {
    return info.unit == Unit::Count || info.unit == Unit::Choice;
}

} // namespace

KnobScale::KnobScale(const ParameterInfo& info)
    : m_info(info),
      m_least(info.minimum > 0 ? info.minimum : info.maximum * kFinest),
      m_log(info.minimum >= 0 && info.maximum / m_least > kDecades && info.maximum > kLargeRange),
      m_steps(isWhole(info) && !m_log
                  ? static_cast<int>(std::clamp(info.maximum - info.minimum, 1.0, double{kScaleSteps}))
                  : kScaleSteps) {}

double KnobScale::shareOf(double value) const {
    if (!m_log)
        return (value - m_info.minimum) / (m_info.maximum - m_info.minimum);
    return value <= m_least ? 0 : std::log(value / m_least) / std::log(m_info.maximum / m_least);
}

double KnobScale::valueAt(double share) const {
    if (share <= 0)
        return m_info.minimum;
    if (share >= 1)
        return m_info.maximum;
    const double value = m_log ? m_least * std::pow(m_info.maximum / m_least, share)
                               : m_info.minimum + share * (m_info.maximum - m_info.minimum);
    return std::clamp(isWhole(m_info) ? std::round(value) : twoDigits(value), m_info.minimum, m_info.maximum);
}

double KnobScale::stepped(double value, int steps) const {
    const int way = steps < 0 ? -1 : 1;
    const double from = std::round(shareOf(value) * m_steps);
    for (int more = std::abs(steps); more <= m_steps + 1; ++more) {
        const double next = valueAt((from + way * more) / m_steps);
        if ((next - value) * way > 0)
            return next;
    }
    return value;
}

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
