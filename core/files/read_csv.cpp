// SPDX-License-Identifier: MIT
#include "core/files/read_csv.h"

#include "core/base/parse.h"
#include "core/files/csv_columns.h"

#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kLongestSleep = 1'000'000'000'000; // ns, of those that a machine is learned from
constexpr std::size_t kMostSleeps = 8'000'000;

/// Settings of a run, named as in its header lines: those that a stretch can change, and the machine.
bool isSetting(std::string_view key) noexcept {
    const std::string_view base = key.substr(0, key.find('.'));
    for (const std::string_view name :
         {std::string_view("strategy"), std::string_view("policy"), std::string_view("work"),
          std::string_view("machine"), csv::kRateKey, csv::kToleranceKey, std::string_view("load"),
          std::string_view("seed"), csv::kStopKey}) {
        if (base == name)
            return true;
    }
    return false;
}

/// The metrics of a run and of its stretches, from their statistics; exact where all frames were kept.
Result<Done> exactMetrics(RecordedRun& run, const CancelFlag* cancel) {
    run.metrics = run.statistics.metrics();
    for (RecordedStretch& stretch : run.stretches)
        stretch.metrics = stretch.statistics.metrics();
    if (run.framesNotKept == 0) {
        makeExact(run.metrics, run.frames, -1, cancel);
        for (RecordedStretch& stretch : run.stretches)
            makeExact(stretch.metrics, run.frames, stretch.index, cancel);
    }
    if (isCancelled(cancel))
        return Error{ErrorCode::Cancelled, "cancelled", ""};
    return Done{};
}

/// Turns rows into samples and statistics, as the run itself did.
class SamplesReader {
public:
    SamplesReader(RecordedRun& run, csv::Doubts& doubts) noexcept : m_run(run), m_doubts(doubts) {}

    Result<Done> begin(const csv::LineReader& lines);
    Result<Done> take(const csv::LineReader& lines, const csv::Fields& fields);
    Result<Done> finish(const CancelFlag* cancel);

private:
    Result<Done> readSettings(const csv::LineReader& lines);
    void takeStretchLines(std::uint32_t stretch);
    Result<Done> beginStretch(const csv::LineReader& lines, const FrameSample& first);
    Result<Done> check(const csv::LineReader& lines, const FrameSample& sample) const;
    bool contradicts(const csv::LineReader& lines, const FrameSample& sample);
    [[nodiscard]] const std::string* find(std::string_view key) const;

    RecordedRun& m_run;
    csv::Doubts& m_doubts;
    csv::Header m_settings; // of the current stretch
    Period m_period;
    Nanoseconds m_tolerance{};
    std::int64_t m_warmupRows = 0; // without the first row, which has no wait
    std::int64_t m_lost = 0;
    std::int64_t m_rows = 0; // taken
    std::int64_t m_lastFrame = 0;
    std::int64_t m_lastStart = 0;
    std::uint32_t m_stretch = 0;
};

const std::string* SamplesReader::find(std::string_view key) const {
    const auto place = m_settings.find(std::string(key));
    return place == m_settings.end() ? nullptr : &place->second;
}

/// Rate and tolerance of the current settings.
Result<Done> SamplesReader::readSettings(const csv::LineReader& lines) {
    for (const std::string_view key : {csv::kRateKey, csv::kToleranceKey}) {
        if (find(key) == nullptr)
            return lines.error("no '# " + std::string(key) + ": …' line above it");
    }
    const Result<Period> period = Period::parseRate(*find(csv::kRateKey));
    if (!period)
        return lines.error(std::string(csv::kRateKey) + " above it: " + period.error().what);
    m_period = period.value();
    const std::string& text = *find(csv::kToleranceKey);
    const std::optional<std::int64_t> tolerance = parseInteger(text);
    if (!tolerance || *tolerance < 0 || *tolerance > csv::kFarthest)
        return lines.error(std::string(csv::kToleranceKey) + " above it: " + inQuotes(text) +
                           " is not a tolerance");
    m_tolerance = Nanoseconds{*tolerance};
    return Done{};
}

/// `stretch.3.strategy.x: 1` becomes the setting `strategy.x`; other settings stay. The lines are removed
/// from the header, so that it does not grow with every change.
void SamplesReader::takeStretchLines(std::uint32_t stretch) {
    const std::string prefix = csv::stretchKey(stretch, "");
    csv::Header changed;
    for (auto place = m_run.header.lower_bound(prefix);
         place != m_run.header.end() && place->first.starts_with(prefix); place = m_run.header.erase(place)) {
        if (std::string key = place->first.substr(prefix.size()); isSetting(key))
            changed.emplace(std::move(key), place->second);
    }
    csv::changeSettings(m_settings, changed);
}

Result<Done> SamplesReader::begin(const csv::LineReader& lines) {
    for (const auto& [key, value] : m_run.header) {
        if (isSetting(key))
            m_settings.emplace(key, value);
    }
    if (Result<Done> settings = readSettings(lines); !settings)
        return settings;
    if (const auto text = m_run.header.find(std::string(csv::kWarmupKey)); text != m_run.header.end()) {
        const std::optional<std::int64_t> warmup = parseInteger(text->second);
        if (!warmup || *warmup < 0 || *warmup > csv::kFarthest)
            return lines.error("warmup above it: " + inQuotes(text->second) + " is not a number of frames");
        m_warmupRows = *warmup;
    }
    m_run.statistics = FrameStatistics(m_period, m_tolerance);
    return Done{};
}

/// Error: a value that would overflow, or a stretch that goes back.
Result<Done> SamplesReader::check(const csv::LineReader& lines, const FrameSample& sample) const {
    if (std::abs(static_cast<double>(sample.iteration)) * m_period.nanoseconds() >
        static_cast<double>(csv::kFarthest))
        return lines.error("frame: " + std::to_string(sample.iteration) + " is too far out at this rate");
    if (sample.stretch < m_stretch)
        return lines.error("stretch: goes back");
    if (sample.lost > csv::kFarthest - m_lost)
        return lines.error("lost: more than a recording can hold");
    return Done{};
}

/// Whether the row contradicts the rows before it; it is then left out. Missing rows are only reported.
bool SamplesReader::contradicts(const csv::LineReader& lines, const FrameSample& sample) {
    using Kind = csv::Doubts::Kind;
    const auto refuse = [&](Kind kind, const std::string& what) {
        m_doubts.add(kind, lines.number(), what + "; the row is left out");
        return true;
    };
    const std::string frame = "frame " + std::to_string(sample.iteration);
    if (sample.iteration < 0)
        return refuse(Kind::Negative, frame + " is negative");
    if (m_rows == 0)
        return false;
    if (sample.iteration <= m_lastFrame)
        return refuse(Kind::Repeated, frame + " comes after frame " + std::to_string(m_lastFrame));
    if (sample.start < m_lastStart)
        return refuse(Kind::Backward, "start_ns goes back");
    if (sample.frameTime > sample.start - m_lastStart)
        return refuse(Kind::Backward, "frame_time_ns is longer than since the row before");
    const std::int64_t missing = sample.iteration - sample.lost - m_lastFrame - 1;
    if (missing > 0)
        m_doubts.add(Kind::Missing, lines.number(),
                     std::to_string(missing) + (missing == 1 ? " row is" : " rows are") + " missing before " +
                         frame);
    return false;
}

Result<Done> SamplesReader::beginStretch(const csv::LineReader& lines, const FrameSample& first) {
    takeStretchLines(first.stretch);
    if (Result<Done> settings = readSettings(lines); !settings)
        return settings;
    m_run.statistics.setPeriod(m_period);
    m_run.statistics.setTolerance(m_tolerance);
    m_stretch = first.stretch;
    if (m_run.stretches.size() >= RecordedRun::kMostStretches) {
        m_doubts.add(csv::Doubts::Kind::Stretches, lines.number(),
                     "more than " + std::to_string(RecordedRun::kMostStretches) +
                         " stretches: later ones are only in the statistics of the whole file");
        return Done{};
    }
    m_run.stretches.push_back(
        {first.stretch, m_settings, FrameStatistics(m_period, m_tolerance), FrameMetrics(), {}});
    return Done{};
}

Result<Done> SamplesReader::take(const csv::LineReader& lines, const csv::Fields& fields) {
    csv::FieldReader reader(lines, fields, csv::sampleColumns(), !m_run.hasDeadlines());
    FrameSample sample = csv::readFrame(reader);
    if (reader.failure())
        return *reader.failure();
    if (Result<Done> sound = check(lines, sample); !sound)
        return sound;
    if (contradicts(lines, sample))
        return Done{};
    if (m_run.stretches.empty() || sample.stretch != m_stretch) {
        if (Result<Done> begun = beginStretch(lines, sample); !begun)
            return begun;
    }
    if (m_rows == 0 && sample.has(FrameSample::First) && m_warmupRows > 0)
        ++m_warmupRows;
    if (m_rows < m_warmupRows)
        sample.flags |= FrameSample::Warmup;
    m_lost += sample.lost;
    m_lastFrame = sample.iteration;
    m_lastStart = sample.start;
    ++m_rows;
    m_run.statistics.add(sample);
    if (m_run.stretches.back().index == sample.stretch)
        m_run.stretches.back().statistics.add(sample);
    m_run.frames.push_back(sample);
    if (m_run.frames.size() > Collector::kKeptFrames) {
        m_run.frames.pop_front();
        ++m_run.framesNotKept;
    }
    return Done{};
}

Result<Done> SamplesReader::finish(const CancelFlag* cancel) {
    return exactMetrics(m_run, cancel);
}

} // namespace

bool RecordedRun::hasDeadlines() const {
    const auto deadlines = header.find(std::string(csv::kDeadlinesKey));
    return deadlines == header.end() || deadlines->second != csv::kNoDeadlines;
}

std::string RecordedStretch::setting(std::string_view key) const {
    const auto place = settings.find(std::string(key));
    return place == settings.end() ? std::string() : place->second;
}

Result<RecordedRun> readSamplesCsv(const std::string& path, const CancelFlag* cancel,
                                   const ReadProgress& progress) {
    RecordedRun run;
    run.path = path;
    csv::Doubts doubts;
    SamplesReader reader(run, doubts);
    Result<Done> read = csv::readRows(
        path, "samples", csv::sampleColumns(), run.header, doubts, {cancel, &progress},
        [&](const csv::LineReader& lines) { return reader.begin(lines); },
        [&](const csv::LineReader& lines, const csv::Fields& fields) { return reader.take(lines, fields); });
    if (!read)
        return read.error();
    if (Result<Done> finished = reader.finish(cancel); !finished)
        return finished.error();
    run.warnings = doubts.texts(path);
    return run;
}

namespace {

/// The settings of a stretch, which its rows were read with.
FrameStatistics emptyStatistics(const RecordedStretch& stretch) {
    const Result<Period> period = Period::parseRate(stretch.setting(csv::kRateKey));
    return FrameStatistics(period ? period.value() : Period(),
                           Nanoseconds{parseInteger(stretch.setting(csv::kToleranceKey)).value_or(0)});
}

/// The frames of a stretch that lie in the range, with what they come to.
std::deque<FrameSample> keepFrames(RecordedStretch& stretch, const std::deque<FrameSample>& frames,
                                   const TimeRange& range) {
    std::deque<FrameSample> kept;
    TakenPart taken{range, 0, 0};
    stretch.statistics = emptyStatistics(stretch);
    for (const FrameSample& frame : frames) {
        if (frame.stretch != stretch.index)
            continue;
        const bool counts = frame.counts();
        if (counts && range.holds(taken.whole)) {
            stretch.statistics.add(frame);
            kept.push_back(frame);
        } else if (counts) {
            ++taken.leftOut;
        }
        taken.whole += counts ? static_cast<double>(frame.frameTime) : 0;
    }
    stretch.taken = taken;
    return kept;
}

} // namespace

Result<Done> keepPart(RecordedRun& run, const TimeRange& range, const CancelFlag* cancel) {
    if (range.whole())
        return Done{};
    if (run.framesNotKept > 0)
        return Error{ErrorCode::Usage,
                     pathText(run.path) + " holds more frames than are kept: a part of it cannot be taken",
                     "leave out --from and --to"};
    std::deque<FrameSample> kept;
    for (RecordedStretch& stretch : run.stretches) {
        const std::deque<FrameSample> frames = keepFrames(stretch, run.frames, range);
        kept.insert(kept.end(), frames.begin(), frames.end());
    }
    std::erase_if(run.stretches,
                  [](const RecordedStretch& stretch) { return stretch.statistics.metrics().frames == 0; });
    if (run.stretches.empty())
        return Error{ErrorCode::Usage, pathText(run.path) + " has no frame in that part",
                     "choose an earlier --from"};
    run.frames = std::move(kept);
    run.statistics = emptyStatistics(run.stretches.front());
    for (const RecordedStretch& stretch : run.stretches) {
        run.statistics.setPeriod(Period::parseRate(stretch.setting(csv::kRateKey)).value());
        for (const FrameSample& frame : run.frames) {
            if (frame.stretch == stretch.index)
                run.statistics.add(frame);
        }
    }
    return exactMetrics(run, cancel);
}

namespace {

/// Calls `take(lines, sleep)` for each row that can be a sleep.
template <typename Take>
Result<Done> readSleepRows(const std::string& path, csv::Header& header, std::vector<std::string>& warnings,
                           const csv::Watch& watch, Take take) {
    csv::Doubts doubts;
    const auto begin = [](const csv::LineReader&) -> Result<Done> { return Done{}; };
    const auto row = [&](const csv::LineReader& lines, const csv::Fields& fields) -> Result<Done> {
        csv::FieldReader reader(lines, fields, csv::sleepColumns());
        const SleepSample sample = csv::readSleep(reader);
        if (reader.failure())
            return *reader.failure();
        if (sample.asked > kLongestSleep || sample.asked < -kLongestSleep || sample.took < 0 ||
            sample.took > kLongestSleep) {
            doubts.add(csv::Doubts::Kind::Absurd, lines.number(),
                       "is too long for a sleep, or the program was stopped in it; the row is left out");
            return Done{};
        }
        return take(lines, sample);
    };
    Result<Done> read = csv::readRows(path, "sleeps", csv::sleepColumns(), header, doubts, watch, begin, row);
    warnings = doubts.texts(path);
    return read;
}

Error tooManyRows(const csv::LineReader& lines, std::size_t most) {
    return lines.error("more than " + std::to_string(most) + " rows");
}

} // namespace

Result<RecordedSleeps> readSleepsCsv(const std::string& path, const CancelFlag* cancel) {
    RecordedSleeps recorded;
    recorded.path = path;
    const auto take = [&](const csv::LineReader& lines, const SleepSample& sample) -> Result<Done> {
        if (recorded.sleeps.size() >= kMostSleeps)
            return tooManyRows(lines, kMostSleeps);
        recorded.sleeps.push_back(sample);
        return Done{};
    };
    if (Result<Done> read = readSleepRows(path, recorded.header, recorded.warnings, {cancel, nullptr}, take);
        !read)
        return read.error();
    return recorded;
}

Result<RecordedOversleeps> readOversleeps(const std::string& path, const CancelFlag* cancel,
                                          const ReadProgress& progress) {
    RecordedOversleeps recorded;
    recorded.path = path;
    const auto take = [&](const csv::LineReader& lines, const SleepSample& sample) -> Result<Done> {
        if (recorded.values.size() >= RecordedOversleeps::kMost)
            return tooManyRows(lines, RecordedOversleeps::kMost);
        recorded.values.push_back(sample.oversleep());
        return Done{};
    };
    if (Result<Done> read =
            readSleepRows(path, recorded.header, recorded.warnings, {cancel, &progress}, take);
        !read)
        return read.error();
    return recorded;
}

} // namespace jitterscope
