// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/job_catalog.h"
#include "core/import/imported_log.h"
#include "core/stats/interval.h"

#include <string>

namespace jitterscope {

/// Whether the wake-ups of a log are on time often enough for a job.
struct JobFit {
    enum class Verdict : std::uint8_t {
        Fit,     ///< the whole 95 % interval of the late share is within what the job allows
        Unfit,   ///< none of it is
        TooFew,  ///< the interval holds what the job allows: too few values to say
        Unknown, ///< the log has no lateness, or does not say how many values are late
    };
    Verdict verdict = Verdict::Unknown;
    std::optional<Share> late; ///< share of the values later than the job allows, Wilson's interval
};
/// `fit`, `unfit`, `too-few`, `unknown`.
[[nodiscard]] std::string_view jobFitId(JobFit::Verdict verdict) noexcept;

/// Values are taken as independent of each other.
[[nodiscard]] JobFit jobFit(const ImportedRun& run, const JobEntry& job);

/// `fit: 0 % later than 100 µs (at most 0.013 %), 0.1 % allowed`.
[[nodiscard]] std::string jobFitText(const JobFit& fit, const JobEntry& job);

} // namespace jitterscope
