// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings.h"

#include <QStringList>

namespace jitterscope::ui {

/// Files that were opened, or saved to be opened again, the newest first: at most ten, as whole paths. They
/// may be gone by now.
[[nodiscard]] QStringList recentFiles(const Settings& settings, Setting list = Setting::RecentFiles);
/// Puts a file at the front.
void rememberFile(Settings& settings, const QString& path, Setting list = Setting::RecentFiles);

} // namespace jitterscope::ui
