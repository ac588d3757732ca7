// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard.h"
#include "core/attach/kernel_files.h"
#include "core/platform/other_program.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jitterscope {

/// How often a thread was seen blocked in the same call.
struct SeenBlocked {
    BlockedCall in;
    std::size_t looks = 0;
};
/// Where a thread was blocked while its frames were long, outside of the waits that are listened to.
struct SeenAll {
    std::vector<SeenBlocked> calls; ///< the one that was seen most comes first
    std::size_t looks = 0;          ///< number of all looks in that time, on a processor or ready to run too
};

/// Where the threads of programs are blocked, from look to look. One thread.
class BlockedLooks {
public:
    using Times = std::vector<std::pair<std::int64_t, std::int64_t>>; ///< begin and end, ns, ascending

    /// Whether it is time to look again: so that looking takes one hundredth of the time, and 10 … 200 ms
    /// apart.
    [[nodiscard]] bool due(std::int64_t now) const noexcept { return m_pace.due(now); }
    /// Looks at the threads that have called something.
    void look(std::int64_t now, const std::vector<HeardProgram>& programs);
    /// The same with what was seen of one thread. `now`: CLOCK_MONOTONIC, ns, ascending. `in`: absent if it
    /// was not blocked.
    void take(std::int64_t now, std::int32_t process, std::int32_t thread,
              const std::optional<BlockedCall>& in);

    /// What was seen of a thread of this process in these times, but for its waits that are listened to.
    [[nodiscard]] SeenAll during(const Times& times, std::int32_t process, const HeardThread& thread) const;

private:
    struct Look {
        std::int64_t time = 0;
        std::int32_t process = 0;
        std::int32_t thread = 0;
        std::size_t call = 0; ///< index in m_calls, plus one; 0: it was not blocked
    };
    std::vector<Look> m_looks;
    std::vector<BlockedCall> m_calls;
    LookPace m_pace{10'000'000, 200'000'000};
};

} // namespace jitterscope
