// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/ideas.h"

#include "core/lab/lab.h"
#include "ui/format/plan_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_progress.h"
#include "ui/pages/labs/lab_text.h"

#include <QVBoxLayout>

#include <string>

namespace jitterscope::ui {

Document ideasSheet(const LabProgress& progress) {
    Section section{"What you now know", {}, false};
    for (const LabEntry& entry : labCatalog()) {
        const bool known = progress.done(entry.id);
        section.blocks.emplace_back(
            Paragraph{(known ? "✓ " : "") + std::string(entry.name), Paragraph::Role::Lead});
        section.blocks.emplace_back(Paragraph{std::string(entry.idea)});
        if (!known)
            section.blocks.emplace_back(Paragraph{"This lab is not done yet.", Paragraph::Role::Note});
    }
    return {"What you now know", {std::move(section)}};
}

IdeasDialog::IdeasDialog(const LabProgress& progress, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What you now know"));
    setObjectName(QStringLiteral("labs_ideas"));
    auto* content = new QWidget;
    auto* list = new QVBoxLayout(content);
    list->setContentsMargins(20, 16, 20, 16);
    list->setSpacing(3);
    for (const LabEntry& entry : labCatalog()) {
        const bool known = progress.done(entry.id);
        list->addWidget(labLabel(
            (known ? QStringLiteral("✓ ") : QStringLiteral("○ ")) + format::text(entry.name), LabText::Lead));
        QLabel* idea = labLabel(format::text(entry.idea), LabText::Body, "labs_idea");
        idea->setContentsMargins(18, 0, 0, 8);
        list->addWidget(idea);
    }
    list->addStretch(1);
    QPushButton* print = labButton(tr("&Save as PDF"), "labs_ideas_pdf", tr("A page to print"));
    connect(print, &QPushButton::clicked, this, &IdeasDialog::printWanted);
    QPushButton* close = labButton(tr("&Close"), "labs_ideas_close", tr("Back to the labs (Escape)"));
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(20, 0, 20, 14);
    foot->addWidget(labLabel(tr("✓: done. ○: still to be guessed."), LabText::Note), 1);
    foot->addWidget(print);
    foot->addWidget(close);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolling(content), 1);
    all->addLayout(foot);
    resize(640, 620);
}

} // namespace jitterscope::ui
