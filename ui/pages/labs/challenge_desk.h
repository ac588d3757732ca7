// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "core/lab/challenge.h"
#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/challenge_minute.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <optional>

namespace jitterscope::ui {

/// The challenge after the last lab: a game on five machines that stutter, a choice for each idea, and a
/// score. The picture shows a minute that was simulated with these choices.
class ChallengeDesk final : public QWidget {
    Q_OBJECT
public:
    explicit ChallengeDesk(QWidget* parent = nullptr);

    [[nodiscard]] const ChallengePlay& play() const noexcept { return m_play; }
    /// Takes choices that are not played yet.
    /// `ofLabs`: they are the reader's game as the labs have left it.
    void setPlay(const ChallengePlay& play, bool ofLabs = false);
    void setCalm(bool calm) { m_minute->setCalm(calm); }
    /// The ids of the machines on which all goals have been met.
    void setMet(const QStringList& machines);
    /// Simulates the minute. False: a field refuses.
    bool run();
    /// The result of the minute that is shown. None: it has not been played with these choices yet.
    [[nodiscard]] const std::optional<ChallengeResult>& result() const noexcept { return m_result; }

signals:
    void backWanted();
    void ideasWanted();
    void labWanted(const QString& lab);
    void played();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] QWidget* makeRight();
    void another();
    void askAnew();
    void refresh();
    void tellMissed(const Section& missed);

    ChallengePlay m_play;
    QStringList m_met;
    std::optional<ChallengeResult> m_result;
    ChallengeResult m_asked; // has the goals, for the picture before the first minute
    ParameterForm* m_form = nullptr;
    QLabel* m_begins = nullptr;
    QLabel* m_machine = nullptr;
    QPushButton* m_run = nullptr;
    QLabel* m_score = nullptr;
    ChallengeMinute* m_minute = nullptr;
    QVBoxLayout* m_missed = nullptr;
    QWidget* m_missedCard = nullptr;
};

} // namespace jitterscope::ui
