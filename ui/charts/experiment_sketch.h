// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>

#include <string_view>

namespace jitterscope::ui {

/// The small picture on an experiment's card: its kind of figure, not a measurement. Draws nothing for an
/// unknown id.
void sketchExperiment(QPainter& painter, const QRectF& area, std::string_view id);

} // namespace jitterscope::ui
