// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/curves.h"
#include "ui/session/job_runner.h"

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// A compared pair with all that the page shows of it.
struct ComparedPair {
    std::shared_ptr<const ComparedRun> a; ///< with the part that counts alone
    std::shared_ptr<const ComparedRun> b; ///< null: only `a`, with curves but no comparison
    CompareOptions options;
    TimeRange range; ///< the curves over time are of the whole
    Comparison comparison;
    ComparisonCurves curves;
};

/// Compares one pair after the other on a thread of its own. A new pair replaces the one in progress.
class ComparisonRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit ComparisonRunner(QObject* parent = nullptr);
    ~ComparisonRunner() override;

    void compare(std::shared_ptr<const ComparedRun> a, std::shared_ptr<const ComparedRun> b,
                 const CompareOptions& options, const TimeRange& range = {});
    /// Makes the curves of one run alone: compared() follows.
    void drawAlone(std::shared_ptr<const ComparedRun> run);
    /// Ends what is in progress; nothing follows.
    void forget();

signals:
    void compared(const std::shared_ptr<const jitterscope::ui::ComparedPair>& pair);
    /// A run has no such part: why.
    void refusedRange(const QString& why);

private:
    struct Work;
    void take(ComparedPair pair);
    void startNext();
    void ended() override;

    std::shared_ptr<Work> m_work;               ///< in progress
    std::shared_ptr<const ComparedPair> m_next; ///< comes after it
};

} // namespace jitterscope::ui
