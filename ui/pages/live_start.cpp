// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live_start.h"

#include "core/platform/own_system.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/page.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kWidest = 760; // px; longer lines are hard to read

} // namespace

LiveStart::LiveStart(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("live_start"));
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(14, 8, 14, 12);
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(24);
    grid->setColumnStretch(0, 1);
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    const auto add = [&](const QString& question, const QString& answer,
                         std::initializer_list<QPushButton*> ways) {
        const int row = grid->rowCount();
        auto* words = new QVBoxLayout;
        words->setSpacing(4);
        words->addStretch(1);
        auto* title = new QLabel(question);
        title->setFont(large);
        auto* text = new QLabel(answer);
        setMuted(*text);
        for (QLabel* label : {title, text}) {
            label->setWordWrap(true);
            words->addWidget(label);
        }
        words->addStretch(1);
        grid->addLayout(words, row, 0);
        auto* buttons = new QVBoxLayout;
        buttons->setSpacing(8);
        for (QPushButton* way : ways)
            buttons->addWidget(way);
        grid->addLayout(buttons, row, 1, Qt::AlignVCenter);
    };
    const auto toPage = [this](const QString& text, const char* page, const QString& tip) {
        QPushButton* const button = makeButton(text, (QByteArray("start_") + page).constData(), tip);
        connect(button, &QPushButton::clicked, this, [this, page] { emit pageWanted(QLatin1String(page)); });
        return button;
    };
    QPushButton* const measure =
        makeButton(tr("Meas&ure (10 s)"), "start_measure",
                   tr("With the settings on the left. They can be changed meanwhile."));
    measure->setProperty("primary", true);
    connect(measure, &QPushButton::clicked, this, &LiveStart::measureWanted);
    add(tr("How exact is this machine?"),
        tr("A loop of frames runs for ten seconds. You see how late each one begins, and what being on time "
           "costs."),
        {measure});
    add(tr("Your game or program stutters?"),
        tr("The diagnosis finds what makes this machine late, and tries what helps.") + QLatin1Char(' ') +
            (kOwnSystem == SystemFamily::Linux
                 ? tr("Or start your own program from here: its loop is listened to, unchanged.")
                 : tr("Or record the frames of your own program, and read here how uneven they are.")),
        {toPage(tr("D&iagnose"), "diagnosis", tr("Is this machine fit for your loop, and what helps?")),
         toPage(tr("Your pr&ogram"), "program", tr("What makes the frames of your own program long?"))});
    add(tr("Why is a sleep late?"), tr("Ten labs to play with: guess, run, and see why."),
        {toPage(tr("Lear&n why"), "labs", tr("The articles' ideas, to try"))});
    add(tr("Two recordings to compare?"),
        tr("Files of Jitterscope, MangoHud, PresentMon and many others. One sentence says which is better."),
        {toPage(tr("&Compare"), "compare", tr("Is run B better than run A?"))});
    auto* card = new Card(QString());
    card->setContent(content);
    card->setMaximumWidth(forFont(kWidest));
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->addStretch(1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(card, 100);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(2);
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("live_start_scroll"));
    area->setWidget(middle);
    area->setWidgetResizable(true);
    setUpScrolling(*area);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(area);
}

} // namespace jitterscope::ui
