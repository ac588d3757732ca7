// SPDX-License-Identifier: MIT
#include "app/cli/text_histogram.h"

#include "app/cli/text_table.h"
#include "core/base/said.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace jitterscope::cli {
namespace {

constexpr std::int64_t kMostLines = 12;
constexpr std::uint64_t kBarWidth = 40;

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/// The smallest round step with which kMostLines − 1 steps cover `range`.
std::int64_t stepOf(std::int64_t range) {
    const double rough = static_cast<double>(range + 1) / static_cast<double>(kMostLines - 1);
    return std::llround(niceStep(std::max(rough, 1.0)));
}

std::string bar(std::uint64_t count, std::uint64_t most, bool unicode) {
    constexpr std::array<const char*, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const std::uint64_t eighths = (count * kBarWidth * 8 + most - 1) / most;
    std::string text;
    for (std::uint64_t i = 0; i < eighths / 8; ++i)
        text += unicode ? "█" : "#";
    if (unicode)
        return text + kEighths[eighths % 8];
    return text + (eighths % 8 >= 4 || (eighths > 0 && eighths < 8) ? "#" : "");
}

struct Line {
    std::string label;
    std::uint64_t count = 0;
};

std::vector<Line> countLines(const Histogram& histogram) {
    const std::int64_t low = *histogram.percentile(0.01);
    const std::int64_t high = *histogram.percentile(0.99);
    const std::int64_t step = stepOf(high - low);
    const std::int64_t begin = floorTo(low, step);
    const std::int64_t bins = (floorTo(high, step) - begin) / step + 1;
    std::vector<Line> lines(static_cast<std::size_t>(bins) + 2);
    for (std::int64_t i = 0; i < bins; ++i)
        lines[static_cast<std::size_t>(i) + 1].label =
            "≥ " + said::duration(static_cast<double>(begin + i * step));
    lines.front().label = "less";
    lines.back().label = "≥ " + said::duration(static_cast<double>(begin + bins * step));
    for (const Histogram::Bucket& bucket : histogram.buckets()) {
        const std::int64_t middle = bucket.lower + (bucket.upper - bucket.lower) / 2;
        const std::int64_t place = std::clamp<std::int64_t>(
            middle < begin ? 0 : (floorTo(middle, step) - begin) / step + 1, 0, bins + 1);
        lines[static_cast<std::size_t>(place)].count += bucket.count;
    }
    if (lines.back().count == 0)
        lines.pop_back();
    if (lines.front().count == 0)
        lines.erase(lines.begin());
    return lines;
}

} // namespace

Lines textHistogram(const Histogram& histogram, bool unicode) {
    if (histogram.count() < 2)
        return {};
    const std::vector<Line> lines = countLines(histogram);
    std::size_t width = 0;
    std::uint64_t most = 1;
    for (const Line& line : lines) {
        width = std::max(width, displayWidth(line.label));
        most = std::max(most, line.count);
    }
    Lines text;
    for (const Line& line : lines)
        text.add("  " + std::string(width - displayWidth(line.label), ' ') + line.label + "  " +
                 bar(line.count, most, unicode) + (line.count > 0 ? " " : "") + std::to_string(line.count));
    return text;
}

} // namespace jitterscope::cli
