// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "ui/pages/labs/lab_work.h"

#include <span>

namespace jitterscope::ui {

/// A sheet for the student: their settings and prediction, the picture at its moment, the questions with room
/// to write. The answer stands in it only where the run has been unlocked. Each lab takes two pages, A4 or
/// letter.
/// * GUI thread, for the fonts. Figures are in the colours of paper.
[[nodiscard]] Document workSheet(std::span<const LabWork* const> labs);

/// No line of its paragraphs ends between a number and its unit.
void keepUnits(Document& document);

} // namespace jitterscope::ui
