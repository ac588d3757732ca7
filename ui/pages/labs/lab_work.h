// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/lab_file.h"
#include "ui/charts/labs/lab_scene.h"

#include <QObject>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// One lab while somebody works in it: what is set and said, its result, its picture, the moment. Every
/// change of a knob runs the simulated lab again at once. Has no widgets.
class LabWork final : public QObject {
    Q_OBJECT
public:
    /// `entry` must outlive it, as those of labCatalog() do. A lab without a picture has no scene().
    explicit LabWork(const LabEntry& entry, QObject* parent = nullptr);
    ~LabWork() override;

    [[nodiscard]] const LabEntry& entry() const noexcept { return m_entry; }
    [[nodiscard]] const LabState& state() const noexcept { return m_state; }
    [[nodiscard]] const LabResult& result() const noexcept { return *m_result; }
    [[nodiscard]] const LabScene* scene() const noexcept { return m_scene.get(); }
    [[nodiscard]] LabStep step() const noexcept { return m_state.step; }
    /// The answer may be seen.
    [[nodiscard]] bool answered() const noexcept { return m_state.step != LabStep::Predict; }
    [[nodiscard]] double now() const noexcept { return m_state.moment; }
    /// s of lab time; 1 without a scene.
    [[nodiscard]] double duration() const;
    [[nodiscard]] bool atEnd() const { return now() >= duration(); }
    /// A knob was turned since the guess was made, or last run with.
    [[nodiscard]] bool guessIsOld() const;
    /// The answer before a knob was turned, to be seen beside the new one; none: nothing was turned since the
    /// guess.
    [[nodiscard]] std::optional<double> before() const noexcept { return m_before; }
    /// What a class guessed; each within the range of the prediction. No part of the state.
    [[nodiscard]] const std::vector<double>& votes() const noexcept { return m_votes; }
    /// The closing question was answered right.
    [[nodiscard]] bool done() const;
    /// Nothing was said or done yet.
    [[nodiscard]] bool fresh() const;

    /// Opens a state of this lab. What was measured elsewhere is to be measured again: its answer is hidden.
    void setState(const LabState& state);
    void setKnobs(const ParameterValues& knobs);
    /// One of them by its name, in its range. `goesOn`: it is still the turn that an earlier call began, so
    /// before() stays.
    void turn(std::string_view knob, double value, bool goesOn);
    /// On this machine, or simulated. The guess stays, the answer is hidden again.
    void setHere(bool here);
    /// A guess in the range of the lab's prediction; made now, for these knobs. Hides the answer.
    void setGuess(double guess);
    void setVotes(std::vector<double> votes);
    /// Before the run again; the guess stays.
    void predictAgain();
    /// Unlocks the answer, at the first moment. False: there is no guess, or this machine is still to be
    /// measured.
    bool run();
    /// Takes what was measured, and unlocks it.
    void setMeasured(std::shared_ptr<const LabResult> result);
    /// From run to explain, at the last moment; false before the run.
    bool explain();
    /// Back from explain to the run.
    void showRun();
    void setMoment(double now);
    /// To the next moment at which something happens, or the one before. False: there is none.
    bool stepOn();
    bool stepBack();
    void choose(std::size_t choice);
    /// Everything as it was at first.
    void reset();

signals:
    /// Anything but the moment alone.
    void changed();
    void moved();

private:
    void simulate();
    void turnTo(const ParameterValues& knobs, std::optional<double> before);
    void show(std::shared_ptr<const LabResult> result);

    const LabEntry& m_entry;
    LabState m_state;
    std::shared_ptr<const LabResult> m_result;
    std::optional<double> m_before;
    std::vector<double> m_votes;
    std::unique_ptr<LabScene> m_scene; // of m_result
};

} // namespace jitterscope::ui
