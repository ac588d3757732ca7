// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "ui/pages/labs/lab_work.h"

#include <span>

namespace jitterscope::ui {

/// A sheet for a student: settings and prediction, the picture at its current moment, and the questions with
/// room to write. It has the answer only if the run has been unlocked. Each lab takes two pages, A4 or
/// letter.
/// * GUI thread, for the fonts. Figures are in the colours of paper.
[[nodiscard]] Document workSheet(std::span<const LabWork* const> labs);

/// Changes the document so that no line of a paragraph ends between a number and its unit.
void keepUnits(Document& document);

} // namespace jitterscope::ui
