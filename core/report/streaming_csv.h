// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/atomic_file.h"
#include "core/run/collector.h"
#include "core/run/run_result.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// A recording: streams samples (and sleeps) to files while a run goes on, in constant memory.
/// * On the disk a file is `NAME.partial` while it grows, with a header line that says so; commit() completes
///   it and gives it its name. What a killed program leaves behind can be read.
/// * Each file stands for itself: one that fails takes nothing from the other, and the run goes on.
/// * A pipe whose reader is too slow never holds up the run: rows that it has no room for are left out,
///   counted, and named in the last line.
/// * One thread.
class StreamingCsv final : public SampleSink {
public:
    /// What a slow reader may be behind before rows are left out.
    static constexpr std::size_t kMostBacklog = 32 << 20;

    /// Either path may be empty. The header needs what is known at the start: plan, facts, start time, older
    /// frames that will not be in it (framesNotKept).
    [[nodiscard]] static Result<std::unique_ptr<StreamingCsv>>
    open(const RunResult& started, const std::string& samplesPath, const std::string& sleepsPath);
    ~StreamingCsv() override;
    void frame(const FrameSample& sample) override;
    void sleep(const SleepSample& sample) override;
    void stretch(std::uint32_t index, const RunPlan& plan) override;
    /// Hands what is buffered to the system: what a kill would lose, and what a reader of a pipe waits for.
    void flush();
    [[nodiscard]] bool failed() const noexcept; ///< a write failed already: tell the user now
    /// Where the rows are now: `x.csv.partial`; none for pipes.
    [[nodiscard]] std::vector<std::string> partialPaths() const;

    /// How the run ended, for the last line of each file.
    struct Ending {
        std::uint64_t lostFrames = 0; ///< found the ring full while it was recorded
        std::uint64_t lostSleeps = 0;
        bool whole = true; ///< the run came to the end that its plan, or its user, gave it
    };
    /// Completes each file. Empty: all are whole. Else one error a file: what failed, or which rows a slow
    /// reader made it leave out.
    [[nodiscard]] std::vector<Error> commit(const Ending& ending);

private:
    struct Part;
    explicit StreamingCsv(std::array<std::unique_ptr<Part>, 2> parts);
    std::array<std::unique_ptr<Part>, 2> m_parts; // samples, sleeps; null: not asked for
};

} // namespace jitterscope
