// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/sensed.h"

#include "ui/pages/labs/hear_it.h"
#include "ui/pages/labs/moving_dots.h"
#include "ui/pages/labs/press_when_seen.h"

namespace jitterscope::ui {

QWidget* makeSensed(LabWork& work) {
    if (work.entry().id == "refresh")
        return new MovingDots(work);
    if (work.entry().id == "well")
        return new PressWhenSeen(work);
    if (work.entry().id == "audio")
        return new HearIt(work);
    return nullptr;
}

} // namespace jitterscope::ui
