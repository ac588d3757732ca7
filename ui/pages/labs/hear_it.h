// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_sound.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QLabel>
#include <QPushButton>

namespace jitterscope::ui {

/// The audio lab's first frames as one hears them: a tone while the queue holds sound, silence where it is
/// empty; again and again for so many seconds. One channel, 16 bit, LabSound::kRate.
[[nodiscard]] QByteArray soundOf(const LabResult& result, double seconds);

/// Plays it, when it is asked to: never by itself.
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
