// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/well_strip.h"

#include "ui/charts/labs/runner.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::scene {
namespace {

constexpr double kMetresSeen = 6;

void paintGate(QPainter& painter, const WellGate& shut, const QRectF& strip, double left, const Type& type) {
    const Tokens& c = tokens();
    const double scale = strip.width() / kMetresSeen;
    const QRectF gate(strip.left() + (shut.from - left) * scale, strip.top() + type.line,
                      (shut.to - shut.from) * scale, strip.height() - type.line - 5);
    if (gate.right() < strip.left())
        return;
    if (gate.left() > strip.right() - 2) {
        drawText(painter, strip.adjusted(0, 1, -4, 0), Qt::AlignRight | Qt::AlignTop,
                 tr("gate in %1 m →").arg(plain(shut.from - left - kMetresSeen * 0.72, 0)), c.muted,
                 type.note);
        return;
    }
    const QRectF shown = gate.intersected(strip);
    fillBox(painter, shown, c.late, Qt::BDiagPattern);
    const double width = widthOf(type.note, tr("gate, shut"));
    const double middle =
        std::clamp(gate.center().x() - width / 2, strip.left() + 2, strip.right() - width - 2);
    drawText(painter, QRectF(middle, strip.top() + 1, width, type.line), Qt::AlignCenter, tr("gate, shut"),
             c.muted, type.note);
}

} // namespace

void paintWellStrip(QPainter& painter, const WellWay& way, const WellGate& gate, const QRectF& strip,
                    const LabView& view, const Type& type) {
    const Tokens& c = tokens();
    painter.fillRect(strip, mixed(c.first, c.card, 0.07));
    const WellFrame* shown = view.answered ? way.shownAt(view.now) : nullptr;
    const double place = shown == nullptr ? 0 : shown->place;
    // The camera follows until the gate is in the picture.
    const double left = !view.answered
                            ? -0.28 * kMetresSeen
                            : std::max(std::min(place - kMetresSeen * 0.72, gate.from - kMetresSeen * 0.5),
                                       place - kMetresSeen * 0.92);
    const double scale = strip.width() / kMetresSeen;
    const double ground = strip.bottom() - 5;
    const double tall = std::min(strip.height() - type.line - 10, 44.0 * (view.large ? 1.6 : 1));
    painter.save();
    painter.setClipRect(strip);
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(QPointF(strip.left(), ground), QPointF(strip.right(), ground));
    for (double metre = std::ceil(left); metre < left + kMetresSeen; ++metre) {
        const double x = strip.left() + (metre - left) * scale;
        painter.drawLine(QPointF(x, ground), QPointF(x, strip.bottom() - 1));
    }
    if (view.answered)
        paintGate(painter, gate, strip, left, type);
    else
        drawText(painter, strip.adjusted(0, 1, -4, 0), Qt::AlignRight | Qt::AlignTop,
                 tr("a shut gate ahead →"), c.muted, type.note);
    const auto feet = [&](const WellFrame& f) {
        const bool caught = gate.holds(f.place);
        return QPointF(strip.left() + ((caught ? gate.from - 0.25 : f.place) - left) * scale, ground);
    };
    if (shown == nullptr)
        drawRunner(painter, {strip.left() + (0 - left) * scale, ground}, tall, 0, c.text, true);
    for (const WellFrame* f = way.frames.data(); shown != nullptr && f <= shown; ++f) {
        const double age = shown->at + shown->frame - (f->at + f->frame);
        if (f->place < left || (age > kWellTrail && f != shown))
            continue;
        if (f != way.frames.data() && f->place > gate.to && std::prev(f)->place < gate.from) {
            QPainterPath leap(feet(*std::prev(f)) - QPointF(0, tall * 0.8));
            leap.quadTo((feet(*std::prev(f)) + feet(*f)) / 2 - QPointF(0, tall * 1.7),
                        feet(*f) - QPointF(0, tall * 0.8));
            painter.setPen(QPen(c.late, type.pen, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawPath(leap);
        }
        if (f == shown)
            drawRunner(painter, feet(*f), tall, f->place / 1.6, c.text, gate.holds(f->place));
        else if (!view.calm)
            drawRunner(painter, feet(*f), tall, f->place / 1.6,
                       mixed(c.first, c.card, 0.5 - 0.07 * std::floor(5 * age / kWellTrail)));
        else
            painter.fillRect(QRectF(feet(*f) - QPointF(1, 4), QSizeF(2, 4)), c.first);
    }
    painter.restore();
}

} // namespace jitterscope::ui::scene
