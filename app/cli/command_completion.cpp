// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/completion.h"
#include "app/cli/console.h"
#include "core/base/catalog.h"
#include "core/experiment/experiment.h"
#include "core/import/log_catalog.h"
#include "core/lab/lab.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/cures.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <map>
#include <memory>
#include <string>

namespace jitterscope::cli {
namespace {

template <typename Catalog>
void addNames(std::map<std::string, std::string>& names, const Catalog& catalog) {
    for (const auto& entry : catalog)
        names.try_emplace(std::string(entry.id), std::string(entry.name));
}

std::map<std::string, std::string> namesOfIds() {
    std::map<std::string, std::string> names;
    addNames(names, sleepCatalog());
    addNames(names, pacingCatalog());
    addNames(names, workCatalog());
    addNames(names, machineCatalog());
    addNames(names, experimentCatalog());
    addNames(names, labCatalog());
    addNames(names, importCatalog());
    addNames(names, curesThere());
    return names;
}

} // namespace

Command addCompletionCommand(CLI::App& root) {
    CLI::App& app = addSubcommand(root, "completion", "Print the completion script of a shell");
    const auto shell = std::make_shared<std::string>();
    OptionSet options(app);
    options.addPositional("SHELL", *shell, "one of bash, zsh, fish");
    options.setFooter(
        "They are installed with the program. By hand: source <(jitterscope-cli completion bash)");
    return {&app, [shell, &root] {
                const std::string script = completionScript(*shell, completedCommands(root), namesOfIds());
                if (script.empty())
                    return report(Error{ErrorCode::Usage, "completion takes one of bash, zsh, fish",
                                        "see jitterscope-cli completion --help"});
                return printData(script);
            }};
}

} // namespace jitterscope::cli
