// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/meanwhile.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace jitterscope::meanwhile_test {

namespace {

constexpr std::int64_t kLook = 100 * kMs;
constexpr std::int64_t kFirst = 5000 * kMs;

std::string nameOf(std::int32_t number) {
    return number < 20 ? "cc1plus" : number < 30 ? "hog" : "calm";
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

/// Ten looks a second apart by 100 ms: two compilers with half a processor each, a hog in the second half
/// only, one that never runs.
Meanwhile tenLooks() {
    Meanwhile meanwhile;
    for (int i = 0; i <= 10; ++i) {
        const std::int64_t now = kFirst + i * kLook;
        meanwhile.take(now,
                       {{11, 1000 * kMs + i * kLook / 2},
                        {12, i * kLook / 2},
                        {21, std::max(0, i - 5) * kLook},
                        {31, 5000 * kMs}},
                       nameOf);
    }
    return meanwhile;
}

} // namespace

class MeanwhileTest : public QObject {
    Q_OBJECT

private slots:
    void thoseOfTheLongFramesCount() {
        const Meanwhile meanwhile = tenLooks();
        const auto all = meanwhile.during({{kFirst, kFirst + 10 * kLook}}, 5);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].name, std::string("cc1plus"));
        QVERIFY(near(all[0].share, 1.0)); // both together
        QVERIFY(near(all[1].share, 0.5));
        const auto first = meanwhile.during(
            {{kFirst + kLook, kFirst + 3 * kLook / 2}, {kFirst + 2 * kLook, kFirst + 4 * kLook}}, 5);
        QCOMPARE(first.size(), std::size_t{1}); // the hog did not run yet
        QVERIFY(near(first[0].share, 1.0));
        QCOMPARE(meanwhile.during({{kFirst, kFirst + 10 * kLook}}, 1).size(), std::size_t{1});
        QVERIFY(near(*meanwhile.allDuring({{kFirst, kFirst + 10 * kLook}}), 1.5));
        QVERIFY(near(*meanwhile.allDuring({{kFirst, kFirst + kLook}}), 1));
        QVERIFY(!meanwhile.allDuring({}).has_value());
        QVERIFY(!Meanwhile().allDuring({{0, 1}}).has_value());
        QVERIFY(meanwhile.during({}, 5).empty());
        QVERIFY(Meanwhile().during({{0, 1}}, 5).empty());
    }
    /// A process that begins has used what it has used since; a number that goes to another one counts anew.
    void processesComeAndGo() {
        Meanwhile meanwhile;
        meanwhile.take(kFirst, {{11, 900 * kMs}, {12, 50 * kMs}}, nameOf);
        meanwhile.take(kFirst + kLook, {{21, 40 * kMs}, {12, 30 * kMs}}, nameOf);
        const auto ran = meanwhile.during({{kFirst, kFirst + kLook}}, 5);
        QCOMPARE(ran.size(), std::size_t{2});
        QCOMPARE(ran[0].name, std::string("hog"));
        QVERIFY(near(ran[0].share, 0.4));
        QVERIFY(near(ran[1].share, 0.3));
    }
    /// Only where others are a part of why its frames are long.
    void itIsSaidWhereOthersAreWhy() {
        const auto late = [](int i) { return i % 4 == 0 ? 8 * kMs : std::int64_t{0}; };
        AttachReport report = relativeLoop(300, kSteadyWork, late, true);
        QCOMPARE(*report.loop->firstCause(), LoopCause::Others);
        QVERIFY(meanwhileText(report).empty()); // not looked at
        report.meanwhile = {{"cc1plus", 1.5}, {"hog", 0.21}};
        QVERIFY2(meanwhileText(report).find("cc1plus 150 %, hog 21 %") != std::string::npos,
                 meanwhileText(report).c_str());
        AttachReport own = relativeLoop(300, kSteadyWork, late, false);
        own.meanwhile = report.meanwhile;
        QVERIFY(meanwhileText(own).empty()); // the waits end late
    }
    /// In each long frame of 24 ms it waits 8 ms for a processor: others who ran for a twentieth of that time
    /// cannot have been in its way. Who was, is its own threads if these ran enough.
    void othersWhoHardlyRanAreNotWhy() {
        AttachReport report = relativeLoop(
            300, kSteadyWork, [](int i) { return i % 4 == 0 ? 8 * kMs : std::int64_t{0}; }, true);
        struct Row {
            std::optional<double> others;
            std::optional<double> own; ///< processors that the program uses, its loop too
            const char* says;
            const char* advice;
        };
        const double loop = *report.loop->cpuPercent() / 100;
        for (const Row& row :
             {Row{0.4, loop, "other programs use the processor while its thread", "end what else"},
              Row{std::nullopt, loop, "other programs use the processor while its thread", "end what else"},
              Row{0.05, loop + 0.4, "its own threads use the processors", "Have fewer of its threads"},
              Row{0.05, loop + 0.05, "which ones is unknown", "real-time class"},
              Row{0.05, std::nullopt, "which ones is unknown", "real-time class"}}) {
            std::vector<HeardProgram> programs = report.programs.all();
            programs[0].processors = row.own;
            report.programs = std::move(programs);
            report.othersUsed = row.others;
            report.meanwhile = {{"hog", 0.4}};
            QVERIFY2(attachVerdict(report).find(row.says) != std::string::npos,
                     attachVerdict(report).c_str());
            QVERIFY2(loopAdvice(report).find(row.advice) != std::string::npos, loopAdvice(report).c_str());
            QCOMPARE(meanwhileText(report).empty(), row.others == 0.05);
        }
    }
    /// Processes are counted in ticks of 10 ms: a few long frames say nothing of who ran.
    void fewLongFramesSayNothingOfOthers() {
        AttachReport report = relativeLoop(
            300, kSteadyWork, [](int i) { return i % 30 == 0 ? 8 * kMs : std::int64_t{0}; }, true);
        report.othersUsed = 0;
        QVERIFY(attachVerdict(report).find("other programs use the processor") != std::string::npos);
    }
};

JITTERSCOPE_TEST(MeanwhileTest)

} // namespace jitterscope::meanwhile_test

#include "meanwhile_test.moc"
