// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/labs_page.h"

#include "core/base/catalog.h"
#include "core/document/lab_document.h"
#include "ui/format/outside_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/forms/form_parts.h"
#include "ui/forms/front_stack.h"
#include "ui/pages/labs/ideas.h"
#include "ui/session/recent_files.h"
#include "ui/session/session.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHideEvent>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace jitterscope::ui {
namespace {

QString minutesText(std::span<const LabEntry> labs) {
    int minutes = 0;
    for (const LabEntry& entry : labs)
        minutes += entry.minutes;
    return LabsPage::tr(
               "One idea each: play, predict, run, explain. %1 labs, about %2 minutes in all. Nothing is "
               "measured before you press Run.")
        .arg(labs.size())
        .arg(minutes);
}

} // namespace

LabsPage::LabsPage(Session& session, Settings& settings, std::span<const LabEntry> labs)
    : m_session(session),
      m_settings(settings),
      m_labs(labs),
      m_progress(settings),
      m_runner(new LabRunner(this)),
      m_stack(new FrontStack),
      m_gallery(new Gallery(tr("Labs"), minutesText(labs), QStringLiteral("labs_gallery"))),
      m_files(new LabFiles(
          settings, m_progress, [this] { return current(); }, [this] { return allSettings(); }, m_lesson,
          this)) {
    setObjectName(QStringLiteral("labs_page"));
    auto* all = columnIn(this, {});
    all->addWidget(m_stack);
    followActions();
    fillGallery();
    m_stack->addWidget(m_gallery);
    follow();
    refreshGallery();
    refreshActions();
}

const LabEntry* LabsPage::entryAt(std::ptrdiff_t place) const {
    return place >= 0 && place < std::ssize(m_labs) ? &m_labs[static_cast<std::size_t>(place)] : nullptr;
}

void LabsPage::fillGallery() {
    using Badge = GalleryItem::Badge;
    for (const LabEntry& entry : m_labs) {
        const scene::Entry* const picture = findEntry(scene::sceneCatalog(), entry.id);
        m_gallery->add({.id = std::string(entry.id),
                        .name = format::text(entry.name),
                        .asks = unbroken(entry.question),
                        .predicts = unbroken(tr("First you guess: %1").arg(format::text(entry.predict.asks))),
                        .tooltip = format::text(entry.question) + QLatin1Char('\n') +
                                   tr("Source: %1").arg(format::text(entry.article)),
                        .foot = tr("%1 min").arg(entry.minutes),
                        .badges = entry.measure != nullptr ? std::vector{Badge::Simulated, Badge::Here}
                                                           : std::vector{Badge::Simulated},
                        .sketch = picture == nullptr ? GalleryItem::Sketch()
                                                     : [picture](QPainter& painter, const QRectF& area) {
                                                           paintSketch(*picture, painter, area);
                                                       }});
    }
    m_gallery->setLast(makeLast());
}

/// Makes the card after the last lab: what a teacher needs, and what comes next.
QWidget* LabsPage::makeLast() {
    m_last = new TeachingCard;
    connect(m_last, &TeachingCard::classroomWanted, this, [this] { setClassroom(true); });
    connect(m_last, &TeachingCard::sheetsWanted, this,
            [this](LabSheet sheet) { m_files->askSheet(sheet, true); });
    connect(m_last, &TeachingCard::forgetWanted, this, &LabsPage::forgetProgress);
    connect(m_last, &TeachingCard::challengeWanted, this, &LabsPage::openChallenge);
    connect(m_last, &TeachingCard::ideasWanted, this, &LabsPage::showIdeas);
    return m_last;
}

/// It can be had again as long as the message is there.
void LabsPage::forgetProgress() {
    const QJsonObject before = m_progress.all();
    const Lesson lesson = m_lesson;
    for (const auto& [id, each] : m_desks)
        each->reset();
    m_progress.forget();
    m_lesson.clear();
    refreshGallery();
    emit offered(tr("The progress of all labs is forgotten."), tr("Undo"), [this, before, lesson] {
        m_progress.restore(before);
        m_lesson = lesson;
        for (const auto& [id, each] : m_desks) {
            if (const auto left = m_progress.state(id); left && each->work().fresh())
                each->work().setState(*left);
        }
        refreshGallery();
    });
}

void LabsPage::openChallenge() {
    setClassroom(false);
    if (m_challenge == nullptr) {
        m_challenge = new ChallengeDesk;
        // Before the first lab it begins with what one writes without them.
        const bool begun = m_progress.gameChosen() || !m_progress.summary().isEmpty();
        if (const auto best = m_progress.challenge(); best && !m_progress.gameChosen())
            m_challenge->setPlay(*best);
        else if (begun)
            m_challenge->setPlay({m_progress.game(), best ? best->seed : 1}, true);
        m_challenge->setMet(m_progress.machinesMet());
        m_challenge->setCalm(m_settings.flag(Setting::ReduceMotion));
        connect(m_challenge, &ChallengeDesk::backWanted, this, &LabsPage::back);
        connect(m_challenge, &ChallengeDesk::ideasWanted, this, &LabsPage::showIdeas);
        connect(m_challenge, &ChallengeDesk::labWanted, this, &LabsPage::showPart);
        connect(m_challenge, &ChallengeDesk::played, this, [this] {
            m_progress.keep(m_challenge->play(), *m_challenge->result());
            keepGame(m_challenge->play().choices);
            m_challenge->setMet(m_progress.machinesMet());
        });
        m_stack->addWidget(m_challenge);
    }
    m_stack->setCurrentWidget(m_challenge);
}

void LabsPage::followActions() {
    m_actions = new LabActions(*this, *m_files, [this] { return current(); });
    connect(m_actions, &LabActions::openWanted, this, &LabsPage::askOpen);
    connect(m_actions, &LabActions::playWanted, this, &LabsPage::start);
    connect(m_actions, &LabActions::classWanted, this, [this] { setClassroom(!m_classroom); });
    connect(m_actions, &LabActions::leaveClassWanted, this, [this] { setClassroom(false); });
    connect(m_actions, &LabActions::backWanted, this, &LabsPage::back);
}

void LabsPage::showIdeas() {
    auto* ideas = new IdeasDialog(m_progress, this);
    connect(ideas, &IdeasDialog::printWanted, m_files, &LabFiles::askIdeas);
    ideas->show();
}

void LabsPage::follow() {
    connect(m_files, &LabFiles::noticed, this, &Page::noticed);
    connect(m_files, &LabFiles::failed, this, &Page::failed);
    connect(m_gallery, &Gallery::chosen, this, &LabsPage::openLab);
    connect(m_stack, &QStackedWidget::currentChanged, this, [this] {
        refreshActions();
        emit headChanged();
    });
    const auto refresh = [this] {
        refreshMeasuring();
        emit measuringChanged();
    };
    connect(m_runner, &LabRunner::started, this, refresh);
    connect(m_runner, &LabRunner::progressed, this, &LabsPage::refreshMeasuring);
    connect(m_runner, &LabRunner::measured, this,
            [this, refresh](const std::string& id, const std::shared_ptr<const LabResult>& result) {
                LabDesk* const of = desk(id);
                refresh();
                of->work().setMeasured(result);
                of->stage().play();
                if (!of->isVisible())
                    emit noticed(tr("“%1” has been measured.").arg(format::text(of->work().entry().name)));
            });
    connect(m_runner, &LabRunner::cancelled, this, [this, refresh] {
        refresh();
        emit noticed(tr("Cancelled; nothing of it is kept."));
    });
    connect(m_runner, &LabRunner::failed, this, [this, refresh](const QString& message) {
        refresh();
        emit failed(message);
    });
    connect(&m_session, &Session::started, this, &LabsPage::refreshMeasuring);
    connect(&m_session, &Session::cleared, this, [this] { m_next = nullptr; });
    connect(&m_session, &Session::finished, this, [this] {
        refreshMeasuring();
        if (const LabDesk* next = std::exchange(m_next, nullptr); next != nullptr && next == current())
            measure(false);
    });
}

LabDesk* LabsPage::desk(const std::string& id) {
    if (const auto found = m_desks.find(id); found != m_desks.end())
        return found->second;
    const LabEntry* const entry = findEntry(m_labs, id);
    if (entry == nullptr)
        return nullptr;
    const LabEntry* const next = entryAt(placeOf(*entry) + 1);
    auto* made = new LabDesk(*entry, next != nullptr ? format::text(next->name) : tr("the challenge"));
    if (const auto left = m_progress.state(id))
        made->work().setState(*left);
    made->setCalm(m_settings.flag(Setting::ReduceMotion));
    made->setWhole(m_settings.flag(Setting::LabsWhole));
    made->setGame(m_progress.game());
    connect(made, &LabDesk::wholeChosen, this, [this](bool whole) {
        m_settings.set(Setting::LabsWhole, whole);
        for (const auto& [name, each] : m_desks)
            each->setWhole(whole);
    });
    connect(made, &LabDesk::gameChosen, this, &LabsPage::keepGame);
    connect(made, &LabDesk::backWanted, this, &LabsPage::back);
    connect(made, &LabDesk::nextLabWanted, this, [this, made] { openNeighbour(*made, 1); });
    connect(made, &LabDesk::previousLabWanted, this, [this, made] { openNeighbour(*made, -1); });
    connect(made, &LabDesk::measureWanted, this, &LabsPage::measure);
    connect(made, &LabDesk::cancelWanted, m_runner, &JobRunner::cancel);
    connect(made, &LabDesk::noticed, this, &Page::noticed);
    connect(made, &LabDesk::begunAnew, this, [this, made](const LabState& before) {
        emit offered(tr("%1 begins anew.").arg(format::text(made->work().entry().name)), tr("Undo"),
                     [made, before] { made->work().setState(before); });
        made->focusFirst(); // not the offer: the next key goes on with the lab
    });
    connect(made, &LabDesk::stateChanged, this, &LabsPage::refreshActions);
    connect(made, &LabDesk::readoutsChanged, this, &Page::readoutsChanged);
    connect(&made->work(), &LabWork::changed, this, [this, made] { keep(*made); });
    connect(made, &LabDesk::calmChosen, this, [this](bool calm) {
        m_settings.set(Setting::ReduceMotion, calm);
        for (const auto& [name, each] : m_desks)
            each->setCalm(calm);
        if (m_challenge != nullptr)
            m_challenge->setCalm(calm);
    });
    m_stack->addWidget(made);
    m_desks[id] = made;
    return made;
}

LabDesk* LabsPage::current() const {
    return qobject_cast<LabDesk*>(m_stack->currentWidget());
}

QString LabsPage::reportText() const {
    if (!hasReport())
        return {};
    const LabWork& work = current()->work();
    const LabState& state = work.state();
    return format::text(markdown(labDocument({.entry = work.entry(),
                                              .knobs = state.knobs,
                                              .result = work.result(),
                                              .guess = work.guessIsOld() ? std::nullopt : state.guess,
                                              .choice = state.choice})));
}

void LabsPage::openLab(const std::string& id) {
    LabDesk* const opened = desk(id);
    if (opened == nullptr)
        return;
    if (LabDesk* left = current(); left != nullptr && left != opened) {
        if (!left->work().plays()) // the game goes on where one comes back
            left->stage().pause();
        keep(*left);
    }
    m_stack->setCurrentWidget(opened);
    opened->setClassroom(m_classroom);
    refreshMeasuring();
    opened->focusFirst();
}

void LabsPage::showPart(const QString& lab) {
    if (!lab.isEmpty())
        openLab(lab.toStdString());
    else if (!m_classroom && (current() != nullptr || inChallenge()))
        back();
}

/// Escape leads out of a lab, unless it ends a measurement. The window closes its message besides.
void LabsPage::keyPressEvent(QKeyEvent* event) {
    Page::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape && !m_runner->running())
        showPart({});
}

void LabsPage::back() {
    setClassroom(false);
    LabDesk* const from = current();
    if (from == nullptr) {
        m_stack->setCurrentWidget(m_gallery);
        return;
    }
    if (!from->work().plays())
        from->stage().pause();
    keep(*from);
    m_stack->setCurrentWidget(m_gallery);
    if (GalleryCard* card = m_gallery->card(std::string(from->work().entry().id))) {
        card->setFocus();
        m_gallery->ensureWidgetVisible(card);
    }
}

/// Before the first lab comes the gallery, after the last one the challenge.
void LabsPage::openNeighbour(const LabDesk& from, int step) {
    const LabEntry* const entry = entryAt(placeOf(from.work().entry()) + step);
    if (entry == nullptr) {
        back();
        if (step > 0)
            openChallenge();
        return;
    }
    // A class begins each lab at the start, wherever somebody left it.
    if (m_classroom && step > 0)
        desk(std::string(entry->id))->beginAnew();
    openLab(std::string(entry->id));
}

void LabsPage::setClassroom(bool classroom) {
    if (classroom && current() == nullptr)
        openLab(std::string(m_labs.front().id));
    if (classroom == m_classroom)
        return;
    m_classroom = classroom;
    if (LabDesk* shown = current())
        shown->setClassroom(classroom);
    refreshActions();
    emit fillWindow(classroom);
}

/// If another page is shown, this one is no longer in front of a class.
void LabsPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    if (!event->spontaneous())
        setClassroom(false);
}

void LabsPage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_actions != nullptr)
        m_actions->refreshIcons();
}

void LabsPage::start() {
    if (inChallenge())
        (void)m_challenge->run();
    else if (LabDesk* shown = current())
        shown->playOrPause();
    else
        emit noticed(tr("Choose a lab first; F5 then runs it."));
}

/// Two measurements would disturb each other. So a Live run is stopped, but only by a button that says so:
/// Run, or the button of a notice.
void LabsPage::measure(bool stopLive) {
    LabDesk* const shown = current();
    if (shown == nullptr)
        return;
    if (m_runner->running()) {
        emit noticed(tr("Another lab is being measured. Wait for it, or cancel it (Escape)."));
        return;
    }
    if (m_session.running()) {
        const auto then = [this, shown] {
            m_next = shown;
            m_session.stop();
        };
        if (stopLive)
            then();
        else
            emit offered(Session::busyText(), tr("Stop Live and run"), then);
        return;
    }
    const LabWork& work = shown->work();
    if (const auto begun = m_runner->measure(work.entry(), work.state().knobs); !begun)
        emit failed(format::text(begun.error().message()));
}

QString LabsPage::measuring() const {
    if (!m_runner->running())
        return {};
    const LabEntry* const entry = findEntry(m_labs, m_runner->id());
    return tr("“%1” (%2 %)")
        .arg(format::text(entry != nullptr ? entry->name : std::string_view()))
        .arg(static_cast<int>(m_runner->progress() * 100));
}

double LabsPage::measuredShare() const {
    return m_runner->progress();
}

/// Votes stay in the lesson when the lab begins afresh.
void LabsPage::keep(const LabDesk& of) {
    const LabWork& work = of.work();
    m_progress.keep(work);
    if (!work.votes().empty())
        setVotes(m_lesson, {std::string(work.entry().id), work.voteKnobs(), work.votes()});
    refreshGallery();
}

/// The reader's game is one: what is chosen in a lab shows in the others, and in the challenge.
void LabsPage::keepGame(const ParameterValues& choices) {
    m_progress.keepGame(choices);
    for (const auto& [id, each] : m_desks)
        each->setGame(choices);
    if (m_challenge != nullptr && !(m_challenge->play().choices == choices))
        m_challenge->setPlay({choices, m_challenge->play().seed}, true);
}

void LabsPage::refreshGallery() {
    for (const LabEntry& entry : m_labs)
        m_gallery->card(std::string(entry.id))
            ->setState(m_progress.note(entry.id), m_progress.done(entry.id));
    m_gallery->setNote(m_progress.summary());
    m_last->setProgress(!m_progress.summary().isEmpty());
}

void LabsPage::refreshMeasuring() {
    for (const auto& [id, each] : m_desks)
        each->setMeasuring({m_runner->id() == id, m_runner->progress(), m_session.running()});
}

PageHead LabsPage::head() const {
    PageHead head{m_actions->ofHeader(inChallenge())};
    if (current() != nullptr)
        head.readouts = current()->readouts();
    return head;
}

void LabsPage::refreshActions() {
    const LabDesk* const shown = current();
    const bool busy = shown != nullptr && m_runner->running() && m_runner->id() == shown->work().entry().id;
    m_actions->refresh({m_classroom, inChallenge(), busy, !m_lesson.empty()});
    const bool canPlay = shown != nullptr && shown->work().step() != LabStep::Predict;
    if (shown != nullptr && canPlay != m_canPlay) {
        m_canPlay = canPlay;
        emit headChanged();
    }
}

namespace {

bool isLabFile(const QString& path) {
    return path.endsWith(QLatin1String(".jslab"), Qt::CaseInsensitive);
}

/// The labs in a folder, by name; empty: there are none, or it is no folder.
QStringList labsIn(const QString& path) {
    QStringList paths;
    if (QFileInfo(path).isDir()) {
        const QFileInfoList files =
            QDir(path).entryInfoList({QStringLiteral("*.jslab")}, QDir::Files, QDir::Name);
        for (const QFileInfo& file : files)
            paths << file.filePath();
    }
    return paths;
}

} // namespace

bool LabsPage::opens(const QString& path) const {
    return isLabFile(path) || !labsIn(path).isEmpty();
}

void LabsPage::askOpen() {
    const auto* dialog =
        askToOpenSeveral(window(), tr("Open the state of a lab, or those that a class handed in"),
                         m_settings.text(Setting::ExportFolder), tr("Labs (*.jslab);;All files (*)"));
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        if (paths.size() == 1)
            open(paths.front());
        else if (!openTogether(paths))
            emit failed(tr("Not opened: not all of them are labs (.jslab)."));
    });
}

bool LabsPage::open(const QString& path) {
    if (const QStringList handedIn = labsIn(path); !handedIn.isEmpty())
        return openTogether(handedIn);
    const auto read = readLabOrLesson(path.toStdString());
    if (!read) {
        emit failed(tr("Not opened: %1").arg(format::text(read.error().message())));
        return false;
    }
    if (const auto* const lesson = std::get_if<Lesson>(&read.value())) {
        openLesson(*lesson);
    } else {
        const auto& state = std::get<LabState>(read.value());
        openLab(state.lab);
        current()->work().setState(state);
    }
    rememberFile(m_settings, path);
    emit noticed(tr("%1 opened.").arg(format::fileName(path)));
    return true;
}

/// Gives each lab its votes, and shows the first one.
void LabsPage::openLesson(const Lesson& lesson) {
    m_lesson.clear();
    for (const LabVotes& each : lesson) {
        LabWork& work = desk(each.lab)->work();
        work.setKnobs(each.knobs);
        work.setVotes(each.votes);
    }
    if (!lesson.empty())
        openLab(lesson.front().lab);
}

bool LabsPage::openTogether(const QStringList& paths) {
    if (!std::ranges::all_of(paths, isLabFile))
        return false;
    std::vector<LabState> states;
    QString unread;
    for (const QString& path : paths) {
        if (auto state = readLabFile(path.toStdString()))
            states.push_back(std::move(state.value()));
        else if (unread.isEmpty())
            unread = format::text(state.error().message());
    }
    const HandedIn handedIn = gatherVotes(states);
    if (handedIn.lesson.empty()) {
        emit failed(unread.isEmpty() ? tr("No guess in these %1 files.").arg(paths.size())
                                     : tr("Not opened: %1").arg(unread));
        return true;
    }
    openLesson(handedIn.lesson);
    QStringList said;
    for (const LabVotes& each : handedIn.lesson) {
        const QString name = format::text(entryName(labCatalog(), each.lab));
        said << (each.votes.size() == 1 ? tr("%1: 1 guess").arg(name)
                                        : tr("%1: %2 guesses").arg(name).arg(each.votes.size()));
    }
    if (handedIn.others > 0)
        said << tr("%1 for other settings").arg(handedIn.others);
    if (handedIn.without > 0)
        said << tr("%1 without a guess for this simulation").arg(handedIn.without);
    if (const auto broken = paths.size() - static_cast<qsizetype>(states.size()); broken > 0)
        said << tr("%1 not read: %2").arg(broken).arg(unread);
    emit noticed(tr("Handed in: %1.").arg(said.join(QStringLiteral(", "))));
    return true;
}

QString LabsPage::saveText() const {
    return current() != nullptr ? tr("&Save lab…") : QString();
}

bool LabsPage::askSave() {
    if (current() == nullptr)
        return false;
    m_files->askLab();
    return true;
}

/// As they are at their desks, or as they were left.
std::vector<LabSetting> LabsPage::allSettings() const {
    std::vector<LabSetting> settings;
    for (const LabEntry& entry : m_labs) {
        const auto found = m_desks.find(std::string(entry.id));
        const LabState state = found != m_desks.end() ? found->second->work().state()
                                                      : m_progress.state(entry.id).value_or(labState(entry));
        settings.push_back({&entry, state.knobs, state.here});
    }
    return settings;
}

} // namespace jitterscope::ui
