// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icon_action.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {
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
