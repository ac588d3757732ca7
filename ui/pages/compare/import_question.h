// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log_catalog.h"

#include <QDialog>

class QComboBox;
class QLineEdit;

namespace jitterscope::ui {

/// Asks what a log does not say: which process, which column, in which unit, and what the times are. Not
/// modal; accepted() comes when the user has answered.
class ImportQuestion final : public QDialog {
    Q_OBJECT
public:
    /// `said`: what the user has said already; `error`: why that is not enough.
    ImportQuestion(const QString& path, const ImportOptions& said, const Error& error, QWidget* parent);

    [[nodiscard]] ImportOptions answer() const;

private:
    ImportOptions m_said;
    QLineEdit* m_process;
    QLineEdit* m_column;
    QComboBox* m_unit;
    QComboBox* m_quantity;
};

} // namespace jitterscope::ui
