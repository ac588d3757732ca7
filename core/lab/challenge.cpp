// SPDX-License-Identifier: MIT
#include "core/lab/challenge.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/timestep/timestep.h"

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
constexpr Nanoseconds kOff{500'000}; // a frame that is further off is uneven
constexpr double kStepOff = 0.05;    // of a step

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

struct Machine {
    ChallengeMachine told;
    double rate = 60;                                                      // Hz, of loop and screen
    std::array<std::string_view, 2> timers{"windows-15ms", "windows-1ms"}; // as it is, the finest
    double finestCosts = 0;                                                // % of a core
    double mostCpu = 10;                                                   // % of a core
    double mostLag = 5;                                                    // ms
    Nanoseconds update{400'000};                                           // an update computes
    Nanoseconds updateInScan{20'000'000}; // and lasts, while the other program is there
    Nanoseconds draw{500'000};            // drawing computes
    std::uint64_t cardWaits = 6'000'000;  // ns, the graphics card is waited for, at most
    Nanoseconds diskWaits{17'400'000};    // the disk is waited for, now and then:
    double diskChance = 1.0 / 60;         // of a frame
    bool screenWaits = false;             // shows a picture when it is drawn
    bool commands = false;                // each frame commands something: it has to begin in time
    bool race = false;                    // the game's time is others' time, too

    [[nodiscard]] Period period() const { return Period::fromHertz(rate).value(); }
};

const std::array<Machine, kChallengeMachines>& machines() {
    static const std::array<Machine, kChallengeMachines> list{
        {{.told = {"desktop", "A desktop with Windows",
                   "Its screen shows 60 pictures a second. The runner must not leap through a shut gate."}},
         {.told = {"variable-refresh", "A screen that waits for the picture",
                   "120 pictures a second, and each is shown when it is drawn, not at a refresh."},
          .rate = 120,
          .mostCpu = 14,
          .update = Nanoseconds(200'000),
          .updateInScan = Nanoseconds(10'000'000),
          .draw = Nanoseconds(250'000),
          .cardWaits = 3'000'000,
          .diskWaits = Nanoseconds(9'200'000),
          .screenWaits = true},
         {.told = {"handheld", "A handheld on its battery",
                   "Linux, 30 pictures a second to save power. A finer timer wakes it more often, and each "
                   "percent of a core is heat in the hand."},
          .rate = 30,
          .timers = {"linux-default", "linux-slack1"},
          .finestCosts = 2,
          .mostCpu = 3,
          .mostLag = 6,
          .updateInScan = Nanoseconds(44'000'000),
          .diskWaits = Nanoseconds(34'200'000),
          .diskChance = 1.0 / 90},
         {.told =
              {"robot", "A robot's controller",
               "Linux, 100 commands a second. A command that begins late in its slot is worse than none."},
          .rate = 100,
          .timers = {"linux-default", "linux-slack1"},
          .mostLag = 15,
          .update = Nanoseconds(200'000),
          .updateInScan = Nanoseconds(12'000'000),
          .draw = Nanoseconds(200'000),
          .cardWaits = 3'000'000,
          .diskWaits = Nanoseconds(11'000'000),
          .commands = true},
         {.told = {"race", "A race against others",
                   "The same desktop, but the others' clocks go on: whoever loses time loses the race. There "
                   "is no gate."},
          .race = true}}};
    return list;
}

const Machine& machineOf(std::uint64_t seed) {
    return machines().at(static_cast<std::size_t>((seed + kChallengeMachines - 1) % kChallengeMachines));
}
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
    Nanoseconds simulated{0};  // of the game's time, up to here
    Nanoseconds spunBefore{0}; // busy while it waited for this frame
    bool waitedForDisk = false;
};

struct Played {
    std::vector<PlayedFrame> frames; // at least two
    Nanoseconds simulated{0};        // of the game's time
    double cpu = 0;                  // % of a core
};

std::unique_ptr<Timestep> timestepOf(const ParameterValues& choices, const Period& period) {
    const TimestepEntry& entry = *findEntry(timestepCatalog(), kBehind[chosen(choices, "behind")]);
    ParameterValues settings(entry.parameters);
    settings.set("longest", 1);
    settings.setIfThere("threshold", 100e6);
    settings.setIfThere("form", 1);
    return entry.make(settings, period);
}

Played play(const ParameterValues& choices, std::uint64_t seed) {
    const Machine& machine = machineOf(seed);
    const Period period = machine.period();
    const std::size_t timer = chosen(choices, "timer");
    const auto time =
        makeSimulatedTime(machineChoice(machine.timers[timer]), streamSeed(seed, "machine")).value();
    Waiter waiter(kWaits[chosen(choices, "wait")], *time);
    const PacingEntry& pacing = pacingCatalog()[chosen(choices, "policy")];
    const auto policy = pacing.make(ParameterValues(pacing.parameters));
    const auto timestep = timestepOf(choices, period);
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
    Nanoseconds spun{0};
    FrameTimes frame{0, clock(), clock(), {}};
    policy->start(period, 0, frame.release);
    TimePoint before = frame.release;
    while (passed() < kLasts) {
        const Nanoseconds start = passed();
        const Updates updates = timestep->advance(std::max(frame.release - before, Nanoseconds(0)));
        before = frame.release;
        const auto count = static_cast<std::int64_t>(updates.steps.size());
        Nanoseconds waits(static_cast<std::int64_t>(random.below(machine.cardWaits)));
        const bool disk = random.chance(machine.diskChance);
        if (disk)
            waits = machine.diskWaits;
        if (start >= kScanFrom && start < kScanTo)
            waits += count * (machine.updateInScan - machine.update);
        (void)time->spinUntil(time->now() + count * machine.update + waits, SpinKind::Bare);
        elsewhere += waits;
        for (const Nanoseconds step : updates.steps)
            played.simulated += step;
        played.frames.push_back({frame.iteration, start, passed(),
                                 updates.steps.empty() ? 0ns : *std::ranges::max_element(updates.steps),
                                 played.simulated, spun, disk});
        (void)time->spinUntil(time->now() + machine.draw, SpinKind::Bare);
        frame.workEnd = clock();
        const Release next = policy->schedule(frame);
        const Nanoseconds busyBefore = time->cpuTime().value_or(0ns);
        while (clock() < next.due) // once more if it was set back meanwhile
            waiter.until(time->now() + (next.due - clock()));
        spun = time->cpuTime().value_or(0ns) - busyBefore;
        frame = {next.iteration, frame.workEnd, clock(), {}};
    }
    const Nanoseconds cpu = time->cpuTime().value_or(0ns) - cpuBegin - elsewhere;
    played.cpu = 100 * inMs(cpu) / inMs(passed()) + (timer == 1 ? machine.finestCosts : 0);
    return played;
}

double shareOf(std::size_t some, std::size_t all) {
    return 100 * static_cast<double>(some) / static_cast<double>(std::max<std::size_t>(all, 1));
}

/// % of the pictures whose step was not what the time between them and those before them is worth, on a
/// screen that shows each when it is drawn.
double unevenWhenDrawn(const std::vector<PlayedFrame>& frames, const Period& refresh, bool byRefresh) {
    std::size_t uneven = 0;
    const auto refreshes = [&refresh](Nanoseconds at) { return inMs(at) * 1e6 / refresh.nanoseconds(); };
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const double passed = refreshes(frames[i].drawn - frames[i - 1].drawn);
        const double step =
            byRefresh
                ? static_cast<double>(refresh.slotAt(frames[i].drawn) - refresh.slotAt(frames[i - 1].drawn))
                : passed;
        uneven += std::abs(step - passed) > kStepOff ? 1 : 0;
    }
    return shareOf(uneven, frames.size() - 1);
}

/// % of the refreshes at which the dot's step was not the steady one.
double unevenSteps(const std::vector<PlayedFrame>& frames, const Period& refresh, bool byRefresh) {
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

std::string percent(double value) {
    return figure(value, 1) + " %";
}

/// The lab that teaches why these choices take more than `most` % of a core: the timer is the reason if the
/// finest one would do.
std::string_view labOfCost(const ParameterValues& choices, std::uint64_t seed, double most) {
    const bool coarse = choices["timer"] == 0;
    if (kWaits[chosen(choices, "wait")].name == "mean-x-sigma")
        return coarse ? "estimator" : "x";
    if (!coarse)
        return "melting";
    ParameterValues finest = choices;
    finest.set("timer", 1);
    return play(finest, seed).cpu <= most ? "sleep" : "melting";
}

/// % of the frames that begin late in their slot.
double lateStarts(const std::vector<PlayedFrame>& frames, const Period& period) {
    return shareOf(static_cast<std::size_t>(std::ranges::count_if(
                       frames,
                       [&](const PlayedFrame& frame) {
                           return std::abs(inMs(frame.start) - static_cast<double>(frame.iteration) *
                                                                   period.nanoseconds() / 1e6) > inMs(kOff);
                       })),
                   frames.size());
}

ChallengeGoal gateOrRace(const Machine& machine, const Played& played) {
    if (machine.race) {
        const double lost = std::max(inMs(played.frames.back().start - played.simulated), 0.0);
        return {.id = "time",
                .asks = "The race's time is kept",
                .measures = "time that the game loses",
                .unit = "ms",
                .limit = machine.period().nanoseconds() / 1e6,
                .got = lost,
                .told = "After a minute the game has lost " + inTime(lost) + ".",
                .lab = "well"};
    }
    double step = 0;
    for (const PlayedFrame& frame : played.frames)
        step = std::max(step, inMs(frame.longestStep));
    return {.id = "gate",
            .asks = "No update leaps over a shut gate",
            .measures = "longest update",
            .unit = "ms",
            .limit = 100,
            .got = step,
            .told = "The longest update simulates " + inTime(step) + ".",
            .lab = "well"};
}

ChallengeGoal stepsOrStarts(const Machine& machine, const Played& played, bool byRefresh) {
    const Period period = machine.period();
    if (machine.commands) {
        const double late = lateStarts(played.frames, period);
        return {.id = "starts",
                .asks = "Commands begin in time, within half a millisecond",
                .measures = "frames that begin late",
                .unit = "%",
                .limit = 1,
                .got = late,
                .told = percent(late) + " of the frames begin late in their slot.",
                .lab = "slots"};
    }
    const double uneven = machine.screenWaits ? unevenWhenDrawn(played.frames, period, byRefresh)
                                              : unevenSteps(played.frames, period, byRefresh);
    return {.id = "steps",
            .asks = "What moves looks steady",
            .measures = "steps that are uneven",
            .unit = "%",
            .limit = 10,
            .got = uneven,
            .told = percent(uneven) + " of the steps on the screen are uneven.",
            .lab = "refresh"};
}

std::vector<ChallengeGoal> goalsOf(const ParameterValues& choices, std::uint64_t seed, const Played& played) {
    const Machine& machine = machineOf(seed);
    const std::vector<PlayedFrame>& frames = played.frames;
    const std::vector<double> lengths = lengthsOf(frames);
    const double period = machine.period().nanoseconds() / 1e6;
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
    const std::string usual = inTime(period);
    return {
        {.id = "processor",
         .asks = "The processor is left to others",
         .measures = "time of a core that it takes",
         .unit = "%",
         .limit = machine.mostCpu,
         .got = played.cpu,
         .told = "The loop takes " + percent(played.cpu) + " of a core.",
         .lab = played.cpu > machine.mostCpu ? labOfCost(choices, seed, machine.mostCpu) : "melting"},
        {.id = "even",
         .asks = "Frames take " + usual + ", give or take half a millisecond",
         .measures = "frames more than 0.5 ms off " + usual,
         .unit = "%",
         .limit = 6,
         .got = off,
         .told = percent(off) + " of the frames are more than half a millisecond off " + usual + ".",
         .lab = "sleep"},
        {.id = "behind",
         .asks = "The loop is in time after a minute",
         .measures = "how far it is off",
         .unit = "ms",
         .limit = period,
         .got = std::abs(behind),
         .told =
             "After a minute the loop is " + inTime(std::abs(behind)) + (behind < 0 ? " ahead." : " behind."),
         .lab = "drift"},
        {.id = "frozen",
         .asks = "The game never freezes",
         .measures = "longest frame",
         .unit = "ms",
         .limit = std::max(150.0, 6 * period),
         .got = longest,
         .told = "The longest frame took " + inTime(longest) + ".",
         .lab = longest > 500 && choices["clock"] == 0 ? "clocks" : "well"},
        gateOrRace(machine, played),
        {.id = "silence",
         .asks = "Sound does not break off",
         .measures = "frames longer than the queued sound",
         .unit = "%",
         .limit = 1,
         .got = silent,
         .told = percent(silent) + " of the frames last longer than the sound that is queued.",
         .lab = "audio"},
        {.id = "lag",
         .asks = "Sound comes at once",
         .measures = "how late a new sound is, on average",
         .unit = "ms",
         .limit = machine.mostLag,
         .got = lag,
         .told = "A new sound is heard " + inTime(lag) + " late on average.",
         .lab = "audio"},
        stepsOrStarts(machine, played, choices["move"] == 1),
        {.id = "film",
         .asks = "The film stays with the clock",
         .measures = "how far the film is off",
         .unit = "ms",
         .limit = period,
         .got = std::abs(film),
         .told = "After a minute the film is " + inTime(std::abs(film)) + (film < 0 ? " ahead." : " behind."),
         .lab = "slots"}};
}

double inSeconds(Nanoseconds time) {
    return inMs(time) / 1e3;
}

/// What is seen and heard of the frames.
std::vector<ChallengeFrame> picturesOf(const ParameterValues& choices, const Machine& machine,
                                       const std::vector<PlayedFrame>& frames) {
    constexpr double kRemainder = 1.5; // periods: what is not yet simulated in time
    const Period refresh = machine.period();
    const double period = refresh.nanoseconds() / 1e9;
    const double queued = choices["queued"] / 1e9;
    const bool byRefresh = choices["move"] == 1;
    const bool counts = choices["picture"] == 0;
    std::vector<ChallengeFrame> pictures;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const PlayedFrame& frame = frames[i];
        const double drawn = inSeconds(frame.drawn);
        const double refreshed = static_cast<double>(refresh.slotAt(frame.drawn)) * period;
        const double behind = inSeconds(frame.start - frame.simulated);
        const double due = static_cast<double>(frame.iteration) * period;
        const double at = byRefresh ? refreshed : drawn;
        ChallengeFrame picture{
            .shown = machine.screenWaits ? drawn : refreshed + period,
            .place = at - (behind > kRemainder * period ? behind : 0),
            .spins = inSeconds(frame.spunBefore),
            .silence = i == 0 ? 0 : std::max(inSeconds(frame.start - frames[i - 1].start) - queued, 0.0),
            .late = machine.commands && std::abs(inSeconds(frame.start) - due) > inSeconds(kOff),
            .film = (counts ? static_cast<double>(i) * period : due) -
                    (machine.race && behind > kRemainder * period ? behind : 0)};
        if (i > 0) {
            const double before = inSeconds(frames[i - 1].drawn);
            const double from =
                byRefresh ? static_cast<double>(refresh.slotAt(frames[i - 1].drawn)) * period : before;
            picture.uneven =
                std::abs((at - from) - (picture.shown - pictures.back().shown)) > kStepOff * period;
        }
        pictures.push_back(picture);
    }
    return pictures;
}

std::vector<ChallengeMoment> momentsOf(const std::vector<PlayedFrame>& frames) {
    const auto disk = std::ranges::find(frames, true, &PlayedFrame::waitedForDisk);
    const double read = disk == frames.end() ? 0 : std::max(inSeconds(disk->start) - 0.15, 0.0);
    const double set = inSeconds(kSetAt);
    const double ends = inSeconds(frames.back().start);
    return {
        {"disk", "The disk", "A frame waits for the disk, as one of sixty does.", read, read + 0.5},
        {"clock", "The clock is set", "Somebody sets the time of day back by a second.", set - 0.3,
         set + 1.7},
        {"program", "Another program", "Another program takes the processor for 1.5 s.",
         inSeconds(kScanFrom) - 0.5, inSeconds(kScanTo) + 1},
        {"end", "The end", "The minute ends. Is the film still where it should be?", ends - 0.8, ends, true}};
}

std::vector<ParameterInfo> makeKnobs() {
    constexpr double kFixedSleep = 2; // of the policies
    return {choiceKnob("timer", "Timer", {"as-it-is", "the-finest"}, 0,
                       "The timer as the system gives it (Windows: 15.6 ms, Linux: 50 µs), or the finest "
                       "that it gives when it is asked (1 ms, 1 ns).",
                       {"as it is", "the finest"}),
            choiceKnob("wait", "Wait", namesOf(kWaits, &WaitKind::name), 0,
                       "How the loop waits for the next frame: it sleeps, it spins, or it does most of one "
                       "and a bit of the other.",
                       {"one sleep", "spin", "sleeps of 1 ms", "sleep what is left",
                        "mean + X · σ, then spin", "sleep most, then spin"}),
            choiceKnob("policy", "Pace", namesOf(pacingCatalog(), &PacingEntry::id), kFixedSleep,
                       "How the loop finds out when the next frame is due.",
                       {"deadlines, drop what is missed", "deadlines, catch up", "sleep a whole period",
                        "sleep the rest of the period", "add up the sleeps, as asked",
                        "add up the sleeps, as measured"}),
            choiceKnob("clock", "Clock", {"wall", "monotonic"}, 0,
                       "The clock that the loop reads: the time of day, or one that nobody sets.",
                       {"the time of day", "one that nobody sets"}),
            choiceKnob("move", "What moves", {"actual-time", "whole-refreshes"}, 0,
                       "Where it is drawn: where it is at the time of drawing, or of the screen's refresh.",
                       {"by actual time", "by whole refreshes"}),
            choiceKnob("behind", "When behind", {"nothing", "slow-motion", "one-big-step"}, 0,
                       "What becomes of a backlog above 0.1 s: all of it is caught up, it is dropped, or one "
                       "update simulates it all.",
                       {"catch it up", "slow motion", "one big step"}),
            choiceKnob("picture", "Film", {"counts-calls", "is-given-the-number"}, 0,
                       "How the film knows which picture is next.",
                       {"counts its calls", "is given the number"}),
            timeKnob("queued", "Sound queued", 5e6, 200e6, 100e6, "Each frame fills the queue up to this.")};
}

} // namespace

std::size_t ChallengeResult::met() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(goals, &ChallengeGoal::met));
}

std::string ChallengeGoal::amount(double value) const {
    return unit == "ms" ? inTime(value) : percent(value);
}

std::string ChallengeResult::headline() const {
    return std::to_string(met()) + " of " + std::to_string(goals.size()) + " goals are met.";
}

std::span<const ParameterInfo> challengeKnobs() {
    static const std::vector<ParameterInfo> knobs = makeKnobs();
    return knobs;
}

ParameterValues challengeAdvised() {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kAdvised{
        {{"timer", "the-finest"},
         {"wait", "sleep-most"},
         {"policy", "keep-working"},
         {"clock", "monotonic"},
         {"move", "whole-refreshes"},
         {"behind", "slow-motion"},
         {"picture", "is-given-the-number"},
         {"queued", "20ms"}}};
    ParameterValues choices(challengeKnobs());
    for (const auto& [knob, value] : kAdvised) {
        const auto place = static_cast<std::size_t>(parameterIndex(challengeKnobs(), knob));
        choices.set(place, parseParameter(challengeKnobs()[place], value).value());
    }
    return choices;
}

std::string_view challengeText() {
    return "Keep your game in time for a minute, on five machines that stutter: what is right on one is "
           "wrong on another. Now and then a frame waits for the disk. After 20 s somebody sets the time of "
           "day back by a second, and after 40 s another program takes the processor for 1.5 s.";
}

const ChallengeMachine& challengeMachine(std::uint64_t seed) {
    return machineOf(seed).told;
}

std::string challengeMachineText(std::uint64_t seed) {
    const ChallengeMachine& machine = challengeMachine(seed);
    const std::string again =
        seed > kChallengeMachines ? ", another minute (" + std::to_string(seed) + ")" : "";
    return "Machine " + std::to_string((seed + kChallengeMachines - 1) % kChallengeMachines + 1) + " of " +
           std::to_string(kChallengeMachines) + again + ": " + std::string(machine.name) + ". " +
           std::string(machine.text);
}

Result<ChallengeResult> runChallenge(const ParameterValues& choices, std::uint64_t seed) {
    if (const auto checked = checkParameters(challengeKnobs(), choices, "challenge"); !checked)
        return checked.error();
    const Played played = play(choices, seed);
    ChallengeResult result;
    const Machine& machine = machineOf(seed);
    result.period = machine.period().nanoseconds() / 1e6;
    result.goals = goalsOf(choices, seed, played);
    result.frames = {"frames", "Frames", "Time, s", "Frame, ms", {}};
    const std::vector<double> lengths = lengthsOf(played.frames);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        result.frames.points.push_back({inMs(played.frames[i + 1].start) / 1e3, lengths[i]});
    result.pictures = picturesOf(choices, machine, played.frames);
    result.moments = momentsOf(played.frames);
    return result;
}

} // namespace jitterscope
