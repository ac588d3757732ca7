// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What makes the frames of another program's loop long.
enum class LoopCause : std::uint8_t {
    Quota,     ///< the quota of its control group was used up, and it had to stand still
    Others,    ///< others had the processor while the loop was ready to run
    Quantum,   ///< the loop polls, or sleeps whole milliseconds, so its frames are rounded to these
    Overshoot, ///< its waits ended later than asked
    Work,      ///< its work took longer than usual
    Present,   ///< its presents took longer than usual
    Unknown    ///< something else
};
inline constexpr std::size_t kLoopCauses = 7;
/// `quota`, `others`, `quantum`, `overshoot`, `work`, `present`, `unknown`
[[nodiscard]] std::string_view loopCauseId(LoopCause cause) noexcept;

/// What made the long frames of a loop long, counted in ns by which they took longer than they are meant to.
/// Each part of a frame counts as far as it is longer than usual in this loop.
class LoopAccount {
public:
    /// How the loop waits, as far as the account depends on it.
    struct Loop {
        double medianTime = 1; ///< ns
        double deadlines = 0;  ///< ns between its deadlines; 0: it has none, or not always the same
        bool polls = false;    ///< many short waits a frame
        bool aimsBySleeps =
            false;               ///< it sleeps once a frame, off a grid: that and its work are its frame time
        bool sleepsRest = false; ///< it sleeps what is left, so that this frame time is meant
        std::int64_t quantum = 0; ///< ns to which its frames are rounded; 0: to nothing
    };

    LoopAccount() = default;
    /// A frame is long if it exceeds the aim by more than this, ns.
    [[nodiscard]] static double toleranceOf(double aim) noexcept;
    LoopAccount(const std::vector<HeardFrame>& frames, const Loop& loop);

    [[nodiscard]] double aim() const noexcept { return m_aim; }
    [[nodiscard]] bool aimIsMeant() const noexcept { return m_aimIsMeant; }
    [[nodiscard]] bool aimIsItsOwn() const noexcept { return m_aimIsItsOwn; }
    [[nodiscard]] double tolerance() const noexcept { return m_tolerance; }
    [[nodiscard]] std::size_t longFrames() const noexcept { return m_long; }
    [[nodiscard]] const std::array<double, kLoopCauses>& costs() const noexcept { return m_costs; }
    [[nodiscard]] double othersInPresents() const noexcept { return m_othersInPresents; }
    [[nodiscard]] double laterWakes() const noexcept { return m_laterWakes; }
    [[nodiscard]] double longerAsked() const noexcept { return m_longerAsked; }

private:
    struct Parts;
    [[nodiscard]] static Parts partsOf(const HeardFrame& frame);
    [[nodiscard]] static Parts usualParts(const std::vector<HeardFrame>& frames);
    [[nodiscard]] std::vector<HeardFrame> framesInTime(const std::vector<HeardFrame>& all) const;
    [[nodiscard]] bool sleepsWhatIsLeft(const HeardFrame& frame, const Loop& loop) const;
    [[nodiscard]] Parts afterItsSleep(const HeardFrame& frame) const;
    void charge(double rest, const Parts& more, const Loop& loop);

    double m_aim = 0;
    bool m_aimIsMeant = false;
    bool m_aimIsItsOwn = false;
    double m_tolerance = 0;
    std::size_t m_long = 0;
    std::array<double, kLoopCauses> m_costs{};
    double m_othersInPresents = 0;
    double m_laterWakes = 0;
    double m_longerAsked = 0;
};

} // namespace jitterscope
