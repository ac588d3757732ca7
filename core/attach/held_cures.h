// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/attach/listening.h"
#include "core/platform/latency_request.h"
#include "core/time/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// Cures that stay: a program is started so that its loop has them for as long as it runs. It is listened to
// only until its loop is known; then nothing is recorded any more.

/// Which program is started, and what is held in it.
struct HoldPlan : TargetPlan {
    std::vector<std::string> cures; ///< ids of curesThere()
    std::optional<LoopChoice> choice;
};

/// Decides from outside whether held cures still do what they are for. One thread.
class HoldWatch {
public:
    /// What is seen of the loop's thread now.
    struct Seen {
        std::int64_t time = 0;   ///< CLOCK_MONOTONIC, ns
        std::int64_t ran = 0;    ///< its processor time so far, ns; −1: it has ended
        std::uint64_t waits = 0; ///< number of its waits so far that a held cure is for
    };
    enum class Answer : std::uint8_t {
        Hold,
        ListenAgain,  ///< the loop is elsewhere now: its thread has ended, or has not waited for five seconds
        LeaveRealtime ///< it runs all the time: see kTakesAProcessor
    };
    static constexpr std::int64_t kForgotten = 5'000'000'000; ///< ns
    static constexpr std::int64_t kWindow = 1'000'000'000;    ///< ns over which its share is taken

    /// `realtime`: the class is held, on few processors.
    HoldWatch(const Seen& begin, bool realtime) noexcept
        : m_waited(begin), m_window(begin), m_realtime(realtime) {}
    [[nodiscard]] Answer look(const Seen& seen) noexcept;

private:
    Seen m_waited; // when it waited last
    Seen m_window; // the begin of the window
    bool m_realtime;
};

/// Starts a program and holds cures on the thread of its loop. One thread. Call turn() about fifty times a
/// second until it returns false. Everything is put back when the program ends, and a second after this
/// process was killed.
class HeldCures {
public:
    /// Error: the program cannot be listened to, or it cannot be started.
    [[nodiscard]] static Result<std::unique_ptr<HeldCures>> begin(const HoldPlan& plan);

    /// `now`: CLOCK_MONOTONIC. False: the program has ended, and what it has started and is held has, too.
    bool turn(TimePoint now);
    /// What has happened since the last call, a sentence each: what is held in which loop, and what is not.
    [[nodiscard]] std::vector<std::string> news();
    /// The cures that are held now; bits of CureBit.
    [[nodiscard]] std::uint32_t held() const noexcept { return m_loop ? m_held : 0; }

    /// Passes on a signal that asked this program to end (takeStopSignal()). If the program that was started
    /// has ended already, it ends the holding in what that has started.
    void handOn(int stopSignal) noexcept;
    /// How the program that was started has ended; absent: it still runs.
    [[nodiscard]] const std::optional<ProgramEnd>& end() const noexcept { return m_end; }

private:
    /// The loop in which cures are held.
    struct Loop {
        std::size_t program = 0;
        LeaseTerms terms;
        HoldWatch watch;
    };

    HeldCures(HoldPlan plan, std::unique_ptr<Listening> listening, std::unique_ptr<ChildProgram> child);
    [[nodiscard]] bool goesOn(std::int64_t now) const;
    void listen(std::int64_t now);
    void hold(const AttachReport& report, std::int64_t now);
    void keepUp(std::int64_t now);
    void listenAgain();
    void leave(const Cure& cure, const std::string& reason);
    [[nodiscard]] HoldWatch::Seen seen(const LeaseTerms& terms, std::size_t program, std::int64_t now) const;
    void tell(std::string sentence);

    HoldPlan m_plan;
    std::unique_ptr<Listening> m_listening;
    std::unique_ptr<ChildProgram> m_child;
    std::optional<ProgramEnd> m_end;
    std::optional<Loop> m_loop;
    std::uint32_t m_wanted = 0; // cures that are not refused for good
    std::uint32_t m_held = 0;
    std::optional<std::size_t> m_last; // the program in which a loop was found last
    std::int64_t m_ended = 0;          // when the program's end was seen
    std::int64_t m_began = 0;          // of listening
    std::int64_t m_nextLook = 0;
    std::unique_ptr<LatencyRequest> m_awake;
    std::vector<std::string> m_news;
    std::vector<std::string> m_told; // no sentence twice
};

/// A command line that begins cures to hold: `jitterscope-cli with --cure slack,exact -- ./game`.
struct HeldCommand {
    std::vector<std::string> cures; ///< ids
    std::vector<std::string> words; ///< of the program itself
};
/// Takes such a command line apart; absent: it is another one.
[[nodiscard]] std::optional<HeldCommand> heldCommand(const std::vector<std::string>& words);
/// Its words up to `--`. `program`: the path or name of jitterscope-cli.
[[nodiscard]] std::vector<std::string> holdingWords(const std::string& program,
                                                    const std::vector<std::string>& cures);
/// The cures that are shown to have helped, by their ids.
[[nodiscard]] std::vector<std::string> helpfulCures(const AttachReport& report);
/// The names of cures in other programs, in a list.
[[nodiscard]] std::string cureNames(const std::vector<std::string>& ids);
/// `What helped can stay: timer slack 1 ns.`; empty: nothing helped.
[[nodiscard]] std::string helpedText(const AttachReport& report);

} // namespace jitterscope
