// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/teaching_card.h"

#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace jitterscope::ui {

TeachingCard::TeachingCard(QWidget* parent)
    : QWidget(parent),
      m_forget(labButton(tr("Forget progress"), "labs_forget",
                         tr("Which labs are done, and what was guessed and set in them"))) {
    setObjectName(QStringLiteral("labs_teaching"));
    auto* row = rowIn(this, {20, 14, 20, 14}, 20);
    const auto add = [row](const QString& title, const QString& words,
                           std::initializer_list<QPushButton*> buttons) {
        auto* column = new QVBoxLayout;
        column->setSpacing(6);
        column->addWidget(labLabel(title, LabText::Lead));
        column->addWidget(labLabel(words, LabText::Body));
        column->addSpacing(4);
        for (QPushButton* button : buttons)
            column->addWidget(button, 0, Qt::AlignLeft);
        column->addStretch(1);
        row->addLayout(column, 1);
    };
    QPushButton* show = labButton(tr("Classroom, lab 1"), "labs_classroom",
                                  tr("The first lab in large type, without bars (F11)"), this,
                                  &TeachingCard::classroomWanted);
    add(tr("In front of a class"),
        tr("F11 shows a lab in large type without bars. N and P, or a presenter's clicker, step through it; "
           "R resets, Escape leaves."),
        {show});
    QPushButton* sheets =
        labButton(tr("Work sheets as PDF"), "labs_sheets",
                  tr("Two pages for each lab: settings, picture, questions, room to write"));
    connect(sheets, &QPushButton::clicked, this, [this] { emit sheetsWanted(LabSheet::ForStudents); });
    QPushButton* key = labButton(tr("Key for the teacher"), "labs_key",
                                 tr("The answers, what usually goes wrong, and what to ask next, as PDF"));
    connect(key, &QPushButton::clicked, this, [this] { emit sheetsWanted(LabSheet::Key); });
    connect(m_forget, &QPushButton::clicked, this, &TeachingCard::forgetWanted);
    add(tr("For each student"),
        tr("Save a lab with your knobs and hand the small file out. The work sheet has the questions, and "
           "room for their own numbers."),
        {sheets, key, m_forget});
    QPushButton* challenge =
        labButton(tr("The challenge"), "labs_to_challenge",
                  tr("A game on a machine that stutters: a choice for each idea, and a score"), this,
                  &TeachingCard::challengeWanted);
    QPushButton* ideas =
        labButton(tr("What you now know"), "labs_know", tr("The ideas of the labs on a page, to print"), this,
                  &TeachingCard::ideasWanted);
    add(tr("After the last lab"),
        tr("A challenge that needs all ten ideas, and a page that says what you now know."),
        {challenge, ideas});
}

/// A dashed edge shows that this is no lab.
void TeachingCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().border, 1, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kCardRadius, kCardRadius);
}

} // namespace jitterscope::ui
