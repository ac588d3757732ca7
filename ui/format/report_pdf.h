// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QByteArray>

namespace jitterscope::ui::format {

/// A report on paper: A4, or letter where inches are used; figures as vector pictures; page numbers; sections
/// that are folded elsewhere are open. Figures for light and dark are drawn as in the light: Qt takes their
/// plain attributes and leaves their style sheet alone.
/// * On the GUI thread.
[[nodiscard]] QByteArray reportPdf(const Document& document);

} // namespace jitterscope::ui::format
