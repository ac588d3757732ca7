// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/lab_file.h"
#include "core/lab/challenge.h"

#include <QJsonObject>
#include <QString>

namespace jitterscope::ui {

class LabWork;
class Settings;

/// Which labs were done or begun, and where; kept in the settings. A lab is done once its closing question
/// was answered right, and stays so until it is forgotten.
class LabProgress final {
public:
    explicit LabProgress(Settings& settings);

    [[nodiscard]] bool done(std::string_view lab) const;
    /// Where it was left; none: it was not begun, or this cannot be read.
    [[nodiscard]] std::optional<LabState> state(std::string_view lab) const;
    /// "✓ done", "continue: run"; empty: not begun.
    [[nodiscard]] QString note(std::string_view lab) const;
    /// "2 of 10 done · 1 begun"; empty: nothing was done yet.
    [[nodiscard]] QString summary() const;
    void keep(const LabWork& work);
    void forget();

    /// Keeps what was played in the challenge, if no play before it has met more goals.
    void keep(const ChallengePlay& play, const ChallengeResult& result);
    /// The best play; none: it was not played, or it is of another version.
    [[nodiscard]] std::optional<ChallengePlay> challenge() const;

private:
    void store();

    Settings& m_settings;
    QJsonObject m_labs; // by id: "done", "state" as core/files/lab_file writes it
};

} // namespace jitterscope::ui
