// SPDX-License-Identifier: MIT
#include "core/import/job_fit.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

std::string percentOf(double share) {
    return decimalText(100 * share, share > 0 && share < 1e-3 ? 4 : 2) + " %";
}

} // namespace

std::string_view jobFitId(JobFit::Verdict verdict) noexcept {
    constexpr std::array<std::string_view, 4> kIds{"fit", "unfit", "too-few", "unknown"};
    return kIds[static_cast<std::size_t>(verdict)];
}

JobFit jobFit(const ImportedRun& run, const JobEntry& job) {
    JobFit fit;
    const Nanoseconds limit{std::llround(job.beyond)};
    const std::optional<double> share =
        run.quantity == LogQuantity::Lateness ? shareBeyond(run, limit) : std::nullopt;
    if (!share)
        return fit;
    const std::int64_t count = run.summary.count;
    fit.late = wilsonShare(std::llround(*share * static_cast<double>(count)), count);
    if (!fit.late)
        return fit;
    fit.verdict = fit.late->interval.high <= job.allowed ? JobFit::Verdict::Fit
                  : fit.late->interval.low > job.allowed ? JobFit::Verdict::Unfit
                                                         : JobFit::Verdict::TooFew;
    return fit;
}

std::string jobFitText(const JobFit& fit, const JobEntry& job) {
    const std::string allowed = percentOf(job.allowed) + " allowed";
    if (!fit.late)
        return "cannot be told";
    const std::string late = percentOf(fit.late->value) + " later than " + said::shortDuration(job.beyond);
    switch (fit.verdict) {
    case JobFit::Verdict::Fit:
        return "fit: " + late + ", at most " + percentOf(fit.late->interval.high) + "; " + allowed;
    case JobFit::Verdict::Unfit:
        return "unfit: " + late + ", at least " + percentOf(fit.late->interval.low) + "; " + allowed;
    case JobFit::Verdict::TooFew:
    case JobFit::Verdict::Unknown:
        break;
    }
    return "too few values to say: " + late + "; " + allowed;
}

} // namespace jitterscope
