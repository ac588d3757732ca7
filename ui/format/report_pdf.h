// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QByteArray>

namespace jitterscope::ui::format {

/// A report on paper: A4, or letter where inches are used; figures as vector pictures; page numbers; sections
/// that are folded elsewhere are open. Its figures must have SvgTheme::Light: Qt draws plain attributes
/// alone.
/// * On the GUI thread.
[[nodiscard]] QByteArray reportPdf(const Document& document);

} // namespace jitterscope::ui::format
