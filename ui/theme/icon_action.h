// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QString>

namespace jitterscope::ui {

/// An action with an icon of the theme. `name`: of the object; `icon`: empty for none. Its tooltip names the
/// key. With the property `primary` set it is drawn for a coloured ground.
[[nodiscard]] QAction* iconAction(QObject* parent, const char* name, const QString& text, const char* icon,
                                  const QKeySequence& key, const QString& tip);
/// To be called when it has been made, and when the theme has changed.
void refreshIcon(QAction& action);
/// Another icon of the theme.
void setIconName(QAction& action, const QString& icon);

} // namespace jitterscope::ui
