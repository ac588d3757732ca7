// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attach/desktop_entries.h"

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStringList>

#include <vector>

namespace jitterscope::ui {

class Settings;

/// Installed programs, games first, to find by typing.
class InstalledDialog final : public QDialog {
    Q_OBJECT
public:
    InstalledDialog(std::vector<DesktopEntry> entries, QWidget* parent);

signals:
    /// The command line of the program that is meant.
    void chosen(const QString& command);

private:
    void find(const QString& text);
    void take();

    std::vector<DesktopEntry> m_entries;
    QLineEdit* m_find;
    QListWidget* m_list;
    QPushButton* m_use = nullptr;
};

/// The ways to a command line, as a menu: installed programs, a file, those of before; and the line that
/// Steam wants.
class ProgramChoice final : public QObject {
    Q_OBJECT
public:
    ProgramChoice(Settings& settings, QPushButton& button, QWidget* page);

    /// It was started: it is offered again.
    void remember(const QString& command);
    [[nodiscard]] QStringList recent() const;
    /// What goes into Steam's field of launch options, so that a game is listened to as Steam starts it.
    [[nodiscard]] static QString steamLine();

signals:
    void chosen(const QString& command);
    void noticed(const QString& message);

private:
    void fill();
    void askInstalled();
    void askFile();

    Settings& m_settings;
    QWidget* m_page;
    QMenu* m_menu;
};

} // namespace jitterscope::ui
