// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/files/csv_lines.h"
#include "core/import/formats/formats.h"
#include "core/import/hdr_encoding.h"
#include "core/import/log_lines.h"
#include "core/import/unpack.h"

#include <algorithm>
#include <map>

namespace jitterscope::logs {
namespace {

constexpr std::string_view kBase64Begin = "HIST"; // of V0, V1 and V2

/// `[Tag=A,]start,length,max,histogram`.
struct Interval {
    std::string_view tag;
    double greatest = 0; ///< in the log's unit for people, mostly ms
    std::string_view histogram;
};
std::optional<Interval> intervalOf(std::string_view line, std::vector<std::string_view>& fields) {
    splitFields(line, ',', 6, fields);
    Interval interval;
    std::size_t at = 0;
    if (!fields.empty() && fields[0].starts_with("Tag=")) {
        interval.tag = fields[0].substr(4);
        at = 1;
    }
    if (fields.size() != at + 4 || !logNumber(fields[at], false) || !logNumber(fields[at + 1], false))
        return std::nullopt;
    const auto greatest = logNumber(fields[at + 2], false);
    if (!greatest || *greatest < 0)
        return std::nullopt;
    interval.greatest = *greatest;
    interval.histogram = trimmed(fields[at + 3]);
    return interval;
}

bool detectHdrLog(const LogHead& head) {
    std::vector<std::string_view> fields;
    return std::ranges::any_of(head.lines, [&](std::string_view line) {
        if (line.starts_with("#[Histogram log format version") || line.starts_with("\"StartTimestamp\""))
            return true;
        const auto interval = intervalOf(line, fields);
        return interval && interval->histogram.starts_with(kBase64Begin);
    });
}

class HdrLogReader {
public:
    HdrLogReader(ImportedLog& log, const ImportOptions& options) : m_log(log), m_options(options) {}

    Result<Done> read(LogLines& lines);

private:
    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<double> scale();
    Result<Done> finish(const LogLines& lines);

    ImportedLog& m_log;
    const ImportOptions& m_options;
    std::map<std::string, HdrCounts, std::less<>> m_tags;
    std::vector<std::string_view> m_fields;
    LeftOut m_leftOut;
    double m_greatest = 0; // as the log writes it
};

Result<Done> HdrLogReader::take(const LogLines& lines, std::string_view line) {
    using Reason = LeftOut::Reason;
    if (line.starts_with('#')) {
        addComment(m_log, line.substr(1));
        return Done{};
    }
    if (trimmed(line).empty() || line.starts_with("\"StartTimestamp\""))
        return Done{};
    if (lines.cut()) {
        m_leftOut.add(Reason::Cut, lines.number());
        return Done{};
    }
    const auto interval = intervalOf(line, m_fields);
    if (!interval) {
        m_leftOut.add(Reason::Short, lines.number());
        return Done{};
    }
    constexpr std::size_t kMostTags = 200;
    auto place = m_tags.find(interval->tag);
    if (place == m_tags.end()) {
        if (m_tags.size() >= kMostTags)
            return lines.error("more than " + std::to_string(kMostTags) + " tags");
        place = m_tags.emplace(std::string(interval->tag), HdrCounts{}).first;
    }
    if (const Result<Done> added = addHdrHistogram(interval->histogram, place->second); !added)
        return lines.error(added.error().what);
    std::size_t buckets = 0;
    for (const auto& [tag, counts] : m_tags)
        buckets += counts.buckets.size();
    if (buckets > kMostBuckets)
        return lines.error("more buckets than a log has");
    m_greatest = std::max(m_greatest, interval->greatest);
    return Done{};
}

/// Nanoseconds in a unit of the histogram. Logs are written in ns, with the maxima in ms, unless their writer
/// chose otherwise: the ratio of the two tells whether it did.
Result<double> HdrLogReader::scale() {
    if (!m_options.unit.empty())
        return chosenScale(m_options, 1);
    std::int64_t greatest = 0;
    for (const auto& [tag, counts] : m_tags)
        greatest = std::max(greatest, counts.greatest());
    constexpr double kRatio = 1e6;
    constexpr double kSlack = 1.2;
    const double ratio = m_greatest > 0 ? static_cast<double>(greatest) / m_greatest : 0;
    if (ratio < kRatio / kSlack || ratio > kRatio * kSlack)
        return Error{ErrorCode::Usage,
                     pathText(m_log.path) + " does not say in which unit its values are, and its maxima do "
                                            "not stand in ms of values in ns",
                     "say it with --unit: s, ms, us or ns", "--unit"};
    addComment(m_log, "unit: ns, by the interval maxima, which stand in ms");
    return 1.0;
}

Result<Done> HdrLogReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    std::erase_if(m_tags, [](const auto& tag) { return tag.second.buckets.empty(); });
    if (m_tags.empty())
        return lines.error("the file ends without a value");
    const Result<double> scale = this->scale();
    if (!scale)
        return scale.error();
    for (const auto& [tag, counts] : m_tags) {
        ImportedRun& run = m_log.runs.emplace_back();
        run.name = tag.empty() ? fileName(m_log.path) : cleanText(tag);
        run.program = "HdrHistogram";
        run.quantity = m_options.quantity.value_or(LogQuantity::Duration);
        LogHistogram& histogram = run.histogram.emplace();
        histogram.coarse = true;
        for (const auto& [lowest, bucket] : counts.buckets) {
            const auto value = wholeNanoseconds(static_cast<double>(bucket.highest) * scale.value());
            if (!value)
                return lines.error("a value is impossible");
            const double middle = static_cast<double>(lowest) +
                                  (static_cast<double>(bucket.highest) - static_cast<double>(lowest) + 1) / 2;
            // the middle of a bucket of one value is that value
            histogram.buckets.push_back(
                {*value, (lowest == bucket.highest ? static_cast<double>(lowest) : middle) * scale.value(),
                 bucket.count});
        }
        histogram.minimum = static_cast<double>(counts.buckets.begin()->first) * scale.value();
    }
    return Done{};
}

Result<Done> HdrLogReader::read(LogLines& lines) {
    if (Result<Done> all = lines.forEach([&](std::string_view line) { return take(lines, line); }); !all)
        return all;
    return finish(lines);
}

Result<ImportedLog> readHdrLog(const LogRequest& request) {
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    HdrLogReader reader(log, request.options);
    if (Result<Done> done = reader.read(lines.value()); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry hdrLogEntry() {
    return {"hdr-log",
            "HdrHistogram interval log",
            "Interval log of HdrHistogram or jHiccup (.hlog) in encoding V0, V1 or V2; its intervals are "
            "added up, one run for each tag. It holds a histogram, no single value. The unit is ns where the "
            "interval maxima show it; otherwise you say it.",
            "github.com/HdrHistogram/HdrHistogram, HistogramLogWriter",
            detectHdrLog,
            readHdrLog,
            inflateSupport,
            false,
            true};
}

} // namespace jitterscope::logs
