// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/class_knob.h"

#include "core/lab/lab_support.h"
#include "ui/format/outside_text.h"
#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/lab_text.h"

#include <QHBoxLayout>

namespace jitterscope::ui {

ClassKnob::ClassKnob(LabWork& work, QWidget* parent)
    : QWidget(parent),
      m_work(work),
      m_index(static_cast<std::size_t>(parameterIndex(work.entry().knobs, work.entry().mainKnob))),
      m_name(labLabel(format::text(work.entry().knobs[m_index].label), LabText::Lead, "lab_class_knob_name")),
      m_slider(new RangeSlider(work.entry().knobs[m_index], {})),
      m_value(labLabel({}, LabText::Lead, "lab_class_knob_value")) {
    const ParameterInfo& info = work.entry().knobs[m_index];
    m_slider->setObjectName(QStringLiteral("lab_class_knob"));
    m_slider->setAccessibleName(format::text(info.label));
    m_slider->setToolTip(parameterTip(info));
    m_slider->setMinimumWidth(200);
    auto* row = rowIn(this, {}, 12);
    for (QLabel* label : {m_name, m_value})
        label->setWordWrap(false);
    row->addWidget(m_name);
    row->addWidget(m_slider, 1);
    row->addWidget(m_value);
    connect(m_slider, &RangeSlider::moved, this,
            [this](double value) { m_work.turn(m_work.entry().mainKnob, value, m_slider->isSliderDown()); });
    connect(&work, &LabWork::changed, this, &ClassKnob::refresh);
    refresh();
}

void ClassKnob::turn(int steps) {
    if (!m_slider->isEnabled())
        return;
    const double value = m_work.state().knobs[m_index];
    m_work.turn(m_work.entry().mainKnob, KnobScale(m_work.entry().knobs[m_index]).stepped(value, steps),
                false);
}

void ClassKnob::refresh() {
    const double value = m_work.state().knobs[m_index];
    m_slider->setReal(value);
    m_slider->setEnabled(m_work.entry().uses(m_work.entry().mainKnob, m_work.state().here));
    setLabWords(*m_value, format::text(knobInWords(m_work.entry().knobs[m_index], value)));
}

} // namespace jitterscope::ui
