// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace jitterscope::ui {

/// Keys and words, in a window of its own that blocks nothing; deletes itself.
[[nodiscard]] QDialog* makeHelp(QWidget* parent);

} // namespace jitterscope::ui
