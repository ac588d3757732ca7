// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

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

namespace {

constexpr const char* kIcon = "icon_name";

} // namespace

QAction* iconAction(QObject* parent, const char* name, const QString& text, const char* icon,
                    const QKeySequence& key, const QString& tip) {
    auto* action = new QAction(text, parent);
    action->setObjectName(QLatin1String(name));
    action->setProperty(kIcon, QLatin1String(icon));
    action->setShortcut(key);
    const QString shown = key.toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, shown));
    return action;
}

void refreshIcon(QAction& action) {
    const QString icon = action.property(kIcon).toString();
    if (icon.isEmpty())
        return;
    const bool primary = action.property("primary").toBool();
    action.setIcon(primary ? themedIcon(icon, tokens().onAccent) : themedIcon(icon));
}

void setIconName(QAction& action, const QString& icon) {
    action.setProperty(kIcon, icon);
    refreshIcon(action);
}

} // namespace jitterscope::ui
