// SPDX-License-Identifier: MIT
#include "core/machine/versions.h"

#include "core/base/version.h"
#include "core/machine/facts.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace jitterscope {
namespace {

std::string builtText() {
#if defined(__clang__)
    std::string text = "Clang " __clang_version__;
#elif defined(__GNUC__)
    std::string text = "GCC " __VERSION__;
#else
    std::string text = "an unknown compiler";
#endif
#if defined(NDEBUG)
    text += ", release";
#else
    text += ", debug";
#endif
    return text + ", " + std::to_string(8 * sizeof(void*)) + " bits";
}

} // namespace

std::string versionsText(const std::string& toolkit) {
    std::string text = "jitterscope " + std::string(version()) + '\n';
    text += "Built with: " + builtText() + (toolkit.empty() ? "" : ", " + toolkit) + '\n';
    const std::vector<Fact> facts = readFacts();
    constexpr std::array<std::string_view, 3> kSaid{"kernel", "cpu_model", "virtual_machine"};
    for (const std::string_view id : kSaid) {
        const auto fact = std::ranges::find(facts, id, &Fact::id);
        if (fact != facts.end())
            text += fact->name + ": " + (fact->state == FactState::Unknown ? "unknown" : fact->value) + '\n';
    }
    return text;
}

} // namespace jitterscope
