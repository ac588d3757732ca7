// SPDX-License-Identifier: MIT
#include "core/diagnosis/snippet.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/diagnosis/snippets/snippets.h"
#include "core/diagnosis/words.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr std::array kSnippets{
    SnippetEntry{"cpp-pacer", JITTERSCOPE_TR("C++ with Pacer"), "cpp",
                 JITTERSCOPE_TR("Link Jitterscope::core (find_package or pkg-config)."), snippets::cppPacer},
    SnippetEntry{"cpp-header", JITTERSCOPE_TR("C++ with one header"), "cpp",
                 JITTERSCOPE_TR("Copy jitterscope/adaptive_wait.hpp."), snippets::cppHeader},
    SnippetEntry{"cpp-posix", JITTERSCOPE_TR("C++ for Linux"), "cpp", "", snippets::cppPosix},
    SnippetEntry{"cpp-windows", JITTERSCOPE_TR("C++ for Windows"), "cpp",
                 JITTERSCOPE_TR("Windows 10 (1803) or later."), snippets::cppWindows},
    SnippetEntry{"c", JITTERSCOPE_TR("C"), "c", "", snippets::c},
    SnippetEntry{"rust", JITTERSCOPE_TR("Rust"), "rust", JITTERSCOPE_TR("Rust 1.82 or later."),
                 snippets::rust},
    SnippetEntry{"python", JITTERSCOPE_TR("Python"), "python", "", snippets::python},
};

constexpr Nanoseconds kHalfMillisecond{500'000};

/// The margin of a loop that sleeps and then spins, for languages that have no strategies.
Nanoseconds marginOf(const RunPlan& plan, const LoopEvidence* evidence) {
    if (plan.strategy.id == "system-sleep" || plan.strategy.id == "absolute-sleep")
        return Nanoseconds{0};
    if (evidence == nullptr || !evidence->metrics.oversleep.p99 || plan.strategy.id == "half-millisecond")
        return kHalfMillisecond;
    constexpr double kStep = 10'000; // rounded up: a constant is no better known
    const double p99 = std::max(*evidence->metrics.oversleep.p99, kStep);
    return Nanoseconds(static_cast<std::int64_t>((p99 + kStep - 1) / kStep) * 10'000);
}

} // namespace

std::span<const SnippetEntry> snippetCatalog() {
    return kSnippets;
}

SnippetParts snippetParts(const RunPlan& plan, Nanoseconds learnedMargin) {
    SnippetParts parts{plan, marginOf(plan, nullptr), {}, false};
    if (parts.margin.count() > 0 && learnedMargin.count() > 0)
        parts.margin = learnedMargin;
    parts.evidence.push_back(plan.period.rateText() + " Hz, " + planName(plan));
    return parts;
}

SnippetParts snippetParts(const Target& target, const Recommendation& recommendation) {
    if (!recommendation.pick)
        return {};
    const Candidate& pick = *recommendation.pick;
    SnippetParts parts{pick.evidence.plan, marginOf(pick.evidence.plan, &pick.evidence), {}, pick.noDeepIdle};
    parts.evidence.push_back(target.period.rateText() + " Hz, " + pick.name);
    parts.evidence.push_back("measured on " + std::to_string(pick.evidence.frames()) + " " +
                             std::string(target.frames()) + ": " + recommendation.expected);
    return parts;
}

std::string_view standardSnippet(const RunPlan& plan) noexcept {
    return plan.strategy.id == "adaptive" ? "cpp-header" : "cpp-posix";
}

} // namespace jitterscope
