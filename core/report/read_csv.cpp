// SPDX-License-Identifier: MIT
#include "core/report/read_csv.h"

#include "core/base/parse.h"
#include "core/report/csv_format.h"
#include "core/report/csv_lines.h"

#include <array>
#include <charconv>
#include <limits>

namespace jitterscope {
namespace {

constexpr std::int64_t kRowsBetweenChecks = 4096;
/// Nothing in a file lies further out than 31 years, so that sums and differences stay within 64 bits.
constexpr std::int64_t kFarthest = 1'000'000'000'000'000'000;
constexpr std::size_t kMostSleeps = 8'000'000;

using Fields = std::array<std::string_view, csv::RowSplitter::kMostColumns>;

enum Column : std::size_t {
    kFrame,
    kStretch,
    kStart,
    kFrameTime,
    kWork,
    kDeadline,
    kLateness,
    kNativeSleeps,
    kNativeSleep,
    kOversleep,
    kSpin,
    kMargin,
    kLost,
    kCause,
};

/// Reads the fields of one row; keeps the first thing that is wrong.
class FieldReader {
public:
    FieldReader(const csv::LineReader& lines, const Fields& fields, std::span<const std::string_view> names)
        : m_lines(lines), m_fields(fields), m_names(names) {}

    [[nodiscard]] bool empty(std::size_t column) const noexcept { return m_fields[column].empty(); }
    [[nodiscard]] std::string_view text(std::size_t column) const noexcept { return m_fields[column]; }
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }

    std::int64_t integer(std::size_t column, std::int64_t least = -kFarthest, std::int64_t most = kFarthest) {
        const std::string_view field = m_fields[column];
        std::int64_t value = 0;
        const char* const end = field.data() + field.size();
        const auto [stop, error] = std::from_chars(field.data(), end, value);
        if (error != std::errc() || stop != end)
            fail(column, quoted(field) + " is not a whole number");
        else if (value < least || value > most)
            fail(column,
                 quoted(field) + " is not within " + std::to_string(least) + " … " + std::to_string(most));
        else
            return value;
        return 0;
    }

    /// 0 where the field is empty.
    std::int64_t integerOrNone(std::size_t column) { return empty(column) ? 0 : integer(column); }

    void fail(std::size_t column, const std::string& what) {
        if (!m_failure)
            m_failure = m_lines.error(std::string(m_names[column]) + ": " + what);
    }

private:
    const csv::LineReader& m_lines;
    const Fields& m_fields;
    std::span<const std::string_view> m_names;
    std::optional<Error> m_failure;
};

std::optional<Cause> causeFrom(std::string_view id) noexcept {
    for (const Cause cause :
         {Cause::None, Cause::Work, Cause::WokeLate, Cause::LostCpu, Cause::Stopped, Cause::Other}) {
        if (causeId(cause) == id)
            return cause;
    }
    return std::nullopt;
}

std::optional<SleepKind> kindFrom(std::string_view id) noexcept {
    for (const SleepKind kind :
         {SleepKind::Relative, SleepKind::Absolute, SleepKind::Timer, SleepKind::HighResolutionTimer}) {
        if (sleepKindId(kind) == id)
            return kind;
    }
    return std::nullopt;
}

/// What the wait before a frame was made of; the first frame has none.
void readWait(FieldReader& fields, FrameSample& sample) {
    sample.frameTime = fields.integer(kFrameTime, 0);
    sample.deadline = fields.integer(kDeadline);
    if (fields.integer(kLateness, -2 * kFarthest, 2 * kFarthest) != sample.lateness() && !fields.failure())
        fields.fail(kLateness, "is not start_ns - deadline_ns");
    sample.nativeSleeps = static_cast<std::uint32_t>(
        fields.integer(kNativeSleeps, 0, std::numeric_limits<std::uint32_t>::max()));
    sample.nativeSleep = fields.integer(kNativeSleep);
    sample.oversleep = fields.integerOrNone(kOversleep);
    sample.spin = fields.integer(kSpin);
    sample.margin = fields.integerOrNone(kMargin);
    sample.lost = fields.integer(kLost, 0);
}

FrameSample readFrame(FieldReader& fields) {
    FrameSample sample;
    sample.iteration = fields.integer(kFrame);
    sample.stretch = static_cast<std::uint32_t>(fields.integer(kStretch, 0, 1'000'000'000));
    sample.start = fields.integer(kStart);
    sample.work = fields.integer(kWork, 0);
    if (fields.empty(kFrameTime)) {
        sample.deadline = sample.start;
        sample.flags |= FrameSample::First;
    } else {
        readWait(fields, sample);
    }
    const std::optional<Cause> cause = causeFrom(fields.text(kCause));
    if (!cause)
        fields.fail(kCause, quoted(fields.text(kCause)) + " is unknown");
    sample.cause = cause.value_or(Cause::None);
    if (sample.cause == Cause::Stopped)
        sample.flags |= FrameSample::StoppedGap;
    return sample;
}

/// Opens a file, reads its header and hands over row by row. `Take` is
/// `Result<Done>(const LineReader&, const Fields&)`; `Begin` is called once before the first row.
template <typename Begin, typename Take>
Result<Done> readRows(const std::string& path, std::string_view kind,
                      std::span<const std::string_view> columns, csv::Header& header,
                      const CancelFlag* cancel, Begin begin, Take take) {
    Result<csv::LineReader> opened = csv::LineReader::open(path);
    if (!opened)
        return opened.error();
    csv::LineReader& lines = opened.value();
    std::optional<csv::RowSplitter> splitter;
    Fields fields;
    while (true) {
        const auto next = lines.next();
        if (!next)
            return next.error();
        if (!next.value())
            break;
        if (lines.number() % kRowsBetweenChecks == 0 && cancel != nullptr && *cancel)
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        const std::string_view line = *next.value();
        if (csv::isHeaderLine(line)) {
            if (Result<Done> added = csv::addHeaderLine(lines, line, header); !added)
                return added;
        } else if (splitter) {
            if (Result<Done> done = splitter->split(lines, line, fields); !done)
                return done;
            if (Result<Done> done = take(lines, fields); !done)
                return done;
        } else {
            if (Result<Done> done = csv::checkHeader(lines, header, kind); !done)
                return done;
            Result<csv::RowSplitter> made = csv::RowSplitter::make(lines, line, columns);
            if (!made)
                return made.error();
            splitter = std::move(made).value();
            if (Result<Done> done = begin(lines); !done)
                return done;
        }
    }
    return splitter ? Result<Done>(Done{}) : lines.error("the file ends before its column line");
}

/// Turns rows into samples and statistics, as the run itself did.
class SamplesReader {
public:
    explicit SamplesReader(RecordedRun& run) noexcept : m_run(run) {}

    Result<Done> begin(const csv::LineReader& lines);
    Result<Done> take(const csv::LineReader& lines, const Fields& fields);
    void finish();

private:
    Result<Done> readSettings(const csv::LineReader& lines, std::uint32_t stretch);
    Result<Done> check(const csv::LineReader& lines, const FrameSample& sample);
    [[nodiscard]] const std::string* find(const std::string& key) const;

    RecordedRun& m_run;
    Period m_period;
    Nanoseconds m_tolerance{};
    std::int64_t m_warmup = 0;
    std::int64_t m_warmupRows = 0; // the first row, which has no wait, is one more
    std::int64_t m_lost = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_lastStart = 0;
    std::uint32_t m_stretch = 0;
};

const std::string* SamplesReader::find(const std::string& key) const {
    const auto place = m_run.header.find(key);
    return place == m_run.header.end() ? nullptr : &place->second;
}

/// Rate and tolerance of a stretch; what its lines do not name stays.
Result<Done> SamplesReader::readSettings(const csv::LineReader& lines, std::uint32_t stretch) {
    const auto key = [stretch](std::string_view name) {
        return stretch == 0 ? std::string(name) : csv::stretchKey(stretch, name);
    };
    if (const std::string* rate = find(key(csv::kRateKey))) {
        const Result<Period> period = Period::parseRate(*rate);
        if (!period)
            return lines.error(key(csv::kRateKey) + " above it: " + period.error().what);
        m_period = period.value();
    }
    if (const std::string* text = find(key(csv::kToleranceKey))) {
        const std::optional<std::int64_t> tolerance = parseInteger(*text);
        if (!tolerance || *tolerance < 0 || *tolerance > kFarthest)
            return lines.error(key(csv::kToleranceKey) + " above it: " + quoted(*text) + " is no tolerance");
        m_tolerance = Nanoseconds{*tolerance};
    }
    return Done{};
}

Result<Done> SamplesReader::begin(const csv::LineReader& lines) {
    for (const std::string_view key : {csv::kRateKey, csv::kToleranceKey}) {
        if (find(std::string(key)) == nullptr)
            return lines.error("no '# " + std::string(key) + ": …' line above it");
    }
    if (Result<Done> settings = readSettings(lines, 0); !settings)
        return settings;
    if (const std::string* text = find(std::string(csv::kWarmupKey))) {
        const std::optional<std::int64_t> warmup = parseInteger(*text);
        if (!warmup || *warmup < 0 || *warmup > kFarthest)
            return lines.error("warmup above it: " + quoted(*text) + " is no number of frames");
        m_warmup = m_warmupRows = *warmup;
    }
    m_run.statistics = FrameStatistics(m_period, m_tolerance);
    return Done{};
}

/// What no recording of this program holds, and what would not fit into its arithmetic.
Result<Done> SamplesReader::check(const csv::LineReader& lines, const FrameSample& sample) {
    if (std::abs(static_cast<double>(sample.iteration)) * m_period.nanoseconds() >
        static_cast<double>(kFarthest))
        return lines.error("frame: " + std::to_string(sample.iteration) + " is too far out at this rate");
    if (sample.stretch < m_stretch)
        return lines.error("stretch: goes back");
    if (m_rows > 0 && sample.start < m_lastStart)
        return lines.error("start_ns: goes back");
    if (m_rows > 0 && sample.frameTime > sample.start - m_lastStart)
        return lines.error("frame_time_ns: longer than since the row before");
    if (sample.lost > kFarthest - m_lost)
        return lines.error("lost: more than a recording can hold");
    return Done{};
}

Result<Done> SamplesReader::take(const csv::LineReader& lines, const Fields& fields) {
    FieldReader reader(lines, fields, csv::kSampleColumns);
    FrameSample sample = readFrame(reader);
    if (reader.failure())
        return *reader.failure();
    const bool changed = sample.stretch != m_stretch;
    if (changed) {
        if (Result<Done> settings = readSettings(lines, sample.stretch); !settings)
            return settings;
    }
    if (Result<Done> sound = check(lines, sample); !sound)
        return sound;
    if (changed) {
        m_run.statistics.setPeriod(m_period);
        m_run.statistics.setTolerance(m_tolerance);
        m_stretch = sample.stretch;
    }
    if (m_rows == 0 && sample.has(FrameSample::First))
        m_warmupRows = m_warmup > 0 ? m_warmup + 1 : 0;
    if (m_rows < m_warmupRows)
        sample.flags |= FrameSample::Warmup;
    m_lost += sample.lost;
    m_lastStart = sample.start;
    ++m_rows;
    m_run.statistics.add(sample);
    m_run.frames.push_back(sample);
    if (m_run.frames.size() > Collector::kKeptFrames) {
        m_run.frames.pop_front();
        ++m_run.framesNotKept;
    }
    return Done{};
}

void SamplesReader::finish() {
    m_run.figures = m_run.statistics.figures();
    if (m_run.framesNotKept == 0)
        makeExact(m_run.figures, m_run.frames);
}

} // namespace

Result<RecordedRun> readSamplesCsv(const std::string& path, const CancelFlag* cancel) {
    RecordedRun run;
    run.path = path;
    SamplesReader reader(run);
    Result<Done> read = readRows(
        path, "samples", csv::kSampleColumns, run.header, cancel,
        [&](const csv::LineReader& lines) { return reader.begin(lines); },
        [&](const csv::LineReader& lines, const Fields& fields) { return reader.take(lines, fields); });
    if (!read)
        return read.error();
    reader.finish();
    return run;
}

Result<RecordedSleeps> readSleepsCsv(const std::string& path, const CancelFlag* cancel) {
    RecordedSleeps recorded;
    recorded.path = path;
    const auto begin = [](const csv::LineReader&) -> Result<Done> { return Done{}; };
    const auto take = [&](const csv::LineReader& lines, const Fields& fields) -> Result<Done> {
        FieldReader reader(lines, fields, csv::kSleepColumns);
        SleepSample sample;
        sample.frame = reader.integer(0);
        const std::optional<SleepKind> kind = kindFrom(reader.text(1));
        if (!kind)
            reader.fail(1, quoted(reader.text(1)) + " is unknown");
        sample.kind = kind.value_or(SleepKind::Relative);
        sample.asked = reader.integer(2);
        sample.took = reader.integer(3);
        sample.endToDeadline = reader.integer(4);
        if (reader.failure())
            return *reader.failure();
        if (recorded.sleeps.size() >= kMostSleeps)
            return lines.error("more than " + std::to_string(kMostSleeps) + " rows");
        recorded.sleeps.push_back(sample);
        return Done{};
    };
    Result<Done> read = readRows(path, "sleeps", csv::kSleepColumns, recorded.header, cancel, begin, take);
    if (!read)
        return read.error();
    return recorded;
}

} // namespace jitterscope
