// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace jitterscope::ui {

/// The page Program where other programs cannot be listened to, as on Windows: how another program records
/// the frames of one, and where the recording is read.
class RecordedProgramPage final : public Page {
    Q_OBJECT
public:
    RecordedProgramPage(Session& session, Settings& settings);

    /// The line that records; empty: no program is named.
    [[nodiscard]] QString line() const;
    void remember(Settings& settings) const override;

private:
    void refresh();

    QLineEdit* m_program;
    QComboBox* m_length;
    QLabel* m_line;
    QPushButton* m_copy;
};

} // namespace jitterscope::ui
