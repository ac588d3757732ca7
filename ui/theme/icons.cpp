// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/svg_icon.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

namespace jitterscope::ui {
namespace {

QByteArray source(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap paintedIcon(const QByteArray& svg, int size) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    [[maybe_unused]] const bool known = paintIcon(painter, svg, QRectF(0, 0, size, size));
    Q_ASSERT(known);
    return pixmap;
}

/// Drawn once, as long as Qt's cache has room. Icons that are made again then share their pixmaps, and Qt
/// finds again what it has scaled.
QPixmap drawn(const QString& name, const QColor& colour, int size) {
    const QString key = QStringLiteral("jitterscope/%1/%2/%3").arg(name, colour.name()).arg(size);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QByteArray svg = source(name);
    svg.replace("currentColor", colour.name().toLatin1());
    pixmap = paintedIcon(svg, size);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

QIcon themedIcon(const QString& name, const QColor& colour) {
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48}) {
        icon.addPixmap(drawn(name, colour, size));
        icon.addPixmap(drawn(name, tokens().border, size), QIcon::Disabled);
    }
    return icon;
}

QIcon themedIcon(const QString& name) {
    return themedIcon(name, tokens().text);
}

QIcon programIcon() {
    const QByteArray svg = source(QStringLiteral("org.jitterscope.Jitterscope"));
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 40, 48, 64, 128, 256})
        icon.addPixmap(paintedIcon(svg, size));
    return icon;
}

} // namespace jitterscope::ui
