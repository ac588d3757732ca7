// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/lab_file.h"
#include "ui/charts/labs/lab_scene.h"

#include <QObject>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// A lab that somebody works in: settings, guess, result, picture and moment. Every change of a knob runs the
/// simulated lab again at once. Has no widgets.
class LabWork final : public QObject {
    Q_OBJECT
public:
    /// `entry` must outlive it, as those of labCatalog() do. A lab without a picture has no scene().
    explicit LabWork(const LabEntry& entry, QObject* parent = nullptr);
    ~LabWork() override;

    [[nodiscard]] const LabEntry& entry() const noexcept { return m_entry; }
    [[nodiscard]] const LabState& state() const noexcept { return m_state; }
    [[nodiscard]] const LabResult& result() const noexcept { return *m_result; }
    /// The same, for those who show it until they see another one.
    [[nodiscard]] const std::shared_ptr<const LabResult>& sharedResult() const noexcept { return m_result; }
    [[nodiscard]] const LabScene* scene() const noexcept { return m_scene.get(); }
    [[nodiscard]] LabStep step() const noexcept { return m_state.step; }
    /// The answer may be seen.
    [[nodiscard]] bool answered() const noexcept { return m_state.step > LabStep::Predict; }
    /// The game runs, and nothing has been asked yet.
    [[nodiscard]] bool plays() const noexcept { return m_state.step == LabStep::Play; }
    /// The game is shown with what the lab advises.
    [[nodiscard]] bool cured() const noexcept { return plays() && m_cured; }
    /// A knob has been turned while the game ran.
    [[nodiscard]] bool touched() const noexcept { return m_touched; }
    [[nodiscard]] double now() const noexcept { return m_state.moment; }
    /// s of lab time; 1 without a scene.
    [[nodiscard]] double duration() const;
    [[nodiscard]] bool atEnd() const { return now() >= duration(); }
    /// A knob has been turned since the guess was made, or since it was last run.
    [[nodiscard]] bool guessIsOld() const;
    /// The answer before a knob was turned, to be shown beside the new one. None: no knob has been turned
    /// since the guess.
    [[nodiscard]] std::optional<double> before() const noexcept { return m_before; }
    /// What a class guessed, each within the range of the prediction, and with which knobs. Not a part of the
    /// state.
    [[nodiscard]] const std::vector<double>& votes() const noexcept { return m_votes; }
    [[nodiscard]] const ParameterValues& voteKnobs() const noexcept { return m_voteKnobs; }
    /// The closing question was answered right.
    [[nodiscard]] bool done() const;
    /// The state is that of a new lab.
    [[nodiscard]] bool fresh() const;

    /// Takes a state of this lab. If it was measured, the answer is hidden: it has to be measured again here.
    void setState(const LabState& state);
    /// `goesOn`: it is the same drag as the last time, so the answer before it stays.
    void setKnobs(const ParameterValues& knobs, bool goesOn = false);
    /// Turns one knob, to a value in its range. `goesOn`: this continues the turn of an earlier call, so
    /// before() stays.
    void turn(std::string_view knob, double value, bool goesOn);
    /// On this machine, or simulated. The guess stays; the answer is hidden again.
    void setHere(bool here);
    /// A guess for the current knobs; it is kept within the range of the prediction. Hides the answer.
    void setGuess(double guess);
    void setVotes(std::vector<double> votes);
    /// Back to the step before the run, or on to it from the game; the guess stays.
    void predictAgain();
    /// Back to the game; the answer is hidden again, the guess stays.
    void playAgain();
    /// The same, with what the lab advises. False: the answer is still hidden.
    bool watchCure();
    /// Unlocks the answer, at the first moment. False: there is no guess, or this machine has to be measured
    /// first.
    bool run();
    /// Takes what was measured, and unlocks it.
    void setMeasured(std::shared_ptr<const LabResult> result);
    /// To explain, at the last moment. False: the answer is still hidden.
    bool explain();
    /// Back from explain to the run.
    void showRun();
    void setMoment(double now);
    /// To the next moment at which something happens; stepBack(): to the one before. False: there is none.
    bool stepOn();
    bool stepBack();
    void choose(std::size_t choice);
    /// Puts everything back to the state of a new lab.
    void reset();

signals:
    /// Anything has changed; not if it was only the moment.
    void changed();
    void moved();

private:
    void simulate();
    void turnTo(const ParameterValues& knobs, std::optional<double> before);
    void show(std::shared_ptr<const LabResult> result);
    void hideAnswer(LabStep step);

    const LabEntry& m_entry;
    LabState m_state;
    std::shared_ptr<const LabResult> m_result;
    std::optional<double> m_before;
    std::vector<double> m_votes;
    ParameterValues m_voteKnobs;
    std::unique_ptr<LabScene> m_scene; // of m_result
    bool m_touched = false;
    bool m_cured = false;
};

} // namespace jitterscope::ui
