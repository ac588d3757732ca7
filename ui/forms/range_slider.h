// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parameter.h"

#include <QSlider>

#include <vector>

namespace jitterscope::ui {

/// Where a value stands along its knob: 0 at the minimum, 1 at the maximum. Wide ranges of times and counts
/// go by decades, choices one by one. A slider and a number in a sentence turn a knob by the same scale.
class KnobScale {
public:
    explicit KnobScale(const ParameterInfo& info);

    /// How many steps a slider has.
    [[nodiscard]] int steps() const noexcept { return m_steps; }
    [[nodiscard]] double shareOf(double value) const;
    /// With two digits, whole for counts and choices; exact at both ends. `share` is kept within 0 … 1.
    [[nodiscard]] double valueAt(double share) const;
    /// The value this many steps further (negative: back), and at least the next value that differs.
    [[nodiscard]] double stepped(double value, int steps) const;

private:
    ParameterInfo m_info;
    double m_least; // where the decades begin; below it there is only the minimum
    bool m_log;
    int m_steps;
};

/// A value that means something, marked at its slider.
struct SliderMark {
    double value = 0;
    QString meaning;
};

/// A slider over the whole range of a parameter, even over decades. It can also stand for a value between its
/// steps.
class RangeSlider final : public QSlider {
    Q_OBJECT
public:
    RangeSlider(const ParameterInfo& info, const std::vector<SliderMark>& marks, QWidget* parent = nullptr);

    /// Moves it and emits nothing.
    void setReal(double value);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    /// The user has moved it here. `value` has two digits: KnobScale::valueAt().
    void moved(double value);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double realAt(int step) const { return m_scale.valueAt(double(step) / maximum()); }

    KnobScale m_scale;
    std::vector<SliderMark> m_marks;
};

} // namespace jitterscope::ui
