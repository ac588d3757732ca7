// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/challenge_minute.h"

#include "core/scene/challenge.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/plot/card.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kGoals = -2; // of the group; moments are counted from 0, and -1 would choose a number

scene::Letters letters() {
    scene::Letters type;
    type.note = 12; // px, as PictureView supposes
    type.title = 14;
    type.line = 15;
    return type;
}

} // namespace

ChallengeMinute::ChallengeMinute(QWidget* parent)
    : QWidget(parent),
      m_choices(new QWidget),
      m_group(new QButtonGroup(this)),
      m_picture(new PictureView({760, 420}, {460, 330})),
      m_time(*m_picture) {
    auto* column = columnIn(this, {}, 6);
    m_choices->setLayout(new FlowLayout(6));
    column->addWidget(m_choices);
    m_picture->setObjectName(QStringLiteral("challenge_picture"));
    auto* card = new Card({});
    card->setContent(m_picture);
    column->addWidget(card, 1);
    connect(m_group, &QButtonGroup::idClicked, this, &ChallengeMinute::choose);
    connect(&m_time, &SeenClock::ticked, this, [this](double passed) {
        m_clock = std::fmod(m_clock + passed * m_game->pace, m_game->duration());
        paint(false);
    });
}

void ChallengeMinute::show(const ChallengeResult& result, bool played) {
    m_result = result;
    m_played = played;
    fillChoices();
    choose(kGoals);
}

void ChallengeMinute::fillChoices() {
    qDeleteAll(m_group->buttons());
    const auto add = [this](const QString& text, const QString& name, const QString& says, int id) {
        QPushButton* const button = labButton(text, "", says);
        button->setObjectName(name);
        button->setCheckable(true);
        m_group->addButton(button, id);
        m_choices->layout()->addWidget(button);
    };
    m_choices->setVisible(m_played);
    if (!m_played)
        return;
    add(tr("&Goals"), QStringLiteral("challenge_goals"), tr("What came out"), kGoals);
    for (int i = 0; i < static_cast<int>(m_result.moments.size()); ++i) {
        const ChallengeMoment& moment = m_result.moments[static_cast<std::size_t>(i)];
        add(QStringLiteral("▶ ") + format::text(moment.name),
            QStringLiteral("challenge_moment_") + format::text(moment.id),
            tr("Your game then: %1").arg(format::text(moment.says)), i);
    }
}

void ChallengeMinute::setCalm(bool calm) {
    m_calm = calm;
    choose(m_group->checkedId() < 0 ? kGoals : m_group->checkedId());
}

void ChallengeMinute::choose(int moment) {
    constexpr double kSeen = 0.6; // of its duration
    if (QAbstractButton* const button = m_group->button(moment))
        button->setChecked(true);
    m_game.reset();
    if (moment >= 0)
        m_game = scene::gameAt(m_result, m_result.moments[static_cast<std::size_t>(moment)]);
    m_clock = m_game && m_calm ? kSeen * m_game->duration() : 0;
    m_time.run(m_game && !m_calm);
    paint(true);
}

void ChallengeMinute::paint(bool first) {
    const auto make = [this](QSizeF room) {
        if (!m_game)
            return scene::challengePicture(m_result, m_played, room.width(), room.height(), letters());
        scene::View view{.width = room.width(), .height = room.height(), .now = m_clock, .calm = m_calm};
        view.letters = letters();
        return scene::gamePicture("The challenge", *m_game, view).picture;
    };
    if (first)
        m_picture->show(make);
    else
        m_picture->follow(make);
}

} // namespace jitterscope::ui
