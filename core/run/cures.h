// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/base/system_family.h"
#include "core/plan/cure_bits.h"
#include "core/plan/run_plan.h"
#include "core/stats/interval.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a cure holds for as long as it is tried here. Its destructor restores everything.
class CureHold {
public:
    virtual ~CureHold() = default;
};

/// A setting, or a way of waiting, that may make a loop steadier. *Here* it is tried in a loop of this
/// program (a trial of a diagnosis), *there* in another program that runs (attach, with).
///
/// To add one, add a row to cures.cpp. What is changed here must be undone by the kernel when the thread
/// ends or the descriptor is closed, so that nothing is left behind, not even by kill −9.
struct Cure {
    std::string_view id;       ///< never changes
    std::string_view before{}; ///< the id that 0.2 had for it
    std::string_view name;     ///< `Timer slack 1 ns`
    std::string_view meaning;  ///< one sentence
    std::string_view undo;
    /// Here: changes the loop. False: the loop is already so, or the cure is not for it. Null: not tried
    /// here.
    bool (*applyHere)(RunPlan& plan) = nullptr;
    /// Here: whether it can be tried on this machine; may ask the kernel. Null: always.
    Support (*support)(const RunPlan& plan) = nullptr;
    /// Here: what else is held while it is tried. Null: nothing.
    std::unique_ptr<CureHold> (*hold)() = nullptr;
    bool simulated = false; ///< whether it can be tried on a simulated machine
    /// Here: the only system that has it; absent: all have it.
    std::optional<SystemFamily> only{};
    /// There: the bit of CureBit by which the listener is asked for it. 0: not tried there.
    std::uint32_t applyThere = 0;
};

/// All that are tried here. The last one, `together`, applies all that helped. Immutable; any thread.
[[nodiscard]] std::span<const Cure> curesHere();
/// Those that a system has, in the catalogue's order.
[[nodiscard]] std::vector<const Cure*> curesHere(SystemFamily system);
/// All that are tried there: `slack`, `realtime`, `pin`, `idle`, `exact`.
[[nodiscard]] std::span<const Cure> curesThere();
inline constexpr std::string_view kTogether = "together";

/// The cure with this id, or with this older one (`dma-latency` is `idle`), or nullptr.
[[nodiscard]] const Cure* findCure(std::span<const Cure> cures, std::string_view id) noexcept;

/// What a cure did to a loop, here or there: differences with − without it, of pairs of blocks that were
/// measured in turn. A figure that the loop does not have is absent. Less is better of each.
struct CureOutcome {
    std::string id;
    Support support;       ///< if not available, the reason why it was not tried
    std::size_t pairs = 0; ///< of blocks that can be compared

    std::optional<Share> offRate;   ///< how far the rate is from the one that is meant, Hz
    std::optional<Share> late;      ///< share of late frames, −1 … 1
    std::optional<Share> longShare; ///< share of long frames, −1 … 1
    std::optional<Share> median;    ///< median lateness, ns
    std::optional<Share> lateness;  ///< mean lateness of the frames, ns
    std::optional<Share> spread;    ///< standard deviation of the frame time, ns
    std::optional<Share> cpu;       ///< % of a core; not judged

    double spreadWithout = 0; ///< ns, mean of the blocks
    double longWithout = 0;   ///< share
    double rateWithout = 0;   ///< Hz; 0: not known
    double rateWith = 0;

    [[nodiscard]] bool measured() const noexcept { return support.available && pairs > 0; }
    /// Whether the frame rate changed by more than 0.5 %. Then the two sides are not the same loop.
    [[nodiscard]] bool rateChanged() const noexcept;
    /// Whether the rate is shown to be nearer to the one that is meant, by more than 0.5 % of it.
    [[nodiscard]] bool nearer() const noexcept;
    /// 1: it helped; −1: it harmed; 0: no difference is shown. The first figure above, in that order, whose
    /// difference is shown decides. The rate counts only if it changed, and the median only if no more late
    /// frames were counted.
    [[nodiscard]] int verdict() const noexcept;
    [[nodiscard]] bool helped() const noexcept { return verdict() > 0; }
    [[nodiscard]] bool harmed() const noexcept { return verdict() < 0; }
};

/// What a system does with a real-time thread that hardly sleeps: `stopped for 50 ms each second`.
[[nodiscard]] std::string_view realtimeLimit(SystemFamily system) noexcept;

} // namespace jitterscope
