// SPDX-License-Identifier: GPL-3.0-or-later
// What the Labs page offers in the header and on the keyboard, and what it reads and writes.
#include "core/base/catalog.h"
#include "core/files/atomic_file.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/pages/labs/work_sheet.h"
#include "ui/pages/report_pdf.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>

#include <memory>

namespace jitterscope::ui {

QAction* LabsPage::makeAction(const char* name, const QString& text, const char* icon,
                              const QKeySequence& key, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setProperty("icon_name", QLatin1String(icon));
    action->setShortcut(key);
    const QString shown = key.toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, shown));
    addAction(action);
    return action;
}

void LabsPage::makeActions() {
    m_open = makeAction("lab_open", tr("&Open lab file"), "open", {},
                        tr("The state of a lab that was handed out (Ctrl+O); or drop it here"));
    connect(m_open, &QAction::triggered, this, &LabsPage::askOpen);
    m_play = makeAction("lab_play", {}, "start", {}, {});
    m_play->setProperty("primary", true);
    connect(m_play, &QAction::triggered, this, &LabsPage::start);
    m_reset = makeAction("lab_reset", tr("R&eset"), "reset", {},
                         tr("Knobs, guess and answer as they were at first (R)"));
    connect(m_reset, &QAction::triggered, this, [this] { current()->reset(); });
    m_step = makeAction("lab_step", tr("Ste&p"), "step", {}, tr("To the next event of the run"));
    connect(m_step, &QAction::triggered, this, [this] { current()->stepOnce(); });
    m_class = makeAction("lab_class", tr("&Classroom"), "classroom", Qt::Key_F11,
                         tr("Large type without bars, for a projector; Escape leaves"));
    connect(m_class, &QAction::triggered, this, [this] { setClassroom(!m_classroom); });
    m_save = makeAction("lab_save", tr("&Save lab"), "export", {},
                        tr("Knobs, guess and moment as a small file, or a work sheet"));
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("&Lab file…"), this, &LabsPage::askSave)
        ->setToolTip(tr("To hand out, or to go on elsewhere (Ctrl+S)"));
    menu->addAction(tr("&Work sheet as PDF…"), this, [this] { askSheet(false); })
        ->setToolTip(tr("Your numbers, the picture, the questions, room to write"));
    menu->addAction(tr("&All work sheets as PDF…"), this, [this] { askSheet(true); })
        ->setToolTip(tr("The same for each lab"));
    m_save->setMenu(menu);
    refreshIcons();
}

void LabsPage::refreshIcons() {
    for (QAction* action : {m_open, m_play, m_reset, m_step, m_class, m_save}) {
        const QString icon = action->property("icon_name").toString();
        action->setIcon(action == m_play ? themedIcon(icon, tokens().onAccent) : themedIcon(icon));
    }
}

void LabsPage::addKey(const QKeySequence& key, bool onlyInClass, void (LabDesk::*what)()) {
    auto* shortcut = new QShortcut(key, this);
    connect(shortcut, &QShortcut::activated, this, [this, what] { (current()->*what)(); });
    (onlyInClass ? m_classKeys : m_keys).push_back(shortcut);
}

void LabsPage::makeKeys() {
    addKey(Qt::Key_N, false, &LabDesk::goOn);
    addKey(Qt::Key_P, false, &LabDesk::goBack);
    addKey(Qt::Key_R, false, &LabDesk::reset);
    for (const auto key : {Qt::Key_PageDown, Qt::Key_Right})
        addKey(key, true, &LabDesk::goOn);
    for (const auto key : {Qt::Key_PageUp, Qt::Key_Left})
        addKey(key, true, &LabDesk::goBack);
    auto* leave = new QShortcut(Qt::Key_Escape, this);
    connect(leave, &QShortcut::activated, this, [this] { setClassroom(false); });
    m_classKeys.push_back(leave);
    auto* back = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), this);
    connect(back, &QShortcut::activated, this, &LabsPage::back);
    m_keys.push_back(back);
}

QList<QAction*> LabsPage::headActions() const {
    if (current() == nullptr)
        return {m_open, m_class};
    return {m_play, m_reset, m_step, m_class, m_save};
}

void LabsPage::refreshActions() {
    LabDesk* const shown = current();
    for (QShortcut* key : m_keys)
        key->setEnabled(shown != nullptr);
    for (QShortcut* key : m_classKeys)
        key->setEnabled(shown != nullptr && m_classroom);
    if (shown == nullptr)
        return;
    const bool answered = shown->work().answered();
    const bool playing = shown->stage().playing();
    m_play->setText(playing ? tr("P&ause") : answered ? tr("Pl&ay") : tr("Run"));
    m_play->setToolTip(playing    ? tr("Hold the picture (F5, Space)")
                       : answered ? tr("Go on, or from the start (F5, Space)")
                                  : tr("Shows the answer beside your guess (F5)"));
    m_play->setProperty("icon_name", playing ? QStringLiteral("pause") : QStringLiteral("start"));
    const bool busy = m_runner->running() && m_runner->id() == shown->work().entry().id;
    m_play->setEnabled(shown->canRun() && !busy);
    m_step->setEnabled(shown->canRun() && !busy && !(answered && shown->work().atEnd()));
    m_reset->setEnabled(!busy);
    refreshIcons();
}

bool LabsPage::opens(const QString& path) const {
    return path.endsWith(QLatin1String(".jslab"), Qt::CaseInsensitive);
}

bool LabsPage::askOpen() {
    const auto* dialog =
        askToOpen(window(), tr("Open the state of a lab"), m_settings.text(Setting::ExportFolder),
                  tr("Labs (*.jslab);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, &LabsPage::open);
    return true;
}

bool LabsPage::open(const QString& path) {
    const auto state = readLabFile(path.toStdString());
    if (!state) {
        emit failed(tr("Not opened: %1").arg(QString::fromStdString(state.error().message())));
        return false;
    }
    openLab(state.value().lab);
    current()->work().setState(state.value());
    emit noticed(tr("%1 opened.").arg(QFileInfo(path).fileName()));
    return true;
}

QString LabsPage::saveText() const {
    return current() != nullptr ? tr("&Save lab…") : QString();
}

bool LabsPage::askSave() {
    const LabDesk* const shown = current();
    if (shown == nullptr)
        return false;
    const QString name =
        QStringLiteral("lab-%1.jslab").arg(format::fileSafe(format::text(shown->work().entry().id)));
    const auto* dialog = askToSave(window(), tr("Save lab"), m_settings.text(Setting::ExportFolder),
                                   tr("Labs (*.jslab)"), name);
    connect(dialog, &QFileDialog::fileSelected, this, &LabsPage::saveTo);
    return true;
}

bool LabsPage::saveTo(const QString& path) {
    LabDesk* const shown = current();
    if (shown == nullptr || !shown->commit())
        return false;
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    const auto done = writeLabFile(path.toStdString(), shown->work().state());
    if (done)
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(QString::fromStdString(done.error().message()));
    return done.ok();
}

void LabsPage::askSheet(bool all) {
    const QString name = all || current() == nullptr
                             ? QStringLiteral("work-sheets.pdf")
                             : QStringLiteral("work-sheet-%1.pdf")
                                   .arg(format::fileSafe(format::text(current()->work().entry().id)));
    const auto* dialog = askToSave(window(), tr("Save work sheet"), m_settings.text(Setting::ExportFolder),
                                   QStringLiteral("PDF (*.pdf)"), name);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, all](const QString& path) { saveSheetTo(path, all); });
}

bool LabsPage::saveSheetTo(const QString& path, bool all) {
    std::vector<std::unique_ptr<LabWork>> unopened; // of labs without a desk
    std::vector<const LabWork*> labs;
    if (!all && current() != nullptr)
        labs.push_back(&current()->work());
    for (const LabEntry& entry : m_labs) {
        if (!all)
            break;
        const auto found = m_desks.find(std::string(entry.id));
        if (found != m_desks.end()) {
            labs.push_back(&found->second->work());
            continue;
        }
        unopened.push_back(std::make_unique<LabWork>(entry));
        if (const auto left = m_progress.state(entry.id))
            unopened.back()->setState(*left);
        labs.push_back(unopened.back().get());
    }
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    const QByteArray pdf = reportPdf(workSheet(labs));
    const auto done = writeWhole(path.toStdString(),
                                 std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())));
    if (done)
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(QString::fromStdString(done.error().message()));
    return done.ok();
}

} // namespace jitterscope::ui
