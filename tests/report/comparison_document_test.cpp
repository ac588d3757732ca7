// SPDX-License-Identifier: MIT
#include "core/compare/comparison_report.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/files/compared_runs.h"
#include "core/files/result_files.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QXmlStreamReader>
#include <QtTest>

namespace jitterscope::comparison_document_test {

using Json = nlohmann::json;

class ComparisonDocumentTest : public QObject {
    Q_OBJECT

    std::pair<ComparedRun, ComparedRun> m_pair = examplePair();
    CompareOptions m_options;
    Comparison m_comparison = compareRuns(m_pair.first, m_pair.second);
    ComparisonCurves m_curves = comparisonCurves(m_pair.first, m_pair.second, RunQuantity::FrameTime);

    ComparisonReport report(const std::string& note = {}) const {
        return {m_pair.first, m_pair.second, m_comparison, &m_curves, m_options, note};
    }

private slots:
    void htmlIsOneWellFormedFile() {
        const std::string text = html(comparisonDocument(report("<script>alert(1)</script>")));
        QCOMPARE(text.find("<script"), std::string::npos);
        QXmlStreamReader reader(QByteArray::fromStdString(text));
        int pictures = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            pictures += reader.isStartElement() && reader.name() == QLatin1String("svg") ? 1 : 0;
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(pictures, 4); // histograms, quantiles, frame times and lateness over time
        QVERIFY(text.find(m_comparison.sentence.substr(0, 20)) != std::string::npos);
    }
    void markdownHoldsEveryFigureAndTheCommand() {
        const std::string text = markdown(comparisonDocument(report("my note")));
        const auto row = [&](const FigureDifference& line) {
            return text.find("| " + figureName(*line.entry, m_comparison) + " |") != std::string::npos;
        };
        for (const FigureDifference& line : m_comparison.figures) {
            const bool error = line.entry->id == "lateness.p50" || line.entry->id == "lateness.p99";
            if (line.a) // adaptive never starts a frame early, so these say what the errors say
                QCOMPARE(row(line), !error);
        }
        QVERIFY(text.find("Lateness is the error here") != std::string::npos);
        QVERIFY(text.find("jitterscope-cli compare A.csv B.csv") != std::string::npos);
        QVERIFY(text.find("jitterscope-cli run --rate 144") != std::string::npos);
        QVERIFY(text.find("my note") != std::string::npos);
        QVERIFY(text.find("block bootstrap") != std::string::npos);
    }
    /// Counts have no order, so nothing of them is drawn in blocks.
    void countsAreNotDrawnInBlocks() {
        const auto& [a, b] = m_pair;
        Comparison comparison = compareRuns(a, b);
        comparison.blockA = comparison.blockB = 0;
        const std::string text = markdown(comparisonDocument({a, b, comparison, nullptr, m_options}));
        QVERIFY(text.find(" resamples of the counts (A) and the counts (B).") != std::string::npos);
        QVERIFY(text.find("block bootstrap") == std::string::npos);
    }
    /// Nothing in a text from outside is markup, on GitHub either.
    void markdownOfTextsIsNoMarkup() {
        const auto line = [](const std::string& words) {
            const Document document{"d", {{"s", {Paragraph{words}}}}};
            const std::string text = markdown(document);
            return text.substr(text.find("## s\n\n") + 6);
        };
        QCOMPARE(line("  - no list"), std::string("\\- no list\n"));
        QCOMPARE(line("     no code"), std::string("no code\n"));
        QCOMPARE(line("$no$ formula"), std::string("\\$no\\$ formula\n"));
        QCOMPARE(line("12. no list"), std::string("12\\. no list\n"));
    }
    /// Who begins early has a lateness that is not its error.
    void latenessOfWhoBeginsEarlyHasItsRows() {
        RunColumns early = *m_pair.second.columns;
        for (std::int64_t& lateness : early.lateness)
            lateness -= 5'000;
        ComparedRun b = m_pair.second;
        b.columns = std::make_shared<const RunColumns>(std::move(early));
        summarizeColumns(b);
        const Comparison comparison = compareRuns(m_pair.first, b);
        const std::string text = markdown(comparisonDocument({m_pair.first, b, comparison, nullptr, {}, ""}));
        QVERIFY(text.find("| Median lateness |") != std::string::npos);
        QCOMPARE(text.find("Lateness is the error here"), std::string::npos);
    }
    /// The verdict is about errors: the quantiles show them, over decades.
    void quantilesAreOfWhatTheVerdictIsAbout() {
        QCOMPARE(m_curves.quantilesOf, RunQuantity::Error);
        QCOMPARE(m_curves.quantilesA.points.front().value,
                 *m_pair.first.summaries.at(RunQuantity::Error).p50);
        const Figure figure = quantilesFigure(m_curves);
        QCOMPARE(figure.panels[0].y.scale(), AxisScale::Log);
        QCOMPARE(figure.panels[0].y.name(), std::string("error"));
        const std::string svg = svgText(figurePicture(figure));
        for (const char* decade : {">100 ns<", ">1 µs<", ">10 µs<"})
            QVERIFY2(svg.find(decade) != std::string::npos, decade);
    }
    void jsonSaysTheSame() {
        const Json json = Json::parse(comparisonJson(report()));
        QCOMPARE(json["verdict"].get<std::string>(), std::string(pairVerdictId(m_comparison.verdict)));
        QCOMPARE(json["figures"].size(), m_comparison.figures.size());
        for (std::size_t i = 0; i < m_comparison.figures.size(); ++i) {
            const FigureDifference& line = m_comparison.figures[i];
            const Json& figure = json["figures"][i];
            QCOMPARE(figure["id"].get<std::string>(), std::string(line.entry->id));
            QCOMPARE(figure["a"].is_null(), !line.a.has_value());
            if (line.interval)
                QCOMPARE(figure["low"].get<double>(), line.interval->low);
        }
        QCOMPARE(json["a"]["settings"]["strategy"].get<std::string>(), std::string("absolute-sleep"));
    }
    void csvHasARowAFigure() {
        const QList<QByteArray> lines = QByteArray::fromStdString(comparisonCsv(report())).split('\n');
        int rows = 0;
        for (const QByteArray& line : lines) {
            if (line.isEmpty() || line.startsWith('#'))
                continue;
            QCOMPARE(line.count(','), 9);
            ++rows;
        }
        QCOMPARE(rows, static_cast<int>(m_comparison.figures.size()) + 1);
        QCOMPARE(lines.first(), QByteArray("# jitterscope-csv: 1"));
        QVERIFY(lines.at(lines.size() - 2).startsWith("# end: rows="));
    }
    void picturesShowBothRuns() {
        for (const PairOverTime& pair : m_curves.overTime) {
            for (std::vector<StripColumn> PairOverTime::*side : {&PairOverTime::a, &PairOverTime::b}) {
                PairOverTime other = pair; // two places change theirs: the axes stay as they are
                std::swap((other.*side)[10].largest, (other.*side)[200].largest);
                QVERIFY(svgText(figurePicture(overTimeFigure(pair))) !=
                        svgText(figurePicture(overTimeFigure(other))));
            }
        }
    }
    void picturesAreDrawnOrLeftOut() {
        for (const SvgTheme theme : {SvgTheme::Automatic, SvgTheme::Light, SvgTheme::Dark}) {
            for (const Figure& figure :
                 {countsFigure(m_curves), quantilesFigure(m_curves),
                  overTimeFigure(m_curves.overTime.front()), overTimeFigure(m_curves.overTime.back())}) {
                const std::string svg = svgText(figurePicture(figure), theme);
                QXmlStreamReader reader(QByteArray::fromStdString(svg));
                while (!reader.atEnd())
                    reader.readNext();
                QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
                QCOMPARE(svg.find("00000000"), std::string::npos); // 3.4000000000000004
                QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
            }
        }
        const ComparisonCurves empty;
        QVERIFY(countsFigure(empty).empty() && quantilesFigure(empty).empty() && overTimeFigure({}).empty());
    }
    void whatDisturbedARunIsInTheReport() {
        auto [a, b] = m_pair;
        b.disturbances = {"other programs used 61 % of the processors"};
        const std::string text = markdown(comparisonDocument({a, b, m_comparison, nullptr, m_options, ""}));
        QVERIFY(text.find("disturbed by | – | other programs used 61 % of the processors") !=
                std::string::npos);
    }
    void theCommandOpensTheSameRuns() {
        auto [a, b] = m_pair;
        a.path = "/home/me/both.csv";
        a.part = "#1";
        b.path = "/home/me/log.txt";
        b.openedWith = "--unit us";
        CompareOptions options;
        options.seed = 7;
        QCOMPARE(compareCommand({a, b, m_comparison, nullptr, options, ""}),
                 std::string("jitterscope-cli compare 'both.csv#1' log.txt --unit us --seed 7"));
    }
    void namesOfFilesAreSafeInAShell() {
        ComparedRun a = m_pair.first;
        a.path = "/home/someone/it's a run.csv";
        ComparisonReport other{a, m_pair.second, m_comparison, nullptr, m_options, {}};
        QCOMPARE(compareCommand(other), std::string("jitterscope-cli compare 'it'\\''s a run.csv' B.csv"));
        QCOMPARE(markdown(comparisonDocument(other)).find("someone"), std::string::npos); // no folders
        QCOMPARE(comparisonJson(other).find("someone"), std::string::npos);
    }
};

JITTERSCOPE_TEST(ComparisonDocumentTest)

} // namespace jitterscope::comparison_document_test

#include "comparison_document_test.moc"
