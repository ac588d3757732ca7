// SPDX-License-Identifier: MIT
#include "app/cli/experiment_options.h"

#include "app/options/readers.h"
#include "core/simulation/machine_catalog.h"

#include <limits>

namespace jitterscope::cli {
ExperimentOptions::ExperimentOptions(OptionSet& options, const std::string& strategies)
    : m_options(options),
      m_strategies(options.add("--strategies", "A,B,...", "ids as `list strategies` shows", strategies)),
      m_machine(options.add("--machine", "ID[:PARAM=VALUE,...]", idRange(machineCatalog()),
                            "Where to run: here, or on a simulated machine in virtual time")),
      m_seed(options.add("--seed", "N", "0 … 18446744073709551615",
                         "Seed of simulated machines and of the order of blocks; default 1")),
      m_csv(options.add("--csv", "FILE", kFileRange, "Write the points as CSV")),
      m_json(options.add("--json", "FILE", kFileRange, "Write the points as JSON")),
      m_reports(options, {"figure"}) {
    options.addFlag("--wide", m_wide, "Print every column and row of the points, however wide");
    options.addRedact(m_redact);
}

Result<Done> ExperimentOptions::read(ExperimentPlan& plan) const {
    if (auto checked = m_options.check(); !checked)
        return checked;
    for (const TextOption* file : {&m_csv, &m_json}) {
        if (auto named = checkFileName(*file); !named)
            return named;
    }
    if (auto named = m_reports.check(); !named)
        return named;
    if (m_strategies.given()) {
        if (findEntry(experimentCatalog(), plan.id)->strategies.empty())
            return m_strategies.refusal(m_strategies.text(), plan.id + " does not compare strategies");
        plan.strategies = splitList(m_strategies.text());
    }
    if (auto read =
            readChoice(m_machine, machineCatalog(), plan.machine.id, plan.machine.values, &plan.machine.file);
        !read)
        return read;
    return readInteger<std::uint64_t>(m_seed, 0, std::numeric_limits<std::uint64_t>::max(), plan.seed);
}

ExperimentFiles ExperimentOptions::files(ExperimentFiles::Writer* jsonText) {
    return {.csv = m_csv.text(),
            .json = m_json.text(),
            .jsonText = jsonText,
            .reports = m_reports,
            .wide = m_wide,
            .privacy = m_redact ? redactedPrivacy() : Privacy{}};
}

} // namespace jitterscope::cli
