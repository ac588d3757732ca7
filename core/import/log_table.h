// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/column_names.h"
#include "core/import/log_lines.h"

#include <initializer_list>
#include <map>

namespace jitterscope::logs {

/// Columns of a table that are looked at.
inline constexpr std::size_t kMostColumns = 1000;

/// Splits a row. Blanks as the delimiter may be several, and begin or end the line.
void splitRow(std::string_view line, char delimiter, std::size_t most, std::vector<std::string_view>& fields);

/// Puts the columns of a table into ImportOptions::choices, by number where they have no names.
void leaveColumns(const std::vector<std::string>& names, bool named, const ImportOptions& options);

/// The column line of a table. The delimiter is the commonest of comma, semicolon and tab.
class TableHead {
public:
    explicit TableHead(std::string_view line);
    TableHead(std::string_view line, char delimiter);
    /// Rows begin with a name that has no column, as R writes them.
    void addRowNames() { m_names.insert(m_names.begin(), ""); }

    /// The first of `names` that is a column, without regard to case.
    [[nodiscard]] std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;
    [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const { return column({name}); }
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
    /// The first `most` of them for a message, each cut to 40 bytes: "a, b, …".
    [[nodiscard]] std::string namesShown(std::size_t most) const;
    /// All of them, those that look like times first, for a question.
    [[nodiscard]] std::string namesToChoose() const;
    [[nodiscard]] char delimiter() const noexcept { return m_delimiter; }
    /// Numbers may have a decimal comma: fields are not divided by commas.
    [[nodiscard]] bool decimalComma() const noexcept { return m_delimiter != ','; }

private:
    std::vector<std::string> m_names;
    char m_delimiter = ',';
};

/// Times beside the frame times. They may stand in one of several columns: the first in which some row has a
/// value is used from that row on.
struct BesideColumn {
    RunQuantity quantity = RunQuantity::Displayed;
    std::vector<std::size_t> columns; ///< the best first
    double scale = 1e6;               ///< nanoseconds in one unit
    /// The value is how far the time in the column lies from the one in this column, or from 0.
    std::optional<std::size_t> apartFrom = {};
    bool magnitude = false; ///< without its sign
};

/// Whether a 0 in a column of this quantity says that the frame has none. Displayed times and latencies: the
/// frame was never displayed (PresentMon 1.x writes 0, 2.x writes NA). GPU busy: no, the GPU may do nothing
/// for a frame, and its mean is wrong without these. Animation error: no.
[[nodiscard]] bool zeroIsNone(RunQuantity quantity) noexcept;

/// Which columns of a table hold what.
struct FrameColumns {
    std::size_t time = 0;
    double scale = 1e6;     ///< nanoseconds in one unit of `time`
    bool perSecond = false; ///< `time` is a rate: the time is 1 / rate
    std::optional<std::size_t> application;
    std::optional<std::size_t> processId;
    std::optional<std::size_t> swapChain;
    std::optional<std::size_t> dropped; ///< not 0: the frame was not displayed
    /// A missing value means that the frame was not displayed, unless it is missing in every row.
    std::optional<std::size_t> displayed;
    std::optional<std::size_t> frameType;   ///< what made the frame; rows of generated ones are left out
    std::optional<std::size_t> clock;       ///< a moment of each row
    double clockScale = 1e9;                ///< nanoseconds in one unit of `clock`
    std::optional<std::size_t> framesInRow; ///< how many frames a row is the mean of
    bool clockOfDay = false;                ///< `clock` holds times of day, 20:15:00.123
    std::vector<BesideColumn> beside;       ///< missing, or 0 where zeroIsNone(): the frame has none
};

/// Reads rows of times to the end of the file, into one run for each process and swap chain.
/// * The column line again begins another recording, with runs of its own.
/// * Lines of another kind than the rows, after the last row, are no frames; a warning says so.
class FrameRows {
public:
    /// `log.path` is set. `blank`: of each new run: program, version, quantity.
    FrameRows(const TableHead& head, const FrameColumns& columns, const ImportOptions& options,
              ImportedRun blank, ImportedLog& log);

    /// Reads what is left of the file. Error: unreadable, Cancelled, too many swap chains.
    [[nodiscard]] Result<Done> read(LogLines& lines);
    /// Takes line `number`; `cut`: it is the last and has no end. Error: columns again, but others.
    [[nodiscard]] Result<Done> take(const LogLines& lines, std::string_view line, std::int64_t number,
                                    bool cut);
    /// Names the runs. Error (Usage): several processes, or none of that name;
    /// Error (Format): no value at all.
    [[nodiscard]] Result<Done> finish(const LogLines& lines);
    /// The column of this quantity, once a row had a value in it.
    [[nodiscard]] std::optional<std::size_t> columnOf(RunQuantity quantity) const noexcept;

private:
    struct Process {
        std::string application;
        std::string id;
        bool wanted = true;
    };
    struct Chain {
        std::size_t process = 0;
        std::string key;
        std::string swapChain;
        std::optional<std::size_t> run; // absent if not wanted
        std::optional<double> first;    // of its clock
        double last = 0;
        std::size_t recording = 0;
        double leastStep = 0; // of its clock, from row to row
        double mostStep = 0;
        std::int64_t rows = 0;
        std::int64_t notShown = 0;
        std::int64_t dropped = 0;
    };
    [[nodiscard]] std::string_view field(const std::optional<std::size_t>& column) const noexcept;
    /// A line that is not taken yet: the data may have ended before it.
    struct HeldBack {
        std::string text;
        std::int64_t number = 0;
        bool cut = false;
    };
    Result<Done> takeRow(const LogLines& lines, std::string_view line, std::int64_t number, bool cut);
    Result<bool> takeColumnLine(std::int64_t number);
    void learnKind(std::string_view line);
    void settleKind();
    [[nodiscard]] bool isNumber(std::string_view text) const;
    [[nodiscard]] bool isOfKind(const HeldBack& row, bool thorough);
    Result<Done> takeHeldBack(const LogLines& lines);
    void noteClock(Chain& chain);
    Result<std::size_t> chainOf(const LogLines& lines);
    std::size_t processOf(std::string_view application, std::string_view id);
    [[nodiscard]] bool wanted(std::string_view application, std::string_view id) const;
    [[nodiscard]] Error choiceError(bool several) const;
    void nameRuns();
    void noteRow(Chain& chain, ImportedRun& run);
    void noteBeside(ImportedRun& run, bool displayedAlone);
    [[nodiscard]] std::optional<double> numberOf(std::string_view text);
    [[nodiscard]] Result<Done> judgePoints() const;

    /// How the numbers of the column of times are written, to tell 16.667 from 16 667.
    struct Points {
        bool comma = false;     // 16,7
        bool whole = false;     // 984
        bool groups = false;    // 16.667, and may be 16 667
        bool fractions = false; // 16.7, no 16 667
    };

    FrameColumns m_columns;
    const ImportOptions& m_options;
    ImportedRun m_blank;
    ImportedLog& m_log;
    char m_delimiter;
    bool m_comma;
    std::size_t m_most = 0;                             // columns that are looked at
    std::vector<std::optional<std::size_t>> m_besideAt; // of each quantity beside
    std::vector<std::string_view> m_fields;
    std::vector<Process> m_processes;
    std::vector<Chain> m_chains;
    std::map<std::string, std::size_t, std::less<>> m_chainOf;
    std::size_t m_current = 0;
    std::string m_key;
    std::size_t m_held = 0;
    LeftOut m_leftOut;
    LeftOut m_unsure;                 // lines without a number, of which it is open what follows
    std::vector<std::string> m_names; // of the columns
    std::size_t m_recording = 0;
    bool m_anyRow = false;                  // of this recording
    bool m_fractions = false;               // the clock of the day shows parts of seconds
    std::vector<std::vector<bool>> m_kinds; // of the first rows: which columns hold a number
    std::vector<bool> m_numeric;            // columns that held a number in each of them
    std::size_t m_fewest = 0;               // fields of these rows
    std::vector<HeldBack> m_back;           // the newest lines, a ring
    std::size_t m_oldest = 0;
    std::string m_after; // a warning about lines after the rows
    Points m_points;
};

} // namespace jitterscope::logs
