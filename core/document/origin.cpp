// SPDX-License-Identifier: MIT
#include "core/document/origin.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/document/text_lines.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>

namespace jitterscope {

Origin originOf(const MachineChoice& machine, std::string_view startedUtc, const Privacy& privacy) {
    if (machine.id == "here") {
        constexpr std::size_t kToTheMinute = 16;
        std::string started(startedUtc.substr(0, kToTheMinute));
        std::ranges::replace(started, 'T', ' ');
        const std::string note = started.empty() ? "" : started + " UTC";
        return {.badge = std::string(kMeasuredHere),
                .note = note,
                .help =
                    "These numbers were measured on this machine" + (note.empty() ? "." : ", " + note + ".")};
    }
    const MachineEntry* const entry = findEntry(machineCatalog(), machine.id);
    std::string name(entry != nullptr ? entry->name : std::string_view(machine.id));
    std::string help = "These numbers come from a model of a machine in virtual time, not from this one.";
    if (!machine.file.empty()) {
        const std::string file = shortened(fileName(Redactor(privacy).file(machine.file)));
        help += " " + name + ": " + file + ".";
        name = file;
    }
    return {.badge = std::string(kSimulated) + " · " + name, .note = {}, .help = help, .simulated = true};
}

} // namespace jitterscope
