// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"
#include "core/platform/own_system.h"
#include "ui/forms/value_edit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QWidget>

namespace jitterscope::ui {

/// What the measuring thread asks the system for, what counts as late, and when the run stops by itself.
class ThreadForm final : public QWidget {
    Q_OBJECT
public:
    /// `system`: in whose words.
    explicit ThreadForm(SystemFamily system = kOwnSystem, QWidget* parent = nullptr);

    void setPlan(const RunPlan& plan);
    /// Writes what is chosen here into a plan.
    void applyTo(RunPlan& plan) const;
    /// Takes over what has been typed; false when a field refuses.
    bool commit();
    /// What is set here, on one line: "slack 50 µs · any CPU · normal class"; Windows: "tick 1 ms · …".
    [[nodiscard]] static QString summary(const RunPlan& plan, SystemFamily system = kOwnSystem);
    /// What there is to set.
    [[nodiscard]] static QString explanation(SystemFamily system = kOwnSystem);

signals:
    void edited();

private:
    ValueEdit* durationEdit(const QString& what, std::int64_t least, std::int64_t most);

    ValueEdit* m_slack;
    QCheckBox* m_realtime;
    QCheckBox* m_anatomy;
    QComboBox* m_cpu;
    ValueEdit* m_tolerance;
    ValueEdit* m_stopOnLate;
};

} // namespace jitterscope::ui
