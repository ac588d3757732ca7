// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/comparison_runner.h"

#include "ui/format/outside_text.h"

#include <atomic>
#include <utility>

namespace jitterscope::ui {

struct ComparisonRunner::Work {
    ComparedPair pair;
    std::string noPart; // why
    std::atomic<bool> cancel{false};

    void compare(JobControl& control);
};

void ComparisonRunner::Work::compare(JobControl& control) {
    const auto wholeA = pair.a;
    const auto wholeB = pair.b;
    for (std::shared_ptr<const ComparedRun>* const run : {&pair.a, &pair.b}) {
        if (pair.range.whole())
            break;
        Result<ComparedRun> part = partOf(**run, pair.range, &cancel);
        if (!part) {
            noPart = part.error().what;
            return;
        }
        *run = std::make_shared<const ComparedRun>(std::move(part).value());
    }
    pair.comparison = compareRuns(*pair.a, *pair.b, pair.options, &cancel,
                                  [&control](double done) { control.report(0.8 * done, {}); });
    const std::optional<RunQuantity> quantity = shownQuantity(*pair.a, *pair.b);
    if (!quantity || cancel)
        return;
    pair.curves = comparisonCurves(*pair.a, *pair.b, *quantity, &cancel);
    if (pair.range.whole())
        return;
    pair.curves.overTime = overTime(*wholeA, *wholeB, *quantity);
    for (PairOverTime& time : pair.curves.overTime)
        time.part = pair.range;
}

ComparisonRunner::ComparisonRunner(QObject* parent) : JobRunner(parent) {}

ComparisonRunner::~ComparisonRunner() {
    if (m_work)
        m_work->cancel = true;
}

void ComparisonRunner::compare(std::shared_ptr<const ComparedRun> a, std::shared_ptr<const ComparedRun> b,
                               const CompareOptions& options, const TimeRange& range) {
    take({std::move(a), std::move(b), options, range, {}, {}});
}

void ComparisonRunner::drawAlone(std::shared_ptr<const ComparedRun> run) {
    take({std::move(run), nullptr, {}, {}, {}, {}});
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
            work->compare(control);
        },
        false, 1);
    if (!begun) {
        emit failed(format::text(begun.error().message()));
        return;
    }
    m_work = std::move(work);
    emit started();
}

void ComparisonRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (m_next)
        startNext();
    else if (!work->noPart.empty() && !work->cancel)
        emit refusedRange(format::text(work->noPart));
    else if (!work->cancel)
        emit compared(std::make_shared<const ComparedPair>(std::move(work->pair)));
}

} // namespace jitterscope::ui
