// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_files.h"

#include <QPushButton>
#include <QWidget>

namespace jitterscope::ui {

/// The card after the last lab of the gallery: what a teacher needs, and what comes next.
class TeachingCard final : public QWidget {
    Q_OBJECT
public:
    explicit TeachingCard(QWidget* parent = nullptr);
    /// Whether there is progress to forget.
    void setProgress(bool any) { m_forget->setEnabled(any); }

signals:
    void classroomWanted();
    void sheetsWanted(jitterscope::ui::LabSheet sheet);
    void forgetWanted();
    void challengeWanted();
    void ideasWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* m_forget;
};

} // namespace jitterscope::ui
