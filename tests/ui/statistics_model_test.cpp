// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/models/statistics_table.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>

namespace jitterscope::statistics_model_test {

using namespace jitterscope::ui;

namespace {

/// `late` is added to each of `count` frame times around 1 ms.
LiveMetrics metricsOf(std::int64_t count, std::int64_t late, double cpu) {
    const Period period = Period::parseRate("1000").value();
    FrameStatistics statistics(period, Nanoseconds(10'000));
    std::int64_t start = 0;
    for (std::int64_t i = 1; i <= count; ++i) {
        FrameSample sample;
        sample.iteration = i;
        sample.deadline = i * 1'000'000;
        sample.start = sample.deadline + late + i % 7 * 300;
        sample.frameTime = sample.start - start;
        start = sample.start;
        statistics.add(sample);
    }
    LiveMetrics metrics;
    metrics.now = statistics.metrics();
    metrics.cpuNow.threadPercent = cpu;
    metrics.stretches = 1;
    metrics.period = period;
    return metrics;
}

Baseline baselineOf(const LiveMetrics& metrics) {
    return {QStringLiteral("before"), "spin", metrics.period, metrics.now, metrics.cpuNow, {}};
}

QString cell(const StatisticsModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

} // namespace

class StatisticsModelTest : public QObject {
    Q_OBJECT

private slots:
    void rowsComeAndGoByTheRules() {
        StatisticsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        LiveMetrics metrics = metricsOf(50, 0, 5);
        model.show(metrics, {});
        QCOMPARE(model.rowCount(), 1);
        metrics.stretches = 2;
        const LiveMetrics before = metricsOf(200, 50'000, 5);
        metrics.before = LiveMetrics::Before{QStringLiteral("Spin · 60 Hz"), before.now, before.cpuNow,
                                             before.period, false};
        model.show(metrics, {});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("before"));
        QVERIFY(model.headerData(1, Qt::Vertical, Qt::ToolTipRole).toString().contains("Spin · 60 Hz"));
        QCOMPARE(cell(model, 1, StatisticsModel::Frames), QStringLiteral("200")); // by itself, never together
        model.show(metrics, baselineOf(metrics));
        QCOMPARE(model.rowCount(), 4);
        model.show({}, baselineOf(metrics));
        QCOMPARE(model.rowCount(), 1);
        model.show({}, {});
        QCOMPARE(model.rowCount(), 0);
    }
    void newNumbersOfTheSameRowsResetNothing() {
        StatisticsModel model;
        model.show(metricsOf(50, 0, 5), {});
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.show(metricsOf(60, 0, 5), {});
        QCOMPARE(resets.count(), 0);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(cell(model, 0, StatisticsModel::Frames), QStringLiteral("60"));
    }
    void percentilesWithoutEnoughFramesSayWhatTheyNeed_data() {
        QTest::addColumn<int>("frames");
        QTest::addColumn<bool>("p99");
        QTest::addColumn<bool>("p999");
        QTest::newRow("2") << 2 << false << false;
        QTest::newRow("99") << 99 << false << false;
        QTest::newRow("100") << 100 << true << false;
        QTest::newRow("999") << 999 << true << false;
        QTest::newRow("1000") << 1000 << true << true;
    }
    void percentilesWithoutEnoughFramesSayWhatTheyNeed() {
        QFETCH(int, frames);
        QFETCH(bool, p99);
        QFETCH(bool, p999);
        StatisticsModel model;
        model.show(metricsOf(frames, 0, 5), {});
        QCOMPARE(cell(model, 0, StatisticsModel::P99) == QStringLiteral("needs 100"), !p99);
        QCOMPARE(cell(model, 0, StatisticsModel::P999) == QStringLiteral("needs 1000"), !p999);
    }
    void differencesAreJudgedByTheirDirection() {
        StatisticsModel model;
        const LiveMetrics before = metricsOf(2000, 50'000, 1);
        model.show(metricsOf(2000, 500, 90), baselineOf(before));
        const int row = 2;
        const auto colour = [&](int column) {
            return model.index(row, column).data(Qt::ForegroundRole).value<QBrush>().color();
        };
        QCOMPARE(colour(StatisticsModel::LatenessP99), tokens().good);
        QCOMPARE(colour(StatisticsModel::Late), tokens().good);
        QCOMPARE(colour(StatisticsModel::Cpu), tokens().second);
        QCOMPARE(colour(StatisticsModel::P50), tokens().muted); // the same but for nanoseconds
        QCOMPARE(cell(model, row, StatisticsModel::Cpu), QStringLiteral("+89.0 %"));
    }
    void differencesOfUnlikeRunsAreNotJudgedAndItIsSaidWhy_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"rate", "tolerance", "machine"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void differencesOfUnlikeRunsAreNotJudgedAndItIsSaidWhy() {
        QFETCH(QString, what);
        StatisticsModel model;
        LiveMetrics now = metricsOf(2000, 500, 90);
        now.machine = "windows-1ms";
        Baseline before = baselineOf(metricsOf(2000, 50'000, 1));
        before.machine = what == QStringLiteral("machine") ? "linux-rt" : "windows-1ms";
        if (what == QStringLiteral("rate"))
            before.period = Period::parseRate("144").value();
        if (what == QStringLiteral("tolerance"))
            before.metrics.tolerance = Nanoseconds(1000);
        model.show(now, before);
        for (int column = 0; column < model.columnCount(); ++column)
            QCOMPARE(model.index(2, column).data(Qt::ForegroundRole).value<QBrush>().color(), tokens().muted);
        QVERIFY2(model.whyNotJudged().contains(what), qPrintable(model.whyNotJudged()));
        QVERIFY(model.headerData(2, Qt::Vertical, Qt::ToolTipRole).toString().contains(model.whyNotJudged()));
        QVERIFY(!cell(model, 2, StatisticsModel::P99).isEmpty()); // the difference itself stays
    }
    void theLateShareSaysBeyondWhat() {
        StatisticsModel model;
        const auto title = [&] {
            return model.headerData(StatisticsModel::Late, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        const LiveMetrics now = metricsOf(2000, 500, 90);
        model.show(now, {});
        QCOMPARE(title(), QStringLiteral("late >10.0 µs"));
        Baseline before = baselineOf(now);
        before.metrics.tolerance = Nanoseconds(1000);
        model.show(now, before);
        QCOMPARE(title(), QStringLiteral("late")); // two of them: each beside its number
        QVERIFY(cell(model, 0, StatisticsModel::Late).endsWith(QStringLiteral(">10.0 µs")));
        QVERIFY(cell(model, 1, StatisticsModel::Late).endsWith(QStringLiteral(">1.00 µs")));
        QVERIFY(model.asText().contains(QStringLiteral(">1.00 µs")));
    }
    void percentilesThatAreNotExactAreMarked() {
        StatisticsModel model;
        LiveMetrics metrics = metricsOf(2000, 0, 5);
        model.show(metrics, {});
        QVERIFY(!cell(model, 0, StatisticsModel::P50).startsWith(QStringLiteral("≈")));
        metrics.exact = false;
        model.show(metrics, {});
        for (const int column : {StatisticsModel::P50, StatisticsModel::P99, StatisticsModel::LatenessP99}) {
            QVERIFY(cell(model, 0, column).startsWith(QStringLiteral("≈")));
            QVERIFY(
                model.index(0, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("1/128")));
        }
        QVERIFY(!cell(model, 0, StatisticsModel::Max).startsWith(QStringLiteral("≈"))); // always exact
    }
    void theTableAsTextHasEveryCell() {
        StatisticsModel model;
        model.show(metricsOf(200, 0, 5), {});
        const QStringList lines = model.asText().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].count(u'\t'), int(StatisticsModel::ColumnCount));
        QCOMPARE(lines[1].count(u'\t'), int(StatisticsModel::ColumnCount));
    }
    void aNarrowTableHidesTheLeastImportantColumns() {
        StatisticsModel model;
        model.show(metricsOf(200, 0, 5), {});
        StatisticsTable table;
        table.setModel(&model);
        table.resize(1600, 160);
        table.show();
        for (int column = 0; column < model.columnCount(); ++column)
            QVERIFY(!table.isColumnHidden(column));
        table.resize(616, 160); // what a window of 1024 pixels leaves it
        for (const int column : {StatisticsModel::Late, StatisticsModel::Cpu, StatisticsModel::Jitter,
                                 StatisticsModel::P99, StatisticsModel::LatenessP99})
            QVERIFY2(!table.isColumnHidden(column), qPrintable(QString::number(column)));
        QVERIFY(table.isColumnHidden(StatisticsModel::LatenessP50));
        int width = table.verticalHeader()->width();
        for (int column = 0; column < model.columnCount(); ++column)
            width += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
        QVERIFY(width <= 616);
    }
};

JITTERSCOPE_TEST(StatisticsModelTest)

} // namespace jitterscope::statistics_model_test

#include "statistics_model_test.moc"
