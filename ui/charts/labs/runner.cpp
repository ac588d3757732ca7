// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/runner.h"

#include <QCache>
#include <QImage>
#include <QLineF>
#include <QPen>

#include <array>
#include <cmath>
#include <numbers>

namespace jitterscope::ui::scene {
namespace {

/// A limb of two parts from `joint`: angles from straight down, forwards is positive.
QPointF limb(std::array<QLineF, 10>& lines, std::size_t& count, const QPointF& joint, double upper,
             double lower, double length) {
    const QPointF knee = joint + length * QPointF(std::sin(upper), std::cos(upper));
    const QPointF end = knee + length * QPointF(std::sin(lower), std::cos(lower));
    lines[count++] = {joint, knee};
    lines[count++] = {knee, end};
    return end;
}

void paintRunner(QPainter& painter, const QPointF& feet, double height, double phase, const QColor& colour,
                 bool stands) {
    const double swing = stands ? 0.12 : 0.8 * std::sin(2 * std::numbers::pi * phase);
    const double head = height * 0.12;
    const double lean = stands ? 0 : height * 0.07;
    const QPointF hip = feet - QPointF(0, height * 0.45);
    const QPointF neck = hip + QPointF(lean, -height * 0.3);
    std::array<QLineF, 10> lines;
    std::size_t count = 0;
    lines[count++] = {hip, neck};
    const double leg = height * 0.235;
    const double bent = stands ? 0 : 0.55;
    limb(lines, count, hip, swing, swing - bent * (swing < 0 ? 1.4 : 0.4), leg);
    limb(lines, count, hip, -swing, -swing - bent * (swing > 0 ? 1.4 : 0.4), leg);
    const double arm = height * 0.15;
    const QPointF shoulder = neck + QPointF(0, height * 0.03);
    limb(lines, count, shoulder, -swing, -swing + (stands ? 0 : 1), arm);
    limb(lines, count, shoulder, swing, swing + (stands ? 0 : 1), arm);
    painter.setPen(QPen(colour, std::max(1.4, height / 15), Qt::SolidLine, Qt::RoundCap));
    painter.drawLines(lines.data(), static_cast<int>(count));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(neck + QPointF(lean * 0.3, -head * 1.05), head, head);
}

} // namespace

void drawRunner(QPainter& painter, const QPointF& feet, double height, double phase, const QColor& colour,
                bool stands) {
    constexpr int kPoses = 24;
    const int pose = stands ? -1 : static_cast<int>(std::floor((phase - std::floor(phase)) * kPoses));
    const double ratio = painter.deviceTransform().m11(); // pixels of the device for one of the scene
    const int high = static_cast<int>(std::lround(height));
    // A picture shows the same figures again and again. Never destroyed: that would be after the program.
    static auto& known = *new QCache<QString, QImage>(400);
    const QString key = QStringLiteral("%1 %2 %3 %4").arg(pose).arg(high).arg(colour.rgba()).arg(ratio);
    QImage* figure = known.object(key);
    if (figure == nullptr) {
        figure = new QImage((QSizeF(1.2 * high, 1.15 * high) * ratio).toSize(),
                            QImage::Format_ARGB32_Premultiplied);
        figure->setDevicePixelRatio(ratio);
        figure->fill(Qt::transparent);
        QPainter own(figure);
        own.setRenderHint(QPainter::Antialiasing);
        paintRunner(own, QPointF(0.6 * high, 1.1 * high), high, (pose + 0.5) / kPoses, colour, stands);
        known.insert(key, figure);
    }
    painter.drawImage(feet - QPointF(0.6 * high, 1.1 * high), *figure);
}

} // namespace jitterscope::ui::scene
