// SPDX-License-Identifier: MIT
#include "core/attach/attach_session.h"

#include "core/attach/kernel_files.h"
#include "core/base/parse.h"

#include <algorithm>
#include <set>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kLongestStart = 3;             // times the duration
constexpr std::int64_t kBetweenLooks = 1'000'000'000; // ns
constexpr std::int64_t kSilence = 10'000'000'000;     // ns
constexpr std::int64_t kPicture = 10'000'000'000;     // ns that a report covers while it listens

constexpr const char* kLeftAlone = "its waits are of a kind that is left alone";

std::int64_t nanosecondsOf(TimePoint time) noexcept {
    return std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch()).count();
}

/// When its frames were longer than this, ns.
std::vector<std::pair<std::int64_t, std::int64_t>> timesLongerThan(double length, const HeardLoop& loop) {
    std::vector<std::pair<std::int64_t, std::int64_t>> times;
    for (const HeardFrame& frame : loop.frames()) {
        if (static_cast<double>(frame.frameTime) > length)
            times.emplace_back(frame.start, frame.start + frame.frameTime);
    }
    return times;
}

} // namespace

AttachSession::AttachSession(const AttachPlan& plan, std::unique_ptr<Listening> listening,
                             std::unique_ptr<ChildProgram> child)
    : m_plan(plan), m_listening(std::move(listening)), m_child(std::move(child)) {}

Result<std::unique_ptr<AttachSession>> AttachSession::begin(const AttachPlan& plan) {
    Result<HeardChild> started = startHeard(plan);
    if (!started)
        return started.error();
    return std::unique_ptr<AttachSession>(
        new AttachSession(plan, std::move(started.value().listening), std::move(started.value().child)));
}

bool AttachSession::turn(TimePoint time) {
    const std::int64_t now = nanosecondsOf(time);
    m_started = m_started == 0 ? now : m_started;
    m_listening->take();
    const bool ran = !m_end;
    if (ran)
        m_end = m_child->end();
    if (ran && m_end)
        noteEnd(now);
    m_now = now;
    if (m_begin == 0 && m_listening->rows() > 0)
        m_begin = now;
    if (m_stage == Stage::Listening && !m_end)
        lookForUnheard(now);
    if (m_stage == Stage::Listening && m_blockedLooks.due(now))
        m_blockedLooks.look(now, m_listening->programs());
    if (m_stage == Stage::Listening && m_plan.lookAround && m_meanwhile.due(now))
        lookAround(now);
    const bool heardEnough = m_begin != 0 && now - m_begin >= m_plan.duration.count() && enough(now);
    if (m_stage == Stage::Listening && (heardEnough || isSilent(now)))
        beginTrials();
    if (m_stage == Stage::Trying)
        turnTrial(now);
    m_follows = m_follows && m_stage != Stage::Done && m_listening->anyRuns();
    if (m_end && !m_follows)
        finish();
    return !m_end || m_follows;
}

/// A launcher ends, and what it has started runs on: then that is the program. A program whose own loop was
/// found is over, whatever it leaves behind.
void AttachSession::noteEnd(std::int64_t now) {
    m_ended = now;
    m_listening->take();
    if (m_stage == Stage::Done || !m_listening->anyRuns())
        return;
    const AttachReport report = heard(m_listening->programs());
    m_follows = !report.loop || !report.programs[report.candidate()->program].ended;
}

/// This program and those that are listened to are no others.
void AttachSession::lookAround(std::int64_t now) {
    std::set<std::int32_t> ours{ownNumber(), m_child->process()};
    for (const HeardProgram& program : m_listening->programs())
        ours.insert(program.process);
    m_meanwhile.look(now, ours);
}

/// While nothing is heard: a program without the library may be there, and end before the listening does.
void AttachSession::lookForUnheard(std::int64_t now) {
    constexpr std::int64_t kEvery = 300'000'000;
    if (now < m_nextLook)
        return;
    m_nextLook = now + kEvery;
    const std::uint64_t rows = m_listening->rows();
    if (std::exchange(m_rowsThen, rows) != rows) {
        m_seen.clear();
        return;
    }
    const std::vector<UnheardProgram> seen = std::exchange(m_seen, m_listening->unheard(m_child->process()));
    const auto stayed = [&seen](const UnheardProgram& program) {
        return std::ranges::find(seen, program.process, &UnheardProgram::process) != seen.end();
    };
    for (const UnheardProgram& program : m_seen) {
        if (stayed(program) &&
            std::ranges::find(m_stayed, program.process, &UnheardProgram::process) == m_stayed.end())
            m_stayed.push_back(program);
    }
}

/// Whether nothing was heard for so long that nothing will be.
bool AttachSession::isSilent(std::int64_t now) const noexcept {
    return m_begin == 0 && now - m_started >= kSilence;
}

void AttachSession::stopListening() {
    if (m_stage == Stage::Done)
        return;
    if (m_stage == Stage::Trying && m_trial < m_trials.size())
        holdCure(false);
    finish();
    m_listening->stopKeeping();
}

/// Whether it has listened for long enough. A program that starts slowly has hardly begun when the time is
/// over. So it gets up to three times as much. So does a loop that the user asked for.
bool AttachSession::enough(std::int64_t now) {
    if (now - m_begin >= kLongestStart * m_plan.duration.count())
        return true;
    if (now < m_lookAgain)
        return false;
    m_lookAgain = now + kBetweenLooks;
    const AttachReport report = heard(m_listening->programs());
    return report.loop.has_value() && !presentsAreTooFew(report.programs, report.candidates);
}

/// Decides which cures can help, from the loop as it is without any cure.
void AttachSession::beginTrials() {
    m_found = heard(m_listening->programs());
    m_stage = m_plan.cures.empty() ? Stage::Done : Stage::Trying;
    for (const std::string& id : m_plan.cures) {
        Trial trial;
        trial.cure = findCure(curesThere(), id);
        trial.outcome.id = id;
        if (!m_found.loop || m_found.answer != AttachAnswer::Found)
            trial.outcome.support = {false, frameIsOpen(m_found.candidates)
                                                ? "it is unknown what one of its frames is"
                                                : "it is not known which loop it is for"};
        else
            trial.outcome.support = canHelp(*trial.cure, *m_found.loop);
        m_trials.push_back(std::move(trial));
    }
    if (m_stage == Stage::Done)
        m_listening->stopKeeping();
}

void AttachSession::turnTrial(std::int64_t now) {
    while (m_trial < m_trials.size() && !m_trials[m_trial].outcome.support.available)
        ++m_trial;
    if (m_trial == m_trials.size()) {
        m_stage = Stage::Done;
        m_listening->stopKeeping();
        return;
    }
    Trial& trial = m_trials[m_trial];
    const LoopCandidate& loop = *m_found.candidate();
    if ((m_listening->refused(loop.program) & trial.cure->applyThere) != 0) {
        endTrial(refusalText(*trial.cure, m_listening->refusal(loop.program)));
        return;
    }
    if (trial.blocks.empty() || now >= trial.blocks.back().end)
        nextBlock(now);
    if (m_trial < m_trials.size() && &m_trials[m_trial] == &trial)
        holdCure(trial.blocks.back().cured);
}

/// Whether the exact wait was in force, but no sleep was made by it. Then there is nothing to compare.
bool AttachSession::leftAlone(const Trial& trial) const noexcept {
    const bool cured = std::ranges::any_of(trial.blocks, &TrialBlock::cured);
    return trial.cure->applyThere == CureBit::Exact && cured &&
           m_listening->exactWaits(m_found.candidate()->program) == 0;
}

/// Blocks are without, with, with, without, … the cure, so that a slow drift affects both alike.
void AttachSession::nextBlock(std::int64_t now) {
    Trial& trial = m_trials[m_trial];
    if (leftAlone(trial)) {
        holdCure(false);
        endTrial(kLeftAlone);
        return;
    }
    if (trial.blocks.size() == 2 * static_cast<std::size_t>(m_plan.pairs)) {
        holdCure(false);
        judge(trial);
        ++m_trial;
        return;
    }
    const std::size_t place = trial.blocks.size() % 4;
    trial.blocks.push_back({now, now + m_plan.block.count(), place == 1 || place == 2});
}

void AttachSession::endTrial(const std::string& reason) {
    m_trials[m_trial].outcome.support = {false, reason};
    m_awake.reset();
    ++m_trial;
}

void AttachSession::holdCure(bool on) {
    const LoopCandidate& loop = *m_found.candidate();
    const Trial& trial = m_trials[m_trial];
    if (trial.cure->applyThere == CureBit::Outside && on && !m_awake) {
        m_awake = std::make_unique<LatencyRequest>();
        if (!m_awake->support().available) {
            endTrial(std::string(m_awake->support().reason));
            return;
        }
    }
    if (!on)
        m_awake.reset();
    const std::optional<LoopWait>& wait = m_found.loop->wait();
    m_listening->lease(loop.program, {.thread = m_found.programs[loop.program].threads[loop.thread].thread,
                                      .cures = on ? trial.cure->applyThere : 0,
                                      .site = wait ? wait->site : 0,
                                      .period = m_found.loop->sleepPacesIt() ? wait->pacing.meant : 0});
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

/// Judges a cure by the loop in which it was tried, even if another loop is the likeliest by now.
void AttachSession::judge(Trial& trial) const {
    const LoopCandidate& before = *m_found.candidate();
    const std::vector<HeardProgram>& programs = m_listening->programs();
    const std::vector<LoopCandidate> candidates = findLoops(programs);
    const auto same = std::ranges::find_if(candidates, [&](const LoopCandidate& candidate) {
        return candidate.program == before.program && candidate.thread == before.thread &&
               candidate.boundary == before.boundary && candidate.call == before.call &&
               candidate.site == before.site;
    });
    if (same == candidates.end())
        return;
    const HeardLoop without(programs, *same);
    const HeardLoop with(programs, *same, static_cast<std::uint8_t>(trial.cure->applyThere));
    const Support support = trial.outcome.support;
    trial.outcome = judgeCure(trial.outcome.id, without.frames(), with.frames(), trial.blocks,
                              m_found.loop->aim() + m_found.loop->tolerance(), m_found.loop->meantHz());
    trial.outcome.support = support;
}

/// Nothing more will be heard of the program.
void AttachSession::finish() {
    if (m_stage == Stage::Listening)
        m_found = heard(m_listening->programs());
    else if (m_stage == Stage::Trying && m_trial < m_trials.size() && !m_trials[m_trial].blocks.empty()) {
        if (leftAlone(m_trials[m_trial]))
            endTrial(kLeftAlone);
        else
            judge(m_trials[m_trial]);
    }
    m_stage = Stage::Done;
}

AttachReport AttachSession::heard(HeardPrograms programs) const {
    AttachReport report;
    report.program = fileName(m_plan.path);
    report.programs = std::move(programs);
    findLoop(report, m_plan.choice, m_plan.stretch);
    report.end = m_end;
    report.ran = static_cast<double>((m_ended != 0 ? m_ended : m_now) - m_started) / 1e9;
    if (report.loop) {
        constexpr std::size_t kMostNamed = 5;
        const HeardLoop& loop = *report.loop;
        const auto times = timesLongerThan(loop.aim() + loop.tolerance(), loop);
        report.meanwhile = m_meanwhile.during(times, kMostNamed);
        report.othersUsed = m_meanwhile.allDuring(times);
        const HeardProgram& program = report.programs[report.candidate()->program];
        report.blocked =
            m_blockedLooks.during(loop.style() == WaitStyle::Blocked ? timesLongerThan(0, loop) : times,
                                  program.process, program.threads[report.candidate()->thread]);
        return report;
    }
    std::vector<UnheardProgram> unheard = m_listening->unheard(m_child->process());
    if (unheard.empty())
        unheard = m_stayed;
    for (const UnheardProgram& program : unheard) {
        report.unheard.push_back(program.name);
        report.unheardHasRights = report.unheardHasRights || program.rights;
        report.unheardHasNoPlace = report.unheardHasNoPlace || program.noPlace;
    }
    std::ranges::sort(report.unheard);
    if (!report.unheard.empty() && report.answer <= AttachAnswer::NoLoop && report.candidates.empty())
        report.answer = AttachAnswer::Elsewhere;
    return report;
}

AttachReport AttachSession::report() const {
    AttachReport report =
        m_stage == Stage::Listening ? heard(lately(m_listening->programs(), kPicture)) : m_found;
    report.end = m_end;
    for (const Trial& trial : m_trials)
        report.cures.push_back(trial.outcome);
    report.notes = missed();
    return report;
}

std::vector<std::string> AttachSession::missed() const {
    std::uint64_t lost = m_listening->rowsLeftOut();
    std::uint64_t without = 0;
    for (const HeardProgram& program : m_listening->programs()) {
        without += program.threadsWithout;
        for (const HeardThread& thread : program.threads)
            lost += thread.lost;
    }
    std::vector<std::string> notes;
    std::uint64_t damaged = 0;
    for (const HeardProgram& program : m_listening->programs()) {
        damaged += program.damaged;
        if (program.filtered)
            notes.emplace_back("It allows itself only some system calls (seccomp), so its processor time is "
                               "not read and no cure is held in it.");
    }
    if (const std::size_t swept = m_listening->swept(); swept > 0)
        notes.push_back(
            "What " + std::to_string(swept) +
            (swept == 1 ? " earlier listening that was killed" : " earlier listenings that were killed") +
            " had left in memory was removed.");
    if (damaged > 0)
        notes.push_back(std::to_string(damaged) + " records make no sense, and are not in this.");
    if (lost > 0)
        notes.push_back(std::to_string(lost) +
                        " calls came too quickly, or were too many, and are not in this.");
    if (without > 0)
        notes.push_back(
            std::to_string(without) +
            " threads were not listened to: they were too many at once, or there was no memory for them.");
    return notes;
}

} // namespace jitterscope
