// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/picture/chart.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// What a figure is made of.
struct ExperimentFigureInput {
    const ExperimentResult& result;
    const ExperimentResult* before = nullptr; ///< an earlier result of the same experiment, drawn below
    bool log = false;                         ///< if the figure offers it
    std::optional<double> advisedX = {};      ///< what the last diagnosis recommends; marked in charts over X
};

/// How an experiment is drawn. Each has a file in experiments/, with the name of the experiment.
///
/// To add one: write it, and add a line to experiments/experiments.h, to experiment_figure.cpp and to
/// core/CMakeLists.txt.
struct ExperimentFigureEntry {
    std::string_view id; ///< of the experiment
    Figure (*make)(const ExperimentFigureInput&) = nullptr;
    bool offersLog = false;
    bool logAtFirst = false;
    bool overlays = false; ///< draws `before`
};

/// In the order of the experiments.
[[nodiscard]] std::span<const ExperimentFigureEntry> experimentFigureCatalog();

/// The figure as it is shown first, for files. Empty: there are no points.
[[nodiscard]] Figure experimentFigure(const ExperimentResult& result);
/// With the choices of a reader.
[[nodiscard]] Figure experimentFigure(const ExperimentFigureInput& input);

/// How a strategy is drawn, everywhere. Its place in the catalogue is the number of its look, so add new
/// strategies at the end: the others then keep their looks. An unknown id is grey.
[[nodiscard]] LineLook strategyLook(std::string_view id, double width = 1.4);
[[nodiscard]] LineLook policyLook(std::string_view id);
[[nodiscard]] std::string strategyName(std::string_view id);
/// "Drop and rest (printed)" for `drop-and-rest (printed)`.
[[nodiscard]] std::string policyLabel(std::string_view id);

} // namespace jitterscope
