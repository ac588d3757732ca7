// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/atomic_file.h"
#include "core/privacy/redactor.h"
#include "core/run/collector.h"
#include "core/run/run_result.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// A recording: streams samples (and sleeps) to files during a run, in constant memory.
/// * While it grows, a file is called `NAME.partial` and has a header line that says so; commit() completes
///   it and gives it its name. The file that a killed program leaves can be read.
/// * The files are independent: if one fails, the other and the run go on.
/// * A pipe with a slow reader never delays the run: rows without room are left out, counted, and reported in
///   the last line.
/// * One thread.
class StreamingCsv final : public SampleSink {
public:
    /// How many bytes a slow reader may fall behind before rows are left out.
    static constexpr std::size_t kMostBacklog = 32 << 20;

    /// Either path may be empty. The header uses what is known at the start: plan, facts, start time, and the
    /// number of older frames that are not in the file (framesNotKept).
    [[nodiscard]] static Result<std::unique_ptr<StreamingCsv>> open(const RunResult& started,
                                                                    const std::string& samplesPath,
                                                                    const std::string& sleepsPath,
                                                                    const Privacy& privacy = {});
    ~StreamingCsv() override;
    void frame(const FrameSample& sample) override;
    void sleep(const SleepSample& sample) override;
    void stretch(std::uint32_t index, const RunPlan& plan) override;
    /// Passes the buffer to the system: a kill no longer loses it, and a pipe's reader gets it.
    void flush();
    [[nodiscard]] bool failed() const noexcept; ///< a write has failed: tell the user now
    /// Where the rows stand at present: `x.csv.partial`; nothing for pipes.
    [[nodiscard]] std::vector<std::string> partialPaths() const;

    /// How the run ended, for the last line of each file.
    struct Ending {
        std::uint64_t lostFrames = 0; ///< lost to a full ring during the recording
        std::uint64_t lostSleeps = 0;
        bool whole = true;         ///< the run reached the end set by its plan or its user
        std::string usage{};       ///< csv::usageBlock() of the stretches, for the samples; empty: not known
        std::string sleepsUsage{}; ///< of the whole run
    };
    /// Completes each file. Empty if all are whole; otherwise one error per file: what failed, or how many
    /// rows were left out for a slow reader.
    [[nodiscard]] std::vector<Error> commit(const Ending& ending);

private:
    struct Part;
    explicit StreamingCsv(std::array<std::unique_ptr<Part>, 2> parts);
    std::array<std::unique_ptr<Part>, 2> m_parts; // samples, sleeps; null if not asked for
};

} // namespace jitterscope
