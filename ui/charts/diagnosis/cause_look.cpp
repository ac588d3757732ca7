// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/diagnosis/cause_look.h"

#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace jitterscope::ui {

QColor causeColour(Cause cause) {
    switch (cause) {
    case Cause::RunQueue:
        return tokens().second;
    case Cause::Work:
        return isDark(QPalette(tokens().window)) ? QColor(0xd8, 0x8c, 0xb8) : QColor(0x9b, 0x3d, 0x79);
    case Cause::WokeLate:
        return tokens().first;
    case Cause::LostCpu:
        return tokens().good;
    case Cause::Margin:
        return tokens().late;
    case Cause::OnTime:
    case Cause::Stopped:
    case Cause::Other:
        break;
    }
    return tokens().muted;
}

Qt::BrushStyle causeHatch(Cause cause) noexcept {
    switch (cause) {
    case Cause::Work:
        return Qt::BDiagPattern;
    case Cause::WokeLate:
        return Qt::HorPattern;
    case Cause::LostCpu:
        return Qt::CrossPattern;
    case Cause::Margin:
        return Qt::FDiagPattern;
    case Cause::RunQueue:
    case Cause::OnTime:
    case Cause::Stopped:
    case Cause::Other:
        break;
    }
    return Qt::SolidPattern;
}

void fillWithCause(QPainter& painter, const QRectF& area, Cause cause) {
    const QColor colour = causeColour(cause);
    if (causeHatch(cause) == Qt::SolidPattern) {
        painter.fillRect(area, colour);
        return;
    }
    painter.fillRect(area, mixed(colour, tokens().card, 0.35));
    painter.fillRect(area, QBrush(colour, causeHatch(cause)));
}

} // namespace jitterscope::ui
