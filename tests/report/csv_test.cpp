// SPDX-License-Identifier: MIT
#include "core/base/version.h"
#include "core/files/compared_runs.h"
#include "core/files/csv.h"
#include "core/files/csv_format.h"
#include "core/files/read_csv.h"
#include "core/files/streaming_csv.h"
#include "core/run/resolve.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::csv_test {

namespace {

QByteArray withoutHeader(const QByteArray& text) {
    QByteArray rows;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.startsWith('#'))
            rows += line + '\n';
    }
    rows.chop(1);
    return rows;
}

RunPlan simulatedPlan(const char* strategy, const char* policy) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice("linux-default-loaded");
    plan.strategy = sleepChoice(strategy);
    plan.policy = policyChoice(policy);
    plan.work = workChoice("spikes");
    plan.period = Period::parseRate("60000/1001").value();
    plan.frames = 3000;
    plan.warmup = 20;
    plan.seed = 5;
    return plan;
}

} // namespace

class CsvTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

private slots:
    /// A name from outside that begins like a formula would be one in a spreadsheet.
    void spreadsheetsSeeNoFormulas() {
        for (const auto& [text, cell] : {std::pair{"=1+1", "'=1+1"},
                                         {"@SUM(A1)", "'@SUM(A1)"},
                                         {"+game", "'+game"},
                                         {"-game", "'-game"},
                                         {"=A1,\"x\"", "\"'=A1,\"\"x\"\"\""},
                                         {"-5", "-5"},
                                         {"game", "game"},
                                         {"", ""}})
            QCOMPARE(csv::field(text), std::string(cell));
        QCOMPARE(csv::headerLine("a", "game,=1+1;@x, =2,-5"), std::string("# a: game,'=1+1;'@x, =2,-5\n"));
    }
    void rowsAreAsDefined() {
        QVERIFY(writeSamplesCsv(smallRun(), path("samples.csv")).ok());
        QCOMPARE(
            withoutHeader(contentOf(m_folder.filePath("samples.csv"))),
            QByteArray("frame,stretch,start_ns,frame_time_ns,work_ns,deadline_ns,lateness_ns,native_sleeps,"
                       "native_sleep_ns,oversleep_ns,spin_ns,margin_ns,lost,cause\n"
                       "0,0,0,,11,,,,,,,,,\n"
                       "1,0,16666700,16666700,12,16666666,34,0,0,,16666600,,0,\n"
                       "3,0,50200000,33533300,12,50000000,200000,2,16000000,-5,0,1000,1,woke-late\n"
                       "130,0,2166666700,2116466700,12,2166666666,34,2,16000000,-5,0,1000,126,stopped\n"));
        QVERIFY(
            contentOf(m_folder.filePath("samples.csv")).endsWith("\n# end: rows=4 lost=0 complete=yes\n"));
        QVERIFY(writeSleepsCsv(smallRun(), path("sleeps.csv")).ok());
        QCOMPARE(withoutHeader(contentOf(m_folder.filePath("sleeps.csv"))),
                 QByteArray("frame,kind,asked_ns,took_ns,end_to_deadline_ns\n"
                            "3,absolute,1000,1200,-200\n"
                            "3,timer,-1,5,0\n"));
        QVERIFY(contentOf(m_folder.filePath("sleeps.csv")).endsWith("\n# end: rows=2 lost=0 complete=yes\n"));
    }

    void headerOfASimulatedRunHoldsNothingOfThisMachine() {
        QVERIFY(writeSamplesCsv(smallRun(), path("header.csv")).ok());
        QByteArray header = contentOf(m_folder.filePath("header.csv"));
        header.truncate(header.indexOf("frame,stretch"));
        QVERIFY(header.startsWith("# jitterscope-csv: 1\n# kind: samples\n# program: jitterscope " +
                                  QByteArray::fromStdString(std::string(version())) + "\n"));
        QVERIFY(header.contains("# strategy: system-sleep\n"));
        QVERIFY(header.contains("# rate_hz: 60\n"));
        QVERIFY(header.contains("# tolerance_ns: 166666\n")); // 10**9 / 60 // 100
        QVERIFY(header.contains("# machine: linux-default\n"));
        QVERIFY(header.contains("# seed: 7\n"));
        QVERIFY(!header.contains("started_utc"));
        QVERIFY(!header.contains("machine_fact"));
    }

    void headerOfARealRunNamesTimeAndFacts() {
        RunResult result = smallRun();
        result.plan.machine = MachineChoice();
        result.startedUtc = "2026-01-02T03:04:05Z";
        result.facts = {{"kernel", "Kernel", "6.1\nx", FactState::Note, ""},
                        {"smt", "", "", FactState::Unknown, ""}};
        QVERIFY(writeSamplesCsv(result, path("real.csv")).ok());
        const QByteArray text = contentOf(m_folder.filePath("real.csv"));
        QVERIFY(text.contains("# started_utc: 2026-01-02T03:04:05Z\n"));
        QVERIFY(text.contains("# machine_fact.kernel: 6.1 x\n"));
        QVERIFY(text.contains("# machine_fact.smt: unknown\n"));
        const Result<RecordedRun> read = readSamplesCsv(path("real.csv"));
        QVERIFY(read.ok());
        QCOMPARE(read.value().header.at("machine_fact.kernel"), std::string("6.1 x"));
    }

    void readBackReproducesTheFiguresExactly_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("policy");
        QTest::newRow("grid") << "system-sleep"
                              << "drop-and-rest";
        QTest::newRow("behind") << "timer-sleep"
                                << "keep-working";
        QTest::newRow("relative") << "absolute-sleep"
                                  << "fixed-sleep";
        QTest::newRow("without native sleeps") << "spin"
                                               << "accumulator";
    }
    void readBackReproducesTheFiguresExactly() {
        QFETCH(QString, strategy);
        QFETCH(QString, policy);
        const auto result = simulatedRun(simulatedPlan(qPrintable(strategy), qPrintable(policy)));
        QVERIFY(result);
        QCOMPARE(result->metrics.frames, std::int64_t{3000});
        QVERIFY(writeSamplesCsv(*result, path("round.csv")).ok());
        const Result<RecordedRun> read = readSamplesCsv(path("round.csv"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QVERIFY(sameMetrics(read.value().metrics, result->metrics));
        QCOMPARE(read.value().frames.size(), result->frames.size());
        for (std::size_t i = 1; i < result->frames.size(); ++i) {
            QCOMPARE(read.value().frames[i].flags, result->frames[i].flags);
            QCOMPARE(read.value().frames[i].start, result->frames[i].start);
        }
    }

    void stoppedFrameIsLeftOutAgain() {
        const RunResult result = smallRun();
        QCOMPARE(result.metrics.stoppedFrames, std::int64_t{1});
        QVERIFY(writeSamplesCsv(result, path("stopped.csv")).ok());
        QVERIFY(sameMetrics(readSamplesCsv(path("stopped.csv")).value().metrics, result.metrics));
    }

    void stretchesBringTheirRateAndTolerance() {
        RunResult result = smallRun();
        RunPlan faster = result.plan;
        faster.period = Period::parseRate("120").value();
        faster.tolerance = Nanoseconds{5};
        result.stretches = {{0, result.plan, 0, 0, {}, {}, {}},
                            {1, result.plan, 1, 0, {}, {}, {}},
                            {2, faster, 3, 0, {}, {}, {}}};
        result.frames[1].stretch = 0;
        result.frames[2].stretch = 2;
        result.frames[3].stretch = 2;
        FrameStatistics expected(result.plan.period, result.plan.effectiveTolerance());
        expected.add(result.frames[0]);
        expected.add(result.frames[1]);
        expected.setPeriod(faster.period);
        expected.setTolerance(*faster.tolerance);
        expected.add(result.frames[2]);
        expected.add(result.frames[3]);
        FrameMetrics metrics = expected.metrics();
        makeExact(metrics, result.frames);
        QVERIFY(writeSamplesCsv(result, path("stretches.csv")).ok());
        QVERIFY(contentOf(m_folder.filePath("stretches.csv")).contains("# stretch.2.rate_hz: 120\n"));
        const Result<RecordedRun> read = readSamplesCsv(path("stretches.csv"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QVERIFY(sameMetrics(read.value().metrics, metrics));
        QVERIFY(!read.value().metrics.driftPpm);
    }

    void streamedFileIsTheExportedFile() {
        const RunPlan plan = simulatedPlan("system-sleep", "drop-and-rest");
        RunResult started;
        started.plan = plan;
        auto stream = StreamingCsv::open(started, path("streamed.csv"), path("streamed-sleeps.csv"));
        QVERIFY(stream.ok());
        const auto result = simulatedRun(plan, stream.value().get());
        QVERIFY(stream.value()
                    ->commit(
                        {0, 0, result->whole(), csv::usageBlock(result->stretches), csv::usageBlock(*result)})
                    .empty());
        QVERIFY(writeSamplesCsv(*result, path("exported.csv")).ok());
        QVERIFY(writeSleepsCsv(*result, path("exported-sleeps.csv")).ok());
        for (const QString name : {"", "-sleeps"}) {
            QByteArray streamed = contentOf(m_folder.filePath("streamed" + name + ".csv"));
            QCOMPARE(streamed.count("# recording: complete\n"), 1);
            QCOMPARE(streamed.replace("# recording: complete\n", ""),
                     contentOf(m_folder.filePath("exported" + name + ".csv")));
        }
    }

    void aRecordingCanBeReadWhileItGrows() {
        RunResult started;
        started.plan = smallRun().plan;
        writeTo(m_folder.filePath("grows.csv"), "old");
        writeTo(m_folder.filePath("grows.csv.partial"), "somebody's measurement");
        auto stream = StreamingCsv::open(started, path("grows.csv"), {});
        QVERIFY(stream.ok());
        QCOMPARE(stream.value()->partialPaths(), std::vector{path("grows.csv.partial-2")});
        const RunResult result = smallRun();
        for (const FrameSample& sample : result.frames)
            stream.value()->frame(sample);
        stream.value()->flush();
        const QByteArray grown = contentOf(m_folder.filePath("grows.csv.partial-2"));
        QVERIFY(grown.contains("# recording: partial \n"));
        const Result<RecordedRun> read = readSamplesCsv(path("grows.csv.partial-2"));
        QVERIFY(read.ok());
        QCOMPARE(read.value().frames.size(), std::size_t{4});
        QCOMPARE(read.value().warnings.size(), std::size_t{1});
        QCOMPARE(contentOf(m_folder.filePath("grows.csv")), QByteArray("old"));
        QVERIFY(stream.value()->commit({}).empty());
        QVERIFY(!QFile::exists(m_folder.filePath("grows.csv.partial-2")));
        QCOMPARE(contentOf(m_folder.filePath("grows.csv.partial")), QByteArray("somebody's measurement"));
        QVERIFY(readSamplesCsv(path("grows.csv")).value().warnings.empty());
    }

    void aRecordingThatIsNotCommittedStays() {
        RunResult started;
        started.plan = smallRun().plan;
        {
            auto stream = StreamingCsv::open(started, path("stays.csv"), {});
            stream.value()->frame(smallRun().frames[0]);
            stream.value()->flush();
        }
        QVERIFY(QFile::exists(m_folder.filePath("stays.csv.partial")));
        {
            auto stream = StreamingCsv::open(started, path("nothing.csv"), {});
            QVERIFY(QFile::exists(m_folder.filePath("nothing.csv.partial")));
        } // not a byte was written
        QVERIFY(!QFile::exists(m_folder.filePath("nothing.csv.partial")));
    }

    void lossesAreInTheLastLineAndTold() {
        RunResult started;
        started.plan = smallRun().plan;
        auto stream = StreamingCsv::open(started, path("lossy.csv"), path("lossy-sleeps.csv"));
        stream.value()->frame(smallRun().frames[0]);
        stream.value()->sleep(smallRun().sleeps[0]);
        const std::vector<Error> errors = stream.value()->commit({3, 0, true});
        QCOMPARE(errors.size(), std::size_t{1});
        QVERIFY(errors[0].what.find("lossy.csv' lacks 3 of 4 rows") != std::string::npos);
        QVERIFY(contentOf(m_folder.filePath("lossy.csv")).endsWith("# end: rows=1 lost=3 complete=no\n"));
        QVERIFY(
            contentOf(m_folder.filePath("lossy-sleeps.csv")).endsWith("# end: rows=1 lost=0 complete=yes\n"));
        const Result<RecordedRun> read = readSamplesCsv(path("lossy.csv"));
        QCOMPARE(read.value().warnings.size(), std::size_t{1});
        QVERIFY(read.value().warnings[0].find("3 more rows were measured and are lost (75 %)") !=
                std::string::npos);
    }

    void anEarlyEndIsSaid_data() {
        QTest::addColumn<int>("reason");
        QTest::addColumn<bool>("limited");
        QTest::addColumn<bool>("whole");
        QTest::newRow("its frames") << int(EndReason::Frames) << true << true;
        QTest::newRow("interrupted") << int(EndReason::Stopped) << true << false;
        QTest::newRow("no limit, stopped") << int(EndReason::Stopped) << false << true;
        QTest::newRow("late frame") << int(EndReason::LateFrame) << true << true;
        QTest::newRow("goes on") << int(EndReason::Running) << false << false;
    }
    void anEarlyEndIsSaid() {
        QFETCH(int, reason);
        QFETCH(bool, limited);
        QFETCH(bool, whole);
        RunResult result = smallRun();
        result.plan.frames = limited ? 3 : 0;
        result.end = static_cast<EndReason>(reason);
        QVERIFY(writeSamplesCsv(result, path("early.csv")).ok());
        QVERIFY(
            contentOf(m_folder.filePath("early.csv")).endsWith(whole ? "complete=yes\n" : "complete=no\n"));
        result.framesNotKept = 1;
        QVERIFY(writeSamplesCsv(result, path("early.csv")).ok());
        QVERIFY(contentOf(m_folder.filePath("early.csv")).endsWith("complete=no\n"));
    }

    void streamedStretchesAreReadBack() {
        RunResult started;
        started.plan = smallRun().plan;
        started.plan.strategy = sleepChoice("timer-sleep");
        started.plan.stopOnLate = Nanoseconds{7'000'000};
        RunPlan changed = started.plan;
        changed.period = Period::parseRate("120").value();
        changed.strategy.values.set(0, 3); // X
        RunPlan other = changed;
        other.strategy = sleepChoice("spin");
        other.stopOnLate.reset();
        auto stream = StreamingCsv::open(started, path("changed.csv"), {});
        QVERIFY(stream.ok());
        RunResult result = smallRun();
        stream.value()->frame(result.frames[0]);
        stream.value()->stretch(1, changed);
        result.frames[1].stretch = 1;
        stream.value()->frame(result.frames[1]);
        stream.value()->stretch(2, other);
        result.frames[2].stretch = 2;
        stream.value()->frame(result.frames[2]);
        QVERIFY(stream.value()->commit({}).empty());
        const Result<RecordedRun> read = readSamplesCsv(path("changed.csv"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        const auto& stretches = read.value().stretches;
        QCOMPARE(stretches.size(), std::size_t{3});
        QCOMPARE(stretches[0].setting("strategy.x"), std::string("1"));
        QCOMPARE(stretches[0].setting("rate_hz"), std::string("60"));
        QCOMPARE(stretches[1].setting("strategy"), std::string("timer-sleep"));
        QCOMPARE(stretches[1].setting("strategy.x"), std::string("3"));
        QCOMPARE(stretches[1].metrics.frames, std::int64_t{1});
        QCOMPARE(stretches[1].metrics.tolerance.count(), std::int64_t{83'333}); // 10**9 / 120 // 100
        QCOMPARE(stretches[2].setting("strategy"), std::string("spin"));
        QCOMPARE(stretches[2].setting("strategy.x"), std::string()); // it has none
        QCOMPARE(stretches[1].setting("stop_on_late_ns"), std::string("7000000"));
        QCOMPARE(stretches[2].setting("stop_on_late_ns"), std::string()); // switched off
        const std::vector<ComparedRun> runs = comparedRuns(read.value());
        QCOMPARE(runs.size(), std::size_t{2}); // no frame of the first one counts
        QVERIFY(runs[0].settings.contains("stop_on_late_ns"));
        QVERIFY(!runs[1].settings.contains("stop_on_late_ns"));
        QCOMPARE(stretches[2].metrics.late, std::int64_t{1});
    }

    void failedStreamIsToldAndReported() {
        if (!QFile::exists("/dev/full"))
            QSKIP("this system has no device that is always full");
        auto stream = StreamingCsv::open(smallRun(), "/dev/full", path("beside.csv"));
        QVERIFY(stream.ok());
        QVERIFY(!stream.value()->failed());
        stream.value()->flush();
        QVERIFY(stream.value()->failed());
        stream.value()->frame(FrameSample());
        stream.value()->sleep(SleepSample());
        QCOMPARE(stream.value()->commit({}).size(), std::size_t{1});
        // The other file stands for itself.
        QVERIFY(contentOf(m_folder.filePath("beside.csv")).endsWith("# end: rows=1 lost=0 complete=yes\n"));
    }

    void cancelLeavesTheOldFile() {
        writeTo(m_folder.filePath("cancelled.csv"), "old");
        const CancelFlag cancel{true};
        const Result<Done> written = writeSamplesCsv(smallRun(), path("cancelled.csv"), &cancel);
        QVERIFY(!written.ok());
        QCOMPARE(static_cast<int>(written.error().code), static_cast<int>(ErrorCode::Cancelled));
        QCOMPARE(contentOf(m_folder.filePath("cancelled.csv")), QByteArray("old"));
    }

    void sleepsAreReadBack() {
        QVERIFY(writeSleepsCsv(smallRun(), path("s.csv")).ok());
        const Result<RecordedSleeps> read = readSleepsCsv(path("s.csv"));
        QVERIFY(read.ok());
        QCOMPARE(read.value().sleeps.size(), std::size_t{2});
        QCOMPARE(read.value().sleeps[0].asked, std::int64_t{1000});
        QCOMPARE(static_cast<int>(read.value().sleeps[1].kind), static_cast<int>(SleepKind::Timer));
        QVERIFY(!readSamplesCsv(path("s.csv")).ok());
    }

    void summaryHasOneRowARunAndAllColumns() {
        const auto first = std::make_shared<RunResult>(smallRun());
        const auto second = std::make_shared<RunResult>(smallRun());
        second->plan.strategy = sleepChoice("precise-sleep");
        second->startedUtc = "a,\"b\"";
        const QList<QByteArray> lines =
            withoutHeader(QByteArray::fromStdString(summaryCsv({first, second}))).split('\n');
        QCOMPARE(lines.size(), 4); // header, two rows, the end
        QVERIFY(summaryCsv({first, second}).ends_with("\n# end: rows=2 lost=0 complete=yes\n"));
        const QList<QByteArray> columns = lines[0].split(',');
        QVERIFY(columns.contains("plan_strategy"));
        QVERIFY(columns.contains("plan_params_x"));
        QVERIFY(columns.contains("frame_time_ns_p99_9"));
        QVERIFY(columns.contains("late_fraction"));
        QVERIFY(columns.contains("cpu_thread_percent"));
        const QList<QByteArray> row = lines[1].split(',');
        QCOMPARE(row.size(), columns.size());
        const auto field = [&](const char* name) { return row[columns.indexOf(name)]; };
        QCOMPARE(field("plan_strategy"), QByteArray("system-sleep"));
        QCOMPARE(field("plan_params_x"), QByteArray()); // the first run has none
        QCOMPARE(field("frames"), QByteArray("2"));
        QCOMPARE(field("lateness_ns_mean"), QByteArray("100017")); // (34 + 200000) / 2
        QCOMPARE(field("lateness_ns_p99"), QByteArray());          // needs 100
        QCOMPARE(field("late_count"), QByteArray("1"));
        QVERIFY(lines[2].contains("\"a,\"\"b\"\"\""));
    }

    void summaryNeverPoolsStretches() {
        const auto run = std::make_shared<RunResult>(smallRun());
        RunPlan spin = run->plan;
        spin.strategy = sleepChoice("spin");
        run->stretches = {{0, run->plan, 0, 0, {}, {}, {}}, {1, spin, 3, 0, {}, {}, {}}};
        run->stretches[0].metrics.frames = 5;
        run->stretches[1].metrics.frames = 7;
        run->stretches[1].cpu.threadPercent = 99;
        const QList<QByteArray> lines =
            withoutHeader(QByteArray::fromStdString(summaryCsv({run}))).split('\n');
        QCOMPARE(lines.size(), 4);
        const QList<QByteArray> columns = lines[0].split(',');
        const auto field = [&](int row, const char* name) {
            return lines[row].split(',')[columns.indexOf(name)];
        };
        QCOMPARE(field(1, "stretch"), QByteArray("0"));
        QCOMPARE(field(1, "plan_strategy"), QByteArray("system-sleep"));
        QCOMPARE(field(1, "frames"), QByteArray("5"));
        QCOMPARE(field(2, "stretch"), QByteArray("1"));
        QCOMPARE(field(2, "plan_strategy"), QByteArray("spin"));
        QCOMPARE(field(2, "frames"), QByteArray("7"));
        QCOMPARE(field(2, "cpu_thread_percent"), QByteArray("99"));
    }
};

JITTERSCOPE_TEST(CsvTest)

} // namespace jitterscope::csv_test

#include "csv_test.moc"
