// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/run_list.h"

#include <QAbstractButton>

namespace jitterscope::ui {

/// The colour of a side: A orange, B blue.
[[nodiscard]] QColor sideColour(RunList::Side side);

/// The key A or B of a run: filled if the run is on that side.
class SideKey final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SideKey(RunList::Side side, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {24, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RunList::Side m_side;
};

} // namespace jitterscope::ui
