// SPDX-License-Identifier: MIT
#include "core/attach/attach_session.h"

#include "core/attach/target_program.h"
#include "core/base/parse.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

namespace jitterscope {
namespace {

std::int64_t nanosecondsOf(TimePoint time) noexcept {
    return std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch()).count();
}

/// The processor of a pinned thread: the last one, where least else is at home.
int pinnedProcessor() noexcept {
    const unsigned count = std::thread::hardware_concurrency();
    return count > 0 ? static_cast<int>(count) - 1 : 0;
}

} // namespace

AttachSession::AttachSession(const AttachPlan& plan, std::unique_ptr<Listening> listening,
                             std::unique_ptr<ChildProgram> child)
    : m_plan(plan), m_listening(std::move(listening)), m_child(std::move(child)) {}

Result<std::unique_ptr<AttachSession>> AttachSession::begin(const AttachPlan& plan) {
    if (Result<Done> checked = checkTarget(plan.path); !checked)
        return checked.error();
    Result<std::unique_ptr<Listening>> listening = Listening::begin();
    if (!listening)
        return listening.error();
    Result<std::unique_ptr<ChildProgram>> child =
        startProgram(plan.path, plan.words, listening.value()->environment(plan.preloaded));
    if (!child)
        return child.error();
    return std::unique_ptr<AttachSession>(
        new AttachSession(plan, std::move(listening).value(), std::move(child).value()));
}

bool AttachSession::turn(TimePoint time) {
    const std::int64_t now = nanosecondsOf(time);
    m_end = m_child->end();
    m_listening->take();
    if (m_begin == 0 && m_listening->rows() > 0)
        m_begin = now;
    if (m_stage == Stage::Listening && m_begin != 0 && now - m_begin >= m_plan.duration.count())
        beginTrials();
    if (m_stage == Stage::Trying)
        turnTrial(now);
    if (m_end)
        m_stage = Stage::Done;
    return !m_end;
}

/// The loop as it is without any cure says which of them can help.
void AttachSession::beginTrials() {
    m_found = report();
    m_stage = m_plan.cures.empty() ? Stage::Done : Stage::Trying;
    for (const std::string& id : m_plan.cures) {
        Trial trial;
        trial.cure = findEntry(cureCatalog(), id);
        if (!m_found.loop || m_found.answer != AttachAnswer::Found)
            trial.support = {false, "it is not known which loop it is for"};
        else
            trial.support = canHelp(*trial.cure, *m_found.loop);
        m_trials.push_back(std::move(trial));
    }
    if (m_stage == Stage::Done)
        m_listening->stopKeeping();
}

void AttachSession::turnTrial(std::int64_t now) {
    while (m_trial < m_trials.size() && !m_trials[m_trial].support.available)
        ++m_trial;
    if (m_trial == m_trials.size()) {
        m_stage = Stage::Done;
        m_listening->stopKeeping();
        return;
    }
    Trial& trial = m_trials[m_trial];
    const LoopCandidate& loop = *m_found.candidate();
    if ((m_listening->refused(loop.program) & trial.cure->bit) != 0) {
        const int error = m_listening->refusal(loop.program);
        endTrial("the system refuses it: " + std::error_code(error, std::generic_category()).message());
        return;
    }
    if (trial.blocks.empty() || now >= trial.blocks.back().end)
        nextBlock(now);
    if (m_trial < m_trials.size() && &m_trials[m_trial] == &trial)
        holdCure(trial.blocks.back().cured, now);
}

/// Without, with, with, without, …: what drifts meanwhile meets both.
void AttachSession::nextBlock(std::int64_t now) {
    Trial& trial = m_trials[m_trial];
    if (trial.blocks.size() == static_cast<std::size_t>(2 * m_plan.pairs)) {
        holdCure(false, now);
        ++m_trial;
        return;
    }
    const std::size_t place = trial.blocks.size() % 4;
    trial.blocks.push_back({now, now + m_plan.block.count(), place == 1 || place == 2});
}

void AttachSession::endTrial(const std::string& reason) {
    m_trials[m_trial].support = {false, reason};
    m_awake.reset();
    ++m_trial;
}

void AttachSession::holdCure(bool on, std::int64_t now) {
    const LoopCandidate& loop = *m_found.candidate();
    const Trial& trial = m_trials[m_trial];
    if (trial.cure->bit == listen::Lease::Outside && on && !m_awake) {
        m_awake = std::make_unique<LatencyRequest>();
        if (!m_awake->support().available) {
            endTrial(std::string(m_awake->support().reason));
            return;
        }
    }
    if (!on)
        m_awake.reset();
    const std::int32_t thread = m_found.programs[loop.program].threads[loop.thread].thread;
    m_listening->lease(loop.program, thread, on ? trial.cure->bit : 0, pinnedProcessor(), now);
}

double AttachSession::progress(TimePoint time) const noexcept {
    const std::int64_t now = nanosecondsOf(time);
    const double listening = static_cast<double>(m_plan.duration.count());
    const double trial = 2.0 * m_plan.pairs * static_cast<double>(m_plan.block.count());
    const double whole = listening + trial * static_cast<double>(m_plan.cures.size());
    if (m_stage == Stage::Done)
        return 1;
    if (m_stage == Stage::Listening)
        return m_begin == 0 ? 0 : std::min(listening, static_cast<double>(now - m_begin)) / whole;
    double done = listening + trial * static_cast<double>(m_trial);
    if (m_trial < m_trials.size() && !m_trials[m_trial].blocks.empty())
        done += static_cast<double>(now - m_trials[m_trial].blocks.front().begin);
    return std::min(1.0, done / whole);
}

std::string_view AttachSession::trying() const noexcept {
    return m_stage == Stage::Trying && m_trial < m_trials.size() ? m_trials[m_trial].cure->name
                                                                 : std::string_view();
}

CureOutcome AttachSession::outcomeOf(const Trial& trial, const AttachReport& report) const {
    CureOutcome outcome;
    outcome.id = trial.cure->id;
    outcome.support = trial.support;
    if (!trial.support.available || !report.loop || !m_found.loop)
        return outcome;
    const HeardLoop with(report.programs, *report.candidate(), static_cast<std::uint8_t>(trial.cure->bit));
    return judgeCure(outcome.id, report.loop->frames(), with.frames(), trial.blocks,
                     m_found.loop->aim() + m_found.loop->tolerance());
}

AttachReport AttachSession::report() const {
    AttachReport report;
    report.program = fileName(m_plan.path);
    report.programs = m_listening->programs();
    findLoop(report, m_plan.choice);
    if (const LoopCandidate* const before = m_found.candidate();
        before != nullptr && m_found.loop && report.loop) {
        // Cures were tried in that one, whichever is the likeliest by now.
        const auto same = std::ranges::find_if(report.candidates, [&](const LoopCandidate& candidate) {
            return candidate.program == before->program && candidate.thread == before->thread &&
                   candidate.boundary == before->boundary && candidate.call == before->call;
        });
        if (same != report.candidates.end())
            chooseLoop(report, static_cast<std::size_t>(same - report.candidates.begin()));
    }
    std::vector<CureOutcome> cures;
    for (const Trial& trial : m_trials)
        cures.push_back(outcomeOf(trial, report));
    if (m_found.loop) // what was said before the trials is what they were chosen by
        report = m_found;
    report.cures = std::move(cures);
    report.notes.clear();
    std::uint64_t lost = m_listening->rowsLeftOut();
    std::uint64_t without = 0;
    for (const HeardProgram& program : m_listening->programs()) {
        without += program.threadsWithout;
        for (const HeardThread& thread : program.threads)
            lost += thread.lost;
    }
    if (lost > 0)
        report.notes.push_back(std::to_string(lost) +
                               " calls came too quickly, or were too many, and are not in this.");
    if (without > 0)
        report.notes.push_back(std::to_string(without) +
                               " threads were too many at once, and were not listened to.");
    return report;
}

} // namespace jitterscope
