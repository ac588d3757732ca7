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

/// What is asked of a program.
struct AttachPlan {
    std::string path;               ///< its file, as findTarget() found it
    std::vector<std::string> words; ///< the first is what it was called by
    std::string preloaded;          ///< LD_PRELOAD as it is
    /// Of listening, before any cure; up to three times as long while no loop is found, or too few of the
    /// frames that are shown.
    Nanoseconds duration = std::chrono::seconds{10};
    std::optional<LoopChoice> choice;
    std::vector<std::string> cures; ///< ids of cureCatalog(), tried in this order
    Nanoseconds block = std::chrono::milliseconds{1500};
    int pairs = 6; ///< of blocks with and without, for each cure
};

/// Starts a program, listens to it, tries cures in it, and says what was found. One thread; turn() is to be
/// called some fifty times a second until it returns false.
class AttachSession {
public:
    enum class Stage : std::uint8_t { Listening, Trying, Done };

    /// Error: it cannot be listened to, or not be started.
    [[nodiscard]] static Result<std::unique_ptr<AttachSession>> begin(const AttachPlan& plan);

    /// `now`: CLOCK_MONOTONIC. False: the program has ended.
    bool turn(TimePoint now);
    [[nodiscard]] Stage stage() const noexcept { return m_stage; }
    /// Of everything that takes a time known beforehand, 0 … 1.
    [[nodiscard]] double progress(TimePoint now) const noexcept;
    /// `Timer slack 1 ns`, while it is tried; empty: none is.
    [[nodiscard]] std::string_view trying() const noexcept;
    /// What is known so far; whole once the stage is Done, or the program has ended. While it listens, of the
    /// last ten seconds, so that it takes as long after an hour as at the start.
    [[nodiscard]] AttachReport report() const;

    [[nodiscard]] ChildProgram& program() noexcept { return *m_child; }
    [[nodiscard]] const std::optional<ProgramEnd>& end() const noexcept { return m_end; }

private:
    struct Trial {
        const CureEntry* cure = nullptr;
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
    void holdCure(bool on, std::int64_t now);
    void finish();
    void judge(Trial& trial) const;
    [[nodiscard]] bool leftAlone(const Trial& trial) const noexcept;
    [[nodiscard]] AttachReport heard(HeardPrograms programs) const;
    [[nodiscard]] std::vector<std::string> missed() const;

    AttachPlan m_plan;
    std::unique_ptr<Listening> m_listening;
    std::unique_ptr<ChildProgram> m_child;
    std::optional<ProgramEnd> m_end;
    Stage m_stage = Stage::Listening;
    std::int64_t m_begin = 0; // of listening to a loop
    std::int64_t m_lookAgain = 0;
    AttachReport m_found; // when listening was over
    std::vector<Trial> m_trials;
    std::size_t m_trial = 0;
    std::unique_ptr<LatencyRequest> m_awake;
};

} // namespace jitterscope
