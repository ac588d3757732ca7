// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"

#include <QWidget>

namespace jitterscope::ui {

/// What a lab lets one see move, press or hear with one's own senses, from the result of the work: null where
/// it has nothing of the kind. Nothing of it begins before it is asked to, and it rests while it is hidden.
/// To add one: a file pair, and a line in sensed.cpp.
[[nodiscard]] QWidget* makeSensed(LabWork& work);

} // namespace jitterscope::ui
