// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recent_menu.h"

#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/session/recent_files.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace jitterscope::ui {

RecentMenu::RecentMenu(QMenu& menu, Settings& settings) : QObject(&menu), m_menu(menu), m_settings(settings) {
    connect(&menu, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

void RecentMenu::fill() {
    m_menu.clear();
    const QStringList paths = recentFiles(m_settings);
    const auto nameOf = [](const QString& path) { return QFileInfo(path).fileName(); };
    for (const QString& path : paths) {
        const QString name = format::shortName(nameOf(path));
        const QString folder = format::shortName(QFileInfo(path).absoluteDir().dirName());
        const bool alone = std::ranges::count(paths, nameOf(path), nameOf) == 1;
        m_menu
            .addAction(alone ? name : tr("%1 in %2").arg(name, folder), this,
                       [this, path] { emit chosen(path); })
            ->setToolTip(format::shown(QDir::toNativeSeparators(path)));
    }
    m_menu.addSeparator();
    m_menu.addAction(tr("&Forget these"), this, [this] {
        m_settings.set(Setting::RecentFiles, QString());
        emit forgotten();
    });
}

} // namespace jitterscope::ui
