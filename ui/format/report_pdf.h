// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QByteArray>

namespace jitterscope::ui::format {

/// A report as a PDF file.
[[nodiscard]] QByteArray reportPdf(const Document& document);

} // namespace jitterscope::ui::format
