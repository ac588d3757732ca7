// SPDX-License-Identifier: MIT
#include "core/diagnosis/target.h"
#include "core/diagnosis/trial.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

namespace jitterscope::cli_diagnose_test {

using Json = nlohmann::json;

namespace {

const QStringList kSlack1{"diagnose", "--machine", "linux-slack1", "--job", "game-60"};
const QStringList kWindows{"diagnose", "--machine", "windows-15ms", "--job", "game-144"};

/// The JSON of a diagnosis, which is all that standard output holds.
Json diagnosed(QStringList arguments) {
    const Called called = call(arguments << "--json"
                                         << "-");
    return called.code == 0 ? Json::parse(called.out.toStdString()) : Json();
}

/// Wall time is the one thing that two calls may differ in.
QByteArray withoutSeconds(const QByteArray& json) {
    QString text = QString::fromUtf8(json);
    return text.remove(QRegularExpression("\n  \"seconds\": [^\n]*")).toUtf8();
}

std::string textOf(const Json& value) {
    return value.get<std::string>();
}

} // namespace

class CliDiagnoseTest : public QObject {
    Q_OBJECT

private slots:
    void oneSeedGivesTheSameBytes() {
        const QTemporaryDir folder;
        QByteArray json[2];
        QByteArray pages[2];
        for (int i = 0; i < 2; ++i) {
            const QString page = folder.filePath("a.html");
            const Called called =
                call(kWindows + QStringList{"--trials", "--seed", "7", "--json", "-", "--html", page});
            QCOMPARE(called.code, 0);
            QVERIFY(called.out.contains("\"seconds\": "));
            json[i] = withoutSeconds(called.out);
            pages[i] = contentOf(page);
        }
        QCOMPARE(json[0], json[1]);
        QCOMPARE(pages[0], pages[1]);
        QVERIFY(json[0].size() > 10'000);
        const Called other = call(kWindows + QStringList{"--trials", "--seed", "8", "--json", "-"});
        QVERIFY(withoutSeconds(other.out) != json[0]);
    }

    /// Eight rounds of 10 s at 60 Hz: 4800 frames. None late of n shows less than 3 / n.
    void noneLateShowsLessThanThreeOfAll() {
        const Json json = diagnosed({"diagnose", "--machine", "linux-rt", "--job", "game-60"});
        const Json late = json["verdict"]["late"];
        QCOMPARE(late["count"].get<int>(), 0);
        QCOMPARE(late["frames"].get<int>(), 4800);
        QCOMPARE(late["share"]["low"].get<double>(), 0.0);
        QCOMPARE(late["share"]["high"].get<double>(), 0.000625);
        QCOMPARE(textOf(json["verdict"]["fitness"]), "fit");
        QVERIFY(json["verdict"]["cause"].is_null());
        QVERIFY(json["started"].is_null()); // virtual time has no date
    }

    /// A share of 0.01 % needs 3 / 0.0001 frames, if none of them is late.
    void tooFewFramesAreNoVerdict() {
        const QStringList arguments{"diagnose", "--machine", "linux-rt", "--rate", "60", "--allowed", "0.01"};
        const Json verdict = diagnosed(arguments)["verdict"];
        QCOMPARE(textOf(verdict["fitness"]), "not-enough-data");
        QCOMPARE(verdict["frames_needed"].get<int>(), 30'000);
        const Called asserted = call(arguments + QStringList{"--assert", "fit"});
        QCOMPARE(asserted.code, 3);
        QVERIFY(asserted.err.contains("not-enough-data"));
    }

    /// Wilson's interval, as in his paper: solve |p − x| = z · sqrt(x · (1 − x) / n) for x.
    void sharesComeWithTheirInterval() {
        const Json late = diagnosed(kSlack1)["loop"]["late"];
        QCOMPARE(late["tolerance_ns"].get<int>(), 500'000);
        const double n = 4800;
        const double p = late["count"].get<int>() / n;
        QVERIFY(p > 0);
        QCOMPARE(late["fraction"].get<double>(), p);
        for (const char* end : {"low", "high"}) {
            const double x = late[end];
            QVERIFY(std::abs(std::abs(p - x) - 1.959963984540054 * std::sqrt(x * (1 - x) / n)) < 1e-12);
        }
        QVERIFY(late["low"] < p && p < late["high"]);
    }

    void ticksAreNamedAsTheCause() {
        const Json json = diagnosed(kWindows);
        QCOMPARE(textOf(json["verdict"]["fitness"]), "unfit");
        QCOMPARE(textOf(json["verdict"]["cause"]), "tick");
        QCOMPARE(textOf(json["findings"]["list"][0]["id"]), "tick");
        const double mean = json["findings"]["mean_lateness_ns"];
        const double sum =
            json["findings"]["explained_ns"].get<double>() + json["findings"]["rest_ns"].get<double>();
        QVERIFY(std::abs(sum - mean) < 1e-6 * mean);
        QCOMPARE(textOf(json["recommendation"]["pick"]["fitness"]), "fit");
        QVERIFY(!json["cured"].is_null());
    }

    void trialsAreRunOnlyWhenAskedFor() {
        QVERIFY(diagnosed(kWindows)["trials"].empty());
        const Json trials = diagnosed(kWindows + QStringList{"--trials"})["trials"];
        const std::vector<const Cure*> catalogue = curesHere(SystemFamily::Windows);
        QCOMPARE(trials.size(), catalogue.size());
        for (std::size_t i = 0; i < trials.size(); ++i) {
            const Cure& entry = *catalogue[i];
            QCOMPARE(textOf(trials[i]["id"]), std::string(entry.id));
            QCOMPARE(trials[i]["available"].get<bool>(), entry.simulated);
        }
    }

    void assertDecidesOverTheExitCode() {
        const Called unfit = call(kWindows + QStringList{"--assert", "fit"});
        QCOMPARE(unfit.code, 3);
        QVERIFY(unfit.out.startsWith("Unfit for a 144 Hz game: "));
        QVERIFY2(unfit.err.endsWith("jitterscope-cli: --assert fit does not hold: unfit\n"),
                 unfit.err.constData());
        const Called fit = call(kSlack1 + QStringList{"--assert", "fit"});
        QCOMPARE(fit.code, 0);
        QVERIFY(fit.out.startsWith("Fit for a 60 Hz game: "));
        QCOMPARE(call(kWindows).code, 0); // without it, every verdict is a success
    }

    /// The report is written before the assertion is judged.
    void aFailedAssertionKeepsTheReport() {
        const QTemporaryDir folder;
        const QString report = folder.filePath("a.md");
        QCOMPARE(call(kWindows + QStringList{"--assert", "fit", "--markdown", report}).code, 3);
        QVERIFY(contentOf(report).contains("**Unfit for a 144 Hz game: "));
    }

    void everyFileSaysTheSame() {
        const QTemporaryDir folder;
        const QString json = folder.filePath("a.json");
        const QString plain = folder.filePath("a.md");
        const QString page = folder.filePath("a.html");
        const Called called =
            call(kWindows + QStringList{"--json", json, "--markdown", plain, "--html", page});
        QCOMPARE(called.code, 0);
        const std::string sentence =
            textOf(Json::parse(contentOf(json).toStdString())["verdict"]["sentence"]);
        const QByteArray words = QByteArray::fromStdString(sentence);
        QVERIFY(called.out.simplified().contains(words)); // wrapped at the terminal's width
        QVERIFY(contentOf(plain).contains("**" + words + "**"));
        QVERIFY(contentOf(page).contains(words));
        QVERIFY(contentOf(page).startsWith("<!DOCTYPE html>"));
    }

    void everyFormCanGoToStandardOutput() {
        for (const auto& [option, begin] :
             {std::pair("--json", "{\n"), std::pair("--markdown", "# Diagnosis"),
              std::pair("--html", "<!DOCTYPE html>")}) {
            const Called called = call(kSlack1 + QStringList{option, "-"});
            QCOMPARE(called.code, 0);
            QVERIFY2(called.out.startsWith(begin), option);
            QVERIFY2(called.err.contains("Fit for a 60 Hz game"), option); // the summary steps aside
        }
    }

    void everyJobCanBeDiagnosed() {
        for (const JobEntry& job : jobCatalog()) {
            const QString id = QString::fromStdString(std::string(job.id));
            const Json target = diagnosed({"diagnose", "--machine", "linux-rt", "--job", id})["target"];
            QCOMPARE(textOf(target["job"]), std::string(job.id));
            QCOMPARE(target["allowed_fraction"].get<double>(), job.allowed);
            QVERIFY(std::abs(target["rate_hz"].get<double>() - job.period().hertz()) < 1e-9);
        }
    }

    /// A command of a report gives that report again.
    void theCommandInTheReportRepeatsIt() {
        const QStringList arguments{"diagnose",
                                    "--machine",
                                    "fake-scheduler:period_ms=5",
                                    "--rate",
                                    "60000/1001",
                                    "--allowed",
                                    "7",
                                    "--tolerance",
                                    "250us",
                                    "--work",
                                    "fixed:time=3ms",
                                    "--strategy",
                                    "precise-sleep",
                                    "--x",
                                    "2.5",
                                    "--policy",
                                    "accumulator",
                                    "--seed",
                                    "11"};
        const Json first = diagnosed(arguments);
        QVERIFY(first.is_object());
        QStringList again = QString::fromStdString(textOf(first["command"])).split(' ');
        QCOMPARE(again.takeFirst(), "jitterscope-cli");
        Json second = diagnosed(again);
        second["seconds"] = first["seconds"];
        QCOMPARE(QString::fromStdString(second.dump(1)), QString::fromStdString(first.dump(1)));
    }

    void wrongUsageIsOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char* name, const QStringList& arguments, const QStringList& names) {
            QTest::newRow(name) << arguments << names;
        };
        row("job", {"--job", "nap"}, {"--job", "nap", "game-144"});
        row("no job", {"--job"}, {"--job", "ID"});
        row("two jobs", {"--job", "game-60", "--job", "game-144"}, {"--job", "twice"});
        row("rate of a job", {"--job", "game-60", "--rate", "60"}, {"--rate", "game-60"});
        row("allowed of a job", {"--job", "vr-90", "--allowed", "2"}, {"--allowed", "vr-90"});
        for (const char* percent : {"0", "-1", "100", "nan", "1e9", "", "1 %"})
            row(qPrintable(QString("allowed '%1'").arg(percent)), {"--allowed", percent},
                {"--allowed", "PERCENT"});
        row("assert", {"--assert", "other"}, {"--assert", "other", "fit"});
        row("strategy", {"--strategy", "nap"}, {"--strategy", "nap"});
        row("machine", {"--machine", "nap"}, {"--machine", "nap"});
        row("work", {"--work", "nap"}, {"--work", "nap"});
        row("rate", {"--rate", "0"}, {"--rate", "0.1"});
        row("load", {"--load", "1"}, {"--load"});
        row("frames", {"--frames", "10"}, {"--frames"});
        row("one file twice", {"--html", "a", "--json", "a"}, {"--html", "--json", "same file"});
        row("one file by two names", {"--markdown", "a", "--json", "./a"},
            {"--markdown", "--json", "same file"});
        row("standard output twice", {"--html", "-", "--json", "-"}, {"--html", "--json"});
        row("no file name", {"--html", ""}, {"--html", "no name"});
        row("argument", {"game-60"}, {"game-60"});
    }
    void wrongUsageIsOneLine() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, names);
        QStringList all{"diagnose"};
        if (!arguments.contains("--machine"))
            all << "--machine"
                << "linux-rt";
        const Called called = call(all + arguments);
        QCOMPARE(called.code, 2);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.count('\n') == 1 && called.err.endsWith('\n'), called.err.constData());
        for (const QString& name : names)
            QVERIFY2(QString::fromUtf8(called.err).contains(name), called.err.constData());
    }

    void aFullDiskIsAFailure() {
        for (const char* option : {"--json", "--markdown", "--html"}) {
            const Called called = call(kSlack1 + QStringList{option, "/dev/full"});
            QCOMPARE(called.code, 1);
            QVERIFY2(called.err.contains("/dev/full"), called.err.constData());
            QVERIFY(called.out.startsWith("Fit for a 60 Hz game")); // what was measured is still said
        }
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(JITTERSCOPE_CLI, kSlack1 + QStringList{"--html", "-"});
        QCOMPARE(finished(process).code, 1);
    }

    void aPathThatCannotBeWrittenCostsNoMeasurement() {
        // Below a file no folder can be, whoever runs this.
        const QString path = QStringLiteral(JITTERSCOPE_CLI) + QStringLiteral("/a.html");
        const Called called = call(kSlack1 + QStringList{"--html", path});
        QCOMPARE(called.code, 1);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.count('\n') == 1 && called.err.contains(path.toUtf8()), called.err.constData());
    }

    /// A recording is judged by the job's own figures, and nothing is measured.
    void aRecordingIsJudged() {
        QTemporaryDir folder;
        const QString samples = folder.filePath("own.csv");
        QCOMPARE(call({"run", "--machine", "linux-default-loaded", "--frames", "2000", "--rate", "60",
                       "--strategy", "system-sleep", "--csv", samples})
                     .code,
                 0);
        // Of its own rows: how many are later than 500 us, and the slots given up.
        std::ifstream rows(samples.toStdString());
        std::vector<std::string> names;
        double late = 0;
        double all = 0; // frames and lost slots
        for (std::string line; std::getline(rows, line);) {
            const QStringList fields = QString::fromStdString(line).split(',');
            if (line.starts_with("#") || fields.size() < 8)
                continue;
            if (names.empty()) {
                for (const QString& name : fields)
                    names.push_back(name.toStdString());
                continue;
            }
            const auto field = [&](const char* name) {
                return fields[std::ranges::find(names, std::string(name)) - names.begin()].toDouble();
            };
            late += field("lateness_ns") > 500'000 ? 1 : 0;
            late += field("lost");
            all += 1 + field("lost");
        }
        QVERIFY(all >= 1999);
        const Called called = call({"diagnose", "--recorded", samples, "--job", "game-60", "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["jitterscope"].get<std::string>(), std::string("recorded-verdict"));
        const double share = json["job"]["late"]["fraction"].get<double>();
        QVERIFY2(std::abs(share - late / all) < 2.0 / all, // the first row has no wait
                 qPrintable(QString("%1, not %2").arg(share).arg(late / all)));
        QVERIFY(called.err.contains("for a 60 Hz game"));
        const bool fit = json["job"]["verdict"] == "fit";
        QCOMPARE(call({"diagnose", "--recorded", samples, "--job", "game-60", "--assert", "fit"}).code,
                 fit ? 0 : 3);
        // The user's own figures: nothing is later than ten seconds.
        QCOMPARE(call({"diagnose", "--recorded", samples, "--tolerance", "10s", "--assert", "fit"}).code, 0);
        // The report, and a part of the recording.
        const QString page = folder.filePath("page.html");
        QCOMPARE(call({"diagnose", "--recorded", samples, "--from", "5", "--to", "20s", "--html", page}).code,
                 0);
        QVERIFY(contentOf(page).contains("5 s … 20 s of 33"));
    }
    void whatOnlyMeasuringHasIsRefusedWithARecording() {
        const QString log = QStringLiteral("/no/such.hist");
        for (const QStringList& more : {QStringList{"--strategy", "spin"},
                                        {"--trials"},
                                        {"--quick"},
                                        {"--names"},
                                        {"--svg", "a.svg"},
                                        {"--seed", "2"}}) {
            const Called called = call(QStringList{"diagnose", "--recorded", log} + more);
            QCOMPARE(called.code, 2);
            QVERIFY2(called.err.contains("measur"), called.err.constData());
        }
        QCOMPARE(call({"diagnose", "--from", "3"}).code, 2); // of what?
        QCOMPARE(call({"diagnose", "--recorded", log}).code, 1);
    }
};

JITTERSCOPE_TEST(CliDiagnoseTest)

} // namespace jitterscope::cli_diagnose_test

#include "cli_diagnose_test.moc"
