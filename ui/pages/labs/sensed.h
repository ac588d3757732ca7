// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"

#include <QWidget>

namespace jitterscope::ui {

/// The card on which the user can see, press or hear the result of a lab. Null: the lab has none. It does
/// nothing before the user asks, nor while it is hidden. To add one: write its two files, and add a line to
/// sensed.cpp.
[[nodiscard]] QWidget* makeSensed(LabWork& work);

} // namespace jitterscope::ui
