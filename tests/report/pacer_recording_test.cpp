// SPDX-License-Identifier: MIT
#include "core/files/read_csv.h"
#include "core/pacer/pacer.h"
#include "core/pacer/pacer_recording.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/time/scripted_time.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace jitterscope::pacer_recording_test {

namespace {

/// What a user of a Pacer can note down himself.
struct Noted {
    PacedFrame frame;
    Nanoseconds work{};
};

/// Frames of a simulated machine, of which every seventh works for more than two periods; noted down, also
/// those for which the recording has no room.
std::vector<Noted> runNoted(Pacer& pacer, TimeSource& machine, int frames) {
    std::vector<Noted> noted;
    PacedFrame frame;
    for (int n = 0; n < frames; ++n) {
        const TimePoint begin = n == 0 ? machine.now() : frame.start;
        if (n == 0)
            frame = {0, 0, begin, begin};
        machine.spinUntil(begin + (n % 7 == 6 ? Nanoseconds(38ms) : Nanoseconds(2ms)), SpinKind::Bare);
        const TimePoint end = machine.now();
        noted.push_back({frame, end - begin});
        frame = pacer.wait();
    }
    return noted;
}

PacerOptions recording(std::size_t frames, const char* strategy = "adaptive") {
    PacerOptions options;
    options.strategy = {strategy};
    options.recordFrames = frames;
    return options;
}

QByteArray lastLine(const QString& path) {
    return contentOf(path).trimmed().split('\n').last();
}

} // namespace

class PacerRecordingTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(name); }
    [[nodiscard]] std::string path(const char* name) const { return file(name).toStdString(); }

private slots:
    void theFileHoldsWhatTheLoopSaw_data() {
        QTest::addColumn<QByteArray>("strategy");
        QTest::newRow("sleeps and spins") << QByteArray("adaptive");
        QTest::newRow("sleeps") << QByteArray("system-sleep");
        QTest::newRow("spins") << QByteArray("spin");
    }
    void theFileHoldsWhatTheLoopSaw() {
        QFETCH(QByteArray, strategy);
        const auto machine = makeSimulatedTime(machineChoice("linux-default-loaded"), 3).value();
        Pacer pacer = Pacer::make(*machine, Period(), recording(2000, strategy.data())).value();
        const std::vector<Noted> noted = runNoted(pacer, *machine, 2000);
        QVERIFY(writeRecording(pacer, path("run.csv")).ok());
        QCOMPARE(lastLine(file("run.csv")), QByteArray("# end: rows=2000 lost=0 complete=yes"));

        const Result<RecordedRun> read = readSamplesCsv(path("run.csv"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        const RecordedRun& run = read.value();
        QVERIFY2(run.warnings.empty(), run.warnings.empty() ? "" : run.warnings[0].c_str());
        QCOMPARE(run.frames.size(), noted.size());
        const auto sinceFirst = [&](std::size_t i) {
            return (noted[i].frame.start - noted[1].frame.start).count();
        };
        std::int64_t late = 0;
        std::int64_t skipped = 0;
        std::int64_t byWork = 0;
        double sum = 0;
        std::int64_t worst = 0;
        for (std::size_t i = 1; i < noted.size(); ++i) {
            const auto& [frame, work] = noted[i];
            QCOMPARE(run.frames[i].iteration, frame.number);
            QVERIFY(std::abs(run.frames[i].work - work.count()) < 1000); // the Pacer reads the clock after us
            QCOMPARE(run.frames[i].start - run.frames[1].start, sinceFirst(i));
            QCOMPARE(run.frames[i].lateness(), frame.lateness().count());
            QCOMPARE(run.frames[i].lost, frame.skipped);
            late += frame.lateness() > 166'666ns ? 1 : 0; // 10**9 / 60 // 100
            byWork += run.frames[i].cause == Cause::Work ? 1 : 0;
            skipped += frame.skipped;
            sum += static_cast<double>(frame.lateness().count());
            worst = std::max(worst, static_cast<std::int64_t>(frame.lateness().count()));
        }
        QCOMPARE(run.metrics.frames, std::int64_t{1999}); // frame 0 has no wait
        QCOMPARE(run.metrics.late, late);
        QCOMPARE(run.metrics.lostIterations, skipped);
        QVERIFY(skipped >= 285); // one or two for each of the 285 long frames
        QVERIFY(byWork >= 285);
        QVERIFY(std::abs(*run.metrics.lateness.mean - sum / 1999) < 1e-6 * sum / 1999);
        QCOMPARE(*run.metrics.lateness.max, static_cast<double>(worst));
        QCOMPARE(run.metrics.oversleep.count > 0, strategy != "spin");
    }

    void itsHeadNamesTheParts() {
        ScriptedTime clock;
        PacerOptions options = recording(5, "fixed-margin");
        options.strategy.values = {{"margin", "2ms"}};
        options.policy = {"drop-and-rest"};
        Pacer pacer = Pacer::make(clock, Period::parseRate("60000/1001").value(), options).value();
        pacer.wait();
        QVERIFY(writeRecording(pacer, path("head.csv")).ok());
        const QByteArray text = contentOf(file("head.csv"));
        for (const char* line :
             {"# kind: samples\n", "# strategy: fixed-margin\n", "# strategy.margin: 2ms\n",
              "# policy: drop-and-rest\n", "# rate_hz: 60000/1001\n", "# work: own\n", "# machine: own\n"})
            QVERIFY2(text.contains(line), line);
        QVERIFY(!text.contains("started_utc")); // another clock: nothing of this machine
        QVERIFY(!text.contains("machine_fact"));
    }

    void onTheRealClockItNamesTheMachine() {
        Pacer pacer = Pacer::make(Period::fromDuration(1ms).value(), recording(5)).value();
        pacer.wait();
        QVERIFY(writeRecording(pacer, path("here.csv")).ok());
        const QByteArray text = contentOf(file("here.csv"));
        QVERIFY(text.contains("# machine: here\n"));
        QVERIFY(QRegularExpression("# started_utc: 20[0-9-]+T[0-9:]+Z\n").match(text).hasMatch());
        QVERIFY(text.contains("# machine_fact.kernel: "));
    }

    void whatFoundNoRoomIsLost() {
        const auto machine = makeSimulatedTime(machineChoice("linux-default"), 3).value();
        Pacer pacer = Pacer::make(*machine, Period(), recording(100)).value();
        runNoted(pacer, *machine, 130);
        QVERIFY(writeRecording(pacer, path("lost.csv")).ok());
        QCOMPARE(lastLine(file("lost.csv")), QByteArray("# end: rows=100 lost=30 complete=no"));
        const RecordedRun run = readSamplesCsv(path("lost.csv")).value();
        QCOMPARE(run.frames.size(), std::size_t{100});
        QCOMPARE(run.warnings.empty(), false);
        QVERIFY2(run.warnings[0].find("30") != std::string::npos, run.warnings[0].c_str());
    }

    void aPauseIsLeftOutOfTheStatistics() {
        ScriptedTime clock;
        Pacer pacer = Pacer::make(clock, Period::fromDuration(10ms).value(), recording(100, "spin")).value();
        for (int n = 0; n < 20; ++n) {
            if (n == 10) {
                clock.advance(5s);
                pacer.restart();
            }
            clock.advance(1ms);
            pacer.wait();
        }
        QVERIFY(writeRecording(pacer, path("pause.csv")).ok());
        const RecordedRun run = readSamplesCsv(path("pause.csv")).value();
        QVERIFY(run.warnings.empty());
        QCOMPARE(run.metrics.stoppedFrames, std::int64_t{1});
        QCOMPARE(run.metrics.frames, std::int64_t{18}); // 20 without the first and the one after the pause
        QCOMPARE(run.metrics.lostIterations, std::int64_t{0});
        QCOMPARE(*run.metrics.frameTime.max, 1e7);
        QCOMPARE(run.frames[10].work, std::int64_t{1'000'000});
        QVERIFY(std::abs(*run.metrics.driftPpm) < 1e-6);
    }

    void aFileThatCannotBeWrittenIsAnError() {
        ScriptedTime clock;
        Pacer silent(clock, Period());
        const Result<Done> none = writeRecording(silent, path("none.csv"));
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, ErrorCode::Usage);
        QVERIFY(!QFile::exists(file("none.csv")));
        Pacer pacer = Pacer::make(clock, Period(), recording(5)).value();
        QVERIFY(!writeRecording(pacer, path("no/such/folder.csv")).ok());
    }
};

JITTERSCOPE_TEST(PacerRecordingTest)

} // namespace jitterscope::pacer_recording_test

#include "pacer_recording_test.moc"
