// SPDX-License-Identifier: MIT
#include "core/diagnosis/words.h"

#include "core/base/parse.h"

namespace jitterscope {

std::string sharePercent(double share) {
    const double percent = 100 * share;
    const double rest = 100 - percent; // near 100 % the digits of what is missing matter
    int decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3;
    if (percent > 99 && rest > 0)
        decimals = rest >= 0.1 ? 1 : rest >= 0.01 ? 2 : 3;
    std::string text = decimalText(percent, decimals);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0')
            text.pop_back();
        if (text.back() == '.')
            text.pop_back();
    }
    return text + " %";
}

} // namespace jitterscope
