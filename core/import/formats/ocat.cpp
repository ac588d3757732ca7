// SPDX-License-Identifier: MIT
#include "core/import/formats/ocat.h"

#include "core/import/formats/presentmon.h"

namespace jitterscope::logs {
namespace {

/// OCAT adds columns of the machine to those of PresentMon 1.x.
bool detectOcat(const LogHead& head) {
    const std::optional<TableHead> table = presentHead(head);
    return table && table->column("MsBetweenPresents") && namesMachine(*table);
}

Result<ImportedLog> readOcat(const LogRequest& request) {
    return readPresents(request, "OCAT", {"MsBetweenPresents"});
}

} // namespace

LogEntry ocatEntry() {
    return {
        "ocat",
        "OCAT",
        "CSV of OCAT 1.x (Documents/OCAT/Captures). Frame times are MsBetweenPresents. It has no deadlines, "
        "so no lateness; the rate is estimated.",
        "github.com/GPUOpen-Tools/ocat",
        detectOcat,
        readOcat,
        nullptr,
        true};
}

} // namespace jitterscope::logs
