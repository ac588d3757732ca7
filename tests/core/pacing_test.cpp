// SPDX-License-Identifier: MIT
#include "core/pacing/pacing_catalog.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::pacing_test {

namespace {

constexpr TimePoint kOrigin{Nanoseconds(5'000'000'000)};

TimePoint at(std::int64_t milliseconds) {
    return kOrigin + std::chrono::milliseconds(milliseconds);
}

std::unique_ptr<PacingPolicy> make(std::string_view id, double form = 1) {
    const PacingEntry* entry = findEntry(pacingCatalog(), id);
    ParameterValues values(entry->parameters);
    if (!entry->parameters.empty())
        values.set(0, form);
    auto policy = entry->make(values);
    policy->start(Period::fromDuration(std::chrono::milliseconds(100)).value(), 0, kOrigin);
    return policy;
}

/// A frame in ms after the origin; its wait began when `waitBegin` says.
FrameTimes frame(std::int64_t iteration, std::int64_t waitBegin, std::int64_t release, std::int64_t workEnd) {
    return {iteration, at(waitBegin), at(release), at(workEnd)};
}

} // namespace

class PacingTest : public QObject {
    Q_OBJECT

private slots:
    void fixedSleepRestsOnePeriodAfterTheWork() {
        const auto policy = make("fixed-sleep");
        const Release next = policy->schedule(frame(0, 0, 0, 30));
        QCOMPARE(next.due, at(130));
        QCOMPARE(next.iteration, std::int64_t{1});
        QCOMPARE(next.lost, std::int64_t{0});
    }

    void remainderSleepsWhatTheWorkLeft() {
        const auto policy = make("remainder");
        QCOMPARE(policy->schedule(frame(0, 0, 0, 30)).due, at(100));
        QCOMPARE(policy->schedule(frame(1, 30, 104, 134)).due, at(204));  // the 4 ms oversleep stays
        QCOMPARE(policy->schedule(frame(2, 134, 204, 384)).due, at(384)); // 180 ms of work: at once
    }

    /// Article 5: "after the first iteration it will have to wait −80 ms … together −70 ms … it will wait 10
    /// ms".
    void accumulatorFollowsTheWorkedExample() {
        const auto policy = make("accumulator");
        QCOMPARE(policy->schedule(frame(0, 0, 0, 180)).due, at(180));
        QCOMPARE(policy->schedule(frame(1, 180, 180, 270)).due, at(270));
        QCOMPARE(policy->schedule(frame(2, 270, 270, 290)).due, at(300));
        // It takes the sleep for exact: released 7 ms late, it still asks for a whole period.
        QCOMPARE(policy->schedule(frame(3, 290, 307, 327)).due, at(407));
    }

    void measuredAccumulatorMakesUpForTheOversleep() {
        const auto policy = make("measured-accumulator");
        QCOMPARE(policy->schedule(frame(0, 0, 0, 180)).due, at(180));
        QCOMPARE(policy->schedule(frame(1, 180, 180, 270)).due, at(270));
        QCOMPARE(policy->schedule(frame(2, 270, 270, 290)).due, at(300));
        // It asked for 10 ms and slept 17: 7 ms are carried, and the next frame is due on the grid again.
        QCOMPARE(policy->schedule(frame(3, 290, 307, 327)).due, at(400));
    }

    /// Article 2, "drop & rest": iteration 1 took too long, iteration 2 was lost, 3 starts at a new slot.
    void dropAndRestGivesTheStartedSlotUp() {
        const auto policy = make("drop-and-rest");
        const Release next = policy->schedule(frame(1, 100, 100, 250));
        QCOMPARE(next.iteration, std::int64_t{3});
        QCOMPARE(next.lost, std::int64_t{1});
        QCOMPARE(next.due, at(300));
    }

    /// Article 2, "keep working": iteration 2 is not dropped and begins as soon as possible.
    void keepWorkingRunsTheStartedSlot() {
        const auto policy = make("keep-working");
        const Release next = policy->schedule(frame(1, 100, 100, 250));
        QCOMPARE(next.iteration, std::int64_t{2});
        QCOMPARE(next.lost, std::int64_t{0});
        QCOMPARE(next.due, at(200));                                        // in the past: at once
        const Release afterTwo = policy->schedule(frame(2, 250, 250, 430)); // more than two slots
        QCOMPARE(afterTwo.iteration, std::int64_t{4});
        QCOMPARE(afterTwo.lost, std::int64_t{1});
        QCOMPARE(afterTwo.due, at(400));
    }

    void workThatEndsOnASlotIsOnTimeForIt() {
        for (const char* id : {"drop-and-rest", "keep-working"}) {
            const auto policy = make(id);
            const Release next = policy->schedule(frame(0, 0, 0, 100));
            QCOMPARE(next.iteration, std::int64_t{1});
            QCOMPARE(next.due, at(100));
            QCOMPARE(next.lost, std::int64_t{0});
        }
    }

    /// Row by row what the article's Python computes: behind = 100, rest = 100 − 100 % 100 = 100, lost = 200.
    void lateWorkThatEndsOnASlotLosesItOnlyAsPrinted() {
        const Release printed = make("drop-and-rest", 0)->schedule(frame(0, 0, 0, 200));
        QCOMPARE(printed.iteration, std::int64_t{3});
        QCOMPARE(printed.lost, std::int64_t{2});
        QCOMPARE(printed.due, at(300));
        const Release mended = make("drop-and-rest", 1)->schedule(frame(0, 0, 0, 200));
        QCOMPARE(mended.iteration, std::int64_t{2});
        QCOMPARE(mended.lost, std::int64_t{1});
        QCOMPARE(mended.due, at(200));
        const Release keep = make("keep-working")->schedule(frame(0, 0, 0, 200));
        QCOMPARE(keep.iteration, std::int64_t{2});
        QCOMPARE(keep.lost, std::int64_t{1});
    }

    void aNewRateKeepsTheFramesPlace() {
        const Period faster = Period::fromDuration(std::chrono::milliseconds(40)).value();
        const auto grid = make("drop-and-rest");
        grid->retarget(faster, 5, at(507));
        QCOMPARE(grid->schedule(frame(5, 480, 507, 510)).due, at(540)); // from the slot, not the late release
        const auto relative = make("remainder");
        relative->retarget(faster, 5, at(507));
        QCOMPARE(relative->schedule(frame(5, 480, 507, 510)).due, at(547));
    }

    void aPolicyCanTakeOverInTheMiddle() {
        for (const PacingEntry& entry : pacingCatalog()) {
            const auto policy = entry.make(ParameterValues(entry.parameters));
            policy->start(Period::fromDuration(std::chrono::milliseconds(100)).value(), 1000, at(7));
            const Release next = policy->schedule(frame(1000, 0, 7, 17));
            QCOMPARE(next.iteration, std::int64_t{1001});
            QCOMPARE(next.due, entry.id == "fixed-sleep" ? at(117) : at(107));
        }
    }

    void afterAStopNothingIsCaughtUpWith() {
        for (const PacingEntry& entry : pacingCatalog()) {
            const auto policy = entry.make(ParameterValues(entry.parameters));
            policy->start(Period::fromDuration(std::chrono::milliseconds(100)).value(), 0, kOrigin);
            const Release asked = policy->schedule(frame(0, 0, 0, 10));
            const std::int64_t iteration = policy->reanchor(asked.iteration, at(5'030));
            QCOMPARE(iteration, entry.grid ? std::int64_t{50} : std::int64_t{1});
            const Release next = policy->schedule(frame(iteration, 10, 5'030, 5'040));
            QVERIFY(next.due >= at(5'100)); // no burst
            QCOMPARE(next.iteration, iteration + 1);
        }
    }

    void theCatalogueIsComplete() {
        for (const char* id : {"fixed-sleep", "remainder", "accumulator", "measured-accumulator",
                               "drop-and-rest", "keep-working"})
            QVERIFY(findEntry(pacingCatalog(), id) != nullptr);
        for (const PacingEntry& entry : pacingCatalog())
            QVERIFY(!entry.name.empty() && !entry.description.empty() && !entry.source.empty());
    }
};

JITTERSCOPE_TEST(PacingTest)

} // namespace jitterscope::pacing_test

#include "pacing_test.moc"
