// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::logs {

// What the name of a column says of what stands in it.

/// The words of a name in small letters: `frameTimeMs`, `FRAMETIME_MS`, `latency (us)`.
[[nodiscard]] std::vector<std::string> wordsOf(std::string_view name);
/// The unit with which a name ends: `ms`; absent if with none.
[[nodiscard]] std::optional<std::string> unitInName(std::string_view name);
/// The time from one frame to the next: `frametime_ms`, `Frame Time [ms]`, `frame_ms`.
[[nodiscard]] bool namesFrameTime(std::string_view name);
/// Frames a second: `fps`, `Average FPS`.
[[nodiscard]] bool namesRate(std::string_view name);
/// Moments rather than times between them: `timestamps_s`, `elapsed`, `Time (ms)`, `TimeInSeconds`,
/// `startTicks`.
[[nodiscard]] bool namesTimeStamps(std::string_view name) noexcept;
/// A figure of many frames: `Average FPS`, `99th-percentile frame time (ms)`, `Max`, `numframes`.
[[nodiscard]] bool namesSummary(std::string_view name);

/// The names, those that look like times first.
[[nodiscard]] std::vector<std::string> timesFirst(std::vector<std::string> names);

} // namespace jitterscope::logs
