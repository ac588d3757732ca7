// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/challenge.h"
#include "ui/forms/parameter_form.h"
#include "ui/plot/picture_view.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <optional>

namespace jitterscope::ui {

/// Behind the last lab: a game on a machine that stutters, a choice for each idea, and a score. What stands
/// in the picture is a minute that was simulated with just these choices.
class ChallengeDesk final : public QWidget {
    Q_OBJECT
public:
    explicit ChallengeDesk(QWidget* parent = nullptr);

    [[nodiscard]] const ChallengePlay& play() const noexcept { return m_play; }
    /// Choices from elsewhere, not played yet.
    void setPlay(const ChallengePlay& play);
    /// Simulates the minute. False: a field refuses.
    bool run();
    /// Of the minute that is shown; none: not played with these choices yet.
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
    void refresh();
    void tellMissed();

    ChallengePlay m_play;
    std::optional<ChallengeResult> m_result;
    ChallengeResult m_asked; // with its goals, for a picture before the first minute
    ParameterForm* m_form = nullptr;
    QLabel* m_machine = nullptr;
    QPushButton* m_run = nullptr;
    QLabel* m_score = nullptr;
    PictureView* m_picture = nullptr;
    QVBoxLayout* m_missed = nullptr;
    QWidget* m_missedArea = nullptr;
};

} // namespace jitterscope::ui
