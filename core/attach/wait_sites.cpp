// SPDX-License-Identifier: MIT
#include "core/attach/wait_sites.h"

#include "core/attach/call_catalog.h"
#include "core/attach/loop_finder.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr double kMostOfTheWaiting = 0.5; // of a thread's waits of one kind
constexpr double kTimedCounts = 0.1;      // of a thread's waiting, in waits that time ends
// Of sleeps that are split into waits of a fixed length:
constexpr double kSameLength = 0.999;    // of that length: not the rest of a sleep
constexpr double kMostRests = 0.9;       // of the rests come after a wait of that length
constexpr double kHardlyAnything = 0.01; // of that length: what a look for events takes
constexpr double kMostAlike = 0.8;       // of these sleeps take the same time
constexpr std::size_t kFewestSplit = 10; // of these sleeps
constexpr std::size_t kFewestLong = 3;   // of those that have ...
constexpr std::size_t kPartsOfLong = 15; // ... so many whole parts each: half a second, where one is 33 ms
constexpr double kMoreWork = 2;          // times the usual work of a look, where all sleeps are alike
constexpr double kFarMoreWork = 3;       // times the work of such a look
constexpr double kMostRest = 0.75;       // of the fixed length, where only the lengths tell
constexpr double kPollShare = 0.34; // of the bursts: if fewer hold most of the work, the others are polls
constexpr double kMostOfTheWork = 0.8;
constexpr double kClearGap = 1.5;           // times as much work
constexpr std::int64_t kLeastWork = 10'000; // ns; what differs below is not a gap

/// Beginnings of the names of libraries that wait for the display, the graphics card or the sound. A wait in
/// one of these belongs to the library, in whatever thread it happens.
constexpr auto kDriverLibraries = std::to_array<std::string_view>(
    {"libX", "libxcb", "libwayland", "libGL", "libEGL", "libvulkan", "libdrm", "libgallium", "swrast", "iris",
     "radeonsi", "libpulse", "libasound", "libpipewire", "libopenal", "libjack", "libsndio"});

/// The same of libraries that start threads under the program's own name. In its main thread, a wait of
/// theirs is the program's: it called for it.
constexpr auto kThreadLibraries =
    std::to_array<std::string_view>({"libSDL-1.2", "libSDL_mixer", "libmikmod"});

bool ofDriverLibrary(std::string_view site, bool mainThread) {
    const auto named = [site](std::string_view name) { return site.starts_with(name); };
    return std::ranges::any_of(kDriverLibraries, named) ||
           (!mainThread && std::ranges::any_of(kThreadLibraries, named));
}

bool ofDriver(const Row& row, const std::vector<WaitSite>& sites) {
    return std::ranges::any_of(sites,
                               [&row](const WaitSite& site) { return site.ofDriver && site.isOf(row); });
}

/// How long this wait was asked to take, ns; 0: for ever, or until a point in time.
std::int64_t askedLength(const Row& row) {
    return row.asked == listen::kForever || row.absolute() ? 0 : row.asked - row.begin;
}

/// The works of these bursts, the largest first.
std::vector<std::int64_t> worksOf(const std::vector<Burst>& bursts) {
    std::vector<std::int64_t> works;
    for (const Burst& burst : bursts)
        works.push_back(burst.work);
    std::ranges::sort(works, std::greater<>());
    return works;
}

double meanWork(const std::vector<std::int64_t>& works) {
    return std::accumulate(works.begin(), works.end(), 0.0) / static_cast<double>(works.size());
}

/// `works`: sorted.
double medianWork(const std::vector<std::int64_t>& works) {
    return static_cast<double>(works[works.size() / 2]);
}

/// The smallest of the few works that hold most of all work. 0: most work is in many bursts, so each one is a
/// frame.
std::int64_t largeWork(const std::vector<std::int64_t>& works) {
    const double all = std::accumulate(works.begin(), works.end(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < works.size(); ++i) {
        sum += static_cast<double>(works[i]);
        if (sum >= kMostOfTheWork * all)
            return static_cast<double>(i + 1) < kPollShare * static_cast<double>(works.size()) ? works[i] : 0;
    }
    return 0;
}

/// Waits as parts of longer sleeps: whole ones, each of the same length, and then a rest.
struct SleepParts {
    explicit SleepParts(const std::vector<Burst>& bursts) {
        for (const Burst& burst : bursts)
            step = std::max(step, askedLength(*burst.after));
        std::int64_t asked = 0; // of the sleep so far
        const Burst* before = nullptr;
        for (const Burst& burst : bursts) {
            const Burst* const previous = std::exchange(before, &burst);
            const std::int64_t length = askedLength(*burst.after);
            if (static_cast<double>(length) >= kSameLength * static_cast<double>(step)) {
                looks.push_back(burst);
                asked += length;
                continue;
            }
            afterRests.push_back(burst);
            if (previous != nullptr)
                beforeRests.push_back(*previous);
            behindWhole += asked > 0 ? 1 : 0;
            ++m_sleeps[asked + length];
            asked = 0;
        }
    }

    /// Whether nearly all of the sleeps take the same time. There is one.
    [[nodiscard]] bool areAlike() const {
        const auto usual =
            std::ranges::max_element(m_sleeps, {}, [](const auto& each) { return each.second; });
        return static_cast<double>(usual->second) >= kMostAlike * static_cast<double>(afterRests.size());
    }

    std::int64_t step = 0;          ///< length of a whole part, ns
    std::vector<Burst> looks;       ///< bursts that follow a whole part
    std::vector<Burst> afterRests;  ///< bursts that follow a rest: a sleep has ended
    std::vector<Burst> beforeRests; ///< bursts that come before one
    std::size_t behindWhole = 0;    ///< rests that follow a whole part

private:
    std::map<std::int64_t, std::size_t> m_sleeps; ///< how often each whole length, ns
};

/// The smallest work of a frame, where that of frames and that of looks at the clock lie clearly apart: above
/// the widest gap below `large`.
std::optional<std::int64_t> smallestOfFrames(const std::vector<std::int64_t>& works, std::int64_t large) {
    double widest = kClearGap;
    std::optional<std::int64_t> smallest;
    const auto most = static_cast<std::size_t>(kMostPieces * static_cast<double>(works.size()));
    for (std::size_t i = 0; i < most && i + 1 < works.size(); ++i) {
        const double apart =
            static_cast<double>(works[i]) / static_cast<double>(std::max(works[i + 1], kLeastWork));
        if (works[i] <= large && apart > widest) {
            widest = apart;
            smallest = works[i];
        }
    }
    return smallest;
}

} // namespace

bool isOwnWait(const Row& row) {
    const CallEntry* const entry = findCall(row.call);
    return entry != nullptr && row.under == Call::None &&
           (entry->kind == CallKind::Sleep || entry->kind == CallKind::Event);
}

bool timedOut(const Row& row) {
    const CallEntry* const entry = findCall(row.call);
    if (entry == nullptr || row.asked == listen::kForever)
        return false;
    return entry->kind == CallKind::Sleep || !row.forMore() || row.end >= row.asked;
}

bool isDriversPlace(const HeardProgram& program, std::uint64_t site, bool main) {
    return ofDriverLibrary(program.siteText(site), main);
}

std::vector<WaitSite> waitSitesOf(const HeardProgram& program, const HeardThread& thread) {
    std::map<std::pair<Call, std::uint64_t>, WaitSite> found;
    for (const Row& row : thread.rows) {
        if (!isOwnWait(row))
            continue;
        WaitSite& site = found[{row.call, row.site}];
        if (site.count == 0) {
            site.call = row.call;
            site.site = row.site;
            site.ofDriver = isDriversPlace(program, row.site, thread.main);
        }
        ++site.count;
        site.timed += timedOut(row) ? 1 : 0;
        site.until += row.call == Call::ClockNanosleep && row.absolute() ? 1 : 0;
        site.time += row.end - row.begin;
    }
    std::vector<WaitSite> sites;
    for (const auto& [key, site] : found)
        sites.push_back(site);
    return sites;
}

const WaitSite* ownSite(const std::vector<WaitSite>& sites) {
    const WaitSite* best[2] = {nullptr, nullptr}; // of events, timed
    const WaitSite* deadline = nullptr;
    double time[2] = {0, 0};
    for (const WaitSite& site : sites) {
        if (site.ofDriver)
            continue;
        if (site.isDeadline() && site.count >= kFewestFrames - 1 &&
            (deadline == nullptr || site.count > deadline->count))
            deadline = &site;
        const std::size_t kind = site.isTimed() ? 1 : 0;
        time[kind] += static_cast<double>(site.time);
        if (site.count >= kFewestFrames - 1 && (best[kind] == nullptr || site.time > best[kind]->time))
            best[kind] = &site;
    }
    if (deadline != nullptr)
        return deadline;
    const std::size_t kind = best[1] != nullptr && time[1] >= kTimedCounts * (time[0] + time[1]) ? 1 : 0;
    const WaitSite* const own = best[kind] != nullptr ? best[kind] : best[1 - kind];
    if (own == nullptr)
        return nullptr;
    const double all = time[own->isTimed() ? 1 : 0];
    return static_cast<double>(own->time) >= kMostOfTheWaiting * all ? own : nullptr;
}

std::vector<std::int64_t> waitsNotOfDrivers(const HeardThread& thread, const std::vector<WaitSite>& sites) {
    std::vector<std::int64_t> begins;
    for (const Row& row : thread.rows) {
        if (isOwnWait(row) && !ofDriver(row, sites))
            begins.push_back(row.begin);
    }
    return begins;
}

std::vector<Burst> burstsOf(const HeardThread& thread, const std::vector<WaitSite>& sites,
                            const std::function<bool(const Row&)>& chosen) {
    std::vector<Burst> bursts;
    const Row* last = nullptr;
    std::int64_t others = 0;
    for (const Row& row : thread.rows) {
        if (!isOwnWait(row))
            continue;
        if (!chosen(row)) {
            others += ofDriver(row, sites) ? 0 : row.end - row.begin;
            continue;
        }
        if (last != nullptr)
            bursts.push_back({last->end, std::max<std::int64_t>(0, row.begin - last->end - others), last});
        last = &row;
        others = 0;
    }
    return bursts;
}

SplitSleeps splitSleeps(const std::vector<Burst>& bursts) {
    const SleepParts parts(bursts);
    const std::size_t count = parts.afterRests.size();
    if (count == 0 || parts.looks.empty() ||
        static_cast<double>(parts.behindWhole) < kMostRests * static_cast<double>(count))
        return {};
    // Of long sleeps there are few while it is listened to, but then each is split into many.
    const bool alike = parts.areAlike();
    const bool few = count < kFewestSplit;
    if (few && (!alike || count < kFewestLong || parts.looks.size() < kPartsOfLong * count))
        return {};
    const std::vector<std::int64_t> ofFrames = worksOf(parts.afterRests);
    const std::vector<std::int64_t> ofLooks = worksOf(parts.looks);
    const double look = medianWork(ofLooks);
    const auto step = static_cast<double>(parts.step);
    if ((alike && medianWork(ofFrames) >= kMoreWork * look) ||
        (look <= kHardlyAnything * step && meanWork(ofFrames) >= kFarMoreWork * meanWork(ofLooks)))
        return {parts.afterRests};
    // On a busy machine, looks may take as long as frames. But what is left of a sleep is not nearly a whole
    // part, as with sleeps in whole milliseconds. It does not come after more work, as what is left of a
    // frame does. And two lengths in turn have more work before the longer one.
    const auto rest = static_cast<double>(askedLength(*parts.afterRests.front().after));
    const bool looksLikeIt = alike && rest <= kMostRest * step && !parts.beforeRests.empty() &&
                             medianWork(worksOf(parts.beforeRests)) <= kMoreWork * look &&
                             kMoreWork * medianWork(ofFrames) >= look;
    return looksLikeIt ? SplitSleeps{parts.afterRests, false} : SplitSleeps{};
}

LeastWork leastWorkOfFrames(const std::vector<Burst>& bursts) {
    const std::vector<std::int64_t> works = worksOf(bursts);
    const std::int64_t large = largeWork(works);
    if (large == 0)
        return {};
    const std::optional<std::int64_t> aboveGap = smallestOfFrames(works, large);
    return {{aboveGap.value_or(large), large, large / 2, large / 4}, aboveGap.has_value()};
}

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

} // namespace jitterscope
