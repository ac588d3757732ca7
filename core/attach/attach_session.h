// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/attach/listening.h"
#include "core/platform/latency_request.h"
#include "core/time/time.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Which program is listened to, for how long, and which cures are tried in it.
struct AttachPlan : TargetPlan {
    /// How long it listens before any cure. It listens up to three times as long while it finds no loop, or
    /// too few presents.
    Nanoseconds duration = std::chrono::seconds{10};
    std::optional<LoopChoice> choice;
    std::optional<std::size_t> stretch; ///< which part of it is meant, if it means different rates; from 0 on
    std::vector<std::string> cures;     ///< ids of curesThere(), tried in this order
    Nanoseconds block = std::chrono::milliseconds{1500};
    int pairs = 6;          ///< of blocks, one with and one without the cure; for each cure
    bool lookAround = true; ///< which other programs run meanwhile
};

/// Starts a program, listens to it, tries cures in it, and says what was found. One thread. Call turn() about
/// fifty times a second until it returns false.
class AttachSession {
public:
    enum class Stage : std::uint8_t { Listening, Trying, Done };

    /// Error: the program cannot be listened to, or it cannot be started.
    [[nodiscard]] static Result<std::unique_ptr<AttachSession>> begin(const AttachPlan& plan);

    /// Takes what was heard since the last call, and goes on with the trials. `now`: CLOCK_MONOTONIC. False:
    /// the program has ended. If it has started others that run on and are heard, it is over when these were
    /// listened to.
    bool turn(TimePoint now);
    /// Ends listening and trying; the program runs on. The report then covers what was heard until now.
    void stopListening();
    [[nodiscard]] Stage stage() const noexcept { return m_stage; }
    /// How much of the listening and of the trials is done, 0 … 1.
    [[nodiscard]] double progress(TimePoint now) const noexcept;
    /// The name of the cure that is tried now, `Timer slack 1 ns`; empty: none.
    [[nodiscard]] std::string_view trying() const noexcept;
    /// What is known so far. It is complete when the stage is Done, or the program has ended. While it
    /// listens, it covers only the last ten seconds, so that it takes no longer after an hour.
    [[nodiscard]] AttachReport report() const;

    [[nodiscard]] ChildProgram& program() noexcept { return *m_child; }
    [[nodiscard]] const std::optional<ProgramEnd>& end() const noexcept { return m_end; }

private:
    struct Trial {
        const Cure* cure = nullptr;
        CureOutcome outcome; // of a trial that has ended
        std::vector<TrialBlock> blocks;
    };

    AttachSession(const AttachPlan& plan, std::unique_ptr<Listening> listening,
                  std::unique_ptr<ChildProgram> child);
    [[nodiscard]] bool enough(std::int64_t now);
    void beginTrials();
    void turnTrial(std::int64_t now);
    void nextBlock(std::int64_t now);
    void endTrial(const std::string& reason);
    void holdCure(bool on);
    void finish();
    void judge(Trial& trial) const;
    [[nodiscard]] bool leftAlone(const Trial& trial) const noexcept;
    [[nodiscard]] AttachReport heard(HeardPrograms programs) const;
    void lookForUnheard(std::int64_t now);
    void noteEnd(std::int64_t now);
    [[nodiscard]] bool isSilent(std::int64_t now) const noexcept;
    [[nodiscard]] std::vector<std::string> missed() const;
    void lookAround(std::int64_t now);

    AttachPlan m_plan;
    std::unique_ptr<Listening> m_listening;
    std::unique_ptr<ChildProgram> m_child;
    std::optional<ProgramEnd> m_end;
    Stage m_stage = Stage::Listening;
    std::int64_t m_started = 0; // the first turn
    std::int64_t m_now = 0;     // the latest turn
    std::int64_t m_ended = 0;   // when the program's end was seen
    bool m_follows = false;     // others are listened to that it has started, although it has ended
    std::int64_t m_begin = 0;   // when listening began
    std::int64_t m_lookAgain = 0;
    std::vector<UnheardProgram> m_seen;   // unheard at the latest look
    std::vector<UnheardProgram> m_stayed; // unheard at two looks in a row: they may have ended since
    std::int64_t m_nextLook = 0;
    std::uint64_t m_rowsThen = 0;
    BlockedLooks m_blockedLooks;
    Meanwhile m_meanwhile;
    AttachReport m_found; // the report at the end of listening
    std::vector<Trial> m_trials;
    std::size_t m_trial = 0;
    std::unique_ptr<LatencyRequest> m_awake;
};

} // namespace jitterscope
