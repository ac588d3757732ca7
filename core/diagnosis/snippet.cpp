// SPDX-License-Identifier: MIT
#include "core/diagnosis/snippet.h"

#include "core/base/catalog.h"
#include "core/diagnosis/snippets/snippets.h"
#include "core/simulation/machine_catalog.h"

#include <array>

namespace jitterscope {
namespace {

constexpr std::array kSnippets{
    SnippetEntry{"cpp-pacer", "C++ with Pacer", "cpp", "Link Jitterscope::core (find_package or pkg-config).",
                 "// ", snippets::asPlanned, snippets::cppPacer},
    SnippetEntry{"cpp-header", "C++ with one header", "cpp", "Copy jitterscope/adaptive_wait.hpp.", "// ",
                 snippets::asAdaptive, snippets::cppHeader},
    SnippetEntry{"cpp-posix", "C++ for Linux", "cpp", "", "// ", snippets::absolute, snippets::cppPosix,
                 SystemFamily::Windows},
    SnippetEntry{"cpp-windows", "C++ for Windows", "cpp", "Windows 10 (1803) or later.", "// ",
                 snippets::windowsTimer, snippets::cppWindows},
    SnippetEntry{"c", "C for Linux", "c", "", "// ", snippets::absolute, snippets::c, SystemFamily::Windows},
    SnippetEntry{"c-windows", "C for Windows", "c", "Windows 10 (1803) or later.", "// ",
                 snippets::windowsTimer, snippets::cWindows},
    SnippetEntry{"rust", "Rust", "rust", "Rust 1.82 or later.", "// ", snippets::relative, snippets::rust},
    SnippetEntry{"python", "Python", "python", "", "# ", snippets::relative, snippets::python},
};

constexpr Nanoseconds kHalfMillisecond{500'000};

/// The margin of a loop that sleeps and then spins, for languages without strategies. `half-millisecond`
/// measures this margin.
Nanoseconds marginOf(const RunPlan& plan) {
    const bool sleeps = plan.strategy.id == "system-sleep" || plan.strategy.id == "absolute-sleep";
    return sleeps ? Nanoseconds{0} : kHalfMillisecond;
}

/// Only Pacer has all policies.
bool hasPolicy(const SnippetEntry& entry, const RunPlan& plan) {
    return entry.id == "cpp-pacer" || plan.policy.id == "drop-and-rest";
}

/// What was measured of a loop that waits as this code, with the same settings.
const MeasuredWay* measuredOf(const SnippetEntry& entry, const SnippetParts& parts, const CodeWay& way) {
    for (const MeasuredWay& measured : parts.measured) {
        if (hasPolicy(entry, parts.plan) && !way.strategy.empty() && measured.strategy == way.strategy &&
            measured.policy == parts.plan.policy.id && measured.thread == parts.plan.thread &&
            measured.noDeepIdle == parts.noDeepIdle)
            return &measured;
    }
    return nullptr;
}

std::string commentOf(const SnippetEntry& entry, const SnippetParts& parts) {
    const CodeWay way = entry.way(parts);
    const std::string lead(entry.lead);
    std::string text = lead + parts.plan.period.rateText() + " Hz: " + way.words + "\n";
    if (way.strategy != parts.plan.strategy.id)
        text += lead + "in place of: " + planName(parts.plan) + ", " + std::string(parts.role) + "\n";
    if (const MeasuredWay* const measured = measuredOf(entry, parts, way))
        text += lead + "measured on " + std::to_string(measured->frames) + " " + std::string(parts.unit) +
                ": " + measured->figures + "\n";
    else if (!parts.measured.empty())
        text += lead + "not measured: no measured loop waits exactly so\n";
    if (!parts.notTried.empty())
        text +=
            lead + "without what is advised against the first cause; not tried yet: " + parts.notTried + "\n";
    return text;
}

} // namespace

std::span<const SnippetEntry> snippetCatalog() {
    return kSnippets;
}

std::vector<const SnippetEntry*> snippetsFor(SystemFamily system) {
    std::vector<const SnippetEntry*> list;
    for (const SnippetEntry& entry : kSnippets) {
        if (entry.notFor != system)
            list.push_back(&entry);
    }
    return list;
}

std::string SnippetEntry::text(const SnippetParts& parts) const {
    return commentOf(*this, parts) + body(parts);
}

SnippetParts snippetParts(const RunPlan& plan, Nanoseconds learnedMargin) {
    SnippetParts parts{
        .plan = plan, .system = systemOf(plan.machine.id), .margin = marginOf(plan), .measured = {}};
    if (parts.margin.count() > 0 && learnedMargin.count() > 0)
        parts.margin = learnedMargin;
    return parts;
}

SnippetParts snippetParts(const Target& target, const Recommendation& recommendation) {
    if (!recommendation.pick)
        return {};
    const Candidate& pick = *recommendation.pick;
    return {.plan = pick.evidence.plan,
            .system = systemOf(pick.evidence.plan.machine.id),
            .margin = marginOf(pick.evidence.plan),
            .noDeepIdle = pick.noDeepIdle,
            .role = pick.now ? "as the loop waits now" : "which is recommended",
            .notTried = recommendation.notTried,
            .measured = recommendation.measured,
            .unit = target.frames()};
}

std::string_view standardSnippet(const SnippetParts& parts) {
    for (const std::string_view id : {"cpp-header", "cpp-posix", "cpp-windows"}) {
        const SnippetEntry& entry = *findEntry(snippetCatalog(), id);
        if (entry.notFor != parts.system && hasPolicy(entry, parts.plan) &&
            entry.way(parts).strategy == parts.plan.strategy.id)
            return id;
    }
    return "cpp-pacer";
}

} // namespace jitterscope
