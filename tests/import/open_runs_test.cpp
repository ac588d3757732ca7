// SPDX-License-Identifier: MIT
// Every file that this program writes, and every log of others in this folder, is opened as a run.
#include "core/diagnosis/diagnosis.h"
#include "core/experiment/experiment.h"
#include "core/files/compared_runs.h"
#include "core/files/csv.h"
#include "core/files/own_runs.h"
#include "core/files/result_files.h"
#include "core/files/session_file.h"
#include "core/import/open_runs.h"
#include "core/import/unpack.h"
#include "core/machine/disturbance.h"
#include "core/machine/fact_reader.h"
#include "core/run/run_result.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/report/sample_runs.h"
#include "tests/support/cancelled.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::open_runs_test {

namespace {

std::shared_ptr<const RunResult> aRun() {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("adaptive");
    plan.frames = 1500;
    plan.warmup = 20;
    return simulatedRun(plan);
}

RunPlan longPlan() {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("spin");
    plan.frames = 12'000;
    return plan;
}

ExperimentResult experiment(const char* id) {
    ExperimentPlan plan = experimentPlan(id);
    plan.quick = true;
    plan.machine = machineChoice("linux-default");
    plan.strategies = {"spin", "adaptive"};
    JobControl control;
    return runExperiment(plan, control).value();
}

/// The figures of a table with one row, as text.
QString figuresOf(const std::string& columns, const std::string& row) {
    const auto runs = readOwnFigures("table.csv", columns + "\n" + row + "\n");
    if (!runs)
        return QString::fromStdString(runs.error().message());
    const ComparedRun& run = runs.value().front();
    const auto text = [](const std::optional<double>& value) {
        return value ? QString::number(*value) : QStringLiteral("none");
    };
    const auto error = run.summaries.find(RunQuantity::Error);
    return QStringLiteral("rate %1, tolerance %2, late %3, cpu %4, p99 %5")
        .arg(text(run.rateHz),
             run.tolerance ? QString::number(run.tolerance->count()) : QStringLiteral("none"),
             text(run.lateFraction), text(run.threadPercent),
             error == run.summaries.end() ? QStringLiteral("none") : text(error->second.p99));
}

/// What gzip would write.
QByteArray gzipped(const QByteArray& bytes) {
    const QByteArray packed = qCompress(bytes, 6); // 4 bytes of length, then a zlib stream
    quint32 crc = 0xffffffffU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    crc = ~crc;
    QByteArray out("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    out += packed.mid(6, packed.size() - 10); // raw deflate
    for (const quint32 word : {crc, static_cast<quint32>(bytes.size())}) {
        for (int shift = 0; shift < 32; shift += 8)
            out += static_cast<char>(word >> shift & 0xffU);
    }
    return out;
}

} // namespace

class OpenRunsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::shared_ptr<const RunResult> m_run = aRun();

    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromUtf8(name)).toStdString();
    }
    std::vector<ComparedRun> opened(const std::string& file, const ImportOptions& options = {}) {
        const auto runs = openRuns(file, options);
        if (!runs)
            qWarning("%s", runs.error().message().c_str());
        return runs ? runs.value() : std::vector<ComparedRun>();
    }

private slots:
    void everySpellingOfAFigureIsRead_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("spelling");
        // Those that files have had; a name stays readable for ever.
        const std::vector<std::vector<const char*>> all{
            {"error_ns_p99", "error_p99_ns", "p99_error_ns"},
            {"rate_hz", "plan_rate_hz"},
            {"late_tolerance_ns", "tolerance_ns"},
            {"late_fraction", "late_fraction_value"},
            {"cpu_thread_percent", "cpu_percent", "cpu_percent_median"}};
        for (const auto& spellings : all) {
            for (const char* const spelling : spellings)
                QTest::newRow(spelling)
                    << QString::fromUtf8(spellings.front()) << QString::fromUtf8(spelling);
        }
        std::size_t known = 0; // a new alias needs its row
        for (const FigureName& figure : figureNames())
            known += spellingsOf(figure.name).size();
        QCOMPARE(known, std::size_t{12});
    }
    void everySpellingOfAFigureIsRead() {
        QFETCH(QString, name);
        QFETCH(QString, spelling);
        const std::string rest = "frames,lateness_ns_p50,";
        const QString read = figuresOf(rest + spelling.toStdString(), "1000,5,0.25");
        QCOMPARE(read, figuresOf(rest + name.toStdString(), "1000,5,0.25"));
        QVERIFY2(read != figuresOf(rest + "other", "1000,5,0.25"), qPrintable(read));
    }

    void samplesHaveTheFiguresOfTheirRun() {
        QVERIFY(writeSamplesCsv(*m_run, path("samples.csv")).ok());
        const std::vector<ComparedRun> runs = opened(path("samples.csv"));
        QCOMPARE(runs.size(), std::size_t{1});
        const ComparedRun& run = runs.front();
        QCOMPARE(run.name, std::string("samples.csv"));
        QCOMPARE(run.origin, RunOrigin::Simulated);
        QCOMPARE(run.settings.at("strategy"), std::string("adaptive"));
        QCOMPARE(run.frames, m_run->metrics.frames);
        QVERIFY(run.summaries.at(RunQuantity::Error).p99 == m_run->metrics.error.p99);
        QVERIFY(run.summaries.at(RunQuantity::FrameTime).p50 == m_run->metrics.frameTime.p50);
        QCOMPARE(run.columns->size(), static_cast<std::size_t>(run.frames)); // without warm-up
        QCOMPARE(*run.lateFraction, m_run->metrics.lateShare->value);
    }
    void aStretchIsARun() {
        RunResult changed = *m_run;
        Stretch second = changed.stretches.front();
        second.index = 1;
        second.plan.strategy = sleepChoice("spin");
        changed.stretches.push_back(second);
        for (std::size_t i = 700; i < changed.frames.size(); ++i)
            changed.frames[i].stretch = 1;
        QVERIFY(writeSamplesCsv(changed, path("stretches.csv")).ok());
        const std::vector<ComparedRun> runs = opened(path("stretches.csv"));
        QCOMPARE(runs.size(), std::size_t{2});
        QCOMPARE(runs[1].settings.at("strategy"), std::string("spin"));
        QCOMPARE(runs[1].name, std::string("stretches.csv · stretch 2: spin, 60 Hz"));
        for (const auto& [key, value] : runs[1].settings) // none of the first strategy's parameters
            QVERIFY2(!key.starts_with("strategy.") || key == "strategy.spin", key.c_str());
        QVERIFY(runs[0].settings.contains("strategy.late_share"));
        QCOMPARE(runs[0].columns->size() + runs[1].columns->size(),
                 static_cast<std::size_t>(m_run->metrics.frames));
    }
    /// A file does not forget that other programs ran, nor what the run took.
    void aFileKnowsItsCpu() {
        RunResult busy = *m_run;
        busy.plan.machine = machineChoice("here");
        busy.stretches.front().plan.machine = machineChoice("here");
        busy.facts = {knownFact("cpus", "Processors", "4", FactState::Note, "")};
        busy.stretches.front().cpu.threadPercent = 1.25;
        busy.stretches.front().cpu.processPercent = 0; // of however many processors are here
        busy.stretches.front().cpu.machinePercent = 61.25;
        QVERIFY(writeSamplesCsv(busy, path("busy.csv")).ok());
        const ComparedRun run = opened(path("busy.csv")).front();
        QCOMPARE(run.threadPercent, std::optional(1.25));
        QCOMPARE(run.machinePercent, std::optional(61.25));
        QCOMPARE(run.disturbances.size(), std::size_t{1});
        QCOMPARE(run.disturbances.front(),
                 "other programs used 61 % of the processors (" + std::string(saysBusy(kOwnSystem)) + ")");
        QVERIFY(std::ranges::none_of(run.settings,
                                     [](const auto& item) { return item.first.starts_with("usage"); }));
        QVERIFY(std::ranges::none_of(
            run.lacks, [](const std::string& text) { return text.find("CPU usage") != std::string::npos; }));
    }
    /// Pressure and steal too, in every file, whether it was disturbed or not, and of each stretch.
    void aFileKnowsWhatDisturbedIt() {
        RunResult run = *m_run;
        run.plan.machine = machineChoice("here");
        run.stretches.front().plan.machine = machineChoice("here");
        run.facts = {knownFact("cpus", "Processors", "4", FactState::Note, "")};
        CpuUsage& cpu = run.stretches.front().cpu;
        cpu = {std::chrono::seconds(2), 1.0, 2.0, 12.0, 2.5, 64.3, {}, {}};
        run.cpu = cpu;
        const std::vector<std::string> said{
            "threads had to wait for a processor in 64 % of the time (/proc/pressure/cpu)",
            "the hypervisor took 2.5 % of the time (/proc/stat)"};
        QVERIFY(writeSamplesCsv(run, path("d.csv")).ok());
        QVERIFY(writeSleepsCsv(run, path("ds.csv")).ok());
        writeTo(m_folder.filePath("d.json"), QByteArray::fromStdString(runJson(run)));
        SavedSession session;
        session.runs = opened(path("d.csv"));
        QVERIFY(writeSessionFile(path("d.jssession"), session).ok());
        for (const char* const name : {"d.csv", "ds.csv", "d.json", "d.jssession"}) {
            const ComparedRun read = opened(path(name)).front();
            QVERIFY2(read.disturbances == said, name);
            QCOMPARE(read.pressurePercent, std::optional(64.3));
            QCOMPARE(read.stealPercent, std::optional(2.5));
        }
        QVERIFY(contentOf(m_folder.filePath("d.csv"))
                    .contains("# pressure: 64.3 % of the time (/proc/pressure/cpu)\n"
                              "# steal: 2.5 % of the time (/proc/stat)\n# end:"));
        const std::vector<std::string> calm = {};
        run.stretches.front().cpu = {std::chrono::seconds(2), 1.0, 2.0, 12.0, 0.0, 3.0, {}, {}};
        QVERIFY(writeSamplesCsv(run, path("calm.csv")).ok());
        QCOMPARE(opened(path("calm.csv")).front().disturbances, calm);
        QVERIFY(contentOf(m_folder.filePath("calm.csv")).contains("# disturbed: no\n"));
        run.stretches.front().cpu = {};
        QVERIFY(writeSamplesCsv(run, path("unknown.csv")).ok());
        QVERIFY(contentOf(m_folder.filePath("unknown.csv")).contains("# disturbed: not known\n"));
        QCOMPARE(opened(path("unknown.csv")).front().lacks.size(), std::size_t{1});
    }
    void aComparisonSaysWhoWasDisturbed() {
        ComparedRun a = opened(path("samples.csv")).front();
        a.origin = RunOrigin::Here;
        const auto says = [](const ComparedRun& one, const ComparedRun& other, const char* text) {
            return std::ranges::any_of(fairnessOf(one, other), [text](const FairnessRemark& remark) {
                return remark.text.find(text) != std::string::npos;
            });
        };
        QVERIFY(says(a, a, "Whether anything disturbed A and B is not recorded."));
        ComparedRun b = a;
        b.machinePercent = 3;
        b.pressurePercent = 2.3;
        b.stealPercent = 0;
        QVERIFY(says(a, b, "Whether anything disturbed A is not recorded."));
        QVERIFY(says(b, b,
                     "Neither was disturbed. Threads waited for a processor in 2.3 % (A) and 2.3 % (B) "
                     "of the time (/proc/pressure/cpu); the hypervisor took 0 % (A) and 0 % (B) "
                     "(/proc/stat)."));
        b.disturbances = {"a build ran"};
        QVERIFY(says(a, b, "B was disturbed: a build ran.") && !says(a, b, "Neither"));
    }
    /// Nobody tells three rows apart that look alike.
    void stretchesAreNamedByWhatDiffers() {
        RunResult changed = *m_run;
        for (const auto& [strategy, policy] : {std::pair{"spin", "drop-and-rest"}, {"spin", "accumulator"}}) {
            Stretch next = changed.stretches.front();
            next.index = static_cast<std::uint32_t>(changed.stretches.size());
            next.plan.strategy = sleepChoice(strategy);
            next.plan.policy = policyChoice(policy);
            changed.stretches.push_back(next);
        }
        for (std::size_t i = 300; i < changed.frames.size(); ++i)
            changed.frames[i].stretch = i < 600 ? 1 : 2;
        QVERIFY(writeSamplesCsv(changed, path("three.csv")).ok());
        writeTo(m_folder.filePath("three.json"), QByteArray::fromStdString(runJson(changed)));
        const std::vector<ComparedRun> live =
            comparedRuns(changed, [](const RunPlan& plan) { return plan.strategy.id; });
        QCOMPARE(live[1].name, std::string("spin · policy drop-and-rest · stretch 2"));
        QCOMPARE(live[2].name, std::string("spin · policy accumulator · stretch 3"));
        QCOMPARE(opened(path("three.csv"))[2].name,
                 std::string("three.csv · stretch 3: spin, 60 Hz, policy accumulator"));
        QCOMPARE(opened(path("three.json"))[2].name,
                 std::string("three.json · spin, 60 Hz · policy accumulator"));
    }
    void sleepsAreDurations() {
        QVERIFY(writeSleepsCsv(*m_run, path("sleeps.csv")).ok());
        const std::vector<ComparedRun> runs = opened(path("sleeps.csv"));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs.front().columns->duration.size(), m_run->sleeps.size());
        QCOMPARE(runs.front().columns->duration.front(), m_run->sleeps.front().oversleep());
    }
    void figuresHaveNoSamples() {
        QVERIFY(writeSummaryCsv({m_run, m_run}, path("summary.csv")).ok());
        writeTo(m_folder.filePath("run.json"), QByteArray::fromStdString(runJson(*m_run)));
        for (const char* const name : {"summary.csv", "run.json"}) {
            const std::vector<ComparedRun> runs = opened(path(name));
            QVERIFY2(runs.size() == (name == std::string_view("run.json") ? 1U : 2U), name);
            const ComparedRun& run = runs.front();
            QVERIFY(!run.columns);
            QVERIFY2(run.summaries.at(RunQuantity::Error).p99 == m_run->metrics.error.p99, name);
            QVERIFY2(run.summaries.at(RunQuantity::FrameTime).count == m_run->metrics.frames, name);
            QVERIFY2(run.lateFraction && *run.lateFraction == m_run->metrics.lateShare->value, name);
            QVERIFY2(run.settings.at("strategy") == "adaptive", name);
            QVERIFY2(run.origin == RunOrigin::Simulated, name);
            QVERIFY2(run.threadPercent == m_run->cpu.threadPercent, name);
        }
    }
    /// What is left out is said.
    void moreThanAThousandFiguresAreSaid() {
        const auto table = [](int rows) {
            std::string text = "frame_time_mean_ns\n";
            for (int i = 0; i < rows; ++i)
                text += "1000\n";
            return readOwnFigures("table.csv", text).value();
        };
        QCOMPARE(table(1000).size(), std::size_t{1000});
        QVERIFY(table(1000).front().warnings.empty());
        const std::vector<ComparedRun> runs = table(1001);
        QCOMPARE(runs.size(), std::size_t{1000});
        QCOMPARE(runs.front().warnings,
                 std::vector<std::string>{"'table.csv' holds more than 1000 runs; the others are left out"});
    }
    /// A spreadsheet fills header lines with commas, and puts them into quotes.
    void aSpreadsheetsSamplesAreOpened() {
        QVERIFY(writeSamplesCsv(*m_run, path("plain.csv")).ok());
        QFile plain(m_folder.filePath("plain.csv"));
        QVERIFY(plain.open(QIODevice::ReadOnly));
        QByteArray text = plain.readAll();
        text.replace("# kind: samples\n", "# kind: samples,,,,\n");
        writeTo(m_folder.filePath("padded.csv"), text);
        QCOMPARE(opened(path("padded.csv")).front().columns->frameTime.size(),
                 opened(path("plain.csv")).front().columns->frameTime.size());
    }
    /// A run's JSON says as much of its settings as its samples do.
    void settingsAreTheSameInEveryFile() {
        RunResult run = *m_run;
        run.plan.thread.realtime = true;
        run.plan.thread.cpu = 1;
        run.plan.thread.slack = Nanoseconds{1};
        run.plan.work = workChoice("fixed");
        run.stretches.front().plan = run.plan;
        QVERIFY(writeSamplesCsv(run, path("thread.csv")).ok());
        writeTo(m_folder.filePath("thread.json"), QByteArray::fromStdString(runJson(run)));
        ComparedRun::Texts samples = opened(path("thread.csv")).front().settings;
        const ComparedRun::Texts figures = opened(path("thread.json")).front().settings;
        for (const auto& [key, value] : figures)
            QVERIFY2(samples.contains(key) && samples.at(key) == value, key.c_str());
        QCOMPARE(figures.at("realtime"), std::string("yes"));
        QCOMPARE(figures.at("cpu"), std::string("1"));
        QCOMPARE(figures.at("slack_ns"), std::string("1"));
        QCOMPARE(figures.at("work"), std::string("fixed"));
    }
    void aRunKnowsHowItIsOpenedAgain() {
        writeTo(m_folder.filePath("column.csv"), "what\n" + QByteArray("16.5\n").repeated(200));
        ImportOptions options;
        options.unit = "ms";
        options.quantity = LogQuantity::FrameTime;
        const ComparedRun log = opened(path("column.csv"), options).front();
        QCOMPARE(log.openedWith, std::string("--unit ms --quantity frame-time"));
        QCOMPARE(log.part, std::string());
        QVERIFY(writeSummaryCsv({m_run, m_run}, path("two.csv")).ok());
        const std::vector<ComparedRun> two = opened(path("two.csv"));
        QCOMPARE(two[0].part, std::string("#1"));
        QCOMPARE(two[1].part, std::string("#2"));
    }
    void everyPointOfAnExperimentIsARun() {
        const ExperimentResult race = experiment("race");
        const ExperimentResult accuracy = experiment("accuracy");
        const std::pair<const char*, std::string> files[] = {{"race.csv", experimentCsv(race)},
                                                             {"race.json", raceJson(race)},
                                                             {"accuracy.csv", experimentCsv(accuracy)},
                                                             {"accuracy.json", experimentJson(accuracy)}};
        for (const auto& [name, text] : files) {
            writeTo(m_folder.filePath(name), QByteArray::fromStdString(text));
            const std::vector<ComparedRun> runs = opened(path(name));
            QVERIFY2(runs.size() >= 2, name);
            QVERIFY2(runs.front().summaries.at(RunQuantity::Error).p50, name);
            QVERIFY2(runs.front().name.find("spin") != std::string::npos, runs.front().name.c_str());
        }
    }
    void theLoopsOfADiagnosisAreRuns() {
        const Diagnosis diagnosis = simulatedDiagnosis("linux-default", "game-144");
        writeTo(m_folder.filePath("diagnosis.json"), QByteArray::fromStdString(diagnosisJson(diagnosis)));
        const std::vector<ComparedRun> runs = opened(path("diagnosis.json"));
        QCOMPARE(runs.front().name, std::string("diagnosis.json · as the loop waits now"));
        QCOMPARE(runs.front().frames, diagnosis.now.metrics.frames);
        QVERIFY(runs.front().summaries.at(RunQuantity::Error).p99 == diagnosis.now.metrics.error.p99);
        QCOMPARE(runs.front().settings.at("strategy"), diagnosis.now.plan.strategy.id);
        const auto named = [&runs](const std::string& name) {
            return std::ranges::count(runs, "diagnosis.json · " + name, &ComparedRun::name);
        };
        for (const Candidate& candidate : diagnosis.candidates)
            QVERIFY2(named(candidate.name) == (candidate.now ? 0 : 1), candidate.name.c_str());
        int measured = 0;
        for (const TrialOutcome& trial : diagnosis.trials) {
            measured += trial.measured() ? 1 : 0;
            QCOMPARE(named(trial.name + ", after"), trial.measured() ? 1 : 0);
        }
        QVERIFY(measured > 1);
    }
    /// A candidate that is the loop as it waits now is that run, and no second one.
    void theLoopItselfIsOneRun() {
        std::string text = diagnosisJson(simulatedDiagnosis("linux-default", "game-144", false));
        writeTo(m_folder.filePath("before.json"), QByteArray::fromStdString(text));
        const std::size_t before = opened(path("before.json")).size();
        const std::size_t place = text.find("\"now\": false");
        QVERIFY(place != std::string::npos);
        text.replace(place, 12, "\"now\": true");
        writeTo(m_folder.filePath("now.json"), QByteArray::fromStdString(text));
        QCOMPARE(opened(path("now.json")).size(), before - 1);
    }
    /// Of a run of this machine, what other programs used is a disturbance from a quarter on.
    void otherProgramsAreADisturbance() {
        ComparedRun run = opened(path("samples.csv")).front();
        run.facts["cpus"] = "4";
        run.facts["kernel"] = "6.1.0-18-amd64";
        run.processPercent = 20; // of one core: 5 of all
        run.machinePercent = 66;
        takeDisturbances(run);
        QVERIFY(run.disturbances.empty()); // simulated
        run.origin = RunOrigin::Here;
        takeDisturbances(run);
        QCOMPARE(run.disturbances,
                 std::vector<std::string>{"other programs used 61 % of the processors (/proc/stat)"});
        run.facts["kernel"] = "Windows 10.0.19045"; // as the file says, whatever system reads it
        takeDisturbances(run);
        QCOMPARE(run.disturbances,
                 std::vector<std::string>{"other programs used 61 % of the processors (GetSystemTimes)"});
        run.facts.erase("kernel");
        takeDisturbances(run);
        QCOMPARE(run.disturbances, std::vector<std::string>{"other programs used 61 % of the processors"});
        run.disturbances.clear();
        run.machinePercent = 29;
        takeDisturbances(run);
        QVERIFY(run.disturbances.empty());
    }
    void aSessionHasItsRuns() {
        SavedSession session;
        session.runs = opened(path("samples.csv"));
        QVERIFY(writeSessionFile(path("both.jssession"), session).ok());
        QCOMPARE(opened(path("both.jssession")).size(), std::size_t{1});
        QVERIFY(writeSessionFile(path("none.jssession"), {}).ok());
        QVERIFY(!openRuns(path("none.jssession")));
    }
    void aFolderIsOneRunOfItsRecordings() {
        QVERIFY(QDir(m_folder.path()).mkpath("parts"));
        RunPlan plan = m_run->plan;
        for (const char* const name : {"parts/1.csv", "parts/2.csv", "parts/3.csv"}) {
            ++plan.seed; // a copy would be no recording of its own
            QVERIFY(writeSamplesCsv(*simulatedRun(plan), path(name)).ok());
        }
        const std::vector<ComparedRun> runs = opened(path("parts/"));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs.front().name, std::string("parts"));
        QCOMPARE(runs.front().parts.size(), std::size_t{3});
        QCOMPARE(runs.front().frames, 3 * m_run->metrics.frames);
        QVERIFY(QDir(m_folder.path()).mkpath("empty"));
        QVERIFY(!openRuns(path("empty")));
        writeTo(m_folder.filePath("parts/4.csv"), "garbage");
        const auto refused = openRuns(path("parts"));
        QVERIFY(!refused && refused.error().message().find("4.csv") != std::string::npos); // names the file
    }
    /// A page asks about a log that is wrongly read; of a folder that is too large there is nothing to ask.
    void aFolderThatIsTooLargeIsNoQuestion() {
        QVERIFY(QDir(m_folder.path()).mkpath("many"));
        for (int i = 0; i < 201; ++i)
            writeTo(m_folder.filePath(QStringLiteral("many/%1.csv").arg(i)), "x");
        const auto refused = openRuns(path("many"));
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
        QVERIFY(refused.error().message().find("more than 200") != std::string::npos);
    }
    void summariesBesideTheLogsOfAFolderAreLeftOut() {
        QVERIFY(QDir(m_folder.path()).mkpath("game"));
        QFile log(QStringLiteral(JITTERSCOPE_LOGS "/mangohud-ms.csv"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        writeTo(m_folder.filePath("game/one.csv"), log.readAll());
        writeTo(m_folder.filePath("game/one_summary.csv"), "0.1% Min FPS,Average FPS\n20.1,59.9\n");
        const auto runs = openRuns(path("game"));
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message().c_str());
        QCOMPARE(runs.value().front().frames, std::int64_t{1200});
        const auto& warnings = runs.value().front().warnings;
        QVERIFY(std::ranges::any_of(
            warnings, [](const std::string& text) { return text.find("one_summary.csv") != text.npos; }));
    }
    /// FrameView's names: averages for all logs of a program.
    void summariesOfFrameViewAreLeftOut() {
        QVERIFY(QDir(m_folder.path()).mkpath("frameview"));
        QFile log(QStringLiteral(JITTERSCOPE_LOGS "/frameview.csv"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        writeTo(m_folder.filePath("frameview/FrameView-game.exe-2026-11-01T101112_Log.csv"), log.readAll());
        writeTo(m_folder.filePath("frameview/FrameView-game.exe_Summary.csv"), "Avg FPS\n59.9\n");
        const auto files = filesOfFolder(path("frameview"));
        QVERIFY(files.ok());
        QCOMPARE(files.value().files.size(), std::size_t{1});
        QVERIFY(files.value().leftOut.at(0).find("FrameView-game.exe_Summary.csv") != std::string::npos);
        const ComparedRun run = opened(path("frameview")).front();
        QCOMPARE(run.frames, std::int64_t{320});
        QCOMPARE(run.facts.at("resolution"), std::string("2560x1440"));
        QCOMPARE(run.facts.at("gpu"), std::string("NVIDIA GeForce RTX 3070"));
        QVERIFY(std::abs(run.droppedFraction.value_or(0) - 8.0 / 320) < 1e-12);
    }
    /// A file of this program is the same when it is packed.
    void whatIsPackedIsTheSame() {
        if (!logs::inflateSupport().available)
            QSKIP("built without zlib");
        QVERIFY(writeSamplesCsv(*m_run, path("plain.csv")).ok());
        QFile file(m_folder.filePath("plain.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        writeTo(m_folder.filePath("packed.csv.gz"), gzipped(file.readAll()));
        const ComparedRun plain = opened(path("plain.csv")).front();
        const ComparedRun packed = opened(path("packed.csv.gz")).front();
        QCOMPARE(packed.columns->frameTime, plain.columns->frameTime);
        QCOMPARE(packed.settings, plain.settings);
        QCOMPARE(packed.name, std::string("packed.csv.gz"));
    }
    void everyLogIsOpened() {
        const QDir logs(QStringLiteral(JITTERSCOPE_LOGS));
        int seen = 0;
        for (const QString& name : logs.entryList(QDir::Files)) {
            ImportOptions options;
            if (name == "presentmon2-two.csv")
                options.process = "game.exe";
            if (name == "plain-column.txt")
                options.unit = "us";
            const auto first = openRuns(logs.filePath(name).toStdString(), options);
            if (!first && first.error().code == ErrorCode::Usage)
                continue; // the user is asked
            if (!first && first.error().code == ErrorCode::Unsupported)
                continue; // packed, and this build has no zlib
            QVERIFY2(first.ok(),
                     qPrintable(name + ": " + QString::fromStdString(first ? "" : first.error().message())));
            const ComparedRun& run = first.value().front();
            QCOMPARE(run.origin, RunOrigin::Log);
            QVERIFY2(!run.summaries.empty() && run.frames > 0 && !run.recordedBy.empty(), qPrintable(name));
            const bool summaryOnly = name == "cyclictest-q.txt" || name == "timerlat-top.txt" ||
                                     name.startsWith("perf-latency") || name == "fps-each-second.csv" ||
                                     name == "openxr-toolkit.csv";
            QVERIFY2(summaryOnly || run.columns != nullptr || !run.counts.empty(), qPrintable(name));
            if (run.columns)
                QCOMPARE(static_cast<std::int64_t>(run.columns->size()), run.frames);
            ++seen;
        }
        QVERIFY2(seen >= 15, qPrintable(QString::number(seen)));
    }
    /// Reading, summing up at the end, and all that JSON takes.
    void openingManyRowsEndsInTime() {
        constexpr int kRows = 2'500'000 / kSlower;
        std::string text = "frame_ms\n";
        for (int i = 0; i < kRows; ++i)
            text += "16." + std::to_string(1000 + i * 37 % 8999) + "\n";
        writeTo(m_folder.filePath("many.csv"), QByteArray::fromStdString(text));
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("spin");
        plan.frames = kRows / 10;
        QVERIFY(writeSamplesCsv(*simulatedRun(plan), path("many-samples.csv")).ok());
        ImportOptions options;
        options.quantity = LogQuantity::FrameTime;
        SavedSession session;
        session.runs = opened(path("many.csv"), options);
        QCOMPARE(session.runs.front().frames, kRows);
        QVERIFY(writeSessionFile(path("many.jssession"), session).ok());
        const double allowed = 100 * kSlower + fetchingMilliseconds(2 * kRows * sizeof(std::int64_t));
        for (const char* const name : {"many.csv", "many-samples.csv", "many.jssession"}) {
            const double longest = longestAfterCancel([&](const CancelFlag* cancel) {
                const auto runs = openRuns(path(name), options, cancel);
                if (!runs && runs.error().code != ErrorCode::Cancelled)
                    qFatal("%s", runs.error().message().c_str());
            });
            QVERIFY2(longest < allowed, qPrintable(QString("%1: %2 ms of work").arg(name).arg(longest)));
        }
        const double writing = longestAfterCancel([&](const CancelFlag* cancel) {
            (void)writeSessionFile(path("other.jssession"), session, cancel);
        });
        QVERIFY2(writing < allowed, qPrintable(QString::number(writing)));
    }
    void everyFileShowsHowFarItIs() {
        writeTo(m_folder.filePath("long.csv"), "frame_ms\n" + QByteArray("16.5\n").repeated(20'000));
        QVERIFY(writeSamplesCsv(*simulatedRun(longPlan()), path("long-samples.csv")).ok());
        for (const char* const name : {"long.csv", "long-samples.csv"}) {
            std::uint64_t last = 0;
            QVERIFY(openRuns(path(name), {}, nullptr, [&](std::uint64_t bytes) { last = bytes; }));
            const auto size = static_cast<std::uint64_t>(QFileInfo(m_folder.filePath(name)).size());
            QVERIFY2(last > size / 3 && last <= size, name);
        }
    }
    void whatIsNoRunSaysWhatToOpen() {
        writeTo(m_folder.filePath("other.json"), R"({"schema": 1, "what": 3})");
        writeTo(m_folder.filePath("cut.json"), R"({"schema": 1, "frames": )");
        writeTo(m_folder.filePath("empty.csv"), "");
        const auto other = openRuns(path("other.json"));
        QVERIFY(!other && other.error().message().find("holds no run") != std::string::npos);
        QVERIFY(!openRuns(path("cut.json")) && !openRuns(path("empty.csv")) &&
                !openRuns(path("missing.csv")));
    }
};

JITTERSCOPE_TEST(OpenRunsTest)

} // namespace jitterscope::open_runs_test

#include "open_runs_test.moc"
