// SPDX-License-Identifier: MIT
#include "core/diagnosis/target.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"

namespace jitterscope {
namespace {

const JobEntry& entryOf(std::string_view job) {
    const JobEntry* const entry = findEntry(jobCatalog(), job);
    return entry != nullptr ? *entry : jobCatalog().back();
}

} // namespace

std::string_view Target::object() const {
    return entryOf(job).object;
}

std::string_view Target::frames() const {
    return entryOf(job).slot;
}

std::string Target::rule() const {
    return "late: more than " + shortDuration(static_cast<double>(beyond.count())) +
           " after its time · allowed: " + plainNumberText(allowed * 100) + " % of " + std::string(frames());
}

Target targetOf(std::string_view job) {
    const JobEntry& entry = entryOf(job);
    return {std::string(entry.id), entry.period(), Nanoseconds(static_cast<std::int64_t>(entry.beyond + 0.5)),
            entry.allowed};
}

} // namespace jitterscope
