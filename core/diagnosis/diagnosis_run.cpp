// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/measured_loop.h"
#include "core/diagnosis/x_advice.h"
#include "core/platform/counters.h"
#include "core/platform/keep_awake.h"
#include "core/platform/own_system.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace jitterscope {
namespace {

/// How long each loop runs in a round, and how many rounds and other loops there are.
struct Course {
    int rounds = 12;
    Nanoseconds now{};
    Nanoseconds other{};
    Nanoseconds learning{}; ///< before the first counted block of a loop
    std::size_t others = 3; ///< the most other loops
    // If there is a window:
    int terminalEvery = 4; ///< rounds
    Nanoseconds terminalLearning{500'000'000};
    Nanoseconds terminal{1'500'000'000};

    [[nodiscard]] double seconds(std::size_t loops) const noexcept {
        const auto round = static_cast<double>(now.count()) +
                           static_cast<double>(loops) * static_cast<double>(other.count());
        return (rounds * round + static_cast<double>(loops + 1) * static_cast<double>(learning.count())) /
               1e9;
    }
};

constexpr double kFull = 55;      // s, all blocks of a full diagnosis
constexpr double kQuick = 12.5;   // s, all blocks of a quick one
constexpr double kTerminal = 6.6; // s, the blocks in a process of their own, with the starts of that process
constexpr double kUsual = 24;     // s, the user's own loop
constexpr double kQuiet = 0.75;   // part of the user's own loop in which the window does not draw

Nanoseconds secondsOf(double seconds) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

/// Seconds that a loop needs to show that it keeps what its job allows. Some frames are to spare, because the
/// first frame of a block does not count.
double neededSeconds(const DiagnosisPlan& plan) noexcept {
    constexpr double kSpare = 1.1;
    return kSpare * static_cast<double>(framesToShow(plan.target.allowed)) / plan.target.period.hertz();
}

/// The user's own loop first gets the time that its job needs. Then as many others as possible get as much.
Course courseOf(const DiagnosisPlan& plan, bool window) noexcept {
    Course course;
    if (plan.loop.simulated()) {
        course.rounds = 8;
        course.now = secondsOf(10);
        course.other = secondsOf(5);
        course.learning = secondsOf(2);
        return course;
    }
    const double all = plan.quick ? kQuick : window ? kFull - kTerminal : kFull;
    const double needed = neededSeconds(plan) / (window ? kQuiet : 1);
    const double now = std::min(std::max(needed, plan.quick ? all / 2 : kUsual), all);
    const double each = std::min(neededSeconds(plan), all / 4);
    course.rounds = plan.quick ? 4 : 12;
    course.learning = secondsOf(plan.quick ? 0.2 : 0.5);
    course.others = static_cast<std::size_t>(std::min((all - now) / each, 3.0));
    course.now = secondsOf(now / course.rounds);
    if (course.others > 0)
        course.other = secondsOf((all - now) / static_cast<double>(course.others) / course.rounds);
    return course;
}

/// The ways of waiting that are measured beside the user's own, cheap ones first.
std::vector<RunPlan> otherLoops(const RunPlan& loop) {
    std::vector<RunPlan> plans;
    for (const char* id : {"absolute-sleep", "adaptive", "half-millisecond"}) {
        RunPlan plan = loop;
        plan.strategy = sleepChoice(id);
        if (!plan.simulated() && !plan.thread.realtime && kOwnSystem == SystemFamily::Linux)
            plan.thread.slack = Nanoseconds{1};
        const SleepEntry* const entry = findEntry(sleepCatalog(), id);
        const bool same = loop.strategy.id == id && plan.thread == loop.thread;
        if (!same && entry != nullptr && sleepSupport(*entry, loop.machine.id).available)
            plans.push_back(std::move(plan));
    }
    return plans;
}

/// The loops of a diagnosis, in turn.
class Round {
public:
    Round(BenchMachine& machine, const DiagnosisPlan& plan, JobControl& control, Surroundings* around)
        : m_machine(machine),
          m_control(control),
          m_around(around),
          m_course(courseOf(plan, around != nullptr)),
          m_loop(plan.loop) {
        m_now = std::make_unique<MeasuredLoop>(machine, plan.loop, control);
        if (around != nullptr)
            m_nowDrawing = std::make_unique<MeasuredLoop>(machine, plan.loop, control);
        std::vector<RunPlan> others = otherLoops(plan.loop);
        others.resize(std::min(others.size(), m_course.others));
        for (const RunPlan& other : others)
            m_others.push_back(std::make_unique<MeasuredLoop>(machine, other, control));
    }

    /// Runs all rounds. False: cancelled.
    bool run() {
        if (!learn())
            return false;
        for (int round = 0; round < m_course.rounds; ++round) {
            m_control.report(static_cast<double>(round) / m_course.rounds, "measuring your loop");
            if (!runNow() || !runInTerminal(round))
                return false;
            m_control.report((round + 0.5) / m_course.rounds, "measuring other ways of waiting");
            for (const auto& other : m_others) {
                if (!other->runBlock(m_course.other, true))
                    return false;
            }
            measureSlices();
        }
        return !m_control.cancelled();
    }

    [[nodiscard]] const SliceSleeps& slices() const noexcept { return m_slices; }

    void give(Diagnosis& diagnosis) const {
        diagnosis.now = m_now->evidence();
        if (m_nowDrawing != nullptr)
            giveDisturbance(diagnosis);
        for (const auto& other : m_others) {
            LoopEvidence evidence = other->evidence();
            std::string name = planName(evidence.plan);
            diagnosis.candidates.push_back({std::move(name), false, std::move(evidence)});
        }
    }

private:
    bool learn() {
        bool going = m_now->runBlock(m_course.learning, false);
        for (const auto& other : m_others)
            going = going && other->runBlock(m_course.learning, false);
        return going;
    }

    /// If there is a window, it draws during a quarter of the time. The verdict uses the quiet part. The
    /// difference shows the window's own disturbance.
    bool runNow() {
        if (m_around == nullptr)
            return m_now->runBlock(m_course.now, true);
        const Nanoseconds part(static_cast<std::int64_t>(kQuiet * static_cast<double>(m_course.now.count())));
        const bool quiet = m_now->runBlock(part, true);
        m_around->draw(true);
        const bool drawn = quiet && m_nowDrawing->runBlock(m_course.now - part, true);
        m_around->draw(false);
        return drawn;
    }

    /// Measures a few sleeps in each round, so that what disturbs the loops now and then disturbs these, too.
    void measureSlices() {
        constexpr int kSleeps = 300;
        if (!m_loop.simulated())
            m_slices.measure(m_machine, m_loop.thread, kSleeps / m_course.rounds, m_control);
    }

    /// Measures the same loop in a process of its own, in some of the rounds.
    bool runInTerminal(int round) {
        if (m_around == nullptr || round % m_course.terminalEvery != m_course.terminalEvery - 1)
            return true;
        if (const auto block =
                m_around->terminalBlock(m_loop, m_course.terminalLearning, m_course.terminal, m_control)) {
            m_terminal.blocks.push_back(*block);
            m_terminalRounds.push_back(static_cast<std::size_t>(round));
        }
        return !m_control.cancelled();
    }

    void giveDisturbance(Diagnosis& diagnosis) const {
        OwnDisturbance own;
        own.quiet = diagnosis.now;
        own.drawing = m_nowDrawing->evidence();
        const auto quiet = own.quiet.lateShare();
        const auto drawing = own.drawing.lateShare();
        if (quiet && drawing)
            own.late = shareDifference(*drawing, *quiet);
        own.median = pairedDifference(own.quiet, own.drawing, &LoopBlock::medianLateness);
        own.terminal = m_terminal;
        own.terminalRounds = m_terminalRounds;
        const auto terminal = own.terminal.lateShare();
        if (quiet && terminal)
            own.lateToTerminal = shareDifference(*quiet, *terminal);
        own.medianToTerminal = medianToTerminal(own);
        diagnosis.disturbance = std::move(own);
    }

    /// Compares each terminal block with the quiet block of its round.
    static std::optional<Share> medianToTerminal(const OwnDisturbance& own) {
        std::vector<double> differences;
        for (std::size_t i = 0; i < own.terminalRounds.size(); ++i) {
            const std::size_t round = own.terminalRounds[i];
            const auto& there = own.terminal.blocks[i].medianLateness;
            if (round < own.quiet.blocks.size() && own.quiet.blocks[round].medianLateness && there)
                differences.push_back(*own.quiet.blocks[round].medianLateness - *there);
        }
        return meanDifference(differences);
    }

    BenchMachine& m_machine;
    JobControl& m_control;
    Surroundings* m_around;
    SliceSleeps m_slices;
    Course m_course;
    RunPlan m_loop;
    TerminalEvidence m_terminal;
    std::vector<std::size_t> m_terminalRounds;
    std::unique_ptr<MeasuredLoop> m_now;
    std::unique_ptr<MeasuredLoop> m_nowDrawing;
    std::vector<std::unique_ptr<MeasuredLoop>> m_others;
};

/// If the kernel refuses the real-time class, removes it from the plan and returns a sentence that says so.
std::string giveUpRefused(RunPlan& loop) {
    if (loop.simulated() || !loop.thread.realtime)
        return {};
    const ThreadControl tried(loop.thread);
    if (inRealtimeClass())
        return {};
    loop.thread.realtime = false;
    return "The real-time class was refused, so all was measured without it.";
}

Diagnosis begun(const DiagnosisPlan& plan) {
    Diagnosis diagnosis;
    diagnosis.plan = plan;
    diagnosis.machine.system = systemOf(plan.loop.machine.id);
    if (plan.loop.simulated())
        return diagnosis;
    diagnosis.startedUtc = utcNow();
    diagnosis.machine.clock = measureClock();
    diagnosis.machine.processors = allowedProcessors().size();
    return diagnosis;
}

} // namespace

std::int64_t TerminalEvidence::frames() const noexcept {
    std::int64_t sum = 0;
    for (const LoopBlock& block : blocks)
        sum += block.late.trials;
    return sum;
}

std::optional<Share> TerminalEvidence::lateShare() const {
    std::vector<BlockCount> counts;
    for (const LoopBlock& block : blocks)
        counts.push_back(block.late);
    return blockShare(counts);
}

double diagnosisSeconds(const DiagnosisPlan& plan) noexcept {
    if (plan.loop.simulated())
        return 0;
    const Course course = courseOf(plan, false);
    return course.seconds(std::min(otherLoops(plan.loop).size(), course.others)) + 1;
}

std::string diagnosisLimits(const DiagnosisPlan& plan, bool window) {
    const double measured = plan.quick ? kQuick : window ? kQuiet * (kFull - kTerminal) : kFull;
    if (plan.loop.simulated() || neededSeconds(plan) <= measured)
        return {};
    return "It takes " + std::to_string(framesToShow(plan.target.allowed)) + " " +
           std::string(plan.target.frames()) + ", " + decimalText(neededSeconds(plan), 0) +
           " s, to show that this job is met. This diagnosis is shorter: it can say unfit, but not fit.";
}

Result<std::optional<Diagnosis>> runDiagnosis(const DiagnosisPlan& asked, JobControl& control,
                                              Surroundings* around) {
    DiagnosisPlan plan = asked;
    applyTarget(plan);
    if (const Result<Done> checked = checkDiagnosis(plan); !checked)
        return checked.error();
    const Result<ResolvedPlan> resolved = resolve(plan.loop, plan.model);
    if (!resolved)
        return resolved.error();
    plan.model = resolved.value().model;
    const TimePoint begin = systemNow();
    const bool simulated = plan.loop.simulated();
    const std::string refused = giveUpRefused(plan.loop);
    Diagnosis diagnosis = begun(plan);
    diagnosis.refused = refused;
    std::unique_ptr<AwakeHold> awake;
    MachineSnapshot before;
    if (!simulated) {
        control.report(0, "reading the machine's facts");
        awake = keepAwake();
        diagnosis.machine.facts = readFacts();
        before = takeSnapshot("/", thisThread());
    }
    ExperimentPlan bench;
    bench.machine = plan.loop.machine;
    bench.seed = plan.loop.seed;
    bench.model = plan.model;
    BenchMachine machine(bench, control, "diagnosis");
    Round round(machine, plan, control, around);
    if (!round.run())
        return std::optional<Diagnosis>();
    round.give(diagnosis);
    if (!simulated) {
        diagnosis.machine.use = useBetween(before, takeSnapshot("/", thisThread()));
        for (Fact& fact : runFacts(diagnosis.machine.use))
            diagnosis.machine.facts.push_back(std::move(fact));
    }
    control.report(1, "drawing conclusions");
    diagnosis.x = adviseX(round.slices(), diagnosis, control);
    if (control.cancelled())
        return std::optional<Diagnosis>();
    diagnosis.seconds = static_cast<double>((systemNow() - begin).count()) / 1e9;
    conclude(diagnosis);
    return std::optional(std::move(diagnosis));
}

} // namespace jitterscope
