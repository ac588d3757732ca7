// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_device.h"

#include "core/picture/picture.h"

#include <QBuffer>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>

#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kInch = 25.4; // mm

QByteArray number(double value) {
    return QByteArray::fromStdString(svgNumber(value));
}

QByteArray attribute(const char* name, const QByteArray& value) {
    return QByteArrayLiteral(" ") + name + "=\"" + value + '"';
}

QByteArray escaped(const QString& text) {
    return text.toHtmlEscaped().toUtf8();
}

QByteArray dataOf(const QPainterPath& path) {
    QByteArray data;
    const auto point = [&](int i) {
        const QPainterPath::Element element = path.elementAt(i);
        return number(element.x) + ' ' + number(element.y);
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        switch (path.elementAt(i).type) {
        case QPainterPath::MoveToElement:
            data += 'M' + point(i);
            break;
        case QPainterPath::LineToElement:
            data += 'L' + point(i);
            break;
        case QPainterPath::CurveToElement:
            data += 'C' + point(i) + ' ' + point(i + 1) + ' ' + point(i + 2);
            i += 2;
            break;
        case QPainterPath::CurveToDataElement: // comes with the one before
            break;
        }
    }
    return data;
}

QByteArray colourOf(const char* what, const QColor& colour) {
    QByteArray text = attribute(what, colour.name().toLatin1());
    if (colour.alpha() < 255)
        text +=
            attribute(qPrintable(QLatin1String(what) + QStringLiteral("-opacity")), number(colour.alphaF()));
    return text;
}

QByteArray fillOf(const QBrush& brush) {
    return brush.style() == Qt::NoBrush ? QByteArrayLiteral(" fill=\"none\"")
                                        : colourOf("fill", brush.color());
}

QByteArray strokeOf(const QPen& pen) {
    if (pen.style() == Qt::NoPen)
        return {};
    const double width = pen.widthF() > 0 ? pen.widthF() : 1;
    QByteArray text = colourOf("stroke", pen.color()) + attribute("stroke-width", number(width));
    if (pen.style() != Qt::SolidLine) {
        QByteArrayList dashes;
        const QVector<qreal> pattern = pen.dashPattern();
        for (const qreal length : pattern)
            dashes << number(length * width);
        text += attribute("stroke-dasharray", dashes.join(' '));
    }
    if (pen.capStyle() != Qt::FlatCap)
        text += attribute("stroke-linecap", pen.capStyle() == Qt::RoundCap ? "round" : "square");
    if (pen.joinStyle() == Qt::RoundJoin || pen.joinStyle() == Qt::BevelJoin)
        text += attribute("stroke-linejoin", pen.joinStyle() == Qt::RoundJoin ? "round" : "bevel");
    return text;
}

} // namespace

class SvgEngine final : public QPaintEngine {
public:
    SvgEngine()
        : QPaintEngine(PrimitiveTransform | PixmapTransform | PainterPaths | Antialiasing | AlphaBlend |
                       ConstantOpacity | PatternBrush) {}

    [[nodiscard]] const QByteArray& shapes() const { return m_shapes; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {} // asked for when something is drawn
    [[nodiscard]] Type type() const override { return User; }

    void drawPath(const QPainterPath& path) override { write(path, painter()->brush()); }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path;
        path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
        path.moveTo(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode == PolylineMode)
            return write(path, Qt::NoBrush);
        path.closeSubpath();
        write(path, painter()->brush());
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QFont font = item.font();
        const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        QByteArray look = attribute("font-family", escaped(font.family())) +
                          attribute("font-size", number(QFontInfo(font).pixelSize())) +
                          colourOf("fill", painter()->pen().color());
        if (font.weight() != QFont::Normal)
            look += attribute("font-weight", QByteArray::number(font.weight()));
        if (font.italic())
            look += attribute("font-style", "italic");
        const QByteArray where = placed(box);
        m_shapes += "<text" + attribute("x", number(at.x())) + attribute("y", number(at.y())) + look + where +
                    " xml:space=\"preserve\">" + escaped(item.text()) + "</text>\n";
    }

    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags) override {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.copy(source.toRect()).save(&buffer, "PNG");
        const QByteArray where = placed(target);
        m_shapes += "<image" + attribute("x", number(target.x())) + attribute("y", number(target.y())) +
                    attribute("width", number(target.width())) +
                    attribute("height", number(target.height())) + where +
                    attribute("xlink:href", "data:image/png;base64," + png.toBase64()) + "/>\n";
    }

private:
    void write(const QPainterPath& path, const QBrush& ground) {
        const QPen pen = painter()->pen();
        const double more = pen.style() == Qt::NoPen ? 0 : pen.widthF() / 2;
        QByteArray look = fillOf(ground) + strokeOf(pen);
        if (path.fillRule() == Qt::OddEvenFill && ground.style() != Qt::NoBrush)
            look += attribute("fill-rule", "evenodd");
        const QByteArray where = placed(path.boundingRect().adjusted(-more, -more, more, more));
        m_shapes += "<path" + attribute("d", dataOf(path)) + look + where + "/>\n";
    }

    /// Transform, opacity and clip of something in this box.
    [[nodiscard]] QByteArray placed(const QRectF& box) {
        QByteArray text;
        const QTransform to = painter()->deviceTransform();
        if (!to.isIdentity())
            text += " transform=\"matrix(" + QByteArray::number(to.m11()) + ' ' +
                    QByteArray::number(to.m12()) + ' ' + QByteArray::number(to.m21()) + ' ' +
                    QByteArray::number(to.m22()) + ' ' + number(to.dx()) + ' ' + number(to.dy()) + ")\"";
        if (painter()->opacity() < 1)
            text += attribute("opacity", number(painter()->opacity()));
        if (!painter()->hasClipping())
            return text;
        const QPainterPath clip = painter()->clipPath();
        if (clip.contains(box))
            return text;
        const QByteArray data = dataOf(clip);
        auto known = m_clips.constFind(data);
        if (known == m_clips.constEnd()) {
            known = m_clips.insert(data, "clip" + QByteArray::number(m_clips.size() + 1));
            m_shapes += "<clipPath id=\"" + *known + "\"><path d=\"" + data + "\"/></clipPath>\n";
        }
        return text + attribute("clip-path", "url(#" + *known + ')');
    }

    QByteArray m_shapes;
    QHash<QByteArray, QByteArray> m_clips; // names by what they let through
};

SvgDevice::SvgDevice(QSize size, const QString& title)
    : m_size(size), m_title(title), m_engine(std::make_unique<SvgEngine>()) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
    return m_engine.get();
}

QByteArray SvgDevice::text() const {
    const QByteArray wide = QByteArray::number(m_size.width());
    const QByteArray high = QByteArray::number(m_size.height());
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"" +
           wide + "\" height=\"" + high + "\" viewBox=\"0 0 " + wide + ' ' + high + "\">\n<title>" +
           escaped(m_title) + "</title>\n" + m_engine->shapes() + "</svg>\n";
}

/// Texts are as large as on the screen.
int SvgDevice::metric(PaintDeviceMetric metric) const {
    const QScreen* screen = QGuiApplication::primaryScreen();
    const double dpi = screen == nullptr ? 96 : screen->logicalDotsPerInch();
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() * kInch / dpi));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() * kInch / dpi));
    case PdmNumColors:
        return 0x7fffffff;
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return static_cast<int>(std::lround(dpi));
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace jitterscope::ui
