// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attach/attach_report.h"
#include "ui/plot/card.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope::ui {

using ReportPointer = std::shared_ptr<const AttachReport>;

/// Cures to tick before the start, and what became of each.
class ProgramCuresCard final : public Card {
    Q_OBJECT
public:
    explicit ProgramCuresCard(QWidget* parent = nullptr);
    [[nodiscard]] std::vector<std::string> chosen() const;
    /// While the program runs, the choice is fixed.
    void setRunning(bool running);
    /// `trying`: the name of the cure that is being tried; empty: none.
    void show(const ReportPointer& report, const QString& trying);

    /// What can be kept of what was tried.
    struct Kept {
        QString words;      ///< what helped, or what its menu entry holds; empty: neither
        bool line = false;  ///< something helped
        bool entry = false; ///< it has a menu entry that does not hold this
        bool held = false;  ///< its menu entry holds cures
    };
    void showKept(const Kept& kept);

signals:
    /// The user wants the command line that holds what helped.
    void lineWanted();
    /// The user wants the menu entry to hold it, or (false) to be put back.
    void entryWanted(bool held);

private:
    struct Row {
        QCheckBox* box;
        QLabel* outcome;
    };
    std::map<std::string, Row> m_rows;
    QWidget* m_kept;
    QLabel* m_keptWords;
    QPushButton* m_line;
    QPushButton* m_entry;
    QPushButton* m_back;
};

} // namespace jitterscope::ui
