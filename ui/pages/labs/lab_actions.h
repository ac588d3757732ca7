// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_desk.h"
#include "ui/pages/labs/lab_files.h"
#include "ui/plot/picture_file.h"

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
    /// `shown`: the desk that is open, or null.
    LabActions(QWidget& page, std::function<LabDesk*()> shown);

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
    void saveWanted();
    void pictureWanted(jitterscope::ui::PictureFile kind);
    /// The sheet of the shown lab, or those of all labs.
    void sheetWanted(jitterscope::ui::LabSheet sheet, bool all);
    void lessonWanted();

private:
    [[nodiscard]] QAction* make(const char* name, const QString& text, const char* icon,
                                const QKeySequence& key, const QString& tip);
    void makeActions();
    void makeSaveMenu();
    void makeKeys();
    void addKey(const QKeySequence& key, bool onlyInClass, void (LabDesk::*what)());

    QWidget& m_page;
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
