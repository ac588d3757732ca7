// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/support.h"
#include "core/files/csv.h"
#include "core/import/imported_log.h"
#include "core/platform/file_system.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jitterscope {

/// What a log holds to choose from, for ImportOptions::process and column.
struct LogChoices {
    std::vector<std::string> processes; ///< `game.exe (4711)`; empty: it names at most one
    std::vector<std::string> columns;   ///< names, or numbers from 1 where it has none
};

/// What the user says of a log; empty is not said.
struct ImportOptions {
    std::string format;  ///< an id of importCatalog(); otherwise it is detected
    std::string process; ///< name (with or without `.exe`), number or both, where a log holds several
    std::string column;  ///< of a table: a name, or a number from 1
    std::string unit;    ///< as unitNanoseconds() knows it; wins over what the log says
    std::optional<LogQuantity> quantity; ///< what the values are, where the log does not say
    bool timeStamps = false;             ///< the values are moments: take their differences
    TimeRange range{};                   ///< only this part of each recording counts
    bool pooled = false;                 ///< the runs of a file are put together to one
    /// Where the reader leaves what there is to choose from, before it asks; may be null.
    std::shared_ptr<LogChoices> choices{};
};

/// Nanoseconds in one of a unit: `s`, `ms`, `us`, `ns`, `100ns`; `qpc:HZ`: ticks of this frequency.
[[nodiscard]] std::optional<double> unitNanoseconds(std::string_view unit) noexcept;

/// What a reader works with. References stay valid while it reads.
struct LogRequest {
    const std::string& path;
    const ImportOptions& options;
    const CancelFlag* cancel = nullptr; ///< looked at for every line, or every 64 KiB of JSON
    const ReadProgress& progress;
};

/// The beginning of a file, for detection: its first lines, without a byte order mark.
struct LogHead {
    std::string_view text;               ///< at most 64 KiB
    std::string_view name;               ///< without folders
    std::vector<std::string_view> lines; ///< at most 200, without line ends; the last may be cut
};

/// A format of logs.
struct LogEntry {
    std::string_view id;
    std::string_view name;        ///< `PresentMon 1.x`
    std::string_view description; ///< how to record it, what it holds and what it lacks
    std::string_view source;      ///< where the format is defined
    bool (*detect)(const LogHead& head) = nullptr;
    Result<ImportedLog> (*read)(const LogRequest& request) = nullptr;
    Support (*support)() = nullptr; ///< null: always
    bool choosesColumn = false;     ///< ImportOptions::column is looked at
    bool choosesQuantity = false;   ///< so is ImportOptions::quantity
};

/// Which of the options an error of a log asks the user for.
struct LogQuestion {
    bool process = false;
    bool column = false;
    bool unit = false;
    bool quantity = false;
    [[nodiscard]] bool any() const noexcept { return process || column || unit || quantity; }
};
/// `format`: of the log; may be null.
[[nodiscard]] LogQuestion questionOf(const Error& error, const LogEntry* format);

/// In the order in which detection asks; `csv`, which takes any table, is the last.
[[nodiscard]] std::span<const LogEntry> importCatalog();

/// The format of a file that begins with `bytes`. Null: none, or a file of this program.
[[nodiscard]] const LogEntry* detectFormat(std::string_view bytes, std::string_view name);

/// The first bytes of a file, for detection. Error: it cannot be read.
[[nodiscard]] Result<std::string> readHead(const std::string& path);

/// Unpacks a packed file of this program into a StandIn, because such files are read by their path alone.
/// Null: the file is not packed. Error: it cannot be read.
[[nodiscard]] Result<std::unique_ptr<StandIn>> unpackedStandIn(const std::string& path);

/// What has been read of a file to find out what it is.
struct KnownHead {
    std::string_view bytes;           ///< the first bytes
    const LogEntry* format = nullptr; ///< as detectFormat() says
};

/// Reads another program's log in one pass. Bounded memory for any file: ImportedRun::kMostSamples values.
/// Error: names the file, and the line where there is one; Cancelled; Usage where the user has to choose
/// (process, column, unit); Unsupported where this build cannot read it.
[[nodiscard]] Result<ImportedLog> readLog(const std::string& path, const ImportOptions& options = {},
                                          const CancelFlag* cancel = nullptr,
                                          const ReadProgress& progress = {});
/// The same of a file whose head has been read.
[[nodiscard]] Result<ImportedLog> readLog(const std::string& path, const KnownHead& head,
                                          const ImportOptions& options, const CancelFlag* cancel,
                                          const ReadProgress& progress);

} // namespace jitterscope
