// SPDX-License-Identifier: MIT
#pragma once

#include "core/privacy/redactor.h"
#include "core/run/run_result.h"

#include <map>
#include <string>
#include <string_view>

namespace jitterscope::csv {

/// The format shared by the writers and readers of the CSV files.

inline constexpr int kSchema = 1;

/// Keys of the `# key: value` lines from which the statistics of a recorded file are computed.
inline constexpr std::string_view kNotKeptKey = "frames_not_kept"; ///< older rows that are not in the file
inline constexpr std::string_view kSchemaKey = "jitterscope-csv";
inline constexpr std::string_view kKindKey = "kind";
inline constexpr std::string_view kLeftOutKey = "left_out"; ///< what a file for strangers does not hold
inline constexpr std::string_view kRateKey = "rate_hz";     ///< exact: 60000/1001
inline constexpr std::string_view kToleranceKey = "tolerance_ns";
inline constexpr std::string_view kStopKey = "stop_on_late_ns"; ///< stated only if the run has such a limit
/// Where deadlines come from: `planned`, which files of our own loop need not say; `estimated` of another
/// program's starts; `none`: the columns of deadline and lateness are empty.
inline constexpr std::string_view kDeadlinesKey = "deadlines";
inline constexpr std::string_view kNoDeadlines = "none";
inline constexpr std::string_view kEstimatedDeadlines = "estimated";
/// What a comparison says of another program's deadlines with this id.
[[nodiscard]] std::string_view deadlinesText(std::string_view id) noexcept;
/// Rows after the first that are left out of statistics.
inline constexpr std::string_view kWarmupKey = "warmup";

/// `stretch.3.rate_hz`: a setting that changed at stretch 3; such lines may come between rows.
[[nodiscard]] std::string stretchKey(std::uint32_t stretch, std::string_view key);

/// `usage.process_percent: 12.5`, before the last line of a file of samples or sleeps: what CPU a run took,
/// and what the machine did beside it. Of several stretches each has its own:
/// `stretch.3.usage.process_percent`.
inline constexpr std::string_view kUsagePrefix = "usage.";
/// Beside it, for people: `disturbed: other programs used 61 % of the processors (/proc/stat)`, or `no`, or
/// `not known`; `pressure: 34 % of the time (/proc/pressure/cpu)`; `steal: 0 % of the time (/proc/stat)`.
inline constexpr std::string_view kDisturbedKey = "disturbed";
inline constexpr std::string_view kUndisturbed = "no";
inline constexpr std::string_view kNotKnown = "not known";
inline constexpr std::string_view kBetweenDisturbances = "; ";

/// The last line of every file: `rows=12 lost=0 complete=yes`.
inline constexpr std::string_view kEndKey = "end";
/// `partial` while a recording grows, `complete` once it is whole; files written in one go have no such line.
inline constexpr std::string_view kRecordingKey = "recording";

/// `lost`: measured rows that are not in the file. `complete`: no row is missing, and the measurement reached
/// its end.
[[nodiscard]] std::string endLine(std::int64_t rows, std::uint64_t lost, bool complete);
/// Always of the same length, so that it can be overwritten.
[[nodiscard]] std::string recordingLine(bool complete);

/// One line `# key: value`; control characters in the value become blanks. Where a spreadsheet would split
/// it, and take a part that begins with =, +, - or @ for a formula, an apostrophe stands before that part.
[[nodiscard]] std::string headerLine(std::string_view key, std::string_view value);

/// A text as a field of a row after RFC 4180: in quotes where it holds a comma, a quote or a line end. An
/// apostrophe stands before a text that a spreadsheet would take for a formula.
[[nodiscard]] std::string field(std::string_view text);

/// The block of header lines: schema, kind, version, plan; for a real machine also its facts and the start
/// time. `warmup`: see kWarmupKey.
[[nodiscard]] std::string headerBlock(const RunResult& result, std::string_view kind, std::int64_t warmup,
                                      const Privacy& privacy = {});
/// `left_out: host, user, …`; nothing where nothing is.
[[nodiscard]] std::string privacyLine(const Privacy& privacy);

/// The header lines of a plan alone.
[[nodiscard]] std::string planLines(const RunPlan& plan);

/// The lines that begin stretch `index`: every setting that can change during a run.
[[nodiscard]] std::string stretchBlock(std::uint32_t index, const RunPlan& plan);
/// Puts such settings, without their prefix, over those of an earlier stretch. What they do not state any
/// longer is removed: the parameters of another choice, and a limit that was switched off.
void changeSettings(std::map<std::string, std::string>& settings,
                    const std::map<std::string, std::string>& stretch);

/// The lines of kUsagePrefix and kDisturbedKey, of finished stretches. Virtual time is never disturbed.
[[nodiscard]] std::string usageBlock(const std::vector<Stretch>& stretches);
/// The same of the whole run: for a file without stretches, that is of sleeps.
[[nodiscard]] std::string usageBlock(const RunSummary& run);

} // namespace jitterscope::csv
