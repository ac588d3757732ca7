// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"
#include "core/base/result.h"
#include "core/pacer/paced_frame.h"
#include "core/record/samples.h"
#include "core/sleep/sleep_strategy.h"
#include "core/time/period.h"
#include "core/time/time_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

class PacerRecorder;
class PacingPolicy;
struct Choice;
struct Release;

/// What a Pacer is made of. Pacer::make() checks it.
struct PacerOptions {
    static constexpr std::size_t kMostRecordedFrames = 2'000'000;

    /// An entry of a catalogue, and the parameters that are not to have their defaults. Values are text, as
    /// after `--param` on the command line: {"precise-sleep", {{"x", "2"}, {"form", "mended"}}}.
    struct Part {
        std::string id;
        std::vector<std::pair<std::string, std::string>> values{};
    };

    Part strategy{"adaptive"}; ///< of sleepCatalog()
    /// What `adaptive` is to reach: LateShare{0.001}, Thrifty{}, CpuBudget{0.03}, NoSpin{}. Absent: as its
    /// parameters say. Other strategies take no aim. Its values must lie in the ranges of those parameters: a
    /// tolerance of at least 1 µs, a budget of at least 0.1 %.
    std::optional<Aim> aim{};
    Part policy{"keep-working"}; ///< of pacingCatalog()
    /// When frame 1 is to begin, on the clock of the Pacer and within a year from now. Absent: the policy
    /// decides. Most policies choose one period after the Pacer was made.
    std::optional<TimePoint> firstDue{};
    /// The most frames to record, 0 … kMostRecordedFrames. Their memory, 136 bytes each, is allocated when
    /// the Pacer is made.
    std::size_t recordFrames = 0;
};

/// Keeps a loop at its rate:
///
///     jitterscope::Pacer pacer(60.0);
///     while (running) {
///         update();
///         draw();
///         pacer.wait();
///     }
///
/// It waits with the strategy `adaptive` (sleep, then spin until the deadline) and schedules frames with the
/// policy `keep-working`: frames start on a grid that never drifts; after a frame that took too long the next
/// one starts at once; slots that have passed completely are skipped, not caught up. make() takes other
/// strategies and policies (sleep_catalog.h, pacing_catalog.h), and makes Pacers that record their frames.
/// * One thread at a time.
/// * The constructors and make() allocate; wait() and restart() never allocate, lock, log or throw.
/// * On Linux the real clock (platform/system_time.h) installs a handler for the signal SIGRTMIN + 3.
class Pacer {
public:
    /// Uses this machine's clock. The rate is kept to a millionth of a hertz and clamped to the range of
    /// Period (0.1 … 100 000 Hz); NaN becomes 60 Hz. period() returns the rate in use.
    explicit Pacer(double hertz);
    /// The same with an exact rate, such as 60000/1001. An invalid rate is an error of Period.
    explicit Pacer(const Period& period);
    /// Uses another clock, which must outlive the Pacer: a simulated machine, or a test's script.
    Pacer(TimeSource& time, const Period& period);
    /// With options, on this machine's clock or on another one. Error: an unknown id or parameter, or a value
    /// out of its range (Usage); a strategy that this machine cannot run (Unsupported).
    [[nodiscard]] static Result<Pacer> make(const Period& period, const PacerOptions& options);
    [[nodiscard]] static Result<Pacer> make(TimeSource& time, const Period& period,
                                            const PacerOptions& options);
    Pacer(Pacer&&) noexcept;
    Pacer& operator=(Pacer&&) = delete;
    ~Pacer();

    /// Waits until the next frame is due; returns at once when it is overdue. The first frame (number 0)
    /// begins when the Pacer is made, so make it right before the loop. This function is in the header so
    /// that the last microseconds are waited in the caller's own code. The code after the wait runs twice,
    /// first a little before the deadline: after a sleep it is in no cache, and would be a microsecond late.
    PacedFrame wait() noexcept {
        for (m_arriveAt = approach();; m_arriveAt = m_frame.due) {
            m_strategy->arrive(m_arriveAt);
            m_frame.start = m_time->now();
            if (m_arriveAt == m_frame.due) // a member, so that the same code runs both times
                return m_frame;
        }
    }

    /// Call it when the loop goes on after a pause. Time counts from now, as if the current frame began here,
    /// so the pause is neither caught up nor skipped. Frame numbers continue. The strategy forgets nothing.
    void restart() noexcept;
    /// The same, and the next frame begins at `due`, or at once if that has passed. A `due` of more than a
    /// year from now counts as a year.
    void restart(TimePoint due) noexcept;

    [[nodiscard]] const Period& period() const noexcept { return m_period; }

    /// What the strategy has learned of this machine's wake-ups (adaptive/learned_latency.h). Takes a
    /// microsecond, so call it a few times a second at most. False: nothing was learned yet, or the strategy
    /// learns no distribution.
    [[nodiscard]] bool learned(LearnedLatency& latency) const noexcept;

    /// What the strategy has achieved by its own clock since the Pacer was made
    /// (jitterscope/adaptive_wait.hpp). Absent: as for learned().
    [[nodiscard]] std::optional<Achieved> achieved() const noexcept;

    /// The recorded frames, from frame 0 on. The wait() that ends a frame records it. Its `work` is what the
    /// loop did between two waits. A frame with a pause in it counts from its restart(); the frame after it
    /// is marked as stopped, and statistics leave it out. Causes are not judged yet: writeRecording()
    /// (pacer_recording.h) judges them and writes a file that Jitterscope reads. Valid until the next wait().
    [[nodiscard]] std::span<const FrameSample> recorded() const noexcept;
    /// The number of frames that were not recorded, because the memory was full.
    [[nodiscard]] std::uint64_t notRecorded() const noexcept;

private:
    Pacer(std::unique_ptr<TimeSource> ownTime, TimeSource* othersTime, const Period& period,
          const Choice& strategy, const Choice& policy, const PacerOptions& options);
    static Result<Pacer> make(TimeSource* othersTime, const Period& period, const PacerOptions& options);
    [[nodiscard]] TimePoint approach() noexcept;
    [[nodiscard]] Release schedule(TimePoint workBegin, TimePoint workEnd) noexcept;
    friend Result<Done> writeRecording(const Pacer& pacer, const std::string& path);

    std::unique_ptr<TimeSource> m_ownTime; // null when the caller gave a clock
    TimeSource* m_time;
    Period m_period;
    std::unique_ptr<PacerRecorder> m_recorder; // null when nothing is recorded
    std::unique_ptr<SleepStrategy> m_strategy;
    std::unique_ptr<PacingPolicy> m_policy;
    PacedFrame m_frame; // the current one
    TimePoint m_arriveAt{};
    TimePoint m_waitBegin{};
    TimePoint m_restarted = TimePoint::min();
    std::optional<TimePoint> m_firstDue; // of the frame that the next wait is for
};

} // namespace jitterscope
