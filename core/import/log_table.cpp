// SPDX-License-Identifier: MIT
#include "core/import/log_table.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostChains = 200;
constexpr std::size_t kHeldBack = 64;    // lines after the data that may look like rows
constexpr std::size_t kLearnedFrom = 16; // rows
constexpr double kHalfDay = 43'200e9;

/// `20:15:00.123`, `25.10.2025 20:15:00`, `2025-10-25T20:15:00.123Z`: ns since midnight.
std::optional<double> timeOfDay(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon < 1)
        return std::nullopt;
    std::size_t begin = colon;
    while (begin > 0 && colon - begin < 2 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
        --begin;
    const std::size_t second = text.find(':', colon + 1);
    if (second == std::string_view::npos || second - colon > 3)
        return std::nullopt;
    std::size_t end = second + 1;
    while (end < text.size() &&
           ((text[end] >= '0' && text[end] <= '9') || text[end] == '.' || text[end] == ','))
        ++end;
    const auto hour = parseInteger(text.substr(begin, colon - begin));
    const auto minute = parseInteger(text.substr(colon + 1, second - colon - 1));
    const auto seconds = logNumber(text.substr(second + 1, end - second - 1), true);
    if (!hour || !minute || !seconds || *hour < 0 || *hour > 23 || *minute < 0 || *minute > 59 ||
        *seconds < 0 || *seconds >= 61)
        return std::nullopt;
    return 1e9 * (static_cast<double>((*hour * 60 + *minute) * 60) + *seconds);
}

/// Digits in groups of three, divided by points: `1.234`, `1.234.567`.
bool isGrouped(std::string_view text) noexcept {
    std::size_t digits = 0;
    bool pointed = false;
    for (const char c : text.substr(text.starts_with('-') ? 1 : 0)) {
        if (c == '.' && digits > 0 && digits <= 3 && (!pointed || digits == 3)) {
            pointed = true;
            digits = 0;
        } else if (c >= '0' && c <= '9') {
            ++digits;
        } else {
            return false;
        }
    }
    return pointed && digits == 3;
}

/// `game.exe (4711)`
std::string processText(std::string_view application, std::string_view id) {
    return id.empty() ? std::string(application) : std::string(application) + " (" + std::string(id) + ")";
}

/// Whether a driver or a library put the frame between those of the program, or showed one twice.
bool isGenerated(std::string_view frameType) noexcept {
    constexpr std::array<std::string_view, 3> kOwn{"Application", "NotSet", "Unspecified"};
    frameType = trimmed(frameType);
    return !isMissing(frameType) && std::ranges::none_of(kOwn, [frameType](std::string_view own) {
        return equalNames(frameType, own);
    });
}

} // namespace

bool zeroIsNone(RunQuantity quantity) noexcept {
    return quantity != RunQuantity::GpuBusy && quantity != RunQuantity::AnimationError;
}

FrameRows::FrameRows(const TableHead& head, const FrameColumns& columns, const ImportOptions& options,
                     ImportedRun blank, ImportedLog& log)
    : m_columns(columns),
      m_options(options),
      m_blank(std::move(blank)),
      m_log(log),
      m_delimiter(head.delimiter()),
      m_comma(head.decimalComma()),
      m_most(columns.time + 1),
      m_names(head.names()) {
    for (const auto& column : {columns.application, columns.processId, columns.swapChain, columns.dropped,
                               columns.displayed, columns.frameType, columns.clock, columns.framesInRow}) {
        if (column)
            m_most = std::max(m_most, *column + 1);
    }
    for (const BesideColumn& beside : columns.beside) {
        for (const std::size_t column : beside.columns)
            m_most = std::max(m_most, column + 1);
        m_most = std::max(m_most, beside.apartFrom.value_or(0) + 1);
    }
    m_besideAt.resize(columns.beside.size());
}

std::optional<std::size_t> FrameRows::columnOf(RunQuantity quantity) const noexcept {
    for (std::size_t i = 0; i < m_besideAt.size(); ++i) {
        if (m_columns.beside[i].quantity == quantity)
            return m_besideAt[i];
    }
    return std::nullopt;
}

std::string_view FrameRows::field(const std::optional<std::size_t>& column) const noexcept {
    return column && *column < m_fields.size() ? m_fields[*column] : std::string_view();
}

bool FrameRows::wanted(std::string_view application, std::string_view id) const {
    const std::string_view asked = m_options.process;
    const bool unnamed = application.empty() && id.empty();
    return asked.empty() || unnamed || asked == id || equalNames(asked, application) ||
           equalNames(std::string(asked) + ".exe", application) || asked == processText(application, id);
}

std::size_t FrameRows::processOf(std::string_view application, std::string_view id) {
    Process process{cleanText(application), cleanText(id)};
    for (std::size_t i = 0; i < m_processes.size(); ++i) {
        if (m_processes[i].application == process.application && m_processes[i].id == process.id)
            return i;
    }
    process.wanted = wanted(process.application, process.id);
    m_processes.push_back(std::move(process));
    return m_processes.size() - 1;
}

/// The chain of the current row. Rows of one chain mostly follow each other, so the last one is tried first.
Result<std::size_t> FrameRows::chainOf(const LogLines& lines) {
    const std::string_view application = field(m_columns.application);
    const std::string_view id = field(m_columns.processId);
    const std::string_view swapChain = field(m_columns.swapChain);
    m_key.assign(application).append(1, '\n').append(id).append(1, '\n').append(swapChain);
    if (m_recording > 0)
        m_key.append(1, '\n').append(std::to_string(m_recording));
    if (!m_chains.empty() && m_chains[m_current].key == m_key)
        return m_current;
    if (const auto found = m_chainOf.find(m_key); found != m_chainOf.end())
        return m_current = found->second;
    if (m_chains.size() >= kMostChains)
        return lines.error("more than " + std::to_string(kMostChains) + " processes or swap chains");
    Chain chain;
    chain.process = processOf(application, id);
    chain.key = m_key;
    chain.swapChain = cleanText(swapChain);
    chain.recording = m_recording;
    if (m_processes[chain.process].wanted) {
        chain.run = m_log.runs.size();
        m_log.runs.push_back(m_blank);
    }
    m_current = m_chains.size();
    m_chainOf.emplace(m_key, m_current);
    m_chains.push_back(std::move(chain));
    return m_current;
}

/// In a table with decimal commas, points divide thousands: 1.234,5 is 1234.5.
std::optional<double> FrameRows::numberOf(std::string_view text) {
    text = trimmed(text);
    if (!m_comma)
        return logNumber(text, false);
    const std::size_t comma = text.find(',');
    const std::string_view whole = text.substr(0, std::min(comma, text.size()));
    const bool grouped = isGrouped(whole);
    const bool certain =
        grouped && (comma != std::string_view::npos || m_points.comma || std::ranges::count(whole, '.') > 1);
    std::optional<double> value;
    if (certain) {
        std::string plain(text);
        std::erase(plain, '.');
        value = logNumber(plain, true);
    } else {
        value = logNumber(text, true);
    }
    if (value) {
        m_points.comma = m_points.comma || comma != std::string_view::npos || certain;
        m_points.groups = m_points.groups || (grouped && !certain);
        m_points.fractions = m_points.fractions ||
                             (!grouped && comma == std::string_view::npos && whole.find('.') < whole.size());
        m_points.whole = m_points.whole || (comma == std::string_view::npos && whole.find('.') == whole.npos);
    }
    return value;
}

/// Points in numbers such as 16.667 were read as decimal points. Error (Usage): other numbers of the column
/// suggest that points divide thousands.
Result<Done> FrameRows::judgePoints() const {
    const bool thousands = m_points.groups && !m_points.fractions && (m_points.comma || m_points.whole);
    if (!thousands)
        return Done{};
    return Error{ErrorCode::Usage,
                 pathText(m_log.path) +
                     ": is 16.667 in it sixteen, or sixteen thousand? Some of its numbers have a point "
                     "before three digits, others have " +
                     (m_points.comma ? "a comma" : "none"),
                 "save it without points between thousands"};
}

/// Adds the times that a row has beside its frame time; `displayedAlone`: only how long it was displayed.
void FrameRows::noteBeside(ImportedRun& run, bool displayedAlone) {
    for (std::size_t i = 0; i < m_columns.beside.size(); ++i) {
        const BesideColumn& beside = m_columns.beside[i];
        if (displayedAlone && beside.quantity != RunQuantity::Displayed)
            continue;
        for (const std::size_t column : beside.columns) {
            if (m_besideAt[i].value_or(column) != column)
                continue;
            auto time = logNumber(field(column), m_comma);
            if (beside.apartFrom) {
                const auto other = logNumber(field(beside.apartFrom), m_comma);
                time = time && other ? std::optional(*time - *other) : std::nullopt;
            }
            if (time && beside.magnitude)
                time = std::abs(*time);
            const auto value = time ? wholeNanoseconds(*time * beside.scale) : std::nullopt;
            if (!value || *value < 0 || (*value == 0 && zeroIsNone(beside.quantity)))
                continue;
            m_besideAt[i] = column;
            HeldTimes& times = run.beside[beside.quantity];
            addSample(times, *value, m_held);
            if (beside.quantity != RunQuantity::Displayed) // whose times have an order of their own
                markFrame(times.ofFrame, static_cast<std::size_t>(run.distribution.count()));
        }
    }
}

/// Notes what stands beside the time of a row that counts: drops, other times, its moment.
void FrameRows::noteRow(Chain& chain, ImportedRun& run) {
    const std::string_view dropped = trimmed(field(m_columns.dropped));
    const bool drops = !dropped.empty() && dropped != "0" && !equalNames(dropped, "false");
    const bool unseen = m_columns.displayed && isMissing(field(m_columns.displayed));
    chain.dropped += drops ? 1 : 0;
    chain.notShown += unseen ? 1 : 0;
    ++chain.rows;
    if (m_columns.framesInRow)
        run.framesInRow =
            std::max(run.framesInRow, logNumber(field(m_columns.framesInRow), m_comma).value_or(1));
    if (m_columns.dropped ? drops : unseen)
        markFrame(run.dropped, static_cast<std::size_t>(run.distribution.count()));
    noteBeside(run, false);
    noteClock(chain);
}

void FrameRows::noteClock(Chain& chain) {
    if (!m_columns.clock)
        return;
    const std::string_view text = field(m_columns.clock);
    const std::optional<double> now = m_columns.clockOfDay ? timeOfDay(text) : logNumber(text, m_comma);
    if (!now)
        return;
    double moment = m_columns.clockOfDay ? *now : *now * m_columns.clockScale;
    m_fractions =
        m_fractions || (m_columns.clockOfDay && text.find_first_of(".,", text.find(':')) < text.size());
    if (!chain.first) {
        chain.first = chain.last = moment;
        return;
    }
    while (m_columns.clockOfDay && moment < chain.last - kHalfDay)
        moment += 2 * kHalfDay; // past midnight
    const double step = moment - chain.last;
    const bool second = chain.rows == 2;
    chain.leastStep = second ? step : std::min(chain.leastStep, step);
    chain.mostStep = second ? step : std::max(chain.mostStep, step);
    chain.first = std::min(*chain.first, moment);
    chain.last = std::max(chain.last, moment);
}

/// `16.7`; in a table with decimal commas also `1.593,9`.
bool FrameRows::isNumber(std::string_view text) const {
    if (logNumber(text, m_comma))
        return true;
    std::string plain(text);
    std::erase(plain, '.');
    return m_comma && logNumber(plain, true).has_value();
}

/// Notes which columns of the first rows hold numbers, to know what is not a row at the end.
void FrameRows::learnKind(std::string_view line) {
    std::vector<std::string_view> fields;
    splitRow(line, m_delimiter, kMostColumns, fields);
    if (fields.size() <= m_columns.time || !isNumber(fields[m_columns.time]))
        return;
    std::vector<bool>& kind = m_kinds.emplace_back();
    for (const std::string_view field : fields)
        kind.push_back(isNumber(field));
}

/// Of a short file, only the upper half of the rows is sure to be rows.
void FrameRows::settleKind() {
    constexpr std::size_t kTooFew = 3;
    const std::size_t sure = m_kinds.size() < kLearnedFrom ? (m_kinds.size() + 1) / 2 : m_kinds.size();
    if (m_kinds.size() < kTooFew)
        return;
    m_fewest = m_kinds.front().size();
    m_numeric.assign(m_fewest, true);
    for (std::size_t row = 0; row < sure; ++row) {
        m_fewest = std::min(m_fewest, m_kinds[row].size());
        for (std::size_t i = 0; i < m_numeric.size(); ++i)
            m_numeric[i] = m_numeric[i] && i < m_kinds[row].size() && m_kinds[row][i];
    }
}

/// Whether a line may be one of the rows; `thorough`: by all its columns, else by that of times alone.
bool FrameRows::isOfKind(const HeldBack& row, bool thorough) {
    if (row.cut)
        return true;
    splitRow(row.text, m_delimiter, kMostColumns, m_fields);
    if (m_fields.size() <= m_columns.time)
        return false;
    const std::string_view time = m_fields[m_columns.time];
    if (!isNumber(time) && !isMissing(time))
        return false;
    if (!thorough)
        return true;
    if (m_fields.size() < m_fewest)
        return false;
    for (std::size_t i = 0; i < std::min(m_fields.size(), m_numeric.size()); ++i) {
        if (m_numeric[i] && !isNumber(m_fields[i]) && !isMissing(m_fields[i]))
            return false;
    }
    return true;
}

/// Takes the lines that were held back, up to the last one that is a row.
Result<Done> FrameRows::takeHeldBack(const LogLines& lines) {
    std::rotate(m_back.begin(), m_back.begin() + static_cast<std::ptrdiff_t>(m_oldest), m_back.end());
    const auto endOf = [&](bool thorough) {
        std::size_t end = m_back.size();
        while (end > 0 && !isOfKind(m_back[end - 1], thorough))
            --end;
        return end;
    };
    settleKind();
    std::size_t end = endOf(true);
    if (end == 0) // so many lines of another kind: the first rows were not like the others
        end = endOf(false);
    if (end == 0)
        end = m_back.size();
    for (std::size_t i = 0; i < end; ++i) {
        if (Result<Done> taken = takeRow(lines, m_back[i].text, m_back[i].number, m_back[i].cut); !taken)
            return taken;
    }
    m_leftOut.takeOver(m_unsure);
    if (const std::size_t more = m_back.size() - end; more > 0)
        m_after = pathText(m_log.path) + " line " + std::to_string(m_back[end].number) +
                  ": the rows end before it; " +
                  (more == 1 ? std::string("it is not a frame")
                             : "it and " + std::to_string(more - 1) + " more are not frames");
    m_back.clear();
    m_oldest = 0;
    return Done{};
}

Result<Done> FrameRows::take(const LogLines& lines, std::string_view line, std::int64_t number, bool cut) {
    if (trimmed(line).empty() || line.starts_with("//"))
        return Done{};
    if (m_kinds.size() < kLearnedFrom)
        learnKind(line);
    if (m_back.size() < kHeldBack) {
        m_back.push_back({std::string(line), number, cut});
        return Done{};
    }
    HeldBack& place = m_back[m_oldest];
    m_oldest = (m_oldest + 1) % kHeldBack;
    Result<Done> taken = takeRow(lines, place.text, place.number, place.cut);
    place.text.assign(line);
    place.number = number;
    place.cut = cut;
    return taken;
}

/// The columns again: another recording begins. False: the line is something else.
Result<bool> FrameRows::takeColumnLine(std::int64_t number) {
    const std::string& time = m_names[m_columns.time];
    if (time.empty() || !equalNames(trimmed(m_fields[m_columns.time]), time))
        return false;
    for (std::size_t i = 0; i < std::min(m_fields.size(), m_most); ++i) {
        if (!equalNames(trimmed(m_fields[i]), m_names[i]))
            return Error{ErrorCode::Format,
                         pathText(m_log.path) + " line " + std::to_string(number) +
                             ": another recording begins here, and its columns are others",
                         "divide the file before this line"};
    }
    m_unsure.clear(); // what stands above the columns
    if (m_anyRow)
        ++m_recording;
    m_anyRow = false;
    return true;
}

Result<Done> FrameRows::takeRow(const LogLines& lines, std::string_view line, std::int64_t number, bool cut) {
    using Reason = LeftOut::Reason;
    if (cut) {
        m_leftOut.add(Reason::Cut, number);
        return Done{};
    }
    splitRow(line, m_delimiter, m_most, m_fields);
    if (m_fields.size() <= m_columns.time) {
        m_unsure.add(Reason::Short, number);
        return Done{};
    }
    const std::string_view text = m_fields[m_columns.time];
    const std::optional<double> read = numberOf(text);
    if (!read && !isMissing(text)) { // before its process is looked at
        const Result<bool> columns = takeColumnLine(number);
        if (columns && !columns.value())
            m_unsure.add(Reason::NoNumber, number, text);
        return columns ? Result<Done>(Done{}) : columns.error();
    }
    m_leftOut.takeOver(m_unsure);
    m_anyRow = true;
    const Result<std::size_t> at = chainOf(lines);
    if (!at)
        return at.error();
    Chain& chain = m_chains[at.value()];
    if (!chain.run)
        return Done{};
    if (!read) {
        m_leftOut.add(Reason::Missing, number, text);
        return Done{};
    }
    if (m_columns.frameType && isGenerated(field(m_columns.frameType))) {
        // It bears the time of the program's frame that it belongs to, which has a row of its own.
        noteBeside(m_log.runs[*chain.run], true);
        m_leftOut.add(Reason::Generated, number, field(m_columns.frameType));
        return Done{};
    }
    ImportedRun& run = m_log.runs[*chain.run];
    const bool divided = m_columns.perSecond && run.quantity != LogQuantity::FrameRate;
    const std::optional<std::int64_t> value =
        wholeNanoseconds(divided ? 1e9 / *read : *read * m_columns.scale);
    const bool positive = run.quantity == LogQuantity::FrameTime;
    if (!value || (positive && *value <= 0) || (run.quantity != LogQuantity::Lateness && *value < 0)) {
        m_leftOut.add(Reason::Range, number, text);
        return Done{};
    }
    noteRow(chain, run);
    addSample(run, *value, m_held);
    return Done{};
}

Result<Done> FrameRows::read(LogLines& lines) {
    return lines.forEach(
        [&](std::string_view line) { return take(lines, line, lines.number(), lines.cut()); });
}

/// Names the processes among which to choose: those that were asked for, or all.
Error FrameRows::choiceError(bool several) const {
    constexpr std::size_t kMostNamed = 8;
    std::string names;
    std::size_t named = 0;
    std::size_t more = 0;
    for (const Process& process : m_processes) {
        if (several && !process.wanted)
            continue;
        if (named++ >= kMostNamed) {
            ++more;
            continue;
        }
        said::append(names, processText(firstBytes(process.application, 40), process.id));
    }
    for (std::size_t i = 0; m_options.choices && i < m_processes.size(); ++i)
        m_options.choices->processes.push_back(processText(m_processes[i].application, m_processes[i].id));
    if (more > 0)
        names += " and " + std::to_string(more) + " more";
    return {ErrorCode::Usage,
            pathText(m_log.path) +
                (several ? " holds several processes: "
                         : " has no process " + inQuotes(m_options.process) + ": it holds ") +
                names,
            "choose one with --process", "--process"};
}

/// `game.exe (4711)`, with the swap chain where a process has several.
void FrameRows::nameRuns() {
    const bool several = !m_chains.empty() && m_chains.back().recording > 0;
    for (const Chain& chain : m_chains) {
        if (!chain.run)
            continue;
        const Process& process = m_processes[chain.process];
        ImportedRun& run = m_log.runs[*chain.run];
        if (m_columns.dropped)
            run.notDisplayed = chain.dropped;
        else if (m_columns.displayed && chain.notShown < chain.rows)
            run.notDisplayed = chain.notShown;
        const bool coarse = m_columns.clockOfDay && !m_fractions; // whole seconds, and few of them
        if (chain.first && !(coarse && chain.last - *chain.first < 20e9))
            run.elapsed = chain.last - *chain.first;
        if (run.elapsed && chain.rows > 2 && chain.mostStep - chain.leastStep <= 0.1 * chain.mostStep)
            run.clockStep = *run.elapsed / static_cast<double>(chain.rows - 1);
        run.process = process.application;
        run.name = process.application.empty() ? fileName(m_log.path) : process.application;
        if (!process.id.empty())
            run.name = processText(run.name, process.id);
        const auto sameProcess = [&](const Chain& other) {
            return other.process == chain.process && other.recording == chain.recording;
        };
        if (std::ranges::count_if(m_chains, sameProcess) > 1)
            run.name += ", swap chain " + chain.swapChain;
        if (several) {
            run.recording = chain.recording + 1;
            run.name += ", recording " + std::to_string(run.recording);
        }
    }
}

Result<Done> FrameRows::finish(const LogLines& lines) {
    if (Result<Done> taken = takeHeldBack(lines); !taken)
        return taken;
    const auto chosen = std::ranges::count_if(m_processes, &Process::wanted);
    if (chosen > 1 || (chosen == 0 && !m_processes.empty()))
        return choiceError(chosen > 1);
    if (Result<Done> points = judgePoints(); !points)
        return points;
    nameRuns();
    std::erase_if(m_log.runs, [](const ImportedRun& run) { return run.distribution.count() == 0; });
    m_leftOut.report(m_log);
    if (!m_after.empty())
        m_log.warnings.push_back(m_after);
    if (m_log.runs.empty()) {
        if (m_log.warnings.empty())
            return lines.error("the file ends without a row of times");
        return Error{ErrorCode::Format, m_log.warnings.front(), "no row has a time"};
    }
    sayNotDisplayed(m_log);
    return Done{};
}

} // namespace jitterscope::logs
