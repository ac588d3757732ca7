// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/system_family.h"
#include "core/diagnosis/recommendation.h"
#include "core/diagnosis/target.h"
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
    SystemFamily system = SystemFamily::Linux; ///< the system on which the loop is to run
    /// For languages that do not have the strategy: sleep until this long before the deadline, then spin. 0:
    /// do not spin.
    Nanoseconds margin{0};
    bool noDeepIdle = false; ///< /dev/cpu_dma_latency is held at 0
    /// What the plan is, for a comment in code that waits in another way: `which is recommended`.
    std::string_view role = "which is planned";
    /// A trial whose cure is advised and was not tried, so that the code is without it; empty: none.
    std::string notTried{};
    std::vector<MeasuredWay> measured; ///< measured ways; code that waits so shows their figures
    std::string_view unit = "frames";  ///< what the figures count
};

/// How a snippet's code waits.
struct CodeWay {
    std::string strategy; ///< id of the strategy that waits exactly so; empty: there is none
    std::string words;    ///< `sleeps until 500 µs before the deadline, then spins`
};

/// The loop as code in one language. Its first lines say how the code waits, and what was measured of that.
///
/// To add one, add functions in snippets/ and a line to snippet.cpp. The test compiles or runs each one if
/// its tools are installed.
struct SnippetEntry {
    std::string_view id;       ///< `cpp-pacer`, …; never changes
    std::string_view name;     ///< `C++ with Pacer`
    std::string_view language; ///< of a fenced block: `cpp`, `c`, `rust`, `python`
    std::string_view needs;    ///< what must be installed; empty: nothing
    std::string_view lead;     ///< begins a comment line: `// `
    CodeWay (*way)(const SnippetParts&) = nullptr;
    std::string (*body)(const SnippetParts&) = nullptr;
    /// A system that it is not for. Absent: it is for all, or its name says for which.
    std::optional<SystemFamily> notFor{};

    /// The comment, then the code.
    [[nodiscard]] std::string text(const SnippetParts& parts) const;
};

/// All snippets. Immutable; any thread.
[[nodiscard]] std::span<const SnippetEntry> snippetCatalog();
/// The snippets for a loop on this system, in the catalogue's order. For Linux, code for Windows is included.
[[nodiscard]] std::vector<const SnippetEntry*> snippetsFor(SystemFamily system);

/// The parts for a plan alone, as on the live page. `learnedMargin`: the margin that its strategy uses now;
/// 0: not known.
[[nodiscard]] SnippetParts snippetParts(const RunPlan& plan, Nanoseconds learnedMargin = Nanoseconds{0});
/// The parts of a recommendation, with everything that was measured beside it.
[[nodiscard]] SnippetParts snippetParts(const Target& target, const Recommendation& recommendation);

/// Id of the snippet that waits exactly as planned, so that what was measured is what is copied. Of several
/// it is the one that needs least; `cpp-pacer` waits in every way.
[[nodiscard]] std::string_view standardSnippet(const SnippetParts& parts);

struct DiagnosisPlan;

/// The loop of a plan on this machine, as `jitterscope-cli run` takes it; without limits.
[[nodiscard]] std::string runCommand(const RunPlan& loop);

/// The `jitterscope-cli diagnose` that repeats a diagnosis. Paths are left out: a recorded machine is FILE.
[[nodiscard]] std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials);

} // namespace jitterscope
