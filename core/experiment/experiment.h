// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/experiment/job.h"
#include "core/machine/facts.h"
#include "core/plan/run_plan.h"
#include "core/simulation/machine_model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

/// One value of a result: absent, a whole number, a number, or a word.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
[[nodiscard]] Cell cellOf(const std::optional<double>& value);
/// The number in a cell, if it holds one.
[[nodiscard]] std::optional<double> numberOf(const Cell& cell) noexcept;
/// The word in a cell; empty if it holds none.
[[nodiscard]] std::string_view wordOf(const Cell& cell) noexcept;

/// What a column's numbers mean.
enum class Quantity { Word, Count, Time, Milliseconds, Percent, Fraction, Ppm, Hertz, Number };
[[nodiscard]] std::string_view quantityId(Quantity quantity) noexcept; ///< `word`, `count`, `time`, …

/// `name` is the header in files (with its unit, `mean_error_ns`), `label` is for people.
struct Column {
    std::string name;
    std::string label;
    Quantity quantity = Quantity::Number;
    std::string meaning; ///< one sentence, with which way is good
};

/// Points as rows, every factor in a column.
struct PointTable {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;

    /// Index of the column called `name`, or −1.
    [[nodiscard]] int column(std::string_view name) const noexcept;
    /// The cell of a row in the column called `name`; absent where there is no such column.
    [[nodiscard]] const Cell& at(std::size_t row, std::string_view name) const;
};

/// What to run: an experiment's id and everything that its rows depend on.
struct ExperimentPlan {
    std::string id;
    ParameterValues values;              ///< in the entry's order
    std::vector<std::string> strategies; ///< ids, where the entry compares strategies
    std::vector<Period> rates;           ///< where the entry compares rates
    MachineChoice machine;
    std::uint64_t seed = 1;
    bool quick = false; ///< a fraction of the time, wider spread
    /// Of a machine that needs a file: what its user has read (core/report/machine_file.h), so that all
    /// points are of one file. While the experiment runs that of any simulated machine.
    std::shared_ptr<const MachineModel> model;
    friend bool operator==(const ExperimentPlan&, const ExperimentPlan&) = default;
};

/// What came out. Complete or cancelled in the middle: then the points measured so far.
struct ExperimentResult {
    ExperimentPlan plan;   ///< with the values that were used: a quick one's are cut down
    bool complete = false; ///< every point was measured, whenever a cancel came
    bool simulated = false;
    std::string startedUtc; ///< empty when simulated
    double seconds = 0;     ///< wall time
    PointTable points;
    std::vector<std::string> notes; ///< fallbacks and caveats, in plain words
    std::vector<Fact> machine;
};

/// A result as people read it in a terminal of 100 columns: tables with fewer rows and columns than its
/// points, and what they say in words.
struct Digest {
    struct Part {
        std::string title; ///< empty: it needs none
        PointTable table;
    };
    std::vector<Part> parts;
    std::vector<std::string> sentences;
};

/// A quick run uses at most so much of a parameter.
struct QuickLimit {
    std::string_view parameter;
    double most = 0;
    std::string_view onlyWith = {}; ///< a parameter: only where it is not 0
};

/// One figure that can be measured. One file pair for each in experiments/.
///
/// To add one: write the pair, a line in experiment_catalog.cpp and one in core/CMakeLists.txt. The gallery,
/// the command line, the help texts and the contract test (tests/core/experiment_contract_test.cpp) then have
/// it; its picture in the window is a file of the same name in ui/charts/experiments/.
///
/// run():
/// * Uses control.clock() where the machine is `here`, a simulated machine otherwise, and nothing else to
/// wait.
/// * Looks at control.cancelled() at least at every point, and returns false with what it has: true only
/// when every point was measured.
/// * Reports progress in [0, 1].
struct ExperimentEntry {
    std::string_view id;
    std::string_view name;
    std::string_view asks;    ///< the question, one sentence
    std::string_view look;    ///< what to look for in the figure, a few sentences
    std::string_view article; ///< where it comes from, and what the article's text reports
    std::vector<ParameterInfo> parameters = {};
    std::vector<std::string_view> strategies = {}; ///< ticked at first; empty: it does not compare strategies
    std::vector<double> rates = {};                ///< Hz, chosen at first; empty: it has one rate or none
    bool onlySimulated = false;                    ///< runs on its own simulated machine whatever the choice
    bool inGallery = true;                         ///< a card in the window
    std::vector<QuickLimit> quick = {};            ///< what a quick run cuts down, one after the other
    /// Seconds on `here`, about, of an effectivePlan(); simulated machines take a blink.
    double (*duration)(const ExperimentPlan&) = nullptr;
    bool (*run)(const ExperimentPlan&, JobControl&, ExperimentResult&) = nullptr;
    /// Null: its points are short enough as they are.
    Digest (*digest)(const ExperimentResult&) = nullptr;
};

/// All experiments, in the order of the articles. Immutable; any thread.
[[nodiscard]] std::span<const ExperimentEntry> experimentCatalog();

/// A plan with every default of the entry. Unknown ids give an empty plan.
[[nodiscard]] ExperimentPlan experimentPlan(std::string_view id);

/// The plan as it will run: quick values cut down, on the machine that the experiment has of its own.
[[nodiscard]] ExperimentPlan effectivePlan(const ExperimentPlan& plan);

/// The result for people; the points as they are where the entry has no digest.
[[nodiscard]] Digest digestOf(const ExperimentResult& result);

/// Everything that can be known to be wrong before a start, the machine's file apart; one line that names the
/// field.
[[nodiscard]] Result<Done> checkExperiment(const ExperimentPlan& plan);

/// Runs it on the calling thread (a Job's). The result says whether it is complete. Error: checkExperiment's.
[[nodiscard]] Result<ExperimentResult> runExperiment(const ExperimentPlan& plan, JobControl& control);

} // namespace jitterscope
