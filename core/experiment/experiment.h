// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/base/table.h"
#include "core/machine/facts.h"
#include "core/plan/run_plan.h"
#include "core/run/job.h"
#include "core/simulation/machine_model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What to run: the experiment's id and everything its rows depend on.
struct ExperimentPlan {
    std::string id;
    ParameterValues values;              ///< in the entry's order
    std::vector<std::string> strategies; ///< ids, if the entry compares strategies
    std::vector<Period> rates;           ///< if the entry compares rates
    MachineChoice machine;
    std::uint64_t seed = 1;
    bool quick = false; ///< takes less time, has wider spread
    /// For a machine that needs a file: the model the caller has read (core/files/machine_file.h), so that
    /// all points use one version of the file. During the run: the model of any simulated machine.
    std::shared_ptr<const MachineModel> model;
    friend bool operator==(const ExperimentPlan&, const ExperimentPlan&) = default;
};

/// The result. If cancelled, it holds the points measured so far.
struct ExperimentResult {
    ExperimentPlan plan;   ///< with the values that were used; a quick run uses smaller ones
    bool complete = false; ///< every point was measured; true also if a cancel came after the last one
    bool simulated = false;
    std::string startedUtc; ///< empty when simulated
    double seconds = 0;     ///< wall time
    Table points;
    std::vector<std::string> notes; ///< fallbacks and caveats, as sentences
    std::vector<Fact> facts;
};

/// A result for a terminal of 100 columns: tables with fewer rows and columns than the points, and a summary
/// in words.
struct Digest {
    std::vector<Table> parts; ///< those that need a title have one
    std::vector<std::string> sentences;
    std::vector<std::string> verdicts = {}; ///< what this result decides; empty: its figures speak
};

/// Upper limit of a parameter in a quick run.
struct QuickLimit {
    std::string_view parameter;
    double most = 0;
    std::string_view onlyWith = {}; ///< a parameter: the limit applies only if that is not 0
};

/// One experiment. Each has a file in experiments/.
///
/// To add one: write the pair, then add a line to experiment_catalog.cpp and one to core/CMakeLists.txt. The
/// gallery, the command line, the help texts and the contract test (tests/core/experiment_contract_test.cpp)
/// then include it. Its figure is a file of the same name in core/figure/experiments/.
///
/// run():
/// * Waits only on control.clock() if the machine is `here`, otherwise only on a simulated machine.
/// * Checks control.cancelled() at least at every point; if cancelled, returns false with the points so far.
///   Returns true only if every point was measured.
/// * Reports progress in [0, 1].
struct ExperimentEntry {
    std::string_view id;
    std::string_view name;
    std::string_view asks;    ///< the question, one sentence
    std::string_view look;    ///< what to look for in the picture, a few sentences
    std::string_view article; ///< its source, and the result reported there
    std::vector<ParameterInfo> parameters = {};
    /// Selected by default; empty: it does not compare strategies.
    std::vector<std::string_view> strategies = {};
    std::vector<double> rates = {};     ///< Hz, selected by default; empty: it has one rate or none
    bool onlySimulated = false;         ///< always runs on its own simulated machine
    bool inGallery = true;              ///< a card in the window
    std::vector<QuickLimit> quick = {}; ///< limits of a quick run, applied in order
    /// Approximate seconds on `here`, for an effectivePlan(). Simulated machines take almost no time.
    double (*duration)(const ExperimentPlan&) = nullptr;
    bool (*run)(const ExperimentPlan&, JobControl&, ExperimentResult&) = nullptr;
    /// Null if the points are short enough.
    Digest (*digest)(const ExperimentResult&) = nullptr;
};

/// All experiments, in the order of the articles. Immutable; any thread.
[[nodiscard]] std::span<const ExperimentEntry> experimentCatalog();

/// A plan with all defaults of the entry. An unknown id gives an empty plan.
[[nodiscard]] ExperimentPlan experimentPlan(std::string_view id);

/// The plan as it will run: with quick limits applied, and on the experiment's own machine if it has one.
[[nodiscard]] ExperimentPlan effectivePlan(const ExperimentPlan& plan);
/// What a quick run takes instead of what is set: `frames 60, rounds 3`. Empty: the plan is not quick, or all
/// is taken as it is set.
[[nodiscard]] std::string quickText(const ExperimentPlan& plan);

/// The result for people: the digest, or all points if the entry has none.
[[nodiscard]] Digest digestOf(const ExperimentResult& result);

/// Finds everything that can be known to be wrong before a start, except in the machine's file. The error is
/// one line that names the field.
[[nodiscard]] Result<Done> checkExperiment(const ExperimentPlan& plan);

/// Runs it on the calling thread, that of a Job. The result says whether it is complete. Error: as
/// checkExperiment, or the model of a machine with a file is missing.
[[nodiscard]] Result<ExperimentResult> runExperiment(const ExperimentPlan& plan, JobControl& control);

} // namespace jitterscope
