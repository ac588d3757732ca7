// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace jitterscope::ui {
namespace {

QByteArray source(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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
    QSvgRenderer renderer(svg);
    pixmap = QPixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
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
    return QIcon(QStringLiteral(":/icons/org.jitterscope.Jitterscope.svg"));
}

} // namespace jitterscope::ui
