// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/diagnosis/recommendation.h"
#include "core/plan/run_plan.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a snippet is made from: a plan, and what is known about it.
struct SnippetParts {
    RunPlan plan;
    /// For languages without the strategy itself: sleep until this long before the deadline, then spin; 0:
    /// sleep only.
    Nanoseconds margin{0};
    std::vector<std::string> evidence; ///< lines for the comment on top
    bool noDeepIdle = false;           ///< /dev/cpu_dma_latency is held at 0
};

/// One way of writing the loop down.
///
/// To add one: a function in snippets/ and a line in snippet.cpp. The test compiles or runs each where its
/// tools are installed.
struct SnippetEntry {
    std::string_view id;       ///< `cpp-pacer`, …; never changes
    std::string_view name;     ///< `C++ with Pacer`
    std::string_view language; ///< of a fenced block: `cpp`, `c`, `rust`, `python`
    std::string_view needs;    ///< what else has to be there; empty: nothing
    std::string (*text)(const SnippetParts&) = nullptr;
};

/// All snippets. Immutable; any thread.
[[nodiscard]] std::span<const SnippetEntry> snippetCatalog();

/// The parts for a plan alone, as on the live page. `learnedMargin`: what its strategy keeps back at present;
/// 0 if nothing is known.
[[nodiscard]] SnippetParts snippetParts(const RunPlan& plan, Nanoseconds learnedMargin = Nanoseconds{0});
/// The parts of a recommendation, with its evidence; the plan alone if nothing was measured.
[[nodiscard]] SnippetParts snippetParts(const Target& target, const Recommendation& recommendation);

/// Id of the snippet that shows this plan best without anything to install.
[[nodiscard]] std::string_view standardSnippet(const RunPlan& plan) noexcept;

} // namespace jitterscope
