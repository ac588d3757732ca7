// SPDX-License-Identifier: MIT
#include "core/attach/blocked_looks.h"

#include "core/attach/call_catalog.h"
#include "core/attach/kernel_files.h"

#include <algorithm>
#include <functional>

namespace jitterscope {
namespace {

constexpr std::size_t kMostThreads = 16; // of a program; the main thread is the first
constexpr std::size_t kMostLooks = 2'000'000;
constexpr std::size_t kMostObjects =
    500; // a program may write ever new files; of further ones the call counts

/// When the thread waited in calls that are listened to.
BlockedLooks::Times waitsOf(const HeardThread& thread) {
    BlockedLooks::Times waits;
    for (const listen::Row& row : thread.rows) {
        const CallEntry* const entry = findCall(row.call);
        if (entry != nullptr && (entry->kind == CallKind::Sleep || entry->kind == CallKind::Event))
            waits.emplace_back(row.begin, row.end);
    }
    std::ranges::sort(waits);
    return waits;
}

/// Whether one of the times holds `time`. `at`: where to begin, and then where to go on for a later time.
bool holds(const BlockedLooks::Times& times, std::int64_t time, std::size_t& at) {
    while (at < times.size() && times[at].second <= time)
        ++at;
    return at < times.size() && times[at].first <= time;
}

} // namespace

void BlockedLooks::look(std::int64_t now, const std::vector<HeardProgram>& programs) {
    const std::int64_t begin = monotonicNow();
    for (const HeardProgram& program : programs) {
        std::size_t seen = 0;
        for (const HeardThread& thread : program.threads) {
            if (program.ended || program.process == 0 || thread.rows.empty() || seen == kMostThreads)
                continue;
            ++seen;
            // The time of this look, not of the first: the waits that are left out are told by it.
            const std::int64_t time = now + (monotonicNow() - begin);
            take(time, program.process, thread.thread, blockedCall(program.process, thread.thread));
        }
    }
    m_pace.looked(now, monotonicNow() - begin);
}

void BlockedLooks::take(std::int64_t now, std::int32_t process, std::int32_t thread,
                        const std::optional<BlockedCall>& in) {
    if (m_looks.size() == kMostLooks)
        return;
    Look look{now, process, thread, 0};
    if (in) {
        const BlockedCall call = m_calls.size() < kMostObjects ? *in : BlockedCall{in->call};
        const auto place = std::ranges::find(m_calls, call);
        look.call = static_cast<std::size_t>(place - m_calls.begin()) + 1;
        if (place == m_calls.end())
            m_calls.push_back(call);
    }
    m_looks.push_back(look);
}

SeenAll BlockedLooks::during(const Times& times, std::int32_t process, const HeardThread& thread) const {
    const Times waits = waitsOf(thread);
    std::vector<std::size_t> counts(m_calls.size());
    SeenAll seen;
    std::size_t atTime = 0;
    std::size_t atWait = 0;
    for (const Look& look : m_looks) {
        if (look.process != process || look.thread != thread.thread || !holds(times, look.time, atTime) ||
            holds(waits, look.time, atWait))
            continue;
        ++seen.looks;
        if (look.call != 0)
            ++counts[look.call - 1];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            seen.calls.push_back({m_calls[i], counts[i]});
    }
    std::ranges::stable_sort(seen.calls, std::greater{}, &SeenBlocked::looks);
    return seen;
}

} // namespace jitterscope
