// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/colour_map.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {

QColor mapColour(double share) {
    // Nuñez, Anderton and Renslow 2018, at ninths; straight lines between.
    static constexpr std::array<QRgb, 10> kAnchors{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                                   0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
    const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * (kAnchors.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
    return mixed(QColor(kAnchors[low + 1]), QColor(kAnchors[low]), at - static_cast<double>(low));
}

} // namespace jitterscope::ui
