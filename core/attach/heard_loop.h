// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/loop_account.h"
#include "core/attach/loop_finder.h"
#include "core/attach/loop_pacing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jitterscope {

/// How a loop spends the time until its next frame.
enum class WaitStyle : std::uint8_t {
    FixedSleep, ///< one wait of a fixed length after each frame's work
    SleepsRest, ///< one to three waits, for the time that is left
    Deadlines,  ///< waits until points in time that do not depend on when the waits before ended
    Polls,      ///< many short waits of one length
    Events,     ///< another thread, a file, a signal or a timer wakes it
    Presents,   ///< the present makes it wait
    Spins,      ///< it gives up the processor again and again until it is time
    WorkBound,  ///< its work fills the frame: it hardly waits
    Starved,    ///< others have its processor most of the time: it rarely gets to wait
    Blocked,    ///< it hardly waits, but does not compute either: it waits in a call that is not listened to
    Unknown,    ///< it sleeps, and what its lengths depend on is unknown
};
/// The kind of a loop in files: `fixed-sleep`, `rest`, `deadline`, `poll`, `event`, `present`, `spin`,
/// `work-bound`, `starved`, and `unknown` for the last two.
[[nodiscard]] std::string_view waitStyleId(WaitStyle style) noexcept;

/// The next whole rate, if it is `within` of it: 60 Hz where 59.8 Hz were measured. Otherwise the rate
/// itself.
[[nodiscard]] double wholeRate(double hertz, double within = 0.005) noexcept;

/// The wait of a loop: the timed wait in which it spends most of its time.
struct LoopWait {
    listen::Call call = listen::Call::None;
    std::uint64_t site = 0; ///< where it is called, as Row::site
    bool timeAlone = false; ///< it waits only for time: for no file and no other thread
    std::int64_t asked = 0; ///< its median length, ns
    LoopPacing pacing;      ///< how its lengths are chosen
};

/// A loop as it was heard: what its frames are, and where their time went.
class HeardLoop {
public:
    /// The frames of `candidate`, which was found in `programs`. Only frames with exactly these cures in
    /// force count; 0: only frames without a cure. If it was heard for four seconds or longer, its first
    /// second is left out: programs load then.
    HeardLoop(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate,
              std::uint8_t cures = 0);

    [[nodiscard]] const std::vector<HeardFrame>& frames() const noexcept { return m_frames; }
    /// For how long it was stopped by a signal, a debugger or a freezer, ns. Frames that lie in that are not
    /// among frames().
    [[nodiscard]] std::int64_t stopped() const noexcept { return m_stopped; }
    /// Its first second is not among frames().
    [[nodiscard]] bool startUpLeftOut() const noexcept { return m_startUpLeftOut; }
    [[nodiscard]] WaitStyle style() const noexcept { return m_style; }
    /// Whether it waits for its own threads, which draw the picture with the processor (Mesa's llvmpipe).
    /// Then the frame is full of work.
    [[nodiscard]] bool drawnByProcessor() const noexcept { return m_drawnByProcessor; }
    [[nodiscard]] Cadence cadence() const noexcept { return m_cadence; }
    /// Absent: none of its waits has a time at which it ends.
    [[nodiscard]] const std::optional<LoopWait>& wait() const noexcept { return m_wait; }
    /// Median length of the last timed wait in a frame, ns; 0: it has none.
    [[nodiscard]] std::int64_t usualAsked() const noexcept { return m_usualAsked; }
    /// What its frames are rounded to, ns: the length of a poll, or a millisecond if it sleeps what is left
    /// in whole milliseconds; 0: nothing.
    [[nodiscard]] std::int64_t quantum() const noexcept { return m_quantum; }
    /// Median number of timed waits in a frame.
    [[nodiscard]] double waitsPerFrame() const noexcept { return m_waitsPerFrame; }
    /// Counted: frames by the time that they took.
    [[nodiscard]] double rateHz() const noexcept { return 1e9 * frameCount() / m_time; }
    /// The time that its frames took, ns.
    [[nodiscard]] double time() const noexcept { return m_time; }
    /// The median frame time, ns.
    [[nodiscard]] double usualTime() const noexcept { return m_medianTime; }
    /// The rate that its waits mean, Hz; a whole one where it is nearly that. Absent: they do not tell it.
    [[nodiscard]] std::optional<double> meantHz() const noexcept;
    /// Whether it is a loop of fixed sleeps whose sleep takes a large part of its frames.
    [[nodiscard]] bool sleepPacesIt() const noexcept;
    /// Share of the frames that are much shorter or longer than the next one (core/stats/smoothness.h).
    [[nodiscard]] double judder() const noexcept { return m_judder; }
    /// Its frame times are within the tolerance of each other, but for one in a hundred at each end.
    [[nodiscard]] bool isSteady() const noexcept { return m_steady; }
    /// The frame time that one in a hundred is below, ns.
    [[nodiscard]] double shortTime() const noexcept { return m_shortTime; }
    /// The frame time that it aims at, ns. For a loop that sleeps what is left, its frame time without
    /// overshoot; for others the median frame time. Never longer than the median.
    [[nodiscard]] double aim() const noexcept { return m_account.aim(); }
    /// Whether its sleeps tell what it aims at. Otherwise aim() is what is usual.
    [[nodiscard]] bool aimIsMeant() const noexcept { return m_account.aimIsMeant(); }
    /// Whether aim() is what its work and its sleep take without anything else, but not what is meant.
    [[nodiscard]] bool aimIsItsOwn() const noexcept { return m_account.aimIsItsOwn(); }
    /// A frame is long if its time exceeds the aim by more than this, ns: 3 % of the aim, at least 300 µs.
    [[nodiscard]] double tolerance() const noexcept { return m_account.tolerance(); }
    /// The part of costOf(LoopCause::Others) in which threads were queued that draw or show the frames; ns.
    [[nodiscard]] double othersInPresents() const noexcept { return m_account.othersInPresents(); }
    [[nodiscard]] std::size_t longFrames() const noexcept { return m_account.longFrames(); }
    /// Of its frames, 0 … 1; 0 without frames.
    [[nodiscard]] double longShare() const noexcept {
        return m_frames.empty() ? 0
                                : static_cast<double>(longFrames()) / static_cast<double>(m_frames.size());
    }
    /// How much longer than the aim the long frames took because of this cause; ns, summed over them.
    [[nodiscard]] double costOf(LoopCause cause) const noexcept {
        return m_account.costs()[static_cast<std::size_t>(cause)];
    }
    [[nodiscard]] double cost() const noexcept;
    /// The part of costOf(LoopCause::Unknown) by which waits for events took longer than usual, because what
    /// wakes the loop came later; ns.
    [[nodiscard]] double laterWakes() const noexcept { return m_account.laterWakes(); }
    /// The part of costOf(LoopCause::Unknown) by which the loop itself asked for longer waits than usual; ns.
    [[nodiscard]] double longerAsked() const noexcept { return m_account.longerAsked(); }
    /// The cause with the largest cost. Absent: no frame was long, or it is not known why.
    [[nodiscard]] std::optional<LoopCause> firstCause() const noexcept;
    [[nodiscard]] bool knowsQueue() const noexcept { return m_knowsQueue; }
    /// CPU time in % of one core; absent: not known.
    [[nodiscard]] std::optional<double> cpuPercent() const noexcept;

    /// Means over all frames, ns.
    struct Means {
        double frameTime = 0, work = 0, wait = 0, overshoot = 0, present = 0, yields = 0;
        double events = 0; ///< the part of `wait` that waits for files or other threads took
        std::optional<double> queued;
    };
    [[nodiscard]] Means means() const noexcept;

    /// Whether the deadlines are those that the program asked for: its frames begin when these waits end.
    /// Otherwise deadlines are estimated, if there are any.
    [[nodiscard]] bool deadlinesArePlanned() const noexcept { return m_planned; }
    /// Lateness of each frame in ns: against its deadlines, or against a grid that is fitted to the starts.
    /// Empty: there are no deadlines.
    [[nodiscard]] std::vector<std::int64_t> lateness() const;

private:
    void takeFrames(const HeardThread& thread, const LoopCandidate& candidate, std::uint8_t cures);
    void leaveOutStops(const HeardProgram& program);
    void findWait(const HeardProgram& program, const LoopCandidate& candidate, std::uint8_t cures);
    [[nodiscard]] bool isItsWait(const listen::Row& row) const noexcept;
    void judgeEvenness();
    [[nodiscard]] double frameCount() const noexcept { return static_cast<double>(m_frames.size()); }
    [[nodiscard]] WaitStyle sleepStyle(double timed) const noexcept;
    void takeDrawers(const HeardProgram& program);
    [[nodiscard]] double drawing(const HeardProgram& program) const;
    [[nodiscard]] std::optional<double> busyShare() const;
    [[nodiscard]] bool computesThroughout() const;
    [[nodiscard]] bool quotaStarves() const noexcept;
    [[nodiscard]] bool looksInFixedSteps(FrameBoundary boundary) const;
    void judgeStyle(const LoopCandidate& candidate, const HeardProgram& program);

    std::vector<HeardFrame> m_frames;
    std::optional<LoopWait> m_wait;
    WaitStyle m_style = WaitStyle::SleepsRest;
    Cadence m_cadence = Cadence::Unknown;
    std::int64_t m_usualAsked = 0;
    std::int64_t m_quantum = 0;
    double m_waitsPerFrame = 0;
    double m_medianTime = 1;
    double m_time = 1;
    double m_judder = 0;
    double m_shortTime = 0;
    bool m_steady = true;
    bool m_planned = false;
    std::int64_t m_stopped = 0;
    bool m_knowsQueue = false;
    bool m_drawnByProcessor = false;
    bool m_startUpLeftOut = false;
    LoopAccount m_account;
};

} // namespace jitterscope
