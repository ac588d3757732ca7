// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "tests/attach/heard_rows.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <set>

namespace jitterscope::loop_finder_test {

using listen::Call;

namespace {

constexpr std::int64_t kMs = 1'000'000;

HeardThread restLoop(std::string name, bool main, std::int64_t period, int frames) {
    HeardRows rows(std::move(name), main);
    for (int i = 0; i < frames; ++i)
        rows.work(period / 4).wait(Call::Nanosleep, period - period / 4, 0);
    return rows.thread();
}

} // namespace

class LoopFinderTest : public QObject {
    Q_OBJECT

private slots:
    void aWaitAFrameIsALoop() {
        const auto loops = findLoops(programOf({restLoop("game", true, 16 * kMs, 100)}));
        QCOMPARE(loops.size(), std::size_t{1});
        QCOMPARE(loops[0].boundary, FrameBoundary::Wait);
        QCOMPARE(loops[0].rateHz, 62.5);
        QVERIFY(!ambiguous(loops));
        QCOMPARE(loops[0].regularity, 1.0);
    }
    /// A loop that is behind waits for its locks, and hardly for its own deadlines. They bound its frames
    /// nevertheless: here 4 semaphores are waited for in each frame of 20 ms.
    void deadlinesBoundTheFramesOfALoopThatIsBehind() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i) {
            for (int part = 0; part < 4; ++part)
                rows.work(1 * kMs).wait(Call::SemWait, 4 * kMs - 5'000, 0);
            rows.wait(Call::ClockNanosleep, 0, 20'000);
        }
        HeardThread thread = rows.thread();
        for (listen::Row& row : thread.rows) {
            row.flags = row.call == Call::ClockNanosleep ? listen::Row::kAbsolute : 0;
            if (row.call == Call::SemWait)
                row.asked = listen::kForever;
        }
        const auto loops = findLoops(programOf({std::move(thread)}));
        QVERIFY(!loops.empty());
        QCOMPARE(loops[0].call, Call::ClockNanosleep);
        QVERIFY2(std::abs(loops[0].rateHz - 50) < 0.01, qPrintable(QString::number(loops[0].rateHz)));
    }
    /// As a screen saver: each picture is drawn by the server, for which it waits in the display's library.
    /// Then it sleeps 50 ms, 33.3 and the rest, and two seconds after the last picture of a series. Between
    /// two sleeps it looks for events.
    void whatTheDisplayDrawsIsWorkOfTheFrame() {
        constexpr int kSeries = 4;
        HeardRows rows;
        for (int i = 0; i < kSeries; ++i) {
            for (int picture = 0; picture < 25; ++picture) {
                rows.work(300'000).wait(Call::Poll, picture % 5 == 0 ? 2 * kMs : 5 * kMs, 0);
                const bool last = picture == 24;
                for (int part = 0; part < (last ? 60 : 1); ++part)
                    rows.wait(Call::Select, 33'333'000, 100'000).work(220'000);
                rows.wait(Call::Select, last ? 20'000 : 16'667'000, 100'000);
            }
        }
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        for (listen::Row& row : programs[0].threads[0].rows) {
            if (row.call == Call::Poll)
                row.asked = listen::kForever;
        }
        programs[0].modules = {{0x1000 + static_cast<std::uint64_t>(Call::Poll),
                                0x1001 + static_cast<std::uint64_t>(Call::Poll), 0, "libxcb.so.1.1.0"}};
        const auto loops = findLoops(programs);
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        QCOMPARE(loops[0].starts.size(), std::size_t{25 * kSeries - 1});
    }
    /// As cyclictest: the main thread only looks whether it should end.
    void aThreadWithDeadlinesComesBeforeAnIdleMainThread() {
        HeardRows idle("game", true);
        HeardRows busy("game", true);
        HeardRows worker("worker", false);
        for (int i = 0; i < 200; ++i) {
            idle.work(20'000).wait(Call::Usleep, 10 * kMs, 60'000);
            busy.work(2 * kMs).wait(Call::Usleep, 10 * kMs, 60'000);
            worker.work(30'000).wait(Call::ClockNanosleep, 10 * kMs - 30'000, 0);
        }
        HeardThread deadlines = worker.thread();
        for (listen::Row& row : deadlines.rows)
            row.flags = row.call == Call::ClockNanosleep ? listen::Row::kAbsolute : 0;
        QCOMPARE(findLoops(programOf({idle.thread(), deadlines}))[0].thread, std::size_t{1});
        QCOMPARE(findLoops(programOf({busy.thread(), deadlines}))[0].thread, std::size_t{0});
        // One that only computes more leaves it open which of the two is meant.
        AttachReport report;
        report.programs = programOf({idle.thread(), restLoop("worker", false, 16 * kMs, 130)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Ambiguous);
        report.programs = programOf({busy.thread(), restLoop("worker", false, 16 * kMs, 130)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Found);
        QCOMPARE(report.candidates[0].thread, std::size_t{0});
    }
    /// GLX before SDL's, which calls it; the present before every wait.
    void theOutermostPresentIsTheFrame() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(2 * kMs)
                .present(Call::GlxSwap, kMs, Call::SdlSwap)
                .present(Call::SdlSwap, kMs)
                .wait(Call::Nanosleep, 6 * kMs, 0);
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Present);
        QCOMPARE(loops[0].call, Call::SdlSwap);
        QCOMPARE(loops[0].rateHz, 100.0);
        QVERIFY(std::ranges::none_of(loops,
                                     [](const LoopCandidate& loop) { return loop.call == Call::GlxSwap; }));
    }
    /// Eight pieces, or three hundred lines: however many there are, they are one frame.
    void aPictureInPiecesIsOneFrame() {
        for (const auto& [pieces, length] : {std::pair(8, 30'000), {300, 3'000}}) {
            HeardRows rows;
            for (int i = 0; i < 100; ++i) {
                for (int piece = 0; piece < pieces; ++piece)
                    rows.present(Call::XPut, length * 2 / 3).work(length / 3);
                rows.work(20 * kMs - std::int64_t{pieces} * length);
            }
            const auto loops = findLoops(programOf({rows.thread()}));
            QCOMPARE(loops.size(), std::size_t{1});
            QCOMPARE(loops[0].rateHz, 50.0);
        }
    }
    /// Sometimes none, sometimes several tiles of a board, far apart, but without a wait between them.
    void tilesBetweenTwoWaitsAreOnePicture() {
        HeardRows rows;
        int pictures = 0;
        for (int i = 0; i < 300; ++i) {
            for (int tile = 0; tile < i * 7919 % 5; ++tile)
                rows.work(2 * kMs).present(Call::XPut, 20'000);
            pictures += i * 7919 % 5 > 0 ? 1 : 0;
            rows.work(100'000).wait(Call::Select, 10 * kMs, 60'000);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Present);
        QCOMPARE(static_cast<int>(loops[0].starts.size()), pictures);
    }
    /// Parts of a picture with work between them: a frame is what lies between two sleeps. Where nothing
    /// tells them apart, each counts, and that is said.
    void partsOfAPictureAreJoinedByTheLoop() {
        const auto reportWith = [](std::int64_t sleep) {
            HeardRows rows;
            for (int i = 0; i < 100; ++i) {
                for (int part = 0; part <= i % 4; ++part)
                    rows.work(4 * kMs).present(Call::SdlRects, 20'000);
                rows.work(4 * kMs);
                if (sleep > 0)
                    rows.wait(Call::SdlDelay, sleep, 0);
            }
            AttachReport report;
            report.programs = programOf({rows.thread()});
            findLoop(report, std::nullopt);
            return report;
        };
        const AttachReport joined = reportWith(20 * kMs);
        QCOMPARE(joined.candidates[0].call, Call::SdlRects);
        QVERIFY2(std::abs(joined.candidates[0].rateHz - 1e3 / 34.05) < 0.5,
                 qPrintable(QString::number(joined.candidates[0].rateHz)));
        QVERIFY(!joined.candidates[0].pieces);
        const AttachReport open = reportWith(0);
        QVERIFY(open.candidates[0].pieces);
        QVERIFY(loopText(open).find("only a part of a picture") != std::string::npos);
    }
    void aMarkIsBelievedFirst() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i) {
            rows.present(Call::Mark, 0);
            for (int half = 0; half < 2; ++half)
                rows.work(4 * kMs).present(Call::GlxSwap, kMs);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Mark);
        QCOMPARE(loops[0].rateHz, 100.0);
    }
    /// A prompt that blinks shows few pictures, and the program ticks on: nobody can tell which of the two is
    /// meant.
    void fewPicturesAreDoubted() {
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            rows.work(200'000).wait(Call::SdlDelay, 9'800'000, 0);
            if (i % 11 == 0)
                rows.present(Call::XPut, 0);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Ambiguous);
        QVERIFY(std::abs(report.candidates[0].rateHz - 100) < 1 ||
                std::abs(report.candidates[1].rateHz - 100) < 1);
        // Slow pictures alone are the loop, however slow.
        HeardRows slow;
        for (int i = 0; i < 100; ++i)
            slow.work(100 * kMs).present(Call::GlxSwap, kMs);
        const auto loops = findLoops(programOf({slow.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Present);
    }
    /// A title that moves now and then: evenly while it does, but most of the time nothing is shown.
    void picturesWithLongPausesAreDoubted() {
        const auto answerWith = [](int still) {
            HeardRows rows;
            for (int i = 0; i < 6000; ++i) {
                rows.work(1'000).wait(Call::Select, 999'000, 0);
                if (i % 20 == 0 && i % 1000 >= still)
                    rows.work(2 * kMs).present(Call::XPut, 0);
            }
            AttachReport report;
            report.programs = programOf({rows.thread()});
            findLoop(report, std::nullopt);
            return report.answer;
        };
        QCOMPARE(answerWith(800), AttachAnswer::Ambiguous); // 10 pictures a second, 50 while it moves
        QCOMPARE(answerWith(0), AttachAnswer::Found);
    }
    /// Waits of the display's library are no other loop: slow pictures stay the frames.
    void slowPicturesWithWaitsForTheDisplayAreFrames() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(100 * kMs)
                .wait(Call::Poll, kMs, 0)
                .work(90 * kMs)
                .wait(Call::Poll, kMs, 0)
                .present(Call::SdlSwap, 9 * kMs);
        std::vector<HeardProgram> programs =
            programOf({rows.thread(), restLoop("worker", false, 12 * kMs, 1000)});
        programs[0].modules = {{0x1000 + static_cast<std::uint64_t>(Call::Poll),
                                0x1001 + static_cast<std::uint64_t>(Call::Poll), 0, "libxcb.so.1.1.0"}};
        const auto loops = findLoops(programs);
        QCOMPARE(loops[0].boundary, FrameBoundary::Present);
        QVERIFY(loops.size() >= 2);
    }
    /// A wait for the display's answer, in its library, is no loop of the game; where nothing else is there,
    /// it comes last.
    void waitsOfDriverLibrariesComeLast() {
        std::vector<HeardProgram> programs =
            programOf({restLoop("game", true, 16 * kMs, 100), restLoop("worker", false, 20 * kMs, 100)});
        programs[0].modules = {{0, 0x8000, 0, "libxcb.so.1.1.0"}};
        const auto all = findLoops(programs);
        QVERIFY(all[0].rank == all[1].rank); // both are drivers' now
        programs[0].modules = {{0, 0x8000, 0, "libgame.so"}};
        QCOMPARE(findLoops(programs)[0].rateHz, 62.5);
    }
    /// A game that has not shown a frame yet is not its sound.
    void theSoundAloneIsNoLoop() {
        AttachReport report;
        report.programs = programOf({restLoop("SDLAudioP2", false, 10 * kMs, 200)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::NoLoop);
        QVERIFY(!report.loop);
        QCOMPARE(report.candidates.size(), std::size_t{1});
        QVERIFY(attachVerdict(report).starts_with("No loop of its own was found"));
        findLoop(report, LoopChoice::parse("SDLAudioP2:").value()); // who means it, chooses it
        QCOMPARE(report.answer, AttachAnswer::Found);
    }
    /// Others have its processor, so it comes to too few frames for a loop.
    void whoHasNoProcessorHasNoLoop() {
        const auto verdictWith = [](std::int64_t queued) {
            HeardRows rows;
            for (int i = 0; i < 11; ++i)
                rows.work(20 * kMs, queued).present(Call::SdlUpdate, 0);
            AttachReport report;
            report.programs = programOf({restLoop("SDLAudioP2", false, 10 * kMs, 200), rows.thread()});
            findLoop(report, std::nullopt);
            return attachVerdict(report);
        };
        QCOMPARE(
            verdictWith(180 * kMs),
            std::string("No loop was found, because others have its processor: its main thread was ready to "
                        "run, and waited for a processor, for 90 % of the time."));
        QVERIFY(verdictWith(19 * kMs).starts_with("No loop of its own was found"));
    }
    /// Drawn by the processor on a busy machine: three frames a second are frames all the same.
    void slowFramesAreFrames() {
        HeardRows rows;
        for (int i = 0; i < 40; ++i)
            rows.work(300 * kMs).present(Call::SdlSwap, 30 * kMs);
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops.size(), std::size_t{1});
        QVERIFY(std::abs(loops[0].rateHz - 1000.0 / 330) < 1e-9);
    }
    /// As a puzzle that draws only what has changed: its rounds are even, its pictures are not, and a round
    /// without a picture has hardly any work. Which of the two is meant cannot be told.
    void picturesOfWhatHasChangedAreInDoubt() {
        const auto loopsWith = [](const std::vector<int>& roundsOfPicture) {
            HeardRows rows;
            for (int i = 0; i < 60; ++i) {
                for (int round = 0;
                     round < roundsOfPicture[static_cast<std::size_t>(i) % roundsOfPicture.size()]; ++round)
                    rows.work(20'000).wait(Call::SdlDelay, 20 * kMs - 20'000, 0);
                rows.work(10 * kMs).present(Call::SdlRects, 0);
            }
            return findLoops(programOf({rows.thread()}));
        };
        const std::vector<LoopCandidate> uneven = loopsWith({2, 9, 4, 14, 3, 7, 1, 11, 5, 8});
        QVERIFY(ambiguous(uneven));
        QCOMPARE(std::set({uneven[0].boundary, uneven[1].boundary}),
                 std::set({FrameBoundary::Present, FrameBoundary::Wait}));
        // Pictures at even times are frames, however often it looks in between.
        const std::vector<LoopCandidate> even = loopsWith({6});
        QVERIFY(!ambiguous(even));
        QCOMPARE(even[0].boundary, FrameBoundary::Present);
    }
    void aProgramThatStillStartsIsKnown() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(kMs).wait(Call::Poll, 9 * kMs, 0);
        const auto before = programOf({rows.thread()});
        QVERIFY(!presentsAreTooFew(before, findLoops(before)));
        for (int i = 0; i < 5; ++i)
            rows.work(5 * kMs).present(Call::GlxSwap, 5 * kMs);
        const auto starting = programOf({rows.thread()});
        QVERIFY(presentsAreTooFew(starting, findLoops(starting)));
        for (int i = 0; i < 200; ++i)
            rows.work(5 * kMs).present(Call::GlxSwap, 5 * kMs);
        const auto begun = programOf({rows.thread()});
        QVERIFY(!presentsAreTooFew(begun, findLoops(begun)));
    }
    void soundAndDriversComeLast() {
        const auto loops = findLoops(
            programOf({restLoop("SDLAudioP2", false, 10 * kMs, 200), restLoop("worker", false, 20 * kMs, 100),
                       restLoop("game", true, 16 * kMs, 100)}));
        QCOMPARE(loops.size(), std::size_t{3});
        QCOMPARE(loops[0].rateHz, 62.5);
        QCOMPARE(loops[1].rateHz, 50.0);
        QCOMPARE(loops[2].rateHz, 100.0);
    }
    /// A start that waits a thousand times for its window is no loop of frames.
    void aBurstAtTheStartIsNoLoop() {
        HeardRows rows;
        for (int i = 0; i < 1000; ++i)
            rows.work(100'000).wait(Call::Poll, kMs, 0);
        rows.work(20'000 * kMs);
        rows.wait(Call::Nanosleep, kMs, 0);
        QVERIFY(findLoops(programOf({rows.thread()})).empty());
    }
    void tooFewFramesAreNoLoop() {
        QVERIFY(findLoops(programOf({restLoop("game", true, 16 * kMs, static_cast<int>(kFewestFrames) - 1)}))
                    .empty());
    }
    void twoThreadsAlikeAreAmbiguous() {
        AttachReport report;
        report.programs =
            programOf({restLoop("left", false, 16 * kMs, 100), restLoop("right", false, 30 * kMs, 60)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Ambiguous);
        QVERIFY(attachVerdict(report).find("62.5 and 33.3 Hz") != std::string::npos);
        findLoop(report, LoopChoice::parse("right:0x1003").value());
        QCOMPARE(report.answer, AttachAnswer::Found);
        QVERIFY(std::abs(report.loop->rateHz() - 1000.0 / 30) < 1e-6);
    }
    void whatIsNotThereIsSaid() {
        AttachReport report;
        report.program = "game";
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Silent);
        report.programs = programOf({HeardThread{}});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::NothingWaits);
        report.programs = programOf({restLoop("game", true, 16 * kMs, 10)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::NoLoop);
        report.programs = programOf({restLoop("game", true, 16 * kMs, 100)});
        findLoop(report, LoopChoice::parse("game:elsewhere+0x1").value());
        QCOMPARE(report.answer, AttachAnswer::NoLoop);
    }
    /// While a program is listened to for an hour, its picture is that of the last seconds.
    void whatWasHeardLatelyIsNoMore() {
        auto programs =
            programOf({restLoop("game", true, 10 * kMs, 1000), restLoop("early", false, 10 * kMs, 100)});
        programs[0].servers.push_back(restLoop("Xorg", false, 10 * kMs, 100));
        const auto recent = lately(programs, 2000 * kMs);
        QCOMPARE(recent.size(), std::size_t{1});
        QCOMPARE(recent[0].threads.size(), std::size_t{2}); // candidates keep their numbers
        QCOMPARE(recent[0].threads[0].rows.back().end, programs[0].threads[0].rows.back().end);
        QCOMPARE(recent[0].threads[0].rows.front().end, programs[0].threads[0].rows.back().end - 2000 * kMs);
        QVERIFY(recent[0].threads[1].rows.empty());
        QCOMPARE(recent[0].servers[0].name, std::string("Xorg"));
        QVERIFY(recent[0].servers[0].rows.empty());
        QCOMPARE(findLoops(recent).size(), std::size_t{1});
        QCOMPARE(lately(programs, 60'000 * kMs)[0].threads[0].rows.size(),
                 programs[0].threads[0].rows.size());
    }
    void choicesAreRead() {
        QVERIFY(LoopChoice::parse("present").value().present);
        QCOMPARE(LoopChoice::parse("main:game+0x12").value().site, std::string("game+0x12"));
        for (const char* wrong : {"", ":", "game"})
            QVERIFY2(!LoopChoice::parse(wrong), wrong);
    }
    /// proc(5): address, rights, offset, device, inode, path.
    void sitesAreModulesAndOffsets() {
        HeardProgram program;
        program.modules = modulesOf("55d0a0000000-55d0a0003000 r--p 00000000 fe:00 1   /usr/games/a game\n"
                                    "55d0a0003000-55d0a0009000 r-xp 00003000 fe:00 1   /usr/games/a game\n"
                                    "7f0000000000-7f0000001000 rw-p 00000000 00:00 0 \n"
                                    "7ffc00000000-7ffc00002000 r-xp 00000000 00:00 0   [vdso]\n"
                                    "nonsense\n");
        QCOMPARE(program.modules.size(), std::size_t{2});
        QCOMPARE(program.siteText(0x55d0a0004010), std::string("a game+0x4010"));
        QCOMPARE(program.siteText(0x42), std::string("0x42"));
    }
};

JITTERSCOPE_TEST(LoopFinderTest)

} // namespace jitterscope::loop_finder_test

#include "loop_finder_test.moc"
