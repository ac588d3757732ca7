// SPDX-License-Identifier: GPL-3.0-or-later
// Desktops of Linux have the tasks from the desktop file, recent files from the program's own menu, and
// colours from Qt.
#include "ui/desktop/desktop.h"

namespace jitterscope::ui::desktop {

void showProgress(const QWidget&, std::optional<double>) {}

bool offerToOpen(const QStringList&) {
    return false;
}

bool wantsHighContrast() {
    return false;
}

bool fileDialogsBlock() {
    return false;
}

void setDarkTitleBars(bool) {}

} // namespace jitterscope::ui::desktop
