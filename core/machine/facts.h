// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// How a fact bears on being on time. A fact that cannot be read is Unknown with the reason, never Bad.
enum class FactState { Good, Note, Warn, Bad, Unknown };
[[nodiscard]] std::string_view
factStateId(FactState state) noexcept; ///< `good`, `note`, `warn`, `bad`, `unknown`

/// One fact of this machine.
struct Fact {
    std::string id;    ///< `kernel`, `cpu_model`, `clocksource`, …; stable
    std::string name;  ///< for people
    std::string value; ///< empty when unknown
    FactState state = FactState::Note;
    std::string why; ///< what it means for timing, or why it is unknown; one sentence
};

/// Reads the facts below `root` (the real one is "/"; tests pass recorded trees). Never fails: what cannot
/// be read is Unknown. Reads files only; changes nothing. Bounded: at most 64 KiB of any file.
[[nodiscard]] std::vector<Fact> readFacts(const std::string& root = "/");

} // namespace jitterscope
