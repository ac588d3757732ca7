// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recorder.h"

#include "core/files/csv_format.h"
#include "ui/format/outside_text.h"

#include <utility>

namespace jitterscope::ui {

Result<Done> Recorder::open(const RunResult& sofar, const QString& path, std::uint64_t lostFrames,
                            const Privacy& privacy) {
    m_whole = sofar.framesNotKept == 0 && sofar.frames.size() <= kWrittenFirst && lostFrames == 0;
    RunResult header;
    header.plan = m_whole || sofar.stretches.empty() ? sofar.plan : sofar.stretches.back().plan;
    header.startedUtc = sofar.startedUtc;
    header.facts = sofar.facts;
    header.framesNotKept = m_whole ? 0 : sofar.framesNotKept + static_cast<std::int64_t>(sofar.frames.size());
    auto file = StreamingCsv::open(header, path.toStdString(), {}, privacy);
    if (!file)
        return file.error();
    m_file = std::move(file.value());
    m_path = path;
    m_lostBefore = lostFrames;
    m_firstStretch = m_whole || sofar.stretches.empty() ? 0 : sofar.stretches.back().index;
    if (!m_whole)
        return Done{};
    std::uint32_t stretch = 0;
    for (const FrameSample& sample : sofar.frames) {
        for (; stretch < sample.stretch; ++stretch)
            m_file->stretch(stretch + 1, sofar.stretches[stretch + 1].plan);
        m_file->frame(sample);
    }
    return Done{};
}

Result<Done> Recorder::close(std::uint64_t lostFrames, bool whole, std::vector<Stretch> usage) {
    if (!m_file)
        return Done{};
    const auto file = std::move(m_file);
    std::erase_if(usage, [this](const Stretch& stretch) { return stretch.index < m_firstStretch; });
    const std::vector<Error> errors =
        file->commit({lostFrames - m_lostBefore, 0, whole, csv::usageBlock(usage)});
    return errors.empty() ? Result<Done>(Done{}) : errors.front();
}

void Recorder::flush() {
    if (m_file)
        m_file->flush();
}

QString Recorder::partialPath() const {
    const auto paths = m_file ? m_file->partialPaths() : std::vector<std::string>();
    return paths.empty() ? QString() : format::exact(paths.front());
}

void Recorder::frame(const FrameSample& sample) {
    if (m_file)
        m_file->frame(sample);
}

void Recorder::sleep(const SleepSample& sample) {
    if (m_file)
        m_file->sleep(sample);
}

void Recorder::stretch(std::uint32_t index, const RunPlan& plan) {
    if (m_file)
        m_file->stretch(index, plan);
}

} // namespace jitterscope::ui
