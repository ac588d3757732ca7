// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/aim.h"
#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `adaptive`: sleeps until a learned margin before the deadline, then spins.
///
/// With one sleep that ends late by L and a margin m, a wait costs E[(m − L)+] of spinning and is late by
/// E[(L − m)+]; both are convex in m, so a stable quantile of L beats every margin that wobbles. The quantile
/// is learned for each length of sleep apart (longer sleeps wake later), forgets with time, and is
/// doubted when late wake-ups come much too often or have stayed away for too long. A second sleep is
/// taken where it costs less CPU than the spin that it saves, and none where spinning is cheaper (WakeModel).
[[nodiscard]] SleepEntry adaptiveEntry();

/// The aim as values of this strategy's parameters; the other parameters stay as they are.
void setAim(ParameterValues& values, const Aim& aim);

} // namespace jitterscope
