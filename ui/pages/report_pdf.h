// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QByteArray>

namespace jitterscope::ui {

/// A report on paper: A4, or letter where inches are used; pictures as vectors, in the light; page numbers;
/// sections that are folded elsewhere are open.
/// * On the GUI thread.
[[nodiscard]] QByteArray reportPdf(const Document& document);

} // namespace jitterscope::ui
