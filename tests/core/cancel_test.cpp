// SPDX-License-Identifier: MIT
// Long computations end soon when they are cancelled: after at most 200 ms of work with twelve million
// values. Here are half as many, and half the time. How long that is on the clock, core_benchmark measures.
#include "core/compare/comparison.h"
#include "core/compare/curves.h"
#include "core/stats/rank_table.h"
#include "core/stats/sort_values.h"
#include "tests/support/cancelled.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <limits>
#include <random>

namespace jitterscope::cancel_test {

namespace {

constexpr double kAllowed = 100; // ms of a processor
constexpr std::size_t kMany = 3'000'000 / kSlower;

std::vector<std::int64_t> times(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values)
        value = 16'000'000 + static_cast<std::int64_t>(random() % 2'000'000);
    return values;
}

ComparedRun runOf(std::size_t frames, bool deadlines, std::uint64_t seed) {
    RunColumns columns;
    columns.frameTime = times(frames, seed);
    if (deadlines) {
        columns.lateness = times(frames, seed + 1);
        columns.spin = times(frames, seed + 2);
        columns.lost.assign(frames, 0);
    }
    ComparedRun run;
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    run.rateHz = 60;
    run.tolerance = Nanoseconds{17'000'000};
    summarizeColumns(run);
    return run;
}

void endsInTime(const std::function<void(const CancelFlag*)>& work) {
    const double longest = longestAfterCancel(work);
    const double allowed =
        kAllowed * kSlower + fetchingMilliseconds(4 * kMany * sizeof(std::int64_t)); // what it holds at once
    QVERIFY2(longest < allowed, qPrintable(QString("%1 ms, %2 are allowed").arg(longest).arg(allowed)));
}

} // namespace

class CancelTest : public QObject {
    Q_OBJECT

    ComparedRun m_few = runOf(3000, true, 1);
    ComparedRun m_many = runOf(kMany, false, 2);
    ComparedRun m_manyWithDeadlines = runOf(kMany / 3, true, 3);

private slots:
    void valuesAreSortedWhateverTheyAre_data() {
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        QTest::addColumn<qint64>("low");
        QTest::addColumn<qint64>("high");
        QTest::newRow("one value") << qint64{7} << qint64{7};
        QTest::newRow("one digit") << qint64{0} << qint64{2047};
        QTest::newRow("two digits") << qint64{-1024} << qint64{1024};
        QTest::newRow("both signs") << qint64{-3'000'000} << qint64{5'000'000'000};
        QTest::newRow("everything") << qint64{kLeast} << qint64{kMost};
    }
    void valuesAreSortedWhateverTheyAre() {
        QFETCH(qint64, low);
        QFETCH(qint64, high);
        std::mt19937_64 random(5);
        std::uniform_int_distribution<std::int64_t> within(low, high);
        for (const std::size_t count : {0U, 1U, 100U, 4095U, 4096U, 30'000U}) {
            std::vector<std::int64_t> values(count);
            for (std::int64_t& value : values)
                value = within(random);
            if (count > 1) {
                values[count / 2] = low;
                values[count / 3] = high;
            }
            std::vector<std::int64_t> expected = values;
            std::ranges::sort(expected);
            QVERIFY(sortValues(values));
            QCOMPARE(values, expected);
        }
    }
    void aCancelledSortKeepsItsValues() {
        const CancelFlag cancel{true};
        std::vector<std::int64_t> values = times(100'000, 4);
        std::vector<std::int64_t> expected = values;
        QVERIFY(!sortValues(values, &cancel));
        QVERIFY(sortValues(values) && sortValues(expected));
        QCOMPARE(values, expected);
        QVERIFY(SortedSeries(expected, &cancel).sorted().empty());
    }
    void sortingAndSummariesEndInTime() {
        const std::vector<std::int64_t> values = times(2 * kMany, 9);
        endsInTime([&](const CancelFlag* cancel) {
            std::vector<std::int64_t> sorted = values;
            (void)exactSummary(sorted, 0, cancel);
        });
    }
    void comparisonsEndInTime() {
        endsInTime([this](const CancelFlag* cancel) { (void)compareRuns(m_many, m_few, {}, cancel); });
        endsInTime(
            [this](const CancelFlag* cancel) { (void)compareRuns(m_few, m_manyWithDeadlines, {}, cancel); });
    }
    void recordingsDrawnWholeEndInTime() {
        ComparedRun parts = m_many;
        parts.parts.assign(5, kMany / 5);
        parts.parts.back() += kMany % 5;
        endsInTime([&](const CancelFlag* cancel) { (void)compareRuns(parts, m_few, {}, cancel); });
    }
    /// One recording is one cell of the table, however long it is; it is not filled to its end.
    void aTableOfOneLongRecordingEndsEarly() {
        const std::vector<std::int64_t> values = times(2 * kMany, 11);
        std::vector<std::int64_t> sorted = values;
        QVERIFY(sortValues(sorted));
        const std::vector<std::size_t> parts{values.size()};
        const Cells cells(parts);
        const std::array<RankTable::Wanted, 2> wanted{{{0.5, false}, {0.99, true}}};
        const auto work = [&](const CancelFlag* cancel) {
            (void)RankTable::make(values, sorted, wanted, cells, cancel);
        };
        const double whole = cpuMillisecondsOf([&] { work(nullptr); });
        const double longest = longestAfterCancel(work); // first asked after a twelfth of it
        QVERIFY2(longest < 0.6 * whole, qPrintable(QString("%1 of %2 ms").arg(longest).arg(whole)));
    }
    void curvesEndInTime() {
        endsInTime([this](const CancelFlag* cancel) {
            (void)comparisonCurves(m_many, m_few, RunQuantity::FrameTime, cancel);
        });
    }
    void whatIsCancelledFromTheStartDoesNothing() {
        const CancelFlag cancel{true};
        const Comparison comparison = compareRuns(m_many, m_few, {}, &cancel);
        QVERIFY(comparison.figures.empty() && comparison.sentence.empty());
        QVERIFY(comparisonCurves(m_many, m_few, RunQuantity::FrameTime, &cancel).quantilesA.points.empty());
    }
};

JITTERSCOPE_TEST(CancelTest)

} // namespace jitterscope::cancel_test

#include "cancel_test.moc"
