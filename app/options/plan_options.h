// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"
#include "core/plan/run_plan.h"

namespace jitterscope::cli {

/// The options that make a RunPlan. The constructor declares them in `options`. Choices and ranges in the
/// help texts come from the catalogues.
class PlanOptions {
public:
    /// Watch: a probe is short. Window: the run ends where its user ends it. Diagnosis: it has its own limits
    /// and another standard strategy.
    enum class Use { Run, Watch, Window, Diagnosis };
    PlanOptions(OptionSet& options, Use use = Use::Run);

    /// The checked plan; Error (Usage) names the option and what it takes, Error (Unsupported) what this
    /// machine cannot do. Without --frames and --duration: ten seconds, two for a watch.
    [[nodiscard]] Result<RunPlan> plan() const;
    [[nodiscard]] const TextOption& rate() const noexcept { return m_rate; }
    [[nodiscard]] const TextOption& period() const noexcept { return m_period; }
    [[nodiscard]] const TextOption& tolerance() const noexcept { return m_tolerance; }

private:
    [[nodiscard]] Result<Done> readChoices(RunPlan& plan) const;
    [[nodiscard]] Result<Done> readParameters(RunPlan& plan) const;
    [[nodiscard]] Result<Done> readJob(RunPlan& plan) const;
    [[nodiscard]] Result<Done> readPace(RunPlan& plan) const;
    [[nodiscard]] Result<Done> readLimits(RunPlan& plan) const;
    [[nodiscard]] Result<Done> readThread(RunPlan& plan) const;

    /// The plan before any option is read.
    [[nodiscard]] RunPlan begun() const;
    [[nodiscard]] bool limited() const noexcept { return m_use == Use::Run || m_use == Use::Watch; }

    Use m_use;
    TextOption& m_strategy;
    TextOption& m_policy;
    TextOption& m_job;
    TextOption& m_rate;
    TextOption& m_period;
    TextOption& m_x;
    TextOption& m_param;
    TextOption& m_frames;
    TextOption& m_duration;
    TextOption& m_warmup;
    TextOption& m_tolerance;
    TextOption& m_work;
    TextOption& m_load;
    TextOption& m_machine;
    TextOption& m_seed;
    TextOption& m_cpu;
    TextOption& m_slack;
    TextOption& m_stopOn;
    bool m_realtime = false;
    bool m_noAnatomy = false;
};

} // namespace jitterscope::cli
