// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

namespace jitterscope::ui {

/// Keys and words, in a window of its own that blocks nothing; deletes itself.
[[nodiscard]] QDialog* makeHelp(QWidget* parent);

/// What the window has said, the newest first; likewise.
[[nodiscard]] QDialog* makeMessages(const QStringList& messages, QWidget* parent);

} // namespace jitterscope::ui
