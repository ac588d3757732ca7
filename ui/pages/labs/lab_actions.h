// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_desk.h"
#include "ui/pages/labs/lab_files.h"

#include <QAction>
#include <QShortcut>

#include <functional>
#include <vector>

namespace jitterscope::ui {

/// What the header and the keyboard do with the shown lab: actions of the page, and keys that work while a
/// lab is open, or only in front of a class.
class LabActions final : public QObject {
    Q_OBJECT
public:
    /// `shown`: the desk that is open, or null. What the menu saves goes through `files`.
    LabActions(QWidget& page, LabFiles& files, std::function<LabDesk*()> shown);

    /// The actions that the header shows now.
    [[nodiscard]] QList<QAction*> ofHeader(bool challenge) const;
    struct Now {
        bool classroom = false;
        bool challenge = false;
        bool busy = false;  ///< the lab that is shown is being measured
        bool votes = false; ///< the class has guessed in some lab
    };
    void refresh(const Now& now);
    void refreshIcons();

signals:
    void openWanted();
    void playWanted();
    void classWanted();
    void leaveClassWanted();
    void backWanted();

private:
    [[nodiscard]] QAction* make(const char* name, const QString& text, const char* icon,
                                const QKeySequence& key, const QString& tip);
    void makeActions();
    void makeSaveMenu();
    void makeKeys();
    void addKey(const QKeySequence& key, bool onlyInClass, void (LabDesk::*what)());

    QWidget& m_page;
    LabFiles& m_files;
    std::function<LabDesk*()> m_shown;
    QAction* m_open = nullptr;
    QAction* m_play = nullptr;
    QAction* m_reset = nullptr;
    QAction* m_step = nullptr;
    QAction* m_class = nullptr;
    QAction* m_save = nullptr;
    QAction* m_lesson = nullptr;
    QShortcut* m_back = nullptr;
    std::vector<QShortcut*> m_keys;      // work while a desk is shown
    std::vector<QShortcut*> m_classKeys; // work only in front of a class
};

} // namespace jitterscope::ui
