// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "ui/forms/field.h"
#include "ui/forms/machine_form.h"
#include "ui/forms/parameter_form.h"
#include "ui/forms/value_edit.h"

#include <QCheckBox>
#include <QLabel>
#include <QWidget>

#include <string>
#include <vector>

namespace jitterscope::ui {

/// Everything that an experiment's points depend on, made from its catalogue entry. What a field refuses does
/// not reach plan(), and the field says why in one line. So plan() is valid, unless no strategy is ticked.
class ExperimentForm final : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentForm(const ExperimentEntry& entry, QWidget* parent = nullptr);

    [[nodiscard]] const ExperimentPlan& plan() const noexcept { return m_plan; }
    /// Shows a plan of this experiment; emits nothing.
    void setPlan(const ExperimentPlan& plan);
    /// Takes over what has been typed and checks the whole. False: a field refuses, and has the keyboard now.
    bool commit();

signals:
    void edited();

private:
    struct Tick {
        std::string id;
        QCheckBox* box;
    };

    void makeQuick();
    void makeMachine();
    void makeStrategies();
    void makeRates();
    void refresh();
    void showQuick();
    void takeStrategies();

    const ExperimentEntry& m_entry;
    ExperimentPlan m_plan;
    QCheckBox* m_quick = nullptr;
    QLabel* m_quickNote = nullptr; // what a quick run takes
    MachineForm* m_machine = nullptr;
    ValueEdit* m_seed = nullptr;
    Field* m_seedField = nullptr;
    Field* m_strategies = nullptr; // null: it compares none
    std::vector<Tick> m_ticks;
    ValueEdit* m_rates = nullptr; // null: it takes none
    ParameterForm* m_values;
};

/// Reads "60, 240, 1 kHz". Error: one line that names the field and the rate that is refused.
[[nodiscard]] Result<std::vector<Period>> parseRates(const QString& text);

} // namespace jitterscope::ui
