// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/recorded_verdict.h"
#include "core/document/document.h"
#include "core/experiment/experiment.h"
#include "core/privacy/redactor.h"
#include "core/run/run_result.h"
#include "core/run/statistics.h"

namespace jitterscope {

/// What a run showed: how late its frames were, why, what it cost, with its figures; aside, the settings of
/// its thread and the facts of its machine. If its settings changed, each stretch by itself, never pooled.
[[nodiscard]] Document runDocument(const RunResult& result, const Privacy& privacy = {});
/// `12 of 3600 frames were late by more than 1 ms: 0.33 % (0.17 … 0.58)`: the first sentence of that.
[[nodiscard]] std::string lateSentence(const FrameMetrics& metrics);
/// What an experiment or a race showed.
[[nodiscard]] Document experimentDocument(const ExperimentResult& result, const Privacy& privacy = {});

/// Whether a recording is fit for a job, and what it holds.
[[nodiscard]] Document recordedDocument(const ComparedRun& run, const Target& target,
                                        const Privacy& privacy = {});

/// The last section of a report: what made it and when, and what it reveals or leaves out (privacyText()).
[[nodiscard]] Section madeSection(const Privacy& privacy, std::string_view revealed,
                                  const std::string& startedUtc = {});

/// `paths in its notes`, if some of these name one; otherwise empty. For madeSection().
[[nodiscard]] std::string_view revealedBy(const std::vector<std::string>& notes);

/// `47 facts: 26 good · 13 notes · 1 warning · 0 bad · 7 unknown`
[[nodiscard]] std::string factCounts(const std::vector<Fact>& facts);
/// All facts of a machine, folded, the worst first.
[[nodiscard]] Section factsSection(const std::vector<Fact>& facts);

/// `12 of 600 (2.00 %, 95 % interval 1.15 … 3.46 %)`.
[[nodiscard]] std::string lateText(const FrameMetrics& metrics);
/// A statistic for people; `needs 1000` if there are too few values for it.
[[nodiscard]] std::string figureText(const Summary& summary, const SummaryField& field);

} // namespace jitterscope
