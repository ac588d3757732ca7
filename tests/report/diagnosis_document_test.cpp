// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/snippet.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <set>

namespace jitterscope::diagnosis_document_test {

namespace {

/// A report with every kind of block; `text` stands everywhere where a text can.
Document documentOf(const std::string& text) {
    Document document{text, {}};
    for (const bool folded : {false, true}) {
        Section section{text, {}, folded};
        for (const auto role : {Paragraph::Role::Lead, Paragraph::Role::Plain, Paragraph::Role::Note})
            section.blocks.push_back(Paragraph{text, role});
        section.blocks.push_back(Table{.columns = {numbers(text), words("b"), words("c"), words("d")},
                                       .rows = {{text, text, "", "4"}}});
        section.blocks.push_back(CodeBlock{"cpp", text});
        Picture picture{10, 10, text, text, {}};
        picture.text(1, 1, text);
        section.blocks.push_back(PictureBlock{std::move(picture), text});
        document.sections.push_back(std::move(section));
    }
    return document;
}

/// Bytes at random, with the pieces that do harm more often than chance would have them.
std::string evilText(Random& random) {
    static const std::vector<std::string> kPieces{"<script>alert(1)</script>",
                                                  "</style>",
                                                  "</title>",
                                                  "-->",
                                                  "]]>",
                                                  "<!--",
                                                  "&lt;",
                                                  "&#x1;",
                                                  "\"",
                                                  "'",
                                                  "```",
                                                  "|",
                                                  "\n",
                                                  "\r\n",
                                                  "\t",
                                                  std::string(1, '\0'),
                                                  "\x1b[2J",
                                                  "\x7f",
                                                  "\xff",
                                                  "\xc0\xaf",
                                                  "\xed\xa0\x80",
                                                  "\xf4\x90\x80\x80",
                                                  "\xe2\x80\xae",
                                                  "\xef\xbf\xbe",
                                                  "\xc2\x85",
                                                  "ä",
                                                  "𝄞"};
    std::string text;
    const auto length = random.next() % 12;
    for (std::uint64_t i = 0; i < length; ++i) {
        const std::uint64_t draw = random.next();
        if (draw % 3 == 0)
            text += static_cast<char>(draw >> 8);
        else
            text += kPieces[(draw >> 8) % kPieces.size()];
    }
    return text;
}

bool isUtf8(const std::string& text) {
    return QString::fromStdString(text).toStdString() == text;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const Diagnosis& measured() {
    static const Diagnosis diagnosis = simulatedDiagnosis("windows-15ms", "game-144");
    return diagnosis;
}

} // namespace

class DiagnosisDocumentTest : public QObject {
    Q_OBJECT

private slots:
    /// What the list leaves out is said to be what it is.
    void theSumSaysNoMoreThanIsShown() {
        Findings findings;
        findings.mean = 2'000;
        QCOMPARE(findingsSum(findings),
                 std::string("The 2.0 µs mean lateness is made of pieces of less than 1 µs."));
        findings.mean = 80'000;
        findings.list.resize(1);
        findings.explained = 78'500;
        QCOMPARE(findingsSum(findings),
                 std::string("78.5 of 80.0 µs mean lateness are in this list. The other 1.5 µs "
                             "are pieces of less than 1 µs."));
        findings.mean = 77'000;
        QCOMPARE(findingsSum(findings),
                 std::string("78.5 µs are in this list. Frames that start early take 1.5 µs "
                             "off; the mean lateness is 77.0 µs."));
        findings.mean = 78'500;
        QCOMPARE(findingsSum(findings), std::string("All of the 78.5 µs mean lateness is in this list."));
        findings = {};
        QCOMPARE(findingsSum(findings), std::string("There is no mean lateness."));
        findings.mean = -3'000;
        QCOMPARE(findingsSum(findings), std::string("Frames start 3.0 µs early in the mean."));
    }

    void aTextIsShownAsItIs() {
        QCOMPARE(shownText("a <b> & 'c' ä 𝄞"), "a <b> & 'c' ä 𝄞");
        QCOMPARE(shownText("a\nb\tc"), "a b c");
        QCOMPARE(shownText("a\nb\tc", true), "a\nb\tc");
        QCOMPARE(shownText("\xff\x1b\xe2\x80\xae"), "\uFFFD\uFFFD\uFFFD");
        QCOMPARE(markupText("<a href=\"x\" id='y'>&"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;");
    }

    /// Whatever the texts hold, elements and their order are those of a harmless text.
    void noTextBecomesMarkup() {
        const QStringList harmless = structureOf(html(documentOf("x")));
        QVERIFY(harmless.contains("details") && harmless.contains("svg") && harmless.contains("pre"));
        const auto lines = std::ranges::count(markdown(documentOf("x")), '\n');
        Random random(1);
        for (int i = 0; i < 500; ++i) {
            const std::string text = evilText(random);
            const std::string page = html(documentOf(text));
            const QStringList structure = structureOf(page);
            QVERIFY2(structure == harmless, qPrintable(structure.join(' ').left(300)));
            QVERIFY(isUtf8(page));
            // Beside the two code blocks, where lines stay, Markdown has the same lines as well.
            const std::string plain = markdown(documentOf(text));
            QVERIFY(isUtf8(plain));
            const std::string code = shownText(text, true);
            const auto own = std::ranges::count(code, '\n') - (code.ends_with('\n') ? 1 : 0);
            QCOMPARE(std::ranges::count(plain, '\n'), lines + 2 * own);
        }
    }

    void markdownEscapesWhatWouldBeMarkup() {
        const auto first = [](const std::string& text) {
            const std::string all = markdown({"t", {{"s", {Paragraph{text, Paragraph::Role::Plain}}}}});
            return all.substr(all.rfind("\n\n", all.size() - 2) + 2);
        };
        QCOMPARE(first("*a* _b_ `c` <d> [e](f) | # ~ & \\"),
                 "\\*a\\* \\_b\\_ \\`c\\` &lt;d&gt; \\[e\\](f) \\| \\# \\~ &amp; \\\\\n");
        QCOMPARE(first("- a"), "\\- a\n");
        QCOMPARE(first("12. a"), "12\\. a\n");
        QCOMPARE(first("---"), "\\---\n");
        QCOMPARE(first("12.5 µs"), "12.5 µs\n");
        QCOMPARE(first("-12"), "-12\n");
    }

    void aPageNeedsNothingFromOutside() {
        const std::string page = html(diagnosisDocument(measured()));
        QVERIFY(page.starts_with("<!DOCTYPE html>\n"));
        for (const char* word :
             {"<script", "href", "src=", "url(", "@import", "javascript:", "<img", "<iframe", "<link"})
            QVERIFY2(!has(page, word), word);
        QVERIFY(has(page, "Content-Security-Policy"));
        QVERIFY(has(page, "<details><summary>All facts</summary>"));
        QCOMPARE(attributesOf(page, "svg", "role"), (QStringList{"img", "img", "img"}));
        QVERIFY(has(page, "prefers-color-scheme:dark") && has(page, "@media print"));
    }

    /// Not the reader that wrote it: Python's, for HTML instead of XML.
    void anotherParserReadsThePage() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        QProcess reader;
        reader.start(python, {"-c", R"(
import html.parser, sys
class Reader(html.parser.HTMLParser):
    void = {'meta', 'rect', 'line', 'circle', 'path'}
    def __init__(self):
        super().__init__(); self.open = []; self.seen = []
    def handle_starttag(self, tag, attributes):
        assert tag != 'script' and not any(name.startswith('on') for name, _ in attributes), tag
        self.seen.append(tag)
        if tag not in self.void: self.open.append(tag)
    def handle_startendtag(self, tag, attributes): self.seen.append(tag)
    def handle_endtag(self, tag): assert self.open.pop() == tag, tag
reader = Reader()
reader.feed(sys.stdin.buffer.read().decode('utf-8'))
reader.close()
assert not reader.open, reader.open
print(reader.seen.count('table'), reader.seen.count('svg'), reader.seen.count('details'))
)"});
        Random random(2);
        Document document = diagnosisDocument(measured());
        for (int i = 0; i < 20; ++i)
            document.sections[0].blocks.push_back(Paragraph{evilText(random), Paragraph::Role::Plain});
        reader.write(QByteArray::fromStdString(html(document)));
        reader.closeWriteChannel();
        QVERIFY(reader.waitForFinished());
        const QByteArray errors = reader.readAllStandardError();
        QVERIFY2(errors.isEmpty(), errors.constData());
        QCOMPARE(reader.readAllStandardOutput().trimmed(), QByteArray("5 3 2"));
    }

    void everyFormSaysVerdictFindingsAndCode() {
        const Diagnosis& diagnosis = measured();
        QVERIFY(!diagnosis.findings.list.empty());
        const Document document = diagnosisDocument(diagnosis);
        const std::string plain = markdown(document);
        const std::string page = html(document);
        QVERIFY(has(plain, "**" + diagnosis.verdict.sentence + "**"));
        QVERIFY(has(page, "<p class=\"lead\">" + markupText(diagnosis.verdict.sentence) + "</p>"));
        for (const Finding& finding : diagnosis.findings.list) {
            for (const std::string& words : {finding.title, finding.soWhat, finding.doThis}) {
                QVERIFY2(has(plain, words), words.c_str());
                QVERIFY2(has(page, markupText(words)), words.c_str());
            }
        }
        for (const TrialOutcome& trial : diagnosis.trials)
            QVERIFY2(has(plain, trial.name) && has(page, markupText(trial.name)), trial.name.c_str());
        const SnippetParts parts = snippetParts(diagnosis.plan.target, diagnosis.recommendation);
        const std::string code = findEntry(snippetCatalog(), standardSnippet(parts))->text(parts);
        QVERIFY(has(plain, "```cpp\n" + code));
        QVERIFY(has(page, markupText(code, true)));
    }

    void whatCouldNotBeTriedStandsInOneSentence() {
        const std::string plain = markdown(diagnosisDocument(measured()));
        QVERIFY(has(plain, "Not tried: Timer period 1 ms, Real-time class, Pin to one CPU: "
                           "a simulated machine has no such setting."));
    }

    /// What is not tried yet can be tried; what cannot be says why.
    void whatIsNotTriedYetCanBe() {
        std::set<std::string> seen;
        for (const char* const job : {"game-60", "audio-256"}) {
            const Document document = diagnosisDocument(simulatedDiagnosis("linux-default", job, false));
            const Section& findings = *document.section("findings");
            const auto& rows = std::get<RowList>(findings.blocks.at(0)).rows;
            for (const Row& row : rows) {
                QVERIFY2((row.tried == "not yet") == row.action.has_value(), row.tried.c_str());
                seen.insert(row.tried);
            }
        }
        QCOMPARE(seen, (std::set<std::string>{"not yet", "no, a simulated machine has no such setting"}));
    }

    void factsAreThereAndFolded() {
        Diagnosis diagnosis = measured();
        diagnosis.machine.facts = {
            {"quota", "CPU quota", "20 %", FactState::Bad, "It stops <you>.", "raise it", "lower it"}};
        const Document document = diagnosisDocument(diagnosis);
        QVERIFY(document.sections.back().folded);
        for (const char* words : {"CPU quota", "20 %", "raise it", "lower it", "bad"}) {
            QVERIFY2(has(markdown(document), words), words);
            QVERIFY2(has(html(document), words), words);
        }
        QVERIFY(has(html(document), "It stops &lt;you&gt;."));
    }

    void programsAreNamedOnlyWhenAskedFor() {
        Diagnosis diagnosis = measured();
        diagnosis.machine.use.processes = {{"secret-game", 93, 1}};
        for (const bool asked : {false, true}) {
            const Privacy privacy{.programs = asked};
            const Document document = diagnosisDocument(diagnosis, privacy);
            QCOMPARE(has(markdown(document), "secret-game"), asked);
            QCOMPARE(has(html(document), "secret-game"), asked);
            QCOMPARE(has(diagnosisJson(diagnosis, privacy), "secret-game"), asked);
        }
    }

    void noReportNamesAFileOfTheUser() {
        Diagnosis diagnosis = measured();
        for (RunPlan* loop : {&diagnosis.plan.loop, &diagnosis.now.plan}) {
            loop->machine.id = "recorded";
            loop->machine.file = "/home/somebody/run.csv";
        }
        const Document document = diagnosisDocument(diagnosis);
        for (const std::string& text : {markdown(document), html(document), diagnosisJson(diagnosis)}) {
            QVERIFY(!has(text, "somebody"));
            QVERIFY(has(text, "recorded:file=FILE"));
        }
    }

    void theCommandRepeatsThePlan() {
        DiagnosisPlan plan = simulatedPlan("fake-scheduler", "own");
        plan.target.period = Period::parseRate("60000/1001").value();
        plan.target.beyond = Nanoseconds{250'000};
        plan.target.allowed = 0.07;
        plan.loop.machine.values.set("period_ms", 5);
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set("time", 3e6);
        plan.loop.seed = 18446744073709551615U;
        plan.loop.thread.slack = Nanoseconds{1};
        plan.loop.thread.cpu = 1;
        plan.loop.thread.realtime = true;
        plan.quick = true;
        applyTarget(plan);
        QCOMPARE(
            diagnosisCommand(plan, true),
            "jitterscope-cli diagnose --job own --rate 60000/1001 --tolerance 250us --allowed 7 --strategy "
            "system-sleep --work fixed:time=3ms --machine fake-scheduler:period_ms=5 --seed "
            "18446744073709551615 --realtime --cpu 1 --slack 1ns --quick --trials");
        plan = diagnosisPlan("vr-90");
        QCOMPARE(diagnosisCommand(plan, false),
                 "jitterscope-cli diagnose --job vr-90 --strategy system-sleep");
    }
};

JITTERSCOPE_TEST(DiagnosisDocumentTest)

} // namespace jitterscope::diagnosis_document_test

#include "diagnosis_document_test.moc"
