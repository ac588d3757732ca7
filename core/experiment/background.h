// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/experiment/experiment.h"
#include "core/workload/load.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// The parameters of a Background: `load`, the number of busy threads, and `beside`, what else runs.
[[nodiscard]] ParameterInfo loadValue();
[[nodiscard]] ParameterInfo besideChoice();

/// What runs beside an experiment on this machine. Nothing on a simulated machine, which has its own load,
/// and nothing in a real-time class, where a load would take the machine for itself.
/// * Make it on the measuring thread before that thread's settings are changed: the load keeps the ordinary
///   ones. The destructor stops and joins.
class Background {
public:
    Background() = default;
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Starts what the plan asks for. Adds sentences to the notes: what runs, or why it does not.
    void start(const ExperimentPlan& plan, bool simulated, std::vector<std::string>& notes);
    /// How many threads run.
    [[nodiscard]] int threads() const noexcept;

private:
    void add(std::string_view kind, int count, std::uint64_t seed, std::vector<std::string>& notes);

    std::vector<std::unique_ptr<LoadThreads>> m_loads;
};

} // namespace jitterscope
