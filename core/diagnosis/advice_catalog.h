// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/system_family.h"

#include <span>
#include <string_view>

namespace jitterscope {

/// What to do about a cause on one system, and the facts behind it. A cause that has no cure there has no
/// entry.
///
/// To add one, add a line to advice_catalog.cpp.
struct AdviceEntry {
    std::string_view cause;   ///< a finding's id; `finding:case` if the cure depends on what was found
    SystemFamily system;      ///< the system on which it is a cure
    std::string_view doThis;  ///< one line
    std::string_view undo;    ///< one line; empty: there is nothing to undo
    std::string_view trial;   ///< id of the trial that tries it; empty: none
    std::string_view facts{}; ///< ids, with spaces between them
};

/// All cures. Immutable; any thread.
[[nodiscard]] std::span<const AdviceEntry> adviceCatalog();
/// The cure for a cause. Null: there is none on this system.
[[nodiscard]] const AdviceEntry* adviceFor(std::string_view cause, SystemFamily system);

} // namespace jitterscope
