// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include "core/diagnosis/snippet.h"
#include "core/platform/own_system.h"
#include "ui/format/outside_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace jitterscope::ui {

namespace {

QMenu* makeMenu(const char* name, QWidget* window) {
    auto* menu = new QMenu(window);
    menu->setObjectName(QLatin1String(name));
    menu->setToolTipsVisible(true);
    return menu;
}

} // namespace

Actions::Actions(QWidget* window)
    : QObject(window), copyCode(new QActionGroup(this)), theme(new QActionGroup(this)) {
    start = make("start", tr("&Start"), "start", Qt::Key_F5, tr("Start measuring"));
    stop = make("stop", tr("&Stop"), "stop", Qt::SHIFT | Qt::Key_F5, tr("Stop the run; its numbers stay"));
    for (QAction* action : {start, stop})
        action->setProperty("primary", true);
    reset = make("reset", tr("Reset"), "reset", Qt::CTRL | Qt::Key_R,
                 tr("Start over: a new run while measuring, otherwise an empty window"));
    pause = make("pause", tr("Pause"), "pause", Qt::CTRL | Qt::Key_P,
                 tr("Freeze the picture; measuring goes on"));
    pause->setCheckable(true);
    pin = make("pin", tr("Pin &baseline"), "pin", Qt::CTRL | Qt::Key_B,
               tr("Keep these numbers and this histogram, to compare the next run with them"));
    unpin =
        make("unpin", tr("Forget baseline"), "", Qt::CTRL | Qt::SHIFT | Qt::Key_B, tr("Remove the baseline"));
    open =
        make("open", tr("&Open…"), "", QKeySequence::Open, tr("A plan, or a recorded run as the baseline"));
    openRecent =
        make("open_recent", tr("Open &recent"), "", {}, tr("Files that were opened or saved before"));
    openRecent->setMenu(makeMenu("recent_menu", window));
    savePlan = make("save_plan", tr("Save &plan…"), "", QKeySequence::Save,
                    tr("Everything that is set here, in a small file"));
    exportSamples = make("export_samples", tr("Samples as &CSV…"), "export", Qt::CTRL | Qt::Key_E,
                         tr("One row per frame"));
    exportSleeps = make("export_sleeps", tr("S&leeps as CSV…"), "", {}, tr("One row per native sleep"));
    exportSummary = make("export_summary", tr("Su&mmary as CSV…"), "", {}, tr("One row for the run"));
    exportJson = make("export_json", tr("Everything but samples as &JSON…"), "", {},
                      tr("Plan, figures, CPU, stretches, machine"));
    record =
        make("record", tr("&Record to file…"), "record", {},
             tr("Write samples to a file while they are measured, for runs of more than 2 million frames"));
    record->setCheckable(true);
    saveReport = make("save_report", tr("Re&port"), "", {},
                      tr("Plan, figures, pictures and machine, to read or to print"));
    saveReport->setMenu(makeMenu("report_menu", window));
    copyTable = make("copy_table", tr("Copy &table"), "copy", {}, tr("The statistics, tab-separated"));
    copyReport = make("copy_report", tr("Copy r&eport"), "", Qt::CTRL | Qt::SHIFT | Qt::Key_C,
                      tr("Plan, figures and machine as Markdown"));
    copyPlan = make("copy_plan", tr("Copy plan"), "", {}, tr("Everything that is set here, as JSON"));
    for (const SnippetEntry* const entry : snippetsFor(kOwnSystem)) {
        auto* action = make("", format::text(entry->name), "", {},
                            tr("The loop as it is set here, to paste into your program"));
        action->setObjectName(QStringLiteral("copy_code_") + format::text(entry->id));
        action->setData(format::text(entry->id));
        copyCode->addAction(action);
    }
    undo = make("undo", tr("&Undo"), "", Qt::CTRL | Qt::Key_Z, tr("Undo the last change of the plan"));
    redo = make("redo", tr("Re&do"), "", Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
                tr("Redo the change that was undone"));
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    messages = make("messages", tr("&Messages"), "", Qt::CTRL | Qt::Key_M,
                    tr("All messages since the start, also those that have gone"));
    help = make("help", tr("&Help"), "", QKeySequence::HelpContents, tr("Keys and words"));
    news = make("news", tr("What's &new"), "", {}, tr("What has changed in this version"));
    about = make("about", tr("&About"), "", {}, tr("Version, system and licences, to copy into an issue"));
    quit = make("quit", tr("&Quit"), "", QKeySequence::Quit, tr("Stop and close"));
    const struct {
        ThemeMode mode;
        QString text;
    } themes[] = {{ThemeMode::System, tr("As the s&ystem")},
                  {ThemeMode::Light, tr("&Light")},
                  {ThemeMode::Dark, tr("&Dark")},
                  {ThemeMode::Contrast, tr("High &contrast")}};
    for (const auto& choice : themes) {
        auto* action = make("", choice.text, "", {}, tr("Colours of the window"));
        action->setObjectName(QStringLiteral("theme_") + themeId(choice.mode));
        action->setCheckable(true);
        action->setData(themeId(choice.mode));
        theme->addAction(action);
    }
    window->addActions(findChildren<QAction*>());
    refreshIcons();
}

QAction* Actions::make(const char* name, const QString& text, const char* icon, const QKeySequence& key,
                       const QString& tip) {
    return iconAction(this, name, text, icon, key, tip);
}

void Actions::refreshIcons() {
    for (QAction* action : findChildren<QAction*>())
        refreshIcon(*action);
}

QMenu* makeExportMenu(const Actions& actions, QWidget* parent) {
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    menu->addActions(
        {actions.exportSamples, actions.exportSleeps, actions.exportSummary, actions.exportJson});
    menu->addAction(actions.saveReport);
    menu->addSeparator();
    menu->addAction(actions.record);
    menu->addSeparator();
    menu->addActions({actions.copyTable, actions.copyReport});
    auto* code = menu->addMenu(Actions::tr("Copy as c&ode"));
    code->setObjectName(QStringLiteral("copy_code_menu"));
    code->setToolTipsVisible(true);
    code->addActions(actions.copyCode->actions());
    return menu;
}

QMenu* makeMainMenu(const Actions& actions, QWidget* parent) {
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    menu->addActions({actions.undo, actions.redo});
    menu->addSeparator();
    menu->addActions({actions.open, actions.openRecent, actions.savePlan, actions.copyPlan});
    menu->addSeparator();
    menu->addActions({actions.stop, actions.unpin});
    menu->addSeparator();
    menu->addMenu(Actions::tr("&Theme"))->addActions(actions.theme->actions());
    menu->addActions({actions.messages, actions.help, actions.news, actions.about});
    menu->addSeparator();
    menu->addAction(actions.quit);
    return menu;
}

ActionButton::ActionButton(QAction* action, QWidget* parent) : QPushButton(parent) {
    setAction(action);
}

void ActionButton::setAction(QAction* action) {
    if (m_action != nullptr) {
        disconnect(m_action, nullptr, this, nullptr);
        disconnect(this, nullptr, m_action, nullptr);
    }
    m_action = action;
    setCheckable(action->isCheckable());
    setProperty("primary", action->property("primary"));
    setMenu(action->menu());
    connect(action, &QAction::changed, this, &ActionButton::refresh);
    if (menu() == nullptr)
        connect(this, &QPushButton::clicked, action, &QAction::trigger);
    refresh();
}

void ActionButton::setIconOnly(bool iconOnly) {
    if (iconOnly == m_iconOnly)
        return;
    m_iconOnly = iconOnly;
    refresh();
}

int ActionButton::spared() const {
    return fontMetrics().size(Qt::TextShowMnemonic, m_action->text()).width();
}

void ActionButton::refresh() {
    QString plain = m_action->text();
    setText(m_iconOnly ? QString() : plain);
    if (m_iconOnly)
        setShortcut(QKeySequence::mnemonic(plain));
    setAccessibleName(plain.remove(QLatin1Char('&')));
    setObjectName(m_action->objectName() + QStringLiteral("_button"));
    setToolTip(m_action->toolTip());
    setIcon(m_action->icon());
    setEnabled(m_action->isEnabled());
    if (isCheckable())
        setChecked(m_action->isChecked());
}

} // namespace jitterscope::ui
