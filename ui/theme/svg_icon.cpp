// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QXmlStreamReader>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace jitterscope::ui {
namespace {

/// The numbers of an attribute, one after the other: `1.100.9-2` are three.
class Numbers {
public:
    explicit Numbers(QByteArray text) : m_text(std::move(text)) {}

    /// The letter here; 0: a number is here, or nothing.
    [[nodiscard]] char letter() {
        skip();
        return m_at < m_text.size() && std::isalpha(static_cast<unsigned char>(m_text[m_at])) != 0
                   ? m_text[m_at++]
                   : '\0';
    }
    [[nodiscard]] bool atEnd() {
        skip();
        return m_at >= m_text.size();
    }
    [[nodiscard]] bool failed() const { return m_failed; }
    double next() {
        skip();
        const qsizetype from = m_at;
        bool point = false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            const bool sign = c == '-' && m_at == from;
            if (!sign && c != '.' && (c < '0' || c > '9'))
                break;
            if (c == '.' && std::exchange(point, true))
                break;
            ++m_at;
        }
        bool ok = false;
        const double value = m_text.mid(from, m_at - from).toDouble(&ok);
        m_failed = m_failed || !ok;
        return value;
    }
    /// One digit, which may stand before the next number without a space.
    bool flag() {
        skip();
        if (m_at >= m_text.size())
            m_failed = true;
        return !m_failed && m_text[m_at++] == '1';
    }

private:
    void skip() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == ',' || m_text[m_at] == '\n'))
            ++m_at;
    }

    QByteArray m_text;
    qsizetype m_at = 0;
    bool m_failed = false;
};

/// A part of a circle from where the path is: the one of two and the way round that SVG's flags say.
void arcTo(QPainterPath& path, double radius, bool large, bool clockwise, const QPointF& to) {
    const QPointF from = path.currentPosition();
    const QPointF half = (to - from) / 2;
    const double reach = std::hypot(half.x(), half.y());
    if (reach == 0)
        return;
    radius = std::max(radius, reach);
    const double away = std::sqrt(radius * radius - reach * reach) / reach * (large == clockwise ? 1 : -1);
    const QPointF centre = from + half + QPointF(half.y(), -half.x()) * away;
    const auto angle = [&](const QPointF& point) { // of Qt: against the clock
        return std::atan2(centre.y() - point.y(), point.x() - centre.x()) * 180 / std::numbers::pi;
    };
    double sweep = angle(to) - angle(from);
    if (clockwise && sweep > 0)
        sweep -= 360;
    if (!clockwise && sweep < 0)
        sweep += 360;
    path.arcTo(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), angle(from), sweep);
}

/// Absent: there is something else in it.
std::optional<QPainterPath> pathOf(const QByteArray& data) {
    QPainterPath path;
    Numbers numbers(data);
    char command = 0;
    QPointF pulls; // what bent the end of the last curve
    while (!numbers.atEnd()) {
        if (const char letter = numbers.letter())
            command = letter;
        else if (command == 'M' || command == 'm')
            command = command == 'M' ? 'L' : 'l'; // more points
        const QPointF here = path.currentPosition();
        const bool relative = command >= 'a';
        const auto point = [&] {
            const double x = numbers.next();
            return QPointF(x, numbers.next()) + (relative ? here : QPointF());
        };
        switch (command & ~0x20) {
        case 'M':
            path.moveTo(point());
            break;
        case 'L':
            path.lineTo(point());
            break;
        case 'H':
            path.lineTo(numbers.next() + (relative ? here.x() : 0), here.y());
            break;
        case 'V':
            path.lineTo(here.x(), numbers.next() + (relative ? here.y() : 0));
            break;
        case 'C':
        case 'S': {
            const bool mirrored = (command & ~0x20) == 'S'; // as the curve before ended, which is one
            const QPointF first = mirrored ? 2 * here - pulls : point();
            pulls = point();
            path.cubicTo(first, pulls, point());
            break;
        }
        case 'A': {
            const double radius = numbers.next();
            if (numbers.next() != radius || numbers.next() != 0)
                return std::nullopt; // an ellipse
            const bool large = numbers.flag();
            const bool clockwise = numbers.flag();
            arcTo(path, radius, large, clockwise, point());
            break;
        }
        case 'Z':
            path.closeSubpath();
            break;
        default:
            return std::nullopt;
        }
        if (numbers.failed())
            return std::nullopt;
    }
    return path;
}

/// What an element inherits.
struct Look {
    QBrush fill{Qt::black};
    QPen pen{Qt::NoBrush, 1, Qt::SolidLine, Qt::FlatCap, Qt::SvgMiterJoin};

    /// Takes what the element says itself.
    void read(const QXmlStreamAttributes& attributes) {
        const auto brush = [](QStringView text) {
            return text == QLatin1String("none") ? QBrush(Qt::NoBrush) : QBrush(QColor(text.toString()));
        };
        if (attributes.hasAttribute(QLatin1String("fill")))
            fill = brush(attributes.value(QLatin1String("fill")));
        if (attributes.hasAttribute(QLatin1String("stroke")))
            pen.setBrush(brush(attributes.value(QLatin1String("stroke"))));
        if (attributes.hasAttribute(QLatin1String("stroke-width")))
            pen.setWidthF(attributes.value(QLatin1String("stroke-width")).toDouble());
        if (attributes.value(QLatin1String("stroke-linecap")) == QLatin1String("round"))
            pen.setCapStyle(Qt::RoundCap);
        if (attributes.value(QLatin1String("stroke-linejoin")) == QLatin1String("round"))
            pen.setJoinStyle(Qt::RoundJoin);
        if (attributes.hasAttribute(QLatin1String("stroke-dasharray"))) {
            Numbers dashes(attributes.value(QLatin1String("stroke-dasharray")).toLatin1());
            QVector<qreal> pattern;
            while (!dashes.atEnd() && !dashes.failed())
                pattern << dashes.next() / pen.widthF();
            pen.setDashPattern(pattern);
        }
    }
};

/// The shape of an element that may be drawn; absent: it is none of them.
std::optional<QPainterPath> shapeOf(QStringView name, const QXmlStreamAttributes& attributes) {
    const auto number = [&](const char* of) { return attributes.value(QLatin1String(of)).toDouble(); };
    if (name == QLatin1String("path"))
        return pathOf(attributes.value(QLatin1String("d")).toLatin1());
    QPainterPath path;
    if (name == QLatin1String("rect"))
        path.addRoundedRect(QRectF(number("x"), number("y"), number("width"), number("height")), number("rx"),
                            number("rx"));
    else if (name == QLatin1String("circle"))
        path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"));
    else
        return std::nullopt;
    return path;
}

} // namespace

bool paintIcon(QPainter& painter, const QByteArray& svg, const QRectF& target) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QXmlStreamReader reader(svg);
    Look all;
    bool right = true;
    while (right && !reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = reader.attributes();
        if (reader.name() == QLatin1String("svg")) {
            Numbers box(attributes.value(QLatin1String("viewBox")).toLatin1());
            const double x = box.next();
            const double y = box.next();
            const double wide = box.next();
            const double high = box.next();
            right = !box.failed() && wide > 0 && high > 0;
            painter.translate(target.topLeft());
            if (right)
                painter.scale(target.width() / wide, target.height() / high);
            painter.translate(-x, -y);
            all.read(attributes);
            continue;
        }
        Look look = all;
        look.read(attributes);
        const auto shape = shapeOf(reader.name(), attributes);
        right = shape.has_value();
        if (right) {
            painter.setPen(look.pen.brush().style() == Qt::NoBrush ? QPen(Qt::NoPen) : look.pen);
            painter.setBrush(look.fill);
            painter.drawPath(*shape);
        }
    }
    painter.restore();
    return right && !reader.hasError();
}

} // namespace jitterscope::ui
