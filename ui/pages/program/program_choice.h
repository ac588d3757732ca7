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

/// A list of installed programs, games first, to be searched by typing.
class InstalledDialog final : public QDialog {
    Q_OBJECT
public:
    InstalledDialog(std::vector<DesktopEntry> entries, QWidget* parent);

signals:
    /// The command line of the chosen program.
    void chosen(const QString& command);

private:
    void find(const QString& text);
    void take();

    std::vector<DesktopEntry> m_entries;
    QLineEdit* m_find;
    QListWidget* m_list;
    QPushButton* m_use = nullptr;
};

/// A menu of the ways to a command line: installed programs, a file, and earlier command lines. It also
/// copies the line for Steam.
class ProgramChoice final : public QObject {
    Q_OBJECT
public:
    ProgramChoice(Settings& settings, QPushButton& button, QWidget* page);

    /// The command was started: the menu offers it from now on.
    void remember(const QString& command);
    [[nodiscard]] QStringList recent() const;
    /// The text for Steam's field "launch options": Steam then starts the game so that it is listened to.
    [[nodiscard]] static QString steamLine();

    /// The folders of menu entries, the user's own first.
    [[nodiscard]] static std::vector<std::string> entryFolders();

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
