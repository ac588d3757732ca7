// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QByteArray>

namespace jitterscope::ui {

/// A report as PDF: A4, or letter where inches are used. Pictures are vectors in the light theme, pages are
/// numbered, and sections that are folded elsewhere are open.
/// * On the GUI thread.
[[nodiscard]] QByteArray reportPdf(const Document& document);

} // namespace jitterscope::ui
