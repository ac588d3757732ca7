// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/csv_lines.h"
#include "core/import/log_catalog.h"
#include "core/platform/file_system.h"

#include <array>
#include <memory>
#include <string>
#include <type_traits>

namespace jitterscope::logs {

// What the readers of logs share; used only in core/import.

/// Opens a file that gzip or Zstandard packed; it is unpacked while it is read. Null: it is not packed.
/// Error: as openLog().
[[nodiscard]] Result<std::unique_ptr<InputFile>> openPacked(const std::string& path);
/// Opens a log; one that gzip or Zstandard packed is unpacked while it is read (unpack.h). Error:
/// as openInput(); Unsupported without their libraries.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openLog(const std::string& path);

/// A file line by line, with progress and Cancel.
class LogLines {
public:
    [[nodiscard]] static Result<LogLines> open(const LogRequest& request);

    /// The next line, valid until the next call; absent at the end. Error: unreadable, or Cancelled.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    /// Hands `take` each line that is left. It returns a Result<Done>, or a Result<bool>: false for no more.
    /// Error: as next(), or that of `take`.
    template <typename Take>
    [[nodiscard]] Result<Done> forEach(Take take);
    /// Whether the line just read has no line end. The file stops there, so the line may be cut off.
    [[nodiscard]] bool cut() const noexcept { return m_lines.unterminated(); }
    [[nodiscard]] std::int64_t number() const noexcept { return m_lines.number(); }
    [[nodiscard]] Error error(std::string_view what, std::string_view hint = {}) const {
        return m_lines.error(what, hint);
    }

private:
    LogLines(csv::LineReader lines, const LogRequest& request)
        : m_lines(std::move(lines)), m_request(&request) {}

    csv::LineReader m_lines;
    const LogRequest* m_request;
};

template <typename Take>
Result<Done> LogLines::forEach(Take take) {
    while (true) {
        const Result<std::optional<std::string_view>> line = next();
        if (!line)
            return line.error();
        if (!line.value())
            return Done{};
        const auto taken = take(*line.value());
        if (!taken)
            return taken.error();
        if constexpr (std::is_same_v<decltype(taken), const Result<bool>>) {
            if (!taken.value())
                return Done{};
        }
    }
}

/// Why rows are left out. Of each reason the first line is named and the others are counted.
class LeftOut {
public:
    enum class Reason : std::uint8_t { Cut, Missing, NoNumber, Range, Generated, Short };

    void add(Reason reason, std::int64_t line, std::string_view field = {});
    /// Adds what `other` holds, and empties it.
    void takeOver(LeftOut& other);
    void clear() { m_entries = {}; }
    /// Adds the count and the sentences to the log.
    void report(ImportedLog& log) const;

private:
    static constexpr std::size_t kReasons = static_cast<std::size_t>(Reason::Short) + 1;
    struct Entry {
        std::int64_t count = 0;
        std::int64_t line = 0;
        std::string field;
    };
    std::array<Entry, kReasons> m_entries;
};

/// What may be so of many runs of a log. The warning describes the first of them and counts the others.
class RunWarning {
public:
    void add(std::string sentence);
    /// Adds the sentence to the log, if there is one.
    void report(ImportedLog& log) const;

private:
    std::string m_first;
    std::int64_t m_runs = 0;
};

/// The histograms of a log have no more buckets, all runs together, and no bucket has a larger count. So sums
/// of counts fit into 63 bits.
inline constexpr std::size_t kMostBuckets = 4'000'000;
inline constexpr std::int64_t kMostCounts = 1'000'000'000'000;

/// Nanoseconds in one of `unit`: `s`, `ms`, `us`, `µs`, `ns`, `100ns`; `qpc:HZ`: ticks of this frequency.
[[nodiscard]] std::optional<double> unitScale(std::string_view unit) noexcept;
/// The scale of `options.unit`, or `standard`. Error (Usage): no such unit.
[[nodiscard]] Result<double> chosenScale(const ImportOptions& options, double standard);

/// A number with a decimal point, or a comma if `comma`; absent for anything else, `nan` and `inf` too.
[[nodiscard]] std::optional<double> logNumber(std::string_view text, bool comma) noexcept;
/// `NA`, `NaN`, `-`, `null` or nothing: the program had no value.
[[nodiscard]] bool isMissing(std::string_view text) noexcept;
/// Whole nanoseconds; absent beyond ±10^18.
[[nodiscard]] std::optional<std::int64_t> wholeNanoseconds(double value) noexcept;

[[nodiscard]] bool equalNames(std::string_view a, std::string_view b) noexcept; ///< ASCII, without case
[[nodiscard]] bool startsWithName(std::string_view text, std::string_view with) noexcept;
/// A text of the log for people: at most 200 bytes, on one line.
[[nodiscard]] std::string cleanText(std::string_view text);
/// Adds a comment; a log has at most 50.
void addComment(ImportedLog& log, std::string_view text);

/// Adds one value. It is not kept in `samples` once kMostSamples are. `held`: samples kept, of all runs of
/// the file.
void addSample(HeldTimes& times, std::int64_t value, std::size_t& held);
/// Notes in ofFrame or dropped that frame number `frame` has it. Frames only rise.
void markFrame(std::vector<bool>& marks, std::size_t frame);
/// Adds a comment about frames that were not displayed, for each run that has some.
void sayNotDisplayed(ImportedLog& log);
/// Summarizes the runs. Those of frame times get their rate: frames divided by the time they took. Once, when
/// all is read. Error: Cancelled.
[[nodiscard]] Result<Done> summarizeRuns(ImportedLog& log, const CancelFlag* cancel);

/// Reads a log line by line. `Reader(log, options, scale)` gets each line by take(lines, line), and then
/// finish(lines); both return a Result<Done>. `standard`: ns in one unit, unless the user says another.
/// Error: as LogLines::open(), and those of the reader.
template <typename Reader>
Result<ImportedLog> readWith(const LogRequest& request, double standard) {
    const Result<double> scale = chosenScale(request.options, standard);
    if (!scale)
        return scale.error();
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    Reader reader(log, request.options, scale.value());
    const Result<Done> all =
        lines.value().forEach([&](std::string_view line) { return reader.take(lines.value(), line); });
    if (!all)
        return all.error();
    if (Result<Done> done = reader.finish(lines.value()); !done)
        return done.error();
    return log;
}

} // namespace jitterscope::logs
