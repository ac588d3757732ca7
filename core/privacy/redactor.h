// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"
#include "core/plan/run_plan.h"
#include "core/platform/account.h"
#include "core/run/run_result.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

/// What a file or a report may say of who made it and what ran there. The only place that decides it: every
/// writer takes one and asks a Redactor.
struct Privacy {
    bool redacted = false; ///< what leftOut() names is left out
    bool programs = false; ///< a diagnosis names the programs that ran beside it; only where asked for
    Account account{};     ///< words that texts of people may hold
};
/// Leaves everything private out.
[[nodiscard]] Privacy redactedPrivacy();

/// `host`, `user`, `paths`, `names of programs`, `command lines`
[[nodiscard]] std::span<const std::string_view> leftOut() noexcept;
/// The same as one text, with commas.
[[nodiscard]] std::string leftOutText();
/// A sentence or two for a report: what is left out and what is kept, or that it holds `revealed` and how to
/// leave that out. `revealed` empty: it holds nothing of the kind.
[[nodiscard]] std::string privacyText(const Privacy& privacy, std::string_view revealed);

/// Rewrites what one file or report says. Each file and each program gets a number, `file 1`, `program 2`, so
/// that what is the same stays the same. Without Privacy::redacted all stays as it is. One thread.
class Redactor {
public:
    explicit Redactor(Privacy privacy) : m_privacy(std::move(privacy)) {}

    [[nodiscard]] bool redacts() const noexcept { return m_privacy.redacted; }
    [[nodiscard]] std::string file(const std::string& path);
    [[nodiscard]] std::string program(const std::string& name);
    /// A text that a person wrote: host, user and paths in it become `…`, and so do the files and programs
    /// that were named so far.
    [[nodiscard]] std::string text(std::string_view text) const;
    /// Leaves out only host, user and paths. For settings, in which `60` is not a name, even if a file is
    /// called so.
    [[nodiscard]] std::string unnamed(std::string_view text) const;
    /// A sentence of this program: as text(), and what it quotes, which is from outside, becomes `…` as well.
    [[nodiscard]] std::string sentence(std::string_view text) const;
    [[nodiscard]] std::vector<std::string> sentences(std::vector<std::string> texts) const;

    /// From now on texts do not hold what this run is called by.
    void learn(const ComparedRun& run);
    [[nodiscard]] RunPlan plan(RunPlan plan);
    [[nodiscard]] RunSummary summary(RunSummary run);
    /// A name that comes from its file becomes one of what it is: `precise-sleep, 60 Hz, x 1`, `recording of
    /// MangoHud 0.7.1`. Facts of a log are kept where they are of its machine: graphics card, resolution, …
    [[nodiscard]] ComparedRun run(ComparedRun run);

private:
    static std::string numbered(std::vector<std::string>& known, const std::string& what, const char* name);
    [[nodiscard]] bool namesOutside(const ComparedRun& run) const;

    Privacy m_privacy;
    std::vector<std::string> m_files;
    std::vector<std::string> m_programs;
};

/// A comparison for strangers; it holds what its report refers to.
class RedactedComparison {
public:
    /// Without Privacy::redacted it stays as it is. `report` must outlive this.
    RedactedComparison(const ComparisonReport& report, const Privacy& privacy);
    /// Valid as long as this and the report that it was made of.
    [[nodiscard]] ComparisonReport report() const;

private:
    const ComparisonReport& m_report;
    bool m_redacted;
    std::string m_note;
    ComparedRun m_a;
    ComparedRun m_b;
    Comparison m_comparison;
};

} // namespace jitterscope
