// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/layer.h"

#include "ui/theme/theme.h"

namespace jitterscope::ui {

QFont axisFont() {
    return figureFont(0.85);
}

void paintNote(QPainter& painter, const QRectF& box, const QString& text, const QColor& colour) {
    painter.setFont(noteFont());
    painter.fillRect(box.adjusted(-2, 0, 2, 0), tokens().card);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
}

void Layer::paintMark(QPainter& painter, const Hit& hit) const {
    painter.setPen(QPen(tokens().text, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(hit.box.adjusted(-2, -2, 2, 2));
}

} // namespace jitterscope::ui
