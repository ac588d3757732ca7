// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/comparison_runner.h"

#include <atomic>
#include <utility>

namespace jitterscope::ui {

struct ComparisonRunner::Work {
    ComparedPair pair;
    std::atomic<bool> cancel{false};
};

ComparisonRunner::ComparisonRunner(QObject* parent) : JobRunner(parent) {}

ComparisonRunner::~ComparisonRunner() {
    if (m_work)
        m_work->cancel = true;
}

void ComparisonRunner::compare(std::shared_ptr<const ComparedRun> a, std::shared_ptr<const ComparedRun> b,
                               const CompareOptions& options) {
    take({std::move(a), std::move(b), options, {}, {}});
}

void ComparisonRunner::drawAlone(std::shared_ptr<const ComparedRun> run) {
    take({std::move(run), nullptr, {}, {}, {}});
}

void ComparisonRunner::take(ComparedPair pair) {
    m_next = std::make_shared<ComparedPair>(std::move(pair));
    if (!running())
        startNext();
    else
        m_work->cancel = true; // ended() goes on with the next
}

void ComparisonRunner::forget() {
    m_next.reset();
    if (running())
        m_work->cancel = true;
}

void ComparisonRunner::startNext() {
    auto work = std::make_shared<Work>();
    work->pair = *std::exchange(m_next, nullptr);
    const auto begun = begin(
        [work](JobControl& control) {
            ComparedPair& pair = work->pair;
            if (!pair.b) {
                if (!pair.a->summaries.empty())
                    pair.curves = comparisonCurves(*pair.a, ComparedRun(), pair.a->summaries.begin()->first,
                                                   &work->cancel);
                return;
            }
            pair.comparison = compareRuns(*pair.a, *pair.b, pair.options, &work->cancel,
                                          [&control](double done) { control.report(0.8 * done, {}); });
            const std::optional<RunQuantity> quantity = shownQuantity(*pair.a, *pair.b);
            if (quantity && !work->cancel)
                pair.curves = comparisonCurves(*pair.a, *pair.b, *quantity, &work->cancel);
        },
        false, 1);
    if (!begun) {
        emit failed(QString::fromStdString(begun.error().message()));
        return;
    }
    m_work = std::move(work);
    emit started();
}

void ComparisonRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (m_next)
        startNext();
    else if (!work->cancel)
        emit compared(std::make_shared<const ComparedPair>(std::move(work->pair)));
}

} // namespace jitterscope::ui
