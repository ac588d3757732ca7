// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/glossary.h"

#include <QWidget>

namespace jitterscope::ui {

/// Shows a word of the glossary, with a sentence and a small picture, at this point of the screen. A click
/// elsewhere or Escape closes it; it deletes itself. `word` must outlive it.
void showWord(const scene::Word& word, const QPoint& at, QWidget* parent);

} // namespace jitterscope::ui
