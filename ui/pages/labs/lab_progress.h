// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/lab_file.h"
#include "core/lab/challenge.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace jitterscope::ui {

class LabWork;
class Settings;

/// Which labs are done or begun, and where they were left; kept in the settings. A lab is done when its
/// closing question has been answered right, and stays done until forget().
class LabProgress final {
public:
    explicit LabProgress(Settings& settings);

    [[nodiscard]] bool done(std::string_view lab) const;
    [[nodiscard]] bool guessed(std::string_view lab) const {
        const auto left = state(lab);
        return left && left->guess;
    }
    /// Where it was left. None: it has not been begun, or the state cannot be read.
    [[nodiscard]] std::optional<LabState> state(std::string_view lab) const;
    /// "✓ done", "continue: run"; empty: not begun.
    [[nodiscard]] QString note(std::string_view lab) const;
    /// "2 of 10 done · 1 begun"; empty: no lab has been begun.
    [[nodiscard]] QString summary() const;
    void keep(const LabWork& work);
    void forget();
    /// As it is kept in the settings, for restore().
    [[nodiscard]] const QJsonObject& all() const noexcept { return m_labs; }
    /// Takes back what was there before. Labs that have been begun since then stay as they are.
    void restore(const QJsonObject& before);

    /// The ids of the challenge's machines on which a play has met all goals.
    [[nodiscard]] QStringList machinesMet() const;
    /// Keeps a play of the challenge, unless an earlier one has met more goals.
    void keep(const ChallengePlay& play, const ChallengeResult& result);
    /// What the reader chose for his game in the labs; where he chose nothing, what they advise.
    [[nodiscard]] ParameterValues game() const;
    [[nodiscard]] bool gameChosen() const;
    void keepGame(const ParameterValues& choices);

    /// The best play. None: the challenge has not been played, or the play cannot be read.
    [[nodiscard]] std::optional<ChallengePlay> challenge() const;

private:
    void store();

    Settings& m_settings;
    QJsonObject m_labs; // by id: "done", "state" as core/files/lab_file writes it
};

} // namespace jitterscope::ui
