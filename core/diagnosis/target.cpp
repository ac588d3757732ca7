// SPDX-License-Identifier: MIT
#include "core/diagnosis/target.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <cmath>

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

std::string Target::allowedPercent() const {
    constexpr double kDigits = 1e9; // so that 0.07 does not read as 7.000000000000001 %
    return plainNumberText(std::round(allowed * 100 * kDigits) / kDigits);
}

std::string Target::rule() const {
    return "late: more than " + said::shortDuration(static_cast<double>(beyond.count())) +
           " after its time · allowed: " + allowedPercent() + " % of " + std::string(frames());
}

Target targetOf(std::string_view job) {
    const JobEntry& entry = entryOf(job);
    return {std::string(entry.id), entry.period(), Nanoseconds(std::llround(entry.beyond)), entry.allowed};
}

} // namespace jitterscope
