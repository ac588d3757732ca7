// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"
#include "core/run/resolve.h"
#include "ui/forms/field.h"
#include "ui/forms/machine_form.h"
#include "ui/forms/parameter_form.h"
#include "ui/forms/thread_form.h"
#include "ui/forms/value_edit.h"

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTimer>
#include <QWidget>

#include <span>
#include <string_view>

namespace jitterscope::ui {

/// A plan that stands for a kind of program. Machine, thread and load of the current plan stay.
struct Preset {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view strategy;
    std::string_view policy;
    std::string_view rate;
    std::string_view form = {}; ///< value of the strategy's parameter `form`; empty: its default
};

/// In the order of the menu. To add one: a line in plan_form.cpp.
[[nodiscard]] std::span<const Preset> presets();
[[nodiscard]] RunPlan applied(const Preset& preset, RunPlan plan);

/// Everything a run depends on, as controls made from the catalogues. What a field refuses does not reach
/// plan().
class PlanForm final : public QWidget {
    Q_OBJECT
public:
    explicit PlanForm(QWidget* parent = nullptr);

    [[nodiscard]] const RunPlan& plan() const noexcept { return m_plan; }
    /// Shows a plan; emits nothing.
    void setPlan(const RunPlan& plan);
    /// Takes over what has been typed. False: a field refuses, and has the keyboard now.
    bool commit();
    /// While a slider is being dragged: emits edited() at once instead of soon.
    void settle();
    [[nodiscard]] bool settled() const { return !m_soon.isActive(); }

    [[nodiscard]] Foldout& more() { return *m_more; }
    [[nodiscard]] Foldout& thread() { return *m_thread; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The user chose this plan.
    void edited(const jitterscope::RunPlan& plan);
    /// A slider is being dragged; edited() follows.
    void moved();

private:
    void makeStrategy();
    void makeRate();
    void makeX();
    void makePolicyAndWork();
    void makeMachine();
    void makeFoldouts();
    void add(const QString& caption, QWidget* control, const QString& name, const QString& tip,
             Field** field = nullptr);
    QLabel* addNote();
    QWidget* rateChips();
    void fillStrategies();
    void refresh();
    void showStrategy();
    [[nodiscard]] bool hasX() const noexcept { return m_plan.strategy.values.has("x"); }
    void publish();
    void showRate();
    void showPreset();
    void setRate(const Period& period);

    RunPlan m_plan = standardPlan();
    QTimer m_soon; // joins the steps of a dragged slider into few changes
    QComboBox* m_preset = nullptr;
    QComboBox* m_strategy = nullptr;
    QLabel* m_strategyNote = nullptr;
    ValueEdit* m_rate = nullptr;
    Field* m_xField = nullptr;
    SliderEdit* m_x = nullptr;
    QComboBox* m_policy = nullptr;
    QLabel* m_policyNote = nullptr;
    QComboBox* m_work = nullptr;
    ParameterForm* m_workValues = nullptr;
    QSpinBox* m_load = nullptr;
    MachineForm* m_machine = nullptr;
    ParameterForm* m_strategyValues = nullptr;
    ParameterForm* m_policyValues = nullptr;
    Foldout* m_more = nullptr;
    ThreadForm* m_threadForm = nullptr;
    Foldout* m_thread = nullptr;
    std::string m_shownStrategy;
    std::string m_shownPolicy;
    std::string m_shownWork;
    std::string m_strategiesFor; // the machine that the box was filled for
};

} // namespace jitterscope::ui
