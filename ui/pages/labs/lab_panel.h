// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/lab_stage.h"
#include "ui/pages/labs/lab_work.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

namespace jitterscope::ui {

/// The panel at the left of a lab: what it is about, its knobs, the pace, and the machine.
class LabPanel final : public QWidget {
    Q_OBJECT
public:
    /// `next`: what comes after this lab.
    LabPanel(LabWork& work, const QString& next, QWidget* parent = nullptr);

    /// Takes over what has been typed; false when a field refuses.
    bool commit() { return m_knobs->commit(); }
    void setCalm(bool calm) { m_calm->setChecked(calm); }
    /// True: this machine is being measured, and no knob can be turned.
    void setMeasuring(bool measuring);
    /// True: there is an explanation to go back to.
    void setExplained(bool explained);

signals:
    void backWanted();
    void nextWanted();
    void whyWanted();
    void paceChosen(jitterscope::ui::LabPace pace);
    void calmChosen(bool calm);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeText();
    [[nodiscard]] QWidget* makeChoices();
    void setCompact(bool compact);
    [[nodiscard]] int roomyHeight() const;
    void fit();
    void refresh();

    LabWork& m_work;
    ParameterForm* m_knobs;
    QVBoxLayout* m_column = nullptr;
    QLabel* m_article = nullptr;
    QLabel* m_keys = nullptr;
    QPushButton* m_why = nullptr;
    QPushButton* m_back = nullptr;
    int m_roomy = 0; // px that it needs if nothing is left out; 0: not known yet
    bool m_compact = false;
    bool m_dragged = false; // the last change was of a slider that is still held
    QCheckBox* m_calm = nullptr;
    QButtonGroup* m_where = nullptr; // null: the lab is only simulated
};

} // namespace jitterscope::ui
