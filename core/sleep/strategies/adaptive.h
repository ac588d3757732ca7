// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"
#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `adaptive`: sleeps until a learned margin before the deadline, then spins.
///
/// With one sleep that ends late by L and a margin m, a wait costs E[(m − L)+] of spinning and is late by
/// E[(L − m)+]. Both are convex in m, so a stable quantile of L beats every margin that wobbles. The quantile
/// is learned separately for each length of sleep, because longer sleeps wake later. It forgets with time.
/// What was learned is given little weight when late wake-ups come much too often, or have stayed away for
/// too long. A second sleep is taken where it costs less CPU than the spin that it saves. No sleep is taken
/// where spinning is cheaper (WakeModel).
[[nodiscard]] SleepEntry adaptiveEntry();

/// Writes the aim into the values of this strategy's parameters. The other parameters stay as they are.
void setAim(ParameterValues& values, const Aim& aim);

} // namespace jitterscope
