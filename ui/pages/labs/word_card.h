// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/glossary.h"

#include <QWidget>

namespace jitterscope::ui {

/// A word of the glossary: a sentence and a small picture, at a place of the screen. A click anywhere closes
/// it, Escape as well; it deletes itself.
void showWord(const scene::Word& word, const QPoint& at, QWidget* parent);

} // namespace jitterscope::ui
