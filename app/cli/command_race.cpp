// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/experiment_run.h"
#include "app/cli/options/readers.h"
#include "core/report/experiment_files.h"
#include "core/simulation/machine_catalog.h"

#include <limits>
#include <memory>

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
    TextOption& m_strategies;
    TextOption& m_rates;
    TextOption& m_rounds;
    TextOption& m_seconds;
    TextOption& m_tolerance;
    TextOption& m_load;
    TextOption& m_machine;
    TextOption& m_seed;
    TextOption& m_json;
    TextOption& m_csv;
};

constexpr const char* kFile = "a path, or - for standard output";

RaceCommand::RaceCommand(CLI::App& app)
    : m_options(app),
      m_strategies(m_options.add("--strategies", "A,B,...", "ids as `list strategies` shows",
                                 "Who races; default: the strategies of the articles")),
      m_rates(m_options.add("--rates", "HZ,HZ,...", "each 0.1 … 100000",
                            "Rates to race at; default 60,240,1000")),
      m_rounds(m_options.add("--rounds", "N", "1 … 10000", "Blocks for each strategy and rate; default 8")),
      m_seconds(m_options.add("--seconds", "S", "0.05 … 600", "Length of a block; default 1")),
      m_tolerance(m_options.add("--tolerance", "TIME", "0 … 10s", "A frame is late above it; default 1us")),
      m_load(m_options.add("--load", "THREADS", "0 … 256", "Keep processors busy meanwhile; default 0")),
      m_machine(m_options.add("--machine", "ID[:PARAM=VALUE,...]", idRange(machineCatalog()),
                              "Where to race: here, or on a simulated machine in virtual time")),
      m_seed(m_options.add("--seed", "N", "0 … 18446744073709551615",
                           "Of the order and of simulated machines; default 1")),
      m_json(m_options.add("--json", "FILE", kFile, "Write the standings as JSON")),
      m_csv(m_options.add("--csv", "FILE", kFile, "Write the standings as CSV")) {}

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
        return option.refusal(option.text(), "not in its range");
    plan.values.set(place, value.value());
    return Done{};
}

Result<ExperimentPlan> RaceCommand::plan() const {
    if (auto checked = m_options.check(); !checked)
        return checked.error();
    ExperimentPlan plan = experimentPlan("race");
    if (m_strategies.given())
        plan.strategies = splitList(m_strategies.text());
    if (auto read = readRates(plan); !read)
        return read.error();
    for (const auto& [option, name] : {std::pair<const TextOption*, std::string_view>{&m_rounds, "rounds"},
                                       {&m_seconds, "seconds"},
                                       {&m_tolerance, "tolerance"},
                                       {&m_load, "load"}}) {
        if (auto read = readParameter(*option, name, plan); !read)
            return read.error();
    }
    if (auto read =
            readChoice(m_machine, machineCatalog(), plan.machine.id, plan.machine.values, &plan.machine.file);
        !read)
        return read.error();
    if (auto read =
            readInteger<std::uint64_t>(m_seed, 0, std::numeric_limits<std::uint64_t>::max(), plan.seed);
        !read)
        return read.error();
    return plan;
}

int RaceCommand::run() {
    const Result<ExperimentPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    return runAndPrint(chosen.value(), {m_csv.text(), m_json.text(), raceJson});
}

} // namespace

Command addRaceCommand(CLI::App& root) {
    CLI::App* const app =
        root.add_subcommand("race", "Race strategies in interleaved blocks: late frames against CPU");
    const auto command = std::make_shared<RaceCommand>(*app);
    return {app, [command] { return command->run(); }};
}

} // namespace jitterscope::cli
