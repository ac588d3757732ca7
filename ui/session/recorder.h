// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/streaming_csv.h"
#include "core/run/collector.h"

#include <QString>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// Passes samples on to a file. It can be switched on and off during a run.
class Recorder final : public SampleSink {
public:
    /// Up to this many frames of the run so far are written first. More would hold up the window.
    static constexpr std::size_t kWrittenFirst = 200'000;

    /// Opens `path` to record a run. Its samples so far go first if they are few enough; otherwise the file
    /// starts with the next one. `lostFrames`: how many the run has lost so far.
    Result<Done> open(const RunResult& sofar, const QString& path, std::uint64_t lostFrames,
                      const Privacy& privacy = {});
    /// Completes the file. `lostFrames`: how many the run has lost by now; `whole`: it came to its end;
    /// `usage`: the run's stretches with their CPU use, empty: not known. Error: what failed, and where the
    /// rows are. Does nothing when no file is open.
    Result<Done> close(std::uint64_t lostFrames, bool whole, std::vector<Stretch> usage = {});
    /// Hands buffered rows to the system. A killed program then loses only later rows.
    void flush();

    [[nodiscard]] bool recording() const noexcept { return m_file != nullptr; }
    [[nodiscard]] bool failed() const noexcept { return m_file != nullptr && m_file->failed(); }
    [[nodiscard]] QString path() const { return m_path; }
    /// The file that holds the rows until the recording is complete. Empty: it is a pipe, or none is open.
    [[nodiscard]] QString partialPath() const;
    /// The file holds the run from its first frame.
    [[nodiscard]] bool whole() const noexcept { return m_whole; }

    void frame(const FrameSample& sample) override;
    void sleep(const SleepSample& sample) override;
    void stretch(std::uint32_t index, const RunPlan& plan) override;

private:
    std::unique_ptr<StreamingCsv> m_file;
    QString m_path;
    std::uint64_t m_lostBefore = 0;
    std::uint32_t m_firstStretch = 0; // the first one in the file
    bool m_whole = false;
};

} // namespace jitterscope::ui
