// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/files/json_parts.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

// The columns of runs in a session file, which may be very long; used only in core/files.

struct ColumnField {
    const char* name;
    std::vector<std::int64_t> RunColumns::*column;
};
inline constexpr std::array<ColumnField, 5> kColumnFields{{{"frame_time_ns", &RunColumns::frameTime},
                                                           {"lateness_ns", &RunColumns::lateness},
                                                           {"duration_ns", &RunColumns::duration},
                                                           {"spin_ns", &RunColumns::spin},
                                                           {"lost", &RunColumns::lost}}};
/// No value in a session lies beyond, as none in a samples file does; ns.
inline constexpr std::int64_t kFarthestInSession = 2'000'000'000'000'000'000;
/// Of all columns of all runs.
inline constexpr std::size_t kMostSessionValues = 100'000'000;

/// `"columns":{"frame_time_ns":[1,2],…}` appended to `text`. False: cancelled.
bool appendColumns(const RunColumns& columns, std::string& text, const CancelFlag* cancel);

/// A session's text. The whole numbers in `runs[i].columns` are taken out of the JSON as they are read and
/// stand in `columns[i]`: as JSON, ten million would take four times the memory.
struct SessionJson {
    Json json; ///< what is left in a list of a column is no value. Discarded: no JSON, or cancelled
    std::vector<RunColumns> columns;
};
/// Memory is bounded: values beyond 10^8 stay in the JSON.
[[nodiscard]] SessionJson parseSessionJson(std::string_view text, const CancelFlag* cancel);

} // namespace jitterscope
