// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/range_slider.h"
#include "ui/pages/labs/lab_work.h"

#include <QLabel>
#include <QWidget>

namespace jitterscope::ui {

/// In front of a class: the one knob that its lab is about, large, with its name and value. The arrow keys,
/// or
/// + and − anywhere in the lab, turn it.
class ClassKnob final : public QWidget {
    Q_OBJECT
public:
    explicit ClassKnob(LabWork& work, QWidget* parent = nullptr);

    /// So many steps; negative: back.
    void turn(int steps);

private:
    void refresh();

    LabWork& m_work;
    std::size_t m_index; // of the knob
    QLabel* m_name;
    RangeSlider* m_slider;
    QLabel* m_value;
};

} // namespace jitterscope::ui
