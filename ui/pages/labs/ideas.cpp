// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/ideas.h"

#include "core/document/lab_document.h"
#include "core/lab/lab_support.h"
#include "core/scene/challenge.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_progress.h"
#include "ui/pages/labs/lab_text.h"

#include <QVBoxLayout>

#include <string>

namespace jitterscope::ui {

namespace {

/// The best play of the challenge, simulated again: it gives the same minute.
Section challengeSection(const ChallengePlay& play) {
    constexpr double kWidth = 680; // px of a sheet
    constexpr double kHeight = 400;
    const ChallengeResult result = runChallenge(play.choices, play.seed).value();
    Section section{"The challenge", {}, false, true};
    section.blocks.emplace_back(Paragraph{result.headline(), Paragraph::Role::Lead});
    section.blocks.emplace_back(Paragraph{std::string(challengeText())});
    std::string chosen = "Chosen on machine " + std::to_string(play.seed) + ", " +
                         std::string(challengeMachine(play.seed).name) + ": ";
    for (std::size_t i = 0; i < challengeKnobs().size(); ++i)
        chosen += (i > 0 ? " · " : "") + settingInWords(challengeKnobs()[i], play.choices[i]);
    section.blocks.emplace_back(Paragraph{chosen + ".", Paragraph::Role::Note});
    section.blocks.emplace_back(
        PictureBlock{scene::challengePicture(result, true, kWidth, kHeight, scene::Letters{}), {}});
    return section;
}

} // namespace

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
    Document document{"What you now know", {std::move(section)}};
    if (const auto best = progress.challenge())
        document.sections.push_back(challengeSection(*best));
    keepUnits(document);
    return document;
}

IdeasDialog::IdeasDialog(const LabProgress& progress, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What you now know"));
    setObjectName(QStringLiteral("labs_ideas"));
    auto* content = new QWidget;
    auto* list = columnIn(content, {20, 16, 20, 16}, 3);
    for (const LabEntry& entry : labCatalog()) {
        const bool known = progress.done(entry.id);
        const QString mark = known                        ? QStringLiteral("✓ ")
                             : progress.guessed(entry.id) ? QStringLiteral("◐ ")
                                                          : QStringLiteral("○ ");
        list->addWidget(labLabel(mark + format::text(entry.name), LabText::Lead, "labs_idea_name"));
        QLabel* idea = labLabel(format::text(entry.idea), LabText::Body, "labs_idea");
        idea->setContentsMargins(18, 0, 0, 8);
        list->addWidget(idea);
    }
    list->addWidget(labLabel(tr("The challenge"), LabText::Lead));
    const auto best = progress.challenge();
    QLabel* score = labLabel(best ? format::text(runChallenge(best->choices, best->seed).value().headline())
                                  : tr("Not played yet."),
                             LabText::Body, "labs_score");
    score->setContentsMargins(18, 0, 0, 8);
    list->addWidget(score);
    list->addStretch(1);
    QPushButton* print = labButton(tr("&Save as PDF"), "labs_ideas_pdf", tr("A page to print"), this,
                                   &IdeasDialog::printWanted);
    QPushButton* close =
        labButton(tr("&Close"), "labs_ideas_close", tr("Back to the labs (Escape)"), this, &QDialog::close);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(20, 0, 20, 14);
    foot->addWidget(
        labLabel(tr("✓: done. ◐: guessed; its question is not answered right yet. ○: still to be guessed."),
                 LabText::Note),
        1);
    foot->addWidget(print);
    foot->addWidget(close);
    auto* all = columnIn(this, {});
    all->addWidget(scrolling(content), 1);
    all->addLayout(foot);
    resize(640, 620);
}

} // namespace jitterscope::ui
