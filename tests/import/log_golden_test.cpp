// SPDX-License-Identifier: MIT
#include "core/files/own_runs.h"
#include "core/import/log_catalog.h"
#include "core/import/open_runs.h"
#include "core/import/unpack.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <set>

namespace jitterscope::log_golden_test {

using Json = nlohmann::json;
using namespace std::chrono_literals;

namespace {

/// Whether this build has the library that unpacks the log.
bool unpacks(const std::string& name, const std::string& format) {
    return (format != "hdr-log" || logs::inflateSupport().available) &&
           (!name.ends_with(".zst") || logs::zstdSupport().available);
}

} // namespace

/// Every log against golden.json, which Python computes from the same files.
class LogGoldenTest : public QObject {
    Q_OBJECT

    Json m_golden;

    static std::string pathOf(const std::string& name) { return JITTERSCOPE_LOGS "/" + name; }

    static ImportOptions optionsOf(const Json& options) {
        ImportOptions result;
        result.process = options.value("process", "");
        result.column = options.value("column", "");
        result.unit = options.value("unit", "");
        return result;
    }

    /// A log that can be read; one without runs, and a failed test, if it cannot.
    static ImportedLog readOf(const std::string& name, const ImportOptions& options = {}) {
        const Result<ImportedLog> log = readLog(pathOf(name), options);
        if (log)
            return log.value();
        QTest::qFail(log.error().message().c_str(), __FILE__, __LINE__);
        return {};
    }

    /// Within half a nanosecond for what the log holds, and 10⁻⁹ for a mean.
    static bool equal(const Json& expected, const std::optional<double>& value) {
        if (expected.is_null() || !value)
            return expected.is_null() && !value;
        const double wanted = expected.get<double>();
        return std::abs(*value - wanted) <= std::max(0.5, 1e-9 * std::abs(wanted));
    }

    static void compare(const Json& expected, const ImportedRun& run) {
        const Summary& summary = run.summary;
        QCOMPARE(summary.count, expected["count"].get<std::int64_t>());
        const std::array<std::pair<const char*, std::optional<double>>, 7> figures{{{"mean", summary.mean},
                                                                                    {"min", summary.min},
                                                                                    {"p50", summary.p50},
                                                                                    {"p90", summary.p90},
                                                                                    {"p99", summary.p99},
                                                                                    {"p99_9", summary.p99_9},
                                                                                    {"max", summary.max}}};
        for (const auto& [name, value] : figures)
            QVERIFY2(equal(expected[name], value),
                     qPrintable(QString("%1: %2, not %3")
                                    .arg(name)
                                    .arg(value.value_or(-1))
                                    .arg(QString::fromStdString(expected[name].dump()))));
        const auto beyond = shareBeyond(run, Nanoseconds{expected["beyond"]["limit"].get<std::int64_t>()});
        QVERIFY(beyond && std::abs(*beyond - expected["beyond"]["share"].get<double>()) < 1e-12);
        const bool rate = expected.contains("rate");
        if (rate)
            QVERIFY(run.rateHz && std::abs(*run.rateHz - expected["rate"].get<double>()) < 1e-6);
        if (run.quantity == LogQuantity::Lateness)
            QVERIFY(!run.rateHz); // no interval is recorded
        QCOMPARE(run.rateEstimated, run.rateHz && run.sampledEvery);
        compareGames(expected, run);
    }

    /// What players of games ask for: the same figures, no more and no fewer, by their ids.
    static void compareGames(const Json& expected, const ImportedRun& run) {
        const Json games = expected.value("games", Json::object());
        QCOMPARE(run.figures.size(), games.size());
        for (const LogFigure& figure : run.figures) {
            const auto found = games.find(figure.entry->id);
            QVERIFY2(found != games.end(), figure.entry->id.data());
            const double wanted = found->get<double>();
            QVERIFY2(std::abs(figure.value - wanted) <= 1e-7 * std::abs(wanted),
                     qPrintable(QString("%1: %2, not %3")
                                    .arg(QString::fromLatin1(figure.entry->id.data()))
                                    .arg(figure.value, 0, 'g', 12)
                                    .arg(wanted, 0, 'g', 12)));
        }
    }

private slots:
    void initTestCase() { m_golden = Json::parse(std::ifstream(JITTERSCOPE_GOLDEN)); }

    void figuresAreThoseOfAnIndependentReader_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, entry] : m_golden.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void figuresAreThoseOfAnIndependentReader() {
        QFETCH(QString, name);
        const Json& entry = m_golden[name.toStdString()];
        const std::string format = entry[0].get<std::string>();
        if (!unpacks(name.toStdString(), format))
            QSKIP("built without the library");
        Result<ImportedLog> log = readLog(pathOf(name.toStdString()), optionsOf(entry[1]));
        QVERIFY2(log.ok(), log.ok() ? "" : log.error().message().c_str());
        addGameFigures(log.value());
        QCOMPARE(log.value().format, format);
        QCOMPARE(log.value().linesLeftOut, entry[2]["left"].get<std::int64_t>());
        QCOMPARE(log.value().runs.size(), entry[2]["runs"].size());
        for (std::size_t i = 0; i < log.value().runs.size(); ++i)
            compare(entry[2]["runs"][i], log.value().runs[i]);
        static const QStringList kSaid{"mangohud-interval.csv",
                                       "cyclictest-h-cut.txt",
                                       "polled.csv",
                                       "unreal.csv",
                                       "hwlatdetect.txt",
                                       "presentmon2-odd-latency.csv",
                                       "presentmon2-two.csv",
                                       "xrframetools-means.csv",
                                       "ros2-overruns.log"};
        QCOMPARE(log.value().warnings.empty(), entry[2]["left"].get<int>() == 0 && !kSaid.contains(name));
    }

    void everyLogIsTakenForItsFormatAndNoOther() {
        std::set<std::string> seen;
        for (const QString& name : QDir(JITTERSCOPE_LOGS).entryList(QDir::Files)) {
            const Json& entry = m_golden[name.toStdString()];
            QVERIFY2(!entry.is_null(), qPrintable(name));
            const Result<std::string> head = readHead(pathOf(name.toStdString()));
            if (!head && head.error().code == ErrorCode::Unsupported)
                continue;
            QVERIFY(head.ok());
            QVERIFY(!isOwnFile(head.value()));
            const LogEntry* const found = detectFormat(head.value(), name.toStdString());
            QVERIFY2(found != nullptr, qPrintable(name));
            QVERIFY2(found->id == entry[0].get<std::string>(), qPrintable(name));
            seen.insert(std::string(found->id));
        }
        QCOMPARE(seen.size(), importCatalog().size());
    }

    /// The fuzzers begin with a log of each format, behind a byte that chooses the options.
    void everyFormatHasASeed() {
        std::set<std::string> seen;
        const QString folder = QStringLiteral(JITTERSCOPE_LOGS "/../../faults/corpus/log");
        for (const QString& name : QDir(folder).entryList(QDir::Files)) {
            const Result<std::string> head = readHead((folder + QLatin1Char('/') + name).toStdString());
            QVERIFY2(head.ok(), qPrintable(name));
            const std::string_view log = std::string_view(head.value()).substr(1);
            if (const LogEntry* const found = detectFormat(log, name.toStdString()))
                seen.insert(std::string(found->id));
        }
        for (const LogEntry& entry : importCatalog())
            QVERIFY2(seen.contains(std::string(entry.id)), entry.id.data());
    }

    /// Only one entry of the catalogue claims a log, except `csv`, which comes last.
    void noTwoFormatsClaimALog() {
        for (const auto& [name, entry] : m_golden.items()) {
            if (!unpacks(name, "")) // it is the file's name that says so
                continue;
            const Result<std::string> head = readHead(pathOf(name));
            QVERIFY2(head.ok(), name.c_str());
            LogHead begin{head.value(), name, {}};
            if (begin.text.starts_with("\xef\xbb\xbf"))
                begin.text.remove_prefix(3);
            for (std::string_view rest = begin.text; !rest.empty();) {
                const std::size_t end = std::min(rest.find('\n'), rest.size());
                begin.lines.push_back(rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            for (const LogEntry& other : importCatalog()) {
                if (other.id != entry[0].get<std::string>() && other.id != "csv")
                    QVERIFY2(!other.detect(begin), qPrintable(QString::fromStdString(name)));
            }
        }
    }

    void whatALogSaysOfItselfIsKept() {
        const ImportedLog mangohud = readOf("mangohud-ms.csv");
        QCOMPARE(mangohud.runs.at(0).version, std::string("v0.7.2"));
        QVERIFY(std::ranges::find(mangohud.comments, "cpu: AMD Ryzen 7 5800X 8-Core Processor") !=
                mangohud.comments.end());
        const ImportedLog us = readOf("mangohud-us.csv");
        QVERIFY(std::ranges::find(us.comments, "unit of frametime: us, as fps × frametime tells") !=
                us.comments.end());
        const ImportedLog presents = readOf("presentmon1.csv");
        QCOMPARE(presents.runs.at(0).notDisplayed.value_or(-1), 3);
        QCOMPARE(presents.runs.at(0).name, std::string("game.exe (4711)"));
        const ImportedLog quoted = readOf("presentmon24.csv");
        QCOMPARE(quoted.runs.at(0).process, std::string("Game, Deluxe.exe"));
        const ImportedLog capture = readOf("capframex-two.json");
        QCOMPARE(capture.runs.at(1).name, std::string("game.exe, run 2"));
        QCOMPARE(capture.runs.at(0).notDisplayed.value_or(-1), 1);
    }

    void frameTimesHaveNoLatenessAndCyclictestHas() {
        for (const auto& [name, entry] : m_golden.items()) {
            const std::string format = entry[0].get<std::string>();
            if (!unpacks(name, format))
                continue;
            const ImportedLog log = readOf(name, optionsOf(entry[1]));
            const bool late = format.starts_with("cyclictest") || format == "stress-ng" ||
                              format == "perf-sched" || name.starts_with("timerlat");
            const LogQuantity expected = late ? LogQuantity::Lateness
                                         : name == "fps-each-second.csv" || name == "openxr-toolkit.csv"
                                             ? LogQuantity::FrameRate
                                         : entry[2]["runs"][0].contains("rate") ? LogQuantity::FrameTime
                                                                                : LogQuantity::Duration;
            QVERIFY2(!log.runs.empty(), name.c_str());
            for (const ImportedRun& run : log.runs)
                QCOMPARE(run.quantity, expected);
        }
    }

    void theNoteHasEveryFormat() {
        QFile file(QStringLiteral(JITTERSCOPE_LOGS_NOTE));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray note = file.readAll();
        for (const LogEntry& entry : importCatalog())
            QVERIFY2(note.contains(QByteArray("\n| `").append(entry.id.data(),
                                                              static_cast<qsizetype>(entry.id.size())) +
                                   "` |"),
                     std::string(entry.id).c_str());
        QCOMPARE(static_cast<std::size_t>(note.count("\n| `")), importCatalog().size());
    }

    /// Python: sum(v > 20_000_000 for v in values) / len(values), as the next lines do.
    void theShareBeyondATimeIsCounted() {
        const ImportedLog log = readOf(
            "plain-column.txt", {.format = {}, .process = {}, .column = {}, .unit = "s", .quantity = {}});
        std::ifstream file(pathOf("plain-column.txt"));
        int beyond = 0;
        for (std::string line; std::getline(file, line);)
            beyond += std::stod(line) > 0.020 ? 1 : 0;
        QVERIFY(beyond > 0);
        QCOMPARE(shareBeyond(log.runs.at(0), 20ms).value(), beyond / 300.0);
        const ImportedLog histogram = readOf("cyclictest-h.txt");
        const auto share = shareBeyond(histogram.runs.at(0), 399us);
        QCOMPARE(share.value() * 1200, static_cast<double>(histogram.runs.at(0).histogram->overflow));
        QVERIFY(!shareBeyond(histogram.runs.at(0), 1ms)); // within the overflow
    }
};

JITTERSCOPE_TEST(LogGoldenTest)

} // namespace jitterscope::log_golden_test

#include "log_golden_test.moc"
