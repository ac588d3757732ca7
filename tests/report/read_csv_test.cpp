// SPDX-License-Identifier: MIT
#include "core/files/csv.h"
#include "core/files/read_csv.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <random>

namespace jitterscope::read_csv_test {

namespace {

const QByteArray kHeader = "# jitterscope-csv: 1\n# rate_hz: 60\n# tolerance_ns: 1000\n# warmup: 0\n";
const QByteArray kColumns =
    "frame,stretch,start_ns,frame_time_ns,work_ns,deadline_ns,lateness_ns,native_sleeps,"
    "native_sleep_ns,oversleep_ns,spin_ns,margin_ns,lost,cause\n";
const QByteArray kFirst = "0,0,0,,11,,,,,,,,,\n";
const QByteArray kSecond = "1,0,16666700,16666700,12,16666666,34,0,0,,16666600,,0,\n";
const QByteArray kEnd = "# end: rows=2 lost=0 complete=yes\n";
const QByteArray kThird = "2,0,33333400,16666700,12,33333333,67,0,0,,16666600,,0,\n";
const QByteArray kGood = kHeader + kColumns + kFirst + kSecond + kEnd;

} // namespace

class ReadCsvTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    Result<RecordedRun> read(const QByteArray& text) {
        writeTo(m_folder.filePath("in.csv"), text);
        return readSamplesCsv(m_folder.filePath("in.csv").toStdString());
    }

private slots:
    void goodFileIsRead() {
        const Result<RecordedRun> run = read(kGood);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().what.c_str());
        QCOMPARE(run.value().frames.size(), std::size_t{2});
        QCOMPARE(run.value().metrics.frames, std::int64_t{1});
        QCOMPARE(*run.value().metrics.lateness.mean, 34.0);
        QCOMPARE(run.value().metrics.tolerance.count(), std::int64_t{1000});
        QVERIFY(run.value().warnings.empty());
    }

    void whatContradictsItselfIsNamedAndInNoFigure_data() {
        QTest::addColumn<QByteArray>("rows"); // behind the first two
        QTest::addColumn<int>("frames");      // taken
        QTest::addColumn<QByteArray>("says");
        const auto end = [](int rows) {
            return "# end: rows=" + QByteArray::number(rows) + " lost=0 complete=yes\n";
        };
        QTest::newRow("whole") << kThird + end(3) << 3 << QByteArray();
        QTest::newRow("empty lines at the end") << kThird + end(3) + "\n\n" << 3 << QByteArray();
        QTest::newRow("numbered twice")
            << kThird + kThird + end(4) << 3 << QByteArray("line 9: frame 2 comes after frame 2");
        QTest::newRow("backwards") << kThird + kSecond + end(4) << 3
                                   << QByteArray("line 9: frame 1 comes after frame 2");
        QTest::newRow("negative") << QByteArray(kThird).replace(0, 1, "-2") + kThird + end(4) << 3
                                  << QByteArray("line 8: frame -2 is negative");
        QTest::newRow("time goes back") << QByteArray(kThird)
                                                   .replace("33333400,16666700", "16666699,0")
                                                   .replace("33333333,67", "16666632,67") +
                                               end(3)
                                        << 2 << QByteArray("line 8: start_ns goes back");
        QTest::newRow("frame time too long")
            << QByteArray(kThird).replace("33333400,16666700", "33333400,16666701") + end(3) << 2
            << QByteArray("line 8: frame_time_ns");
        QTest::newRow("removed from the middle")
            << QByteArray(kThird)
                       .replace(0, 1, "4")
                       .replace("33333400,16666700", "66666700,16666700")
                       .replace("33333333,67", "66666666,34") +
                   end(5)
            << 3
            << QByteArray("line 8: 2 rows are missing before frame 4|line 9: says that there are 5 rows, "
                          "where there are 3");
        QTest::newRow("cut in a row")
            << kThird.chopped(1) << 2 << QByteArray("line 8: the row is cut off|line 8: is not the line");
        QTest::newRow("cut behind a row") << kThird << 3 << QByteArray("line 8: is not the line that ends");
        QTest::newRow("an empty line between")
            << "\n" + kThird + end(3) << 3 << QByteArray("line 8: is empty");
        QTest::newRow("rows behind the end")
            << end(2) + kThird << 3
            << QByteArray("line 9: says that there are 2 rows|line 9: comes after the last line of the file");
        QTest::newRow("lost") << kThird + "# end: rows=3 lost=1 complete=no\n"
                              << 3
                              << QByteArray(
                                     "line 9: says that 1 more rows were measured and are lost (25 %)");
        QTest::newRow("ended early") << kThird + "# end: rows=3 lost=0 complete=no\n"
                                     << 3 << QByteArray("line 9: says that it is not complete");
        QTest::newRow("end of another form") << kThird + "# end: yes\n"
                                             << 3 << QByteArray("line 9: 'end: yes' is not as");
        QTest::newRow("end with a count that is none") << kThird + "# end: rows=-1 lost=0 complete=yes\n"
                                                       << 3 << QByteArray("line 9: 'end: rows=-1");
    }
    void whatContradictsItselfIsNamedAndInNoFigure() {
        QFETCH(QByteArray, rows);
        QFETCH(int, frames);
        QFETCH(QByteArray, says);
        const Result<RecordedRun> run = read(kHeader + kColumns + kFirst + kSecond + rows);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().what.c_str());
        QCOMPARE(static_cast<int>(run.value().frames.size()), frames);
        QCOMPARE(run.value().metrics.frames, std::int64_t{frames - 1}); // the first has no wait
        const QList<QByteArray> wanted = says.isEmpty() ? QList<QByteArray>() : says.split('|');
        QCOMPARE(static_cast<int>(run.value().warnings.size()), static_cast<int>(wanted.size()));
        for (int i = 0; i < wanted.size(); ++i) {
            const std::string& warning = run.value().warnings[static_cast<std::size_t>(i)];
            QVERIFY2(QByteArray::fromStdString(warning).contains(wanted[i]), warning.c_str());
        }
    }

    void manyDoubtsAreCounted() {
        QByteArray rows;
        for (int i = 0; i < 1000; ++i)
            rows += kSecond;
        const Result<RecordedRun> run = read(kHeader + kColumns + kFirst + kSecond + rows);
        QVERIFY(run.ok());
        QCOMPARE(run.value().warnings.size(), std::size_t{2}); // and no end
        QVERIFY(run.value().warnings[0].find("line 8: frame 1 comes after frame 1") != std::string::npos);
        QVERIFY(run.value().warnings[0].ends_with("; 999 more like it"));
    }

    void whatSpreadsheetsDoIsTolerated_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("byte order mark") << "\xef\xbb\xbf" + kGood;
        QTest::newRow("CRLF") << QByteArray(kGood).replace("\n", "\r\n");
        QTest::newRow("no line end at the end") << kGood.chopped(1);
        QTest::newRow("empty lines at the end") << kGood + "\n\r\n";
        QTest::newRow("quoted fields")
            << QByteArray(kGood).replace("16666700,16666700", "\"16666700\",16666700");
        QTest::newRow("quoted column") << QByteArray(kGood).replace("frame,stretch", "\"frame\",\"stretch\"");
        QTest::newRow("padded header") << QByteArray(kGood).replace("rate_hz: 60\n", "rate_hz: 60,,,,,\n");
        QTest::newRow("quoted header")
            << QByteArray(kGood).replace("# rate_hz: 60\n", "\"# rate_hz: 60\",,\n");
        QTest::newRow("another column") << kHeader + QByteArray(kColumns).replace("cause\n", "cause,mine\n") +
                                               QByteArray(kFirst + kSecond).replace(",\n", ",,hello\n") +
                                               kEnd;
        QTest::newRow("other order") << QByteArray(kHeader + "stretch,frame" + kColumns.mid(13) + kFirst +
                                                   kSecond + kEnd)
                                            .replace("1,0,16666700", "0,1,16666700");
        QTest::newRow("header line between rows")
            << kHeader + kColumns + kFirst + "# note: x\n" + kSecond + kEnd;
    }
    void whatSpreadsheetsDoIsTolerated() {
        QFETCH(QByteArray, text);
        const Result<RecordedRun> run = read(text);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().what.c_str());
        QCOMPARE(run.value().frames.size(), std::size_t{2});
        QCOMPARE(run.value().frames[1].iteration, std::int64_t{1});
        QCOMPARE(*run.value().metrics.lateness.mean, 34.0);
        QVERIFY(run.value().warnings.empty());
    }

    void hostileInputIsOneMessageWithItsLine_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("says");
        const auto second = [](const char* what, const char* with) {
            return kHeader + kColumns + kFirst + QByteArray(kSecond).replace(what, with);
        };
        QTest::newRow("NUL in a row") << kHeader + kColumns + kFirst + QByteArray("1,0,1\0", 6) + "\n"
                                      << 7 << QByteArray("fewer");
        QTest::newRow("NUL in a field")
            << kHeader + kColumns + QByteArray(kFirst).replace(0, 1, QByteArray(1, '\0')) << 6
            << QByteArray("frame");
        QTest::newRow("NUL in the header")
            << "# a: " + QByteArray(1, '\0') + "\n" + kGood << 1 << QByteArray("NUL");
        QTest::newRow("quote left open") << second(",16666700,", ",\"16666700,") << 7 << QByteArray("quote");
        QTest::newRow("text behind a quote")
            << second(",16666700,", ",\"16666700\"x,") << 7 << QByteArray("quote");
        QTest::newRow("megabyte line") << kHeader + kColumns + QByteArray(1'000'000, '1') + "\n"
                                       << 6 << QByteArray("longer");
        QTest::newRow("megabyte line at once") << QByteArray(1'000'000, ',') << 1 << QByteArray("longer");
        QTest::newRow("many columns in a row") << kHeader + kColumns + QByteArray(60'000, ',') + "\n"
                                               << 6 << QByteArray("more");
        QTest::newRow("many columns named") << kHeader + QByteArray(60'000, ',') + "\n"
                                            << 5 << QByteArray("columns");
        QTest::newRow("nan") << second("34", "nan") << 7 << QByteArray("lateness_ns");
        QTest::newRow("1e999") << second("34", "1e999") << 7 << QByteArray("lateness_ns");
        QTest::newRow("fraction") << second("34", "34.5") << 7 << QByteArray("lateness_ns");
        QTest::newRow("decimal comma") << second(",34,", ",34,5,") << 7 << QByteArray("more");
        QTest::newRow("too big for 64 bits")
            << second("12", "99999999999999999999") << 7 << QByteArray("work_ns");
        QTest::newRow("too far out") << second("12", "2000000000000000000") << 7 << QByteArray("work_ns");
        QTest::newRow("frame too far out") << second("1,0,", "99999999999999,0,") << 7 << QByteArray("frame");
        QTest::newRow("negative frame time")
            << second("700,16666700", "700,-1") << 7 << QByteArray("frame_time_ns");
        QTest::newRow("lateness that does not fit") << second("34", "35") << 7 << QByteArray("lateness_ns");
        QTest::newRow("lateness of another start")
            << kHeader + kColumns + kFirst + kSecond + QByteArray(kSecond).replace("16666700,1", "16666699,1")
            << 8 << QByteArray("lateness_ns");
        QTest::newRow("stretch goes back")
            << kHeader + kColumns + QByteArray(kFirst).replace("0,0,", "0,5,") + kSecond << 7
            << QByteArray("stretch");
        QTest::newRow("unknown cause") << second("0,\n", "0,witchcraft\n") << 7 << QByteArray("witchcraft");
        QTest::newRow("short row") << kHeader + kColumns + kFirst + "1,0\n" << 7 << QByteArray("fewer");
        QTest::newRow("empty file") << QByteArray() << 0 << QByteArray("ends before");
        QTest::newRow("header alone") << kHeader << 4 << QByteArray("ends before");
        QTest::newRow("not ours") << QByteArray("a,b\n1,2\n") << 1 << QByteArray("jitterscope-csv");
        QTest::newRow("another text")
            << QByteArray("\xff\xfe\x00\x01", 4) << 1 << QByteArray("jitterscope-csv");
        QTest::newRow("newer schema") << "# jitterscope-csv: 2\n" + kColumns << 2 << QByteArray("newer");
        QTest::newRow("schema is no number")
            << "# jitterscope-csv: x\n" + kColumns << 2 << QByteArray("schema");
        QTest::newRow("sleeps") << "# jitterscope-csv: 1\n# kind: sleeps\n" + kColumns << 3
                                << QByteArray("sleeps");
        QTest::newRow("no rate") << "# jitterscope-csv: 1\n" + kColumns << 2 << QByteArray("rate_hz");
        QTest::newRow("bad rate") << QByteArray(kGood).replace("rate_hz: 60", "rate_hz: 60,0 x") << 5
                                  << QByteArray("rate_hz");
        QTest::newRow("bad warm-up") << QByteArray(kGood).replace("warmup: 0", "warmup: -1") << 5
                                     << QByteArray("warmup");
        QTest::newRow("bad tolerance")
            << QByteArray(kGood).replace("1000", "-1") << 5 << QByteArray("tolerance");
        QTest::newRow("column missing")
            << QByteArray(kGood).replace(",cause\n", "\n") << 5 << QByteArray("cause is missing");
        QTest::newRow("column twice")
            << QByteArray(kGood).replace(",cause\n", ",cause,cause\n") << 5 << QByteArray("twice");
    }
    void hostileInputIsOneMessageWithItsLine() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(QByteArray, says);
        const Result<RecordedRun> run = read(text);
        QVERIFY(!run.ok());
        const QByteArray message = QByteArray::fromStdString(run.error().message());
        QVERIFY2(message.contains("line " + QByteArray::number(line) + ":"), message.constData());
        QVERIFY2(message.contains(says), message.constData());
        QVERIFY(!message.contains('\n'));
        QVERIFY(message.size() < 500);
    }

    void devicesAndFoldersAreRefused() {
        for (const char* path : {"/dev/zero", "/dev/null", "/", "/no/such/file"}) {
            QVERIFY(!readSamplesCsv(path).ok());
            QVERIFY(!readSleepsCsv(path).ok());
        }
    }

    void manyHeaderLinesEnd() {
        QByteArray text;
        for (int i = 0; i < 100'002; ++i)
            text += "# k" + QByteArray::number(i) + ":\n";
        const Result<RecordedRun> run = read(text);
        QVERIFY(!run.ok());
        QVERIFY(run.error().what.find("header lines") != std::string::npos);
    }

    void lostIterationsDoNotOverflow() {
        QByteArray text = kHeader + kColumns + kFirst;
        for (int i = 0; i < 12; ++i)
            text += QByteArray(kSecond)
                        .replace("16666700,16666700", "16666700,0")
                        .replace(0, 1, QByteArray::number(i + 1))
                        .replace(",0,\n", ",900000000000000000,\n");
        const Result<RecordedRun> run = read(text);
        QVERIFY(!run.ok());
        QVERIFY(run.error().what.find("lost") != std::string::npos);
    }

    void truncatedAtEveryByteIsReadOrRefused() {
        for (qsizetype length = 0; length < kGood.size(); ++length) {
            const Result<RecordedRun> run = read(kGood.left(length));
            QVERIFY(run.ok() || run.error().what.find("line ") != std::string::npos);
        }
    }

    void mutatedFilesNeverCrash() {
        constexpr int kRounds = 1000;
        std::mt19937 random(20'240'601); // NOLINT: the same mutations each time
        const QByteArray pieces = QByteArray("\0\r\n,\"#:-+.eE9\x80\xff", 15);
        int readable = 0;
        for (int i = 0; i < kRounds; ++i) {
            QByteArray text = kGood + QByteArray(kSecond).replace("16666700,16666700", "16666700,0");
            const int changes = 1 + static_cast<int>(random() % 4);
            for (int j = 0; j < changes; ++j) {
                const auto place = static_cast<qsizetype>(random() % static_cast<std::uint32_t>(text.size()));
                const char with = pieces[static_cast<qsizetype>(random() % 15)];
                switch (random() % 4) {
                case 0:
                    text[place] = with;
                    break;
                case 1:
                    text.insert(place, with);
                    break;
                case 2:
                    text.remove(place, 1 + static_cast<qsizetype>(random() % 20));
                    break;
                default:
                    text.insert(place, text.mid(place, static_cast<qsizetype>(random() % 40)));
                }
            }
            const Result<RecordedRun> run = read(text);
            readable += run.ok() ? 1 : 0;
            if (!run.ok())
                QVERIFY2(run.error().what.find("line ") != std::string::npos, run.error().what.c_str());
        }
        QVERIFY(readable > 0 && readable < kRounds);
    }

    void cancelEndsALongRead() {
        QByteArray text = kHeader + kColumns + kFirst;
        const QByteArray again = QByteArray(kSecond).replace("16666700,16666700", "16666700,0");
        for (int i = 0; i < 10'000; ++i)
            text += again;
        writeTo(m_folder.filePath("long.csv"), text);
        const CancelFlag cancel{true};
        const Result<RecordedRun> run = readSamplesCsv(m_folder.filePath("long.csv").toStdString(), &cancel);
        QVERIFY(!run.ok());
        QCOMPARE(static_cast<int>(run.error().code), static_cast<int>(ErrorCode::Cancelled));
    }

    void wrongSleepIsRefusedWithItsLine() {
        writeTo(m_folder.filePath("sleeps.csv"),
                "# jitterscope-csv: 1\n# kind: sleeps\n"
                "frame,kind,asked_ns,took_ns,end_to_deadline_ns\n1,nap,1,2,3\n");
        const Result<RecordedSleeps> sleeps = readSleepsCsv(m_folder.filePath("sleeps.csv").toStdString());
        QVERIFY(!sleeps.ok());
        QVERIFY(sleeps.error().what.find("line 4: kind") != std::string::npos);
    }
};

JITTERSCOPE_TEST(ReadCsvTest)

} // namespace jitterscope::read_csv_test

#include "read_csv_test.moc"
