// SPDX-License-Identifier: MIT
#include "core/run/runner.h"

#include "core/platform/counters.h"
#include "core/platform/keep_awake.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"
#include "core/simulation/paced_time.h"
#include "core/simulation/simulated_time.h"
#include "core/workload/load.h"

#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace jitterscope {
namespace {

/// A run in virtual time waits here if it is faster than the thread that drains it.
class DrainWait final : public Backpressure {
public:
    void makeRoom() noexcept override { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
};

/// The change that takes the loop from plan `now` to the resolved one.
std::unique_ptr<PlanChange> changeTo(const ResolvedPlan& resolved, const RunPlan& now, TimeSource& time) {
    const RunPlan& next = resolved.plan;
    auto change = std::make_unique<PlanChange>();
    if (next.strategy.id != now.strategy.id)
        change->parts.strategy = makeStrategy(resolved, time);
    else if (next.strategy.values != now.strategy.values)
        change->strategyValues = next.strategy.values;
    if (next.policy.id != now.policy.id)
        change->parts.policy = makePolicy(resolved);
    else if (next.policy.values != now.policy.values)
        change->policyValues = next.policy.values;
    if (next.work.id != now.work.id)
        change->parts.work = makeWork(resolved);
    else if (next.work.values != now.work.values)
        change->workValues = next.work.values;
    if (next.period != now.period)
        change->period = next.period;
    if (next.stopOnLate != now.stopOnLate)
        change->stopOnLate = next.stopOnLate;
    return change;
}

} // namespace

struct Runner::Run {
    explicit Run(RingMemory memory) : frames(kFrameRing, memory), sleeps(kSleepRing, memory) {}

    std::uint64_t id = 0;
    RunPlan plan;
    std::vector<RunPlan> stretchPlans;
    ClockFacts clockFacts;
    SampleRing<FrameSample> frames;
    SampleRing<SleepSample> sleeps;
    LoopRings rings;
    std::vector<std::unique_ptr<PlanChange>> waiting; // pushed, not yet returned
    LearnedPicture pictures[2];
    LearnedPicture* shown = &pictures[0];
    LearnedPicture* spare = &pictures[1]; // null: the loop has it
    std::uint32_t strategySince = 0;      // stretch
    SystemTime system;
    std::unique_ptr<SimulatedTime> simulated;
    std::unique_ptr<PacedTime> paced;
    DrainWait drainWait;
    std::unique_ptr<FrameLoop> loop;
    LoadThreads load;

    std::atomic<bool> stopAsked{false};
    std::atomic<bool> finished{false};
    std::atomic<EndReason> end{EndReason::Running};
    /// Guards the four members below. The measuring thread takes it only before and after its frames.
    mutable std::mutex mutex;
    std::unique_ptr<CpuMeter> meter;
    CpuCounters first;
    CpuCounters last;
    std::vector<SettingOutcome> settings;
    std::thread thread;
    std::atomic<int> threadId{0};

    [[nodiscard]] TimeSource& clock() {
        if (paced)
            return *paced;
        return simulated ? static_cast<TimeSource&>(*simulated) : system;
    }
    void measure(const RunPlan& started);
    void stopSoon() noexcept;
    void freeApplied();
    void takePicture() noexcept;
};

/// `started` is the thread's own copy: `plan` changes while it runs.
void Runner::Run::measure(const RunPlan& started) {
    system.attach();
    const std::unique_ptr<AwakeHold> awake = simulated ? nullptr : keepAwake();
    threadId.store(simulated ? 0 : thisThread(), std::memory_order_relaxed);
    {
        const ThreadControl control(simulated ? ThreadPlan{} : started.thread);
        {
            const std::lock_guard lock(mutex);
            if (!simulated) {
                settings = control.outcomes();
                meter = makeCpuMeter();
            }
            first = simulated ? simulated->counters() : meter->read();
        }
        std::unique_ptr<SchedulerMeter> scheduler;
        if (!simulated && started.thread.anatomy)
            scheduler = makeSchedulerMeter();
        loop->setScheduler(scheduler.get());
        const bool limitBefore = realtimeLimitHit();
        const EndReason reason = loop->run(
            started.period, {started.frames, started.duration, started.warmup, started.stopOnLate}, &rings);
        const std::lock_guard lock(mutex);
        last = simulated ? simulated->counters() : meter->read();
        if (realtimeLimitHit() && !limitBefore) {
            for (SettingOutcome& setting : settings) {
                if (setting.name == "realtime")
                    setting.reason = "left the real-time class: RLIMIT_RTTIME was hit";
            }
        }
        end.store(reason, std::memory_order_relaxed);
    }
    system.detach();
    finished.store(true, std::memory_order_release);
}

void Runner::Run::stopSoon() noexcept {
    stopAsked.store(true, std::memory_order_relaxed);
    system.requestStop();
    if (simulated)
        simulated->requestStop();
    system.wake();
}

void Runner::Run::freeApplied() {
    rings.applied.drain([this](PlanChange* change) {
        std::erase_if(waiting, [change](const auto& owned) { return owned.get() == change; });
    });
}

void Runner::Run::takePicture() noexcept {
    rings.answered.drain([this](LearnedPicture* answered) {
        spare = shown;
        shown = answered;
    });
}

Runner::Runner() = default;

Runner::~Runner() {
    stop();
    join();
}

Result<Done> Runner::start(const RunPlan& plan, std::shared_ptr<const MachineModel> recorded) {
    Result<ResolvedPlan> resolved = resolve(plan, std::move(recorded));
    if (!resolved)
        return resolved.error();
    stop();
    join();
    const std::shared_ptr<const MachineModel>& model = resolved.value().model;
    auto run = std::make_unique<Run>(model != nullptr ? RingMemory::AsNeeded : RingMemory::Ready);
    run->id = ++m_lastId;
    run->plan = plan;
    run->stretchPlans.push_back(plan);
    if (model != nullptr) {
        run->simulated = std::make_unique<SimulatedTime>(*model, plan.seed);
        run->clockFacts = {"virtual", run->simulated->model().clockCost, run->simulated->model().resolution};
        if (plan.machine.realPace)
            run->paced = std::make_unique<PacedTime>(*run->simulated, run->system);
    } else {
        run->clockFacts = measureClock();
        watchProcessStops();
    }
    run->loop = std::make_unique<FrameLoop>(run->clock(), run->frames, run->sleeps,
                                            run->simulated && !run->paced ? &run->drainWait : nullptr);
    run->loop->setParts(makeParts(resolved.value(), run->loop->waitTime()));
    if (const Result<Done> loaded = run->load.setCount(plan.load); !loaded)
        return loaded;
    try {
        run->thread = std::thread([raw = run.get(), plan] { raw->measure(plan); });
    } catch (const std::system_error& error) {
        return Error{ErrorCode::Unsupported,
                     std::string("measuring thread could not be started: ") + error.what(),
                     "fewer threads or a higher limit"};
    }
    m_run = std::move(run);
    return Done{};
}

Result<Done> Runner::change(const RunPlan& plan) {
    const Result<ResolvedPlan> next = resolveChange(plan);
    return next ? change(next.value()) : Result<Done>(next.error());
}

Result<Done> Runner::change(const ResolvedPlan& next) {
    if (!active() || finished())
        return Error{ErrorCode::Usage, "no run to change", "start one"};
    const RunPlan& plan = next.plan;
    const RunPlan& now = m_run->plan;
    if (needsNewRun(now, plan))
        return Error{ErrorCode::Usage,
                     "machine, thread settings, seed and limits cannot change while it runs",
                     "stop and start again"};
    if (plan == now)
        return Done{};
    m_run->freeApplied();
    auto change = changeTo(next, now, m_run->loop->waitTime());
    if (m_run->waiting.size() >= LoopRings::kChanges)
        return Error{ErrorCode::Usage, "too many changes are waiting for the next frame", "wait for it"};
    if (const Result<Done> loaded = m_run->load.setCount(plan.load); !loaded)
        return loaded;
    PlanChange* raw = change.get();
    m_run->waiting.push_back(std::move(change));
    m_run->plan = plan;
    if (raw->parts.strategy != nullptr)
        m_run->strategySince = static_cast<std::uint32_t>(m_run->stretchPlans.size());
    m_run->stretchPlans.push_back(plan); // before the push: the collector looks it up by stretch number
    m_run->rings.changes.push(raw);
    return Done{};
}

void Runner::askLearned() noexcept {
    if (!active())
        return;
    m_run->takePicture();
    if (m_run->spare != nullptr)
        m_run->rings.asked.push(std::exchange(m_run->spare, nullptr));
}

const LearnedLatency* Runner::learned() noexcept {
    if (!m_run)
        return nullptr;
    m_run->takePicture();
    const LearnedPicture& shown = *m_run->shown;
    return shown.present && shown.stretch >= m_run->strategySince ? &shown.learned : nullptr;
}

void Runner::requestStop() noexcept {
    if (active())
        m_run->stopSoon();
}

void Runner::stop() {
    if (!active())
        return;
    while (!m_run->finished.load(std::memory_order_acquire)) {
        m_run->stopSoon();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

bool Runner::finished() const noexcept {
    if (!m_run)
        return true;
    if (m_run->finished.load(std::memory_order_acquire))
        return true;
    if (m_run->stopAsked.load(std::memory_order_relaxed))
        m_run->stopSoon(); // again: the last wake-up may have come just before the sleep began
    return false;
}

bool Runner::active() const noexcept {
    return m_run && m_run->thread.joinable();
}

void Runner::join() {
    if (!active())
        return;
    m_run->thread.join();
    (void)m_run->load.setCount(0);
    m_run->freeApplied();
    m_run->waiting.clear();
    m_run->takePicture();
    m_run->loop->picture(*m_run->shown);
}

std::uint64_t Runner::runId() const noexcept {
    return m_run ? m_run->id : 0;
}
const RunPlan& Runner::plan() const noexcept {
    static const RunPlan none;
    return m_run ? m_run->plan : none;
}
const std::vector<RunPlan>& Runner::stretchPlans() const noexcept {
    static const std::vector<RunPlan> none;
    return m_run ? m_run->stretchPlans : none;
}
SampleRing<FrameSample>& Runner::frames() noexcept {
    return m_run ? m_run->frames : m_noFrames;
}
SampleRing<SleepSample>& Runner::sleeps() noexcept {
    return m_run ? m_run->sleeps : m_noSleeps;
}

CpuCounters Runner::counters() noexcept {
    if (!m_run)
        return {};
    const std::lock_guard lock(m_run->mutex);
    if (m_run->finished.load(std::memory_order_acquire) || m_run->end.load() != EndReason::Running)
        return m_run->last;
    if (m_run->simulated)
        return m_run->simulated->counters();
    return m_run->meter ? m_run->meter->read() : CpuCounters{};
}

CpuCounters Runner::firstCounters() const noexcept {
    if (!m_run)
        return {};
    const std::lock_guard lock(m_run->mutex);
    return m_run->first;
}

int Runner::thread() const noexcept {
    return m_run ? m_run->threadId.load(std::memory_order_relaxed) : 0;
}

EndReason Runner::endReason() const noexcept {
    return m_run ? m_run->end.load(std::memory_order_relaxed) : EndReason::Running;
}

ClockFacts Runner::clockFacts() const {
    return m_run ? m_run->clockFacts : ClockFacts{};
}

std::vector<std::string> Runner::machineLacks() const {
    return m_run && m_run->simulated ? m_run->simulated->model().lacks : std::vector<std::string>();
}

std::vector<SettingOutcome> Runner::settings() const {
    if (!m_run)
        return {};
    const std::lock_guard lock(m_run->mutex);
    return m_run->settings;
}

} // namespace jitterscope
