// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/base/version.h"
#include "core/metrics/openmetrics.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QtTest>

#include <limits>

namespace jitterscope::openmetrics_test {

using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kAt = 1'795'381'330;
const std::vector<MetricLabel> kSeat{{"seat", "a\"b\\c\nd"}};

RunPlan planOfProbes() {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("system-sleep");
    plan.policy = policyChoice("keep-working");
    plan.period = Period::parseRate("60000/1001").value();
    plan.tolerance = 100us;
    plan.frames = 8;
    return plan;
}

/// A first frame, which does not count, and one for each lateness.
RunResult runOf(const RunPlan& plan, const std::vector<std::int64_t>& lateness) {
    RunResult result;
    result.plan = plan;
    result.end = EndReason::Frames;
    FrameSample sample;
    sample.start = 90'000'000;
    sample.flags = FrameSample::First;
    result.frames.push_back(sample);
    sample.flags = 0;
    for (const std::int64_t late : lateness) {
        ++sample.iteration;
        sample.deadline += 100'000'000;
        sample.frameTime = sample.deadline + late - sample.start;
        sample.start = sample.deadline + late;
        result.frames.push_back(sample);
    }
    return result;
}

RunResult& counted(RunResult& result) {
    result.statistics = FrameStatistics(result.plan.period, result.plan.effectiveTolerance());
    for (const FrameSample& sample : result.frames)
        result.statistics.add(sample);
    result.metrics = result.statistics.metrics();
    if (result.framesNotKept == 0)
        makeExact(result.metrics, result.frames);
    return result;
}

/// The probes of metrics/golden.py: one that reached its end, one that did not and was disturbed, and one
/// that failed.
ProbeMetrics threeProbes() {
    const RunPlan plan = planOfProbes();
    ProbeMetrics metrics(plan, kSeat);
    metrics.setInterval(10min);
    RunResult first = runOf(plan, {-2500, 0, 34, 1000, 1001, 200'000, 5'000'000, 1'500'000'000});
    FrameSample left = first.frames.back();
    left.flags = FrameSample::StoppedGap;
    left.lost = 127;
    first.frames.push_back(left);
    left.flags = FrameSample::Warmup;
    first.frames.push_back(left); // with the slots lost before it
    first.sleeps.resize(3);
    first.sleepsNotKept = 7;
    first.lostSamples = 5;
    first.lostSleeps = 2;
    first.cpu = {2s, 5.0, 6.25, 12.5, {}, {}, {}, {}};
    metrics.add(counted(first), kAt - 600);
    RunResult second = runOf(plan, {150'001});
    second.end = EndReason::Stopped;
    second.cpu = {1s, 0.5, 5.5, 90.0, 3.0, 64.0, {}, {}};
    metrics.add(counted(second), kAt);
    metrics.addFailure();
    return metrics;
}

/// Series and values of a text.
QMap<QByteArray, double> seriesOf(const std::string& text) {
    QMap<QByteArray, double> series;
    for (const QByteArray& line : QByteArray::fromStdString(text).split('\n')) {
        const qsizetype blank = line.lastIndexOf(' ');
        if (blank > 0 && !line.startsWith('#'))
            series[line.left(blank)] = line.mid(blank + 1).toDouble();
    }
    return series;
}

bool counter(const QByteArray& series) {
    return QRegularExpression("^[a-z0-9_]+_(total|bucket|sum|count)\\{").match(series).hasMatch();
}

} // namespace

class OpenMetricsTest : public QObject {
    Q_OBJECT

private slots:
    void theTextIsExactly() {
        QByteArray expected = contentOf(JITTERSCOPE_METRICS "/golden.prom");
        expected.replace("@VERSION@", QByteArray::fromStdString(std::string(version())));
        QCOMPARE(QByteArray::fromStdString(threeProbes().text()).split('\n'), expected.split('\n'));
    }

    void nothingMeasuredHasCountersOfZeroAndNoFigures() {
        ProbeMetrics metrics(planOfProbes());
        const auto text = [&metrics] { return QByteArray::fromStdString(metrics.text()); };
        QVERIFY(!text().contains("last_probe"));
        const QMap<QByteArray, double> begun = seriesOf(metrics.text());
        for (const auto& [series, value] : begun.asKeyValueRange())
            QVERIFY2(!counter(series) || value == 0, series.constData());
        RunResult nothing = runOf(planOfProbes(), {});
        metrics.add(counted(nothing), kAt);
        QVERIFY(!text().contains("last_probe_late"));
        QVERIFY(!text().contains("last_probe_timestamp"));
        QVERIFY(text().contains("last_probe_success"));
    }

    /// As Prometheus wants it: rate() takes a smaller value for a new beginning.
    void countersOnlyGrowAndSeriesAreBounded() {
        const RunPlan plan = planOfProbes();
        std::vector<MetricLabel> labels;
        for (std::size_t i = 0; i < ProbeMetrics::kMostLabels; ++i)
            labels.push_back({"label" + std::to_string(i), "value"});
        ProbeMetrics metrics(plan, labels);
        metrics.setInterval(1s);
        Random random(7);
        QMap<QByteArray, double> before;
        for (int probe = 0; probe < 200; ++probe) {
            std::vector<std::int64_t> lateness(static_cast<std::size_t>(random.below(200)));
            for (std::int64_t& late : lateness) // ±2^0 … ±2^33 ns, more often early than late
                late = (random.below(3) == 0 ? 1 : -1) *
                       static_cast<std::int64_t>(random.below(std::uint64_t{1} << random.below(34)));
            RunResult result = runOf(plan, lateness);
            result.cpu = {1s, 1.0, 2.0, probe % 2 == 0 ? 90.0 : 1.0, {}, {}, {}, {}};
            metrics.add(counted(result), kAt + probe);
            if (probe % 10 == 0)
                metrics.addFailure();
            const QMap<QByteArray, double> now = seriesOf(metrics.text());
            QVERIFY(now.size() <= static_cast<qsizetype>(ProbeMetrics::kMostSeries));
            for (const auto& [series, value] : before.asKeyValueRange()) {
                if (counter(series))
                    QVERIFY2(now.value(series, -1) >= value, series.constData());
            }
            double upTo = 0;
            for (const QByteArray& line : QByteArray::fromStdString(metrics.text()).split('\n')) {
                if (!line.startsWith("jitterscope_lateness_seconds_bucket"))
                    continue;
                const double value = line.mid(line.lastIndexOf(' ') + 1).toDouble();
                QVERIFY(value >= upTo);
                upTo = value;
            }
            QCOMPARE(upTo, static_cast<double>(metrics.frames()));
            before = now;
        }
        QVERIFY(before.size() > 60);
    }

    /// Memory keeps the last two million frames; the histogram all of them.
    void aRunTooLongForItsSamplesIsCountedFromItsHistogram() {
        const RunPlan plan = planOfProbes();
        RunResult result = runOf(plan, {-1000, -1000, 250'000, 250'000, 250'000, 40});
        result.framesNotKept = 1;
        counted(result);
        result.frames.clear();
        ProbeMetrics metrics(plan);
        metrics.add(result, kAt);
        const QMap<QByteArray, double> series = seriesOf(metrics.text());
        const auto value = [&](const QByteArray& begin, const QByteArray& end) {
            for (const auto& [name, number] : series.asKeyValueRange()) {
                if (name.startsWith(begin + "{") && name.endsWith(end))
                    return number;
            }
            return std::numeric_limits<double>::quiet_NaN();
        };
        QCOMPARE(value("jitterscope_lateness_seconds_bucket", "le=\"0\"}"), 2.0);
        QCOMPARE(value("jitterscope_lateness_seconds_bucket", "le=\"0.0002\"}"), 3.0);
        QCOMPARE(value("jitterscope_lateness_seconds_bucket", "le=\"0.0003\"}"), 6.0);
        const double sum = value("jitterscope_lateness_seconds_sum", "}");
        QVERIFY(std::abs(sum - 750'040e-9) < 750'040e-9 / 128);
        QVERIFY(std::abs(value("jitterscope_early_seconds_total", "}") - 2e-6) < 2e-6 / 128);
    }

    void countersGoOnInAnotherProcess() {
        const RunPlan plan = planOfProbes();
        ProbeMetrics through = threeProbes();
        ProbeMetrics resumed(plan, kSeat);
        resumed.setInterval(10min);
        QVERIFY(resumed.resume(through.text()));
        RunResult more = runOf(plan, {70'000, 3});
        for (ProbeMetrics* const metrics : {&through, &resumed})
            metrics->add(counted(more), kAt + 600);
        QCOMPARE(QString::fromStdString(resumed.text()), QString::fromStdString(through.text()));
    }

    void whatIsOfAnotherWatchIsNotContinued() {
        RunPlan plan = planOfProbes();
        const std::string text = threeProbes().text();
        QVERIFY(!ProbeMetrics(plan).resume(text)); // without the label
        plan.period = Period::parseRate("60").value();
        QVERIFY(!ProbeMetrics(plan, kSeat).resume(text));
        QVERIFY(!ProbeMetrics(plan).resume(""));
    }

    /// Cut off or changed anywhere: refused, or the counters are still the same.
    void whatIsDamagedIsNotContinued() {
        const std::string text = threeProbes().text();
        ProbeMetrics whole(planOfProbes(), kSeat);
        QVERIFY(whole.resume(text));
        const std::string counters = whole.text();
        const std::size_t gauges = text.find("# HELP jitterscope_last_probe");
        for (std::size_t length = 0; length < text.size(); length += 3) {
            ProbeMetrics metrics(planOfProbes(), kSeat);
            QCOMPARE(metrics.resume(text.substr(0, length)), length >= gauges);
        }
        for (const char* const value :
             {"-1", "1e3", "99999999999999999999", "9007199254740993", "", "nan", "8"}) {
            std::string damaged = text;
            const std::size_t line = damaged.find("jitterscope_frames_total{");
            const std::size_t begin = damaged.find(" 9\n", line) + 1;
            damaged.replace(begin, 1, value);
            QVERIFY2(!ProbeMetrics(planOfProbes(), kSeat).resume(damaged), value);
        }
        std::string shrinking = text; // a bucket below the one before it
        shrinking.replace(shrinking.find("le=\"1e-05\"} ") + 12, 1, "0");
        QVERIFY(!ProbeMetrics(planOfProbes(), kSeat).resume(shrinking));
        for (const char* const time : {"-3", "3.", ".5", "1.0000000001", "9999999999999"}) {
            std::string damaged = text;
            const std::size_t line = damaged.find("jitterscope_probe_seconds_total{");
            damaged.replace(damaged.find(" 3\n", line) + 1, 1, time);
            QVERIFY2(!ProbeMetrics(planOfProbes(), kSeat).resume(damaged), time);
        }
    }

    void labelsThatPrometheusWouldRefuseAreRefused_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* about, const QByteArray& name, const QByteArray& value, bool good) {
            QTest::newRow(about) << name << value << good;
        };
        row("plain", "seat", "12", true);
        row("quotes and umlauts", "Seat_2", "\"M\xc3\xbcnchen\"\\\n", true);
        row("no name", "", "12", false);
        row("digit first", "2seat", "12", false);
        row("dash", "my-seat", "12", false);
        row("umlaut in the name", "s\xc3\xa4t", "12", false);
        row("of Prometheus", "__name__", "12", false);
        row("of the target", "instance", "12", false);
        row("of the histogram", "le", "12", false);
        row("of the plan", "strategy", "12", false);
        row("no value", "seat", "", false);
        row("no UTF-8", "seat", "a\xff", false);
        row("long", "seat", QByteArray(129, 'a'), false);
        row("just short enough", "seat", QByteArray(128, 'a'), true);
        row("long name", QByteArray(65, 'a'), "12", false);
    }
    void labelsThatPrometheusWouldRefuseAreRefused() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(bool, good);
        QCOMPARE(checkLabel({name.toStdString(), value.toStdString()}).ok(), good);
    }
};

JITTERSCOPE_TEST(OpenMetricsTest)

} // namespace jitterscope::openmetrics_test

#include "openmetrics_test.moc"
