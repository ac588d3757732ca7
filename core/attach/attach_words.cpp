// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

std::string callName(listen::Call call) {
    const CallEntry* const entry = findCall(call);
    return std::string(entry != nullptr ? entry->name : "nothing");
}

std::string threadText(const HeardThread& thread) {
    return thread.main ? "its main thread" : "its thread " + inQuotes(thread.name);
}

/// The name of the call in which the loop's thread waits longest.
std::string waitName(const AttachReport& report) {
    const LoopCandidate& candidate = *report.candidate();
    std::array<std::int64_t, static_cast<std::size_t>(listen::Call::Count)> times{};
    for (const listen::Row& row : report.programs[candidate.program].threads[candidate.thread].rows) {
        const CallEntry* const entry = findCall(row.call);
        const bool waits =
            entry != nullptr && (entry->kind == CallKind::Sleep || entry->kind == CallKind::Event);
        if (waits && row.under == listen::Call::None)
            times[static_cast<std::size_t>(row.call)] += row.end - row.begin;
    }
    return callName(static_cast<listen::Call>(std::ranges::max_element(times) - times.begin()));
}

/// The lateness that half of the frames exceed, ns; 0: there are no deadlines.
double medianLateness(const HeardLoop& loop) {
    std::vector<std::int64_t> lateness = loop.lateness();
    if (lateness.empty())
        return 0;
    const auto middle = lateness.begin() + static_cast<std::ptrdiff_t>(lateness.size() / 2);
    std::ranges::nth_element(lateness, middle);
    return static_cast<double>(*middle);
}

std::string deadlinesText(const HeardLoop& loop, const std::string& call) {
    const auto apart = static_cast<double>(loop.wait()->pacing.meant);
    std::string text = "It sleeps with " + call + " until deadlines";
    text += apart > 0 ? " that are " + said::shortDuration(apart) + " apart" : ", which are not evenly apart";
    text += loop.wait()->pacing.restarts ? "; after a late frame it counts them anew." : ".";
    const double late = medianLateness(loop);
    if (late > loop.tolerance())
        text += " Half of its frames begin more than " + said::shortDuration(late) + " after theirs.";
    return text;
}

/// Of a loop that sleeps, but not as one that is known.
std::string unknownSleepText(const HeardLoop& loop, const std::string& call) {
    if (!loop.wait())
        return "It hardly waits in calls that are listened to. Whether it computes is not known.";
    const std::string length = said::shortDuration(static_cast<double>(loop.wait()->asked));
    if (loop.wait()->pacing.how == Pacing::Open)
        return "It asks " + call + " for " + length +
               " each time. Whether that is a fixed length, or what is left in whole milliseconds, is "
               "unknown: its work always takes as long.";
    return "It sleeps with " + call + ", mostly for " + length + ". What their lengths depend on is unknown.";
}

std::string seenText(const AttachReport& report, const SeenBlocked& seen) {
    const BlockedCall& in = seen.in;
    return in.call + (in.object.empty() ? "" : " of " + (in.ofUser ? inQuotes(in.object) : in.object)) +
           " (seen " + std::to_string(seen.looks) + " of " + std::to_string(report.blocked.looks) + " times)";
}

std::string blockedText(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    const double frameTime = loop.means().frameTime;
    const SeenBlocked* const seen = seenBlocked(report);
    return "It is blocked in " +
           (seen != nullptr ? seenText(report, *seen) : "a call that is not listened to") +
           ": of a frame of " + said::shortDuration(frameTime) + " it computes for " +
           said::shortDuration(loop.cpuPercent().value_or(0) / 100 * frameTime) + ".";
}

std::string styleText(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    const HeardLoop::Means mean = loop.means();
    const std::string call = loop.wait() ? callName(loop.wait()->call) : waitName(report);
    switch (loop.style()) {
    case WaitStyle::Polls:
        return "It polls with " + call + ": " + decimalText(loop.waitsPerFrame(), 0) + " waits of " +
               said::shortDuration(static_cast<double>(loop.usualAsked())) + " in a frame.";
    case WaitStyle::FixedSleep:
        return "It sleeps a fixed " + said::shortDuration(static_cast<double>(loop.wait()->pacing.meant)) +
               " with " + call + ", whatever its work took before.";
    case WaitStyle::Deadlines:
        return deadlinesText(loop, call);
    case WaitStyle::SleepsRest:
        if (loop.usualAsked() <= 0)
            return "It sleeps what is left of a frame with " + call + ", but in most frames nothing is left.";
        return "It sleeps what is left of a frame with " + call + ": " + said::shortDuration(mean.wait) +
               " on average.";
    case WaitStyle::Unknown:
        return unknownSleepText(loop, call);
    case WaitStyle::Presents:
        return "The present makes it wait: " + said::shortDuration(mean.present) + " of a frame.";
    case WaitStyle::Events:
        return "It waits for another thread, a file, a signal or a timer with " + waitName(report) + ".";
    case WaitStyle::Spins:
        return "It spins with sched_yield until it is time: " + said::shortDuration(mean.yields) +
               " of a frame of " + said::shortDuration(mean.frameTime) + ".";
    case WaitStyle::Blocked:
        return blockedText(report);
    case WaitStyle::Starved:
        return "How it waits is unknown: it hardly waits at all.";
    case WaitStyle::WorkBound:
        break;
    }
    if (loop.drawnByProcessor())
        return "The processor draws its picture (llvmpipe), for which it waits: " +
               said::shortDuration(mean.present + mean.events) + " of a frame of " +
               said::shortDuration(mean.frameTime) + ".";
    return "It hardly waits: it computes or spins for " + said::shortDuration(mean.work + mean.present) +
           " of a frame of " + said::shortDuration(mean.frameTime) + ".";
}

std::string longText(const HeardLoop& loop) {
    return said::share(loop.longShare()) + " of its frames take more than " +
           said::shortDuration(loop.aim() + loop.tolerance()) + " where " + said::shortDuration(loop.aim()) +
           (loop.aimIsMeant()    ? " is meant"
            : loop.aimIsItsOwn() ? " is what its work and its sleep take"
                                 : " is usual");
}

std::string othersText(const AttachReport& report) {
    switch (rivalsOf(report)) {
    case Rivals::OwnThreads:
        return "its own threads use the processors while it is ready to run";
    case Rivals::Unknown:
        return "it is ready to run, and others have its processor; which ones is unknown";
    case Rivals::OtherPrograms:
        break;
    }
    if (2 * report.loop->othersInPresents() > report.loop->costOf(LoopCause::Others))
        return "other programs use the processor while what draws or shows its frames is ready to run";
    return "other programs use the processor while its thread is ready to run";
}

/// A clause that says what a cause means in this loop.
std::string causeText(const AttachReport& report, LoopCause cause) {
    const HeardLoop& loop = *report.loop;
    switch (cause) {
    case LoopCause::Quota:
        return "the processor time that its control group grants was used up, so that it had to stand still";
    case LoopCause::Others:
        return othersText(report);
    case LoopCause::Quantum:
        if (loop.style() != WaitStyle::Polls)
            return "it sleeps whole milliseconds, so that frames are rounded to these";
        return "it looks at the clock only every " +
               said::shortDuration(static_cast<double>(loop.quantum())) +
               ", so that frames are rounded up to that";
    case LoopCause::Overshoot:
        return "its waits end late, by " + said::shortDuration(loop.means().overshoot) +
               " a frame on average";
    case LoopCause::Work:
        return "its own work takes longer in them";
    case LoopCause::Present:
        if (const SeenBlocked* const seen = seenBlocked(report))
            return "the present takes longer in them, blocked in " + seenText(report, *seen);
        return "the present takes longer in them; what it waits for cannot be seen from outside";
    case LoopCause::Unknown:
        break;
    }
    return "it is not known why";
}

/// The largest share of its time that a main thread of these programs waited for a processor.
std::optional<double> starvedShare(const std::vector<HeardProgram>& programs) {
    std::optional<double> largest;
    for (const HeardProgram& program : programs) {
        for (const HeardThread& thread : program.threads) {
            if (thread.main)
                largest = std::max(largest, thread.queuedShare());
        }
    }
    return largest;
}

/// The largest share of the time in which the quota of its control group stopped one of these programs; more
/// than 1 if it stopped threads on several processors, each of which is counted.
double stoppedShare(const std::vector<HeardProgram>& programs) {
    double largest = 0;
    for (const HeardProgram& program : programs) {
        if (program.throttling.size() < 2)
            continue;
        const listen::Row& first = program.throttling.front();
        const listen::Row& last = program.throttling.back();
        if (last.begin > first.begin)
            largest = std::max(largest, static_cast<double>(last.asked - first.asked) /
                                            static_cast<double>(last.begin - first.begin));
    }
    return largest;
}

/// Why frames are long if no known cause has the largest part.
std::string unknownText(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    const double later = loop.laterWakes() / loop.cost();
    const double asked = loop.longerAsked() / loop.cost();
    const double unheard = unheardPart(loop);
    const double largest = std::max({later, asked, unheard});
    const std::string known = later == largest
                                  ? "what wakes it comes later in them: another thread, a file or a timer"
                                  : "the loop itself asks for longer waits in them";
    if (largest > unheard && largest >= kMostOfIt)
        return ", because " + known + " (" + said::share(largest) + " of the extra time).";
    if (const SeenBlocked* const seen = stallOf(report))
        return ", because it is blocked in " + seenText(report, *seen) + ".";
    if (!loop.knowsQueue())
        return ". The cause is unknown: how long its thread waited for a processor could not be read.";
    if (largest >= kMostOfIt)
        return ". The cause is unknown: most of it is in no call that is listened to.";
    return ". Several things make them long. The largest, " + said::share(largest) + " of it" +
           (largest > unheard ? ": " + known + "." : ", is in no call that is listened to.");
}

std::string rateText(double hertz) {
    const double whole = std::round(hertz);
    return decimalText(hertz, whole > 0 && std::abs(hertz / whole - 1) < 1e-6 ? 0 : 1);
}

constexpr double kKeepsRate = 0.01; // of the rate that is meant
constexpr double kJudders = 0.05;   // of the frames; fewer are single long ones

/// What it means to do against what it does. Empty: it does that, or what it means is not known.
std::string paceText(const HeardLoop& loop) {
    const std::optional<double> meant = loop.meantHz();
    const bool keeps = !meant || std::abs(loop.rateHz() / *meant - 1) <= kKeepsRate;
    if (loop.sleepPacesIt())
        return "It sleeps a fixed " + said::shortDuration(static_cast<double>(loop.wait()->pacing.meant)) +
               " after each frame's work, so it " +
               (keeps ? "drifts: what comes between two sleeps makes each frame longer. "
                      : "runs at " + rateText(loop.rateHz()) + " frames a second instead of " +
                            rateText(*meant) + ", and drifts. ");
    if (keeps)
        return {};
    return "It aims at " + rateText(*meant) + " frames a second and reaches " + rateText(loop.rateHz()) +
           ". ";
}

/// Empty: too few frames are much shorter or longer than the next one.
std::string judderText(const HeardLoop& loop) {
    if (loop.judder() < kJudders)
        return {};
    return " It judders: " + said::share(loop.judder()) +
           " of its frames are much shorter or longer than the next one.";
}

std::string longFramesText(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    if (loop.longFrames() == 0 && loop.isSteady())
        return "Its frames are steady: none of " + std::to_string(loop.frames().size()) + " took more than " +
               said::shortDuration(loop.aim() + loop.tolerance()) + ".";
    if (loop.longFrames() == 0)
        return "None of " + std::to_string(loop.frames().size()) + " frames took more than " +
               said::shortDuration(loop.aim() + loop.tolerance()) + ", but they are uneven: some take only " +
               said::shortDuration(loop.shortTime()) + ".";
    const std::optional<LoopCause> cause = loop.firstCause();
    if (!cause)
        return longText(loop) + unknownText(report);
    const double part = loop.costOf(*cause) / loop.cost();
    std::string text =
        longText(loop) +
        (part >= kMostOfIt
             ? ", because " + causeText(report, *cause) + " (" + said::share(part) + " of the extra time)."
             : ". Several things make them long. The largest, " + said::share(part) +
                   " of it: " + causeText(report, *cause) + ".");
    if (!loop.knowsQueue() && *cause != LoopCause::Quantum)
        text += " How long its thread waited for a processor is not known.";
    return text;
}

std::string foundVerdict(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    if (loop.drawnByProcessor())
        return "Drawing fills its frames: the processor draws them, and no graphics card. No way of waiting "
               "makes it faster or steadier.";
    if (loop.style() == WaitStyle::WorkBound)
        return "Its work fills the frame: it hardly waits, so no way of waiting makes it faster or steadier. "
               "Whether it computes or spins cannot be seen from outside.";
    if (loop.style() == WaitStyle::Starved && loop.firstCause() == LoopCause::Quota)
        return "The processor time that its control group grants is used up most of the time: it has to "
               "stand still for " +
               said::shortDuration(loop.means().queued.value_or(0)) + " of a frame of " +
               said::shortDuration(loop.means().frameTime) + ".";
    if (loop.style() == WaitStyle::Starved)
        return "Others have its processor most of the time: its thread is ready to run, and waits for a "
               "processor for " +
               said::shortDuration(loop.means().queued.value_or(0)) + " of a frame of " +
               said::shortDuration(loop.means().frameTime) + ".";
    return paceText(loop) + longFramesText(report) + judderText(loop);
}

/// How it ended, if it did; with a blank behind it.
std::string endText(const AttachReport& report) {
    if (!report.end)
        return {};
    const ProgramEnd& end = *report.end;
    std::string text = "It ended after " + said::shortDuration(report.ran * 1e9) +
                       (end.signal != 0 ? ", by signal " + std::to_string(end.signal)
                                        : ", with status " + std::to_string(end.status)) +
                       ". ";
    if (end.signal != 0 || end.status != 0)
        text +=
            "Its standard error may tell why: it is on the terminal or, if it was started from the window, "
            "in the journal (journalctl --user -e). ";
    return text;
}

constexpr double kTooShort = 0.5; // s; too short a life to say how it waits

/// As it is said of a loop that was chosen: without its start-up.
double rateOf(const AttachReport& report, std::size_t candidate) {
    if (report.loop && candidate == report.chosen)
        return report.loop->rateHz();
    return HeardLoop(report.programs, report.candidates[candidate]).rateHz();
}

std::string elsewhereText(const AttachReport& report) {
    std::string names;
    for (const std::string& name : report.unheard)
        said::append(names, name);
    if (report.unheardHasRights)
        return "The listener is not in " + names +
               ", so nothing is known of it: it runs with rights of its own (setuid, setgid or "
               "capabilities), and the system loads no other library into such a program.";
    if (report.unheardHasNoPlace)
        return "The listener in " + names +
               " has no place for what it hears, so nothing is known of it. In a container or a sandbox, let "
               "it see the folder of the listener's files: that of XDG_RUNTIME_DIR, or /dev/shm (bwrap "
               "--bind /dev/shm /dev/shm). A limit of the size of files or a filter of system calls also "
               "keeps it from listening.";
    return "The listener is not in " + names +
           ", so nothing is known of it. A script or a launcher that empties the environment, or sets "
           "LD_PRELOAD itself, loses the library: start the program itself, or have the launcher keep "
           "LD_PRELOAD and JITTERSCOPE_LISTEN.";
}

/// What the processor time says of programs that called nothing that is listened to.
std::string nothingWaitsText(const std::vector<HeardProgram>& programs) {
    constexpr double kComputes = 0.5;
    constexpr double kWaits = 0.05;
    std::optional<double> busiest;
    std::uint64_t without = 0;
    for (const HeardProgram& program : programs) {
        busiest = std::max(busiest, program.processors);
        without += program.threadsWithout;
    }
    if (without > 0)
        return "Its threads could not be listened to: there was no memory for what they call, or a filter of "
               "system calls forbids it. Its loop is unknown.";
    if (!busiest)
        return "It called nothing that waits and is listened to, and it shows no frame. Whether it computes, "
               "or waits in another way, is not known.";
    const std::string used = "its threads used " + said::share(*busiest) + " of a processor";
    if (*busiest >= kComputes)
        return "Nothing in it waits, and it shows no frame by a call that is listened to; " + used +
               ". It computes or spins, so its loop is unknown.";
    if (*busiest <= kWaits)
        return "It waits in calls that are not listened to: " + used + ". Its loop is unknown.";
    return "It called nothing that waits and is listened to, and it shows no frame; " + used +
           ". Its loop is unknown.";
}

/// Of a loop that means different rates in turn: which, and what the figures are about.
std::string stretchesText(const AttachReport& report) {
    if (report.stretches.empty())
        return {};
    const auto part = [](const LoopStretch& stretch) {
        return decimalText(stretch.meantHz,
                           std::abs(stretch.meantHz - std::round(stretch.meantHz)) < 0.05 ? 0 : 1) +
               " for " + said::shortDuration(static_cast<double>(stretch.length()));
    };
    std::vector<std::string> parts;
    for (const LoopStretch& stretch : report.stretches)
        parts.push_back(part(stretch));
    return "It aims at different rates in turn (frames a second): " + said::joined(parts) +
           ". All of this is about part " + std::to_string(report.stretch + 1) + " of them alone. ";
}

/// How a loop goes round beside another one: `once`, `twice`, `3 times` in each frame; otherwise empty.
std::string perFrameText(double rateHz, double frameHz) {
    const double times = rateHz / frameHz;
    const double whole = std::round(times);
    if (whole < 1 || std::abs(times - whole) > 0.02 * whole)
        return {};
    return whole == 1   ? ", once a frame"
           : whole == 2 ? ", twice a frame"
                        : ", " + decimalText(whole, 0) + " times a frame";
}

/// Which other threads and programs go round, and how often. Empty: none but drivers and sound.
std::string besideText(const AttachReport& report) {
    constexpr std::size_t kMostNamed = 3;
    constexpr double kRegular = 0.5;
    const LoopCandidate& chosen = *report.candidate();
    std::vector<std::pair<std::size_t, std::size_t>> told{{chosen.program, chosen.thread}};
    std::vector<std::string> others;
    for (const LoopCandidate& candidate : report.candidates) {
        const std::pair place{candidate.program, candidate.thread};
        if (candidate.driver || candidate.regularity < kRegular || others.size() == kMostNamed ||
            std::ranges::find(told, place) != told.end())
            continue;
        told.push_back(place);
        const HeardProgram& program = report.programs[candidate.program];
        const HeardThread& thread = program.threads[candidate.thread];
        const bool same = candidate.program == chosen.program;
        others.push_back((same          ? threadText(thread)
                          : thread.main ? "its program " + inQuotes(program.name)
                                        : "a thread of its program " + inQuotes(program.name)) +
                         ", " + rateText(candidate.rateHz) + " times a second" +
                         (same ? perFrameText(candidate.rateHz, report.loop->rateHz()) : ""));
    }
    return others.empty() ? std::string() : " Other loops: " + said::joined(others, "; ") + ".";
}

/// By what its frames are told apart.
std::string boundaryText(const LoopCandidate& candidate) {
    switch (candidate.boundary) {
    case FrameBoundary::Mark:
        break;
    case FrameBoundary::Present:
        return "told apart by " + callName(candidate.call);
    case FrameBoundary::Wait:
        return "one for each " + callName(candidate.call);
    case FrameBoundary::Work:
        return "told apart by its largest pieces of work between waits with " + callName(candidate.call);
    }
    return "told apart by its own marks";
}

} // namespace

std::string_view loopCauseName(LoopCause cause) noexcept {
    constexpr std::array<std::string_view, kLoopCauses> kNames{
        "its quota",       "others on the CPU", "the waits' quantum", "waits end late",
        "the work itself", "the present",       "not known"};
    return kNames[static_cast<std::size_t>(cause)];
}

std::string noCausesText(const HeardLoop& loop) {
    switch (loop.style()) {
    case WaitStyle::WorkBound:
        return "Its work fills the frame.";
    case WaitStyle::Starved:
        return loop.firstCause() == LoopCause::Quota
                   ? "All frames are alike: its quota is used up in each of them."
                   : "All frames are alike: others have its processor in each of them.";
    default:
        return "No frame was long.";
    }
}

std::string_view deadlinesId(const HeardLoop& loop) noexcept {
    return loop.deadlinesArePlanned() ? "planned" : loop.cadence() == Cadence::Grid ? "estimated" : "none";
}

std::string candidateText(const AttachReport& report, const LoopCandidate& candidate) {
    const HeardProgram& program = report.programs[candidate.program];
    const HeardThread& thread = program.threads[candidate.thread];
    return decimalText(candidate.rateHz, 1) + " Hz · " + callName(candidate.call) + " · " +
           (thread.main ? "main thread" : "thread " + thread.name) + " · " + thread.name + ":" +
           program.siteText(candidate.site);
}

std::string attachVerdict(const AttachReport& report) {
    switch (report.answer) {
    case AttachAnswer::Silent:
        return endText(report) + report.program +
               " never reported in, so nothing is known of it: the library was not loaded into it.";
    case AttachAnswer::Elsewhere:
        return elsewhereText(report);
    case AttachAnswer::NothingWaits:
        if (report.end && report.ran < kTooShort)
            return endText(report) + "Until then it called nothing that is listened to.";
        return endText(report) + nothingWaitsText(report.programs);
    case AttachAnswer::NoLoop:
        if (const double share = stoppedShare(report.programs); share >= kMostOfIt)
            return "No loop was found, because the processor time that its control group grants was used "
                   "up: " +
                   (share <= 1 ? "it had to stand still for " + said::share(share) + " of the time."
                               : "its threads had to stand still, together for " + decimalText(share, 1) +
                                     " s in each second.");
        if (const std::optional<double> share = starvedShare(report.programs); share >= kMostOfIt)
            return "No loop was found, because others have its processor: its main thread was ready to run, "
                   "and waited for a processor, for " +
                   said::share(*share) + " of the time.";
        if (!report.candidates.empty() && report.candidates[0].driver)
            return "No loop of its own was found: what repeats are waits of its sound, of drivers and of "
                   "the display's library.";
        if (report.end && report.ran < kTooShort)
            return endText(report) + "That is too soon to find a loop.";
        return endText(report) + "No loop was found: nothing in it repeats at least " +
               std::to_string(kFewestFrames) + " times, and five times a second.";
    case AttachAnswer::Ambiguous:
        if (frameIsOpen(report.candidates))
            return "It polls with " + callName(report.candidates[0].call) +
                   ", and its pieces of work are of all sizes. So it is unknown what one frame is: it "
                   "makes " +
                   decimalText(rateOf(report, 0), 1) + " or " + decimalText(rateOf(report, 1), 1) +
                   " a second. Marks in the program would tell (jitterscope/frame.h).";
        return "Two loops are as likely as each other, at " + decimalText(rateOf(report, 0), 1) + " and " +
               decimalText(rateOf(report, 1), 1) + " Hz: which one is meant has to be chosen.";
    case AttachAnswer::Found:
        break;
    }
    return foundVerdict(report);
}

std::string loopText(const AttachReport& report) {
    if (!report.loop)
        return {};
    const LoopCandidate& candidate = *report.candidate();
    const HeardThread& thread = report.programs[candidate.program].threads[candidate.thread];
    const HeardLoop& loop = *report.loop;
    const HeardProgram& program = report.programs[candidate.program];
    const bool several = report.programs.all().size() > 1 && program.name != report.program;
    const bool open = report.answer == AttachAnswer::Ambiguous && frameIsOpen(report.candidates);
    std::string text =
        std::string(open ? "With the more regular pieces as frames: " : "") + decimalText(loop.rateHz(), 1) +
        " frames a second in " + (several ? "its program " + inQuotes(program.name) + ", in " : "") +
        threadText(thread) + ", " + boundaryText(candidate) + ": " + std::to_string(loop.frames().size()) +
        " frames in " + said::shortDuration(loop.time()) + ". ";
    if (candidate.pieces)
        text += "Each of these may be only a part of a picture, so there may be fewer pictures. ";
    text += stretchesText(report);
    constexpr double kTellsElse = 0.02;
    if (std::abs(loop.usualTime() * loop.rateHz() / 1e9 - 1) > kTellsElse)
        text += "The usual frame takes " + said::shortDuration(loop.usualTime()) + ". ";
    if (loop.stopped() > 0)
        text += "It was stopped for " + said::shortDuration(static_cast<double>(loop.stopped())) +
                " by a signal, a debugger or a freezer, which is left out. ";
    text += styleText(report);
    if (loop.style() != WaitStyle::Deadlines && loop.cadence() == Cadence::Grid)
        text += " Its deadlines lie on a grid; where, is estimated.";
    else if (loop.style() != WaitStyle::Deadlines && loop.style() != WaitStyle::Unknown &&
             loop.cadence() == Cadence::Relative)
        text += " It times each frame from the one before, so it has no deadlines.";
    return text + besideText(report);
}

std::string meanwhileText(const AttachReport& report) {
    constexpr double kGreatPart = 0.1;
    if (report.meanwhile.empty() || !report.loop || rivalsOf(report) != Rivals::OtherPrograms ||
        report.loop->costOf(LoopCause::Others) < kGreatPart * report.loop->cost())
        return {};
    std::vector<std::string> names;
    for (const RanMeanwhile& each : report.meanwhile)
        names.push_back(each.name + " " + said::share(each.share));
    return "While its frames were long, these used most of the processors' time: " + said::joined(names) +
           " (100 %: one whole processor).";
}

} // namespace jitterscope
