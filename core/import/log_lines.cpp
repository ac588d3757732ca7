// SPDX-License-Identifier: MIT
#include "core/import/log_lines.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/import/unpack.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::logs {
namespace {

constexpr std::int64_t kLinesBetweenReports = 4096;
constexpr std::size_t kMostComments = 50;
constexpr double kFarthest = 1e18; // ns

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view sentence(LeftOut::Reason reason) noexcept {
    switch (reason) {
    case LeftOut::Reason::Cut:
        return "the row is cut off";
    case LeftOut::Reason::Missing:
        return "the time is missing";
    case LeftOut::Reason::NoNumber:
        return "the time is not a number";
    case LeftOut::Reason::Range:
        return "the time is impossible";
    case LeftOut::Reason::Generated:
        return "the program did not make this frame:";
    case LeftOut::Reason::Short:
        break;
    }
    return "the row has too few fields";
}

} // namespace

Result<std::unique_ptr<InputFile>> openPacked(const std::string& path) {
    struct Packing {
        std::string_view begin;
        Result<std::unique_ptr<InputFile>> (*unpack)(std::unique_ptr<InputFile>, const std::string&);
    };
    static constexpr std::array kPackings{Packing{"\x1f\x8b", unpacked},
                                          Packing{"\x28\xb5\x2f\xfd", unpackedZstd}};
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return file;
    std::array<char, 4> bytes{};
    const Result<std::size_t> count = file.value()->read(bytes.data(), bytes.size());
    if (!count)
        return count.error();
    const std::string_view begin(bytes.data(), count.value());
    const auto packing = std::ranges::find_if(
        kPackings, [begin](const Packing& each) { return begin.starts_with(each.begin); });
    if (packing == kPackings.end())
        return std::unique_ptr<InputFile>();
    file = openInput(path); // from its beginning
    return file ? packing->unpack(std::move(file).value(), path) : std::move(file);
}

Result<std::unique_ptr<InputFile>> openLog(const std::string& path) {
    Result<std::unique_ptr<InputFile>> packed = openPacked(path);
    return packed && packed.value() == nullptr ? openInput(path) : std::move(packed);
}

Result<LogLines> LogLines::open(const LogRequest& request) {
    Result<std::unique_ptr<InputFile>> file = openLog(request.path);
    if (!file)
        return file.error();
    Result<csv::LineReader> lines = csv::LineReader::open(std::move(file).value(), request.path);
    if (!lines)
        return lines.error();
    return LogLines(std::move(lines).value(), request);
}

Result<std::optional<std::string_view>> LogLines::next() {
    if (m_request->cancel != nullptr && *m_request->cancel)
        return Error{ErrorCode::Cancelled, "cancelled", ""};
    if (m_request->progress && m_lines.number() % kLinesBetweenReports == 0)
        m_request->progress(m_lines.bytes());
    return m_lines.next();
}

void LeftOut::add(Reason reason, std::int64_t line, std::string_view field) {
    Entry& entry = m_entries[static_cast<std::size_t>(reason)];
    if (entry.count++ > 0)
        return;
    entry.line = line;
    entry.field = field.empty() ? std::string() : " " + inQuotes(field);
}

void LeftOut::takeOver(LeftOut& other) {
    if (std::ranges::all_of(other.m_entries, [](const Entry& entry) { return entry.count == 0; }))
        return; // of nearly every row
    for (std::size_t i = 0; i < kReasons; ++i) {
        Entry& more = other.m_entries[i];
        if (m_entries[i].count == 0)
            std::swap(m_entries[i], more);
        else
            m_entries[i].count += more.count;
    }
    other.clear();
}

void LeftOut::report(ImportedLog& log) const {
    std::vector<std::size_t> order; // by the first line
    for (std::size_t i = 0; i < kReasons; ++i) {
        if (m_entries[i].count > 0)
            order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](std::size_t i) { return m_entries[i].line; });
    for (const std::size_t i : order) {
        const Entry& entry = m_entries[i];
        log.linesLeftOut += entry.count;
        const std::string more = entry.count == 1
                                     ? std::string("; the row is left out")
                                     : "; left out, as " + std::to_string(entry.count - 1) + " more like it";
        log.warnings.push_back(pathText(log.path) + " line " + std::to_string(entry.line) + ": " +
                               std::string(sentence(static_cast<Reason>(i))) + entry.field + more);
    }
}

void RunWarning::add(std::string sentence) {
    if (m_runs++ == 0)
        m_first = std::move(sentence);
}

void RunWarning::report(ImportedLog& log) const {
    if (m_runs == 0)
        return;
    const std::string more = m_runs == 2 ? "; the same holds for one more run"
                             : m_runs > 2
                                 ? "; the same holds for " + std::to_string(m_runs - 1) + " more runs"
                                 : std::string();
    log.warnings.push_back(pathText(log.path) + m_first + more);
}

std::optional<double> unitScale(std::string_view unit) noexcept {
    constexpr std::string_view kTicks = "qpc:";
    if (unit.starts_with(kTicks)) {
        const std::optional<double> frequency = parseDouble(unit.substr(kTicks.size()));
        return frequency && *frequency >= 1 && *frequency <= 1e12 ? std::optional(1e9 / *frequency)
                                                                  : std::nullopt;
    }
    constexpr std::array<std::pair<std::string_view, double>, 7> kUnits{
        {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ns", 1}, {"100ns", 100}}};
    for (const auto& [name, scale] : kUnits) {
        if (name == unit)
            return scale;
    }
    return std::nullopt;
}

Result<double> chosenScale(const ImportOptions& options, double standard) {
    if (options.unit.empty())
        return standard;
    if (const std::optional<double> scale = unitScale(options.unit))
        return *scale;
    return Error{ErrorCode::Usage, "unit " + inQuotes(options.unit) + " is unknown",
                 "one of s, ms, us, ns, 100ns, qpc:HZ"};
}

std::optional<double> logNumber(std::string_view text, bool comma) noexcept {
    text = trimmed(text);
    constexpr std::size_t kLongest = 40;
    if (text.empty() || text.size() > kLongest)
        return std::nullopt;
    if (!comma || text.find(',') == std::string_view::npos)
        return parseDouble(text);
    std::array<char, kLongest> buffer{};
    std::ranges::replace_copy(text, buffer.begin(), ',', '.');
    return parseDouble({buffer.data(), text.size()});
}

bool isMissing(std::string_view text) noexcept {
    text = trimmed(text);
    return text.empty() || text == "-" || equalNames(text, "na") || equalNames(text, "n/a") ||
           equalNames(text, "nan") || equalNames(text, "null");
}

std::optional<std::int64_t> wholeNanoseconds(double value) noexcept {
    if (!(std::abs(value) <= kFarthest))
        return std::nullopt;
    return static_cast<std::int64_t>(std::llround(value));
}

bool equalNames(std::string_view a, std::string_view b) noexcept {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool startsWithName(std::string_view text, std::string_view with) noexcept {
    return text.size() >= with.size() && equalNames(text.substr(0, with.size()), with);
}

std::string cleanText(std::string_view text) {
    constexpr std::size_t kLongest = 200;
    std::string clean(firstBytes(trimmed(text), kLongest));
    std::ranges::replace_if(
        clean, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return clean;
}

void addComment(ImportedLog& log, std::string_view text) {
    if (std::string clean = cleanText(text); !clean.empty() && log.comments.size() < kMostComments)
        log.comments.push_back(std::move(clean));
}

void addSample(HeldTimes& times, std::int64_t value, std::size_t& held) {
    times.distribution.add(value);
    if (held < ImportedRun::kMostSamples) {
        times.samples.push_back(value);
        ++held;
    } else {
        ++times.samplesNotKept;
    }
}

void markFrame(std::vector<bool>& marks, std::size_t frame) {
    if (frame < marks.size())
        return;
    marks.resize(frame, false);
    marks.push_back(true);
}

void sayNotDisplayed(ImportedLog& log) {
    for (const ImportedRun& run : log.runs) {
        if (run.notDisplayed.value_or(0) > 0)
            addComment(log, std::to_string(*run.notDisplayed) + " frames of " + run.name +
                                " were not displayed; they count");
    }
}

Result<Done> summarizeRuns(ImportedLog& log, const CancelFlag* cancel) {
    for (ImportedRun& run : log.runs) {
        run.summary = logSummary(run, cancel);
        for (auto& [quantity, times] : run.beside)
            times.summary = heldSummary(times, cancel);
        if (isCancelled(cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        if (run.quantity == LogQuantity::FrameRate && run.summary.mean)
            run.rateHz = *run.summary.mean / 1e9;
        if (run.rateHz || run.quantity != LogQuantity::FrameTime)
            continue;
        const std::optional<double> mean = run.summary.mean;
        if (!mean || *mean <= 0)
            continue;
        run.rateHz = 1e9 / *mean;
        run.rateEstimated = run.sampledEvery.has_value();
    }
    return Done{};
}

} // namespace jitterscope::logs
