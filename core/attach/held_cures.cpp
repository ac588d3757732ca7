// SPDX-License-Identifier: MIT
#include "core/attach/held_cures.h"

#include "core/attach/attach_report.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/platform/thread_control.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kFirstLook = 3'000'000'000;      // ns after the first call that was heard
constexpr std::int64_t kBetweenFinds = 1'000'000'000;   // ns
constexpr std::int64_t kPatience = 10'000'000'000;      // ns until it is said that no loop was found
constexpr std::int64_t kLongestSearch = 60'000'000'000; // ns, after a launcher has ended
constexpr std::int64_t kLongestHeard = 20'000'000'000;  // ns of rows that are kept

std::int64_t monotonic(TimePoint time) noexcept {
    return std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch()).count();
}

std::string lowered(std::string_view text) {
    std::string words(text);
    if (!words.empty())
        words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
    return words;
}

constexpr std::string_view kCommand = "with";
constexpr std::string_view kCureOption = "--cure";

} // namespace

HoldWatch::Answer HoldWatch::look(const Seen& seen) noexcept {
    if (seen.ran < 0)
        return Answer::ListenAgain;
    if (seen.waits != m_waited.waits)
        m_waited = seen;
    if (seen.time - m_waited.time >= kForgotten)
        return Answer::ListenAgain;
    if (seen.time - m_window.time >= kWindow) {
        const auto ran = static_cast<double>(seen.ran - m_window.ran);
        const auto passed = static_cast<double>(seen.time - m_window.time);
        m_window = seen;
        if (m_realtime && ran > kSpinsAlways * passed) {
            m_realtime = false;
            return Answer::LeaveRealtime;
        }
    }
    return Answer::Hold;
}

HeldCures::HeldCures(HoldPlan plan, std::unique_ptr<Listening> listening, std::unique_ptr<ChildProgram> child)
    : m_plan(std::move(plan)), m_listening(std::move(listening)), m_child(std::move(child)) {
    for (const std::string& id : m_plan.cures)
        m_wanted |= findCure(curesThere(), id)->applyThere;
}

Result<std::unique_ptr<HeldCures>> HeldCures::begin(const HoldPlan& plan) {
    Result<HeardChild> started = startHeard(plan);
    if (!started)
        return started.error();
    return std::unique_ptr<HeldCures>(
        new HeldCures(plan, std::move(started.value().listening), std::move(started.value().child)));
}

bool HeldCures::turn(TimePoint time) {
    const std::int64_t now = monotonic(time);
    m_listening->take();
    const bool ran = !m_end;
    if (ran)
        m_end = m_child->end();
    if (ran && m_end)
        m_ended = now;
    if (m_loop)
        keepUp(now);
    else if (m_wanted != 0)
        listen(now);
    else
        m_listening->quieten(); // nothing is left to hold
    return goesOn(now);
}

/// A launcher ends, and what it has started runs on: then that is the program. A program whose own loop was
/// found is over, whatever it leaves behind.
bool HeldCures::goesOn(std::int64_t now) const {
    if (!m_end)
        return true;
    if (m_wanted == 0 || !m_listening->anyRuns() || (m_last && m_listening->programs()[*m_last].ended))
        return false;
    return m_loop.has_value() || now - m_ended < kLongestSearch;
}

void HeldCures::listen(std::int64_t now) {
    if (m_began == 0 && (m_listening->rows() > 0 || m_nextLook == 0)) {
        m_began = m_listening->rows() > 0 ? now : 0;
        m_nextLook = now + (m_began != 0 ? kFirstLook : kPatience);
    }
    if (now < m_nextLook)
        return;
    m_nextLook = now + kBetweenFinds;
    AttachReport report;
    report.program = fileName(m_plan.path);
    report.programs = m_listening->programs();
    report.end = m_end;
    findLoop(report, m_plan.choice);
    const bool known = report.answer == AttachAnswer::Found || frameIsOpen(report.candidates);
    if (report.loop && known) {
        hold(report, now);
        return;
    }
    if (now - m_began >= kPatience)
        tell("No cure is held yet. " + attachVerdict(report));
    if (now - m_began >= kLongestHeard)
        listenAgain();
}

HoldWatch::Seen HeldCures::seen(const LeaseTerms& terms, std::size_t program, std::int64_t now) const {
    const bool exact = (terms.cures & CureBit::Exact) != 0;
    return {now, m_listening->processorTime(program, terms.thread),
            exact ? m_listening->exactWaits(program) : m_listening->quietCalls(program)};
}

void HeldCures::hold(const AttachReport& report, std::int64_t now) {
    const LoopCandidate& candidate = *report.candidate();
    const std::size_t processors = allowedProcessors().size();
    const std::optional<LoopWait>& wait = report.loop->wait();
    LeaseTerms terms{.thread = report.programs[candidate.program].threads[candidate.thread].thread,
                     .cures = 0,
                     .site = wait ? wait->site : 0,
                     .period = report.loop->sleepPacesIt() ? wait->pacing.meant : 0};
    std::vector<std::string> names;
    for (const Cure& cure : curesThere()) {
        if ((m_wanted & cure.applyThere) == 0)
            continue;
        if (const Support can = canHold(cure, *report.loop, processors); !can.available) {
            tell(std::string(cure.name) + " is not held in this loop: " + can.reason + ".");
            continue;
        }
        if (cure.applyThere == CureBit::Outside && !m_awake) {
            m_awake = std::make_unique<LatencyRequest>();
            if (!m_awake->support().available) {
                leave(cure, std::string(m_awake->support().reason));
                m_awake.reset();
                continue;
            }
        }
        terms.cures |= cure.applyThere;
        names.push_back(lowered(cure.name));
    }
    if (terms.cures == 0)
        return;
    tell("Held in " + candidateText(report, candidate) + ": " + said::joined(names) + ".");
    const bool guarded = (terms.cures & CureBit::Realtime) != 0 && processors <= kFewProcessors;
    m_held = terms.cures;
    m_last = candidate.program;
    m_loop = Loop{candidate.program, terms, HoldWatch(seen(terms, candidate.program, now), guarded)};
    m_listening->quieten();
    m_listening->lease(candidate.program, terms);
}

/// Nothing more is held of this cure, whatever loop comes.
void HeldCures::leave(const Cure& cure, const std::string& reason) {
    m_wanted &= ~cure.applyThere;
    m_held &= ~cure.applyThere;
    tell(std::string(cure.name) + " is not held: " + reason + ".");
}

void HeldCures::keepUp(std::int64_t now) {
    Loop& loop = *m_loop;
    for (const Cure& cure : curesThere()) {
        if ((m_listening->refused(loop.program) & m_held & cure.applyThere) != 0)
            leave(cure, refusalText(cure, m_listening->refusal(loop.program)));
    }
    if (now >= m_nextLook) {
        constexpr std::int64_t kBetweenWatches = 200'000'000; // ns
        m_nextLook = now + kBetweenWatches;
        switch (loop.watch.look(seen(loop.terms, loop.program, now))) {
        case HoldWatch::Answer::Hold:
            break;
        case HoldWatch::Answer::LeaveRealtime:
            leave(*findCure(curesThere(), "realtime"), std::string(kTakesAProcessor));
            break;
        case HoldWatch::Answer::ListenAgain:
            listenAgain();
            return;
        }
    }
    loop.terms.cures = m_held;
    m_listening->lease(loop.program, loop.terms);
}

void HeldCures::listenAgain() {
    if (m_loop) {
        m_loop->terms.cures = 0;
        m_listening->lease(m_loop->program, m_loop->terms);
    }
    m_loop.reset();
    m_awake.reset();
    m_began = 0;
    m_nextLook = 0;
    m_listening->hearAnew();
}

void HeldCures::handOn(int stopSignal) noexcept {
    m_child->handOn(stopSignal);
    if (m_end)
        m_wanted = 0;
}

void HeldCures::tell(std::string sentence) {
    if (std::ranges::find(m_told, sentence) != m_told.end())
        return;
    m_told.push_back(sentence);
    m_news.push_back(std::move(sentence));
}

std::vector<std::string> HeldCures::news() {
    return std::exchange(m_news, {});
}

std::optional<HeldCommand> heldCommand(const std::vector<std::string>& words) {
    constexpr std::size_t kFolder = 3; // env -C FOLDER, as a menu entry with a folder has it
    const std::size_t begin = words.size() > kFolder && words[0] == "env" && words[1] == "-C" ? kFolder : 0;
    if (words.size() < begin + 2 || fileName(words[begin]) != "jitterscope-cli" ||
        words[begin + 1] != kCommand)
        return std::nullopt;
    HeldCommand held;
    std::string cures;
    std::size_t at = begin + 2;
    for (; at < words.size() && words[at] != "--" && words[at].starts_with('-'); ++at) {
        if (words[at] == kCureOption && at + 1 < words.size())
            cures = words[++at];
        else if (words[at].starts_with(std::string(kCureOption) + "="))
            cures = words[at].substr(kCureOption.size() + 1);
        else if (words[at] == "--loop")
            ++at;
    }
    at += at < words.size() && words[at] == "--" ? 1 : 0;
    for (std::size_t from = 0; from < cures.size();) {
        const std::size_t end = std::min(cures.find(',', from), cures.size());
        const std::string_view id = trimmed(std::string_view(cures).substr(from, end - from));
        const Cure* const cure = findCure(curesThere(), id);
        held.cures.emplace_back(cure != nullptr ? cure->id : id);
        from = end + 1;
    }
    held.words.assign(words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())), words.end());
    if (held.words.empty() || held.cures.empty())
        return std::nullopt;
    held.words.insert(held.words.begin(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(begin));
    return held;
}

std::vector<std::string> holdingWords(const std::string& program, const std::vector<std::string>& cures) {
    return {program, std::string(kCommand), std::string(kCureOption), said::joined(cures, ","), "--"};
}

std::vector<std::string> helpfulCures(const AttachReport& report) {
    std::vector<std::string> ids;
    for (const CureOutcome& outcome : report.cures) {
        if (outcome.support.available && outcome.helped())
            ids.push_back(outcome.id);
    }
    return ids;
}

std::string cureNames(const std::vector<std::string>& ids) {
    std::vector<std::string> names;
    for (const std::string& id : ids) {
        const Cure* const cure = findCure(curesThere(), id);
        names.emplace_back(cure != nullptr ? cure->name : std::string_view(id));
    }
    return said::joined(names);
}

std::string helpedText(const AttachReport& report) {
    const std::vector<std::string> helped = helpfulCures(report);
    return helped.empty() ? "" : "What helped can stay: " + cureNames(helped) + ".";
}

} // namespace jitterscope
