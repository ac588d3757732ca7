// SPDX-License-Identifier: MIT
#include "core/import/log_catalog.h"
#include "core/import/unpack.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>

namespace jitterscope::log_damage_test {

/// Logs that are cut, damaged, ambiguous, or something else.
class LogDamageTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string written(const QByteArray& bytes, const char* name = "log.txt") const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        return file.fileName().toStdString();
    }
    static QByteArray contentOf(const char* name) {
        QFile file(QStringLiteral(JITTERSCOPE_LOGS "/") + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Result<ImportedLog> readText(const QByteArray& bytes, const ImportOptions& options = {}) const {
        return readLog(written(bytes), options);
    }
    static ImportOptions unit(const char* name) {
        ImportOptions options;
        options.unit = name;
        return options;
    }
    static QByteArray messageOf(const Result<ImportedLog>& log) {
        return log ? QByteArray("it was read") : QByteArray::fromStdString(log.error().message());
    }

private slots:
    void severalProcessesAreNamedUntilOneIsChosen() {
        const std::string path = JITTERSCOPE_LOGS "/presentmon2-two.csv";
        const Result<ImportedLog> both = readLog(path);
        QVERIFY(!both && both.error().code == ErrorCode::Usage);
        QVERIFY2(messageOf(both).contains("game.exe (4711)") && messageOf(both).contains("dwm.exe (1204)"),
                 messageOf(both).constData());
        for (const char* name : {"dwm", "DWM.EXE", "1204"}) {
            ImportOptions options;
            options.process = name;
            const Result<ImportedLog> one = readLog(path, options);
            QVERIFY2(one.ok(), messageOf(one).constData());
            QCOMPARE(one.value().runs.size(), std::size_t{1});
            QCOMPARE(one.value().runs[0].samples.size(), std::size_t{60});
        }
        ImportOptions none;
        none.process = "other";
        QVERIFY(messageOf(readLog(path, none)).contains("has no process 'other'"));
    }

    void twoProcessesOfOneNameAreToldApartByNumber() {
        const QByteArray head = "Application,ProcessID,MsBetweenPresents\n";
        const QByteArray rows =
            "a.exe,1,10\nb.exe,2,20\na.exe,3,30\n" + head; // the column line again, at the end
        ImportOptions options;
        options.process = "a";
        const Result<ImportedLog> two = readText(head + rows, options);
        QVERIFY2(messageOf(two).contains("a.exe (1), a.exe (3)") && !messageOf(two).contains("b.exe"),
                 messageOf(two).constData());
        options.process = "3";
        const Result<ImportedLog> one = readText(head + rows, options);
        QVERIFY2(one.ok(), messageOf(one).constData());
        QCOMPARE(one.value().runs[0].samples, std::vector<std::int64_t>{30'000'000});
    }

    void whatTheLogDoesNotSayIsAskedFor() {
        const QByteArray table = "frame,wait\n1,16.6\n2,16.7\n";
        const Result<ImportedLog> noColumn = readText(table);
        QVERIFY(!noColumn && noColumn.error().code == ErrorCode::Usage);
        QVERIFY2(messageOf(noColumn).contains("frame, wait"), messageOf(noColumn).constData());
        ImportOptions options;
        options.column = "WAIT";
        const Result<ImportedLog> noUnit = readText(table, options);
        QVERIFY(!noUnit && noUnit.error().code == ErrorCode::Usage);
        options.unit = "ms";
        options.quantity = LogQuantity::FrameTime;
        const Result<ImportedLog> read = readText(table, options);
        QVERIFY2(read.ok(), messageOf(read).constData());
        QCOMPARE(read.value().runs[0].samples, (std::vector<std::int64_t>{16'600'000, 16'700'000}));
        QVERIFY(!read.value().runs[0].rateEstimated); // each frame has its row
        QVERIFY(std::abs(read.value().runs[0].rateHz.value() - 2e3 / 33.3) < 1e-9);
        options.unit = "fortnights";
        QVERIFY(messageOf(readText(table, options)).contains("fortnights"));
        QVERIFY(messageOf(readLog(JITTERSCOPE_LOGS "/percentiles.hgrm")).contains("unit"));
    }

    /// Asked, never taken: `answer` opens it.
    void whatCannotBeTimesIsAskedAbout_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("says");
        QByteArray rows = "frame_ms\n";
        for (int i = 0; i < 9; ++i)
            rows += QByteArray::number(16.5 * i + 0.5) + "\n";
        QTest::newRow("moments under another name") << rows << QByteArray("rise from row to row");
        QByteArray chosen = "Application,ProcessID,MsBetweenPresents\n";
        for (int i = 0; i < 9; ++i)
            chosen += "a.exe,1," + QByteArray::number(16.5 * i + 0.5) + "\n";
        QTest::newRow("moments in a known format") << chosen << QByteArray("rise from row to row");
        QByteArray seconds = "Application,ProcessID,TimeInSeconds,MsBetweenPresents\n";
        QByteArray micros = seconds;
        for (int i = 0; i < 20; ++i) {
            const QByteArray start = "a.exe,1," + QByteArray::number(0.0165 * i, 'f', 6);
            seconds += start + (i % 2 == 0 ? ",0.0165\n" : ",0.0164\n");
            micros += start + (i % 2 == 0 ? ",16500\n" : ",16400\n");
        }
        QTest::newRow("1000 times too small")
            << seconds << QByteArray("add up to 312.5 µs, but by the log's own clock 313.5 ms passed");
        QTest::newRow("1000 times too large") << micros << QByteArray("add up to 312.50 s, but");
        QTest::newRow("stamps that go back")
            << QByteArray("timestamp_ms\n5\n1\n9\n2\n7\n3\n") << QByteArray("time stamps, but they go back");
        QByteArray nanos = "Thread 0 Interval: 1000\n";
        for (int i = 0; i < 9; ++i)
            nanos += QStringLiteral("%1:%2:%3\n").arg(0, 8).arg(i, 8).arg(52'000 + 7 * (i % 4), 8).toUtf8();
        QTest::newRow("cyclictest -N") << nanos << QByteArray("or of 52.0 µs if it is ns");
        QTest::newRow("thousands or decimals")
            << QByteArray("a;wait_us\n1;984\n2;16.667\n3;17.001\n") << QByteArray("sixteen thousand?");
    }
    void whatCannotBeTimesIsAskedAbout() {
        QFETCH(QByteArray, table);
        QFETCH(QByteArray, says);
        const Result<ImportedLog> log = readText(table);
        QVERIFY(!log && log.error().code == ErrorCode::Usage);
        QVERIFY2(messageOf(log).contains(says), messageOf(log).constData());
        QVERIFY(!log.error().hint.empty());
    }

    /// Python: 16.5, for each difference.
    void theUserSaysWhetherValuesThatRiseAreMoments() {
        QByteArray rows = "frame_ms\n";
        for (int i = 0; i < 9; ++i)
            rows += QByteArray::number(16.5 * i) + "\n";
        ImportOptions options;
        options.timeStamps = true;
        const Result<ImportedLog> moments = readText(rows, options);
        QVERIFY2(moments.ok(), messageOf(moments).constData());
        QCOMPARE(moments.value().runs[0].samples, std::vector<std::int64_t>(8, 16'500'000));
        QCOMPARE(moments.value().runs[0].quantity, LogQuantity::FrameTime);
        options.timeStamps = false;
        options.quantity = LogQuantity::Duration;
        const Result<ImportedLog> durations = readText(rows, options);
        QVERIFY2(durations.ok(), messageOf(durations).constData());
        QCOMPARE(durations.value().runs[0].samples.size(), std::size_t{9});
        options.quantity = LogQuantity::FrameTime; // frame times do not rise for ever either
        QVERIFY(!readText(rows, options));
    }

    void aColumnThatIsSaidIsNeverPassedOver() {
        ImportOptions options;
        options.column = "TimeInSeconds";
        const Result<ImportedLog> stamps = readLog(JITTERSCOPE_LOGS "/presentmon1.csv", options);
        QVERIFY2(stamps.ok(), messageOf(stamps).constData());
        QCOMPARE(stamps.value().timeColumn, std::string("TimeInSeconds"));
        QCOMPARE(stamps.value().runs[0].samples.size(), std::size_t{1099});
        options.column = "no such";
        QVERIFY(messageOf(readLog(JITTERSCOPE_LOGS "/presentmon1.csv", options)).contains("no such"));
        for (const char* name : {"mangohud-ms.csv", "cyclictest-h.txt", "capframex.json"}) {
            const Result<ImportedLog> log = readLog(std::string(JITTERSCOPE_LOGS "/") + name, options);
            QVERIFY(!log && log.error().code == ErrorCode::Usage);
            QVERIFY2(messageOf(log).contains("--column"), messageOf(log).constData());
        }
    }

    void framesThatWereNeverShownAreCounted() {
        QByteArray table = "Application,ProcessID,CPUStartTime,FrameTime,DisplayLatency,DisplayedTime\n";
        for (int i = 0; i < 40; ++i)
            table += "a.exe,1," + QByteArray::number(16.5 * i) + ",16.5," +
                     (i % 4 == 0 ? "NA,NA\n" : "20.1,16.5\n");
        const Result<ImportedLog> log = readText(table);
        QVERIFY2(log.ok(), messageOf(log).constData());
        QCOMPARE(log.value().runs[0].notDisplayed.value_or(-1), 10);
        QCOMPARE(log.value().runs[0].samples.size(), std::size_t{40});
    }

    void aHistogramWhoseEndIsLostHasNoMaximum() {
        const Result<ImportedLog> cut = readLog(JITTERSCOPE_LOGS "/cyclictest-h-cut.txt");
        QVERIFY2(cut.ok(), messageOf(cut).constData());
        QVERIFY(!cut.value().runs[0].summary.max);
        QVERIFY(!shareBeyond(cut.value().runs[0], Nanoseconds{300'000}));
        QVERIFY2(QByteArray::fromStdString(cut.value().warnings.at(0)).contains("is at least "),
                 cut.value().warnings.at(0).c_str());
        QByteArray lines = contentOf("percentiles.hgrm");
        const QByteArray all = lines.left(lines.indexOf("#[Mean"));
        const Result<ImportedLog> whole = readText(all, unit("ms"));
        QVERIFY2(whole.ok() && whole.value().warnings.empty(), messageOf(whole).constData());
        const Result<ImportedLog> half =
            readText(all.left(all.lastIndexOf('\n', all.size() / 2) + 1), unit("ms"));
        QVERIFY2(half.ok() && half.value().warnings.size() == 1, messageOf(half).constData());
        QVERIFY(!half.value().runs[0].summary.max);
    }

    /// What holds for each thread, or for each recording of a file, is said once.
    void aWarningOfManyRunsIsOne() {
        QByteArray table = "# Histogram\n";
        for (const char* bucket : {"000048", "000057"}) {
            table += bucket;
            for (int thread = 0; thread < 30; ++thread)
                table += "\t000034";
            table += '\n';
        }
        const Result<ImportedLog> threads = readText(table);
        QVERIFY2(threads.ok(), messageOf(threads).constData());
        QCOMPARE(threads.value().runs.size(), std::size_t{30});
        QCOMPARE(threads.value().warnings.size(), std::size_t{1});
        const QByteArray warning = QByteArray::fromStdString(threads.value().warnings[0]);
        QVERIFY2(warning.endsWith(
                     "the maximum of thread 0 is at least 57.0 µs, and its percentiles may be higher; "
                     "the same holds for 29 more runs"),
                 warning.constData());
        QByteArray recordings; // of a second each, with a row every 100 ms
        for (int recording = 0; recording < 25; ++recording) {
            recordings += "00, 26-11-2026 10:00:00, Hardware monitoring log v1.6 \n"
                          "02, 26-11-2026 10:00:00, Frametime           \n";
            for (int row = 0; row < 40; ++row)
                recordings += "80, 26-11-2026 10:00:" + QByteArray::number(10 + row / 10) + ", 16.500\n";
        }
        const Result<ImportedLog> sampled = readText(recordings);
        QVERIFY2(sampled.ok(), messageOf(sampled).constData());
        QCOMPARE(sampled.value().runs.size(), std::size_t{25});
        QCOMPARE(sampled.value().warnings.size(), std::size_t{1});
        QVERIFY2(sampled.value().warnings[0].ends_with("; the same holds for 24 more runs"),
                 sampled.value().warnings[0].c_str());
    }

    void packedLogsAreReadOrRefusedWithTheWayOn() {
        if (logs::inflateSupport().available) {
            const QByteArray packed = contentOf("packed.csv.gz");
            QVERIFY(readText(packed).ok());
            for (const qsizetype size : {packed.size() - 9, packed.size() / 2, qsizetype{12}})
                QVERIFY(!readText(packed.left(size)));
            const Result<ImportedLog> twice = readText(packed + packed); // two members; a column line between
            QVERIFY2(twice.ok(), messageOf(twice).constData());
            QCOMPARE(twice.value().runs.size(), std::size_t{2}); // the columns again: another recording
            for (const ImportedRun& run : twice.value().runs)
                QCOMPARE(run.samples.size(), std::size_t{105});
        }
        const Result<ImportedLog> zst = readText(QByteArray("\x28\xb5\x2f\xfd\x04\x00", 6));
        if (!logs::zstdSupport().available) {
            QVERIFY2(messageOf(zst).contains("zstd -d FILE"), messageOf(zst).constData());
        } else {
            QVERIFY2(messageOf(zst).contains("cut off") || messageOf(zst).contains("damaged"),
                     messageOf(zst).constData());
            const QByteArray frames = contentOf("packed.csv.zst");
            const Result<ImportedLog> whole = readText(frames);
            QVERIFY2(whole.ok(), messageOf(whole).constData());
            for (const qsizetype size : {frames.size() - 3, frames.size() / 2, qsizetype{9}})
                QVERIFY(!readText(frames.left(size)));
            const Result<ImportedLog> twice = readText(frames + frames);
            QVERIFY2(twice.ok(), messageOf(twice).constData());
            QCOMPARE(twice.value().runs.size(), std::size_t{2}); // the columns again: another recording
            QCOMPARE(twice.value().runs[1].samples, whole.value().runs[0].samples);
        }
        const Result<ImportedLog> xz = readText(QByteArray("\xfd"
                                                           "7zXZ\0",
                                                           6));
        QVERIFY2(messageOf(xz).contains("xz -dk FILE"), messageOf(xz).constData());
    }

    void aSampledLogSaysSo() {
        const Result<ImportedLog> log = readLog(JITTERSCOPE_LOGS "/mangohud-interval.csv");
        QVERIFY2(log.ok(), messageOf(log).constData());
        QCOMPARE(log.value().runs[0].sampledEvery.value_or(0), 100e6);
        QVERIFY(QByteArray::fromStdString(log.value().warnings.at(0)).contains("sampled over 4.9"));
        const Result<ImportedLog> every = readLog(JITTERSCOPE_LOGS "/mangohud-ms.csv");
        QVERIFY(every.ok() && !every.value().runs[0].sampledEvery);
    }

    void impossibleValuesAreLeftOutWithTheirLine() {
        const char bytes[] = "a_ms\n16.5\n-1\n1e300\n99999999999999999999999999\ninf\nnan\n\0\1\n17.5\n";
        const QByteArray table(bytes, sizeof(bytes) - 1);
        const Result<ImportedLog> read = readText(table);
        QVERIFY2(read.ok(), messageOf(read).constData());
        QCOMPARE(read.value().runs[0].samples, (std::vector<std::int64_t>{16'500'000, 17'500'000}));
        QCOMPARE(read.value().linesLeftOut, 6);
        QVERIFY(QByteArray::fromStdString(read.value().warnings[0]).contains("line "));
        const Result<ImportedLog> nothing = readText("a_ms\n-2\nx\n");
        QVERIFY(!nothing);
        QVERIFY2(messageOf(nothing).contains("log.txt' line 2"), messageOf(nothing).constData());
    }

    void aLogCutAnywhereIsReadOrRefusedWithAMessage() {
        for (const char* name : {"mangohud-ms.csv", "presentmon1.csv", "presentmon2.csv", "ocat.csv",
                                 "capframex.json", "cyclictest-v.txt", "cyclictest-h.txt", "cyclictest.json",
                                 "percentiles.hgrm", "tags.hlog", "older.hlog", "afterburner.hml",
                                 "frameview.csv", "capframex.csv", "fraps-times.csv", "plain-ms.csv"}) {
            const QByteArray whole = contentOf(name);
            QVERIFY(!whole.isEmpty());
            for (int i = 0; i < 60; ++i) {
                const Result<ImportedLog> log =
                    readText(whole.left(whole.size() * i / 60), unit(i % 2 == 0 ? "" : "ms"));
                if (log) {
                    QVERIFY(!log.value().runs.empty());
                } else {
                    QVERIFY2(!messageOf(log).isEmpty() && messageOf(log).count('\n') == 0, name);
                    QVERIFY2(messageOf(log).contains("log.txt"), messageOf(log).constData());
                }
            }
        }
    }

    /// 16.6 may have been 16.667.
    void aRowWithoutAnEndIsLeftOut() {
        const QByteArray begin = "00, 1-1-2026 10:00:00, Hardware monitoring log v1.6\n"
                                 "02, 1-1-2026 10:00:00, Frametime\n80, 1-1-2026 10:00:00, 16.667\n";
        const Result<ImportedLog> cut = readText(begin + "80, 1-1-2026 10:00:01, 16.6");
        QVERIFY2(cut.ok(), messageOf(cut).constData());
        QCOMPARE(cut.value().runs[0].samples, std::vector<std::int64_t>{16'667'000});
        QCOMPARE(cut.value().linesLeftOut, 1);
        const Result<ImportedLog> whole = readText(begin + "80, 1-1-2026 10:00:01, 16.6\n");
        QVERIFY(whole.ok() && whole.value().runs[0].samples.size() == 2);
    }

    void cutJsonIsNoHalfRun() {
        const QByteArray whole = contentOf("capframex.json");
        const Result<ImportedLog> log = readText(whole.left(whole.size() / 2));
        QVERIFY(!log);
        QVERIFY2(messageOf(log).contains("line "), messageOf(log).constData());
    }

    void otherThingsAreRefused() {
        for (const QByteArray& bytes :
             {QByteArray(), QByteArray("12:34:56\n12:34:57\n"), QByteArray("\0\0\0\0", 4),
              QByteArray("hello\nworld\n"), QByteArray("{}"), QByteArray("[1,2,3]"), QByteArray(100'000, 'x'),
              QByteArray("\xff\xfe"
                         "A\0",
                         4)})
            QVERIFY(!readText(bytes));
        QVERIFY(messageOf(readText(QByteArray("\xff\xfe"
                                              "A\0",
                                              4)))
                    .contains("UTF-16"));
        const Result<ImportedLog> own =
            readText("# jitterscope-csv: 1\n# kind: samples\nframe,start_ns\n1,2\n");
        QVERIFY2(messageOf(own).contains("is a file of jitterscope"), messageOf(own).constData());
        ImportOptions unknown;
        unknown.format = "word";
        QVERIFY(messageOf(readText("x", unknown)).contains("mangohud"));
        QVERIFY(!readLog("/no/such/file"));
        QVERIFY(!readLog("/dev/zero"));
    }

    void whatNothingClaimsIsDescribedWithTheWayOn_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("is");
        QTest::addColumn<QByteArray>("next");
        const auto row = [](const char* name, const QByteArray& bytes, const char* is, const char* next) {
            QTest::newRow(name) << bytes << QByteArray(is) << QByteArray(next);
        };
        row("nothing", "", "it is empty", "recording was ended");
        row("page", "<!doctype html>\n<html>", "a web page", "download the log itself");
        row("picture", "\x89PNG\r\n", "a picture", "list formats");
        row("json", R"({"metrics": {"fps": [60, 59]}, "app": "x"})",
            "JSON of another kind, with metrics, fps, app", "export its times as CSV");
        row("no rows", "time,frame,fps\n", "a table with a column line and no rows: time, frame, fps",
            "recording");
        row("titles", "Report,of,today\nmade,by,me\n1,2,3\n",
            "without numbers in its second line: Report, of, today", "remove the lines above");
        row("words", "hello\nworld\n", "text that begins with 'hello'", "one time a line");
        row("bytes", QByteArray("\x01\x02\x00zz", 5), "no text", "export it as CSV");
    }
    void whatNothingClaimsIsDescribedWithTheWayOn() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, is);
        QFETCH(QByteArray, next);
        const Result<ImportedLog> log = readText(bytes);
        QVERIFY(!log);
        QVERIFY2(messageOf(log).contains(is), messageOf(log).constData());
        QVERIFY2(QByteArray::fromStdString(log.error().hint).contains(next), log.error().hint.c_str());
        QCOMPARE(messageOf(log).count('\n'), qsizetype{0});
    }

    /// Two runs of 1 000 and 150 frames, one of them without a value.
    void theRunsOfALogArePutTogetherByChoice() {
        ImportOptions options;
        options.pooled = true;
        const Result<ImportedLog> log = readLog(JITTERSCOPE_LOGS "/capframex-two.json", options);
        QVERIFY2(log.ok(), messageOf(log).constData());
        QCOMPARE(log.value().runs.size(), std::size_t{1});
        const ImportedRun& run = log.value().runs[0];
        QCOMPARE(run.parts, (std::vector<std::size_t>{1000, 150}));
        QCOMPARE(run.samples.size(), std::size_t{1150});
        QCOMPARE(run.summary.count, 1150);
        QCOMPARE(run.notDisplayed.value_or(-1), 1);
        QCOMPARE(run.name, std::string("game.exe, 2 runs"));
        if (logs::inflateSupport().available)
            QVERIFY(messageOf(readLog(JITTERSCOPE_LOGS "/tags.hlog", options)).contains("put together"));
    }

    /// A capture's own clock: 20 frames of 16.5 "ms" in 330 s are seconds, or the clock is wrong.
    void aCaptureIsHeldAgainstItsClock() {
        const auto capture = [](double step) {
            QByteArray times, clock;
            for (int i = 0; i < 20; ++i) {
                times += (i > 0 ? "," : "") + QByteArray::number(16.5 - 0.1 * (i % 2));
                clock += (i > 0 ? "," : "") + QByteArray::number(step * i, 'f', 6);
            }
            return R"({"Info": {"ProcessName": "a.exe"}, "Runs": [{"CaptureData": {"TimeInSeconds": [)" +
                   clock + R"(], "MsBetweenPresents": [)" + times + "]}}]}";
        };
        QVERIFY2(readText(capture(0.0165)).ok(), messageOf(readText(capture(0.0165))).constData());
        const Result<ImportedLog> slow = readText(capture(16.5));
        QVERIFY(!slow && slow.error().code == ErrorCode::Usage);
        QVERIFY2(messageOf(slow).contains("by the log's own clock"), messageOf(slow).constData());
    }

    void aFormatThatIsSaidIsUsed() {
        ImportOptions options;
        options.format = "csv";
        options.column = "MsBetweenPresents";
        options.unit = "ms";
        const Result<ImportedLog> log = readLog(JITTERSCOPE_LOGS "/presentmon24.csv", options);
        QVERIFY2(log.ok(), messageOf(log).constData());
        QCOMPARE(log.value().format, std::string("csv"));
        QCOMPARE(log.value().runs[0].samples.size(), std::size_t{400});
        for (const LogEntry& entry : importCatalog()) { // a wrong one fails, or finds what there is
            options.format = entry.id;
            const Result<ImportedLog> any = readLog(JITTERSCOPE_LOGS "/cyclictest-h.txt", options);
            QVERIFY(any.ok() || messageOf(any).count('\n') == 0);
        }
    }

    void damagedHistogramsAreNamedWithTheirLine() {
        if (!logs::inflateSupport().available)
            QSKIP("built without zlib");
        const QByteArray whole = contentOf("tags.hlog");
        const qsizetype at = whole.indexOf("HISTFAAA");
        QByteArray other = whole;
        other.replace(at, 6, "HISTIg"); // the cookie of V1 with the content of V2
        QVERIFY2(messageOf(readText(other)).contains("what was packed is unknown"),
                 messageOf(readText(other)).constData());
        QByteArray damaged = whole;
        damaged[at + 40] = damaged[at + 40] == 'A' ? 'B' : 'A';
        const Result<ImportedLog> log = readText(damaged);
        QVERIFY(!log);
        QVERIFY2(messageOf(log).contains("line 5"), messageOf(log).constData());
    }

    void cancelEndsTheReading() {
        QByteArray table("t_ms\n");
        for (int i = 0; i < 200'000; ++i)
            table += "16.7\n";
        const std::string path = written(table);
        std::atomic<bool> cancel = false;
        int reports = 0;
        const Result<ImportedLog> log = readLog(path, {}, &cancel, [&](std::uint64_t bytes) {
            ++reports;
            cancel = bytes > 100'000; // a tenth of the file
        });
        QVERIFY(!log && log.error().code == ErrorCode::Cancelled);
        QVERIFY2(reports > 1 && reports < 10, qPrintable(QString::number(reports)));
    }
};

JITTERSCOPE_TEST(LogDamageTest)

} // namespace jitterscope::log_damage_test

#include "log_damage_test.moc"
