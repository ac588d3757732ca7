// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/painting.h"

#include <QCache>
#include <QImage>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

/// Fills boxes without smoothing their edges.
void fillSharp(QPainter& painter, const QVector<QRectF>& boxes, const QColor& colour) {
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QRectF& box : boxes)
        painter.fillRect(box, colour);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

/// A hatch on its ground, as an image to tile with. It is quicker than Qt's own patterns, which are made
/// again for each box and are only eight pixels wide.
const QBrush& tileOf(Qt::BrushStyle hatch, const QColor& colour, const QColor& ground) {
    constexpr int kSide = 128; // px; a multiple of the patterns' eight
    // Never destroyed: brushes must not outlive the application.
    static auto& known = *new QCache<QString, QBrush>(100);
    const QString key = QStringLiteral("%1 %2 %3").arg(hatch).arg(colour.rgb()).arg(ground.rgb());
    if (const QBrush* found = known.object(key))
        return *found;
    QImage tile(kSide, kSide, QImage::Format_RGB32);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.fillRect(tile.rect(), QBrush(colour, hatch));
    painter.end();
    auto* made = new QBrush(tile);
    known.insert(key, made);
    return *made;
}

/// Fills in bands. Qt shares fills of 96 rows and more among threads, which would take longer than the pixels
/// of such a box.
void hatchSharp(QPainter& painter, const QRectF& box, QBrush tile) {
    constexpr double kBand = 64; // px
    const double scale = painter.deviceTransform().m11();
    tile.setTransform(QTransform::fromScale(1 / scale, 1 / scale));
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (double top = box.top(); top < box.bottom(); top += kBand)
        painter.fillRect(QRectF(box.left(), top, box.width(), std::min(kBand, box.bottom() - top)), tile);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

/// Where the pixels of the device are. In front of a class, a px of a scene is more than one of them.
class Pixels {
public:
    explicit Pixels(const QPainter& painter) : m_to(painter.deviceTransform()), m_scale(m_to.m11()) {}

    /// The width of a pen, rounded down to whole pixels of the device; at least one.
    [[nodiscard]] double width(double pen) const {
        return std::max(std::floor(pen * m_scale + 1e-6), 1.0) / m_scale;
    }
    [[nodiscard]] double x(double value) const {
        return (std::round(value * m_scale + m_to.dx()) - m_to.dx()) / m_scale;
    }
    [[nodiscard]] double y(double value) const {
        return (std::round(value * m_scale + m_to.dy()) - m_to.dy()) / m_scale;
    }

private:
    QTransform m_to;
    double m_scale;
};

/// Strokes the parts of the line between `left` and `right`.
void strokeBetween(QPainter& painter, const QPolygonF& line, double left, double right) {
    QPolygonF part;
    const auto finish = [&] {
        if (part.size() > 1)
            painter.drawPolyline(part);
        part.clear();
    };
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QLineF segment(line[i - 1], line[i]);
        double from = 0;
        double to = segment.x1() >= left && segment.x1() <= right ? 1 : 0;
        if (segment.dx() != 0) {
            const double a = (left - segment.x1()) / segment.dx();
            const double b = (right - segment.x1()) / segment.dx();
            from = std::max(std::min(a, b), 0.0);
            to = std::min(std::max(a, b), 1.0);
        }
        if (from > 0 || from >= to)
            finish();
        if (from >= to)
            continue;
        if (part.isEmpty())
            part << segment.pointAt(from);
        part << segment.pointAt(to);
    }
    finish();
}

/// Strokes piece by piece: the time to smooth a line grows with the square of how much of it lies in one row
/// of pixels.
void strokeInPieces(QPainter& painter, const QPolygonF& line, const QPen& pen) {
    constexpr double kPiece = 128;        // px
    const double more = 4 * pen.widthF(); // for corners
    const QRectF all = line.boundingRect().adjusted(-more, -more, more, more);
    const double scale = painter.deviceTransform().m11();
    // If px are no whole pixels, the pieces overlap, so that there is no gap.
    const int over = scale == std::round(scale) ? 0 : 1;
    painter.setPen(pen);
    for (double left = std::floor(all.left()); left < all.right(); left += kPiece) {
        painter.save();
        painter.setClipRect(QRect(static_cast<int>(left), static_cast<int>(std::floor(all.top())),
                                  static_cast<int>(kPiece) + over, static_cast<int>(all.height()) + 2),
                            Qt::IntersectClip);
        strokeBetween(painter, line, left - more, left + kPiece + more);
        painter.restore();
    }
}

/// Strokes dash by dash. Straight dashes are drawn all at once, for which Qt has a quick way.
void strokeDashes(QPainter& painter, const QPolygonF& line, const QPen& pen) {
    const QVector<qreal> pattern = pen.dashPattern();
    const double unit = std::max(pen.widthF(), 1.0); // px
    QVector<QLineF> straight;
    QVector<QPolygonF> bent;
    QPolygonF dash{line.first()};
    const auto finish = [&] {
        if (dash.size() == 2)
            straight.append({dash[0], dash[1]});
        else if (dash.size() > 2)
            bent.append(dash);
        dash.clear();
    };
    qsizetype index = 0;
    double left = pattern[0] * unit; // px of this dash or gap
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QLineF segment(line[i - 1], line[i]);
        const double length = segment.length();
        double at = 0;
        for (; length - at > left; left = pattern[index] * unit) {
            at += left;
            const QPointF point = segment.pointAt(at / length);
            index = (index + 1) % pattern.size();
            dash << point;
            if (index % 2 != 0) // a gap begins
                finish();
        }
        left -= length - at;
        if (index % 2 == 0)
            dash << segment.p2();
    }
    finish();
    QPen solid(pen.brush(), pen.widthF(), Qt::SolidLine, pen.capStyle(), pen.joinStyle());
    painter.setPen(solid);
    painter.drawLines(straight);
    for (const QPolygonF& each : bent)
        painter.drawPolyline(each);
}

} // namespace

void drawCurve(QPainter& painter, const QPolygonF& line, const QPen& pen) {
    if (line.size() < 2)
        return;
    painter.setBrush(Qt::NoBrush);
    if (pen.style() == Qt::SolidLine)
        strokeInPieces(painter, line, pen);
    else
        strokeDashes(painter, line, pen);
}

void drawSteps(QPainter& painter, const QPolygonF& line, double width, const QColor& colour) {
    const Pixels pixels(painter);
    const double wide = pixels.width(width);
    const auto corner = [&](const QPointF& at) {
        return QPointF(pixels.x(at.x() - wide / 2), pixels.y(at.y() - wide / 2));
    };
    QVector<QRectF> boxes;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QRectF box =
            QRectF(corner(line[i - 1]), corner(line[i])).normalized().adjusted(0, 0, wide, wide);
        // A pixel may hold many boxes.
        if (!boxes.isEmpty() && box.right() - boxes.last().left() <= wide + 1)
            boxes.last() |= box;
        else
            boxes.append(box);
    }
    fillSharp(painter, boxes, colour);
}

void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, const QColor& ground,
             Qt::BrushStyle hatch) {
    const Pixels pixels(painter);
    const double edge = pixels.width(1);
    // On whole pixels, so that the edges are sharp.
    const QRectF at(QPointF(pixels.x(box.left()), pixels.y(box.top())),
                    QPointF(pixels.x(box.right()), pixels.y(box.bottom())));
    if (hatch != Qt::SolidPattern && hatch != Qt::NoBrush)
        hatchSharp(painter, at, tileOf(hatch, colour, ground));
    else
        fillSharp(painter, {at}, ground);
    fillSharp(painter,
              {{at.left(), at.top(), at.width() + edge, edge},
               {at.left(), at.bottom(), at.width() + edge, edge},
               {at.left(), at.top(), edge, at.height()},
               {at.right(), at.top(), edge, at.height()}},
              colour);
}

} // namespace jitterscope::ui
