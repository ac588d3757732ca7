// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

#include <QString>
#include <QStringList>

namespace jitterscope {

/// The options that `jitterscope` was called with.
struct GuiOptions {
    ui::WindowOptions window;
    bool help = false;
    bool version = false;
    bool verbose = false; ///< with `version`: and what it runs on
    QString error;        ///< one line that names the option and what it takes; empty: there is no error
};

/// `arguments` with the program's name first. Needs no application and no display.
[[nodiscard]] GuiOptions parseOptions(const QStringList& arguments);
[[nodiscard]] QString helpText();

} // namespace jitterscope
