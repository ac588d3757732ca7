// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/hatch.h"
#include "ui/format/outside_text.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QCache>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QStaticText>

#include <algorithm>
#include <charconv>
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

QVector<qreal> dashesOf(std::string_view text, double width) {
    QVector<qreal> dashes; // in widths of the pen
    const char* at = text.data();
    for (const char* const end = at + text.size(); at != end;) {
        double length = 0;
        at = std::from_chars(at, end, length).ptr;
        dashes.append(length / width);
        while (at != end && *at == ' ')
            ++at;
    }
    return dashes;
}

QFont fontOf(const TextLook& look) {
    QFont font = look.figures ? fixedFont() : QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(look.size))));
    font.setBold(look.bold);
    return font;
}

/// A text in its font, its letters placed.
struct LaidOut {
    QFont font;
    QStaticText letters;
    double ascent = 0;
};

/// Texts are kept: moving pictures write the same ones sixty times a second.
const LaidOut& laidOut(std::string_view text, const TextLook& look) {
    // Never destroyed: fonts must not outlive the application.
    static auto& known = *new QCache<QByteArray, LaidOut>(2000);
    QByteArray key(text.data(), static_cast<qsizetype>(text.size()));
    const auto size = static_cast<char16_t>(std::lround(std::clamp(look.size, 1.0, 1000.0))); // as fontOf()
    key.append(static_cast<char>(size & 0xff)).append(static_cast<char>(size >> 8));
    key.append(look.bold ? 'b' : 'n').append(look.figures ? 'f' : 'n');
    if (const LaidOut* found = known.object(key))
        return *found;
    auto* made = new LaidOut{fontOf(look), QStaticText(format::text(text)), 0};
    made->letters.setTextFormat(Qt::PlainText);
    made->letters.setPerformanceHint(QStaticText::AggressiveCaching);
    made->letters.prepare({}, made->font);
    made->ascent = QFontMetricsF(made->font).ascent();
    known.insert(key, made);
    return *made;
}

Qt::BrushStyle styleOf(Hatch hatch) {
    switch (hatch) {
    case Hatch::RisingLines:
        return Qt::BDiagPattern;
    case Hatch::FallingLines:
        return Qt::FDiagPattern;
    case Hatch::HorizontalLines:
        return Qt::HorPattern;
    case Hatch::VerticalLines:
        return Qt::VerPattern;
    case Hatch::Grid:
        return Qt::CrossPattern;
    case Hatch::Solid:
        break;
    }
    return Qt::SolidPattern;
}

/// What a stamp looks like at a size, in a theme.
struct StampKey {
    const Picture* picture = nullptr;
    double scale = 1;
    double opacity = 1;
    QRgb ground = 0; // tells the theme

    friend bool operator==(const StampKey&, const StampKey&) = default;
};

std::size_t qHash(const StampKey& key, std::size_t seed) {
    return qHashMulti(seed, key.picture, key.scale, key.opacity, key.ground);
}

struct Stamped {
    std::shared_ptr<const Picture> picture; // kept, so that no other picture gets its address
    QImage image;
};

double beforeAnchor(Anchor anchor, double width) {
    return anchor == Anchor::Start ? 0 : anchor == Anchor::End ? width : width / 2;
}

/// Paints shape after shape, in the picture's own px. On a screen it paints in quicker ways.
class ShapePainter {
public:
    ShapePainter(QPainter& painter, bool dark)
        : m_painter(painter),
          m_dark(dark),
          m_screen(painter.paintEngine() != nullptr &&
                   painter.paintEngine()->type() == QPaintEngine::Raster) {}

    void operator()(const RectShape& rect) const {
        const QRectF box(rect.corner.x, rect.corner.y, rect.width, rect.height);
        fillWith(rect.fill, rect.opacity, rect.radius <= 0);
        m_painter.drawRoundedRect(box, rect.radius, rect.radius);
    }

    void operator()(const ShadeShape& cell) const {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.fillRect(QRectF(at(cell.corner), QSizeF(cell.width, cell.height)),
                           QColor(format::exact(mapColour(cell.share))));
    }

    void operator()(const LineShape& line) const {
        strokeWith(line.look, isStraight(line.from, line.to));
        m_painter.drawLine(at(line.from), at(line.to));
    }

    void operator()(const CircleShape& circle) const {
        disc(circle.centre, circle.radius, circle.ink, circle.opacity);
        if (circle.hollow)
            disc(circle.centre, circle.radius - kRingWidth, Ink::Card, 1);
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
        const bool straight = isStraight(stroke.path);
        // A single line may be as long as the screen is wide, and bent at every pixel.
        if (m_screen && stroke.path.size() == 1 && !stroke.path.front().closed && !stroke.look.round) {
            const Outline& line = stroke.path.front();
            if (straight && stroke.look.dashes.empty()) {
                drawSteps(m_painter, polygonOf(line), stroke.look.width,
                          colourOf(stroke.look.ink, stroke.look.opacity));
                return;
            }
            if (!straight) {
                m_painter.setRenderHint(QPainter::Antialiasing);
                drawCurve(m_painter, polygonOf(line), penOf(stroke.look, stroke.look.width));
                return;
            }
        }
        strokeWith(stroke.look, straight);
        m_painter.drawPath(pathOf(stroke.path));
    }

    void operator()(const TextShape& text) const {
        const TextLook& look = text.look;
        m_painter.setPen(inked(look.ink, m_dark));
        if (m_screen) {
            const LaidOut& laid = laidOut(text.text, look);
            m_painter.setFont(laid.font);
            m_painter.drawStaticText(
                QPointF(text.at.x - beforeAnchor(look.anchor, laid.letters.size().width()),
                        text.at.y - laid.ascent),
                laid.letters);
            return;
        }
        const QFont font = fontOf(look);
        const QString words = format::text(text.text);
        const double width = QFontMetricsF(font, m_painter.device()).horizontalAdvance(words);
        m_painter.setFont(font);
        m_painter.drawText(QPointF(text.at.x - beforeAnchor(look.anchor, width), text.at.y), words);
    }

    void operator()(const BoxShape& box) const {
        const QColor colour = inked(box.look.ink, m_dark);
        if (m_screen) {
            fillBox(m_painter, QRectF(box.corner.x, box.corner.y, box.width, box.height), colour,
                    mixed(colour, inked(Ink::Card, m_dark), groundOf(box)), styleOf(box.look.hatch));
            return;
        }
        (*this)(RectShape{box.corner, box.width, box.height, box.look.ink, groundOf(box)});
        Path lines = hatchPath(box);
        lines.push_back(edgeOf(box));
        (*this)(StrokeShape{std::move(lines), {box.look.ink, 1, {}}});
    }

    void operator()(const StampShape& stamp) const {
        if (m_screen) {
            m_painter.drawImage(at(stamp.corner), imageOf(stamp));
            return;
        }
        m_painter.save();
        m_painter.setOpacity(stamp.opacity);
        m_painter.translate(at(stamp.corner));
        m_painter.scale(stamp.scale, stamp.scale);
        for (const Shape& shape : stamp.picture->shapes)
            std::visit(*this, shape);
        m_painter.restore();
    }

private:
    /// Images are kept: a moving picture stamps the same ones again and again.
    [[nodiscard]] const QImage& imageOf(const StampShape& stamp) const {
        // Never destroyed: images must not outlive the application.
        static auto& known = *new QCache<StampKey, Stamped>(400);
        const double ratio = m_painter.deviceTransform().m11(); // pixels of the device for one of the picture
        const StampKey key{stamp.picture.get(), stamp.scale * ratio, stamp.opacity,
                           inked(Ink::Card, m_dark).rgb()};
        if (const Stamped* found = known.object(key))
            return found->image;
        const QSizeF size(stamp.picture->width, stamp.picture->height);
        auto* made = new Stamped{stamp.picture, QImage((size * key.scale).toSize().expandedTo({1, 1}),
                                                       QImage::Format_ARGB32_Premultiplied)};
        made->image.fill(Qt::transparent);
        {
            QPainter own(&made->image);
            own.setOpacity(stamp.opacity);
            own.scale(key.scale, key.scale);
            const ShapePainter shapes(own, m_dark);
            for (const Shape& shape : stamp.picture->shapes)
                std::visit(shapes, shape);
        }
        made->image.setDevicePixelRatio(ratio);
        known.insert(key, made);
        return made->image;
    }

    void disc(const Point& centre, double radius, Ink ink, double opacity) const {
        fillWith(ink, opacity, false);
        m_painter.drawEllipse(at(centre), radius, radius);
    }

    [[nodiscard]] QColor colourOf(Ink ink, double opacity) const {
        QColor colour = inked(ink, m_dark);
        colour.setAlphaF(static_cast<float>(opacity));
        return colour;
    }

    void fillWith(Ink ink, double opacity, bool sharp) const {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colourOf(ink, opacity));
        m_painter.setRenderHint(QPainter::Antialiasing, !sharp);
    }

    [[nodiscard]] QPen penOf(const StrokeLook& look, double width) const {
        QPen pen(colourOf(look.ink, look.opacity), width, Qt::SolidLine,
                 look.round ? Qt::RoundCap : Qt::FlatCap, look.round ? Qt::RoundJoin : Qt::MiterJoin);
        if (const QVector<qreal> dashes = dashesOf(look.dashes, width); !dashes.isEmpty())
            pen.setDashPattern(dashes);
        return pen;
    }

    void strokeWith(const StrokeLook& look, bool sharp) const {
        const double scale = m_painter.deviceTransform().m11();
        const double width = sharp ? std::max(std::round(look.width * scale), 1.0) / scale : look.width;
        m_painter.setPen(penOf(look, width));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setRenderHint(QPainter::Antialiasing, !sharp);
    }

    QPainter& m_painter;
    bool m_dark;
    bool m_screen;
};

void paint(QPainter& painter, const Picture& picture, const QRectF& area, bool dark, bool ground) {
    if (picture.empty() || picture.width <= 0 || picture.height <= 0)
        return;
    painter.save();
    painter.translate(area.topLeft());
    const double scale = std::min(area.width() / picture.width, area.height() / picture.height);
    painter.scale(scale, scale);
    const ShapePainter shapes(painter, dark);
    if (ground)
        shapes(RectShape{{}, picture.width, picture.height, Ink::Card});
    for (const Shape& shape : picture.shapes)
        std::visit(shapes, shape);
    painter.restore();
}

} // namespace

QPolygonF polygonOf(const Outline& outline) {
    QPolygonF line;
    line.reserve(static_cast<qsizetype>(outline.points.size()));
    for (const Point& point : outline.points)
        line.append({point.x, point.y});
    return line;
}

void paintPicture(QPainter& painter, const Picture& picture, const QRectF& area, bool dark) {
    paint(painter, picture, area, dark, true);
}

void paintShapes(QPainter& painter, const Picture& picture, const QRectF& area, bool dark) {
    paint(painter, picture, area, dark, false);
}

QImage pictureImage(const Picture& picture, double pixels, bool dark) {
    QImage image((QSizeF(picture.width, picture.height) * pixels).toSize(), QImage::Format_RGB32);
    image.fill(inked(Ink::Card, dark));
    QPainter painter(&image);
    paintPicture(painter, picture, QRectF(image.rect()), dark);
    return image;
}

double paintedWidth(std::string_view text, const TextLook& look) {
    return laidOut(text, look).letters.size().width();
}

} // namespace jitterscope::ui
