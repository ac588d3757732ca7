// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/heard.h"
#include "core/base/random.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <array>
#include <limits>

namespace jitterscope::row_gate_test {

using listen::Call;
using listen::Row;

namespace {

constexpr std::int64_t kBegin = 1'000'000'000'000;
constexpr std::int64_t kNow = kBegin + 60'000'000'000;

Row usualRow() {
    Row row;
    row.call = Call::Nanosleep;
    row.begin = kBegin + kMs;
    row.end = kBegin + 2 * kMs;
    row.asked = kBegin + 2 * kMs;
    return row;
}

} // namespace

/// What another program writes is believed only as far as it can be true.
class RowGateTest : public QObject {
    Q_OBJECT

private slots:
    void whatNoListenerWritesStaysOut() {
        using Change = void (*)(Row&);
        const std::array<Change, 9> wrong{
            [](Row& row) { row.call = Call::None; },
            [](Row& row) { row.call = static_cast<Call>(200); },
            [](Row& row) { row.under = Call::Count; },
            [](Row& row) { row.end = row.begin - 1; },
            [](Row& row) { row.begin = std::numeric_limits<std::int64_t>::min(); },
            [](Row& row) { row.begin = kBegin - 1; },
            [](Row& row) { row.end = kNow + 2'000 * kMs; },
            [](Row& row) {
                row.call = Call::Reading;
                row.cpu = std::numeric_limits<std::int64_t>::max();
            },
            [](Row& row) {
                row.call = Call::Yield;
                row.asked = std::numeric_limits<std::int64_t>::min();
            },
        };
        for (const Change change : wrong) {
            Row row = usualRow();
            QVERIFY(RowGate(kBegin).admits(row, kNow));
            change(row);
            QVERIFY(!RowGate(kBegin).admits(row, kNow));
        }
    }
    void rowsComeInTheOrderOfTheirEnds() {
        RowGate gate(kBegin);
        Row row = usualRow();
        QVERIFY(gate.admits(row, kNow));
        row.end = row.begin + 1;
        QVERIFY(!gate.admits(row, kNow));
    }
    /// A program may ask for any time: one in ten thousand years is as good as none.
    void absurdTimesBecomeTimesToReckonWith() {
        Row row = usualRow();
        row.asked = std::numeric_limits<std::int64_t>::max() - 5;
        QVERIFY(RowGate(kBegin).admits(row, kNow));
        QCOMPARE(row.asked, listen::kForever);
        row = usualRow();
        row.asked = std::numeric_limits<std::int64_t>::min();
        QVERIFY(RowGate(kBegin).admits(row, kNow));
        QVERIFY(row.asked < row.begin && row.begin - row.asked < std::int64_t{1} << 56U);
    }
    /// Sums over rows stay within what a number holds, however often one time is claimed.
    void oneTimeIsNotClaimedForEver() {
        RowGate gate(kBegin);
        std::int64_t admitted = 0;
        for (int i = 0; i < 1000; ++i) {
            Row row = usualRow();
            row.begin = kBegin;
            row.end = kNow;
            admitted += gate.admits(row, kNow) ? 1 : 0;
        }
        QVERIFY(admitted >= 60 && admitted <= 70);
    }
    /// Rows by chance, as a hostile program may write them: what passes the gate is judged without harm.
    void whatPassesCanBeJudged() {
        Random random(streamSeed(3, "hostile"));
        const auto any = [&random] { return static_cast<std::int64_t>(random.next()); };
        for (int turn = 0; turn < 50; ++turn) {
            HeardThread thread;
            thread.name = "game";
            thread.main = true;
            RowGate gate(kBegin);
            for (int i = 0; i < 2000; ++i) {
                Row row;
                row.begin = kBegin + i * (20 * kMs) + std::abs(any() % kMs);
                row.end = row.begin + std::abs(any() % (19 * kMs));
                row.asked = i % 3 == 0 ? any() : i % 3 == 1 ? listen::kForever : row.end;
                row.cpu = i % 2 == 0 ? any() : i;
                row.call = static_cast<Call>(std::abs(any()) % 40);
                row.under = static_cast<Call>(std::abs(any()) % 2 * 20);
                row.flags = static_cast<std::uint8_t>(any());
                row.site = static_cast<std::uint64_t>(std::abs(any()) % 3);
                row.result = static_cast<std::int32_t>(any());
                if (gate.admits(row, kNow))
                    thread.rows.push_back(row);
            }
            AttachReport report;
            report.programs = programOf({std::move(thread)});
            findLoop(report, std::nullopt);
            QVERIFY(!attachVerdict(report).empty());
            static_cast<void>(loopText(report));
        }
    }
    /// Of a hundredth of a second nobody says that it waited for a processor for 441 % of the time.
    void aShareIsOne() {
        HeardThread thread;
        const auto add = [&thread](std::int64_t at, std::int64_t queued) {
            Row row;
            row.call = Call::Reading;
            row.begin = row.end = at;
            row.asked = queued;
            thread.rows.push_back(row);
        };
        add(0, 0);
        add(10 * kMs, 44 * kMs);
        QVERIFY(!thread.queuedShare());
        add(1000 * kMs, 4410 * kMs);
        QCOMPARE(thread.queuedShare(), std::optional(1.0));
    }
    /// Whether a program computes, its processor time says.
    void whoUsesNoProcessorDoesNotCompute() {
        const auto verdictWith = [](std::optional<double> processors, std::uint64_t without = 0) {
            AttachReport report;
            std::vector<HeardProgram> programs = programOf({HeardThread{}});
            programs[0].processors = processors;
            programs[0].threadsWithout = without;
            report.programs = std::move(programs);
            findLoop(report, std::nullopt);
            return attachVerdict(report);
        };
        QVERIFY(
            verdictWith(0.0).starts_with("It waits in calls that are not listened to: its threads used 0"));
        QVERIFY(verdictWith(0.98).find("It computes or spins") != std::string::npos);
        for (const std::optional<double> unclear : {std::optional<double>(), std::optional(0.2)})
            QVERIFY(verdictWith(unclear).find("omputes or spins") == std::string::npos);
        QVERIFY(verdictWith(0.98, 3).starts_with("Its threads could not be listened to"));
    }
    void howItEndedIsSaid() {
        AttachReport report;
        report.program = "game";
        report.end = ProgramEnd{3, 0};
        report.ran = 0.1;
        findLoop(report, std::nullopt);
        QVERIFY2(attachVerdict(report).starts_with(
                     "It ended after 100 ms, with status 3. Its standard error may "
                     "tell why: it is on the terminal or, if it was started from the window, in "
                     "the journal (journalctl --user -e). game never reported in"),
                 attachVerdict(report).c_str());
        report.end = ProgramEnd{0, 0};
        QVERIFY2(
            attachVerdict(report).starts_with("It ended after 100 ms, with status 0. game never reported in"),
            attachVerdict(report).c_str());
        report.answer = AttachAnswer::Elsewhere;
        report.unheard = {"game.bin"};
        QVERIFY(
            attachVerdict(report).starts_with("The listener is not in game.bin, so nothing is known of it."));
        report.unheardHasNoPlace = true;
        QVERIFY(attachVerdict(report).starts_with("The listener in game.bin has no place for what it hears"));
        report.unheardHasNoPlace = false;
        report.unheardHasRights = true;
        QVERIFY(attachVerdict(report).find("it runs with rights of its own") != std::string::npos);
    }
};

JITTERSCOPE_TEST(RowGateTest)

} // namespace jitterscope::row_gate_test

#include "row_gate_test.moc"
