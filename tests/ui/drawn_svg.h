// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QPainter>
#include <QXmlStreamReader>

#ifdef QT_SVG_LIB
#include <QSvgRenderer>
#endif

namespace jitterscope::ui {

/// The programs need no reader of SVG; tests have Qt's, where it is. It knows SVG Tiny 1.2.
#ifdef QT_SVG_LIB
constexpr bool kSvgIsDrawn = true;
#else
constexpr bool kSvgIsDrawn = false;
#endif

/// As that reader draws it, without a size in its own; null: it does not.
[[nodiscard]] inline QImage drawnSvg(const QByteArray& svg, QSize size = {},
                                     const QColor& ground = Qt::magenta) {
#ifdef QT_SVG_LIB
    QSvgRenderer renderer(svg);
    if (!renderer.isValid())
        return {};
    QImage image(size.isValid() ? size : renderer.defaultSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(ground);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
#else
    Q_UNUSED(svg)
    Q_UNUSED(size)
    Q_UNUSED(ground)
    return {};
#endif
}

/// Whether it is one, as far as can be told here.
[[nodiscard]] inline bool isSvg(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    const bool named = reader.readNextStartElement() && reader.name() == QLatin1String("svg");
    while (!reader.atEnd())
        reader.readNext();
    return named && !reader.hasError() && (!kSvgIsDrawn || !drawnSvg(svg, {8, 8}).isNull());
}

} // namespace jitterscope::ui
