// SPDX-License-Identifier: MIT
#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"
#include "core/compare/time_range.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace jitterscope::time_range_test {

using namespace std::chrono_literals;

class TimeRangeTest : public QObject {
    Q_OBJECT

    /// Frames of 100 ms, whose lateness is their number.
    static ComparedRun runOf(std::size_t frames) {
        auto columns = std::make_shared<RunColumns>();
        for (std::size_t i = 0; i < frames; ++i) {
            columns->frameTime.push_back(100'000'000);
            columns->lateness.push_back(static_cast<std::int64_t>(i));
            columns->lost.push_back(i == 12 ? 3 : 0);
        }
        ComparedRun run;
        run.name = "run";
        run.columns = columns;
        run.tolerance = Nanoseconds{14};
        run.threadPercent = 5;
        run.driftPpm = 3;
        run.summaries[RunQuantity::GpuBusy] = {};
        summarizeColumns(run);
        return run;
    }
    /// Frame times: `seconds` with frames of `ms` each.
    static void append(std::vector<std::int64_t>& times, double seconds, double ms) {
        for (double now = 0; now < seconds * 1000 - 1e-6; now += ms)
            times.push_back(static_cast<std::int64_t>(ms * 1e6));
    }

private slots:
    void aFrameBelongsWhereItBegins() {
        const std::vector<std::int64_t> times{10, 10, 10, 10}; // begin at 0, 10, 20, 30 ns
        const auto span = [&](TimeRange range) {
            const FrameSpan found = framesIn(times, range);
            return std::pair(found.first, found.last);
        };
        QCOMPARE(span({}), std::pair(std::size_t{0}, std::size_t{4}));
        QCOMPARE(span({10ns, 30ns}), std::pair(std::size_t{1}, std::size_t{3}));
        QCOMPARE(span({11ns, 31ns}), std::pair(std::size_t{2}, std::size_t{4}));
        QCOMPARE(span({{}, 1ns}), std::pair(std::size_t{0}, std::size_t{1}));
        QCOMPARE(span({40ns, {}}), std::pair(std::size_t{4}, std::size_t{4}));
    }

    void aPartHasItsOwnFigures() {
        const ComparedRun run = runOf(100);
        const Result<ComparedRun> part = partOf(run, {1s, 2s}); // frames 10 … 19
        QVERIFY2(part.ok(), part.ok() ? "" : part.error().message().c_str());
        const ComparedRun& ten = part.value();
        QCOMPARE(ten.frames, 10);
        QCOMPARE(ten.summaries.at(RunQuantity::Lateness).min.value(), 10.0);
        QCOMPARE(ten.summaries.at(RunQuantity::Lateness).max.value(), 19.0);
        QCOMPARE(ten.lateFraction.value(), 0.5);        // 15 … 19 are more than 14 late
        QCOMPARE(ten.lostFraction.value(), 3.0 / 13.0); // of frame 12
        QCOMPARE(ten.taken->leftOut, 90);
        QCOMPARE(ten.taken->whole, 10e9);
        QCOMPARE(ten.taken->text(), std::string("1 s … 2 s of 10 s, 90 frames left out"));
        // What is known of the whole alone is not said of a part.
        QVERIFY(!ten.threadPercent && !ten.driftPpm && !ten.has(RunQuantity::GpuBusy));
        QCOMPARE(ten.lacks.size(), std::size_t{1});
        QCOMPARE(run.frames, 100); // is as it was
        QCOMPARE(rangeOptions(ten.taken->range), std::string("--from 1s --to 2s"));
    }
    void ofEachRecordingOfAPooledRun() {
        ComparedRun run = runOf(50);
        run.parts = {20, 30};
        const ComparedRun part = partOf(run, {1s, {}}).value();
        QCOMPARE(part.parts, (std::vector<std::size_t>{10, 20}));
        QCOMPARE(part.columns->lateness.front(), 10);
        QCOMPARE(part.columns->lateness[10], 30);
        QCOMPARE(part.taken->leftOut, 20);
        // The second is all that is long enough.
        QCOMPARE(partOf(run, {2s, {}}).value().parts, (std::vector<std::size_t>{10}));
    }
    void whatHasNoSuchPartIsRefused() {
        QVERIFY(!partOf(runOf(10), {1s, {}}));
        ComparedRun histogram;
        histogram.counts.push_back({1000, 5});
        const Result<ComparedRun> part = partOf(histogram, {{}, 1s});
        QVERIFY(!part);
        QCOMPARE(part.error().code, ErrorCode::Usage);
        QVERIFY(part.error().what.find("no frame times") != std::string::npos);
    }
    void thePartIsSaidBesideTheVerdict() {
        const ComparedRun a = partOf(runOf(100), {1s, 2s}).value();
        const ComparedRun b = partOf(runOf(100), {1s, 3s}).value();
        const auto textOf = [](const std::vector<FairnessRemark>& remarks, bool good) {
            for (const FairnessRemark& remark : remarks) {
                if (remark.good == good && remark.text.find("left out") != std::string::npos)
                    return remark.text;
            }
            return std::string();
        };
        QVERIFY(textOf(fairnessOf(a, a), true).starts_with("The same part of each counts"));
        QVERIFY(textOf(fairnessOf(a, b), false).starts_with("Different parts count"));
        QVERIFY(textOf(fairnessOf(a, runOf(5)), false).find("B: all of it") != std::string::npos);
    }

    void aLoadingScreenIsProposedToBeLeftOut() {
        std::vector<std::int64_t> times;
        append(times, 4, 200);
        append(times, 30, 16);
        const auto slow = otherBeginning(times);
        QVERIFY(slow.has_value());
        QCOMPARE(slow->length, Nanoseconds{4s});
        QVERIFY2(slow->text().find("first 4 s") != std::string::npos &&
                     slow->text().find("--from 4s") != std::string::npos,
                 slow->text().c_str());
    }
    void soIsAMenuWithoutALimit() {
        std::vector<std::int64_t> times;
        append(times, 10, 0.5); // most frames, but not most of the time
        append(times, 30, 16);
        const auto fast = otherBeginning(times);
        QVERIFY(fast.has_value());
        QCOMPARE(fast->length, Nanoseconds{10s});
        QCOMPARE(fast->later, 16e6);
    }
    void nothingElseIs() {
        std::vector<std::int64_t> steady;
        append(steady, 60, 16);
        QVERIFY(!otherBeginning(steady));
        std::vector<std::int64_t> hitch; // one long frame is no loading screen
        append(hitch, 0.3, 300);
        append(hitch, 60, 16);
        QVERIFY(!otherBeginning(hitch));
        std::vector<std::int64_t> fiveTimes;
        append(fiveTimes, 5, 80);
        append(fiveTimes, 60, 16);
        QVERIFY(!otherBeginning(fiveTimes));
        std::vector<std::int64_t> shortOne;
        append(shortOne, 2, 200);
        append(shortOne, 6, 16);
        QVERIFY(!otherBeginning(shortOne));
        std::vector<std::int64_t> mostly; // then the rest is the exception
        append(mostly, 20, 200);
        append(mostly, 10, 16);
        QVERIFY(!otherBeginning(mostly));
        QVERIFY(!otherBeginning({}));
    }

    void aToleranceIsSaidAsATime() {
        const std::vector<ComparedRun::Texts> runs{{{"tolerance_ns", "333333"}}, {{"tolerance_ns", "wide"}}};
        QCOMPARE(differingSettings(runs),
                 (std::vector<std::string>{"tolerance 333.3 µs", "tolerance_ns wide"}));
    }
    void namesAreToldApartByTheirEnds() {
        using Names = std::vector<std::string>;
        QCOMPARE(namesApart({"Precise sleep · 144 Hz · x 1", "Precise sleep · 144 Hz · x 2"}),
                 (Names{"… x 1", "… x 2"}));
        QCOMPARE(namesApart({"Precise sleep · 144 Hz", "Spin · 60 Hz"}),
                 (Names{"Precise sleep · 144 Hz", "Spin · 60 Hz"}));
        QCOMPARE(namesApart({"Precise sleep · 144 Hz, drop-and-rest", "Precise sleep · 144 Hz, keep-working",
                             "Spin"}),
                 (Names{"… drop-and-rest", "… keep-working", "Spin"}));
        QCOMPARE(namesApart({"a.csv", "a.csv"}), (Names{"a.csv", "a.csv"}));
        QCOMPARE(namesApart({}), Names{});
    }
};

JITTERSCOPE_TEST(TimeRangeTest)

} // namespace jitterscope::time_range_test

#include "time_range_test.moc"
