// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/blocked_looks.h"
#include "core/files/result_files.h"
#include "core/privacy/redactor.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

namespace jitterscope::blocked_looks_test {

namespace {

constexpr std::int32_t kProcess = 40;
constexpr std::int64_t kStall = 30 * kMs;
const BlockedCall kSave{"fsync", "save.dat", true};

/// A loop that sleeps what is left, and stands still in every tenth frame, in no call that is listened to.
struct StallingLoop {
    HeardRows rows;
    BlockedLooks looks;
    AttachReport report;

    explicit StallingLoop(int frames = 300) {
        for (int i = 0; i < frames; ++i) {
            if (i % 10 == 5) {
                look(rows.now() + kStall / 2, kSave);
                rows.blocked(kStall);
            }
            look(rows.now() + kMs, std::nullopt);
            rows.work(4 * kMs);
            look(rows.now() + kMs, BlockedCall{"clock_nanosleep"});
            rows.wait(listen::Call::Nanosleep, std::max<std::int64_t>(0, kPeriod - 4 * kMs), 0);
        }
        report.program = "game";
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        programs[0].process = kProcess;
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        take(kProcess);
    }
    void take(std::int32_t process) {
        BlockedLooks::Times times;
        for (const HeardFrame& frame : report.loop->frames()) {
            if (static_cast<double>(frame.frameTime) > report.loop->aim() + report.loop->tolerance())
                times.emplace_back(frame.start, frame.start + frame.frameTime);
        }
        report.blocked = looks.during(times, process, report.programs[0].threads[0]);
    }

private:
    void look(std::int64_t time, const std::optional<BlockedCall>& in) {
        looks.take(time, kProcess, rows.thread().thread, in);
        looks.take(time, kProcess, 7, BlockedCall{"futex"}); // another thread
    }
};

} // namespace

class BlockedLooksTest : public QObject {
    Q_OBJECT

private slots:
    /// Of each long frame two looks count: the one in the stall, and the one at its work.
    void itsLongFramesCountButNotItsWaits() {
        StallingLoop loop;
        const std::size_t longFrames = loop.report.loop->longFrames();
        QVERIFY(longFrames >= 20);
        QCOMPARE(loop.report.blocked.looks, 2 * longFrames);
        QCOMPARE(loop.report.blocked.calls.size(), std::size_t{1});
        QCOMPARE(loop.report.blocked.calls[0].in, kSave);
        QCOMPARE(loop.report.blocked.calls[0].looks, longFrames);
        loop.take(kProcess + 1); // another process
        QCOMPARE(loop.report.blocked.looks, std::size_t{0});
    }
    void theCallIsNamedAsTheCause() {
        const StallingLoop loop;
        QVERIFY(!loop.report.loop->firstCause());
        const std::string said = attachVerdict(loop.report);
        const std::string seen = std::to_string(loop.report.blocked.calls[0].looks) + " of " +
                                 std::to_string(loop.report.blocked.looks);
        QVERIFY2(said.find("because it is blocked in fsync of 'save.dat' (seen " + seen + " times).") !=
                     std::string::npos,
                 said.c_str());
        QCOMPARE(loopAdvice(loop.report),
                 std::string("Do this in another thread, or while no frame is due."));
    }
    /// Few looks, or looks in many places, say nothing.
    void itIsNotGuessed() {
        StallingLoop loop;
        loop.report.blocked = {{{kSave, 4}}, 4};
        QVERIFY(attachVerdict(loop.report).find("The cause is unknown") != std::string::npos);
        QVERIFY(loopAdvice(loop.report).empty());
        loop.report.blocked = {{{kSave, 9}, {{"read"}, 6}}, 20};
        QVERIFY(attachVerdict(loop.report).find("fsync") == std::string::npos);
    }
    /// A loop whose frames are long for a known cause is not said to be long for what else was seen.
    void aKnownCauseStays() {
        AttachReport late =
            relativeLoop(300, kSteadyWork, [](int i) { return i % 4 == 0 ? 8 * kMs : std::int64_t{0}; });
        late.blocked = {{{kSave, 20}}, 20};
        QCOMPARE(*late.loop->firstCause(), LoopCause::Overshoot);
        QVERIFY(attachVerdict(late).find("fsync") == std::string::npos);
    }
    void aFilesNameIsTheUsers() {
        const StallingLoop loop;
        const auto nameIn = [](const AttachReport& report) { return report.blocked.calls[0].in.object; };
        QCOMPARE(nameIn(withPrivacy(loop.report, Privacy{})), std::string("a file"));
        Privacy named;
        named.programs = true;
        QCOMPARE(nameIn(withPrivacy(loop.report, named)), std::string("save.dat"));
        named.redacted = true;
        QCOMPARE(nameIn(withPrivacy(loop.report, named)), std::string("a file"));
        QVERIFY(attachJson(loop.report).find("save.dat") == std::string::npos);
        const auto json = nlohmann::json::parse(attachJson(loop.report));
        QCOMPARE(json["blocked"]["calls"][0]["call"].get<std::string>(), std::string("fsync"));
        QCOMPARE(json["blocked"]["looks"].get<std::size_t>(), loop.report.blocked.looks);
    }
    /// A program may write ever new files: then the call counts.
    void namesDoNotPileUp() {
        HeardRows rows;
        BlockedLooks looks;
        for (int i = 0; i < 3000; ++i)
            looks.take(i, kProcess, rows.thread().thread, BlockedCall{"write", std::to_string(i), true});
        const SeenAll seen = looks.during({{0, 3000}}, kProcess, rows.thread());
        QCOMPARE(seen.looks, std::size_t{3000});
        QVERIFY(seen.calls.size() < 1000);
        QCOMPARE(seen.calls[0].in, BlockedCall{"write"});
        QVERIFY(seen.calls[0].looks > 2000);
    }
    /// Another loop has other frames.
    void whatWasSeenBelongsToItsLoop() {
        StallingLoop loop;
        loop.report.meanwhile = {{"hog", 1.0}};
        chooseLoop(loop.report, 0);
        QCOMPARE(loop.report.blocked.looks, std::size_t{0});
        QVERIFY(loop.report.meanwhile.empty());
    }
};

JITTERSCOPE_TEST(BlockedLooksTest)

} // namespace jitterscope::blocked_looks_test

#include "blocked_looks_test.moc"
