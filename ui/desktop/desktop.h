// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>
#include <span>

class QWidget;

// What the system shows of the program outside its window, and how it wants windows to look. The only room of
// ui with calls of a system: a file a system. GUI thread only. A system that has no such thing does nothing.
namespace jitterscope::ui::desktop {

/// Something to do that is offered where the program is started from.
struct Task {
    const char* title;     ///< for people
    const char* arguments; ///< of the program, separated by blanks
};

/// The same as the actions of resources/org.jitterscope.Jitterscope.desktop.
[[nodiscard]] std::span<const Task> tasks();

/// Shows on the program's button in the taskbar how far long work is, 0 … 1; nothing: there is none.
void showProgress(const QWidget& window, std::optional<double> done);

/// Offers tasks() and files to open, the newest first, in the menu of the program's button in the taskbar.
/// No files: nothing of former ones stays. False: the system has no such menu, or refused.
bool offerToOpen(const QStringList& files);

/// Whether the user has told the system that all programs shall have high contrast.
[[nodiscard]] bool wantsHighContrast();

/// Whether the system's own dialogs for files can only be had where they block the window that asks: else Qt
/// shows one of its own.
[[nodiscard]] bool fileDialogsBlock();

/// Title bars of all windows, those that are opened later too, become dark or light.
void setDarkTitleBars(bool dark);

} // namespace jitterscope::ui::desktop
