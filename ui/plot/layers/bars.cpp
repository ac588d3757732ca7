// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/said.h"
#include "ui/format/outside_text.h"
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kThickest = 22;

QRectF rowOf(const PlotSpace& space, std::size_t row) {
    const double top = space.yAt(static_cast<double>(row));
    return {space.area.left(), top, space.area.width(), space.yAt(static_cast<double>(row) + 1) - top};
}

void paintWhisker(QPainter& painter, double low, double high, double y) {
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    painter.drawLine(QPointF(low, y - 4), QPointF(low, y + 4));
    painter.drawLine(QPointF(high, y - 4), QPointF(high, y + 4));
}

} // namespace

std::vector<Layer::Hit> BarLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        QRectF row = rowOf(space, i) & space.area;
        if (row.isEmpty())
            continue;
        row.setLeft(2); // with its name
        hits.push_back({row, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString BarLayer::text(const PlotSpace& space, std::int64_t id) const {
    const ChartBar& bar = m_bars.at(static_cast<std::size_t>(id));
    std::vector<std::string> lines{bar.name, space.x.name() + ": " + space.x.text(bar.value)};
    if (bar.whisker)
        lines.push_back(space.x.text(bar.whisker->low) + " … " + space.x.text(bar.whisker->high));
    if (bar.before)
        lines.push_back("kept: " + space.x.text(*bar.before));
    if (!bar.note.empty())
        lines.push_back(bar.note);
    return format::text(said::joined(lines, "\n"));
}

void BarLayer::paint(QPainter& painter, const PlotSpace& space) const {
    painter.setClipRect(space.area.adjusted(-1, 0, rightRoom(), 1));
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        if (std::isfinite(m_bars[i].value))
            paintBar(painter, space, rowOf(space, i), m_bars[i]);
    }
}

void BarLayer::paintBar(QPainter& painter, const PlotSpace& space, const QRectF& row,
                        const ChartBar& bar) const {
    const auto xOf = [&](double value) {
        return std::clamp(space.xAt(value), space.area.left(), space.area.right());
    };
    const double thick = std::min(row.height() * 0.62, kThickest);
    const double middle = row.center().y();
    const QRectF body(QPointF(row.left(), middle - thick / 2), QPointF(xOf(bar.value), middle + thick / 2));
    QColor fill = inked(bar.ink, paintsDark());
    fill.setAlphaF(0.55F);
    painter.fillRect(body, fill);
    painter.setPen(QPen(inked(bar.ink, paintsDark()), 2));
    painter.drawLine(body.topRight(), body.bottomRight());
    if (bar.before) {
        QPen dashed(tokens().muted, 1.4);
        dashed.setDashPattern({3, 2});
        painter.setPen(dashed);
        const double x = xOf(*bar.before);
        painter.drawLine(QPointF(x, row.top() + 2), QPointF(x, row.bottom() - 2));
    }
    double end = body.right();
    painter.setPen(QPen(tokens().text, 1.2));
    if (bar.whisker) {
        paintWhisker(painter, xOf(bar.whisker->low), xOf(bar.whisker->high), middle);
        end = std::max(end, xOf(bar.whisker->high));
    }
    if (bar.mark) {
        const double x = xOf(*bar.mark);
        painter.drawLine(QPointF(x, middle - thick / 2 - 2), QPointF(x, middle + thick / 2 + 2));
        end = std::max(end, x);
    }
    const QString text = format::text(space.x.text(bar.value));
    const double wide = QFontMetricsF(axisFont()).horizontalAdvance(text) + 4;
    const bool outside = end + 6 + wide < space.area.right() + rightRoom();
    const double left = outside ? end + 6 : std::max(row.left() + 4, body.right() - wide - 4);
    painter.setFont(axisFont());
    if (!outside) {
        QColor ground = tokens().card;
        ground.setAlphaF(0.8F);
        painter.fillRect(QRectF(left - 2, middle - 7, wide + 2, 14), ground);
    }
    painter.setPen(tokens().text);
    painter.drawText(QRectF(left, row.top(), wide, row.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace jitterscope::ui
