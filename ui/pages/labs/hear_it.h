// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_sound.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QLabel>
#include <QPushButton>

namespace jitterscope::ui {

/// The sound of the audio lab's first frames: a tone while the queue holds sound, silence while it is empty.
/// It repeats for this many seconds. One channel, 16 bit, LabSound::kRate.
[[nodiscard]] QByteArray soundOf(const LabResult& result, double seconds);

/// Plays that sound when the user presses a button, never by itself.
class HearIt final : public Card {
    Q_OBJECT
public:
    explicit HearIt(LabWork& work, QWidget* parent = nullptr);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void play(bool on);

    LabWork& m_work;
    LabSound* m_sound;
    QLabel* m_says = nullptr;
    QPushButton* m_play = nullptr;
};

} // namespace jitterscope::ui
