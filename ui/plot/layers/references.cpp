// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/outside_text.h"
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

#include <QPolygonF>

#include <cmath>

namespace jitterscope::ui {
namespace {

QPen referencePen(const Reference& reference) {
    return penOf(reference.look.value_or(LineLook{Ink::Muted, 1, {5, 4}}));
}

/// Paints where x equals y: a straight line if the scales are alike, a curve otherwise.
void paintDiagonal(QPainter& painter, const PlotSpace& space, const QString& label) {
    constexpr int kParts = 128;
    QPolygonF line;
    for (int i = 0; i <= kParts; ++i) {
        const double value = space.x.valueAt(static_cast<double>(i) / kParts);
        const QPointF at = space.at(value, value);
        if (space.area.contains(at))
            line << at;
    }
    painter.drawPolyline(line);
    if (line.isEmpty())
        return;
    painter.setPen(tokens().muted);
    const double wide = QFontMetricsF(noteFont()).horizontalAdvance(label);
    const QPointF at = line[line.size() * 3 / 4] + QPointF(8, 12);
    painter.drawText(QPointF(std::min(at.x(), space.area.right() - wide), at.y()), label);
}

} // namespace

void ReferenceLayer::paintAll(QPainter& painter, const PlotSpace& space, bool above) const {
    painter.setFont(noteFont());
    const QRectF& area = space.area;
    for (const Reference& reference : m_references) {
        if (reference.above != above)
            continue;
        painter.setPen(referencePen(reference));
        if (reference.kind == Reference::Diagonal) {
            paintDiagonal(painter, space, format::text(reference.label));
        } else if (reference.kind == Reference::Horizontal) {
            const double y = std::round(space.yAt(reference.at)) + 0.5;
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
            painter.setPen(tokens().muted);
            painter.drawText(QRectF(area.left(), y - 16, area.width() - 4, 15),
                             Qt::AlignRight | Qt::AlignBottom, format::text(reference.label));
        } else {
            const double x = std::round(space.xAt(reference.at)) + 0.5;
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
            painter.setPen(tokens().muted);
            painter.drawText(QPointF(x + 4, area.top() + 12), format::text(reference.label));
        }
    }
}

} // namespace jitterscope::ui
