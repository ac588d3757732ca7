// SPDX-License-Identifier: MIT
#include "core/diagnosis/words.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

std::string signedNumber(double value, int decimals) {
    return (value < 0 ? "−" : "+") + decimalText(std::abs(value), decimals);
}

} // namespace

std::string sharePercent(double share) {
    const double percent = 100 * share;
    const double rest = 100 - percent; // near 100 % the digits of the rest matter
    int decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3;
    constexpr int kMostDecimals = 9;
    if (percent > 0 && percent < 0.001)
        decimals = std::min(static_cast<int>(std::ceil(-portable::log10(percent))), kMostDecimals);
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

std::string cpuWords(double percent) {
    constexpr double kLeast = 0.05;
    return percent < kLeast ? "below 0.1 %" : decimalText(percent, 1) + " %";
}

std::string windowOnProcessorText(double share) {
    return "This program's window used " + sharePercent(share) + " of the measured processor's time.";
}

std::string queueNote(const LoopEvidence& loop) {
    if (loop.plan.simulated() || loop.anatomy.framesWithQueue() >= loop.anatomy.frames())
        return {};
    return std::string("How long it waited in the run queue could not be read") +
           (loop.anatomy.framesWithQueue() > 0 ? " of every frame" : "") +
           ". That time stands in the other rows, so they do not tell the cause.";
}

std::string intervalText(const std::optional<Share>& difference, double scale, int decimals) {
    if (!difference)
        return "–";
    return signedNumber(difference->value * scale, decimals) + " (" +
           signedNumber(difference->interval.low * scale, decimals) + " … " +
           signedNumber(difference->interval.high * scale, decimals) + ")";
}

std::string differenceText(const std::optional<Share>& difference, double scale, int decimals) {
    const bool shown = difference && (difference->interval.low > 0 || difference->interval.high < 0);
    return shown ? intervalText(difference, scale, decimals) : "–";
}

} // namespace jitterscope
