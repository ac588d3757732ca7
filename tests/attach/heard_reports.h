// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "tests/attach/heard_rows.h"

#include <algorithm>

namespace jitterscope {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kPeriod = 16 * kMs;

inline AttachReport reportOf(HeardRows& rows) {
    AttachReport report;
    report.program = "game";
    report.programs = programOf({rows.thread()});
    findLoop(report, std::nullopt);
    return report;
}

/// A loop that sleeps what is left; each frame's wake-up and work as they are given.
template <typename Late, typename Work>
AttachReport relativeLoop(int frames, Work workOf, Late lateOf, bool queued = false) {
    HeardRows rows;
    for (int i = 0; i < frames; ++i) {
        const std::int64_t work = workOf(i);
        const std::int64_t late = lateOf(i);
        rows.work(work);
        rows.wait(listen::Call::Nanosleep, std::max<std::int64_t>(0, kPeriod - work), late,
                  queued ? late : 0);
    }
    return reportOf(rows);
}

inline constexpr auto kSteadyWork = [](int) { return 4 * kMs; };

/// A reading at `now`: how long something stood in the run queue, or was stopped by a quota, so far.
inline listen::Row readingOf(std::int64_t now, std::int64_t soFar) {
    listen::Row row;
    row.call = listen::Call::Reading;
    row.begin = row.end = now;
    row.asked = soFar;
    return row;
}

/// The server that shows the windows of a program: its time in the run queue is read now and then.
class DisplayServer {
public:
    void read(std::int64_t now, std::int64_t queued) { m_thread.rows.push_back(readingOf(now, queued)); }
    [[nodiscard]] const HeardThread& thread() const noexcept { return m_thread; }

private:
    HeardThread m_thread{.thread = 7, .name = "Xorg", .main = false, .rows = {}, .lost = 0};
};

} // namespace jitterscope
