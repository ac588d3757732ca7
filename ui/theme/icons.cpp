// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace jitterscope::ui {
namespace {

QPixmap drawn(const QByteArray& svg, const QColor& colour, int size) {
    QByteArray source = svg;
    source.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(source);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QByteArray source(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QIcon themedIcon(const QString& name, const QColor& colour) {
    const QByteArray svg = source(name);
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48}) {
        icon.addPixmap(drawn(svg, colour, size));
        icon.addPixmap(drawn(svg, tokens().border, size), QIcon::Disabled);
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
