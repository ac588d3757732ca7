// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"
#include "ui/forms/value_edit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QWidget>

namespace jitterscope::ui {

/// What the measuring thread asks the system for, what counts as late, and when the run stops by itself.
class ThreadForm final : public QWidget {
    Q_OBJECT
public:
    explicit ThreadForm(QWidget* parent = nullptr);

    void setPlan(const RunPlan& plan);
    /// Writes what is chosen here into a plan.
    void applyTo(RunPlan& plan) const;
    /// Takes over what has been typed; false when a field refuses.
    bool commit();
    /// What is set here, on one line: "slack 50 µs · any CPU · normal class".
    [[nodiscard]] static QString summary(const RunPlan& plan);

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
