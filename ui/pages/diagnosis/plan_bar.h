// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "ui/forms/field.h"
#include "ui/forms/value_edit.h"

#include <QComboBox>
#include <QLabel>
#include <QWidget>

namespace jitterscope::ui {

/// What is to be diagnosed: job, how the loop waits now, its work, how long, and where.
class DiagnosisPlanBar final : public QWidget {
    Q_OBJECT
public:
    explicit DiagnosisPlanBar(QWidget* parent = nullptr);

    [[nodiscard]] const DiagnosisPlan& plan() const noexcept { return m_plan; }
    /// Takes over what has been typed. False: a field refuses, and has the keyboard now.
    bool commit();

signals:
    void edited();

private:
    void makeFields();
    void makeOwn();
    void chooseJob();
    void chooseLoop();
    void fillStrategies();
    void refresh();
    QComboBox* box(const QString& caption, const char* name, const QString& tip);

    DiagnosisPlan m_plan;
    QComboBox* m_job = nullptr;
    QComboBox* m_strategy = nullptr;
    ValueEdit* m_work = nullptr;
    QComboBox* m_length = nullptr;
    QComboBox* m_machine = nullptr;
    ValueEdit* m_rate = nullptr;
    ValueEdit* m_beyond = nullptr;
    ValueEdit* m_allowed = nullptr;
    QWidget* m_own = nullptr;
    QLabel* m_rule = nullptr;
};

} // namespace jitterscope::ui
