// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace jitterscope::ui {

/// The kinds of file that a picture can be saved as. Data: what is drawn, as CSV.
enum class PictureFile { Png, Svg, Pdf, Data };

[[nodiscard]] QString suffixOf(PictureFile kind); ///< `png`

} // namespace jitterscope::ui
