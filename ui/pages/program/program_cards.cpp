// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/program/program_cards.h"

#include "core/attach/attach_words.h"
#include "core/base/said.h"
#include "core/document/attach_pictures.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/forms/labels.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QPushButton>

namespace jitterscope::ui {
ProgramVerdictCard::ProgramVerdictCard(QWidget* parent)
    : Card(tr("Verdict"), parent),
      m_sentence(wrappedLabel({}, QStringLiteral("program_verdict"))),
      m_loop(wrappedLabel({}, QStringLiteral("program_loop"))),
      m_advice(wrappedLabel({}, QStringLiteral("program_advice"))),
      m_badge(noteLabel({}, QStringLiteral("program_badge"))) {
    setObjectName(QStringLiteral("program_verdict_card"));
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_sentence->setFont(large);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(2, 4, 2, 6);
    column->setSpacing(6);
    for (QLabel* label : {m_sentence, m_loop, m_advice, m_badge})
        column->addWidget(label);
    setContent(content);
}

void ProgramVerdictCard::show(const ReportPointer& report, const QString& state) {
    const bool any = report != nullptr;
    const bool tried = any && !report->cures.empty();
    m_sentence->setText(any ? unbroken(attachVerdict(*report)) : state);
    m_loop->setText(any ? unbroken(loopText(*report)) : QString());
    QStringList advice;
    if (any) {
        for (const std::string& words : {loopAdvice(*report), meanwhileText(*report)}) {
            if (!words.empty())
                advice << unbroken(words);
        }
    }
    m_advice->setText(advice.join(QLatin1Char('\n')));
    m_badge->setText(!any ? tr("Nothing in it is changed. What is found names the program, and nothing else "
                               "of you or this machine.")
                     : !state.isEmpty() ? tr("MEASURED IN YOUR PROGRAM, so far · %1").arg(state)
                     : tried            ? tr("MEASURED IN YOUR PROGRAM · what was tried is put back")
                                        : tr("MEASURED IN YOUR PROGRAM · nothing in it was changed"));
    m_loop->setVisible(!m_loop->text().isEmpty());
    m_advice->setVisible(!m_advice->text().isEmpty());
}

ProgramLoopCard::ProgramLoopCard(QWidget* parent)
    : Card(tr("How its loop works"), parent), m_frame(new PictureView({480, 92}, {240, 92})) {
    setObjectName(QStringLiteral("program_loop_card"));
    m_frame->setObjectName(QStringLiteral("program_frame"));
    m_frame->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_frame->setToolTip(tr("The mean frame: where its time goes"));
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(2, 4, 2, 4);
    m_column->setSpacing(8);
    m_column->addWidget(m_frame);
    m_column->addStretch(1);
    setContent(content);
}

void ProgramLoopCard::show(const ReportPointer& report, bool whole) {
    m_frame->show([report](QSizeF size) {
        return report && report->loop ? loopFramePicture(*report->loop, size.width(), size.height())
                                      : Picture();
    });
    m_frame->setVisible(report && report->loop);
    if (m_rows != nullptr) {
        m_rows->hide();
        m_rows->setParent(nullptr);
        m_rows->deleteLater();
        m_rows = nullptr;
    }
    if (!report)
        return;
    m_rows = new QWidget;
    auto* grid = new QGridLayout(m_rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(0, 1);
    int row = 0;
    for (std::size_t i = 0; i < report->candidates.size() && row < 6; ++i, ++row) {
        const bool chosen = report->loop && i == report->chosen;
        QLabel* const text = chosen ? wrappedLabel({}, QStringLiteral("program_candidate"))
                                    : noteLabel({}, QStringLiteral("program_candidate"));
        text->setText(unbroken(candidateText(*report, report->candidates[i])));
        grid->addWidget(text, row, 0);
        if (chosen) {
            auto* mark = noteLabel({}, QStringLiteral("program_chosen"));
            mark->setText(tr("this loop"));
            mark->setWordWrap(false);
            grid->addWidget(mark, row, 1, Qt::AlignRight);
            continue;
        }
        auto* use = new QPushButton(tr("Use this loop"));
        use->setProperty("chip", true);
        use->setObjectName(QStringLiteral("program_use_%1").arg(i));
        use->setAccessibleName(tr("Use this loop: %1").arg(text->text()));
        use->setEnabled(whole);
        use->setToolTip(whole ? tr("Everything on this page is then of that loop")
                              : tr("Another loop can be chosen when all of it has been heard"));
        connect(use, &QPushButton::clicked, this, [this, i] { emit loopWanted(i); });
        grid->addWidget(use, row, 1, Qt::AlignRight);
    }
    for (std::size_t i = 0; i < report->stretches.size(); ++i, ++row) {
        const LoopStretch& stretch = report->stretches[i];
        QLabel* const text = noteLabel({}, QStringLiteral("program_stretch"));
        text->setText(tr("Part %1: %2 frames a second are meant, for %3")
                          .arg(i + 1)
                          .arg(format::number(stretch.meantHz, 1),
                               format::text(said::shortDuration(static_cast<double>(stretch.length())))));
        grid->addWidget(text, row, 0);
        auto* use = new QPushButton(tr("Use this part"));
        use->setProperty("chip", true);
        use->setObjectName(QStringLiteral("program_part_%1").arg(i));
        use->setAccessibleName(tr("Use this part: %1").arg(text->text()));
        use->setEnabled(whole && i != report->stretch);
        use->setToolTip(i == report->stretch ? tr("Everything on this page is of this part")
                                             : tr("Everything on this page is then of that part"));
        connect(use, &QPushButton::clicked, this, [this, i] { emit stretchWanted(i); });
        grid->addWidget(use, row, 1, Qt::AlignRight);
    }
    m_column->insertWidget(1, m_rows);
    m_rows->show(); // at once: callers may look at it before the layout shows it
}

ProgramCuresCard::ProgramCuresCard(QWidget* parent)
    : Card(tr("Cures, tried in your running program"), parent),
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
    key().setItems({keyText(tr("with and without in turn · 95 % intervals · everything is put back"))});
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(2, 4, 2, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const CureEntry& cure : cureCatalog()) {
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
    for (const CureEntry& cure : cureCatalog()) {
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
    for (const CureEntry& cure : cureCatalog()) {
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
