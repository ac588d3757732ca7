// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recorder.h"

namespace jitterscope::ui {

Result<Done> Recorder::open(const RunResult& sofar, const QString& path) {
    auto file = StreamingCsv::open(sofar, path.toStdString(), {});
    if (!file)
        return file.error();
    m_file = std::move(file.value());
    m_path = path;
    m_whole = sofar.framesNotKept == 0 && sofar.frames.size() <= kWrittenFirst;
    if (m_whole) {
        for (const FrameSample& sample : sofar.frames)
            m_file->frame(sample);
    }
    return Done{};
}

Result<Done> Recorder::close() {
    if (!m_file)
        return Done{};
    const auto file = std::move(m_file);
    return file->commit();
}

void Recorder::frame(const FrameSample& sample) {
    if (m_file)
        m_file->frame(sample);
}

void Recorder::sleep(const SleepSample& sample) {
    if (m_file)
        m_file->sleep(sample);
}

} // namespace jitterscope::ui
