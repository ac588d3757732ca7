// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/challenge_desk.h"

#include "core/document/lab_document.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/pages/page.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kChoicesWidth = 268; // px
constexpr int kMissedHeight = 112;

} // namespace

ChallengeDesk::ChallengeDesk(QWidget* parent)
    : QWidget(parent), m_asked(runChallenge(m_play.choices, m_play.seed).value()) {
    setObjectName(QStringLiteral("labs_challenge"));
    auto* all = rowIn(this, {}, 0);
    all->addWidget(makeLeft());
    all->addWidget(makeRight(), 1);
    refresh();
}

QWidget* ChallengeDesk::makeLeft() {
    auto* left = new QWidget;
    left->setFixedWidth(forFont(kChoicesWidth));
    left->setAutoFillBackground(true);
    left->setBackgroundRole(QPalette::Base);
    auto* column = columnIn(left, {0, 10, 0, 12}, 8);
    QPushButton* back = labButton(tr("‹ All labs"), "challenge_back", tr("Back to the gallery (Alt+Left)"),
                                  this, &ChallengeDesk::backWanted);
    QPushButton* ideas =
        labButton(tr("What you know ›"), "challenge_ideas",
                  tr("The ideas of the labs and your score, to print"), this, &ChallengeDesk::ideasWanted);
    auto* top = new FlowLayout(8); // large letters have two lines
    top->setContentsMargins(16, 0, 14, 0);
    top->addWidget(back);
    top->addWidget(ideas);
    column->addLayout(top);
    auto* content = new QWidget;
    auto* inside = columnIn(content, {16, 0, 14, 0});
    m_begins =
        labLabel(tr("It begins with your choices from the labs; where you made none, with what the labs "
                    "advise. That is right for one of the five machines."),
                 LabText::Note, "challenge_begins");
    m_begins->hide();
    inside->addWidget(m_begins);
    m_form = new ParameterForm;
    m_form->setSliders([](const ParameterInfo&) { return std::vector<SliderMark>(); });
    m_form->setParameters(challengeKnobs(), QStringLiteral("challenge"));
    connect(m_form, &ParameterForm::edited, this, [this](const ParameterValues& choices) {
        m_play.choices = choices;
        m_result.reset();
        refresh();
    });
    inside->addWidget(m_form);
    inside->addStretch(1);
    QScrollArea* scroll = scrolling(content);
    scroll->setObjectName(QStringLiteral("challenge_scroll"));
    column->addWidget(scroll, 1);
    return left;
}

QWidget* ChallengeDesk::makeRight() {
    auto* right = new QWidget;
    auto* column = columnIn(right, {kPageGap, 12, kPageGap, kPageGap}, 8);
    auto* head = new FlowLayout(10);
    QLabel* badge = labLabel(format::text(kVirtualTime), LabText::Lead, "challenge_badge");
    badge->setWordWrap(false);
    setTextColour(*badge, tokens().second);
    m_machine = labLabel({}, LabText::Note, "challenge_machine");
    head->addWidget(badge);
    head->addExpanding(m_machine, forFont(140));
    QPushButton* other = labButton(tr("Another &machine"), "challenge_another",
                                   tr("The next of the five kinds; what is right here may be wrong there"),
                                   this, &ChallengeDesk::another);
    head->addWidget(other);
    m_run =
        labButton(tr("Play the m&inute"), "challenge_run", tr("Simulates the minute with your choices (F5)"));
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this, &ChallengeDesk::run);
    head->addWidget(m_run);
    column->addLayout(head);
    m_minute = new ChallengeMinute;
    column->addWidget(m_minute, 1);
    m_score = labLabel({}, LabText::Lead, "challenge_score");
    column->addWidget(m_score);
    auto* missed = new QWidget;
    m_missed = columnIn(missed, {}, 2);
    QScrollArea* const area = scrolling(missed);
    area->setObjectName(QStringLiteral("challenge_missed_scroll"));
    area->setFixedHeight(kMissedHeight);
    auto* const card = new Card({});
    card->setContent(area);
    m_missedCard = card;
    column->addWidget(card);
    return right;
}

void ChallengeDesk::setPlay(const ChallengePlay& play, bool ofLabs) {
    m_play = play;
    m_begins->setVisible(ofLabs);
    askAnew();
}

void ChallengeDesk::setMet(const QStringList& machines) {
    if (machines == m_met)
        return;
    m_met = machines;
    refresh();
}

/// Each machine has goals of its own.
void ChallengeDesk::askAnew() {
    m_result.reset();
    m_asked = runChallenge(ParameterValues(challengeKnobs()), m_play.seed).value();
    refresh();
}

bool ChallengeDesk::run() {
    if (!m_form->commit())
        return false;
    m_result = runChallenge(m_play.choices, m_play.seed).value(); // the form has checked them
    refresh();
    emit played();
    return true;
}

void ChallengeDesk::another() {
    ++m_play.seed;
    askAnew();
}

void ChallengeDesk::refresh() {
    m_form->setValues(m_play.choices);
    setLabWords(*m_machine, format::text(challengeOrigin(m_play.seed).note));
    const bool played = m_result.has_value();
    const ChallengeResult shown = m_result.value_or(m_asked);
    m_minute->show(shown, played);
    const Section missed = played ? missedSection(shown) : Section{};
    const QString machines =
        tr("Machines with all goals met: %1 of %2.").arg(m_met.size()).arg(kChallengeMachines);
    setLabWords(*m_score,
                !played
                    ? tr("Choose, then play the minute.") + QLatin1Char(' ') + machines
                    : format::text(shown.headline()) + QLatin1Char(' ') +
                          (missed.blocks.empty() ? machines : format::text(missed.title) + QLatin1Char(':')));
    tellMissed(missed);
}

/// Shows its rows, each with a button to the lab that teaches it.
void ChallengeDesk::tellMissed(const Section& missed) {
    while (QLayoutItem* item = m_missed->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    m_missedCard->setVisible(!missed.blocks.empty());
    if (missed.blocks.empty())
        return;
    for (const Row& each : std::get<RowList>(missed.blocks.front()).rows) {
        auto* line = new QWidget;
        auto* row = rowIn(line, {});
        row->addWidget(
            labLabel(QStringLiteral("✗ ") + format::text(each.title), LabText::Body, "challenge_told"), 1);
        const QString id = format::exact(each.action->id).section(QLatin1Char(':'), 1);
        QPushButton* to = labButton(format::text(each.action->words) + QStringLiteral(" ›"), "challenge_lab",
                                    format::text(each.action->help));
        connect(to, &QPushButton::clicked, this, [this, id] { emit labWanted(id); });
        row->addWidget(to);
        m_missed->addWidget(line);
    }
    m_missed->addStretch(1);
}

void ChallengeDesk::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    if (auto* badge = findChild<QLabel*>(QStringLiteral("challenge_badge")))
        setTextColour(*badge, tokens().second);
}

} // namespace jitterscope::ui
