// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/files/json_text.h"

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
inline constexpr std::array<ColumnField, 6> kColumnFields{{{"frame_time_ns", &RunColumns::frameTime},
                                                           {"lateness_ns", &RunColumns::lateness},
                                                           {"duration_ns", &RunColumns::duration},
                                                           {"spin_ns", &RunColumns::spin},
                                                           {"lost", &RunColumns::lost},
                                                           {"displayed_ns", &RunColumns::displayed}}};
/// The largest size of a value in a session, ns. Values of a samples file are never larger.
inline constexpr std::int64_t kFarthestInSession = 2'000'000'000'000'000'000;
/// The most values in all columns of all runs.
inline constexpr std::size_t kMostSessionValues = 100'000'000;

/// `"columns":{"frame_time_ns":[1,2],…}` appended to `text`. False: cancelled.
bool appendColumns(const RunColumns& columns, std::string& text, const CancelFlag* cancel);

/// A session's text. The whole numbers in `runs[i].columns` are taken out of the JSON while it is read and
/// stand in `columns[i]`: as JSON, ten million numbers would take four times the memory.
struct SessionJson {
    JsonText text; ///< a value that is still in a column's list is not a value of that column
    std::vector<RunColumns> columns;
};
/// Time and memory are bounded: at most kMostSessionRuns runs are begun, and values beyond kMostSessionValues
/// count as those of any JSON.
[[nodiscard]] SessionJson parseSessionJson(std::string_view text, const CancelFlag* cancel);

} // namespace jitterscope
