// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/range_slider.h"
#include "ui/pages/labs/lab_work.h"

#include <QLabel>
#include <QWidget>

namespace jitterscope::ui {

/// In front of a class: the main knob of the lab, large, with its name and value. ↑ and ↓ turn it while it
/// has the keyboard, + and − anywhere in the lab.
class ClassKnob final : public QWidget {
    Q_OBJECT
public:
    explicit ClassKnob(LabWork& work, QWidget* parent = nullptr);

    /// Turns it by this many steps; negative: back.
    void turn(int steps);

private:
    void refresh();

    LabWork& m_work;
    std::size_t m_index; // of the knob in entry().knobs
    QLabel* m_name;
    RangeSlider* m_slider;
    QLabel* m_value;
};

} // namespace jitterscope::ui
