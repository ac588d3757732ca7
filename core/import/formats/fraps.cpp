// SPDX-License-Identifier: MIT
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

namespace jitterscope::logs {
namespace {

/// `Frame, Time (ms)` and nothing else.
bool detectFraps(const LogHead& head) {
    if (head.lines.empty())
        return false;
    const TableHead table(head.lines.front());
    return table.names().size() == 2 && equalNames(table.names()[0], "Frame") &&
           equalNames(table.names()[1], "Time (ms)");
}

Result<ImportedLog> readFraps(const LogRequest& request) {
    Result<ImportedLog> log = readTable(request);
    for (std::size_t i = 0; log && i < log.value().runs.size(); ++i)
        log.value().runs[i].program = "Fraps";
    return log;
}

} // namespace

LogEntry frapsEntry() {
    return {"fraps",
            "Fraps",
            "The file frametimes.csv of Fraps. It holds the moment of each frame; the frame times are the "
            "differences.",
            "www.fraps.com, Benchmarking",
            detectFraps,
            readFraps,
            nullptr};
}

} // namespace jitterscope::logs
