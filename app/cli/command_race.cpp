// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/experiment_options.h"
#include "core/experiment/background.h"
#include "core/experiment/experiment.h"
#include "core/files/result_files.h"

namespace jitterscope::cli {
namespace {

class RaceCommand {
public:
    explicit RaceCommand(CLI::App& app);
    int run();

private:
    [[nodiscard]] Result<ExperimentPlan> plan() const;
    [[nodiscard]] Result<Done> readRates(ExperimentPlan& plan) const;
    /// An option that is a parameter of the race.
    [[nodiscard]] Result<Done> readParameter(const TextOption& option, std::string_view name,
                                             ExperimentPlan& plan) const;

    OptionSet m_options;
    ExperimentOptions m_shared;
    TextOption& m_rates;
    TextOption& m_rounds;
    TextOption& m_seconds;
    TextOption& m_tolerance;
    TextOption& m_load;
    TextOption& m_beside;
};

RaceCommand::RaceCommand(CLI::App& app)
    : m_options(app),
      m_shared(m_options, "Who races; default: adaptive, those of the articles and published ones"),
      m_rates(m_options.add("--rates", "HZ,HZ,...", "each 0.1 … 100000",
                            "Rates to race at; default 60,240,1000")),
      m_rounds(m_options.add("--rounds", "N", "1 … 10000", "Blocks for each strategy and rate; default 8")),
      m_seconds(m_options.add("--seconds", "S", "0.05 … 600", "Length of a block; default 1")),
      m_tolerance(m_options.add("--tolerance", "TIME", "0 … 10s", "A frame is late above it; default 1us")),
      m_load(m_options.add("--load", "THREADS", "0 … 256", "Keep processors busy meanwhile; default 0")),
      m_beside(m_options.add(
          "--beside", "WHAT", rangeText(besideChoice()),
          "What else runs meanwhile: a thread that redraws like a window, bursts on all processors")) {}

Result<Done> RaceCommand::readRates(ExperimentPlan& plan) const {
    if (!m_rates.given())
        return Done{};
    plan.rates.clear();
    for (const std::string& text : splitList(m_rates.text())) {
        const Result<Period> rate = Period::parseRate(text);
        if (!rate)
            return m_rates.refusal(text, "not a rate in its range");
        plan.rates.push_back(rate.value());
    }
    return Done{};
}

Result<Done> RaceCommand::readParameter(const TextOption& option, std::string_view name,
                                        ExperimentPlan& plan) const {
    if (!option.given())
        return Done{};
    const ExperimentEntry& race = *findEntry(experimentCatalog(), "race");
    const auto place = static_cast<std::size_t>(parameterIndex(race.parameters, name));
    const Result<double> value = parseParameter(race.parameters[place], option.text());
    if (!value)
        return option.refusal(option.text(), race.parameters[place].unit == Unit::Choice
                                                 ? "not one of its choices"
                                                 : "not in its range");
    plan.values.set(place, value.value());
    return Done{};
}

Result<ExperimentPlan> RaceCommand::plan() const {
    ExperimentPlan plan = experimentPlan("race");
    if (auto read = m_shared.read(plan); !read)
        return read.error();
    if (auto read = readRates(plan); !read)
        return read.error();
    for (const auto& [option, name] : {std::pair<const TextOption*, std::string_view>{&m_rounds, "rounds"},
                                       {&m_seconds, "seconds"},
                                       {&m_tolerance, "tolerance"},
                                       {&m_load, "load"},
                                       {&m_beside, "beside"}}) {
        if (auto read = readParameter(*option, name, plan); !read)
            return read.error();
    }
    return plan;
}

int RaceCommand::run() {
    const Result<ExperimentPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    return runAndPrint(chosen.value(), m_shared.files(raceJson));
}

} // namespace

Command addRaceCommand(CLI::App& root) {
    return addCommand<RaceCommand>(root, "race",
                                   "Race strategies in interleaved blocks: late frames against CPU");
}

} // namespace jitterscope::cli
