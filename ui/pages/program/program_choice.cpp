// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/program/program_choice.h"

#include "core/attach/command_words.h"
#include "core/base/parse.h"
#include "ui/format/outside_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/forms/form_parts.h"
#include "ui/settings/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QLocale>
#include <QVBoxLayout>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kMostRecentPrograms = 8;
constexpr int kLongestInMenu = 48; // letters

/// The command line for a menu: short, and without mnemonics.
QString menuText(const QString& command) {
    QString text =
        command.size() <= kLongestInMenu ? command : command.left(kLongestInMenu - 1) + QChar(0x2026);
    return text.replace(QLatin1Char('\n'), QLatin1Char(' ')).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

InstalledDialog::InstalledDialog(std::vector<DesktopEntry> entries, QWidget* parent)
    : QDialog(parent), m_entries(std::move(entries)), m_find(new QLineEdit), m_list(new QListWidget) {
    setObjectName(QStringLiteral("program_installed"));
    setWindowTitle(tr("Installed programs"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    m_find->setObjectName(QStringLiteral("program_find"));
    m_find->setPlaceholderText(tr("Type a part of its name"));
    m_find->setAccessibleName(tr("Find a program"));
    m_find->setToolTip(tr("Programs with this in their name or command line"));
    m_find->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("program_list"));
    m_list->setAccessibleName(tr("Installed programs, games first"));
    m_list->setToolTip(tr("As your desktop's menus know them, games first"));
    m_list->setUniformItemSizes(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_use = buttons->addButton(tr("&Use this one"), QDialogButtonBox::AcceptRole);
    m_use->setObjectName(QStringLiteral("program_use"));
    m_use->setToolTip(tr("Its command line is then on the page; nothing is started yet"));
    m_use->setDefault(true);
    column->addWidget(m_find);
    column->addWidget(m_list, 1);
    if (m_entries.empty())
        column->addWidget(noteLabel(tr("No menu entries were found (XDG_DATA_HOME, XDG_DATA_DIRS)."),
                                    QStringLiteral("program_none_installed")));
    column->addWidget(buttons);
    for (const DesktopEntry& entry : m_entries) {
        auto* item =
            new QListWidgetItem(format::text(entry.name) + (entry.game ? tr("  · game") : QString()));
        item->setToolTip(format::text(commandLine(entry.words)));
        m_list->addItem(item);
    }
    connect(m_find, &QLineEdit::textChanged, this, &InstalledDialog::find);
    connect(m_list, &QListWidget::itemActivated, this, &InstalledDialog::take);
    connect(buttons, &QDialogButtonBox::accepted, this, &InstalledDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(420, 460);
    find({});
    m_find->setFocus();
}

/// Enter takes the first program that is still shown.
void InstalledDialog::find(const QString& text) {
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* const item = m_list->item(row);
        const bool left = item->text().contains(text, Qt::CaseInsensitive) ||
                          format::exact(commandLine(m_entries[static_cast<std::size_t>(row)].words))
                              .contains(text, Qt::CaseInsensitive);
        item->setHidden(!left);
        first = left && first < 0 ? row : first;
    }
    m_list->setCurrentRow(first);
    m_use->setEnabled(first >= 0);
}

void InstalledDialog::take() {
    const int row = m_list->currentRow();
    if (row < 0 || m_list->item(row)->isHidden())
        return;
    emit chosen(format::exact(commandLine(m_entries[static_cast<std::size_t>(row)].words)));
    accept();
}

ProgramChoice::ProgramChoice(Settings& settings, QPushButton& button, QWidget* page)
    : QObject(page), m_settings(settings), m_page(page), m_menu(new QMenu(&button)) {
    m_menu->setObjectName(QStringLiteral("program_menu"));
    m_menu->setToolTipsVisible(true);
    button.setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &ProgramChoice::fill);
    fill();
}

void ProgramChoice::fill() {
    m_menu->clear();
    m_menu->addAction(tr("An &installed program…"), this, &ProgramChoice::askInstalled)
        ->setToolTip(tr("Those of your desktop's menus, games first"));
    m_menu->addAction(tr("A &file…"), this, &ProgramChoice::askFile)
        ->setToolTip(tr("A program from the disk"));
    const QStringList before = recent();
    if (!before.isEmpty())
        m_menu->addSeparator();
    for (const QString& command : before)
        m_menu->addAction(menuText(command), this, [this, command] { emit chosen(command); })
            ->setToolTip(format::shown(command));
    m_menu->addSeparator();
    m_menu
        ->addAction(tr("Copy the line for &Steam"), this,
                    [this] {
                        QApplication::clipboard()->setText(steamLine());
                        emit noticed(
                            tr("The line is in the clipboard: paste it into the game's launch options in "
                               "Steam. What is found lies in your home folder when the game ends."));
                    })
        ->setToolTip(tr("For games that only Steam can start: %1").arg(steamLine()));
}

QStringList ProgramChoice::recent() const {
    return format::splitLines(m_settings.text(Setting::RecentPrograms));
}

void ProgramChoice::remember(const QString& command) {
    QStringList commands = recent();
    commands.removeAll(command);
    if (!command.simplified().isEmpty())
        commands.prepend(command);
    m_settings.set(Setting::RecentPrograms, format::joinedLines(commands.mid(0, kMostRecentPrograms)));
}

std::vector<std::string> ProgramChoice::entryFolders() {
    return desktopFolders(qgetenv("XDG_DATA_HOME").toStdString(), // a path is bytes, not always UTF-8
                          qgetenv("HOME").toStdString(), qgetenv("XDG_DATA_DIRS").toStdString());
}

void ProgramChoice::askInstalled() {
    auto* dialog =
        new InstalledDialog(installedPrograms(entryFolders(), QLocale().name().toStdString()), m_page);
    connect(dialog, &InstalledDialog::chosen, this, &ProgramChoice::chosen);
    dialog->open();
}

void ProgramChoice::askFile() {
    QFileDialog* const dialog = askToOpen(m_page, tr("Choose a program"), QString(), tr("All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& path) { emit chosen(format::exact(shellWord(path.toStdString()))); });
}

QString ProgramChoice::steamLine() {
    const QString cli = QApplication::applicationDirPath() + QStringLiteral("/jitterscope-cli");
    const QString name = QStringLiteral("jitterscope-steam.html");
    // A home that is not UTF-8 has no name as text: the shell knows it.
    const QByteArray home = qgetenv("HOME");
    const bool isText = QFile::encodeName(QFile::decodeName(home)) == home;
    return format::exact(shellWord(cli.toStdString())) + QStringLiteral(" attach --duration 60s --html ") +
           (isText ? format::exact(shellWord(QDir::home().filePath(name).toStdString()))
                   : QStringLiteral("\"$HOME\"/") + name) +
           QStringLiteral(" -- %command%");
}

} // namespace jitterscope::ui
