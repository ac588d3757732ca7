// SPDX-License-Identifier: MIT
// What is said of pairs whose truth is known: generated captures, and series that depend on themselves for
// long.
#include "core/stats/smoothness.h"
#include "tests/support/cancelled.h"
#include "tests/support/captures.h"
#include "tests/support/dependent_series.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>
#include <string>

namespace jitterscope::captures_test {

namespace {

constexpr std::size_t kResamples =
    200; // enough for a verdict; tests/benchmarks/pair_calibration has the rest

Comparison said(const std::vector<double>& a, const std::vector<double>& b) {
    CompareOptions options;
    options.resamples = kResamples;
    return compareRuns(captureOf(a, "A"), captureOf(b, "B"), options);
}

/// How often each verdict is given for the eighteen captures.
using Counts = std::map<std::string, int>;
template <typename Change>
Counts verdicts(Change change) {
    Counts counts;
    for (const GeneratedCapture& capture : kCaptures) {
        const std::vector<double> a = framesOf(capture, 1);
        ++counts[std::string(pairVerdictId(said(a, change(capture, a)).verdict))];
    }
    return counts;
}

/// tests/benchmarks/pair_calibration has a thousand of them.
Counts ofPairs(const char* process, std::size_t frames, bool deadlines, double factor,
               std::uint64_t pairs = 20) {
    Counts counts;
    for (const Process& each : kDependentSeries) {
        for (std::uint64_t pair = 0; pair < pairs && std::string_view(each.name) == process; ++pair) {
            CompareOptions options;
            options.resamples = kResamples;
            const Comparison comparison =
                compareRuns(recordingOf(each, frames, 2 * pair + 1, deadlines, 1),
                            recordingOf(each, frames, 2 * pair + 2, deadlines, factor), options);
            ++counts[std::string(pairVerdictId(comparison.verdict))];
        }
    }
    return counts;
}

int different(Counts counts) {
    return counts["better"] + counts["worse"] + counts["mixed"] + counts["faster"] + counts["slower"];
}

} // namespace

class CapturesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        keepFreedMemory();
        if (kAddressSanitizer)
            QSKIP("Many pairs for shares of them, at four times the cost; compare_test has the same code.");
    }

    /// Against the definition, each frame by itself.
    void stutterIsTheTimeOfFramesBeyondTheirSurroundings() {
        const std::vector<double> frames =
            withHitches(withTripled(framesOf(kCaptures[10], 3), 0.01, 4), 5); // scenes-144
        std::vector<std::int64_t> times;
        for (const double frame : frames)
            times.push_back(std::llround(frame));
        const std::vector<std::int64_t> stutters = stutterTimes(times);
        QCOMPARE(stutters.size(), times.size());
        std::vector<double> begins{0};
        for (const std::int64_t time : times)
            begins.push_back(begins.back() + static_cast<double>(time));
        int found = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double middle = (begins[i] + begins[i + 1]) / 2;
            double sum = 0;
            int count = 0;
            for (std::size_t k = i > 200 ? i - 200 : 0; k < std::min(times.size(), i + 200); ++k) {
                if (begins[k + 1] < middle - 5e8 || begins[k] >= middle + 5e8)
                    continue;
                sum += static_cast<double>(times[k]);
                ++count;
            }
            const bool stutter = static_cast<double>(times[i]) > 2.5 * sum / count;
            QCOMPARE(stutters[i], stutter ? times[i] : 0);
            found += stutter;
        }
        QVERIFY2(found > 50 && found < 300, qPrintable(QString::number(found)));
        QCOMPARE(stutterTimes({}).size(), std::size_t{0});
        QCOMPARE(stutterTimes(std::vector<std::int64_t>(10, 0)), std::vector<std::int64_t>(10, 0));
    }

    void hitchesAreFound() {
        QVERIFY(verdicts([](const auto&, const auto& a) { return withTripled(a, 0.01, 5); })["worse"] >= 17);
        QVERIFY(verdicts([](const auto&, const auto& a) { return withHitches(a, 6); })["worse"] >= 17);
    }

    /// Of fewer than six stutters nobody knows how many there could have been.
    void aFewHitchesAreTooFewToTell() {
        for (const int hitches : {5, 6}) {
            const std::vector<double> a = framesOf(kCaptures[0], 1);
            std::vector<double> b = a;
            for (int i = 0; i < hitches; ++i)
                b[static_cast<std::size_t>(500 * i + 200)] = 100e6;
            const Comparison comparison = said(a, b);
            const FigureDifference& stutter = *comparison.find("stutter");
            using Outcome = FigureDifference::Outcome;
            QCOMPARE(stutter.outcome, hitches < 6 ? Outcome::NoInterval : Outcome::Different);
            QCOMPARE(stutter.way, hitches < 6 ? Way::Neither : Way::Worse);
        }
    }

    /// Slower is not less steady; scenes that hide it are said to hide it.
    void everyFrameLongerIsSlowerAndNothingElse() {
        const auto by = [](double share) {
            return verdicts([share](const auto&, const auto& a) { return longerBy(a, share); });
        };
        QCOMPARE(by(0.1), (Counts{{"slower", 8}, {"too-short", 10}}));
        QCOMPARE(by(-0.1), (Counts{{"faster", 8}, {"too-short", 10}}));
        QCOMPARE(by(0.03), (Counts{{"about-the-same", 8}, {"too-short", 10}}));
        QCOMPARE(by(-0.03), (Counts{{"about-the-same", 8}, {"too-short", 10}}));
    }

    void recordedAgainIsNoDifference() {
        int called = 0;
        for (const std::uint64_t seed : {2U, 3U, 4U})
            called += different(verdicts(
                [seed](const GeneratedCapture& capture, const auto&) { return framesOf(capture, seed); }));
        QVERIFY2(called <= 2, qPrintable(QString::number(called))); // of 54
    }

    void theSentenceSpeaksOfTheTwoCaptures() {
        const std::vector<double> a = framesOf(kCaptures[0], 1);
        const Comparison slower = said(a, longerBy(a, 0.1));
        QVERIFY2(
            slower.sentence.starts_with("In these two captures, B is slower: 54.50 FPS on average instead of "
                                        "59.95 FPS, 9.1 % fewer."),
            slower.sentence.c_str());
        const Comparison same = said(a, longerBy(a, 0.03));
        QVERIFY2(same.sentence.starts_with("In these two captures, B is about the same: ") &&
                     same.sentence.ends_with("2.9 % fewer. Record again to be sure."),
                 same.sentence.c_str());
        for (const FigureDifference& line : same.figures)
            QVERIFY2(line.way == Way::Neither, line.entry->id.data()); // no row is harder than the verdict
        const Comparison times = said(a, longerBy(a, -0.787));
        QVERIFY2(times.sentence.find("4.7 times as many") != std::string::npos, times.sentence.c_str());
    }

    /// Five recordings a side and more: what differs between them is in the intervals, and nothing is left
    /// out.
    void foldersGetTheFullSentence() {
        std::vector<double> all;
        std::vector<std::size_t> parts;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const std::vector<double> frames = framesOf(kCaptures[0], seed);
            all.insert(all.end(), frames.begin(), frames.end());
            parts.push_back(frames.size());
        }
        ComparedRun a = captureOf(all, "A");
        ComparedRun b = captureOf(longerBy(all, 0.025), "B");
        a.parts = parts;
        b.parts = parts;
        const Comparison comparison = compareRuns(a, b);
        QCOMPARE(comparison.verdict, PairVerdict::Slower);
        QVERIFY2(comparison.sentence.starts_with("B is slower: "), comparison.sentence.c_str());
    }

    void whatDependsOnItselfForLongIsTooShortToTell() {
        for (const bool deadlines : {false, true}) {
            for (const char* const process : {"ar-0.99", "ar-0.999", "bursts"}) {
                Counts counts = ofPairs(process, 2000, deadlines, 1);
                QVERIFY2(different(counts) <= 2, process);
                QVERIFY2(counts["too-short"] >= 10, process);
            }
            QVERIFY(different(ofPairs("ar-0.9", 2000, deadlines, 1.1)) >= 10);
        }
    }

    /// What is far apart is different however long its frames hang together.
    void whatIsFarApartIsToldAllTheSame() {
        const Process& process = kDependentSeries[4];
        QCOMPARE(std::string(process.name), std::string("ar-0.99"));
        CompareOptions options;
        options.resamples = kResamples;
        const ComparedRun a = recordingOf(process, 2000, 1, false, 1);
        const ComparedRun b = recordingOf(process, 2000, 2, false, 4);
        QCOMPARE(compareRuns(a, b, options).find("frame_time.p50")->way, Way::Worse);
        const ComparedRun less = recordingOf(process, 2000, 2, false, 1.05);
        QCOMPARE(compareRuns(a, less, options).verdict, PairVerdict::TooShort);
    }

    void independentFramesAreNeverTooShort() {
        for (const bool deadlines : {false, true}) {
            for (const char* const process : {"independent", "heavy-tails", "ticks"}) {
                Counts same = ofPairs(process, 2000, deadlines, 1, 10);
                Counts longer = ofPairs(process, 2000, deadlines, 1.1, 10);
                QCOMPARE(same["too-short"] + longer["too-short"], 0);
                QVERIFY2(different(same) <= 2, process);
                QVERIFY2(different(longer) >= 9, process);
            }
        }
    }
};

JITTERSCOPE_TEST(CapturesTest)

} // namespace jitterscope::captures_test

#include "captures_test.moc"
