// SPDX-License-Identifier: MIT
#include "core/attach/loop_finder.h"

#include "core/attach/loop_pacing.h"
#include "core/attach/wait_sites.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr double kSameFrame = 0.1;    // of a long frame time: presents closer than that belong to one frame
constexpr double kLongestPiece = 1e6; // ns; what follows so fast is not a picture of its own, ...
constexpr double kOfPieces = 0.1;     // ... if all of these take less than that of the remaining time
constexpr double kIdle = 0.02;        // of a processor: a main thread that only looks whether it should end
constexpr double kFarMore = 3;        // times as much of a processor
constexpr double kRegular = 0.25;
constexpr double kSlowest = 5;      // Hz; what repeats less often is not a loop of frames
constexpr double kSlowestShown = 1; // Hz; the same for what is shown
constexpr double kFastest = 12'000; // Hz; what repeats more often is a burst of calls
constexpr double kCovered = 0.25;   // of the time in which its thread was heard; less is a start, or an end
constexpr double kSameRate = 0.1;
constexpr double kSameCount = 0.02;                  // the same of frames of one loop, counted in two ways
constexpr std::int64_t kWorkBetweenYields = 100'000; // ns
/// Hz. Nobody aims at fewer pictures a second, but a program may show a picture only when it changes.
constexpr double kSlowPresents = 15;
constexpr double kEven = 0.5;                     // regularity of a loop that goes round evenly
constexpr double kMostlyPauses = 0.5;             // of the mean frame time; the usual one is shorter
constexpr double kHardlyWorks = 0.05;             // of its time
constexpr std::int64_t kLongestLook = 15'000'000; // ns; who wants to be in time looks at the clock more often

/// Parts of the names of threads that drivers, sound libraries and Java's virtual machine start.
constexpr std::array kDriverThreads = std::to_array<std::string_view>(
    {"SDLAudio",     "SDLTimer",     "alsoft",      "alsa",         "pulse",     "threaded-ml",
     "pipewire",     "pw-",          "llvmpipe",    "mesa",         "gallium",   "disk$",
     "dconf",        "gmain",        "gdbus",       "VM Periodic",  "VM Thread", "G1 ",
     "GC Thread",    "C1 Comp",      "C2 Comp",     "Signal Disp",  "Finalizer", "Reference Ha",
     "Common-Clean", "Notification", "Service Thr", "Monitor Defl", "Sweeper"});

bool ofDriver(const HeardThread& thread) {
    return std::ranges::any_of(
        kDriverThreads, [&](std::string_view name) { return thread.name.find(name) != std::string::npos; });
}

double medianOf(std::vector<double> values) {
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::vector<double> timesBetween(const std::vector<std::int64_t>& starts) {
    std::vector<double> times;
    for (std::size_t i = 1; i < starts.size(); ++i)
        times.push_back(static_cast<double>(starts[i] - starts[i - 1]));
    return times;
}

/// Computes rate and regularity from the starts. False: it is not a loop.
bool judge(LoopCandidate& candidate, const HeardThread& thread) {
    if (candidate.starts.size() < kFewestFrames)
        return false;
    const auto span = static_cast<double>(candidate.starts.back() - candidate.starts.front());
    if (span < kCovered * static_cast<double>(thread.rows.back().end - thread.rows.front().begin))
        return false;
    const std::vector<double> times = timesBetween(candidate.starts);
    const double median = medianOf(times);
    if (median <= 0)
        return false;
    candidate.rateHz = 1e9 * static_cast<double>(times.size()) / span;
    const auto regular = std::ranges::count_if(
        times, [&](double time) { return std::abs(time - median) <= kRegular * median; });
    candidate.regularity = static_cast<double>(regular) / static_cast<double>(times.size());
    const bool shown = candidate.boundary <= FrameBoundary::Present;
    return candidate.rateHz >= (shown ? kSlowestShown : kSlowest) && candidate.rateHz <= kFastest;
}

/// Of the times between pieces of frames and frames, one that lies between frames. Pieces are close together,
/// frames are far apart.
double timeBetweenFrames(std::vector<double> times) {
    std::ranges::sort(times);
    const auto sum = [](auto from, auto to) { return std::accumulate(from, to, 0.0); };
    // However many lines a picture is shown in, they take no time beside the wait for the next picture.
    const auto apart = std::ranges::lower_bound(times, kLongestPiece);
    if (sum(times.begin(), apart) < kOfPieces * sum(apart, times.end()))
        times.erase(times.begin(), apart);
    return times[times.size() * 9 / 10];
}

/// Joins starts that belong to the same frame: a program may put a picture on the screen in pieces.
std::vector<std::int64_t> joined(const std::vector<std::int64_t>& starts) {
    const std::vector<double> times = timesBetween(starts);
    if (times.empty())
        return starts;
    const double frame = timeBetweenFrames(times);
    std::vector<std::int64_t> frames{starts.front()};
    for (const std::int64_t start : starts) {
        if (static_cast<double>(start - frames.back()) > kSameFrame * frame)
            frames.push_back(start);
    }
    return frames;
}

/// The pieces of a picture that are put on the screen between two frames of the thread's loop: one start for
/// each of its frames. `pieces` are known to be such, or they are if there are always as many.
std::vector<std::int64_t> pictures(const std::vector<std::int64_t>& pieces,
                                   const std::vector<std::int64_t>& frames, bool known) {
    std::vector<std::int64_t> first;
    std::map<std::ptrdiff_t, std::size_t> counts;
    auto piece = pieces.begin();
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
        piece = std::lower_bound(piece, pieces.end(), frames[i]);
        const auto end = std::lower_bound(piece, pieces.end(), frames[i + 1]);
        if (piece != end)
            first.push_back(*piece);
        ++counts[end - piece];
    }
    counts.erase(0);
    if (first.size() < kFewestFrames || counts.empty())
        return pieces;
    const auto usual = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    constexpr double kNearlyAlways = 0.8;
    const bool alike = usual->first > 1 && static_cast<double>(usual->second) >=
                                               kNearlyAlways * static_cast<double>(first.size());
    return known || alike ? first : pieces;
}

/// The pieces between which the thread waits for nothing are one picture.
std::vector<std::int64_t> betweenWaits(const std::vector<std::int64_t>& pieces,
                                       const std::vector<std::int64_t>& waits) {
    std::vector<std::int64_t> first;
    auto wait = waits.begin();
    for (const std::int64_t piece : pieces) {
        const auto next = std::lower_bound(wait, waits.end(), piece);
        if (first.empty() || next != wait)
            first.push_back(piece);
        wait = next;
    }
    return first.size() >= kFewestFrames ? first : pieces;
}

std::vector<std::int64_t> startsOf(const std::vector<Burst>& bursts) {
    std::vector<std::int64_t> starts;
    for (const Burst& burst : bursts)
        starts.push_back(burst.begin);
    return starts;
}

/// How far two counts of frames are apart, as a share of the first.
double countsApart(const std::vector<std::int64_t>& starts, const std::vector<std::int64_t>& others) {
    return std::abs(static_cast<double>(others.size()) / static_cast<double>(starts.size()) - 1);
}

/// In a loop that polls, one frame may have several large pieces of work. Pieces that are close together are
/// one frame. Of these guesses what a frame's work is at least, the one with the most regular frames is
/// taken, the first one in doubt. Where works of all sizes leave open what a frame is, the starts that
/// another guess finds come second.
std::vector<std::vector<std::int64_t>>
framesByWork(const HeardThread& thread, const std::vector<Burst>& bursts, const LeastWork& guesses) {
    std::vector<std::vector<std::int64_t>> found;
    std::size_t best = 0;
    double bestRegularity = -1;
    bool gapTells = false;
    for (const std::int64_t least : guesses.likeliestFirst) {
        std::vector<std::int64_t> starts;
        for (const Burst& burst : bursts) {
            if (burst.work >= least)
                starts.push_back(burst.begin);
        }
        if (static_cast<double>(starts.size()) > kMostPieces * static_cast<double>(bursts.size()))
            continue;
        LoopCandidate candidate;
        candidate.starts = joined(starts);
        if (!judge(candidate, thread))
            continue;
        if (candidate.regularity > bestRegularity + 0.05) {
            bestRegularity = candidate.regularity;
            best = found.size();
        }
        gapTells |= guesses.gap && least == guesses.likeliestFirst.front();
        found.push_back(std::move(candidate.starts));
    }
    if (found.empty())
        return {};
    std::vector<std::vector<std::int64_t>> frames{found[best]};
    // A clear gap between the works tells what a frame is, unless other frames are far more regular.
    const auto others = std::span(found).first(gapTells ? 1 : found.size());
    const auto other = std::ranges::max_element(
        others, {}, [&](const auto& starts) { return countsApart(found[best], starts); });
    if (countsApart(found[best], *other) > kSameCount)
        frames.push_back(*other);
    return frames;
}

/// LoopCandidate::regularity of frames with these starts; below 0: they are no loop.
double regularityOf(const std::vector<std::int64_t>& starts, const HeardThread& thread) {
    LoopCandidate candidate;
    candidate.starts = starts;
    return judge(candidate, thread) ? candidate.regularity : -1;
}

/// Whether more than half of the time lies in frames that take longer than the others: whatever is usual, it
/// is not what the loop mostly does.
bool mostlyPauses(const LoopCandidate& loop) {
    return medianOf(timesBetween(loop.starts)) * loop.rateHz < kMostlyPauses * 1e9;
}

/// Whether nearly all of the time is spent in the waits. Then large pieces of work may be the machine's.
bool hardlyWorks(const std::vector<Burst>& bursts) {
    double work = 0;
    for (const Burst& burst : bursts)
        work += static_cast<double>(burst.work);
    return work < kHardlyWorks * static_cast<double>(bursts.back().begin - bursts.front().begin);
}

/// Whether these waits are mostly sleeps that are too long for a look at the clock.
bool areLong(const std::vector<Burst>& bursts) {
    const auto longOnes = std::ranges::count_if(bursts, [](const Burst& burst) {
        const Row& row = *burst.after;
        return row.asked != listen::kForever && timedOut(row) && row.asked - row.begin > kLongestLook;
    });
    return 2 * static_cast<std::size_t>(longOnes) > bursts.size();
}

/// Whether each of these waits goes until a deadline, or is what is left of a frame. Then each one ends a
/// frame, however little is done in between.
bool eachEndsAFrame(const std::vector<Burst>& bursts) {
    std::vector<PacedWait> waits;
    const Row* last = nullptr;
    for (const Burst& burst : bursts) {
        const Row& row = *burst.after;
        if (row.asked == listen::kForever)
            return false;
        if (last != nullptr)
            waits.push_back({row.begin - last->end, row.begin, row.asked, row.end, row.absolute()});
        last = &row;
    }
    const LoopPacing pacing = pacingOf(waits);
    return pacing.meant > 0 && (pacing.how == Pacing::Deadline || pacing.how == Pacing::Rest);
}

/// How much of a processor a thread used, by its readings; 0: not known.
double processorShare(const HeardThread& thread) {
    const Row* first = nullptr;
    const Row* last = nullptr;
    for (const Row& row : thread.rows) {
        if (row.call != Call::Reading || row.cpu < 0)
            continue;
        first = first == nullptr ? &row : first;
        last = &row;
    }
    if (first == nullptr || last->begin <= first->begin)
        return 0;
    return static_cast<double>(last->cpu - first->cpu) / static_cast<double>(last->begin - first->begin);
}

/// Whether the thread sleeps until points in time about once a frame of this loop.
bool keepsDeadlines(const HeardThread& thread, const LoopCandidate& loop) {
    const auto until = std::ranges::count_if(
        thread.rows, [](const Row& row) { return row.call == Call::ClockNanosleep && row.absolute(); });
    return 2 * static_cast<std::size_t>(until) >= loop.starts.size();
}

/// The frames of a loop that polls, as framesByWork() has them; none: each of its `rounds` is a frame.
std::vector<std::vector<std::int64_t>> framesOfPolls(const HeardThread& thread,
                                                     const std::vector<Burst>& bursts,
                                                     const std::vector<std::int64_t>& rounds) {
    const LeastWork guesses = leastWorkOfFrames(bursts);
    if (guesses.likeliestFirst.empty() || eachEndsAFrame(bursts))
        return {};
    std::vector<std::vector<std::int64_t>> frames = framesByWork(thread, bursts, guesses);
    const double ofRounds = regularityOf(rounds, thread);
    const double ofFrames = frames.empty() ? -1 : regularityOf(frames[0], thread);
    const bool nowAndThen =
        areLong(bursts) ? ofFrames < ofRounds : hardlyWorks(bursts) && ofFrames < kEven && ofRounds >= kEven;
    return nowAndThen ? std::vector<std::vector<std::int64_t>>() : frames;
}

class Finder {
public:
    explicit Finder(const std::vector<HeardProgram>& programs) : m_programs(programs) {}

    std::vector<LoopCandidate> find() {
        for (std::size_t program = 0; program < m_programs.size(); ++program) {
            for (std::size_t thread = 0; thread < m_programs[program].threads.size(); ++thread) {
                addWaits(program, thread);
                addPointsOfTime(program, thread);
            }
        }
        doubtSlowPresents();
        doubtIdleMain();
        std::ranges::stable_sort(m_found, [](const LoopCandidate& a, const LoopCandidate& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.regularity > b.regularity;
        });
        return std::move(m_found);
    }

private:
    static constexpr int kFirstPresent = 1;
    static constexpr int kMainThread = 20;
    static constexpr int kOtherThread = 30;
    static constexpr int kDriverThread = 40;
    static constexpr int kPartOfFrame = 60; ///< other waits of a thread that has a loop
    /// Is added for a loop that only events wake: loops that wait for a time come before it.
    static constexpr int kEventsOnly = 5;

    LoopCandidate at(std::size_t program, std::size_t thread) const {
        LoopCandidate candidate;
        candidate.program = program;
        candidate.thread = thread;
        return candidate;
    }

    /// Adds loops whose frames are separated by marks or presents.
    void addPointsOfTime(std::size_t program, std::size_t thread) {
        int rank = kFirstPresent;
        for (const CallEntry& entry : callCatalog()) {
            if (entry.kind != CallKind::Mark && entry.kind != CallKind::Present)
                continue;
            LoopCandidate candidate = at(program, thread);
            candidate.boundary = entry.kind == CallKind::Mark ? FrameBoundary::Mark : FrameBoundary::Present;
            candidate.rank = entry.kind == CallKind::Mark ? 0 : rank++;
            candidate.call = entry.call;
            for (const Row& row : m_programs[program].threads[thread].rows) {
                if (row.call != entry.call || row.under != Call::None)
                    continue;
                candidate.site = row.site;
                candidate.starts.push_back(row.begin);
            }
            if (entry.kind == CallKind::Present)
                candidate.starts = joined(candidate.starts);
            if (entry.call == Call::XPut || entry.call == Call::SdlRects) {
                const std::size_t before = candidate.starts.size();
                candidate.starts = pictures(candidate.starts, m_ownFrames, entry.call == Call::SdlRects);
                candidate.pieces = entry.call == Call::SdlRects && candidate.starts.size() == before;
                if (entry.call == Call::XPut && candidate.starts.size() == before)
                    candidate.starts = betweenWaits(candidate.starts, m_ownWaits);
            }
            if (judge(candidate, m_programs[program].threads[thread]))
                m_found.push_back(std::move(candidate));
        }
    }

    /// A program that shows a picture only when it changes has another loop, too. Then it is open which one
    /// is meant, and both get the same rank.
    void doubtSlowPresents() {
        std::vector<LoopCandidate> rounds;
        for (LoopCandidate& candidate : m_found) {
            if (candidate.boundary != FrameBoundary::Present || candidate.rateHz >= kSlowPresents)
                continue;
            const auto other = std::ranges::find_if(m_found, [&](const LoopCandidate& each) {
                return each.rank < kDriverThread && each.program == candidate.program &&
                       each.thread == candidate.thread && each.boundary > FrameBoundary::Present &&
                       each.rateHz > candidate.rateHz * (1 + kSameRate);
            });
            if (other != m_found.end()) {
                candidate.rank = std::max(candidate.rank, other->rank);
                continue;
            }
            // Its work in a round without a picture is too little to be seen as a frame's.
            const auto even = std::ranges::find_if(m_rounds, [&](const LoopCandidate& each) {
                return each.program == candidate.program && each.thread == candidate.thread &&
                       each.rateHz > candidate.rateHz * (1 + kSameRate) && each.regularity >= kEven &&
                       (candidate.regularity < kEven || mostlyPauses(candidate));
            });
            if (even == m_rounds.end())
                continue;
            candidate.rank = std::max(candidate.rank, even->rank);
            rounds.push_back(*even);
            rounds.back().rank = candidate.rank;
        }
        m_found.insert(m_found.end(), rounds.begin(), rounds.end());
    }

    /// A main thread that hardly computes may only wait for the program's end. Another thread that keeps
    /// deadlines then comes before it; of one that computes far more it is open which of the two is meant.
    void doubtIdleMain() {
        for (LoopCandidate& main : m_found) {
            const auto threadOf = [this](const LoopCandidate& loop) -> const HeardThread& {
                return m_programs[loop.program].threads[loop.thread];
            };
            if (main.rank < kMainThread || main.rank >= kOtherThread ||
                processorShare(threadOf(main)) > kIdle)
                continue;
            for (LoopCandidate& other : m_found) {
                if (other.program != main.program || other.rank != kOtherThread)
                    continue;
                if (keepsDeadlines(threadOf(other), other) && !keepsDeadlines(threadOf(main), main))
                    other.rank = kMainThread - 1;
                else if (processorShare(threadOf(other)) >
                         std::max(kIdle, kFarMore * processorShare(threadOf(main))))
                    other.rank = main.rank;
            }
        }
    }

    /// A frame is bounded by one place where the thread waits. Other waits are parts of the frame, or those
    /// of a driver.
    void addWaits(std::size_t program, std::size_t thread) {
        const HeardThread& heard = m_programs[program].threads[thread];
        m_ownFrames.clear();
        const std::vector<WaitSite> sites = waitSitesOf(m_programs[program], heard);
        m_ownWaits = waitsNotOfDrivers(heard, sites);
        const WaitSite* const own = ownSite(sites);
        const bool driver = ofDriver(heard);
        bool found = false;
        if (own != nullptr || !sites.empty()) {
            const auto mine = [&](const Row& row) {
                if (own != nullptr)
                    return own->isOf(row);
                const auto site =
                    std::ranges::find_if(sites, [&row](const WaitSite& each) { return each.isOf(row); });
                return site != sites.end() && !site->ofDriver;
            };
            std::vector<LoopCandidate> loops = waitsOf(program, thread, sites, mine);
            found = !loops.empty();
            if (found && loops[0].rank == 0)
                m_ownFrames = loops[0].starts;
            if (found && loops[0].boundary == FrameBoundary::Work)
                addRounds(loops[0], mine);
            for (LoopCandidate& loop : loops) {
                loop.driver = driver;
                loop.rank += driver ? kDriverThread : heard.main ? kMainThread : kOtherThread;
                m_found.push_back(std::move(loop));
            }
        }
        for (const WaitSite& site : sites) {
            if (&site == own || site.count < kFewestFrames)
                continue;
            std::vector<LoopCandidate> parts =
                waitsOf(program, thread, sites, [&site](const Row& row) { return site.isOf(row); });
            if (parts.empty())
                continue;
            parts[0].driver = site.ofDriver || driver;
            parts[0].rank += site.ofDriver && !found ? kDriverThread : kPartOfFrame;
            m_found.push_back(std::move(parts[0]));
        }
        if (heard.rows.empty() || !sites.empty())
            return;
        addYields(program, thread);
    }

    /// The rounds of a loop whose frames are larger: from each of its waits to the next.
    template <typename Chosen>
    void addRounds(const LoopCandidate& loop, const Chosen& chosen) {
        const HeardThread& heard = m_programs[loop.program].threads[loop.thread];
        LoopCandidate rounds = loop;
        rounds.boundary = FrameBoundary::Wait;
        rounds.starts.clear();
        for (const Row& row : heard.rows) {
            if (isOwnWait(row) && chosen(row))
                rounds.starts.push_back(row.end);
        }
        if (judge(rounds, heard))
            m_rounds.push_back(std::move(rounds));
    }

    /// The loop that these waits make; empty: they make none. Its rank is 0, or kEventsOnly. If it is open
    /// where one of its frames ends, it comes a second time, with other frames.
    template <typename Chosen>
    [[nodiscard]] std::vector<LoopCandidate> waitsOf(std::size_t program, std::size_t thread,
                                                     const std::vector<WaitSite>& sites,
                                                     const Chosen& chosen) const {
        const HeardThread& heard = m_programs[program].threads[thread];
        const std::vector<Burst> bursts = burstsOf(heard, sites, chosen);
        if (bursts.size() + 1 < kFewestFrames || bursts.empty())
            return {};
        LoopCandidate loop = at(program, thread);
        const Row& wait = usualWait(bursts);
        loop.call = wait.call;
        loop.site = wait.site;
        const auto timed =
            std::ranges::count_if(bursts, [](const Burst& burst) { return timedOut(*burst.after); });
        if (static_cast<std::size_t>(2 * timed) < bursts.size())
            loop.rank = kEventsOnly;
        std::vector<std::int64_t> rounds = joined(startsOf(bursts));
        std::vector<std::vector<std::int64_t>> frames;
        const SplitSleeps split = splitSleeps(bursts);
        if (!split.after.empty())
            frames.push_back(startsOf(split.after));
        else
            frames = framesOfPolls(heard, bursts, rounds);
        std::vector<LoopCandidate> loops;
        const auto add = [&](FrameBoundary boundary, std::vector<std::int64_t> starts) {
            loop.boundary = boundary;
            loop.starts = std::move(starts);
            if (judge(loop, heard))
                loops.push_back(loop);
        };
        if (frames.empty() || !split.sure)
            add(FrameBoundary::Wait, std::move(rounds));
        for (std::vector<std::int64_t>& starts : frames)
            add(FrameBoundary::Work, std::move(starts));
        return loops;
    }

    /// A loop that lets others run until it is time: its frames are its pieces of work between many yields.
    void addYields(std::size_t program, std::size_t thread) {
        const HeardThread& heard = m_programs[program].threads[thread];
        std::vector<Burst> bursts;
        const Row* last = nullptr;
        for (const Row& row : heard.rows) {
            if (row.call != Call::Yield)
                continue;
            if (last != nullptr && row.begin - last->end > kWorkBetweenYields)
                bursts.push_back({last->end, row.begin - last->end, last});
            last = &row;
        }
        LoopCandidate candidate = at(program, thread);
        candidate.boundary = FrameBoundary::Work;
        candidate.call = Call::Yield;
        candidate.starts = joined(startsOf(bursts));
        candidate.site = bursts.empty() ? 0 : bursts.front().after->site;
        candidate.driver = ofDriver(heard);
        candidate.rank = candidate.driver ? kDriverThread : heard.main ? kMainThread : kOtherThread;
        if (judge(candidate, heard))
            m_found.push_back(std::move(candidate));
    }

    const std::vector<HeardProgram>& m_programs;
    std::vector<LoopCandidate> m_found;
    std::vector<LoopCandidate> m_rounds; ///< of those among them that are told apart by their work
    // Of the thread that is looked at:
    std::vector<std::int64_t> m_ownFrames; ///< starts of its loop
    std::vector<std::int64_t> m_ownWaits;  ///< begins of its waits that are not a driver's
};

} // namespace

std::string_view frameBoundaryId(FrameBoundary boundary) noexcept {
    switch (boundary) {
    case FrameBoundary::Mark:
        return "mark";
    case FrameBoundary::Present:
        return "present";
    case FrameBoundary::Wait:
        return "wait";
    case FrameBoundary::Work:
        return "work";
    }
    return {};
}

std::vector<LoopCandidate> findLoops(const std::vector<HeardProgram>& programs) {
    return Finder(programs).find();
}

bool presentsAreTooFew(const std::vector<HeardProgram>& programs,
                       const std::vector<LoopCandidate>& candidates) {
    if (!candidates.empty() && candidates[0].boundary <= FrameBoundary::Present)
        return false;
    return std::ranges::any_of(programs, [](const HeardProgram& program) {
        return std::ranges::any_of(program.threads, [](const HeardThread& thread) {
            return std::ranges::any_of(thread.rows, [](const Row& row) {
                const CallEntry* const entry = findCall(row.call);
                return entry != nullptr && entry->kind == CallKind::Present && row.under == Call::None;
            });
        });
    });
}

bool ambiguous(const std::vector<LoopCandidate>& candidates) noexcept {
    if (candidates.size() < 2 || candidates[0].rank != candidates[1].rank)
        return false;
    const double apart = candidates[0].rateHz / candidates[1].rateHz;
    const double same = frameIsOpen(candidates) ? kSameCount : kSameRate;
    return apart < 1 - same || apart > 1 + same;
}

bool frameIsOpen(const std::vector<LoopCandidate>& candidates) noexcept {
    const auto loopOf = [](const LoopCandidate& each) {
        return std::tuple(each.boundary, each.rank, each.program, each.thread, each.call, each.site);
    };
    return candidates.size() >= 2 && candidates[0].boundary == FrameBoundary::Work &&
           loopOf(candidates[0]) == loopOf(candidates[1]);
}

} // namespace jitterscope
