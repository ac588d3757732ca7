// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attach/attach_report.h"
#include "ui/plot/card.h"
#include "ui/plot/picture_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope::ui {

// The cards of the program page. Each shows a part of what was found.

using ReportPointer = std::shared_ptr<const AttachReport>;

/// The conclusion in one or two sentences, what the loop is, and what to change in it.
class ProgramVerdictCard final : public Card {
    Q_OBJECT
public:
    explicit ProgramVerdictCard(QWidget* parent = nullptr);
    /// `state`: what is being done, or what is said if `report` is null. Empty: `report` is complete.
    void show(const ReportPointer& report, const QString& state);

private:
    QLabel* m_sentence;
    QLabel* m_loop;
    QLabel* m_advice;
    QLabel* m_badge;
};

/// The mean frame as a bar, and the loops that were found. Each can be chosen.
class ProgramLoopCard final : public Card {
    Q_OBJECT
public:
    explicit ProgramLoopCard(QWidget* parent = nullptr);
    /// `whole`: nothing more will be heard, so another loop can be chosen.
    void show(const ReportPointer& report, bool whole);

signals:
    /// The user chooses this candidate: an index into AttachReport::candidates.
    void loopWanted(std::size_t candidate);
    /// The user chooses this part of the loop: an index into AttachReport::stretches.
    void stretchWanted(std::size_t stretch);

private:
    PictureView* m_frame;
    QVBoxLayout* m_column;
    QWidget* m_rows = nullptr;
};

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
