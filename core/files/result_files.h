// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/challenge.h"
#include "core/lab/lab.h"
#include "core/privacy/redactor.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

struct AttachReport;
struct ComparedRun;
struct ComparisonReport;
struct Diagnosis;
struct ExperimentResult;
struct RunResult;
struct Target;

// Each result of this program as JSON and CSV. docs/schemas has a JSON Schema for each kind.

/// `run --json`: schema, plan, statistics, CPU, stretches, settings, machine facts. Absent is null.
[[nodiscard]] std::string runJson(const RunResult& result, const Privacy& privacy = {});

/// A diagnosis as JSON; docs/schemas/diagnosis.schema.json describes it.
[[nodiscard]] std::string diagnosisJson(const Diagnosis& diagnosis, const Privacy& privacy = {});

/// `# key: value` lines, one header line, one row per point. The text of a simulated result depends only on
/// its plan and this program's version.
[[nodiscard]] std::string experimentCsv(const ExperimentResult& result, const Privacy& privacy = {});
/// The result as JSON: plan, columns with their meaning, points as objects, notes, machine facts.
[[nodiscard]] std::string experimentJson(const ExperimentResult& result, const Privacy& privacy = {});

/// `race --json`: as experimentJson, but without the columns, and with statistics by strategy and rate that
/// are nested in `results[]`.
[[nodiscard]] std::string raceJson(const ExperimentResult& result, const Privacy& privacy = {});

/// A comparison as JSON; docs/compare.md describes it.
[[nodiscard]] std::string comparisonJson(const ComparisonReport& report);
/// One row a figure; `# key: value` lines before them.
[[nodiscard]] std::string comparisonCsv(const ComparisonReport& report);

/// What a job makes of a recording, as JSON: the run, the job's verdict, its sentence.
[[nodiscard]] std::string recordedJson(const ComparedRun& run, const Target& target, const Privacy& privacy);

/// The report as a file may hold it. If names are left out, programs and their threads have numbers instead,
/// also where a site names an executable. Names of libraries stay.
[[nodiscard]] AttachReport withPrivacy(AttachReport report, const Privacy& privacy);

/// What was found of a program that was listened to: `schema, made_with, program, answer, verdict, loop,
/// candidates, causes, cures, notes`. It names the program, and nothing else of the machine or its user.
[[nodiscard]] std::string attachJson(const AttachReport& whole, const Privacy& privacy = {});

/// The frames of its loop as a samples CSV with `# deadlines: none` or `estimated`. With `none`, the columns
/// of deadline and lateness are empty. Empty text: no loop was found.
[[nodiscard]] std::string attachCsv(const AttachReport& whole, const Privacy& privacy = {});

/// The same frames as a run to compare. `report` has a loop.
[[nodiscard]] ComparedRun attachedRun(const AttachReport& report);

/// A lab as it was run: its knobs, the guess, the answer, every table and line, the explanation and the
/// closing question. `"jitterscope": "lab"`; absent cells and an absent guess are null.
[[nodiscard]] std::string labJson(const LabEntry& entry, const ParameterValues& values,
                                  std::optional<double> guess, const LabResult& result,
                                  const Privacy& privacy = {});

/// A play of the challenge: choices, machine (`seed`), each goal with its limit and what came out, the score
/// and every frame. `"jitterscope": "challenge"`.
[[nodiscard]] std::string challengeJson(const ChallengePlay& play, const ChallengeResult& result,
                                        const Privacy& privacy = {});

} // namespace jitterscope
