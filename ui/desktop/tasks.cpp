// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/desktop.h"

#include <QCoreApplication>

namespace jitterscope::ui::desktop {

std::span<const Task> tasks() {
    static constexpr Task kTasks[] = {
        {QT_TRANSLATE_NOOP("Desktop", "Measure"), "--page live --start"},
        {QT_TRANSLATE_NOOP("Desktop", "Diagnose"), "--page diagnosis"},
        {QT_TRANSLATE_NOOP("Desktop", "Compare"), "--page compare"},
        {QT_TRANSLATE_NOOP("Desktop", "Your program"), "--page program"},
    };
    return kTasks;
}

} // namespace jitterscope::ui::desktop
