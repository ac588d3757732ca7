// SPDX-License-Identifier: MIT
#include "core/files/compared_runs.h"
#include "core/files/plan_json.h"
#include "core/files/session_file.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::session_file_test {

using Json = nlohmann::json;

namespace {

SavedSession fullSession() {
    RunPlan plan = standardPlan();
    plan.frames = 300;
    plan.strategy = sleepChoice("adaptive");
    SavedSession session;
    session.runs = comparedRuns(*simulatedRun(plan), [](const RunPlan&) { return "before, \"quoted\" µs"; });
    session.runs[0].note = "two\nlines";
    session.runs[0].disturbances = {"a build ran"};
    session.runs[0].part = "#2";
    session.runs[0].openedWith = "--unit us";
    session.runs[0].facts = {{"kernel", "6.1"}};
    session.runs[0].warnings = {"a warning"};
    session.runs[0].parts = {100, session.runs[0].columns->size() - 100};
    ComparedRun log;
    log.name = "histogram";
    log.origin = RunOrigin::Log;
    log.recordedBy = "cyclictest";
    log.path = "/tmp/x y.txt";
    log.startedUtc = "2026-11-22T20:00:00Z";
    log.counts = {{-5, 3}, {10, 7}};
    log.countsOf = RunQuantity::Lateness;
    log.summaries[RunQuantity::Lateness] = Summary{10, 5.5, 2.5, -5, 10, {}, {}, {}, 10};
    log.frames = 10;
    log.framesWithout = 2;
    log.rateHz = 1000.0 / 3;
    log.rateEstimated = true;
    log.lacks = {"no frames"};
    log.command = "cyclictest -q";
    session.runs.push_back(log);
    session.a = 1;
    session.b = 0;
    session.tolerance = Nanoseconds{500};
    session.limit = Nanoseconds{0};
    session.note = "on the comparison";
    session.plan = plan;
    return session;
}

void compareSummaries(const ComparedRun& read, const ComparedRun& written) {
    QCOMPARE(read.summaries.size(), written.summaries.size());
    for (const auto& [quantity, summary] : written.summaries) {
        QCOMPARE(read.summaries.at(quantity).count, summary.count);
        for (const SummaryField& field : summaryFields())
            QVERIFY2(read.summaries.at(quantity).*field.figure == summary.*field.figure, field.name.data());
    }
}

QString messageOf(const std::string& text) {
    const Result<SavedSession> read = parseSession(text);
    return read ? QStringLiteral("(read)") : QString::fromStdString(read.error().message());
}

/// The full session's text with one field changed.
std::string changed(const char* pointer, const Json& value) {
    Json json = Json::parse(sessionText(fullSession()).value());
    json[Json::json_pointer(pointer)] = value;
    return json.dump();
}

} // namespace

class SessionFileTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsRecordedBesideFrameTimesSurvives() {
        SavedSession session;
        ComparedRun run;
        run.name = "log";
        run.frames = 3;
        run.droppedFraction = 0.25;
        for (const RunQuantity quantity :
             {RunQuantity::FrameTime, RunQuantity::Displayed, RunQuantity::GpuBusy, RunQuantity::Latency,
              RunQuantity::AnimationError}) {
            run.summaries[quantity].count = 3;
            run.summaries[quantity].mean = 1e6 * (1 + static_cast<int>(quantity));
        }
        // One of three frames was never displayed.
        RunColumns columns;
        columns.frameTime = {10, 11, 12};
        columns.displayed = {21, 12};
        run.columns = std::make_shared<const RunColumns>(columns);
        session.runs = {run};
        QTemporaryDir folder;
        const std::string path = folder.filePath("beside.jssession").toStdString();
        QVERIFY(writeSessionFile(path, session).ok());
        const Result<SavedSession> read = readSessionFile(path);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const ComparedRun& again = read.value().runs.front();
        QCOMPARE(again.droppedFraction.value_or(0), 0.25);
        for (const auto& [quantity, summary] : run.summaries)
            QVERIFY(again.has(quantity) && again.summaries.at(quantity).mean == summary.mean);
        QCOMPARE(again.columns->displayed, (std::vector<std::int64_t>{21, 12}));
        // Two recordings: one value of the first was displayed, and one of the second.
        session.runs[0].parts = {1, 2};
        session.runs[0].displayedParts = {1, 1};
        const ComparedRun two = parseSession(sessionText(session).value()).value().runs.front();
        QCOMPARE(two.partsOf(RunQuantity::Displayed), (std::vector<std::size_t>{1, 1}));
        session.runs[0].displayedParts.clear();
        QVERIFY(!parseSession(sessionText(session).value()));
    }
    void everythingSurvives() {
        const SavedSession written = fullSession();
        const Result<SavedSession> parsed = parseSession(sessionText(written).value());
        QVERIFY2(parsed.ok(), qPrintable(messageOf(sessionText(written).value())));
        const SavedSession& read = parsed.value();
        QCOMPARE(read.runs.size(), written.runs.size());
        for (std::size_t i = 0; i < read.runs.size(); ++i) {
            const ComparedRun& a = read.runs[i];
            const ComparedRun& b = written.runs[i];
            for (const auto text : {&ComparedRun::name, &ComparedRun::note, &ComparedRun::recordedBy,
                                    &ComparedRun::path, &ComparedRun::startedUtc, &ComparedRun::command})
                QCOMPARE(a.*text, b.*text);
            QVERIFY(a.origin == b.origin && a.settings == b.settings && a.facts == b.facts);
            QVERIFY(a.disturbances == b.disturbances && a.warnings == b.warnings && a.lacks == b.lacks);
            QVERIFY(a.rateHz == b.rateHz && a.rateEstimated == b.rateEstimated && a.tolerance == b.tolerance);
            QVERIFY(a.lateFraction == b.lateFraction && a.lostFraction == b.lostFraction &&
                    a.driftPpm == b.driftPpm);
            QVERIFY(a.threadPercent == b.threadPercent && a.machinePercent == b.machinePercent);
            QVERIFY(a.parts == b.parts && a.frames == b.frames && a.framesWithout == b.framesWithout &&
                    a.countsOf == b.countsOf);
            compareSummaries(a, b);
            QCOMPARE(a.counts.size(), b.counts.size());
            QCOMPARE(a.columns != nullptr, b.columns != nullptr);
            if (a.columns)
                QVERIFY(a.columns->frameTime == b.columns->frameTime &&
                        a.columns->lateness == b.columns->lateness && a.columns->spin == b.columns->spin &&
                        a.columns->lost == b.columns->lost);
        }
        QVERIFY(read.a == written.a && read.b == written.b && read.note == written.note);
        QVERIFY(read.tolerance == written.tolerance && read.limit == written.limit &&
                read.plan == written.plan);
    }

    void aFileIsWrittenWholeAndRead() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a session.jssession")).toStdString();
        QVERIFY(writeSessionFile(path, fullSession()).ok());
        QCOMPARE(readSessionFile(path).value().runs.size(), std::size_t{2});
        QVERIFY(isSessionText(sessionText({}).value()));
        QVERIFY(!isSessionText(R"({"schema": 1})"));
        QVERIFY(!writeSessionFile("/no/such/folder/x.jssession", {}).ok());
        const Result<SavedSession> missing = readSessionFile("/no/such/file.jssession");
        QVERIFY(!missing && missing.error().message().find("file.jssession") != std::string::npos);
    }

    /// What could not be read is not written.
    void tooManyRunsAreRefused() {
        SavedSession session;
        session.runs.resize(1000);
        QVERIFY(parseSession(sessionText(session).value()).ok());
        session.runs.resize(1001);
        const Result<std::string> refused = sessionText(session);
        QVERIFY(!refused && refused.error().message().find("at most 1000 runs") != std::string::npos);
    }
    /// Limits hold while a text is read: what is refused has cost no more than its length.
    void whatIsForgedIsRefusedWhileItIsRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QByteArray& inside, const char* says) {
            QTest::newRow(name) << "{\"jitterscope_session\": 1, " + inside + "}" << QByteArray(says);
        };
        const auto levels = [](int count) { return QByteArray(count, '[') + QByteArray(count, ']'); };
        const auto names = [](int count) {
            QByteArray text;
            for (int i = 0; i < count; ++i)
                text += "\"k" + QByteArray::number(i) + "\":\"v\",";
            return "\"runs\":[{\"facts\":{" + text.chopped(1) + "}}]";
        };
        row("empty runs", "\"runs\":[" + QByteArray("{},").repeated(200'000) + "{}]", "more than 1000 runs");
        row("a deep plan", "\"plan\":" + levels(200'000), "more than 64 levels");
        row("levels, one too many", "\"later\":" + levels(64), "more than 64 levels");
        row("levels", "\"later\":" + levels(63), "");
        row("names, one too many", names(1001), "more than 1000 names");
        row("names", names(1000), "");
        row("the same name",
            "\"runs\":[{\"facts\":{" + QByteArray("\"k\":\"v\",").repeated(2000) + "\"k\":\"v\"}}]", "");
        row("values", "\"later\":[" + QByteArray("1,").repeated(5'000'000) + "1]",
            "more than 5000000 values");
    }
    void whatIsForgedIsRefusedWhileItIsRead() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const Result<SavedSession> read = parseSession(text.toStdString());
        QCOMPARE(read.ok(), says.isEmpty());
        if (!read)
            QVERIFY2(read.error().what.find(says.toStdString()) != std::string::npos,
                     read.error().what.c_str());
    }
    /// A file beyond the limit is refused by its size: a sparse one of 2 GiB costs nothing.
    void aFileThatIsTooLargeIsNotRead() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("large.jssession")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"jitterscope_session\": 1");
        QVERIFY(file.resize(qint64{2} << 30));
        file.close();
        CancelFlag atOnce{true}; // the first look at it comes before the first block
        const Result<SavedSession> read = readSessionFile(file.fileName().toStdString(), &atOnce);
        QVERIFY(!read && read.error().code == ErrorCode::Format);
        QVERIFY(read.error().what.find("larger than") != std::string::npos);
    }
    void absentFieldsTakeTheirDefaults() {
        const Result<SavedSession> read =
            parseSession(R"({"jitterscope_session": 1, "runs": [{}], "of a later version": [1]})");
        QVERIFY(read.ok() && read.value().runs.size() == 1 && !read.value().a && !read.value().plan);
    }

    void aFileCutOffAnywhereIsRefused() {
        SavedSession session = fullSession();
        session.runs.erase(session.runs.begin()); // the short one
        const std::string text = sessionText(session).value();
        for (std::size_t length = 0; length + 2 < text.size(); ++length) {
            const Result<SavedSession> read = parseSession(std::string_view(text).substr(0, length));
            QVERIFY2(!read.ok(), qPrintable(QString::number(length)));
        }
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& text, const char* says) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(says);
        };
        row("garbage", "\x01\x02", "not valid JSON");
        row("another file", R"({"schema": 1})", "not a session");
        row("an array", "[1]", "not a session");
        row("newer", changed("/version", 2), "newer");
        row("newer, as 0.2 said it", R"({"jitterscope_session": 2})", "newer");
        row("a plan", planJson(standardPlan()), "\"plan\": this is not a session");
        row("runs", changed("/runs", "none"), "'runs'");
        row("a run", changed("/runs/0", 7), "'runs[0].'");
        row("a name", changed("/runs/1/name", 7), "'runs[1].name'");
        row("a number", changed("/runs/1/rate_hz", "fast"), "'runs[1].rate_hz'");
        row("an origin", changed("/runs/1/origin", "moon"), "'runs[1].origin'");
        row("a column", changed("/runs/0/columns/lateness_ns", "x"), "columns.lateness_ns'");
        row("a value", changed("/runs/0/columns/lateness_ns/3", 1.5), "columns.lateness_ns'");
        row("too far", changed("/runs/0/columns/lateness_ns/3", 4e18), "columns.lateness_ns'");
        row("too short", changed("/runs/0/columns/lost", Json::array({1, 2})), "not as long");
        row("parts", changed("/runs/0/parts/0", 99), "'runs[0].parts'");
        row("no parts", changed("/runs/0/parts", Json::array({0})), "'runs[0].parts'");
        row("counts", changed("/runs/1/counts/0", Json::array({1})), "'runs[1].counts'");
        row("counts of", changed("/runs/1/counts_of", "cheese"), "'runs[1].counts'");
        row("settings", changed("/runs/0/settings", Json::array()), "'runs[0].settings'");
        row("a", changed("/a", 2), "'a'");
        row("b", changed("/b", -1), "'b'");
        row("tolerance", changed("/tolerance_ns", -5), "'tolerance_ns'");
        row("plan", changed("/plan/strategy", "no such"), "strategy");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const QString message = messageOf(text.toStdString());
        QVERIFY2(message.contains(says), qPrintable(message));
    }
};

JITTERSCOPE_TEST(SessionFileTest)

} // namespace jitterscope::session_file_test

#include "session_file_test.moc"
