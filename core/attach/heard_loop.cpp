// SPDX-License-Identifier: MIT
#include "core/attach/heard_loop.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr double kPollsFrom = 4;                 // timed waits in a frame
constexpr std::int64_t kLongestPoll = 5'000'000; // ns
constexpr double kHardlyWaits = 0.04;            // of the frame time
constexpr double kDrawsInPresent = 0.7;          // of the time in presents and waits for others
constexpr double kComputesThroughout = 0.85;     // of the frame time, on a processor or ready to run
constexpr double kMostlyComputes = 0.5;          // of the frame time, likewise
constexpr double kPresentWaits = 0.2;            // of the frame time, in presents
constexpr std::int64_t kMillisecond = 1'000'000; // ns
constexpr std::int64_t kStartUp = 1'000'000'000; // ns in which a program loads …
constexpr std::int64_t kLongEnoughToLeaveOut = 4 * kStartUp; // … left out if so much was heard
constexpr double kPauseFactor = 8; // a frame longer than so many medians is a pause: a menu, a loading screen

/// The readings of a thread's counters, looked up in order of time.
class Readings {
public:
    explicit Readings(const std::vector<Row>& rows) {
        for (const Row& row : rows) {
            if (row.call == Call::Reading)
                m_rows.push_back(&row);
        }
    }
    /// The first reading at or after `at`; null: none. Each call must have a later `at` than the one before.
    const Row* from(std::int64_t at) {
        while (m_next < m_rows.size() && m_rows[m_next]->begin < at)
            ++m_next;
        return m_next < m_rows.size() ? m_rows[m_next] : nullptr;
    }

private:
    std::vector<const Row*> m_rows;
    std::size_t m_next = 0;
};

/// Mesa's threads that draw with the processor.
bool drawsFrames(const HeardThread& thread) {
    return thread.name.starts_with("llvmpipe");
}

/// Whether a wait with a time limit ended by its limit, according to what the call returned.
bool endedByTime(const Row& row) {
    constexpr int kTimedOut = 110; // ETIMEDOUT on Linux, where all rows come from
    switch (row.call) {
    case Call::CondWait:
        return row.result == kTimedOut;
    case Call::SemWait:
    case Call::Futex:
        return row.result < 0;
    default:
        return row.result == 0;
    }
}

/// From when on frames count. Many programs load while they make their first ones.
std::int64_t afterStartUp(const std::vector<std::int64_t>& starts) {
    if (starts.empty() || starts.back() - starts.front() < kLongEnoughToLeaveOut)
        return 0;
    return starts.front() + kStartUp;
}

/// Adds a wait to its frame.
void addWait(const Row& row, CallKind kind, HeardFrame& frame) {
    const std::int64_t took = row.end - row.begin;
    const bool limited = row.asked > 0 && row.asked != listen::kForever;
    // A wait that an event ended was not late.
    const bool late =
        limited && row.end > row.asked && (kind == CallKind::Sleep || row.files == 0 || endedByTime(row));
    const std::int64_t overshoot = late ? std::min(took, row.end - row.asked) : 0;
    frame.wait += took - overshoot;
    frame.overshoot += overshoot;
    if (limited && (kind == CallKind::Sleep || row.end >= row.asked)) {
        ++frame.waits;
        frame.lastAsked = row.asked - row.begin;
    } else {
        ++frame.events;
        frame.eventWait += took - overshoot;
    }
}

/// Whether the loop asks for whole milliseconds, as programs do whose clock or sleep knows no finer ones.
bool asksForMilliseconds(const std::vector<HeardFrame>& frames) {
    constexpr double kNearlyAll = 0.95;
    const auto whole = [](const HeardFrame& frame) {
        return frame.lastAsked > 0 && frame.lastAsked % kMillisecond == 0;
    };
    return static_cast<double>(std::ranges::count_if(frames, whole)) >=
           kNearlyAll * static_cast<double>(frames.size());
}

} // namespace

std::string_view waitStyleId(WaitStyle style) noexcept {
    constexpr std::array<std::string_view, 7> kIds{"sleeps-rest", "polls",   "presents", "events",
                                                   "work-bound",  "blocked", "starved"};
    return kIds[static_cast<std::size_t>(style)];
}

HeardLoop::HeardLoop(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate,
                     std::uint8_t cures) {
    const HeardThread& thread = programs[candidate.program].threads[candidate.thread];
    takeFrames(thread, candidate.starts, cures);
    if (m_frames.empty())
        return;
    takeDrawers(programs[candidate.program]);
    findWait(thread);
    m_medianTime = medianOf(m_frames, [](const HeardFrame& frame) { return frame.frameTime; });
    std::erase_if(m_frames, [&](const HeardFrame& frame) {
        return static_cast<double>(frame.frameTime) > kPauseFactor * m_medianTime;
    });
    m_waitsPerFrame = medianOf(m_frames, [](const HeardFrame& frame) { return frame.waits; });
    m_usualAsked = static_cast<std::int64_t>(
        medianOf(m_frames, [](const HeardFrame& frame) { return frame.lastAsked; }));
    m_knowsQueue =
        std::ranges::count_if(m_frames, [](const HeardFrame& frame) { return frame.queued >= 0; }) * 2 >
        static_cast<std::ptrdiff_t>(m_frames.size());
    judgeStyle(candidate, programs[candidate.program]);
    if (m_style == WaitStyle::Polls)
        m_quantum = m_usualAsked;
    else if (m_style == WaitStyle::SleepsRest && asksForMilliseconds(m_frames))
        m_quantum = kMillisecond;
    m_cadence = cadenceOf(m_frames, m_style == WaitStyle::Polls ? m_usualAsked : 0);
    m_account =
        LoopAccount(m_frames, {.medianTime = m_medianTime,
                               .polls = m_style == WaitStyle::Polls,
                               .aimsBySleeps = m_style == WaitStyle::SleepsRest && m_cadence != Cadence::Grid,
                               .quantum = m_quantum});
}

void HeardLoop::takeFrames(const HeardThread& thread, const std::vector<std::int64_t>& starts,
                           std::uint8_t cures) {
    Readings readings(thread.rows);
    auto row = thread.rows.begin();
    const std::int64_t from = afterStartUp(starts);
    m_startUpLeftOut = from > 0;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        if (starts[i] < from)
            continue;
        HeardFrame frame;
        frame.start = starts[i];
        frame.frameTime = starts[i + 1] - starts[i];
        bool alike = true;
        bool seen = false;
        for (; row != thread.rows.end() && row->begin < starts[i + 1]; ++row) {
            if (row->begin < starts[i])
                continue;
            alike = alike && (!seen || row->cures == frame.cures);
            frame.cures = row->cures;
            seen = true;
            const CallEntry* const entry = findCall(row->call);
            if (entry == nullptr || row->under != Call::None)
                continue;
            if (entry->kind == CallKind::Present)
                frame.present += row->end - row->begin;
            else if (entry->kind == CallKind::Yield)
                frame.yields += row->end - row->begin;
            else if (entry->kind != CallKind::Mark)
                addWait(*row, entry->kind, frame);
        }
        const Row* const before = readings.from(starts[i]);
        const Row* const after = readings.from(starts[i + 1]);
        // A reading that came much later belongs to another frame.
        const bool near = before != nullptr && after != nullptr && after != before &&
                          after->begin - starts[i + 1] < frame.frameTime &&
                          before->begin - starts[i] < frame.frameTime;
        if (near) {
            frame.cpu = after->cpu - before->cpu;
            if (before->asked >= 0 && after->asked >= before->asked)
                frame.queued = after->asked - before->asked;
        }
        if (alike && frame.cures == cures)
            m_frames.push_back(frame);
    }
}

void HeardLoop::findWait(const HeardThread& thread) {
    struct Sum {
        std::int64_t time = 0;
        std::vector<std::int64_t> asked;
        bool timeAlone = true;
    };
    std::map<std::pair<Call, std::uint64_t>, Sum> sums;
    const std::int64_t begin = m_frames.front().start;
    const std::int64_t end = m_frames.back().start + m_frames.back().frameTime;
    for (const Row& row : thread.rows) {
        const CallEntry* const entry = findCall(row.call);
        if (entry == nullptr || row.under != Call::None || row.begin < begin || row.begin >= end ||
            (entry->kind != CallKind::Sleep && entry->kind != CallKind::Event) || row.asked <= row.begin ||
            row.asked == listen::kForever)
            continue;
        Sum& sum = sums[{row.call, row.site}];
        sum.time += row.end - row.begin;
        sum.asked.push_back(row.asked - row.begin);
        sum.timeAlone = sum.timeAlone && row.files == 0 && row.call != Call::TimerRead;
    }
    const auto longest =
        std::ranges::max_element(sums, {}, [](const auto& each) { return each.second.time; });
    if (longest == sums.end())
        return;
    auto& [key, sum] = *longest;
    const auto middle = sum.asked.begin() + static_cast<std::ptrdiff_t>(sum.asked.size() / 2);
    std::ranges::nth_element(sum.asked, middle);
    m_wait = LoopWait{key.first, key.second, sum.timeAlone, *middle};
}

void HeardLoop::takeDrawers(const HeardProgram& program) {
    for (const HeardThread& server : program.servers) {
        const std::vector<Row>& rows = server.rows;
        std::size_t before = 0;
        for (HeardFrame& frame : m_frames) {
            while (before + 1 < rows.size() && rows[before + 1].begin <= frame.start)
                ++before;
            std::size_t after = before;
            while (after < rows.size() && rows[after].begin < frame.start + frame.frameTime)
                ++after;
            if (after < rows.size() && rows[before].begin <= frame.start)
                frame.queuedDrawing = std::max(frame.queuedDrawing, rows[after].asked - rows[before].asked);
        }
    }
    for (const HeardThread& thread : program.threads) {
        if (!drawsFrames(thread))
            continue;
        Readings readings(thread.rows);
        const Row* before = readings.from(m_frames.front().start);
        for (HeardFrame& frame : m_frames) {
            const Row* const after = readings.from(frame.start + frame.frameTime);
            if (before != nullptr && after != nullptr && before->asked >= 0 && after->asked > before->asked &&
                before->begin >= frame.start && after->begin < frame.start + 2 * frame.frameTime)
                frame.queuedDrawing = std::max(frame.queuedDrawing, after->asked - before->asked);
            before = after;
        }
    }
}

/// The share of the time in which the busiest drawing thread was on a processor, without the time in which it
/// waited for one. 0: there are no such threads.
double HeardLoop::drawing(const HeardProgram& program) const {
    const std::int64_t begin = m_frames.front().start;
    const std::int64_t end = m_frames.back().start + m_frames.back().frameTime;
    double busiest = 0;
    for (const HeardThread& thread : program.threads) {
        if (!drawsFrames(thread))
            continue;
        Readings readings(thread.rows);
        const Row* const first = readings.from(begin);
        const Row* last = first;
        while (const Row* const next = last == nullptr ? nullptr : readings.from(last->begin + 1)) {
            if (next->begin > end)
                break;
            last = next;
        }
        if (last == nullptr || last->begin <= first->begin)
            continue;
        const std::int64_t queued =
            first->asked >= 0 ? std::max<std::int64_t>(0, last->asked - first->asked) : 0;
        const std::int64_t free = std::max(last->begin - first->begin - queued, last->cpu - first->cpu);
        busiest = std::max(busiest, static_cast<double>(last->cpu - first->cpu) /
                                        std::max<double>(1, static_cast<double>(free)));
    }
    return busiest;
}

/// The share of the loop's time in which it was on a processor, or ready to run; absent: not known.
std::optional<double> HeardLoop::busyShare() const {
    double busy = 0, time = 0;
    for (const HeardFrame& frame : m_frames) {
        if (frame.cpu < 0)
            continue;
        busy += static_cast<double>(frame.cpu + std::max<std::int64_t>(frame.queued, 0));
        time += static_cast<double>(frame.frameTime);
    }
    return time > 0 ? std::optional(busy / time) : std::nullopt;
}

/// Whether it was busy nearly all of its time, whatever call it was in: a present may compute the picture.
bool HeardLoop::computesThroughout() const {
    return busyShare().value_or(0) > kComputesThroughout && cpuPercent().value_or(0) > 100 * kMostlyComputes;
}

void HeardLoop::judgeStyle(const LoopCandidate& candidate, const HeardProgram& program) {
    const Means mean = means();
    double presents = 0;
    for (const HeardFrame& frame : m_frames)
        presents += static_cast<double>(frame.presentBlocked()) / static_cast<double>(m_frames.size());
    if (candidate.boundary != FrameBoundary::Present || presents <= kPresentWaits * mean.frameTime)
        presents = 0;
    const double timed = mean.wait - mean.events;
    // Part of the drawing may be waited for in other calls of the graphics library.
    const bool drawn = presents > 0 && presents + mean.events > timed + mean.overshoot &&
                       drawing(program) > kDrawsInPresent * (presents + mean.events) / mean.frameTime;
    const bool hardlyWaits =
        mean.wait + mean.overshoot + mean.present + mean.yields < kHardlyWaits * mean.frameTime;
    if (m_usualAsked <= 0 && mean.queued.value_or(0) > kMostlyComputes * mean.frameTime)
        m_style = WaitStyle::Starved;
    else if (hardlyWaits && busyShare().value_or(1) < kMostlyComputes)
        m_style = WaitStyle::Blocked;
    else if (hardlyWaits || computesThroughout() || drawn)
        m_style = WaitStyle::WorkBound;
    else if (presents > mean.wait + mean.overshoot)
        m_style = WaitStyle::Presents;
    else if (m_waitsPerFrame >= kPollsFrom && m_usualAsked <= kLongestPoll)
        m_style = WaitStyle::Polls;
    else if (mean.events >= timed && (m_waitsPerFrame < 1 || timed < kHardlyWaits * mean.frameTime))
        m_style = WaitStyle::Events;
    m_drawnByProcessor = drawn && m_style == WaitStyle::WorkBound;
}

double HeardLoop::cost() const noexcept {
    return std::accumulate(m_account.costs().begin(), m_account.costs().end(), 0.0);
}

std::optional<LoopCause> HeardLoop::firstCause() const noexcept {
    if (m_style == WaitStyle::WorkBound)
        return LoopCause::Work;
    if (m_style == WaitStyle::Starved)
        return LoopCause::Others;
    if (longFrames() == 0)
        return std::nullopt;
    const auto& costs = m_account.costs();
    const auto cause = static_cast<LoopCause>(std::ranges::max_element(costs) - costs.begin());
    return cause == LoopCause::Unknown ? std::nullopt : std::optional(cause);
}

std::optional<double> HeardLoop::cpuPercent() const noexcept {
    double cpu = 0;
    double time = 0;
    for (const HeardFrame& frame : m_frames) {
        if (frame.cpu < 0)
            continue;
        cpu += static_cast<double>(frame.cpu);
        time += static_cast<double>(frame.frameTime);
    }
    return time > 0 ? std::optional(100 * cpu / time) : std::nullopt;
}

HeardLoop::Means HeardLoop::means() const noexcept {
    Means means;
    if (m_frames.empty())
        return means;
    double queued = 0;
    double known = 0;
    for (const HeardFrame& frame : m_frames) {
        means.frameTime += static_cast<double>(frame.frameTime);
        means.work += static_cast<double>(frame.work());
        means.wait += static_cast<double>(frame.wait);
        means.overshoot += static_cast<double>(frame.overshoot);
        means.present += static_cast<double>(frame.present);
        means.yields += static_cast<double>(frame.yields);
        means.events += static_cast<double>(frame.eventWait);
        if (frame.queued >= 0) {
            queued += static_cast<double>(frame.queued);
            ++known;
        }
    }
    const auto count = static_cast<double>(m_frames.size());
    for (double* const sum : {&means.frameTime, &means.work, &means.wait, &means.overshoot, &means.present,
                              &means.yields, &means.events})
        *sum /= count;
    if (known > 0)
        means.queued = queued / known;
    return means;
}

std::vector<std::int64_t> HeardLoop::estimatedLateness() const {
    return m_cadence == Cadence::Grid ? latenessOnGrid(m_frames) : std::vector<std::int64_t>();
}

} // namespace jitterscope
