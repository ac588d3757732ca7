// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/evidence.h"

#include <QWidget>

#include <vector>

namespace jitterscope::ui {

/// The late frames, one column each, grouped by first cause and the worst first, each column stacked by what
/// its lateness went into. More frames than pixels: a column shows the worst of its frames.
class AnatomyPicture final : public QWidget {
    Q_OBJECT
public:
    explicit AnatomyPicture(QWidget* parent = nullptr);

    void show(const std::vector<LateFrame>& frames, Nanoseconds tolerance);
    [[nodiscard]] QSize sizeHint() const override { return {400, 130}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<LateFrame> m_frames; // sorted
    double m_most = 0;               // ns
    double m_tolerance = 0;
};

} // namespace jitterscope::ui
