// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/adaptive.h"

#include "core/sleep/fading_quantile.h"
#include "core/sleep/strategy_support.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace jitterscope {
namespace {

enum Index { LateShare, Window, SpinIndex };
constexpr double kNoSpin = 4; // the choice after the kinds of spinning

constexpr std::size_t kShortestOctave = 12; // 4 µs
constexpr std::size_t kClasses = 22;        // up to 8.6 s
constexpr double kKnown = 30;               // samples from which a length is known
constexpr std::size_t kNearOctaves = 2;     // of a shorter sleep that tells something of a longer one
constexpr double kChangedTo = 60;           // samples that the past is worth after a change of regime
constexpr Nanoseconds kLongestMargin{50'000'000};
constexpr Nanoseconds kWorthASleep{50'000}; // less than this is cheaper to spin than to wake up from
constexpr int kExploreEvery = 100;          // waits without a sleep

class Adaptive final : public SleepStrategy {
public:
    explicit Adaptive(TimeSource& time) : m_time(time), m_lengths(kClasses, FadingQuantile(0.007, 2000)) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        bool slept = false;
        while (!m_time.stopRequested()) {
            const Nanoseconds margin = marginFor(deadline - now);
            const Nanoseconds length = deadline - now - margin;
            if (length < (slept ? kWorthASleep : Nanoseconds{1}))
                break;
            now = sleepOnce(deadline, margin, now);
            slept = true;
            if (m_zeroSpin && known(lengthClass(length)))
                break; // its one sleep is aimed at the deadline itself
        }
        if (!slept)
            explore(deadline, now);
        if (!m_zeroSpin)
            m_time.spinUntil(deadline, m_spin);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_zeroSpin = values[SpinIndex] == kNoSpin;
        m_spin = m_zeroSpin ? SpinKind::Pause : spinKindOf(values[SpinIndex]);
        m_lateShare = m_zeroSpin ? 0.5 : values[LateShare];
        if (values[Window] != m_window) { // what was learned with another memory begins anew
            m_window = values[Window];
            std::fill(m_lengths.begin(), m_lengths.end(), FadingQuantile(m_lateShare, m_window));
        }
        for (FadingQuantile& length : m_lengths)
            length.setTail(m_lateShare);
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        const FadingQuantile& length = m_lengths[m_lastClass];
        return {true, nanosecondsOf(length.quantile()), length.quantile(), 0,
                static_cast<std::int64_t>(length.weight())};
    }

private:
    static std::size_t lengthClass(Nanoseconds length) noexcept {
        const auto bits = static_cast<std::size_t>(
            std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(length.count(), 1))));
        return std::clamp(bits, kShortestOctave, kShortestOctave + kClasses - 1) - kShortestOctave;
    }

    [[nodiscard]] bool known(std::size_t length) const noexcept {
        return m_lengths[length].weight() >= kKnown;
    }

    struct Learned {
        Nanoseconds margin{};
        bool certain = false; ///< good enough to aim one sleep with
    };

    /// What sleeps of this length keep back. Longer sleeps wake later: of a length that is not known yet the
    /// next longer that is serves as it is, a shorter one with something on top.
    [[nodiscard]] Learned learned(Nanoseconds length) const noexcept {
        const std::size_t wanted = lengthClass(length);
        for (std::size_t i = wanted; i < kClasses; ++i) {
            if (known(i))
                return {nanosecondsOf(m_lengths[i].quantile()), true};
        }
        for (std::size_t i = wanted; i-- > 0;) {
            if (known(i))
                return {nanosecondsOf(1.2 * m_lengths[i].quantile()), wanted - i <= kNearOctaves};
        }
        return {nanosecondsOf(m_worst), false};
    }

    /// The margin for a wait: that of the length which remains when it has been taken off.
    [[nodiscard]] Nanoseconds marginFor(Nanoseconds left) const noexcept {
        const Learned guess = learned(left);
        const Learned aimed = learned(left - guess.margin);
        // Not known: half of what is left, again and again. No guess, and it ends where short sleeps are
        // known.
        const Nanoseconds margin =
            aimed.certain ? aimed.margin : std::max({aimed.margin, left / 2, nanosecondsOf(m_worst)});
        return std::min(margin, kLongestMargin);
    }

    TimePoint sleepOnce(TimePoint deadline, Nanoseconds margin, TimePoint now) noexcept {
        const TimePoint until = deadline - margin;
        const std::size_t length = lengthClass(until - now);
        const bool aimed = known(length);
        const NativeSleep sleep = m_time.sleepUntil(until);
        if (m_time.stopRequested())
            return sleep.end;
        const auto oversleep = static_cast<double>((sleep.end - until).count());
        m_lengths[length].add(oversleep);
        m_lastClass = length;
        if (!aimed)
            m_worst = std::max(0.9 * m_worst, oversleep); // fades, or one bad first sleep would stay
        else if (!m_zeroSpin)
            watch(length, sleep.end > deadline);
        return sleep.end;
    }

    /// Notices a change of regime by the late wake-ups: a cumulative sum that rises when they come three
    /// times as often as asked for, and a count of waits since the last one.
    void watch(std::size_t length, bool late) noexcept {
        m_surprise = std::max(0.0, m_surprise + (late ? 1.0 : 0.0) - 3 * m_lateShare);
        m_sinceLate = late ? 0 : m_sinceLate + 1;
        if (m_surprise <= 3 && static_cast<double>(m_sinceLate) * m_lateShare <= 7) // e^-7 of a chance
            return;
        // What other lengths have learned is of the same past: they are unknown until they are met again.
        for (std::size_t i = 0; i < kClasses; ++i)
            m_lengths[i].distrust(i == length ? kChangedTo : kKnown / 2);
        m_surprise = 0;
        m_sinceLate = 0;
    }

    /// Where nothing is slept nothing is learned: now and then a sleep as short as it can be. When ten in a
    /// row would have fitted, everything is learned anew.
    void explore(TimePoint deadline, TimePoint now) noexcept {
        if (++m_withoutSleep < kExploreEvery || deadline - now < kWorthASleep)
            return;
        m_withoutSleep = 0;
        const TimePoint end = m_time.sleepUntil(now + Nanoseconds{1'000}).end;
        m_exploredWorst = std::max(m_exploredWorst, static_cast<double>((end - now).count()));
        if (end - now > (deadline - now) / 4) {
            m_fitted = 0;
            m_exploredWorst = 0;
        } else if (++m_fitted == 10) {
            std::fill(m_lengths.begin(), m_lengths.end(), FadingQuantile(m_lateShare, m_window));
            m_worst = m_exploredWorst;
            m_fitted = 0;
            m_exploredWorst = 0;
        }
    }

    TimeSource& m_time;
    std::vector<FadingQuantile> m_lengths; // by octave of the length of sleep; never grows
    double m_lateShare = 0.007;
    double m_window = 2000;
    SpinKind m_spin = SpinKind::Pause;
    bool m_zeroSpin = false;
    std::size_t m_lastClass = 0;
    double m_surprise = 0;
    std::int64_t m_sinceLate = 0;
    int m_withoutSleep = 0;
    int m_fitted = 0;           // explored sleeps in a row that would have fitted
    double m_exploredWorst = 0; // ns, of these
    double m_worst = 0;         // ns, the worst of what is not known yet
};

ParameterInfo spinOrNone() {
    ParameterInfo info = spinParameter(SpinKind::Pause);
    info.maximum = kNoSpin;
    info.choices.push_back("none");
    info.meaning = JITTERSCOPE_TR(
        "What the busy wait does between two clock reads. none: no busy wait at all; frames then "
        "start early or late by the spread of the wake-ups, centred on the deadline.");
    return info;
}

} // namespace

SleepEntry adaptiveEntry() {
    return {
        .id = "adaptive",
        .name = JITTERSCOPE_TR("Adaptive"),
        .description = JITTERSCOPE_TR(
            "Learns how late this machine wakes sleeps of each length, sleeps until the margin "
            "that only a chosen share of wake-ups exceeds, then spins. As exact as spinning in "
            "all other frames, for the CPU of a few wake-ups."),
        .source = "Jitterscope; the quantile rule of the newsvendor problem applied to wake-up latency",
        .mayWakeEarly = true, // with spin=none alone
        .kind = SleepKind::Absolute,
        .parameters = {{.name = "late_share",
                        .label = JITTERSCOPE_TR("Late frames allowed"),
                        .unit = Unit::Fraction,
                        .minimum = 0.0001,
                        .maximum = 0.5,
                        .standard = 0.007,
                        .meaning = JITTERSCOPE_TR(
                            "Share of frames that may start late because their wake-up was. Less: a "
                            "longer margin, more CPU.")},
                       {.name = "window",
                        .label = JITTERSCOPE_TR("Memory"),
                        .unit = Unit::Count,
                        .minimum = 100,
                        .maximum = 1'000'000,
                        .standard = 2000,
                        .meaning = JITTERSCOPE_TR("Sleeps after which one counts for a third of a new one.")},
                       spinOrNone()},
        .make = makeStrategy<Adaptive>};
}

} // namespace jitterscope
