// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Maps values to px, linearly or by decades. A value beyond an end is put on that end.
class Scale {
public:
    [[nodiscard]] static Scale linear(double low, double high, double from, double to) noexcept;
    /// `low` and `high` above 0.
    [[nodiscard]] static Scale decades(double low, double high, double from, double to) noexcept;

    [[nodiscard]] double at(double value) const noexcept;
    [[nodiscard]] bool contains(double value) const noexcept;

private:
    /// Where the value lies: 0 … 1 inside the scale.
    [[nodiscard]] double part(double value) const noexcept;

    double m_low = 0;
    double m_high = 1;
    double m_from = 0;
    double m_to = 1;
    bool m_decades = false;
};

// Where axes are labelled: in the window, in reports and on the terminal.

/// The smallest of 1, 2, 5 · 10^n that is not below `rough`; 1 for what is not a positive number.
[[nodiscard]] double niceStep(double rough);
/// Decimals that tell steps of this size apart, 0 … 9. `step` > 0.
[[nodiscard]] int stepDecimals(double step);
/// The multiples of a nice step within `low` … `high`, at most `most` + 1 of them. Empty for an empty or
/// infinite range.
[[nodiscard]] std::vector<double> roundTicks(double low, double high, int most);
/// Powers of ten within `low` … `high`: each, or every second, third, …, so that they are no more than `most`
/// + 1. 0 < low < high.
[[nodiscard]] std::vector<double> decadeTicks(double low, double high, int most);

/// A tick's value in as few digits as it needs: 0.2 and 5, no 0.30000000000000004.
[[nodiscard]] std::string tickText(double value);

/// One unit for a whole axis of times.
struct TimeUnit {
    double nanoseconds = 1;
    std::string_view name = "ns";
};
/// The unit in which times up to `largest` ns are labelled.
[[nodiscard]] TimeUnit timeUnit(double largest) noexcept;
/// The unit in which the frame times of a loop are labelled: ms for periods of 1 ms and more, otherwise µs.
[[nodiscard]] TimeUnit frameTimeUnit(double period) noexcept;

/// What an axis shows.
struct Range {
    double low = 0;
    double high = 1;

    [[nodiscard]] double span() const noexcept { return high - low; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// One labelled grid line, in the coordinates of its axis.
struct LabelledTick {
    double at = 0;
    std::string label;
};
/// Makes at most about `most` ticks for what an axis shows.
using TickLabels = std::function<std::vector<LabelledTick>(Range range, int most)>;
/// Says what an axis shows, unit included.
using RangeTitle = std::function<std::string(Range)>;

/// The range widened to whole steps, of which the range itself has about `most`.
[[nodiscard]] Range niceRange(Range range, int most);

/// Plain numbers, `scale` of the axis to one of the label: 1e6 shows ns as ms.
[[nodiscard]] TickLabels numberLabels(std::string_view suffix = {}, double scale = 1);
/// Deviations from a period, ns. Labelled as frame times (16.665) while four decimals tell them apart, as
/// deviations (+0.2) where the picture is narrower than that.
[[nodiscard]] TickLabels frameTimeLabels(double period);
[[nodiscard]] RangeTitle frameTimeTitle(double period);
/// Powers of ten, times `unit` ns, as times: 1 µs, 10 µs, … 1 s.
[[nodiscard]] TickLabels decadeTimeLabels(double unit);

} // namespace jitterscope
