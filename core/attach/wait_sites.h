// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace jitterscope {

// Where a thread waits, and how much it works between its waits: what a loop is found from that does not show
// or mark its frames.

/// A wait that the program itself called for: a sleep, or one for events.
[[nodiscard]] bool isOwnWait(const listen::Row& row);
/// Whether a wait ended by its time: a sleep, or a wait with a time limit that nothing ended earlier.
[[nodiscard]] bool timedOut(const listen::Row& row);
/// Whether a call from this place is one of the display's library, of a driver or of the sound, and not of
/// the program itself. `main`: it is called in the main thread.
[[nodiscard]] bool isDriversPlace(const HeardProgram& program, std::uint64_t site, bool main);

/// The waits at one place in the program.
struct WaitSite {
    listen::Call call = listen::Call::None;
    std::uint64_t site = 0;
    std::size_t count = 0;
    std::size_t timed = 0; ///< how many of them ended by their time
    std::size_t until = 0; ///< how many were sleeps until a point in time
    std::int64_t time = 0; ///< that they took, ns
    bool ofDriver = false;

    [[nodiscard]] bool isOf(const listen::Row& row) const noexcept {
        return row.call == call && row.site == site;
    }
    [[nodiscard]] bool isTimed() const noexcept { return 2 * timed >= count; }
    /// A deadline, whatever else the thread waits for, and also where it has passed each time.
    [[nodiscard]] bool isDeadline() const noexcept { return 2 * until >= count; }
};

/// All places at which this thread of the program waits.
[[nodiscard]] std::vector<WaitSite> waitSitesOf(const HeardProgram& program, const HeardThread& thread);

/// The place at which the thread waits for its next frame: that of the timed waits which take most of their
/// time, unless waits for something else take far more. Sleeps until a point in time come first: a loop that
/// is behind hardly waits for its own deadlines. Null: none stands out, or none is its own.
[[nodiscard]] const WaitSite* ownSite(const std::vector<WaitSite>& sites);

/// When the thread begins to wait, at all of its places but those of the display's library, drivers and
/// sound.
[[nodiscard]] std::vector<std::int64_t> waitsNotOfDrivers(const HeardThread& thread,
                                                          const std::vector<WaitSite>& sites);

/// One stretch of work between two waits.
struct Burst {
    std::int64_t begin = 0;
    std::int64_t work = 0;
    const listen::Row* after = nullptr; ///< the wait that it follows
};

/// The stretches of work between the waits that `chosen` takes. Other waits between them are no work. But who
/// waits in a library of the display has something drawn, which is.
[[nodiscard]] std::vector<Burst> burstsOf(const HeardThread& thread, const std::vector<WaitSite>& sites,
                                          const std::function<bool(const listen::Row&)>& chosen);

/// Sleeps that are split into parts. Who wants to see events while it sleeps waits several times for a fixed
/// length and then for what is left.
struct SplitSleeps {
    std::vector<Burst>
        after;        ///< the bursts that follow the end of such a sleep, however few; none: no sleep is
    bool sure = true; ///< far less is done in the others. Otherwise only the lengths speak for it
};
[[nodiscard]] SplitSleeps splitSleeps(const std::vector<Burst>& bursts);

/// How much work a burst of a frame has at least, in ns: several guesses. None: most work is in many bursts,
/// so each one is a frame.
struct LeastWork {
    std::vector<std::int64_t> likeliestFirst;
    bool gap = false; ///< the first guess lies in a clear gap between larger works and smaller ones
};
/// In a loop that polls, most bursts are looks at the clock or for events, and few are the work of frames.
[[nodiscard]] LeastWork leastWorkOfFrames(const std::vector<Burst>& bursts);
/// Of the bursts, that are pieces of frames; if more are, polls are among them.
inline constexpr double kMostPieces = 0.5;

/// The wait that most of these bursts follow. There is at least one.
[[nodiscard]] const listen::Row& usualWait(const std::vector<Burst>& bursts);

} // namespace jitterscope
