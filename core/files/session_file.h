// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/files/csv.h"
#include "core/plan/run_plan.h"
#include "core/privacy/redactor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a window holds that is worth keeping: runs with their names and notes, what is compared with what,
/// and the plan of the next run. A `.jssession` file; docs/compare.md describes it.
struct SavedSession {
    std::vector<ComparedRun> runs;
    std::optional<std::size_t> a; ///< among `runs`
    std::optional<std::size_t> b;
    std::optional<Nanoseconds> tolerance; ///< that both are judged by, where the user chose one
    std::optional<Nanoseconds> limit;     ///< of frame times, where the user chose one
    std::string note;                     ///< on the comparison
    std::optional<RunPlan> plan;
};

/// Whether a file that begins like this is a session.
[[nodiscard]] bool isSessionText(std::string_view head) noexcept;

/// One JSON text (`"jitterscope": "session"`). Paths of files are kept, unless `privacy` leaves them out. It
/// names no user, host or program that the runs do not name themselves. Error: Cancelled; Unsupported: more
/// runs or values than a session holds.
[[nodiscard]] Result<std::string> sessionText(const SavedSession& session, const CancelFlag* cancel = nullptr,
                                              const Privacy& privacy = {});
/// Error (Format): not valid JSON, cut off, another kind of file, a newer version, a field of another type or
/// out of range; the message names it. Or Cancelled. Absent fields take their defaults; unknown ones are
/// ignored.
[[nodiscard]] Result<SavedSession> parseSession(std::string_view text, const CancelFlag* cancel = nullptr);

/// Writes the file whole or not at all. Error: as sessionText, it cannot be written, or (Unsupported) it
/// would be larger than 1 GiB.
[[nodiscard]] Result<Done> writeSessionFile(const std::string& path, const SavedSession& session,
                                            const CancelFlag* cancel = nullptr, const Privacy& privacy = {});
/// Reads a file of at most 1 GiB. Error: as parseSession, or it cannot be read; the message names the file.
[[nodiscard]] Result<SavedSession> readSessionFile(const std::string& path,
                                                   const CancelFlag* cancel = nullptr);

} // namespace jitterscope
