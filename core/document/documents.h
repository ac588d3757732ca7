// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/document/document.h"
#include "core/document/origin.h"
#include "core/privacy/redactor.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

struct AttachReport;
struct ComparedRun;
struct Comparison;
struct ComparisonReport;
struct Diagnosis;
struct ExperimentResult;
struct Fact;
struct FrameMetrics;
struct ImportedLog;
struct RecordedRun;
struct RunResult;
struct Summary;
struct SummaryField;
struct Target;
using ReadFile = std::variant<RecordedRun, ImportedLog>; // core/import/log_json.h

// Each result of this program as a Document: the one function that tells it, from which terminal, Markdown,
// HTML and the window are written.

/// What a run showed: how late its frames were, why, what it cost, with its figures; aside, the settings of
/// its thread and the facts of its machine. If its settings changed, each stretch by itself, never pooled.
[[nodiscard]] Document runDocument(const RunResult& result, const Privacy& privacy = {});
/// `12 of 3600 frames were late by more than 1 ms: 0.33 %, 95 % interval 0.19 … 0.58 %.`: its first sentence.
[[nodiscard]] std::string lateSentence(const FrameMetrics& metrics);
/// `late by cause: run-queue 12, woke-late 3`: `most` causes, the commonest first. Empty: no frame was late.
[[nodiscard]] std::string causeSentence(const Anatomy& anatomy, std::size_t most = kCauses);
/// A probe of a watch as a line for a log, without the time: whoever keeps the log adds it.
[[nodiscard]] std::string probeSentence(const RunResult& result);
/// Where the figures of an experiment come from. Its note says how long they took to measure, or which
/// machine and seed give them again.
[[nodiscard]] Origin experimentOrigin(const ExperimentResult& result, const Privacy& privacy = {});
/// What an experiment or a race showed.
[[nodiscard]] Document experimentDocument(const ExperimentResult& result, const Privacy& privacy = {});

/// Whether a recording is fit for a job, and what it holds.
[[nodiscard]] Document recordedDocument(const ComparedRun& run, const Target& target,
                                        const Privacy& privacy = {});

/// What was found of a program that was listened to, as a report: the verdict, what its loop is, where the
/// time of its frames goes, what makes frames long, code, cures, and all loops that were found. `doing`: what
/// is going on, where it is not the end yet.
[[nodiscard]] Document attachDocument(const AttachReport& whole, const Privacy& privacy = {},
                                      std::string_view doing = {});

/// Its section of cures: what each of those that were tried did. Of a report without any it has its heading.
[[nodiscard]] Section curesSection(const AttachReport& report);

/// What a comparison says in sentences: its verdict, what it rests on, and how fair it is. The first section
/// of comparisonDocument() begins with it.
[[nodiscard]] Section pairSection(const Comparison& comparison);
/// Verdict, pictures, differences, and for each run what was measured where, when, with what settings, how
/// disturbed, and how to repeat it. Files are named without their folders.
[[nodiscard]] Document comparisonDocument(const ComparisonReport& report);

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured,
/// facts.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const Privacy& privacy = {});

/// The statistics of files, side by side: first those of this program, then the logs of others, because they
/// hold different things. What a log does not hold is `–`. `beyond`: also the share of values above it. Below
/// stands what a job makes of each log (judgeLog()).
[[nodiscard]] Document summaryDocument(const std::vector<ReadFile>& files,
                                       const std::optional<Nanoseconds>& beyond = {},
                                       const Privacy& privacy = {});

/// What to write in the place of this loop's waits: comments that name them, then a loop at its rate that
/// keeps its deadlines. The loop sets up its thread as the first cause of the long frames calls for. It is
/// Python for programs that Python runs, otherwise C++ with the one header. Absent: no loop was found, its
/// frames are steady, or another way of waiting would not change them, because its work, its present or
/// somebody else's event makes them long.
[[nodiscard]] std::optional<CodeBlock> loopCode(const AttachReport& report);

// Parts of several of them.

/// The last section of a report: what made it and when, and what it reveals or leaves out (privacyText()).
[[nodiscard]] Section madeSection(const Privacy& privacy, std::string_view revealed,
                                  const std::string& startedUtc = {});

/// `paths in its notes`, if some of these name one; otherwise empty. For madeSection().
[[nodiscard]] std::string_view revealedBy(const std::vector<std::string>& notes);

/// `47 facts: 26 good · 13 notes · 1 warning · 0 bad · 7 unknown`
[[nodiscard]] std::string factCounts(const std::vector<Fact>& facts);
/// All facts of a machine, folded, the worst first.
[[nodiscard]] Section factsSection(const std::vector<Fact>& facts);

/// A statistic for people; `needs 1000` if there are too few values for it.
[[nodiscard]] std::string figureText(const Summary& summary, const SummaryField& field);

} // namespace jitterscope
