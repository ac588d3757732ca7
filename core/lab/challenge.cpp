// SPDX-License-Identifier: MIT
#include "core/lab/challenge.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/lab/sleep_most.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/timestep/timestep_catalog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace jitterscope {
namespace {

constexpr Nanoseconds kLasts{60'000'000'000};
constexpr Nanoseconds kSetAt{20'000'000'000}; // the time of day is set
constexpr Nanoseconds kSetBack{1'000'000'000};
constexpr Nanoseconds kScanFrom{40'000'000'000}; // another program takes the processor
constexpr Nanoseconds kScanTo{41'500'000'000};
constexpr Nanoseconds kUpdate{400'000};          // an update computes
constexpr Nanoseconds kUpdateInScan{20'000'000}; // and lasts, while the other program is there
constexpr Nanoseconds kDraw{500'000};            // drawing computes
constexpr std::uint64_t kCardWaits{6'000'000};   // ns, the graphics card is waited for, at most
constexpr Nanoseconds kDiskWaits{17'400'000};    // the disk is waited for, now and then
constexpr double kDiskChance = 1.0 / 60;         // of a frame
constexpr Nanoseconds kOff{500'000};             // a frame that is further off is uneven
constexpr double kStepOff = 0.05;                // of a step

/// How the loop waits; in the order of the knob's choices.
struct WaitKind {
    std::string_view name;
    std::string_view strategy; ///< empty: SleepMost
};
constexpr std::array<WaitKind, 6> kWaits{{{"one-sleep", "system-sleep"},
                                          {"spin", "spin"},
                                          {"sleep-1ms", "sliced-sleep"},
                                          {"sleep-the-rest", "remaining-sleep"},
                                          {"mean-x-sigma", "precise-sleep"},
                                          {"sleep-most", ""}}};
constexpr std::array<std::string_view, 2> kTimers{"windows-15ms", "windows-1ms"};
constexpr std::array<std::string_view, 3> kBehind{"whole-refreshes", "slow-motion", "one-big-step"};

class Waiter {
public:
    Waiter(const WaitKind& kind, TimeSource& time) : m_most(time) {
        if (kind.strategy.empty()) {
            m_most.learn(Nanoseconds(10'000'000));
            return;
        }
        const SleepEntry& entry = *findEntry(sleepCatalog(), kind.strategy);
        m_strategy = entry.make(time, ParameterValues(entry.parameters));
    }
    void until(TimePoint deadline) {
        if (m_strategy)
            m_strategy->sleepUntil(deadline);
        else
            m_most.sleepUntil(deadline);
    }

private:
    SleepMost m_most;
    std::unique_ptr<SleepStrategy> m_strategy;
};

/// Times in ns from the first frame, by the true clock.
struct PlayedFrame {
    std::int64_t iteration = 0;
    Nanoseconds start{0};
    Nanoseconds drawn{0};
    Nanoseconds longestStep{0};
};

struct Played {
    std::vector<PlayedFrame> frames; // at least two
    double cpu = 0;                  // % of a core
};

std::unique_ptr<Timestep> timestepOf(const ParameterValues& choices) {
    const TimestepEntry& entry =
        *findEntry(timestepCatalog(), kBehind[static_cast<std::size_t>(choices.whole("behind"))]);
    ParameterValues settings(entry.parameters);
    settings.set("longest", 1);
    settings.setIfThere("threshold", 100e6);
    settings.setIfThere("form", 1);
    return entry.make(settings, Period());
}

Played play(const ParameterValues& choices, std::uint64_t seed) {
    const auto timer = static_cast<std::size_t>(choices.whole("timer"));
    const auto time = makeSimulatedTime(machineChoice(kTimers[timer]), streamSeed(seed, "machine")).value();
    Waiter waiter(kWaits[static_cast<std::size_t>(choices.whole("wait"))], *time);
    const PacingEntry& pacing = pacingCatalog()[static_cast<std::size_t>(choices.whole("policy"))];
    const auto policy = pacing.make(ParameterValues(pacing.parameters));
    const auto timestep = timestepOf(choices);
    Random random(streamSeed(seed, "frames"));
    const bool wall = choices["clock"] == 0;
    const TimePoint begin = time->now();
    const Nanoseconds cpuBegin = time->cpuTime().value_or(0ns);
    const auto passed = [&] { return time->now() - begin; };
    const auto clock = [&] { // what the loop reads
        const TimePoint now = time->now();
        return wall && now - begin >= kSetAt ? now - kSetBack : now;
    };
    Played played;
    Nanoseconds elsewhere{0}; // waited for something, or somebody else had the processor
    FrameTimes frame{0, clock(), clock(), {}};
    policy->start(Period(), 0, frame.release);
    TimePoint before = frame.release;
    while (passed() < kLasts) {
        const Nanoseconds start = passed();
        const Updates updates = timestep->advance(std::max(frame.release - before, Nanoseconds(0)));
        before = frame.release;
        const auto count = static_cast<std::int64_t>(updates.steps.size());
        Nanoseconds waits(static_cast<std::int64_t>(random.below(kCardWaits)));
        if (random.chance(kDiskChance))
            waits = kDiskWaits;
        if (start >= kScanFrom && start < kScanTo)
            waits += count * (kUpdateInScan - kUpdate);
        (void)time->spinUntil(time->now() + count * kUpdate + waits, SpinKind::Bare);
        elsewhere += waits;
        played.frames.push_back({frame.iteration, start, passed(),
                                 updates.steps.empty() ? 0ns : *std::ranges::max_element(updates.steps)});
        (void)time->spinUntil(time->now() + kDraw, SpinKind::Bare);
        frame.workEnd = clock();
        const Release next = policy->schedule(frame);
        while (clock() < next.due) // once more if it was set back meanwhile
            waiter.until(time->now() + (next.due - clock()));
        frame = {next.iteration, frame.workEnd, clock(), {}};
    }
    const Nanoseconds cpu = time->cpuTime().value_or(0ns) - cpuBegin - elsewhere;
    played.cpu = 100 * inMs(cpu) / inMs(passed());
    return played;
}

double shareOf(std::size_t some, std::size_t all) {
    return 100 * static_cast<double>(some) / static_cast<double>(std::max<std::size_t>(all, 1));
}

/// % of the refreshes at which the dot's step was not the steady one.
double unevenSteps(const std::vector<PlayedFrame>& frames, bool byRefresh) {
    const Period refresh;
    const std::int64_t last = refresh.slotAt(frames.back().drawn);
    std::size_t next = 0;
    std::size_t uneven = 0;
    double place = 0;
    for (std::int64_t r = 1; r <= last; ++r) {
        const double old = place;
        for (; next < frames.size() && frames[next].drawn <= refresh.at(r); ++next)
            place = byRefresh ? static_cast<double>(refresh.slotAt(frames[next].drawn))
                              : inMs(frames[next].drawn) * 1e6 / refresh.nanoseconds();
        uneven += r > 1 && std::abs(place - old - 1) > kStepOff ? 1 : 0;
    }
    return shareOf(uneven, static_cast<std::size_t>(last));
}

/// ms between the starts of frames.
std::vector<double> lengthsOf(const std::vector<PlayedFrame>& frames) {
    std::vector<double> lengths;
    for (std::size_t i = 1; i < frames.size(); ++i)
        lengths.push_back(inMs(frames[i].start - frames[i - 1].start));
    return lengths;
}

std::string inTime(double milliseconds) {
    return timeInWords(milliseconds * 1e6);
}

/// The lab that teaches why these choices take so much of the processor.
std::string_view labOfCost(const ParameterValues& choices) {
    const bool coarse = choices["timer"] == 0;
    const bool estimates = kWaits[static_cast<std::size_t>(choices.whole("wait"))].name == "mean-x-sigma";
    return estimates ? (coarse ? "estimator" : "x") : coarse ? "sleep" : "melting";
}

std::vector<ChallengeGoal> goalsOf(const ParameterValues& choices, const Played& played) {
    const std::vector<PlayedFrame>& frames = played.frames;
    const std::vector<double> lengths = lengthsOf(frames);
    const double period = Period().nanoseconds() / 1e6;
    const double queued = choices["queued"] / 1e6;
    const PlayedFrame& last = frames.back();
    const double behind = inMs(last.start) - static_cast<double>(last.iteration) * period;
    const auto calls = static_cast<double>(frames.size() - 1);
    const double picture = choices["picture"] == 0 ? calls : static_cast<double>(last.iteration);
    const double film = inMs(last.start) - picture * period;
    const double off = shareOf(static_cast<std::size_t>(std::ranges::count_if(
                                   lengths, [&](double ms) { return std::abs(ms - period) > inMs(kOff); })),
                               lengths.size());
    const double silent = shareOf(
        static_cast<std::size_t>(std::ranges::count_if(lengths, [&](double ms) { return ms > queued; })),
        lengths.size());
    double lag = 0;
    for (const double ms : lengths)
        lag += std::max(queued - ms, 0.0) / static_cast<double>(lengths.size());
    const double longest = *std::ranges::max_element(lengths);
    double step = 0;
    for (const PlayedFrame& frame : frames)
        step = std::max(step, inMs(frame.longestStep));
    const double uneven = unevenSteps(frames, choices["move"] == 1);
    const auto percent = [](double share) { return figure(share, 1) + " %"; };
    return {{"processor", JITTERSCOPE_TR("The processor is left to others"), "%", 10, played.cpu,
             "The loop takes " + percent(played.cpu) + " of a core.", labOfCost(choices)},
            {"even", JITTERSCOPE_TR("Frames take 16.7 ms, to half a millisecond"), "%", 6, off,
             percent(off) + " of the frames are more than half a millisecond off 16.7 ms.", "sleep"},
            {"behind", JITTERSCOPE_TR("The loop is in time after a minute"), "ms", period, std::abs(behind),
             "After a minute the loop is " + inTime(std::abs(behind)) + (behind < 0 ? " ahead." : " behind."),
             "drift"},
            {"frozen", JITTERSCOPE_TR("The game never freezes"), "ms", 150, longest,
             "The longest frame took " + inTime(longest) + ".",
             longest > 500 && choices["clock"] == 0 ? "clocks" : "well"},
            {"gate", JITTERSCOPE_TR("No update leaps over a shut gate"), "ms", 100, step,
             "The longest update simulates " + inTime(step) + ".", "well"},
            {"silence", JITTERSCOPE_TR("Sound does not break off"), "%", 1, silent,
             percent(silent) + " of the frames last longer than the sound that is queued.", "audio"},
            {"lag", JITTERSCOPE_TR("Sound comes at once"), "ms", 5, lag,
             "A new sound is heard " + inTime(lag) + " late on average.", "audio"},
            {"steps", JITTERSCOPE_TR("What moves looks steady"), "%", 10, uneven,
             percent(uneven) + " of the steps on the screen are uneven.", "refresh"},
            {"film", JITTERSCOPE_TR("The film stays with the clock"), "ms", period, std::abs(film),
             "After a minute the film is " + inTime(std::abs(film)) + (film < 0 ? " ahead." : " behind."),
             "slots"}};
}

std::vector<std::string_view> waitNames() {
    std::vector<std::string_view> names;
    for (const WaitKind& kind : kWaits)
        names.push_back(kind.name);
    return names;
}

std::vector<std::string_view> paceNames() {
    std::vector<std::string_view> names;
    for (const PacingEntry& entry : pacingCatalog())
        names.push_back(entry.id);
    return names;
}

std::vector<ParameterInfo> makeKnobs() {
    constexpr double kFixedSleep = 2; // of the policies
    return {
        choiceKnob("timer", JITTERSCOPE_TR("Timer"), {"as-it-is", "the-finest"}, 0,
                   JITTERSCOPE_TR("The timer as the system gives it, 15.6 ms, or the finest that it gives "
                                  "when it is asked, 1 ms."),
                   {JITTERSCOPE_TR("as it is, 15.6 ms"), JITTERSCOPE_TR("the finest, 1 ms")}),
        choiceKnob(
            "wait", JITTERSCOPE_TR("Wait"), waitNames(), 0,
            JITTERSCOPE_TR("How the loop waits for the next frame: it sleeps, it spins, or it does most "
                           "of one and a bit of the other.")),
        choiceKnob("policy", JITTERSCOPE_TR("Pace"), paceNames(), kFixedSleep,
                   JITTERSCOPE_TR("How the loop finds out when the next frame is due.")),
        choiceKnob("clock", JITTERSCOPE_TR("Clock"), {"wall", "monotonic"}, 0,
                   JITTERSCOPE_TR("The clock that the loop reads: the time of day, or one that nobody "
                                  "sets.")),
        choiceKnob("move", JITTERSCOPE_TR("What moves"), {"actual-time", "whole-refreshes"}, 0,
                   JITTERSCOPE_TR("Where it is drawn: where it is at the time of drawing, or of the screen's "
                                  "refresh."),
                   {JITTERSCOPE_TR("by actual time"), JITTERSCOPE_TR("by whole refreshes")}),
        choiceKnob(
            "behind", JITTERSCOPE_TR("When behind"), {"nothing", "slow-motion", "one-big-step"}, 0,
            JITTERSCOPE_TR("What becomes of a backlog above 0.1 s: all of it is caught up, it is "
                           "dropped, or one update simulates it all."),
            {JITTERSCOPE_TR("catch it up"), JITTERSCOPE_TR("slow motion"), JITTERSCOPE_TR("one big step")}),
        choiceKnob("picture", JITTERSCOPE_TR("Film"), {"counts-calls", "is-given-the-number"}, 0,
                   JITTERSCOPE_TR("How the film knows which picture is next."),
                   {JITTERSCOPE_TR("counts its calls"), JITTERSCOPE_TR("is given the slot's number")}),
        timeKnob("queued", JITTERSCOPE_TR("Sound queued"), 5e6, 200e6, 100e6,
                 JITTERSCOPE_TR("Each frame fills the queue up to this."))};
}

} // namespace

std::size_t ChallengeResult::met() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(goals, &ChallengeGoal::met));
}

std::string ChallengeResult::headline() const {
    return std::to_string(met()) + " of " + std::to_string(goals.size()) + " goals are met.";
}

std::span<const ParameterInfo> challengeKnobs() {
    static const std::vector<ParameterInfo> knobs = makeKnobs();
    return knobs;
}

std::string_view challengeText() {
    return JITTERSCOPE_TR(
        "Keep a game at 60 Hz for a minute, with less than 10 % of a core and about 20 ms of sound, on a "
        "machine that stutters. Now and then a frame waits for the disk. After 20 s somebody sets the time "
        "of "
        "day back by a second, and after 40 s another program takes the processor for 1.5 s.");
}

Result<ChallengeResult> runChallenge(const ParameterValues& choices, std::uint64_t seed) {
    if (const auto checked = checkParameters(challengeKnobs(), choices, "challenge"); !checked)
        return checked.error();
    const Played played = play(choices, seed);
    ChallengeResult result;
    result.goals = goalsOf(choices, played);
    result.frames = {"frames", "Frames", "Time, s", "Frame, ms", {}};
    const std::vector<double> lengths = lengthsOf(played.frames);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        result.frames.points.push_back({inMs(played.frames[i + 1].start) / 1e3, lengths[i]});
    return result;
}

} // namespace jitterscope
