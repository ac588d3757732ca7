// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log_catalog.h"

#include <QDialog>

class QComboBox;
class QLineEdit;

namespace jitterscope::ui {

/// Asks only what a log leaves open: which process, which column, in which unit, and what the times are.
/// Modal to its window, and blocks no code: accepted() comes when the user has answered.
class ImportQuestion final : public QDialog {
    Q_OBJECT
public:
    /// What is asked, and what there is to choose from.
    struct Asked {
        Error error; ///< why the options are not enough
        LogQuestion question;
        LogChoices choices;
    };
    /// `said`: what the user has said already.
    ImportQuestion(const QString& path, const ImportOptions& said, const Asked& asked, QWidget* parent);

    [[nodiscard]] ImportOptions answer() const;

private:
    ImportOptions m_said;
    LogQuestion m_question;
    QComboBox* m_process;
    QComboBox* m_column;
    QComboBox* m_unit;
    QLineEdit* m_frequency; // of ticks
    QComboBox* m_quantity;
};

} // namespace jitterscope::ui
