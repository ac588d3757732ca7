// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/interval.h"

#include <QWidget>

namespace jitterscope::ui {

/// A difference with its interval on an axis that other rows share: a filled dot is a difference, a hollow
/// one "no difference shown".
class DifferenceMark final : public QWidget {
    Q_OBJECT
public:
    /// `from` … `to`: the axis of all rows; it contains 0. Less is better.
    DifferenceMark(const Share& difference, double from, double to, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override { return {150, 22}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 22}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Share m_difference;
    double m_from;
    double m_to;
};

} // namespace jitterscope::ui
