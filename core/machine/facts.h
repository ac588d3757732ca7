// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// How a fact affects timing. A fact that cannot be read is Unknown, with the reason, never Bad.
enum class FactState { Good, Note, Warn, Bad, Unknown };
/// `good`, `note`, `warn`, `bad`, `unknown`
[[nodiscard]] std::string_view factStateId(FactState state) noexcept;

/// One fact of this machine. docs/facts.md has them all. No text of a fact names a user, a host, a path of
/// the user's own or another process, so that it may be sent to strangers.
struct Fact {
    std::string id;    ///< `kernel`, `cpu_model`, `clocksource`, …; stable
    std::string name;  ///< for people
    std::string value; ///< empty if unknown
    FactState state = FactState::Note;
    std::string why;      ///< its effect on timing, or why it is unknown; one sentence
    std::string doThis{}; ///< one line, a command or a setting; empty: nothing is to be done
    std::string undo{};   ///< what puts it back; empty if there is nothing to put back
    /// The most that this alone can cost one wake-up, as far as the fact tells: timer slack, the deepest idle
    /// state's exit, …
    std::optional<Nanoseconds> cost{};
    /// `kernel`, `clock`, `processor`, `power`, `limits`, `load`; `run` for what happened in a run
    /// (snapshot.h)
    std::string group{};
};

/// Reads the facts below `root` ("/" is the real machine; tests pass recorded trees). On Windows the real
/// machine is asked by calls (facts_windows.h); trees are read there as well. Never fails: what cannot be
/// read is Unknown. Changes nothing. Bounded: at most 1 MiB of the kernel's options, 64 KiB of any other
/// file.
[[nodiscard]] std::vector<Fact> readFacts(const std::string& root = "/");

} // namespace jitterscope
