// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QByteArray>
#include <QColor>
#include <QIcon>
#include <QKeySequence>
#include <QRectF>
#include <QString>

class QPainter;

namespace jitterscope::ui {

/// The icon `:/icons/<name>.svg` with `currentColor` replaced; when disabled, in the colour of edges. Ask
/// again when the theme changes.
[[nodiscard]] QIcon themedIcon(const QString& name, const QColor& colour);
/// The same in the colour of text.
[[nodiscard]] QIcon themedIcon(const QString& name);
/// The program's own icon.
[[nodiscard]] QIcon programIcon();

/// Paints an icon of resources/icons, of which it knows what they use: paths, boxes with round corners and
/// circles, with fill and stroke as attributes. False: there is something else in it.
[[nodiscard]] bool paintIcon(QPainter& painter, const QByteArray& svg, const QRectF& target);

/// An action with an icon of the theme. `name`: of the object; `icon`: empty for none. Its tooltip names the
/// key. With the property `primary` set it is drawn for a coloured ground.
[[nodiscard]] QAction* iconAction(QObject* parent, const char* name, const QString& text, const char* icon,
                                  const QKeySequence& key, const QString& tip);
/// To be called when it has been made, and when the theme has changed.
void refreshIcon(QAction& action);
/// Another icon of the theme.
void setIconName(QAction& action, const QString& icon);

} // namespace jitterscope::ui
