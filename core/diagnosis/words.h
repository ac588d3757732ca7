// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/stats/interval.h"

#include <optional>
#include <string>

namespace jitterscope {

/// A share from 0 to 1 as a percentage, with the digits that matter: `12 %`, `1.3 %`, `0.21 %`, `0.004 %`.
[[nodiscard]] std::string sharePercent(double share);

/// CPU time in % of one core: `0.3 %`, `below 0.1 %`.
[[nodiscard]] std::string cpuWords(double percent);

/// From this share of the measured processor's time on, what the window draws may make frames late.
inline constexpr double kWindowDisturbs = 0.1;
/// `This program's window used 12 % of the measured processor's time.`
[[nodiscard]] std::string windowOnProcessorText(double share);
/// A note below an anatomy whose time in the run queue could not be read; empty: it could, or there is none.
[[nodiscard]] std::string queueNote(const LoopEvidence& loop);
/// A difference with its 95 % interval, `−12.2 (−14.0 … −10.6)`, in units of 1 / `scale`; a dash if absent.
[[nodiscard]] std::string intervalText(const std::optional<Share>& difference, double scale, int decimals);
/// The same. It is also a dash if no difference is shown: the interval contains 0.
[[nodiscard]] std::string differenceText(const std::optional<Share>& difference, double scale, int decimals);

} // namespace jitterscope
