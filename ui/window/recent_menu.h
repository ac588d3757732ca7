// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings.h"

#include <QMenu>
#include <QObject>

namespace jitterscope::ui {

/// Fills a menu with recentFiles() each time it opens, and with a line that forgets them.
class RecentMenu final : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    RecentMenu(QMenu& menu, Settings& settings);

signals:
    void chosen(const QString& path);
    void forgotten();

private:
    void fill();

    QMenu& m_menu;
    Settings& m_settings;
};

} // namespace jitterscope::ui
