// SPDX-License-Identifier: MIT
#include "core/attach/heard_loop.h"

#include "core/attach/wait_sites.h"
#include "core/stats/smoothness.h"

#include <algorithm>
#include <cmath>
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
constexpr double kSpins = 0.3;                               // of the frame time, in yields
constexpr double kFarLate = 0.25;                            // of the frame time, by which waits end late
constexpr double kOneSleep = 1.5;    // times a fixed sleep, that one frame sleeps at most
constexpr double kWholeSleep = 0.99; // of it, that a frame takes at least
constexpr double kPacesBy = 0.4;     // of the frame time, that a fixed sleep takes which paces a loop
constexpr double kExactly = 0.0005;  // of a rate: 16.666 ms are 60 Hz, 16.683 ms are not
constexpr double kAboutAsked = 0.01; // of a length that a library has taken something off
constexpr double kLonger = 0.003;    // of a rate: 16.7 ms may be meant as 60 Hz, 16 ms not as 63

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
std::int64_t afterStartUp(const LoopCandidate& candidate) {
    const std::vector<std::int64_t>& starts = candidate.starts;
    if (candidate.later || starts.empty() || starts.back() - starts.front() < kLongEnoughToLeaveOut)
        return 0;
    return starts.front() + kStartUp;
}

/// Adds a wait to its frame. `mine`: it is at the place where the loop waits for its next frame.
void addWait(const Row& row, CallKind kind, bool mine, HeardFrame& frame) {
    const std::int64_t took = row.end - row.begin;
    const bool limited = row.asked > 0 && row.asked != listen::kForever;
    // A wait that an event ended was not late.
    const bool late =
        limited && row.end > row.asked && (kind == CallKind::Sleep || !row.forMore() || endedByTime(row));
    const std::int64_t overshoot = late ? std::min(took, row.end - row.asked) : 0;
    frame.wait += took - overshoot;
    frame.overshoot += overshoot;
    if (limited && (kind == CallKind::Sleep || row.end >= row.asked)) {
        frame.waits += mine ? 1 : 0;
        frame.lastAsked = mine ? row.asked - row.begin : frame.lastAsked;
        frame.lastLate = mine ? overshoot : frame.lastLate;
    } else {
        ++frame.events;
        frame.eventWait += took - overshoot;
    }
}

/// Gives each frame by how much these readings grew from the last one before it to the first one after it.
template <typename Take>
void addDuring(const std::vector<Row>& rows, std::vector<HeardFrame>& frames, const Take& take) {
    std::size_t before = 0;
    for (HeardFrame& frame : frames) {
        while (before + 1 < rows.size() && rows[before + 1].begin <= frame.start)
            ++before;
        std::size_t after = before;
        while (after < rows.size() && rows[after].begin < frame.start + frame.frameTime)
            ++after;
        if (after < rows.size() && rows[before].begin <= frame.start)
            take(frame, std::max<std::int64_t>(0, rows[after].asked - rows[before].asked));
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
    switch (style) {
    case WaitStyle::FixedSleep:
        return "fixed-sleep";
    case WaitStyle::SleepsRest:
        return "rest";
    case WaitStyle::Deadlines:
        return "deadline";
    case WaitStyle::Polls:
        return "poll";
    case WaitStyle::Events:
        return "event";
    case WaitStyle::Presents:
        return "present";
    case WaitStyle::Spins:
        return "spin";
    case WaitStyle::WorkBound:
        return "work-bound";
    case WaitStyle::Starved:
        return "starved";
    case WaitStyle::Blocked:
    case WaitStyle::Unknown:
        break;
    }
    return "unknown";
}

HeardLoop::HeardLoop(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate,
                     std::uint8_t cures) {
    const HeardThread& thread = programs[candidate.program].threads[candidate.thread];
    findWait(programs[candidate.program], candidate, cures);
    takeFrames(thread, candidate, cures);
    leaveOutStops(programs[candidate.program]);
    if (m_frames.empty())
        return;
    takeDrawers(programs[candidate.program]);
    m_medianTime = medianOf(m_frames, [](const HeardFrame& frame) { return frame.frameTime; });
    judgeEvenness();
    m_waitsPerFrame = medianOf(m_frames, [](const HeardFrame& frame) { return frame.waits; });
    m_usualAsked = static_cast<std::int64_t>(
        medianOf(m_frames, [](const HeardFrame& frame) { return frame.lastAsked; }));
    m_knowsQueue =
        std::ranges::count_if(m_frames, [](const HeardFrame& frame) { return frame.queued >= 0; }) * 2 >
        static_cast<std::ptrdiff_t>(m_frames.size());
    judgeStyle(candidate, programs[candidate.program]);
    if (m_style == WaitStyle::Polls)
        m_quantum = m_usualAsked;
    const bool sleeps = m_style == WaitStyle::SleepsRest || m_style == WaitStyle::FixedSleep ||
                        (m_style == WaitStyle::Unknown && m_wait && m_wait->pacing.how == Pacing::Open);
    if ((m_style == WaitStyle::SleepsRest || m_style == WaitStyle::Deadlines) &&
        asksForMilliseconds(m_frames))
        m_quantum = kMillisecond; // a length that may be a fixed one rounds nothing
    if (m_style == WaitStyle::Deadlines)
        m_cadence = m_wait->pacing.meant > 0 ? Cadence::Grid : Cadence::Unknown;
    else if (m_style == WaitStyle::FixedSleep || (m_wait && m_wait->pacing.how == Pacing::Rest))
        m_cadence = Cadence::Relative;
    else
        m_cadence = cadenceOf(m_frames, m_style == WaitStyle::Polls ? m_usualAsked : 0);
    m_planned = m_style == WaitStyle::Deadlines && candidate.boundary == FrameBoundary::Wait;
    for (HeardFrame& frame : m_frames)
        frame.due = m_planned ? frame.due : 0;
    // What is usual in a loop whose waits usually end far too late is not what it means.
    const double usuallyLate = medianOf(m_frames, [](const HeardFrame& frame) { return frame.overshoot; });
    const bool farLate = usuallyLate > kFarLate * m_medianTime;
    m_account = LoopAccount(
        m_frames,
        {.medianTime = m_medianTime,
         .deadlines = m_style == WaitStyle::Deadlines ? static_cast<double>(m_wait->pacing.meant) : 0,
         .polls = m_style == WaitStyle::Polls,
         .aimsBySleeps =
             (sleeps && m_cadence != Cadence::Grid) || (farLate && (sleeps || m_style == WaitStyle::Unknown)),
         .sleepsRest = m_style == WaitStyle::SleepsRest,
         .quantum = m_quantum});
}

/// Who stops a program makes no frame of it long.
void HeardLoop::leaveOutStops(const HeardProgram& program) {
    for (const auto& [begin, end] : program.stops) {
        const auto first = m_frames.size();
        std::erase_if(m_frames, [from = begin, to = end](const HeardFrame& frame) {
            return frame.start < to && frame.start + frame.frameTime > from;
        });
        if (m_frames.size() < first)
            m_stopped += end - begin;
    }
}

/// Time, judder, and whether the frames are alike.
void HeardLoop::judgeEvenness() {
    std::vector<std::int64_t> times;
    for (const HeardFrame& frame : m_frames)
        times.push_back(frame.frameTime);
    m_time = std::max(1.0, std::accumulate(times.begin(), times.end(), 0.0));
    m_judder = judderShare(times).value_or(0);
    std::ranges::sort(times);
    const std::size_t out = times.size() / 100;
    m_shortTime = static_cast<double>(times[out]);
    m_steady = static_cast<double>(times[times.size() - 1 - out]) - m_shortTime <=
               2 * LoopAccount::toleranceOf(m_medianTime);
}

double wholeRate(double hertz, double within) noexcept {
    const double whole = std::round(hertz);
    return whole > 0 && std::abs(hertz / whole - 1) <= within ? whole : hertz;
}

std::optional<double> HeardLoop::meantHz() const noexcept {
    const double period = sleepPacesIt() ? static_cast<double>(m_wait->pacing.meant)
                          : aimIsMeant() ? aim()
                                         : 0;
    // Of what is rounded to milliseconds, the rate cannot be told to one frame a second. But deadlines can.
    if (period <= 0 || (m_quantum > 0 && m_style != WaitStyle::Deadlines))
        return std::nullopt;
    if (sleepPacesIt() && !m_wait->pacing.exact) {
        const double asked = 1e9 / period;
        const double whole = wholeRate(asked, kAboutAsked);
        return whole <= asked * (1 + kLonger) ? whole : asked; // something is taken off a length, not added
    }
    const bool exact =
        sleepPacesIt() || m_style == WaitStyle::Deadlines; // 59.94 and 93.75 Hz are not rounded
    return exact ? wholeRate(1e9 / period, kExactly) : wholeRate(1e9 / period);
}

void HeardLoop::takeFrames(const HeardThread& thread, const LoopCandidate& candidate, std::uint8_t cures) {
    const std::vector<std::int64_t>& starts = candidate.starts;
    Readings readings(thread.rows);
    auto row = thread.rows.begin();
    auto led = thread.rows.begin(); // the wait that led to a frame, and ended when it began
    const std::int64_t from = afterStartUp(candidate);
    m_startUpLeftOut = from > 0;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        if (starts[i] < from)
            continue;
        HeardFrame frame;
        frame.start = starts[i];
        frame.frameTime = starts[i + 1] - starts[i];
        while (led != thread.rows.end() && (led->end < starts[i] || !isItsWait(*led)))
            ++led;
        if (led != thread.rows.end() && led->end == starts[i])
            frame.due = led->asked;
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
                addWait(*row, entry->kind, isItsWait(*row), frame);
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

/// Whether it is a wait with a time at the place where the loop waits for its next frame.
bool HeardLoop::isItsWait(const Row& row) const noexcept {
    return row.under == Call::None && m_wait && (m_wait->site == 0 || m_wait->site == row.site) &&
           m_wait->call == row.call && row.asked > 0 && row.asked != listen::kForever;
}

/// That of the candidate, if it is one with a time; otherwise the one in which the frames spend most of it.
void HeardLoop::findWait(const HeardProgram& program, const LoopCandidate& candidate, std::uint8_t cures) {
    struct Sum {
        std::int64_t time = 0;
        std::vector<std::int64_t> asked;
        bool timeAlone = true;
    };
    if (candidate.starts.size() < 2)
        return;
    const HeardThread& thread = program.threads[candidate.thread];
    std::map<std::pair<Call, std::uint64_t>, Sum> sums;
    const std::int64_t begin = std::max(candidate.starts.front(), afterStartUp(candidate));
    for (const Row& row : thread.rows) {
        const CallEntry* const entry = findCall(row.call);
        if (entry == nullptr || row.under != Call::None || row.begin < begin ||
            row.begin >= candidate.starts.back() ||
            (entry->kind != CallKind::Sleep && entry->kind != CallKind::Event) || row.asked <= 0 ||
            row.asked == listen::kForever || row.cures != cures)
            continue;
        Sum& sum = sums[{row.call, row.site}];
        sum.time += row.end - row.begin;
        if (row.asked > row.begin) // a loop that is behind asks for a time that is over
            sum.asked.push_back(row.asked - row.begin);
        sum.timeAlone = sum.timeAlone && !row.forMore() && row.call != Call::TimerRead;
    }
    std::erase_if(sums, [&](const auto& each) {
        return each.first.second != candidate.site && isDriversPlace(program, each.first.second, thread.main);
    });
    auto longest = std::ranges::max_element(sums, {}, [](const auto& each) { return each.second.time; });
    if (const auto own = sums.find({candidate.call, candidate.site}); own != sums.end())
        longest = own;
    if (longest == sums.end())
        return;
    auto& [key, sum] = *longest;
    if (sum.asked.empty())
        return;
    const auto middle = sum.asked.begin() + static_cast<std::ptrdiff_t>(sum.asked.size() / 2);
    std::ranges::nth_element(sum.asked, middle);
    m_wait = LoopWait{key.first, key.second, sum.timeAlone, *middle, {}};
    std::vector<PacedWait> waits;
    std::int64_t before = 0;
    for (const Row& row : thread.rows) {
        if (!isItsWait(row) || row.begin < begin || row.begin >= candidate.starts.back() ||
            row.cures != cures)
            continue;
        waits.push_back(
            {before == 0 ? 0 : row.begin - before, row.begin, row.asked, row.end, row.absolute()});
        before = row.end;
    }
    m_wait->pacing = pacingOf(waits);
}

void HeardLoop::takeDrawers(const HeardProgram& program) {
    for (const HeardThread& server : program.servers)
        addDuring(server.rows, m_frames, [](HeardFrame& frame, std::int64_t queued) {
            frame.queuedDrawing = std::max(frame.queuedDrawing, queued);
        });
    addDuring(program.throttling, m_frames,
              [](HeardFrame& frame, std::int64_t stopped) { frame.throttled = stopped; });
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

/// Whether a frame has several sleeps of one length, now more and now fewer: until something is due.
bool HeardLoop::looksInFixedSteps(FrameBoundary boundary) const {
    constexpr double kNowAndThen = 0.1; // of the frames
    if (m_waitsPerFrame < 2 || !m_wait || m_wait->pacing.how != Pacing::Fixed)
        return false;
    const auto others = std::ranges::count_if(m_frames, [this](const HeardFrame& frame) {
        return static_cast<double>(frame.waits) != m_waitsPerFrame;
    });
    return boundary == FrameBoundary::Work || static_cast<double>(others) > kNowAndThen * frameCount();
}

void HeardLoop::judgeStyle(const LoopCandidate& candidate, const HeardProgram& program) {
    const Means mean = means();
    double presents = 0;
    for (const HeardFrame& frame : m_frames)
        presents += static_cast<double>(frame.presentBlocked()) / static_cast<double>(m_frames.size());
    if (candidate.boundary != FrameBoundary::Present || presents <= kPresentWaits * mean.frameTime)
        presents = 0;
    const double timed = mean.wait - mean.events;
    // Part of the drawing, or all of it, may be waited for in other calls of the graphics library.
    const bool drawn =
        candidate.boundary == FrameBoundary::Present &&
        presents + mean.events > std::max(timed + mean.overshoot, kPresentWaits * mean.frameTime) &&
        drawing(program) > kDrawsInPresent * (presents + mean.events) / mean.frameTime;
    const bool hardlyWaits =
        mean.wait + mean.overshoot + mean.present + mean.yields < kHardlyWaits * mean.frameTime;
    if (mean.yields > kSpins * mean.frameTime && mean.yields > mean.wait)
        m_style = WaitStyle::Spins;
    else if (m_usualAsked <= 0 && mean.queued.value_or(0) > kMostlyComputes * mean.frameTime)
        m_style = WaitStyle::Starved;
    else if (hardlyWaits && !busyShare())
        m_style = WaitStyle::Unknown;
    else if (hardlyWaits && *busyShare() < kMostlyComputes)
        m_style = WaitStyle::Blocked;
    else if (hardlyWaits || computesThroughout() || drawn)
        m_style = WaitStyle::WorkBound;
    else if (presents > mean.wait + mean.overshoot)
        m_style = WaitStyle::Presents;
    else if ((m_waitsPerFrame >= kPollsFrom && m_usualAsked <= kLongestPoll) ||
             looksInFixedSteps(candidate.boundary)) // with longer sleeps, or at several places
        m_style = WaitStyle::Polls;
    else if (mean.events >= timed && (m_waitsPerFrame < 1 || timed < kHardlyWaits * mean.frameTime))
        m_style = WaitStyle::Events;
    else
        m_style = sleepStyle(timed);
    m_drawnByProcessor = drawn && m_style == WaitStyle::WorkBound;
}

/// The kind of a loop that sleeps once or a few times a frame, for `timed` ns.
WaitStyle HeardLoop::sleepStyle(double timed) const noexcept {
    const double meant = m_wait ? static_cast<double>(m_wait->pacing.meant) : 0;
    switch (m_wait ? m_wait->pacing.how : Pacing::Unknown) {
    case Pacing::Fixed:
        // Who sleeps far longer in a frame goes round more often than that: it may show only what changes.
        // And whose frames are shorter than the sleep does not sleep in each of them.
        return timed > kOneSleep * meant || 1e9 / rateHz() < kWholeSleep * meant ? WaitStyle::Unknown
                                                                                 : WaitStyle::FixedSleep;
    case Pacing::Deadline:
        return WaitStyle::Deadlines;
    case Pacing::Open:
        return WaitStyle::Unknown;
    case Pacing::Rest:
        return WaitStyle::SleepsRest;
    case Pacing::Unknown:
        break;
    }
    return !m_wait || m_wait->pacing.follows ? WaitStyle::SleepsRest : WaitStyle::Unknown;
}

/// A short sleep of a fixed length beside longer work does not pace a loop.
bool HeardLoop::sleepPacesIt() const noexcept {
    return m_style == WaitStyle::FixedSleep &&
           static_cast<double>(m_wait->pacing.meant) >= kPacesBy * m_medianTime;
}

double HeardLoop::cost() const noexcept {
    return std::accumulate(m_account.costs().begin(), m_account.costs().end(), 0.0);
}

std::optional<LoopCause> HeardLoop::firstCause() const noexcept {
    if (m_style == WaitStyle::WorkBound)
        return LoopCause::Work;
    if (m_style == WaitStyle::Starved)
        return quotaStarves() ? LoopCause::Quota : LoopCause::Others;
    if (longFrames() == 0)
        return std::nullopt;
    const auto& costs = m_account.costs();
    const auto cause = static_cast<LoopCause>(std::ranges::max_element(costs) - costs.begin());
    return cause == LoopCause::Unknown ? std::nullopt : std::optional(cause);
}

/// Whether it was the quota of its control group that kept it from running.
bool HeardLoop::quotaStarves() const noexcept {
    double stopped = 0;
    double queued = 0;
    for (const HeardFrame& frame : m_frames) {
        stopped += static_cast<double>(frame.throttled);
        queued += static_cast<double>(std::max<std::int64_t>(frame.queued, 0));
    }
    return stopped > 0 && 2 * stopped >= queued;
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

/// A frame that no wait led to, since the loop was behind, is due one period after the one before it.
std::vector<std::int64_t> HeardLoop::lateness() const {
    if (!m_planned)
        return m_cadence == Cadence::Grid ? latenessOnGrid(m_frames) : std::vector<std::int64_t>();
    std::vector<std::int64_t> lateness;
    std::int64_t due = 0;
    for (const HeardFrame& frame : m_frames) {
        const std::int64_t next = due == 0 ? frame.start : due + m_wait->pacing.meant;
        due = frame.due != 0 ? frame.due : next;
        lateness.push_back(frame.start - due);
    }
    return lateness;
}

} // namespace jitterscope
