// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/lab_stage.h"
#include "ui/pages/labs/lab_work.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QWidget>

namespace jitterscope::ui {

/// Left of a lab: what it is about, its knobs, the pace, and which machine.
class LabPanel final : public QWidget {
    Q_OBJECT
public:
    /// `next`: the lab after this one; null: this is the last.
    LabPanel(LabWork& work, const LabEntry* next, QWidget* parent = nullptr);

    /// Takes over what has been typed; false when a field refuses.
    bool commit() { return m_knobs->commit(); }
    void setCalm(bool calm) { m_calm->setChecked(calm); }
    /// Nothing can be turned while this machine is being measured.
    void setMeasuring(bool measuring);

signals:
    void backWanted();
    void nextWanted();
    void paceChosen(jitterscope::ui::LabPace pace);
    void calmChosen(bool calm);

private:
    [[nodiscard]] QWidget* makeText();
    [[nodiscard]] QWidget* makeChoices();
    [[nodiscard]] QWidget* makeFoot(const LabEntry* next);
    void refresh();

    LabWork& m_work;
    ParameterForm* m_knobs;
    QCheckBox* m_calm = nullptr;
    QButtonGroup* m_where = nullptr; // null: it is only simulated
};

} // namespace jitterscope::ui
