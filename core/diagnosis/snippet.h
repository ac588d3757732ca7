// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/system_family.h"
#include "core/diagnosis/recommendation.h"
#include "core/plan/run_plan.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a snippet is made from: a plan, and what was measured.
struct SnippetParts {
    RunPlan plan;
    SystemFamily system = SystemFamily::Linux; ///< that the loop is to run on
    /// For languages without the strategy itself: sleep until this long before the deadline, then spin; 0:
    /// sleep only.
    Nanoseconds margin{0};
    bool noDeepIdle = false; ///< /dev/cpu_dma_latency is held at 0
    /// What the plan is, where the code waits in another way: `which is recommended`.
    std::string_view role = "which is planned";
    std::vector<MeasuredWay> measured; ///< ways of waiting whose figures may stand above code that waits so
    std::string_view unit = "frames";  ///< what the figures count
};

/// How a snippet's code waits.
struct CodeWay {
    std::string strategy; ///< the catalogue's id, if it waits exactly so; empty: as none that can be measured
    std::string words;    ///< `sleeps until 500 µs before the deadline, then spins`
};

/// One way of writing the loop down. Its first lines say how its code waits, and what was measured of that.
///
/// To add one: functions in snippets/ and a line in snippet.cpp. The test compiles or runs each where its
/// tools are installed.
struct SnippetEntry {
    std::string_view id;       ///< `cpp-pacer`, …; never changes
    std::string_view name;     ///< `C++ with Pacer`
    std::string_view language; ///< of a fenced block: `cpp`, `c`, `rust`, `python`
    std::string_view needs;    ///< what else has to be there; empty: nothing
    std::string_view lead;     ///< before a line of comment: `// `
    CodeWay (*way)(const SnippetParts&) = nullptr;
    std::string (*body)(const SnippetParts&) = nullptr;
    /// A system that it is not for; absent: it is for each, or it names its own.
    std::optional<SystemFamily> notFor{};

    /// The comment, then the code.
    [[nodiscard]] std::string text(const SnippetParts& parts) const;
};

/// All snippets. Immutable; any thread.
[[nodiscard]] std::span<const SnippetEntry> snippetCatalog();
/// Those for a loop of this system, in the catalogue's order. Linux also shows the code for Windows.
[[nodiscard]] std::vector<const SnippetEntry*> snippetsFor(SystemFamily system);

/// The parts for a plan alone, as on the live page. `learnedMargin`: what its strategy keeps back at present;
/// 0 if nothing is known.
[[nodiscard]] SnippetParts snippetParts(const RunPlan& plan, Nanoseconds learnedMargin = Nanoseconds{0});
/// The parts of a recommendation, with everything that was measured beside it.
[[nodiscard]] SnippetParts snippetParts(const Target& target, const Recommendation& recommendation);

/// Id of the snippet that shows this plan best without anything to install.
[[nodiscard]] std::string_view standardSnippet(const RunPlan& plan) noexcept;

} // namespace jitterscope
