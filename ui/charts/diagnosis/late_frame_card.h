// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/anatomy.h"
#include "core/record/samples.h"

#include <QFrame>

namespace jitterscope::ui {

/// Why one frame was late, in microseconds that add up to its lateness. A popup: Escape or a click elsewhere
/// closes it, and it deletes itself.
class LateFrameCard final : public QFrame {
    Q_OBJECT
public:
    LateFrameCard(const FrameSample& sample, Nanoseconds tolerance, QWidget* parent);
    /// Opens it beside this point of the screen, wholly visible.
    void openAt(const QPoint& point);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace jitterscope::ui
