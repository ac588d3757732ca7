// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/diagnosis/difference_mark.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace jitterscope::ui {

DifferenceMark::DifferenceMark(const Share& difference, double from, double to, QWidget* parent)
    : QWidget(parent), m_difference(difference), m_from(from), m_to(to) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DifferenceMark::paintEvent(QPaintEvent*) {
    constexpr double kSide = 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& c = tokens();
    const auto x = [&](double value) {
        return kSide + (value - m_from) / (m_to - m_from) * (width() - 2 * kSide);
    };
    const double y = height() / 2.0;
    painter.setPen(QPen(c.hairline, 1));
    painter.drawLine(QPointF(x(0), 0), QPointF(x(0), height()));
    const bool better = m_difference.interval.high < 0;
    const bool worse = m_difference.interval.low > 0;
    const QColor colour = better ? c.good : worse ? c.late : c.muted;
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(x(m_difference.interval.low), y), QPointF(x(m_difference.interval.high), y));
    painter.setBrush(better || worse ? colour : c.card);
    painter.drawEllipse(QPointF(x(m_difference.value), y), 4, 4);
}

} // namespace jitterscope::ui
