// SPDX-License-Identifier: MIT
#include "core/attach/loop_finder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr double kSameFrame = 0.1;  // of a long frame time: presents closer than that belong to one frame
constexpr double kPollShare = 0.34; // of the bursts: if fewer hold most of the work, the others are polls
constexpr double kMostOfTheWork = 0.8;
constexpr double kRegular = 0.25;
constexpr double kSlowest = 5;      // Hz; what repeats less often is no loop of frames
constexpr double kSlowestShown = 1; // Hz; the same for what is shown
constexpr double kFastest = 12'000; // Hz; what repeats more often is a burst of calls
constexpr double kCovered = 0.25;   // of the time in which its thread was heard; less is a start, or an end
constexpr double kSameRate = 0.1;
/// Hz. Nobody aims at fewer pictures a second, but a program may show a picture only when it changes.
constexpr double kSlowPresents = 15;

/// Parts of the names of threads that drivers, sound libraries and Java's virtual machine start.
constexpr std::array kDriverThreads = std::to_array<std::string_view>(
    {"SDLAudio",     "SDLTimer",    "alsa",         "pulse",     "threaded-ml",  "pipewire",
     "pw-",          "llvmpipe",    "mesa",         "gallium",   "disk$",        "dconf",
     "gmain",        "gdbus",       "VM Periodic",  "VM Thread", "G1 ",          "GC Thread",
     "C1 Comp",      "C2 Comp",     "Signal Disp",  "Finalizer", "Reference Ha", "Common-Clean",
     "Notification", "Service Thr", "Monitor Defl", "Sweeper"});

/// Beginnings of the names of libraries that wait for the display, the graphics card or the sound. A wait in
/// one of these belongs to the library, in whatever thread it happens.
constexpr std::array<std::string_view, 13> kDriverLibraries{
    "libX",   "libxcb", "libwayland", "libGL",    "libEGL",    "libvulkan",  "libdrm",
    "swrast", "iris",   "radeonsi",   "libpulse", "libasound", "libpipewire"};

bool ofDriver(const HeardThread& thread) {
    return std::ranges::any_of(
        kDriverThreads, [&](std::string_view name) { return thread.name.find(name) != std::string::npos; });
}

bool ofDriverLibrary(std::string_view site) {
    return std::ranges::any_of(kDriverLibraries,
                               [&](std::string_view name) { return site.starts_with(name); });
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

/// Computes rate and regularity from the starts. False: it is no loop.
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
    candidate.rateHz = 1e9 / median;
    const auto regular = std::ranges::count_if(
        times, [&](double time) { return std::abs(time - median) <= kRegular * median; });
    candidate.regularity = static_cast<double>(regular) / static_cast<double>(times.size());
    const bool shown = candidate.boundary <= FrameBoundary::Present;
    return candidate.rateHz >= (shown ? kSlowestShown : kSlowest) && candidate.rateHz <= kFastest;
}

/// Joins starts that belong to the same frame: a program may put a picture on the screen in pieces.
std::vector<std::int64_t> joined(const std::vector<std::int64_t>& starts) {
    // Pieces are close together, frames are far apart. So the long times show how long a frame is.
    std::vector<double> times = timesBetween(starts);
    if (times.empty())
        return starts;
    std::ranges::sort(times);
    const double frame = times[times.size() * 9 / 10];
    std::vector<std::int64_t> frames{starts.front()};
    for (const std::int64_t start : starts) {
        if (static_cast<double>(start - frames.back()) > kSameFrame * frame)
            frames.push_back(start);
    }
    return frames;
}

/// One stretch of work between two waits.
struct Burst {
    std::int64_t begin = 0;
    std::int64_t work = 0;
    const Row* after = nullptr; ///< the wait that it follows
};

bool isOwnWait(const Row& row) {
    const CallEntry* const entry = findCall(row.call);
    return entry != nullptr && row.under == Call::None &&
           (entry->kind == CallKind::Sleep || entry->kind == CallKind::Event);
}

/// Whether a wait ended by its time: a sleep, or a wait with a time limit that nothing ended earlier.
bool timedOut(const Row& row) {
    const CallEntry* const entry = findCall(row.call);
    if (entry == nullptr || row.asked == listen::kForever)
        return false;
    return entry->kind == CallKind::Sleep || row.files == 0 || row.end >= row.asked;
}

std::vector<Burst> burstsOf(const HeardThread& thread) {
    std::vector<Burst> bursts;
    const Row* last = nullptr;
    for (const Row& row : thread.rows) {
        if (!isOwnWait(row))
            continue;
        if (last != nullptr)
            bursts.push_back({last->end, row.begin - last->end, last});
        last = &row;
    }
    return bursts;
}

/// The smallest work of the few bursts that hold most of all work. 0: most work is in many bursts, so each
/// one is a frame.
std::int64_t largeWork(const std::vector<Burst>& bursts) {
    std::vector<std::int64_t> works;
    for (const Burst& burst : bursts)
        works.push_back(burst.work);
    std::ranges::sort(works, std::greater<>());
    const double all = std::accumulate(works.begin(), works.end(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < works.size(); ++i) {
        sum += static_cast<double>(works[i]);
        if (sum >= kMostOfTheWork * all)
            return static_cast<double>(i + 1) < kPollShare * static_cast<double>(works.size()) ? works[i] : 0;
    }
    return 0;
}

/// In a loop that polls, one frame may have several large pieces of work. Pieces that are close together are
/// one frame. Of three thresholds for `large`, the one with the most regular frames is taken.
std::vector<std::int64_t> framesOfPolls(const HeardThread& thread, const std::vector<Burst>& bursts,
                                        std::int64_t large) {
    std::vector<std::int64_t> best;
    double bestRegularity = -1;
    for (const double part : {1.0, 0.5, 0.25}) {
        std::vector<std::int64_t> starts;
        for (const Burst& burst : bursts) {
            if (static_cast<double>(burst.work) >= part * static_cast<double>(large))
                starts.push_back(burst.begin);
        }
        LoopCandidate candidate;
        candidate.starts = joined(starts);
        if (judge(candidate, thread) && candidate.regularity > bestRegularity + 0.05) {
            bestRegularity = candidate.regularity;
            best = candidate.starts;
        }
    }
    return best;
}

/// The wait that most of these bursts follow.
const Row& usualWait(const std::vector<Burst>& bursts) {
    std::map<std::pair<Call, std::uint64_t>, std::pair<std::size_t, const Row*>> counts;
    for (const Burst& burst : bursts) {
        auto& [count, row] = counts[{burst.after->call, burst.after->site}];
        ++count;
        row = burst.after;
    }
    return *std::ranges::max_element(counts, {}, [](const auto& entry) {
                return entry.second.first;
            })->second.second;
}

class Finder {
public:
    explicit Finder(const std::vector<HeardProgram>& programs) : m_programs(programs) {}

    std::vector<LoopCandidate> find() {
        for (std::size_t program = 0; program < m_programs.size(); ++program) {
            for (std::size_t thread = 0; thread < m_programs[program].threads.size(); ++thread) {
                addPointsOfTime(program, thread);
                addWaits(program, thread);
            }
        }
        doubtSlowPresents();
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
            if (judge(candidate, m_programs[program].threads[thread]))
                m_found.push_back(std::move(candidate));
        }
    }

    /// A program that shows a picture only when it changes has another loop, too. Then it is open which one
    /// is meant, and both get the same rank.
    void doubtSlowPresents() {
        for (LoopCandidate& candidate : m_found) {
            if (candidate.boundary != FrameBoundary::Present || candidate.rateHz >= kSlowPresents)
                continue;
            const auto other = std::ranges::find_if(m_found, [&](const LoopCandidate& each) {
                return !each.driver && each.program == candidate.program && each.thread == candidate.thread &&
                       each.boundary > FrameBoundary::Present &&
                       each.rateHz > candidate.rateHz * (1 + kSameRate);
            });
            if (other != m_found.end())
                candidate.rank = std::max(candidate.rank, other->rank);
        }
    }

    void addWaits(std::size_t program, std::size_t thread) {
        const HeardThread& heard = m_programs[program].threads[thread];
        const std::vector<Burst> bursts = burstsOf(heard);
        if (bursts.size() < kFewestFrames)
            return;
        LoopCandidate candidate = at(program, thread);
        const std::int64_t large = largeWork(bursts);
        if (large > 0) {
            candidate.boundary = FrameBoundary::Work;
            candidate.starts = framesOfPolls(heard, bursts, large);
        }
        if (candidate.starts.empty()) {
            candidate.boundary = FrameBoundary::Wait;
            for (const Burst& burst : bursts)
                candidate.starts.push_back(burst.begin);
            candidate.starts = joined(candidate.starts);
        }
        const Row& wait = usualWait(bursts);
        candidate.call = wait.call;
        candidate.site = wait.site;
        const auto timed =
            std::ranges::count_if(bursts, [](const Burst& burst) { return timedOut(*burst.after); });
        const bool driver = ofDriver(heard) || ofDriverLibrary(m_programs[program].siteText(wait.site));
        candidate.driver = driver;
        candidate.rank = driver ? kDriverThread : heard.main ? kMainThread : kOtherThread;
        if (static_cast<std::size_t>(2 * timed) < bursts.size())
            candidate.rank += kEventsOnly;
        if (judge(candidate, heard))
            m_found.push_back(std::move(candidate));
    }

    const std::vector<HeardProgram>& m_programs;
    std::vector<LoopCandidate> m_found;
};

} // namespace

std::string_view frameBoundaryId(FrameBoundary boundary) noexcept {
    constexpr std::array<std::string_view, 4> kIds{"mark", "present", "wait", "work"};
    return kIds[static_cast<std::size_t>(boundary)];
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
    return apart < 1 - kSameRate || apart > 1 + kSameRate;
}

} // namespace jitterscope
