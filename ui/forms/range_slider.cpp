// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/parameter_form.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kSteps = 240;
constexpr double kDecades = 100;     // from such a ratio of the ends on, each step is a share, not an amount,
constexpr double kLargeRange = 1000; // if the range goes beyond this
constexpr double kFinest = 1e-4;     // of the maximum: below it a slider that begins at 0 knows 0 alone

double rounded(double value) {
    if (value == 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1);
    return std::round(value / unit) * unit;
}

} // namespace

RangeSlider::RangeSlider(const ParameterInfo& info, const std::vector<SliderMark>& marks, QWidget* parent)
    : QSlider(Qt::Horizontal, parent),
      m_info(info),
      m_marks(marks),
      m_least(info.minimum > 0 ? info.minimum : info.maximum * kFinest),
      m_log(info.minimum >= 0 && info.maximum / m_least > kDecades && info.maximum > kLargeRange) {
    const bool whole = info.unit == Unit::Count && !m_log;
    setRange(0, whole ? static_cast<int>(std::min(info.maximum - info.minimum, double{kSteps})) : kSteps);
    setPageStep(std::max(1, maximum() / 10));
    connect(this, &QSlider::valueChanged, this, [this](int step) { emit moved(realAt(step)); });
}

QSize RangeSlider::sizeHint() const {
    const QSize slider = QSlider::sizeHint();
    const int mark = m_marks.empty() ? 0 : QFontMetrics(noteFont()).height() + 2;
    return {100, std::max(slider.height(), 16) + mark};
}

double RangeSlider::shareOf(double value) const {
    if (!m_log)
        return (value - m_info.minimum) / (m_info.maximum - m_info.minimum);
    return value <= m_least ? 0 : std::log(value / m_least) / std::log(m_info.maximum / m_least);
}

double RangeSlider::realAt(int step) const {
    const double share = static_cast<double>(step) / maximum();
    if (step == 0)
        return m_info.minimum;
    if (step == maximum())
        return m_info.maximum;
    const double value = m_log ? m_least * std::pow(m_info.maximum / m_least, share)
                               : m_info.minimum + share * (m_info.maximum - m_info.minimum);
    const double near = m_info.unit == Unit::Count ? std::round(value) : rounded(value);
    return std::clamp(near, m_info.minimum, m_info.maximum);
}

void RangeSlider::setReal(double value) {
    if (realAt(this->value()) == value)
        return; // several steps may stand for it; it stays where the user put it
    const QSignalBlocker quiet(this);
    setValue(static_cast<int>(std::lround(std::clamp(shareOf(value), 0.0, 1.0) * maximum())));
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
        const double x = handle / 2.0 + shareOf(mark.value) * (width() - handle);
        painter.drawLine(QPointF(x, option.rect.bottom() - 2), QPointF(x, option.rect.bottom() + 2));
        const double wide = QFontMetricsF(noteFont()).horizontalAdvance(mark.meaning);
        const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
        painter.drawText(QPointF(left, height() - QFontMetricsF(noteFont()).descent()), mark.meaning);
    }
}

} // namespace jitterscope::ui
