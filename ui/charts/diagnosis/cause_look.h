// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/samples.h"

#include <QBrush>
#include <QColor>

namespace jitterscope::ui {

/// How a cause is drawn everywhere: a hue and a hatch, so that neither has to be told apart alone. For the
/// current theme.
[[nodiscard]] QColor causeColour(Cause cause);
[[nodiscard]] Qt::BrushStyle causeHatch(Cause cause) noexcept;
/// Fills `area` with the cause's look.
void fillWithCause(class QPainter& painter, const class QRectF& area, Cause cause);

} // namespace jitterscope::ui
