// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/hints.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"
#include "ui/pages/hint_line.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace jitterscope::hints_test {

using namespace jitterscope::ui;

namespace {

HintFacts calm() {
    HintFacts facts;
    facts.running = true;
    facts.plan = standardPlan();
    facts.now.emplace();
    facts.now->frames = 5000;
    facts.recentFrames = 64;
    facts.recentSleepers = 64;
    return facts;
}

/// A plain sleep on a thread with the usual slack: each frame is as late as its sleep.
HintFacts slept(const char* strategy) {
    HintFacts facts = calm();
    facts.plan.strategy = sleepChoice(strategy);
    facts.now->oversleep.p50 = 75'000;
    facts.now->lateness.p50 = 75'000;
    facts.settings.push_back({"timer_slack", "", true, "50us", ""});
    return facts;
}

/// So many late frames, each because the thread waited for a processor.
Anatomy waited(int frames) {
    FrameSample sample;
    sample.deadline = 1'000'000;
    sample.start = 3'000'000;
    sample.behind = -1;
    sample.nativeSleeps = 1;
    sample.oversleep = 2'000'000;
    sample.hasQueued = true;
    sample.queued = 1'900'000;
    sample.cause = Cause::RunQueue;
    Anatomy anatomy;
    for (int i = 0; i < frames; ++i)
        anatomy.add(sample);
    return anatomy;
}

bool has(const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
}

const Hint* find(const std::vector<Hint>& hints, const char* id) {
    const auto found =
        std::find_if(hints.begin(), hints.end(), [id](const Hint& hint) { return hint.id == id; });
    return found != hints.end() ? &*found : nullptr;
}

} // namespace

class HintsTest : public QObject {
    Q_OBJECT

    static void agrees(const Hint& hint, const HintFacts& facts) {
        const std::string id = hint.id;
        const FrameMetrics& now = *facts.now;
        const std::int64_t queued = facts.anatomy->of(Cause::RunQueue).frames;
        const QByteArray where = QByteArray::fromStdString(hint.text);
        QVERIFY2(!has(hint.text, "100 % CPU"), where);
        if (hint.cure)
            QVERIFY2(*hint.cure != facts.plan, where); // it changes something
        if (id == "slack") {
            QVERIFY2(now.lateness.p50.value_or(0) > 40'000, where);
            QVERIFY2(2 * queued <= facts.anatomy->lateFrames(), where);
        }
        if (id == "window-on-processor")
            QVERIFY2(queued > 0, where);
        if (id == "late-run-queue")
            QVERIFY2(2 * queued > facts.anatomy->lateFrames(), where);
        if (id == "late-woke" || id == "late-run-queue")
            QVERIFY2(20 * now.late > now.frames, where);
        if (id == "lost-iterations")
            QVERIFY2(now.lostIterations > 0, where);
        if (id == "drift")
            QVERIFY2(now.driftPpm.value_or(0) > 1000, where);
    }

private slots:
    void aGoodRunCallsForNothing() { QVERIFY(hintsFor(calm()).empty()); }
    void aStrategyThatNeverSleepsIsNamedWithItsNumbers() {
        HintFacts facts = calm();
        facts.plan.period = Period::parseRate("1000").value();
        facts.recentSleepers = 0;
        const auto hints = hintsFor(facts);
        const Hint* hint = find(hints, "never-sleeps");
        QVERIFY(hint != nullptr);
        QCOMPARE(hint->level, HintLevel::Caution);
        QVERIFY(has(hint->text, "5.00 ms") && has(hint->text, "1.00 ms"));
        facts.recentFrames = 5; // too early to tell
        QCOMPARE(find(hintsFor(facts), "never-sleeps"), nullptr);
    }
    void spinIsNotTold() {
        HintFacts facts = calm();
        facts.plan.strategy = sleepChoice("spin");
        facts.recentSleepers = 0;
        QCOMPARE(find(hintsFor(facts), "never-sleeps"), nullptr);
    }
    void slackIsNamedWhereItShows() {
        HintFacts facts = slept("absolute-sleep");
        QVERIFY(find(hintsFor(facts), "slack") != nullptr);
        facts.settings.clear(); // Windows has none
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts = slept("absolute-sleep");
        facts.now->lateness.p50 = 300; // the rest is spun
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts = slept("absolute-sleep");
        facts.anatomy = waited(100); // it was awake, and had no processor
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts = slept("absolute-sleep");
        facts.plan.thread.slack = Nanoseconds(1);
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts.plan.thread.slack.reset();
        facts.now->oversleep.p50 = 20'000;
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts.now->oversleep.p50 = 75'000;
        facts.plan.machine = machineChoice("linux-default");
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
    }
    void theTickIsNamedWhereItShows() {
        HintFacts facts = slept("system-sleep");
        facts.settings = {{"timer_period", "", true, "15.6 ms", ""}};
        facts.now->oversleep.p50 = 8e6;
        facts.now->lateness.p50 = 8e6;
        const auto hints = hintsFor(facts);
        const Hint* const tick = find(hints, "tick");
        QVERIFY(tick != nullptr && tick->cure && find(hints, "slack") == nullptr);
        QCOMPARE(tick->cure->thread.slack, std::optional(Nanoseconds(1'000'000)));
        QVERIFY(has(tick->text, "timeBeginPeriod"));
        facts.plan.thread.slack = Nanoseconds(1'000'000);
        QCOMPARE(find(hintsFor(facts), "tick"), nullptr);
        facts.plan.thread.slack.reset();
        facts.settings.front().observed = "1 ms"; // somebody else has asked
        QCOMPARE(find(hintsFor(facts), "tick"), nullptr);
        facts.settings.front().observed = "15.6 ms";
        facts.now->oversleep.p50 = 500'000; // a timer without ticks
        QCOMPARE(find(hintsFor(facts), "tick"), nullptr);
    }
    void adviceHasAButtonThatFollowsIt() {
        const HintFacts facts = slept("system-sleep");
        const auto hints = hintsFor(facts);
        const Hint* const slack = find(hints, "slack");
        QVERIFY(slack != nullptr && slack->cure);
        QCOMPARE(slack->button, std::string("Set slack to 1 ns"));
        RunPlan expected = facts.plan;
        expected.thread.slack = Nanoseconds(1);
        QVERIFY(*slack->cure == expected);
        HintLine line;
        line.setHints(hints);
        line.show();
        QSignalSpy wanted(&line, &HintLine::cureWanted);
        auto* button = line.findChild<QPushButton*>(QStringLiteral("hint_cure"));
        while (line.text().toStdString() != slack->text)
            QTest::mouseClick(line.findChild<QToolButton*>(QStringLiteral("more_hints")), Qt::LeftButton);
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QVERIFY(wanted.first().first().value<RunPlan>() == expected);
    }
    /// Every strategy on every machine, quiet and while others have the processor: nothing is said that the
    /// run's own numbers deny.
    void hintsAgreeWithTheRun_data() {
        QTest::addColumn<QString>("strategy");
        for (const SleepEntry& entry : sleepCatalog())
            QTest::newRow(std::string(entry.id).c_str()) << QString::fromStdString(std::string(entry.id));
    }
    void hintsAgreeWithTheRun() {
        QFETCH(const QString, strategy);
        for (const MachineEntry& machine : machineCatalog()) {
            for (const char* const rate : {"60", "1000"}) {
                RunPlan plan = standardPlan();
                plan.machine = machineChoice(machine.id);
                plan.strategy = sleepChoice(strategy.toStdString());
                plan.period = Period::parseRate(rate).value();
                plan.frames = 400;
                const SleepEntry& entry = *findEntry(sleepCatalog(), plan.strategy.id);
                if (!plan.simulated() || machine.id == "recorded" ||
                    !sleepSupport(entry, machine.id).available)
                    continue;
                const std::shared_ptr<const RunResult> run = simulatedRun(plan);
                for (const bool busy : {false, true}) {
                    HintFacts facts = calm();
                    facts.plan = plan;
                    facts.plan.machine = machineChoice("here"); // as if it had been this one
                    facts.now = run->metrics;
                    facts.cpu = 46.7;
                    facts.recentSleepers = 64;
                    facts.anatomy = busy ? waited(static_cast<int>(run->metrics.late)) : run->anatomy;
                    facts.windowShare = 0.93;
                    facts.settings.push_back({"timer_slack", "", true, "50us", ""});
                    for (const Hint& hint : hintsFor(facts))
                        agrees(hint, facts);
                }
            }
        }
    }
    void otherProgramsDisturbFromAQuarterOn() {
        HintFacts facts = calm();
        facts.othersPercent = 24;
        QCOMPARE(find(hintsFor(facts), "disturbed"), nullptr);
        facts.othersPercent = 61;
        const auto hints = hintsFor(facts);
        QVERIFY(has(find(hints, "disturbed")->text, "61"));
        facts.plan.machine = machineChoice("linux-rt"); // virtual time is not disturbed
        QCOMPARE(find(hintsFor(facts), "disturbed"), nullptr);
    }
    void theWindowOnTheMeasuredProcessorIsSaid() {
        HintFacts facts = calm();
        facts.running = true;
        facts.processor = 1;
        facts.severalProcessors = true;
        QCOMPARE(find(hintsFor(facts), "window-on-processor"), nullptr); // not known
        facts.windowShare = 0.09;
        QCOMPARE(find(hintsFor(facts), "window-on-processor"), nullptr);
        facts.windowShare = 0.34;
        QCOMPARE(find(hintsFor(facts), "window-on-processor"), nullptr); // no frame waited for it
        facts.anatomy = waited(100);
        const auto hints = hintsFor(facts);
        const Hint* hint = find(hints, "window-on-processor");
        QVERIFY(hint != nullptr && has(hint->text, "34"));
        QVERIFY(hint->cure && hint->cure->thread.cpu == 1);
        QCOMPARE(hint->button, std::string("Pin to CPU 1"));
        facts.severalProcessors = false; // the window has nowhere else to go
        QVERIFY(!find(hintsFor(facts), "window-on-processor")->cure);
        facts.plan.machine = machineChoice("linux-rt");
        QCOMPARE(find(hintsFor(facts), "window-on-processor"), nullptr);
    }
    void noProgramIsBlamedThatDidNotRun() {
        HintFacts facts = calm();
        facts.running = true;
        facts.now->frames = 1000;
        facts.now->late = 200;
        facts.anatomy = waited(200);
        const auto said = [&facts] { return find(hintsFor(facts), "late-run-queue")->text; };
        QVERIFY(has(said(), "another thread had the processor"));
        facts.othersPercent = 0.1;
        QVERIFY(!has(said(), "another thread"));
        QVERIFY(has(said(), "virtual machine") && !has(said(), "Close other"));
        facts.othersPercent = 60;
        QVERIFY(has(said(), "Close other programs"));
    }
    void lateFramesAreBlamedOnWhatTheSamplesSay() {
        HintFacts facts = calm();
        facts.now->frames = 1000;
        facts.now->late = 200;
        FrameSample sample;
        sample.deadline = 1'000'000;
        sample.start = 3'000'000;
        sample.behind = -1;
        sample.nativeSleeps = 1;
        sample.oversleep = 2'000'000;
        sample.hasQueued = true;
        sample.queued = 1'900'000;
        sample.cause = Cause::RunQueue;
        facts.anatomy.emplace().add(sample);
        QVERIFY(find(hintsFor(facts), "late-run-queue") != nullptr);
        QCOMPARE(find(hintsFor(facts), "late-woke"), nullptr);
        sample.queued = 0; // nothing waited: no hint blames other programs
        sample.cause = Cause::WokeLate;
        facts.anatomy.emplace().add(sample);
        QCOMPARE(find(hintsFor(facts), "late-run-queue"), nullptr);
        const auto hints = hintsFor(facts);
        const Hint* const woke = find(hints, "late-woke");
        QVERIFY(woke != nullptr && woke->cure);
        QCOMPARE(woke->cure->strategy.id, std::string("adaptive"));
        facts.now->late = 10; // 1 % calls for nothing
        QCOMPARE(find(hintsFor(facts), "late-woke"), nullptr);
    }
    void whatARecordedFileLacksIsTold() {
        HintFacts facts = calm();
        facts.machineLacks = {"lost processor time is assumed", "lengths are the nearest"};
        const auto hints = hintsFor(facts);
        QCOMPARE(hints.size(), std::size_t{2});
        QVERIFY(has(hints[0].text, "lost processor time"));
        QCOMPARE(hints[0].level, HintLevel::Note);
    }
    void tooFewFramesSayHowManyMore() {
        HintFacts facts = calm();
        facts.now->frames = 40;
        const auto hints = hintsFor(facts);
        const Hint* hint = find(hints, "needs");
        QVERIFY(hint != nullptr && has(hint->text, "60 more"));
        facts.now->frames = 1000;
        QCOMPARE(find(hintsFor(facts), "needs"), nullptr);
    }
    void memoryIsToldBeforeItIsFull() {
        HintFacts facts = calm();
        facts.keptFrames = kMemoryWarning - 1;
        QCOMPARE(find(hintsFor(facts), "memory"), nullptr);
        facts.keptFrames = kMemoryWarning;
        QVERIFY(find(hintsFor(facts), "memory") != nullptr);
        facts.recording = true;
        QCOMPARE(find(hintsFor(facts), "memory"), nullptr);
    }
    void lossesAndRefusalsComeFirst() {
        HintFacts facts = calm();
        facts.now->frames = 40;
        facts.lostSamples = 12;
        facts.settings.push_back({"realtime", "yes", false, "no", "only one CPU is online"});
        const auto hints = hintsFor(facts);
        QVERIFY(hints.size() >= 3);
        QCOMPARE(hints[0].id, std::string("refused"));
        QVERIFY(has(hints[0].text, "only one CPU"));
        QCOMPARE(hints[1].id, std::string("lost-samples"));
    }
    void lostIterationsAreBlamedOnWhatTheSamplesSay_data() {
        QTest::addColumn<int>("work");
        QTest::addColumn<int>("wokeLate");
        QTest::addColumn<int>("lostCpu");
        QTest::addColumn<int>("other");
        QTest::addColumn<QString>("says");
        QTest::newRow("work") << 60 << 40 << 0 << 0 << QStringLiteral("the work of a frame");
        QTest::newRow("woken late") << 0 << 90 << 5 << 5 << QStringLiteral("woke the thread");
        QTest::newRow("processor") << 10 << 30 << 60 << 0 << QStringLiteral("processor was taken away");
        QTest::newRow("mixed") << 50 << 50 << 0 << 0 << QStringLiteral("no single cause: work 50.0 %");
        QTest::newRow("unknown") << 0 << 0 << 0 << 0 << QStringLiteral("took longer than the period");
    }
    void lostIterationsAreBlamedOnWhatTheSamplesSay() {
        QFETCH(int, work);
        QFETCH(int, wokeLate);
        QFETCH(int, lostCpu);
        QFETCH(int, other);
        QFETCH(QString, says);
        HintFacts facts = calm();
        facts.now->lostIterations = 100;
        facts.losses = {work, wokeLate, lostCpu, other};
        const auto hints = hintsFor(facts);
        const Hint* hint = find(hints, "lost-iterations");
        QVERIFY(hint != nullptr);
        QVERIFY2(has(hint->text, qPrintable(says)), hint->text.c_str());
        QCOMPARE(has(hint->text, "work"), says.contains(QStringLiteral("work")));
    }
    void slackIsNotBlamedWhereItIsSmall() {
        HintFacts facts = slept("absolute-sleep");
        facts.settings.back().observed = "1ns"; // the user's shell has set it
        QCOMPARE(find(hintsFor(facts), "slack"), nullptr);
        facts.settings.back().observed = "200us";
        QVERIFY(has(find(hintsFor(facts), "slack")->text, "200.0 µs"));
    }
    void noWorkIsBlamedForDriftWhereThereIsNone() {
        HintFacts facts = calm();
        facts.plan.policy = policyChoice("fixed-sleep");
        facts.now->driftPpm = 9311;
        QVERIFY(!has(find(hintsFor(facts), "drift")->text, "work"));
        facts.plan.work = workChoice("fixed");
        QVERIFY(has(find(hintsFor(facts), "drift")->text, "and all work"));
    }
    void lostIterationsAndDriftAreExplained() {
        HintFacts facts = calm();
        facts.now->lostIterations = 100;
        QVERIFY(find(hintsFor(facts), "lost-iterations") != nullptr);
        facts.plan.policy = policyChoice("fixed-sleep");
        facts.now->driftPpm = 9311;
        QVERIFY(find(hintsFor(facts), "drift") != nullptr);
    }
};

JITTERSCOPE_TEST(HintsTest)

} // namespace jitterscope::hints_test

#include "hints_test.moc"
