// SPDX-License-Identifier: MIT
#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "core/run/run_result.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

namespace jitterscope::measurements_test {
namespace {

ExperimentResult raced() {
    ExperimentPlan plan = experimentPlan("race");
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    JobControl control;
    return runExperiment(plan, control).value();
}

std::shared_ptr<const RunResult> measuredRun() {
    RunPlan plan = standardPlan();
    plan.frames = 600;
    plan.strategy = sleepChoice("absolute-sleep");
    return simulatedRun(plan);
}

std::string joinedLines(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines.list())
        text += (text.empty() ? "" : " ") + line;
    return text;
}

/// What Markdown escapes, as it is read.
std::string read(std::string text) {
    std::erase(text, '\\');
    return text;
}

/// The paragraphs that a document says, in their order.
std::vector<std::string> paragraphsOf(const Document& document) {
    std::vector<std::string> list;
    for (const Section& section : document.sections) {
        for (const Block& block : section.blocks) {
            if (const auto* paragraph = std::get_if<Paragraph>(&block);
                paragraph != nullptr && !section.aside)
                list.push_back(paragraph->text);
        }
    }
    return list;
}

/// Each statement stands in the text, behind the one before it.
void standInOrder(const std::string& text, const std::vector<std::string>& statements) {
    std::size_t from = 0;
    for (const std::string& statement : statements) {
        const std::size_t at = text.find(statement, from);
        QVERIFY2(at != std::string::npos, statement.c_str());
        from = at + 1;
    }
}

std::string unwrapped(const std::string& text) {
    std::string flat;
    for (const char c : text) {
        if (c != '\n' && !(c == ' ' && flat.ends_with(' ')))
            flat += c;
        else if (c == '\n' && !flat.ends_with(' '))
            flat += ' ';
    }
    return flat;
}

} // namespace

/// One value for each result, and every medium from it.
class MeasurementsTest : public QObject {
    Q_OBJECT

private slots:
    void terminalMarkdownAndHtmlSayTheSame_data() {
        QTest::addColumn<bool>("race");
        QTest::newRow("run") << false;
        QTest::newRow("race") << true;
    }
    void terminalMarkdownAndHtmlSayTheSame() {
        QFETCH(bool, race);
        const Document document = race ? experimentDocument(raced()) : runDocument(*measuredRun());
        const std::vector<std::string> statements = paragraphsOf(document);
        QVERIFY(statements.size() >= 4);
        standInOrder(unwrapped(joinedLines(terminalLines(document))), statements);
        standInOrder(read(markdown(document)), statements);
        std::vector<std::string> marked;
        for (const std::string& statement : statements) {
            QString text = QString::fromStdString(statement);
            marked.push_back(text.toHtmlEscaped().toStdString());
        }
        standInOrder(html(document), marked);
    }
    /// The first line is the conclusion; its numbers are those of the run.
    void aRunBeginsWithItsLateFrames() {
        const auto run = measuredRun();
        const Lines lines = terminalLines(runDocument(*run));
        const std::string& first = lines.list().front();
        QVERIFY2(first.starts_with(std::to_string(run->metrics.late) + " of " +
                                   std::to_string(run->metrics.frames) +
                                   " frames were late by more than 166.7 µs: "),
                 first.c_str());
    }
    /// What to do is said where the run calls for it, with the command that does it.
    void aRunSaysWhatItCallsFor() {
        const auto said = [](const RunResult& result) { return markdown(runDocument(result)); };
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("linux-default");
        plan.strategy = sleepChoice("precise-sleep"); // its first estimate is 5 ms
        plan.frames = 200;
        plan.period = Period::parseRate("60").value();
        QVERIFY(said(*simulatedRun(plan)).find("It never sleeps") == std::string::npos);
        plan.period = Period::parseRate("240").value();
        QVERIFY(said(*simulatedRun(plan))
                    .find("It never sleeps, and takes 100 % CPU: with X 1 and a start estimate "
                          "of 5.00 ms it keeps back 5.00 ms, but a frame has only 4.17 ms.") !=
                std::string::npos);
        RunResult slept = smallRun();
        slept.plan.machine = machineChoice("here");
        slept.metrics.frames = 1000;
        slept.metrics.oversleep.p50 = 75'000;
        slept.metrics.lateness.p50 = 75'000;
        slept.settings = {{"timer_slack", "", true, "50us", ""}};
        slept.stretches.clear();
        const std::string advice = said(slept);
        QVERIFY2(
            advice.find(
                "Timer slack adds up to 50.0 µs to a sleep (median oversleep 75.0 µs). Try a timer slack "
                "of 1 ns.") != std::string::npos,
            advice.c_str());
        QVERIFY2(advice.find("jitterscope-cli run") != std::string::npos &&
                     advice.find("slack 1ns") != std::string::npos,
                 advice.c_str());
        // Of several settings in turn, the last ones are meant.
        Stretch last;
        last.plan = slept.plan;
        last.plan.thread.slack = Nanoseconds{1};
        last.metrics = slept.metrics;
        slept.stretches = {last};
        QVERIFY(said(slept).find("Timer slack adds") == std::string::npos);
    }
    void aRunWithoutFramesSaysSo() {
        RunResult none;
        none.plan.machine.id = "here";
        QVERIFY(markdown(runDocument(none)).find("A simulated machine") ==
                std::string::npos); // no facts were read
        none.stretches.resize(2);
        none.lostSamples = 7;
        QVERIFY(markdown(runDocument(none)).find("lost samples of the whole run: 7") != std::string::npos);
        none.stretches.clear();
        const Lines lines = terminalLines(runDocument(none));
        const std::string& first = lines.list().front();
        QVERIFY2(first.starts_with("No frame was counted"), first.c_str());
    }
    void nothingIsWiderThanATerminal() {
        for (const Document& document : {experimentDocument(raced()), runDocument(*measuredRun())}) {
            const Lines lines = terminalLines(document);
            for (const std::string& line : lines.list())
                QVERIFY2(displayWidth(line) <= 100, line.c_str());
        }
        const Lines wide = terminalLines(experimentDocument(raced()), {.wide = true});
        QVERIFY(std::ranges::any_of(wide.list(), [](const auto& line) { return displayWidth(line) > 100; }));
    }
    /// A table that has no room is written row by row, each cell with its column's name.
    void aTableWithoutRoomIsWrittenRowByRow() {
        Table table;
        for (int column = 0; column < 9; ++column)
            table.columns.push_back(words("column " + std::to_string(column)));
        table.rows.emplace_back(9, Cell("a cell of some words"));
        const Lines lines = terminalLines(Document{"d", {Section{"s", {table}}}});
        QCOMPARE(lines.list().at(0), std::string("a cell of some words"));
        QCOMPARE(lines.list().at(1), std::string("  column 1: a cell of some words"));
    }
    /// The widest cells are wrapped; no line begins with the middle of somebody's text.
    void wideCellsAreWrapped() {
        Table table{.columns = {words("name"), words("undo"), numbers("cost")}};
        table.rows = {{std::string("a name that is as long as somebody likes it to be and B is better"),
                       std::string("put the setting back to what it was before, by its file"),
                       std::string("1.0")}};
        const Lines lines = terminalLines(Document{"d", {Section{"s", {table}}}});
        QVERIFY(lines.list().size() > 2);
        for (std::size_t i = 2; i < lines.list().size(); ++i)
            QVERIFY2(lines.list()[i].starts_with("  "), lines.list()[i].c_str());
        for (const std::string& line : lines.list())
            QVERIFY2(displayWidth(line) <= 100, line.c_str());
    }
    void figuresHaveTheirNames() {
        std::vector<std::string> ids;
        for (const NamedPicture& picture : picturesOf(runDocument(*measuredRun())))
            ids.push_back(picture.id);
        QVERIFY(std::ranges::find(ids, "histogram") != ids.end() &&
                std::ranges::find(ids, "frame-times") != ids.end());
        const std::vector<NamedPicture> race = picturesOf(experimentDocument(raced()));
        QCOMPARE(race.size(), std::size_t{1});
        QCOMPARE(race.front().id, std::string("race"));
    }
    void emptyColumnsOfAListAreLeftOut() {
        const Table table =
            tableOf(RowList{{"µs"}, {{{"1.0"}, "what", "so"}, {{"2.0"}, "other", "so", "do"}}});
        std::vector<std::string> labels;
        for (const Column& column : table.columns)
            labels.push_back(column.label);
        QCOMPARE(labels, (std::vector<std::string>{"µs", "what", "what it means", "do this"}));
        QCOMPARE(wordOf(table.rows[0][3]), std::string_view("–"));
    }
};

JITTERSCOPE_TEST(MeasurementsTest)

} // namespace jitterscope::measurements_test

#include "measurements_test.moc"
