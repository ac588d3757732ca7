// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/program/cures_card.h"

#include "core/attach/attach_report.h"
#include "core/document/documents.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"

#include <QGridLayout>
#include <QPushButton>

namespace jitterscope::ui {
ProgramCuresCard::ProgramCuresCard(QWidget* parent)
    : Card(format::text(curesSection({}).title), parent),
      m_kept(new QWidget),
      m_keptWords(wrappedLabel({}, QStringLiteral("program_kept"))),
      m_line(makeButton(tr("Copy the &line"), "program_keep_line",
                        tr("The command line that holds it as long as the program runs: for a terminal, a "
                           "script, or Steam's launch options"))),
      m_entry(makeButton(tr("Change its &menu entry"), "program_keep_entry",
                         tr("Your desktop's menu then starts it so. The entry is copied into your own "
                            "folder; that of the system stays as it is."))),
      m_back(makeButton(tr("Put its menu entry &back"), "program_keep_back",
                        tr("Your desktop's menu then starts it as before"))) {
    setObjectName(QStringLiteral("program_cures_card"));
    key().setItems({KeyItem{format::text(curesSection({}).key)}});
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(2, 4, 2, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const Cure& cure : curesThere()) {
        auto* box = new QCheckBox(format::text(cure.name));
        box->setObjectName(QStringLiteral("program_cure_") + format::text(cure.id));
        box->setAccessibleName(format::text(cure.name));
        box->setToolTip(format::text(cure.meaning));
        QLabel* const outcome = noteLabel({}, QStringLiteral("program_outcome"));
        outcome->setText(format::text(cure.meaning));
        grid->addWidget(box, row, 0, Qt::AlignTop);
        grid->addWidget(outcome, row, 1);
        m_rows.emplace(cure.id, Row{box, outcome});
        ++row;
    }
    grid->setColumnStretch(1, 1);
    auto* keeping = new QHBoxLayout(m_kept);
    keeping->setContentsMargins(0, 8, 0, 0);
    keeping->setSpacing(8);
    keeping->addWidget(m_keptWords, 1);
    for (QPushButton* button : {m_line, m_entry, m_back})
        keeping->addWidget(button);
    grid->addWidget(m_kept, row, 0, 1, 2);
    connect(m_line, &QPushButton::clicked, this, &ProgramCuresCard::lineWanted);
    connect(m_entry, &QPushButton::clicked, this, [this] { emit entryWanted(true); });
    connect(m_back, &QPushButton::clicked, this, [this] { emit entryWanted(false); });
    showKept({});
    setContent(content);
}

void ProgramCuresCard::showKept(const Kept& kept) {
    m_keptWords->setText(kept.words);
    m_kept->setVisible(!kept.words.isEmpty());
    m_line->setVisible(kept.line);
    m_entry->setVisible(kept.line && kept.entry);
    m_back->setVisible(kept.held);
}

std::vector<std::string> ProgramCuresCard::chosen() const {
    std::vector<std::string> ids;
    for (const Cure& cure : curesThere()) {
        if (m_rows.at(std::string(cure.id)).box->isChecked())
            ids.emplace_back(cure.id);
    }
    return ids;
}

void ProgramCuresCard::setRunning(bool running) {
    for (const auto& [id, row] : m_rows)
        row.box->setEnabled(!running);
}

void ProgramCuresCard::show(const ReportPointer& report, const QString& trying) {
    for (const Cure& cure : curesThere()) {
        QString text = format::text(cure.meaning);
        if (report) {
            for (const CureOutcome& outcome : report->cures) {
                if (outcome.id == cure.id)
                    text = unbroken(cureText(outcome));
            }
        }
        m_rows.at(std::string(cure.id))
            .outcome->setText(!trying.isEmpty() && format::text(cure.name) == trying ? tr("trying it…")
                                                                                     : text);
    }
}

} // namespace jitterscope::ui
