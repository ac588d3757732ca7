// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>

/// Small pictures for the cards of the gallery: the kind of chart, not a measurement.
namespace jitterscope::ui::sketch {

void bars(QPainter& painter, const QRectF& area);
void whiskers(QPainter& painter, const QRectF& area);
void diagonal(QPainter& painter, const QRectF& area);
void step(QPainter& painter, const QRectF& area);
void heat(QPainter& painter, const QRectF& area);
void crossing(QPainter& painter, const QRectF& area);
void fan(QPainter& painter, const QRectF& area);
void timeline(QPainter& painter, const QRectF& area);
void points(QPainter& painter, const QRectF& area);
void cloud(QPainter& painter, const QRectF& area);

} // namespace jitterscope::ui::sketch
