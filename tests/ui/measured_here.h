// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/experiment.h"
#include "core/run/resolve.h"

#include <memory>
#include <utility>

namespace jitterscope::ui {

/// Results of a simulated machine that are taken for results of this one, as if they had been measured.
inline std::shared_ptr<const Diagnosis> measuredDiagnosis() {
    DiagnosisPlan plan = diagnosisPlan("game-144");
    plan.loop.machine = machineChoice("linux-default");
    plan.quick = true;
    JobControl control;
    Diagnosis made = *runDiagnosis(plan, control).value();
    made.plan.loop.machine.id = "here";
    return std::make_shared<const Diagnosis>(std::move(made));
}

inline std::shared_ptr<const ExperimentResult> measuredExperiment() {
    ExperimentPlan plan = experimentPlan("accuracy");
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    JobControl control;
    ExperimentResult made = runExperiment(plan, control).value();
    made.simulated = false;
    made.plan.machine.id = "here";
    return std::make_shared<const ExperimentResult>(std::move(made));
}

} // namespace jitterscope::ui
