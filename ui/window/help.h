// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <string>

namespace jitterscope::ui {

/// Keys and words, in a window of its own. It blocks nothing and deletes itself.
[[nodiscard]] QDialog* makeHelp(QWidget* parent);

/// versionsText() with Qt's version.
[[nodiscard]] std::string versions();
/// What this is and how it is licensed, and versions() to copy, in such a window.
[[nodiscard]] QDialog* makeAbout(QWidget* parent);

/// The changelog's part about this version, in such a window.
[[nodiscard]] QDialog* makeNews(QWidget* parent);

/// The messages of the window, newest first, in such a window.
[[nodiscard]] QDialog* makeMessages(const QStringList& messages, QWidget* parent);

} // namespace jitterscope::ui
