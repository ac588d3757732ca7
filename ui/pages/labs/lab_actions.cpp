// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_actions.h"

#include "ui/theme/icons.h"

#include <QMenu>

#include <utility>

namespace jitterscope::ui {

LabActions::LabActions(QWidget& page, LabFiles& files, std::function<LabDesk*()> shown)
    : QObject(&page), m_page(page), m_files(files), m_shown(std::move(shown)) {
    makeActions();
    makeKeys();
}

QAction* LabActions::make(const char* name, const QString& text, const char* icon, const QKeySequence& key,
                          const QString& tip) {
    QAction* const action = iconAction(this, name, text, icon, key, tip);
    m_page.addAction(action);
    return action;
}

void LabActions::makeActions() {
    m_open = make("lab_open", tr("&Open lab file"), "open", {},
                  tr("The state of a lab that was handed out (Ctrl+O); or drop it here"));
    connect(m_open, &QAction::triggered, this, &LabActions::openWanted);
    m_play = make("lab_play", {}, "start", {}, {});
    m_play->setProperty("primary", true);
    connect(m_play, &QAction::triggered, this, &LabActions::playWanted);
    m_reset =
        make("lab_reset", tr("R&eset"), "reset", {}, tr("Knobs, guess and answer as they were at first (R)"));
    connect(m_reset, &QAction::triggered, this, [this] { m_shown()->beginAnew(); });
    m_step = make("lab_step", tr("Ste&p"), "step", {}, tr("To the next event of the run"));
    connect(m_step, &QAction::triggered, this, [this] { m_shown()->stepOnce(); });
    m_class = make("lab_class", tr("&Classroom"), "classroom", Qt::Key_F11,
                   tr("Large type without bars, for a projector; Escape leaves"));
    connect(m_class, &QAction::triggered, this, &LabActions::classWanted);
    m_save =
        make("lab_save", tr("&Save lab"), "export", {},
             tr("Knobs, guess and moment as a small file, the picture, a work sheet, or the class's votes"));
    makeSaveMenu();
    refreshIcons();
}

void LabActions::makeSaveMenu() {
    auto* menu = new QMenu(&m_page);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("&Lab file…"), &m_files, &LabFiles::askLab)
        ->setToolTip(tr("To hand out, or to go on elsewhere (Ctrl+S)"));
    menu->addSeparator();
    menu->addAction(tr("Picture as &SVG…"), this, [this] { m_files.askPicture(PictureFile::Svg); })
        ->setToolTip(tr("As it stands now, for a text or a slide"));
    menu->addAction(tr("Picture as &PNG…"), this, [this] { m_files.askPicture(PictureFile::Png); })
        ->setToolTip(tr("The same in pixels"));
    menu->addSeparator();
    const auto addSheet = [this, menu](LabSheet sheet, bool all, const QString& text, const QString& tip) {
        menu->addAction(text, this, [this, sheet, all] { m_files.askSheet(sheet, all); })->setToolTip(tip);
    };
    addSheet(LabSheet::ForStudents, false, tr("&Work sheet as PDF…"),
             tr("For the class: your knobs, the picture, the questions, room to write; no answer"));
    addSheet(LabSheet::ForStudents, true, tr("&All work sheets as PDF…"), tr("The same for each lab"));
    addSheet(LabSheet::Key, false, tr("&Key for the teacher as PDF…"),
             tr("The answers, what usually goes wrong, and what to ask next"));
    addSheet(LabSheet::Key, true, tr("K&eys of all labs as PDF…"), tr("The same for each lab"));
    menu->addSeparator();
    m_lesson = menu->addAction(tr("&Votes of the class…"), &m_files, &LabFiles::askLesson);
    m_lesson->setObjectName(QStringLiteral("lab_lesson"));
    m_lesson->setToolTip(tr("What the room guessed in each lab of this lesson, in one file"));
    m_save->setMenu(menu);
}

void LabActions::refreshIcons() {
    for (QAction* action : {m_open, m_play, m_reset, m_step, m_class, m_save})
        refreshIcon(*action);
}

void LabActions::addKey(const QKeySequence& key, bool onlyInClass, void (LabDesk::*what)()) {
    auto* shortcut = new QShortcut(key, &m_page);
    connect(shortcut, &QShortcut::activated, this, [this, what] { (m_shown()->*what)(); });
    (onlyInClass ? m_classKeys : m_keys).push_back(shortcut);
}

void LabActions::makeKeys() {
    addKey(Qt::Key_N, false, &LabDesk::goOn);
    addKey(Qt::Key_P, false, &LabDesk::goBack);
    addKey(Qt::Key_R, false, &LabDesk::beginAnew);
    for (const auto key : {Qt::Key_PageDown, Qt::Key_Right})
        addKey(key, true, &LabDesk::goOn);
    for (const auto key : {Qt::Key_PageUp, Qt::Key_Left})
        addKey(key, true, &LabDesk::goBack);
    for (const auto key : {Qt::Key_Plus, Qt::Key_Equal}) // on many keyboards = is the key of + without Shift
        addKey(key, true, &LabDesk::turnOn);
    addKey(Qt::Key_Minus, true, &LabDesk::turnBack);
    auto* leave = new QShortcut(Qt::Key_Escape, &m_page);
    connect(leave, &QShortcut::activated, this, &LabActions::leaveClassWanted);
    m_classKeys.push_back(leave);
    m_back = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), &m_page);
    connect(m_back, &QShortcut::activated, this, &LabActions::backWanted);
}

QList<QAction*> LabActions::ofHeader(bool challenge) const {
    const LabDesk* const shown = m_shown();
    if (challenge)
        return {m_open};
    if (shown == nullptr)
        return {m_open, m_class};
    if (shown->work().step() == LabStep::Predict) // its only Run button is beside the guess
        return {m_reset, m_step, m_class, m_save};
    return {m_play, m_reset, m_step, m_class, m_save};
}

void LabActions::refresh(const Now& now) {
    LabDesk* const shown = m_shown();
    for (QShortcut* key : m_keys)
        key->setEnabled(shown != nullptr);
    for (QShortcut* key : m_classKeys)
        key->setEnabled(shown != nullptr && now.classroom);
    m_back->setEnabled(shown != nullptr || now.challenge);
    m_lesson->setEnabled(now.votes);
    m_class->setEnabled(!now.challenge);
    if (shown == nullptr)
        return;
    const bool answered = shown->work().answered();
    const bool playing = shown->stage().playing();
    m_play->setText(playing ? tr("P&ause") : tr("Pl&ay"));
    m_play->setToolTip(playing ? tr("Hold the picture (F5, Space)")
                               : tr("Go on, or from the start (F5, Space)"));
    setIconName(*m_play, playing ? QStringLiteral("pause") : QStringLiteral("start"));
    m_play->setEnabled((shown->work().plays() || shown->canRun()) && !now.busy);
    m_step->setEnabled(shown->canRun() && !now.busy && !(answered && shown->work().atEnd()));
    m_reset->setEnabled(!now.busy);
    refreshIcons();
}

} // namespace jitterscope::ui
