// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/catalog.h"
#include "core/base/support.h"

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// A setting that may make another program's loop steadier. It is tried in the running program, then undone.
struct CureEntry {
    std::string_view id; ///< never changes
    std::string_view name;
    std::string_view meaning; ///< one sentence
    std::uint32_t bit = 0;    ///< of listen::Lease::cures
};

/// `slack`, `realtime`, `pin`, `idle`, `exact`.
[[nodiscard]] std::span<const CureEntry> cureCatalog();

/// Whether this cure can help this loop, judged by what makes its frames long. If not, the reason.
[[nodiscard]] Support canHelp(const CureEntry& cure, const HeardLoop& loop);

/// Why the system refused this cure with `error` (errno), and what would allow it.
[[nodiscard]] std::string refusalText(const CureEntry& cure, int error);

} // namespace jitterscope
