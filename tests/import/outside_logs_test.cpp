// SPDX-License-Identifier: MIT
// What is no frame, and what is not what it seems: each kind once more, in another dress than the files of
// logs/ have.
#include "core/compare/comparison.h"
#include "core/import/open_runs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace jitterscope::outside_logs_test {

class OutsideLogsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string written(const QByteArray& bytes, const char* name = "log.txt") const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        return file.fileName().toStdString();
    }
    Result<ImportedLog> read(const QByteArray& bytes, const ImportOptions& options = {}) const {
        return readLog(written(bytes), options);
    }
    static QByteArray said(const Result<ImportedLog>& log) {
        return log ? QByteArray("it was read")
                   : QByteArray::fromStdString(log.error().message() + log.error().hint);
    }
    /// Presents of 15 and 1 ms in turn, displayed every 8 ms.
    static QByteArray generated(int pairs) {
        QByteArray text =
            "Application,ProcessID,TimeInMs,MsBetweenPresents,MsBetweenDisplayChange,PresentRuntime\n";
        for (int i = 0; i < 2 * pairs; ++i)
            text += QByteArray("g.exe,1,") + QByteArray::number(i / 2 * 16 + (i % 2 == 0 ? 15 : 16)) +
                    (i % 2 == 0 ? ",15" : ",1") + ",8,DXGI\n";
        return text;
    }

private slots:
    void theRateIsFramesDividedByTime() {
        const Result<ImportedLog> log = read(generated(50));
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs[0].rateHz.value(), 125.0); // and not 1 / 1 ms, or 1 / 15 ms
        QCOMPARE(log.value().runs[0].summary.p50.value(), 1e6);
    }

    void whatIsDisplayedIsComparedFirst() {
        const auto pairOf = [&](const QByteArray& text, const char* name) {
            return openRuns(written(text, name)).value().front();
        };
        const ComparedRun a = pairOf(generated(300), "a.csv");
        QByteArray slower = generated(300);
        slower.replace(",8,DXGI", ",11,DXGI");
        const Comparison pair = compareRuns(pairOf(slower, "b.csv"), a);
        QCOMPARE(commonGround(a, a), std::optional(CommonGround::Displayed));
        QVERIFY2(pair.sentence.find("stay displayed for at most 8.000 ms instead of 11.00 ms") !=
                     std::string::npos,
                 pair.sentence.c_str());
        QVERIFY2(pair.detail.find("Presented: 125.0 FPS") != std::string::npos, pair.detail.c_str());
        QCOMPARE(pair.find("judder")->b.value(), 599.0 / 600); // all but the last
        QCOMPARE(pair.find("displayed_judder")->b.value(), 0.0);
    }

    /// Five recordings of each: judged by what was displayed, as two single ones are.
    void foldersAreJudgedByWhatIsDisplayed() {
        const auto folderOf = [&](const char* name, const QByteArray& shown) {
            const QDir folder(m_folder.path());
            (void)folder.mkdir(QLatin1String(name));
            for (int i = 0; i < 6; ++i) {
                QByteArray text = generated(200 + 10 * i);
                text.replace(",8,DXGI", shown);
                (void)written(text, (QByteArray(name) + "/" + QByteArray::number(i) + ".csv").constData());
            }
            return openRuns(folder.filePath(QLatin1String(name)).toStdString()).value().front();
        };
        const ComparedRun a = folderOf("shown_11", ",11,DXGI");
        const ComparedRun b = folderOf("shown_8", ",8,DXGI");
        QCOMPARE(a.displayedParts.size(), std::size_t{6});
        QCOMPARE(a.displayedParts[1], std::size_t{420});
        QCOMPARE(commonGround(a, b), std::optional(CommonGround::Displayed));
        const Comparison pair = compareRuns(a, b);
        QVERIFY2(pair.sentence.find("displayed at 125.0 FPS instead of 90.91 FPS") != std::string::npos,
                 pair.sentence.c_str());
        QCOMPARE(pair.partsA, std::size_t{6}); // drawn whole
        // A part of each, of the displayed times as well.
        const ComparedRun part = partOf(a, {std::chrono::seconds{1}, std::chrono::seconds{2}}).value();
        QCOMPARE(part.displayedParts.size(), std::size_t{6});
        QCOMPARE(part.displayedParts[0], std::size_t{91}); // begin at 1 001, 1 012, … 1 991 ms
        QCOMPARE(part.columns->displayed.size(), std::size_t{6 * 91});
    }
    void aTimedemoHoldsNoFrameTimes() {
        for (const char* line : {"2639 frames 38.561 seconds 78.44 fps (14.61 ms/f) 2.761 fps variability.",
                                 "1260 frames 10.0 seconds 126.0 fps 3.0/7.9/15.0/2.3 ms"}) {
            const Result<ImportedLog> log = read(QByteArray("]timedemo demo1\nloading\n") + line + "\n");
            QVERIFY2(said(log).contains("timedemo") && said(log).contains("MangoHud"), said(log).constData());
        }
    }
    /// Some games' benchmarks begin with a row of 0.
    void aFirstRowOfZeroIsNoFrame() {
        const Result<ImportedLog> log = read("frame,frametime_ms\n0,0\n1,16\n2,17\n3,18\n");
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs[0].samples.size(), std::size_t{3});
        QCOMPARE(log.value().linesLeftOut, 1);
    }
    void rowsThatAreMeansHaveNoTails() {
        QByteArray text("Frame Interval (\u00b5s),FPS,Count,Render CPU (\u00b5s)\n");
        for (int i = 0; i < 2000; ++i)
            text += QByteArray::number(16000 + i % 50) + ",60," + (i == 7 ? "12" : "10") + ",900\n";
        Result<ImportedLog> log = read(text);
        QVERIFY2(log.ok(), said(log).constData());
        addGameFigures(log.value());
        const ImportedRun& run = log.value().runs[0];
        QCOMPARE(run.framesInRow, 12.0);
        QCOMPARE(percentileKind(run), std::string_view("of means"));
        QCOMPARE(run.figures.size(), std::size_t{1});
        QCOMPARE(run.figures[0].entry->id, std::string_view("rate_hz"));
        QVERIFY(QByteArray::fromStdString(log.value().warnings.at(0)).contains("mean of up to 12 frames"));
        const ComparedRun compared = comparedRuns(std::move(log).value()).front();
        QVERIFY(QByteArray::fromStdString(compared.lacks.back()).contains("a single long frame"));
    }
    /// PresentMon 2.3: the step of the animation less the time displayed.
    void animationErrorIsReadOrComputed() {
        const auto meanOf = [&](const QByteArray& text) {
            Result<ImportedLog> log = read(text);
            if (!log)
                return -1.0;
            return log.value().runs[0].beside.at(RunQuantity::AnimationError).summary.mean.value();
        };
        const QByteArray head =
            "Application,ProcessID,PresentRuntime,MsBetweenSimulationStart,MsBetweenPresents,"
            "MsBetweenDisplayChange";
        QCOMPARE(meanOf(head + "\ng.exe,1,DXGI,NA,16,16\ng.exe,1,DXGI,16,16,18\ng.exe,1,DXGI,17,16,14\n"
                               "g.exe,1,DXGI,16,16,NA\n"),
                 2.5e6); // 2 and 3 ms; the first has no step, the last was not displayed
        QCOMPARE(meanOf(head + ",MsAnimationError\ng.exe,1,DXGI,16,16,18,-1\ng.exe,1,DXGI,17,16,14,0\n"),
                 0.5e6);
    }
    void threeKindsOfOverrunsAreRead() {
        const Result<ImportedLog> log = read(
            "[INFO]: started\n"
            "Overrun detected! The controller manager missed its desired rate of 500 Hz. The loop took 2.5 "
            "ms.\n"
            "Control loop missed its desired rate of 20.0000Hz... the loop actually took 0.0610 seconds\n"
            "Control loop missed its desired rate of 20.0000 Hz. Current loop rate is 12.5 Hz.\n"
            "Control loop missed its desired rate of 20.0000 Hz. Current loop rate is inf Hz.\n");
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs.size(), std::size_t{2});
        QCOMPARE(log.value().runs[0].samples, (std::vector<std::int64_t>{2'500'000}));
        QCOMPARE(log.value().runs[1].samples, (std::vector<std::int64_t>{61'000'000, 80'000'000}));
        QCOMPARE(log.value().linesLeftOut, 1); // inf
    }

    void aTotalBelowTheRowsIsNoFrame() {
        const Result<ImportedLog> log =
            read("name,frame_ms,gpu_ms\n1,16,5\n2,17,6\n3,18,7\nTotal,51,18\nMean,17,6\n");
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs[0].samples.size(), std::size_t{3});
        QVERIFY(QByteArray::fromStdString(log.value().warnings.at(0)).contains("line 5"));
    }
    void aGarbledLineInTheMiddleIsLeftOut() {
        const Result<ImportedLog> log = read("n,frame_ms\n1,16\n2,x\n3,18\n");
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs[0].samples, (std::vector<std::int64_t>{16'000'000, 18'000'000}));
        QCOMPARE(log.value().linesLeftOut, 1);
    }
    void columnsInAnotherOrderAreRefused() {
        const Result<ImportedLog> log = read("n,frame_ms\n1,16\nm,frame_ms\n2,17\n");
        QVERIFY2(!log && said(log).contains("line 3") && said(log).contains("divide the file"),
                 said(log).constData());
    }
    void threeRecordingsAreThreeRuns() {
        const QByteArray one = "n,frame_ms\n1,16\n2,17\n";
        const Result<ImportedLog> log = read(one + one + "n,frame_ms\n" + one);
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs.size(), std::size_t{3});
        QCOMPARE(log.value().runs[2].recording, std::size_t{3});
    }

    void zerosOfABusyGpuCountUnlessItWasNotWatched() {
        const QByteArray head = "Application,ProcessID,MsBetweenPresents,MsGPUBusy,PresentRuntime\n";
        QByteArray some = head;
        QByteArray none = head;
        for (int i = 0; i < 20; ++i) {
            some += QByteArray("g.exe,1,10,") + (i % 4 == 0 ? "8" : "0") + ",DXGI\n";
            none += "g.exe,1,10,0,DXGI\n";
        }
        QCOMPARE(read(some).value().runs[0].beside.at(RunQuantity::GpuBusy).summary.mean.value(), 2e6);
        QVERIFY(!read(none).value().runs[0].beside.contains(RunQuantity::GpuBusy));
    }
    void displayedTimesThatAddUpToMoreAreDoubted() {
        QByteArray text = "Application,ProcessID,MsBetweenPresents,MsBetweenDisplayChange,PresentRuntime\n";
        for (int i = 0; i < 20; ++i)
            text += "g.exe,1,10,10000,DXGI\n";
        const Result<ImportedLog> log = read(text);
        QVERIFY(!log.value().runs[0].beside.contains(RunQuantity::Displayed));
        QVERIFY(QByteArray::fromStdString(log.value().warnings.at(0)).contains("displayed time is doubted"));
    }

    void timesLookedAtNowAndThenAreSamples() {
        QByteArray text = "time,latency_ms\n";
        for (int i = 0; i < 20; ++i)
            text += QByteArray("2025-10-25T20:00:") + QByteArray::number(10 + 2 * i) + "," +
                    QByteArray::number(4 + i % 3) + "\n";
        const Result<ImportedLog> log = read(text);
        QVERIFY2(log.ok(), said(log).constData());
        QCOMPARE(log.value().runs[0].quantity, LogQuantity::Duration);
        QCOMPARE(log.value().runs[0].sampledEvery.value(), 2e9);
        QCOMPARE(percentileKind(log.value().runs[0]), std::string_view("of samples"));
    }
    void framesCountedEachSecondHaveNoFrameTimes() {
        const Result<ImportedLog> log = read("FPS\n60\n30\n60\n30\n");
        QCOMPARE(log.value().runs[0].quantity, LogQuantity::FrameRate);
        QCOMPARE(log.value().runs[0].rateHz.value(), 45.0);
        const ComparedRun run = openRuns(written("FPS\n60\n30\n60\n30\n")).value().front();
        QCOMPARE(compareRuns(run, run).verdict, PairVerdict::NotComparable);
        QVERIFY(read("FPS\n60.1\n59.8\n60.3\n").value().runs[0].quantity == LogQuantity::FrameTime);
    }

    void theQuestionNamesTheFirstNumberAndAllColumns() {
        const Result<ImportedLog> unit = read("# a\n\nwait\n16.6\n16.7\n");
        QVERIFY2(said(unit).contains("line 4"), said(unit).constData());
        QByteArray names;
        QByteArray row;
        for (int i = 0; i < 40; ++i) {
            names += (i > 0 ? "," : "") + QByteArray("value") + QByteArray::number(i);
            row += i > 0 ? ",1" : "1";
        }
        const auto choices = std::make_shared<LogChoices>();
        ImportOptions options;
        options.choices = choices;
        const Result<ImportedLog> column =
            read(names + ",waitMs,restMs\n" + row + ",3,4\n" + row + ",3,4\n", options);
        QVERIFY2(said(column).contains("--column: waitMs, restMs, value0") &&
                     said(column).contains("value39"),
                 said(column).constData());
        QCOMPARE(choices->columns.size(), std::size_t{42});
        QCOMPARE(choices->columns.front(), std::string("waitMs"));
    }
    void ticksAreAUnit() {
        ImportOptions options;
        options.column = "startTicks";
        const QByteArray table = "n,startTicks\n0,1000\n1,1240\n2,1480\n3,1720\n4,1960\n";
        QVERIFY2(said(read(table, options)).contains("100ns"), said(read(table, options)).constData());
        options.unit = "qpc:24000";
        QCOMPARE(read(table, options).value().runs[0].samples, (std::vector<std::int64_t>(4, 10'000'000)));
        options.unit = "100ns";
        QCOMPARE(read(table, options).value().runs[0].samples, (std::vector<std::int64_t>(4, 24'000)));
        options.unit = "qpc:0";
        QVERIFY(!read(table, options));
    }
    void sentencesAndSummariesAreRefusedWithAWayOn() {
        const Result<ImportedLog> sentences =
            read("The loop took 12.1 ms this time, too long.\nThe loop took 12.4 ms this time, too long.\n"
                 "The loop took 11.9 ms this time, too long.\n");
        QVERIFY2(said(sentences).contains("grep -oE"), said(sentences).constData());
        for (const char* const summary : {"Scene,Avg FPS,Min FPS\na,60,40\nb,61,41\n",
                                          "run,Mean frame time (ms),stddev\n1,16.5,2\n2,16.6,2\n"}) {
            const Result<ImportedLog> log = read(summary);
            QVERIFY2(!log && log.error().code == ErrorCode::Format && said(log).contains("no frame times"),
                     said(log).constData());
        }
        QVERIFY(read("frame_ms,MaxMs,AvgMs\n16,20,17\n17,20,17\n").ok()); // each row has its own frame
    }

    void copiesAndLinksInAFolderAreOneRecording() {
        QVERIFY(QDir(m_folder.path()).mkpath("side"));
        const QByteArray one = "frame_ms\n16.1\n16.4\n17.2\n16.6\n";
        for (const char* const name : {"side/a.csv", "side/copy.csv"})
            (void)written(one, name);
        (void)written("frame_ms\n16.2\n16.4\n17.2\n16.6\n", "side/z.csv");
        const ComparedRun run = openRuns(m_folder.filePath("side").toStdString()).value().front();
        QCOMPARE(run.parts.size(), std::size_t{2});
        QCOMPARE(run.frames, 8);
        QVERIFY(std::ranges::any_of(run.warnings, [](const std::string& warning) {
            return warning.find("'copy.csv' holds the same values as 'a.csv'") != std::string::npos;
        }));
    }

    /// Wilson's interval of k of n, written anew: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
    void lateWakeUpsAreJudgedForAJob() {
        const Target target = targetOf("robot-1k"); // 0.1 % later than 100 µs
        const auto fitOf = [&](int late, int count) {
            const QByteArray counts = QByteArray("# Histogram\n000010 ") + QByteArray::number(count - late) +
                                      "\n000150 " + QByteArray::number(late) +
                                      "\n# Max Latencies: 00150\n# Histogram Overflows: 00000\n";
            ImportedLog log = read(counts).value();
            judgeLog(log, target);
            return log.runs.front().fit.value();
        };
        QCOMPARE(fitOf(10, 100'000).fitness, Fitness::Fit);
        QCOMPARE(fitOf(300, 100'000).fitness, Fitness::Unfit);
        QCOMPARE(fitOf(4, 4000).fitness, Fitness::Marginal);
        const RecordedVerdict few = fitOf(1, 1000); // none late of 3 000 would show it
        QCOMPARE(few.fitness, Fitness::NotEnoughData);
        QVERIFY(few.independent);
        const double n = 1000;
        const double p = 1 / n;
        const double z = 1.959963984540054;
        const double high =
            (p + z * z / 2 / n + z * std::sqrt(p * (1 - p) / n + z * z / 4 / n / n)) / (1 + z * z / n);
        QVERIFY(std::abs(few.late->interval.high - high) < 1e-9);
    }
    void whatDoesNotSayHowManyAreLateIsUnknown() {
        const Target target = targetOf("robot-1k");
        const auto said = [&](const QByteArray& text) {
            ImportedLog log = read(text).value();
            judgeLog(log, target);
            const RecordedVerdict& fit = log.runs.front().fit.value();
            return std::pair(std::string(fit.id()), QByteArray::fromStdString(fit.sentence));
        };
        QCOMPARE(said("frame_ms\n16\n17\n").first, std::string("unknown"));
        // Its histogram ends at 50 µs, and five lie beyond: some may be later than 100 µs.
        const auto cut = said("# Histogram\n000010 005000\n000050 000001\n# Max Latencies: 00300\n"
                              "# Histogram Overflows: 00005\n");
        QCOMPARE(cut.first, std::string("unknown"));
        QVERIFY2(cut.second.contains("does not say how many"), cut.second.constData());
        // Powers of two: 64 … 127 µs holds the limit of 100 µs.
        ImportedLog powers = read("     usecs               : count     distribution\n"
                                  "        32 -> 63         : 900      |****|\n"
                                  "        64 -> 127        : 5        |    |\n")
                                 .value();
        powers.runs.front().quantity = LogQuantity::Lateness;
        judgeLog(powers, target);
        QCOMPARE(powers.runs.front().fit->id(), std::string_view("unknown"));
        judgeLog(powers, targetOf("game-60")); // 500 µs: none is so late
        QCOMPARE(powers.runs.front().fit->late->value, 0.0);
    }
};

JITTERSCOPE_TEST(OutsideLogsTest)

} // namespace jitterscope::outside_logs_test

#include "outside_logs_test.moc"
