// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QObject>
#include <QPushButton>

namespace jitterscope::ui {

/// Every action of the window: its text, key, icon and explanation, in one table. MainWindow connects what
/// each of them does.
class Actions final : public QObject {
    Q_OBJECT
public:
    explicit Actions(QWidget* window);

    QAction* start;
    QAction* stop;
    QAction* reset;
    QAction* pause;
    QAction* pin;
    QAction* unpin;
    QAction* open;
    QAction* openRecent; ///< with a menu that the window fills
    QAction* savePlan;
    QAction* exportSamples;
    QAction* exportSleeps;
    QAction* exportSummary;
    QAction* exportJson;
    QAction* record;
    QAction* saveReport; ///< with a menu of its forms
    QAction* copyTable;
    QAction* copyReport;
    QAction* copyPlan;
    QActionGroup* copyCode; ///< data(): id of a snippet
    QAction* undo;
    QAction* redo;
    QAction* messages;
    QAction* news;
    QAction* about;
    QAction* help;
    QAction* quit;
    QActionGroup* theme; ///< data(): themeId

    /// Icons in the colours of the theme.
    void refreshIcons();

private:
    QAction* make(const char* name, const QString& text, const char* icon, const QKeySequence& key,
                  const QString& tip);
};

/// Saves and copies what was measured.
[[nodiscard]] QMenu* makeExportMenu(const Actions& actions, QWidget* parent);
/// Everything else.
[[nodiscard]] QMenu* makeMainMenu(const Actions& actions, QWidget* parent);

/// A button that shows and triggers an action.
class ActionButton final : public QPushButton {
    Q_OBJECT
public:
    explicit ActionButton(QAction* action, QWidget* parent = nullptr);
    void setAction(QAction* action);
    /// True: its icon alone. Its keys stay, and its tooltip says what it does.
    void setIconOnly(bool iconOnly);
    /// How much narrower its icon alone is, px.
    [[nodiscard]] int spared() const;

private:
    void refresh();
    QAction* m_action = nullptr;
    bool m_iconOnly = false;
};

} // namespace jitterscope::ui
