// SPDX-License-Identifier: MIT
// Any run is a run: every file that can be opened against every other.
#include "core/experiment/experiment.h"
#include "core/files/csv.h"
#include "core/files/result_files.h"
#include "core/files/session_file.h"
#include "core/import/open_runs.h"
#include "core/run/run_result.h"
#include "tests/report/sample_runs.h"
#include "tests/support/sound_comparison.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <set>

namespace jitterscope::compare_matrix_test {

using Json = nlohmann::json;

namespace {

std::shared_ptr<const RunResult> simulated(const char* strategy, std::int64_t frames) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.frames = frames;
    return simulatedRun(plan);
}

ExperimentResult experiment(const char* id) {
    ExperimentPlan plan = experimentPlan(id);
    plan.quick = true;
    plan.machine = machineChoice("linux-default");
    plan.strategies = {"spin", "absolute-sleep"};
    JobControl control;
    return runExperiment(plan, control).value();
}

/// Whether the JSON's verdict can be, by the JSON's own figures.
bool verdictFits(const Json& json) {
    std::set<std::string> judged; // what B is in the rows that the verdict looks at first
    std::set<std::string> all;
    bool told = false;
    std::set<std::string> outcomes;
    for (const Json& figure : json["figures"]) {
        const std::string is = figure["b_is"].is_string() ? figure["b_is"].get<std::string>() : "";
        if (!figure["id"].get<std::string>().starts_with("spin.")) // a cost decides nothing
            all.insert(is);
        if (!figure["judged"].get<bool>())
            continue;
        told = told || !figure["low"].is_null();
        outcomes.insert(figure["outcome"].get<std::string>());
        if (!figure["id"].get<std::string>().ends_with("_of_p50"))
            judged.insert(is);
    }
    const std::string verdict = json["verdict"].get<std::string>();
    if (verdict == "better" || verdict == "faster")
        return all.contains("better") && !judged.contains("worse");
    if (verdict == "worse" || verdict == "slower")
        return all.contains("worse") && !judged.contains("better");
    if (verdict == "mixed")
        return all.contains("better") && all.contains("worse");
    if (all.contains("better") || all.contains("worse"))
        return false;
    if (verdict == "too-short" || verdict == "about-the-same")
        return outcomes.contains(verdict);
    return verdict == "no-difference-shown" ? told : !told && !outcomes.contains("too-short");
}

/// The sentence claims what the verdict says, by a figure that shows it.
bool sentenceFits(const Comparison& comparison) {
    const std::string& sentence = comparison.sentence;
    const auto claimed = [&](Way way) {
        return std::ranges::any_of(comparison.figures, [&](const FigureDifference& line) {
            const std::string claim(way == Way::Better ? line.entry->wins : line.entry->loses);
            const bool alone = !line.judged && sentence.find("in one figure") != std::string::npos;
            return line.way == way && (alone || (line.judged && sentence.find(claim) != std::string::npos));
        });
    };
    const auto has = [&](const char* words) { return sentence.find(words) != std::string::npos; };
    switch (comparison.verdict) {
    case PairVerdict::Better:
        return has("B ") && claimed(Way::Better);
    case PairVerdict::Worse:
        return has("B ") && claimed(Way::Worse);
    case PairVerdict::Faster:
        return has("B is faster: ") || has("B shows new frames faster: ");
    case PairVerdict::Slower:
        return has("B is slower: ") || has("B shows new frames slower: ");
    case PairVerdict::Mixed:
        return has("either is better") && claimed(Way::Better) && claimed(Way::Worse);
    case PairVerdict::AboutTheSame:
        return has("B is about the same: ") && has("Record again to be sure.");
    case PairVerdict::TooShort:
        return has("too short to tell");
    case PairVerdict::NotShown:
        return sentence.starts_with("No difference shown");
    case PairVerdict::TooFew:
        return sentence == "It is unknown whether they differ.";
    case PairVerdict::NotComparable:
        break;
    }
    return sentence.starts_with("These two cannot be compared");
}

} // namespace

class CompareMatrixTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<ComparedRun> m_runs;

    void write(const char* name, const std::string& text) {
        writeTo(m_folder.filePath(QString::fromUtf8(name)), QByteArray::fromStdString(text));
    }
    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromUtf8(name)).toStdString();
    }

    /// The first and the last run of a file: those between are alike.
    void open(const std::string& file, const ImportOptions& options = {}) {
        Result<std::vector<ComparedRun>> runs = openRuns(file, options);
        if (!runs && runs.error().code == ErrorCode::Unsupported)
            return; // built without zlib
        QVERIFY2(runs.ok(), runs ? "" : runs.error().message().c_str());
        QVERIFY(!runs.value().empty());
        if (runs.value().size() > 1)
            m_runs.push_back(runs.value().back());
        m_runs.push_back(runs.value().front());
    }

    void openLogs() {
        const Json golden = Json::parse(std::ifstream(JITTERSCOPE_GOLDEN));
        for (const QString& name : QDir(QStringLiteral(JITTERSCOPE_LOGS)).entryList(QDir::Files)) {
            const Json& entry = golden[name.toStdString()];
            ImportOptions options;
            options.process = entry[1].value("process", "");
            options.column = entry[1].value("column", "");
            options.unit = entry[1].value("unit", "");
            open(JITTERSCOPE_LOGS "/" + name.toStdString(), options);
        }
    }

    void openOwn() {
        const auto run = simulated("absolute-sleep", 1500);
        QVERIFY(writeSamplesCsv(*run, path("samples.csv")).ok());
        QVERIFY(writeSamplesCsv(*simulated("spin", 30), path("few.csv")).ok());
        QVERIFY(writeSleepsCsv(*run, path("sleeps.csv")).ok());
        QVERIFY(writeSummaryCsv({run, simulated("spin", 300)}, path("summary.csv")).ok());
        write("run.json", runJson(*run));
        const ExperimentResult race = experiment("race");
        write("race.csv", experimentCsv(race));
        write("race.json", raceJson(race));
        write("accuracy.csv", experimentCsv(experiment("accuracy")));
        SavedSession session;
        session.runs = openRuns(path("samples.csv")).value();
        session.runs.push_back(openRuns(JITTERSCOPE_LOGS "/cyclictest-h.txt").value().front());
        QVERIFY(writeSessionFile(path("both.jssession"), session).ok());
        for (const char* const name : {"samples.csv", "few.csv", "sleeps.csv", "summary.csv", "run.json",
                                       "race.csv", "race.json", "accuracy.csv", "both.jssession"})
            open(path(name));
    }

private slots:
    void initTestCase() {
        openLogs();
        openOwn();
        QVERIFY2(m_runs.size() >= 40, qPrintable(QString::number(m_runs.size())));
    }

    void everyPairEndsInSoundWords() {
        CompareOptions options;
        options.resamples = 60; // enough for the rules; the intervals are tested elsewhere
        std::map<PairVerdict, int> seen;
        for (const ComparedRun& a : m_runs) {
            for (const ComparedRun& b : m_runs) {
                const Comparison comparison = compareRuns(a, b, options);
                const std::string pair = a.name + " with " + b.name + ": ";
                const std::string broken = brokenIn(comparison);
                QVERIFY2(broken.empty(), (pair + broken).c_str());
                QVERIFY2(sentenceFits(comparison), (pair + comparison.sentence).c_str());
                const std::string text = comparisonJson({a, b, comparison, nullptr, options, ""});
                const Json json = Json::parse(text, nullptr, false);
                QVERIFY2(!json.is_discarded(), pair.c_str());
                QVERIFY2(verdictFits(json), (pair + json["verdict"].get<std::string>()).c_str());
                ++seen[comparison.verdict];
            }
        }
        for (const PairVerdict verdict : {PairVerdict::NotComparable, PairVerdict::TooFew,
                                          PairVerdict::NotShown, PairVerdict::Better, PairVerdict::Worse})
            QVERIFY2(seen[verdict] > 0, std::string(pairVerdictId(verdict)).c_str());
    }

    void aRunIsNoDifferentFromItself() {
        CompareOptions options;
        options.resamples = 200;
        for (const ComparedRun& run : m_runs) {
            const Comparison comparison = compareRuns(run, run, options);
            QVERIFY2(comparison.verdict != PairVerdict::Better && comparison.verdict != PairVerdict::Worse &&
                         comparison.verdict != PairVerdict::Mixed,
                     (run.name + ": " + comparison.sentence).c_str());
        }
    }
};

JITTERSCOPE_TEST(CompareMatrixTest)

} // namespace jitterscope::compare_matrix_test

#include "compare_matrix_test.moc"
