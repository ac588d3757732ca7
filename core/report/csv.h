// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/atomic_file.h"
#include "core/run/collector.h"
#include "core/run/run_result.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Set by another thread to end a long write or read; the result is then an Error (Cancelled), nothing
/// changed.
using CancelFlag = std::atomic<bool>;

/// The CSV files that NUMBERS and docs/numbers.md define: `# key: value` lines, one header line, rows. C
/// locale.
[[nodiscard]] Result<Done> writeSamplesCsv(const RunResult& result, const std::string& path,
                                           const CancelFlag* cancel = nullptr);
[[nodiscard]] Result<Done> writeSleepsCsv(const RunResult& result, const std::string& path,
                                          const CancelFlag* cancel = nullptr);
/// One row a run.
[[nodiscard]] Result<Done> writeSummaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results,
                                           const std::string& path);
/// The same text as writeSummaryCsv writes: for the clipboard and standard output.
[[nodiscard]] std::string summaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results);

/// Streams samples (and sleeps) to files while a run goes on, in constant memory. The files appear whole at
/// commit(); a failed write is kept and reported there, the run goes on.
class StreamingCsv final : public SampleSink {
public:
    /// Either path may be empty. The header needs what is known at the start: plan, facts, start time.
    [[nodiscard]] static Result<std::unique_ptr<StreamingCsv>>
    open(const RunResult& started, const std::string& samplesPath, const std::string& sleepsPath);
    ~StreamingCsv() override;
    void frame(const FrameSample& sample) override;
    void sleep(const SleepSample& sample) override;
    /// Settings have changed: `plan` holds from stretch `index` on. Before the first frame of that stretch.
    void stretch(std::uint32_t index, const RunPlan& plan);
    /// Hands what is buffered to the system, so that a program at the other end of a pipe can follow.
    void flush();
    [[nodiscard]] bool failed() const noexcept; ///< a write failed already: tell the user now
    [[nodiscard]] Result<Done> commit();

private:
    struct State;
    explicit StreamingCsv(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope
