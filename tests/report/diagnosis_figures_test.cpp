// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace jitterscope::diagnosis_figures_test {

namespace {

/// 12.4 % late where 1 % may be; 6 of 2880 with the cure.
Diagnosis madeByHand() {
    Diagnosis diagnosis;
    diagnosis.plan = diagnosisPlan("game-144");
    diagnosis.now = loopWithLate(357, 2880);
    diagnosis.verdict.fitness = Fitness::Unfit;
    diagnosis.verdict.late = Share{0.124, {0.112, 0.136}};
    diagnosis.verdict.sentence = "Unfit for a 144 Hz game.";
    diagnosis.recommendation.pick = Candidate{"adaptive", false, loopWithLate(6, 2880)};
    diagnosis.cured = "Fit once cured.";
    return diagnosis;
}

LateFrame lateFrame(Cause cause, std::int64_t work, std::int64_t queue) {
    LateFrame frame{cause, {}};
    frame.parts.work = work;
    frame.parts.queue = queue;
    return frame;
}

TrialOutcome trial(const char* name, double value, double low, double high) {
    TrialOutcome outcome;
    outcome.name = name;
    outcome.pairs = 8;
    outcome.before = loopWithLate(100, 1000);
    outcome.after = loopWithLate(50, 1000);
    outcome.late = Share{value, {low, high}};
    return outcome;
}

std::string verdictSvg(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Light) {
    return svgText(verdictPicture(verdictScale(diagnosis)), theme);
}

std::string anatomySvg(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Light) {
    return svgText(anatomyPicture(diagnosis.now, diagnosis.plan.target), theme);
}

std::string trialsSvg(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Light) {
    const Figure figure = trialsFigure(diagnosis);
    return figure.empty() ? std::string() : svgText(figurePicture(figure), theme);
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class DiagnosisFiguresTest : public QObject {
    Q_OBJECT

private slots:
    /// from math import log10; x = lambda share: 24 + (log10(share) + 4) / 4 * 592
    void theVerdictStandsOnALogScale() {
        const std::string picture = verdictSvg(madeByHand());
        QCOMPARE(attributesOf(picture, "circle", "cx"), QStringList{"481.83"}); // x(0.124): the dot
        QVERIFY(has(picture, "<line x1=\"320\" y1=\"20\""));                    // x(0.01): what is allowed
        QVERIFY(has(picture, "d=\"M219.18 65.5l"));                             // x(6 / 2880): the diamond
        // Wilson's interval of 6 / 2880 is 0.000955 … 0.004538.
        QVERIFY(has(picture, "<line x1=\"169.05\" y1=\"72\" x2=\"269.22\" y2=\"72\""));
        for (const char* words : {"now", "with the cure", "12 %", "0.21 %", "unfit", "allowed: 1 %"})
            QVERIFY2(has(picture, words), words);
        QVERIFY(has(picture, "now: 12 %, between 11 % and 14 %.")); // for a screen reader
    }

    void noneLateStandsAtTheScalesEnd() {
        Diagnosis diagnosis = madeByHand();
        diagnosis.verdict.late = Share{0, {0, 0.002}};
        diagnosis.recommendation = {};
        QCOMPARE(attributesOf(verdictSvg(diagnosis), "circle", "cx"), QStringList{"24"});
    }

    void labelsNeverStandOnEachOther() {
        Diagnosis diagnosis = madeByHand();
        for (const double late : {0.0, 0.002, 0.0021, 0.003, 1.0}) {
            diagnosis.verdict.late = Share{late, {late, late}};
            for (const std::int64_t cured : {0, 6, 2880}) {
                diagnosis.recommendation.pick->evidence = loopWithLate(cured, 2880);
                const std::string picture = verdictSvg(diagnosis);
                std::vector<double> places;
                const QStringList x = attributesOf(picture, "text", "x");
                const QStringList y = attributesOf(picture, "text", "y");
                for (int i = 0; i < x.size(); ++i) {
                    if (y[i] == "50")
                        places.push_back(x[i].toDouble());
                }
                QCOMPARE(places.size(), std::size_t{2});
                QVERIFY(std::abs(places[0] - places[1]) >= 95.99);
                QVERIFY(std::min(places[0], places[1]) >= 47.99 && std::max(places[0], places[1]) <= 592.01);
            }
        }
    }

    /// A job that allows less than a decade above 0.01 % gets a longer scale.
    void theLimitNeverStandsAtTheEdge() {
        Diagnosis diagnosis = madeByHand();
        diagnosis.plan.target.allowed = 0.0002;
        const std::string picture = verdictSvg(diagnosis);
        // Five decades: 24 + (log10(0.0002) + 5) / 5 * 592 = 178.04
        QVERIFY(has(picture, "<line x1=\"178.04\" y1=\"20\""));
        QVERIFY(has(picture, "0.001 %"));
    }

    /// The scale ends at 1.05 times the worst: y = 166 − 140 · 2 / 2.1.
    void aLateFramesPartsAreStackedToScale() {
        Diagnosis diagnosis = madeByHand();
        QCOMPARE(anatomySvg(diagnosis), "");
        diagnosis.now.lateFrames = {lateFrame(Cause::RunQueue, 1'000'000, 1'000'000)};
        const std::string picture = anatomySvg(diagnosis);
        QVERIFY(has(picture, "d=\"M48 166V99.33H60V166H48z\"")); // the work, from the deadline on
        QVERIFY(has(picture, "d=\"M48 99.33V32.67H60V99.33H48z\""));
        QVERIFY(has(picture, "late, ms"));
        QVERIFY(has(picture, "late from 500 µs on"));
    }

    void framesStandByFirstCauseAndWorstFirst() {
        Diagnosis diagnosis = madeByHand();
        diagnosis.now.lateFrames = {
            lateFrame(Cause::Work, 1'000'000, 0), lateFrame(Cause::RunQueue, 0, 1'500'000),
            lateFrame(Cause::RunQueue, 0, 2'000'000), lateFrame(Cause::Work, 1'600'000, 0)};
        const std::string picture = anatomySvg(diagnosis);
        QVERIFY(has(picture, "d=\"M48 166V32.67H60V66H72V166H60V166H48z\""));     // 2.0, 1.5: run queue
        QVERIFY(has(picture, "d=\"M80 166V59.33H92V99.33H104V166H92V166H80z\"")); // 1.6, 1.0: work
    }

    /// Ten thousand frames, one of them far worse: its column is still as high.
    void moreFramesThanPixelsKeepTheWorst() {
        Diagnosis diagnosis = madeByHand();
        for (int i = 0; i < 10'000; ++i)
            diagnosis.now.lateFrames.push_back(lateFrame(Cause::RunQueue, 0, 600'000 + i));
        diagnosis.now.lateFrames[5'000] = lateFrame(Cause::RunQueue, 0, 9'000'000);
        diagnosis.now.lateFrames.push_back(lateFrame(Cause::Work, 700'000, 0));
        const std::string picture = anatomySvg(diagnosis);
        QVERIFY(has(picture, "d=\"M48 166V32.67H49V")); // 166 − 140 · 9 / 9.45
        QVERIFY(has(picture, "a column shows the worst of several"));
        QVERIFY(picture.size() < 40'000);
        for (const QString& x : attributesOf(picture, "rect", "x"))
            QVERIFY(x.toDouble() <= 632);
        // The single frame with another cause has not been rounded away.
        QCOMPARE(picture.find("fill=\"#9b3d79\"") != picture.rfind("fill=\"#9b3d79\""), true);
    }

    /// The evidence keeps the first 20 000 late frames; a figure of a part says so.
    void aPartOfTheLateFramesIsCalledAPart() {
        Diagnosis diagnosis = madeByHand();
        diagnosis.now.lateFrames.assign(3, lateFrame(Cause::Work, 1'000'000, 0));
        FrameSample late;
        late.cause = Cause::Work;
        for (int i = 0; i < 3; ++i)
            diagnosis.now.anatomy.add(late);
        QVERIFY(!has(anatomySvg(diagnosis), "the first"));
        diagnosis.now.anatomy.add(late);
        QVERIFY(has(anatomySvg(diagnosis), "the first 3 of them; one column is one of them"));
    }

    void causesAreToldByMoreThanColour() {
        Diagnosis diagnosis = madeByHand();
        diagnosis.now.lateFrames = {lateFrame(Cause::RunQueue, 0, 1'000'000)};
        const std::string picture = anatomySvg(diagnosis);
        // Six swatches, five with lines of their own direction; the sixth is solid.
        QStringList shapes;
        const QStringList data = attributesOf(picture, "path", "d");
        const QStringList strokes = attributesOf(picture, "path", "stroke");
        for (int i = 0; i < data.size(); ++i) {
            if (!strokes[i].isEmpty())
                shapes << data[i];
        }
        QCOMPARE(shapes.size(), 5);
        for (const Cause cause : causesInOrder())
            QVERIFY(has(picture, std::string(causeName(cause)).c_str()));
    }

    void aTrialWithoutAShownDifferenceIsHollow() {
        Diagnosis diagnosis = madeByHand();
        QCOMPARE(trialsSvg(diagnosis), "");
        TrialOutcome refused;
        refused.support = {false, "no such setting"};
        diagnosis.trials = {refused};
        QCOMPARE(trialsSvg(diagnosis), "");
        diagnosis.trials = {trial("helps", -0.1, -0.12, -0.08), trial("nothing", 0.01, -0.02, 0.04),
                            trial("harms <b>", 0.03, 0.01, 0.05), refused};
        const Figure figure = trialsFigure(diagnosis);
        QCOMPARE(figure.key.size(), std::size_t{3});
        const std::vector<ChartSeries>& series = figure.panels.at(0).series;
        QCOMPARE(series.size(), std::size_t{3});
        const auto is = [&series](std::size_t i, const char* name, Ink ink, bool hollow, ChartPoint at) {
            const ChartPoint& point = series[i].points.at(0);
            return series[i].name == name && series[i].look.ink == ink && series[i].hollow == hollow &&
                   std::abs(point.x - at.x) < 1e-9 && point.y == at.y &&
                   std::abs(point.xSpan->low - at.xSpan->low) < 1e-9 &&
                   std::abs(point.xSpan->high - at.xSpan->high) < 1e-9 && point.note == at.note;
        };
        QVERIFY(is(0, "fewer late", Ink::Good, false,
                   {.x = -10, .y = 0.5, .xSpan = Range{-12, -8}, .note = "−10.00 (−12.00 … −8.00)"}));
        QVERIFY(is(1, "more late", Ink::Late, false,
                   {.x = 3, .y = 2.5, .xSpan = Range{1, 5}, .note = "+3.00 (+1.00 … +5.00)"}));
        QVERIFY(is(2, "no difference shown", Ink::Muted, true,
                   {.x = 1, .y = 1.5, .xSpan = Range{-2, 4}, .note = "no difference shown"}));
        QVERIFY(has(figure.description, "helps: −10.00 (−12.00 … −8.00). nothing: no difference shown."));
        QVERIFY(has(trialsSvg(diagnosis), "harms &lt;b&gt;"));
    }

    /// Scale, sentence and detail have one figure, rounded once.
    void theScaleSaysWhatTheVerdictSays() {
        for (const char* machine : {"linux-default-loaded", "windows-1ms-loaded", "fake-scheduler"}) {
            const Diagnosis diagnosis = simulatedDiagnosis(machine, "game-144", false);
            const Share& late = *diagnosis.verdict.late;
            const std::string share = said::share(late.value);
            QVERIFY(has(verdictSvg(diagnosis), (">" + share + "<").c_str()));
            QVERIFY2(has(diagnosis.verdict.sentence, (" " + share + " of ").c_str()),
                     diagnosis.verdict.sentence.c_str());
            const std::string between =
                "between " + said::share(late.interval.low) + " and " + said::share(late.interval.high);
            QVERIFY(has(diagnosis.verdict.detail, between.c_str()));
            QVERIFY(has(verdictPicture(verdictScale(diagnosis)).description,
                        ("now: " + share + ", " + between).c_str()));
        }
    }

    void allFiguresOfASimulatedMachineAreWellFormed() {
        const Diagnosis diagnosis = simulatedDiagnosis("linux-default-loaded", "game-144");
        for (const SvgTheme theme : {SvgTheme::Automatic, SvgTheme::Light, SvgTheme::Dark}) {
            for (const std::string& picture :
                 {verdictSvg(diagnosis, theme), anatomySvg(diagnosis, theme), trialsSvg(diagnosis, theme)}) {
                const QStringList structure = structureOf(picture);
                QVERIFY2(structure.size() > 20 && structure.first() == "svg",
                         qPrintable(structure.join(' ')));
                QVERIFY(!has(picture, "nan") && !has(picture, "inf\""));
            }
        }
    }
};

JITTERSCOPE_TEST(DiagnosisFiguresTest)

} // namespace jitterscope::diagnosis_figures_test

#include "diagnosis_figures_test.moc"
