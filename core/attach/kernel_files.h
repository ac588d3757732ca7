// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// What the kernel says of other processes (proc(5)). Nothing is said where there is no /proc.

/// The whole text of a kernel file, up to 8 MB; empty: it cannot be read.
[[nodiscard]] std::string kernelText(const std::string& path);
/// The current name of a thread; absent: it has ended.
[[nodiscard]] std::optional<std::string> nameNow(std::int32_t process, std::int32_t thread);
/// What comes after the name in a process' stat file: state, parent, … Empty: it has ended.
[[nodiscard]] std::vector<std::string> statOf(std::int32_t process);
/// The number at this place of the words; 0: there is none.
[[nodiscard]] std::int64_t numberAt(const std::vector<std::string>& words, std::size_t at);
/// The processor time of a process so far, ns, in hundredths of a second; `stat`: as statOf() gives it.
[[nodiscard]] std::int64_t processorTimeOf(const std::vector<std::string>& stat);
/// CLOCK_MONOTONIC, ns.
[[nodiscard]] std::int64_t monotonicNow();
/// The number of this process; 0: not known.
[[nodiscard]] std::int32_t ownNumber();
/// All processes that can be seen here.
[[nodiscard]] std::vector<std::int32_t> processes();

} // namespace jitterscope
