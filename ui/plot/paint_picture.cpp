// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/paint_picture.h"

#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

QPointF at(const Point& point) {
    return {point.x, point.y};
}

bool isStraight(const Point& a, const Point& b) {
    return a.x == b.x || a.y == b.y;
}

/// Whether all edges are upright or level.
bool isStraight(const Path& path) {
    return std::ranges::all_of(path, [](const Outline& outline) {
        const std::vector<Point>& points = outline.points;
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (!isStraight(points[i - 1], points[i]))
                return false;
        }
        return !outline.closed || points.empty() || isStraight(points.front(), points.back());
    });
}

QPainterPath pathOf(const Path& path) {
    QPainterPath made;
    for (const Outline& outline : path) {
        for (std::size_t i = 0; i < outline.points.size(); ++i) {
            if (i == 0)
                made.moveTo(at(outline.points[i]));
            else
                made.lineTo(at(outline.points[i]));
        }
        if (outline.closed)
            made.closeSubpath();
    }
    return made;
}

/// Paints shape after shape, in the picture's own px.
class ShapePainter {
public:
    ShapePainter(QPainter& painter, bool dark) : m_painter(painter), m_dark(dark) {}

    void operator()(const RectShape& rect) const {
        const QRectF box(rect.corner.x, rect.corner.y, rect.width, rect.height);
        fillWith(rect.fill, rect.opacity, rect.radius <= 0);
        m_painter.drawRoundedRect(box, rect.radius, rect.radius);
    }

    void operator()(const LineShape& line) const {
        strokeWith(line.look, isStraight(line.from, line.to));
        m_painter.drawLine(at(line.from), at(line.to));
    }

    void operator()(const CircleShape& circle) const {
        disc(circle.centre, circle.radius, circle.ink);
        if (circle.hollow)
            disc(circle.centre, circle.radius - kRingWidth, Ink::Card);
    }

    void operator()(const DiamondShape& diamond) const {
        const auto& [centre, r, ink] = diamond;
        fillWith(ink, 1, false);
        m_painter.drawPolygon(QPolygonF({at({centre.x, centre.y - r}), at({centre.x + r, centre.y}),
                                         at({centre.x, centre.y + r}), at({centre.x - r, centre.y})}));
    }

    void operator()(const FillShape& fill) const {
        fillWith(fill.ink, fill.opacity, isStraight(fill.path));
        m_painter.drawPath(pathOf(fill.path));
    }

    void operator()(const StrokeShape& stroke) const {
        strokeWith(stroke.look, isStraight(stroke.path));
        m_painter.drawPath(pathOf(stroke.path));
    }

    void operator()(const TextShape& text) const {
        const TextLook& look = text.look;
        QFont font =
            QFontDatabase::systemFont(look.figures ? QFontDatabase::FixedFont : QFontDatabase::GeneralFont);
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(look.size))));
        font.setBold(look.bold);
        const QString words = QString::fromStdString(text.text);
        const double width = QFontMetricsF(font, m_painter.device()).horizontalAdvance(words);
        const double before = look.anchor == Anchor::Start ? 0
                              : look.anchor == Anchor::End ? width
                                                           : width / 2;
        m_painter.setFont(font);
        m_painter.setPen(inked(look.ink, m_dark));
        m_painter.drawText(QPointF(text.at.x - before, text.at.y), words);
    }

    void operator()(const ImageShape& image) const {
        const QImage read = QImage::fromData(QByteArray::fromStdString(image.png), "PNG");
        m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
        m_painter.drawImage(QRectF(image.corner.x, image.corner.y, image.width, image.height), read);
    }

private:
    void disc(const Point& centre, double radius, Ink ink) const {
        fillWith(ink, 1, false);
        m_painter.drawEllipse(at(centre), radius, radius);
    }

    void fillWith(Ink ink, double opacity, bool sharp) const {
        QColor colour = inked(ink, m_dark);
        colour.setAlphaF(static_cast<float>(opacity));
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.setRenderHint(QPainter::Antialiasing, !sharp);
    }

    void strokeWith(const StrokeLook& look, bool sharp) const {
        const double scale = m_painter.deviceTransform().m11();
        const double width = sharp ? std::max(std::round(look.width * scale), 1.0) / scale : look.width;
        QPen pen(inked(look.ink, m_dark), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        QVector<qreal> dashes; // in widths of the pen
        for (const QString& length : QString::fromUtf8(look.dashes.data(), qsizetype(look.dashes.size()))
                                         .split(QLatin1Char(' '), Qt::SkipEmptyParts))
            dashes.append(length.toDouble() / width);
        if (!dashes.isEmpty())
            pen.setDashPattern(dashes);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setRenderHint(QPainter::Antialiasing, !sharp);
    }

    QPainter& m_painter;
    bool m_dark;
};

} // namespace

void paintPicture(QPainter& painter, const Picture& picture, const QRectF& area, bool dark) {
    if (picture.empty() || picture.width <= 0 || picture.height <= 0)
        return;
    painter.save();
    painter.translate(area.topLeft());
    const double scale = std::min(area.width() / picture.width, area.height() / picture.height);
    painter.scale(scale, scale);
    const ShapePainter shapes(painter, dark);
    shapes(RectShape{{}, picture.width, picture.height, Ink::Card});
    for (const Shape& shape : picture.shapes)
        std::visit(shapes, shape);
    painter.restore();
}

} // namespace jitterscope::ui
