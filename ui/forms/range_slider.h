// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/knob_scale.h"

#include <QSlider>

#include <vector>

namespace jitterscope::ui {

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
