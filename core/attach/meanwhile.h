// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/kernel_files.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// Another program, and how much of a processor it used while frames were long.
struct RanMeanwhile {
    std::string name; ///< of the program; several processes of one name are together
    double share = 0; ///< of that time; 1: a whole processor
};

/// Which other programs run, from look to look. One thread.
class Meanwhile {
public:
    /// The processor time of one process so far, ns.
    struct Process {
        std::int32_t number = 0;
        std::int64_t ran = 0;
    };
    /// What was used between two looks, ns, by the place of the name in names().
    struct Interval {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::map<std::size_t, std::int64_t> used;
    };

    using Times = std::vector<std::pair<std::int64_t, std::int64_t>>;

    /// Whether it is time to look again: so that looking takes one hundredth of the time, and 20 … 500 ms
    /// apart.
    [[nodiscard]] bool due(std::int64_t now) const noexcept { return m_pace.due(now); }
    /// Looks at all processes but these. `now`: CLOCK_MONOTONIC, ns.
    void look(std::int64_t now, const std::set<std::int32_t>& leftOut);
    /// The same with what was seen. `nameOf`: called once for each process.
    void take(std::int64_t now, const std::vector<Process>& seen,
              const std::function<std::string(std::int32_t)>& nameOf);

    /// The programs that used most while it was one of these times (begin and end, ns, ascending): at most
    /// `most`, each with one hundredth of a processor or more. A program counts in a look's interval by the
    /// part of it that lies in such a time.
    [[nodiscard]] std::vector<RanMeanwhile> during(const Times& times, std::size_t most) const;
    /// What all of them together used of that time; 1: a whole processor. Absent: nobody looked then.
    [[nodiscard]] std::optional<double> allDuring(const Times& times) const;

private:
    /// Processor time by the place of the name in m_names, and the length of the times in which was looked;
    /// ns.
    struct Used {
        std::vector<double> byName;
        double whole = 0;
    };
    [[nodiscard]] Used usedDuring(const Times& times) const;
    struct Known {
        std::size_t name = 0;
        std::int64_t ran = 0;
    };
    std::map<std::int32_t, Known> m_known;
    std::vector<std::string> m_names;
    std::vector<Interval> m_intervals;
    std::int64_t m_latest = 0;
    LookPace m_pace{20'000'000, 500'000'000};
};

} // namespace jitterscope
