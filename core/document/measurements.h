// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/recorded_verdict.h"
#include "core/document/document.h"
#include "core/experiment/experiment.h"
#include "core/privacy/redactor.h"
#include "core/run/run_result.h"

namespace jitterscope {

/// What a run showed: how late its frames were, why, what it cost, with its figures.
[[nodiscard]] Document runDocument(const RunResult& result, const Privacy& privacy = {});
/// What an experiment or a race showed.
[[nodiscard]] Document experimentDocument(const ExperimentResult& result, const Privacy& privacy = {});

/// Whether a recording is fit for a job, and what it holds.
[[nodiscard]] Document recordedDocument(const ComparedRun& run, const Target& target,
                                        const Privacy& privacy = {});

/// The last section of a report: what made it and when, and what it reveals or leaves out (privacyText()).
[[nodiscard]] Section madeSection(const Privacy& privacy, std::string_view revealed,
                                  const std::string& startedUtc = {});

/// `12 of 600 (2.00 %, 95 % interval 1.15 … 3.46 %)`.
[[nodiscard]] std::string lateText(const FrameMetrics& metrics);
/// A statistic for people; `needs 1000` if there are too few values for it.
[[nodiscard]] std::string figureText(const Summary& summary, const SummaryField& field);

} // namespace jitterscope
