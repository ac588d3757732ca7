// SPDX-License-Identifier: MIT
#include "core/files/csv.h"

#include "core/base/parse.h"
#include "core/files/csv_columns.h"
#include "core/files/csv_format.h"
#include "core/files/json_parts.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kRowsBetweenChecks = 4096;

Error cancelled() {
    return Error{ErrorCode::Cancelled, "cancelled; nothing was written", ""};
}

bool leftOutAsWarmup(const FrameSample& sample) noexcept {
    return sample.has(FrameSample::Warmup) && !sample.has(FrameSample::First);
}

/// Writes the lines of each stretch after the first one before its first row.
class StretchLines {
public:
    explicit StretchLines(const std::vector<Stretch>& stretches) noexcept : m_stretches(stretches) {}

    [[nodiscard]] std::string before(const FrameSample& sample) {
        std::string lines;
        for (; m_done < sample.stretch; ++m_done) {
            if (m_done + 1 < m_stretches.size())
                lines += csv::stretchBlock(m_done + 1, m_stretches[m_done + 1].plan);
        }
        return lines;
    }

private:
    const std::vector<Stretch>& m_stretches;
    std::uint32_t m_done = 0;
};

std::string samplesHeader(const RunResult& result, const Privacy& privacy) {
    const std::int64_t warmup = result.framesNotKept == 0
                                    ? result.plan.warmup
                                    : std::ranges::count_if(result.frames, leftOutAsWarmup);
    std::string text = csv::headerBlock(result, "samples", warmup, privacy);
    if (result.framesNotKept > 0)
        text += csv::headerLine(csv::kNotKeptKey, std::to_string(result.framesNotKept));
    return text + csv::columnLine(csv::sampleColumns());
}

/// Opens, writes header, rows and the last line, commits. `before(sample)`: lines to write before a row,
/// usually none. `after`: lines before the last one. `lost`: measured rows that are not in `samples`.
template <typename Samples, typename Before>
Result<Done> writeRows(const std::string& path, const std::string& header, const Samples& samples,
                       std::uint64_t lost, bool complete, const CancelFlag* cancel, Before before,
                       const std::string& after = {}) {
    Result<AtomicFile> file = AtomicFile::open(path);
    if (!file)
        return file.error();
    if (Result<Done> written = file.value().write(header); !written)
        return written;
    csv::Row row;
    std::size_t count = 0;
    for (const auto& sample : samples) {
        if (++count % kRowsBetweenChecks == 0 && isCancelled(cancel))
            return cancelled();
        const std::string lines = before(sample);
        if (!lines.empty())
            (void)file.value().write(lines);
        if (Result<Done> written = file.value().write(row.of(sample)); !written)
            return written;
    }
    if (Result<Done> written = file.value().write(
            after + csv::endLine(static_cast<std::int64_t>(count), lost, complete && lost == 0));
        !written)
        return written;
    if (isCancelled(cancel))
        return cancelled();
    return file.value().commit();
}

/// `{"late": {"count": 1}}` → `late_count`. Lists are left out.
void flatten(const Json& json, const std::string& prefix, std::vector<std::pair<std::string, Json>>& into) {
    for (const auto& [key, value] : json.items()) {
        const std::string name = prefix.empty() ? key : prefix + "_" + key;
        if (value.is_object())
            flatten(value, name, into);
        else if (!value.is_array())
            into.emplace_back(name, value);
    }
}

std::string fieldText(const Json& value) {
    if (value.is_null())
        return {};
    if (value.is_string())
        return csv::field(value.get<std::string>());
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    return value.is_number_float() ? numberText(value.get<double>()) : value.dump();
}

using Fields = std::vector<std::pair<std::string, Json>>;

Fields::const_iterator findField(const Fields& fields, const std::string& name) {
    return std::ranges::find(fields, name, [](const auto& field) { return field.first; });
}

void addLine(std::string& text, const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += ',';
        text += cells[i];
    }
    text += '\n';
}

/// The columns of all rows, in order of first appearance, those of one run together.
std::vector<std::string> columnsOf(const std::vector<Fields>& rows) {
    std::vector<std::string> columns;
    for (const Fields& fields : rows) {
        auto place = columns.begin();
        for (const auto& [name, value] : fields) {
            const auto known = std::ranges::find(columns, name);
            place = known == columns.end() ? columns.insert(place, name) : known;
            ++place;
        }
    }
    return columns;
}

/// A stretch as if it were a run, with its own plan and statistics.
RunResult ofStretch(const RunResult& run, const Stretch& stretch) {
    RunResult one;
    one.plan = stretch.plan;
    one.startedUtc = run.startedUtc;
    one.metrics = stretch.metrics;
    one.lostSamples = run.lostSamples;
    one.cpu = stretch.cpu;
    return one;
}

/// With the column `stretch` after the first one, `schema`.
Json withStretch(const Json& run, std::uint32_t index) {
    Json object = Json::object();
    for (const auto& [key, value] : run.items()) {
        object[key] = value;
        if (object.size() == 1)
            object["stretch"] = index;
    }
    return object;
}

} // namespace

Result<Done> writeSamplesCsv(const RunResult& result, const std::string& path, const CancelFlag* cancel,
                             const Privacy& privacy) {
    StretchLines stretches(result.stretches);
    return writeRows(
        path, samplesHeader(result, privacy), result.frames, result.lostSamples - result.lostSleeps,
        result.whole() && result.framesNotKept == 0, cancel,
        [&](const FrameSample& sample) { return stretches.before(sample); },
        csv::usageBlock(result.stretches));
}

Result<Done> writeSleepsCsv(const RunResult& result, const std::string& path, const CancelFlag* cancel,
                            const Privacy& privacy) {
    const std::string header = csv::headerBlock(result, "sleeps", result.plan.warmup, privacy) +
                               csv::columnLine(csv::sleepColumns());
    return writeRows(
        path, header, result.sleeps, result.lostSleeps, result.whole() && result.sleepsNotKept == 0, cancel,
        [](const SleepSample&) { return std::string(); }, csv::usageBlock(result));
}

std::string summaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results, const Privacy& privacy) {
    std::vector<Fields> rows;
    for (const auto& result : results) {
        if (result->stretches.size() <= 1)
            flatten(withStretch(runObject(*result, privacy), 0), {}, rows.emplace_back());
        else
            for (const Stretch& stretch : result->stretches)
                flatten(withStretch(runObject(ofStretch(*result, stretch), privacy), stretch.index), {},
                        rows.emplace_back());
    }
    const std::vector<std::string> columns = columnsOf(rows);
    std::string text = csv::headerLine(csv::kSchemaKey, std::to_string(csv::kSchema));
    text += csv::headerLine(csv::kKindKey, "summary") + csv::privacyLine(privacy);
    std::vector<std::string> cells(columns.size());
    std::ranges::transform(columns, cells.begin(), csv::field);
    addLine(text, cells);
    for (const Fields& fields : rows) {
        std::ranges::transform(columns, cells.begin(), [&](const std::string& name) {
            const auto field = findField(fields, name);
            return field == fields.end() ? std::string() : fieldText(field->second);
        });
        addLine(text, cells);
    }
    return text + csv::endLine(static_cast<std::int64_t>(rows.size()), 0, true);
}

Result<Done> writeSummaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results,
                             const std::string& path, const Privacy& privacy) {
    return writeWhole(path, summaryCsv(results, privacy));
}

} // namespace jitterscope
