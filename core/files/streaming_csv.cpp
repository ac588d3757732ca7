// SPDX-License-Identifier: MIT
#include "core/files/streaming_csv.h"

#include "core/files/csv_columns.h"
#include "core/files/csv_format.h"
#include "core/platform/file_system.h"

#include <optional>
#include <utility>

namespace jitterscope {

/// One file.
struct StreamingCsv::Part {
    std::string path;
    AtomicFile file;
    csv::Row row;
    std::uint64_t statePlace = 0; // byte at which the line begins that says "partial"
    std::int64_t rows = 0;
    std::uint64_t leftOut = 0; // a slow reader had no room for them
    bool fromTheStart = true;  // no older rows are missing
    std::optional<Error> failure{};

    static Result<std::unique_ptr<Part>> open(const RunResult& started, const std::string& path,
                                              std::string_view kind, const std::string& columns,
                                              const Privacy& privacy);
    void keep(const Result<Done>& outcome) {
        if (!outcome && !failure)
            failure = outcome.error();
    }
    template <typename Sample>
    void write(const Sample& sample) {
        if (failure)
            return;
        if (file.backlog() > kMostBacklog) {
            ++leftOut;
            return;
        }
        keep(file.write(row.of(sample)));
        ++rows;
    }
    [[nodiscard]] std::optional<Error> commit(std::uint64_t lost, bool whole, const std::string& usage);
};

Result<std::unique_ptr<StreamingCsv::Part>>
StreamingCsv::Part::open(const RunResult& started, const std::string& path, std::string_view kind,
                         const std::string& columns, const Privacy& privacy) {
    if (path.empty())
        return std::unique_ptr<Part>();
    Result<AtomicFile> opened = AtomicFile::open(path, Temporary::Partial);
    if (!opened)
        return opened.error();
    auto part = std::unique_ptr<Part>(new Part{path, std::move(opened).value(), {}});
    std::string header = csv::headerBlock(started, kind, started.plan.warmup, privacy);
    if (started.framesNotKept > 0) {
        header += csv::headerLine(csv::kNotKeptKey, std::to_string(started.framesNotKept));
        part->fromTheStart = false;
    }
    part->statePlace = header.size();
    if (!part->file.partialPath().empty())
        header += csv::recordingLine(false);
    if (Result<Done> written = part->file.write(header + columns); !written)
        return written.error();
    return part;
}

std::optional<Error> StreamingCsv::Part::commit(std::uint64_t lost, bool whole, const std::string& usage) {
    const std::uint64_t missing = lost + leftOut;
    keep(file.write(usage + csv::endLine(rows, missing, whole && fromTheStart && missing == 0)));
    if (!failure && !file.partialPath().empty())
        keep(file.overwrite(statePlace, csv::recordingLine(true)));
    if (!failure)
        keep(file.commit());
    if (failure)
        return failure;
    if (missing > 0)
        return Error{ErrorCode::Io,
                     pathText(path) + " lacks " + std::to_string(missing) + " of " +
                         std::to_string(static_cast<std::uint64_t>(rows) + missing) + " rows",
                     leftOut > 0 ? "its reader was too slow; its last line says so"
                                 : "they came faster than they could be taken; its last line says so"};
    return std::nullopt;
}

StreamingCsv::StreamingCsv(std::array<std::unique_ptr<Part>, 2> parts) : m_parts(std::move(parts)) {}
StreamingCsv::~StreamingCsv() = default;

Result<std::unique_ptr<StreamingCsv>> StreamingCsv::open(const RunResult& started,
                                                         const std::string& samplesPath,
                                                         const std::string& sleepsPath,
                                                         const Privacy& privacy) {
    auto samples =
        Part::open(started, samplesPath, "samples", csv::columnLine(csv::sampleColumns()), privacy);
    if (!samples)
        return samples.error();
    auto sleeps = Part::open(started, sleepsPath, "sleeps", csv::columnLine(csv::sleepColumns()), privacy);
    if (!sleeps)
        return sleeps.error();
    return std::unique_ptr<StreamingCsv>(
        new StreamingCsv({std::move(samples).value(), std::move(sleeps).value()}));
}

void StreamingCsv::frame(const FrameSample& sample) {
    if (m_parts[0])
        m_parts[0]->write(sample);
}

void StreamingCsv::sleep(const SleepSample& sample) {
    if (m_parts[1])
        m_parts[1]->write(sample);
}

void StreamingCsv::stretch(std::uint32_t index, const RunPlan& plan) {
    if (m_parts[0] && !m_parts[0]->failure)
        m_parts[0]->keep(m_parts[0]->file.write(csv::stretchBlock(index, plan)));
}

void StreamingCsv::flush() {
    for (const auto& part : m_parts) {
        if (part && !part->failure)
            part->keep(part->file.flush());
    }
}

bool StreamingCsv::failed() const noexcept {
    for (const auto& part : m_parts) {
        if (part && part->failure)
            return true;
    }
    return false;
}

std::vector<std::string> StreamingCsv::partialPaths() const {
    std::vector<std::string> paths;
    for (const auto& part : m_parts) {
        if (part && !part->file.partialPath().empty())
            paths.push_back(part->file.partialPath());
    }
    return paths;
}

std::vector<Error> StreamingCsv::commit(const Ending& ending) {
    std::vector<Error> errors;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (!m_parts[i])
            continue;
        if (auto error = m_parts[i]->commit(i == 0 ? ending.lostFrames : ending.lostSleeps, ending.whole,
                                            i == 0 ? ending.usage : ending.sleepsUsage))
            errors.push_back(std::move(*error));
    }
    return errors;
}

} // namespace jitterscope
