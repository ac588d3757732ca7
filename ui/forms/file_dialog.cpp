// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/file_dialog.h"

#include <QFileInfo>

namespace jitterscope::ui {
namespace {

QFileDialog* shown(QFileDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(false);
    dialog->show();
    return dialog;
}

} // namespace

QFileDialog* askToOpen(QWidget* parent, const QString& title, const QString& folder, const QString& filter) {
    auto* dialog = new QFileDialog(parent, title, folder, filter);
    dialog->setFileMode(QFileDialog::ExistingFile);
    return shown(dialog);
}

QFileDialog* askToOpenSeveral(QWidget* parent, const QString& title, const QString& folder,
                              const QString& filter) {
    auto* dialog = new QFileDialog(parent, title, folder, filter);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    return shown(dialog);
}

QFileDialog* askForFolder(QWidget* parent, const QString& title, const QString& folder) {
    auto* dialog = new QFileDialog(parent, title, folder);
    dialog->setFileMode(QFileDialog::Directory);
    return shown(dialog);
}

QFileDialog* askToSave(QWidget* parent, const QString& title, const QString& folder, const QString& filter,
                       const QString& name) {
    auto* dialog = new QFileDialog(parent, title, folder, filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QFileInfo(name).suffix());
    dialog->selectFile(name);
    return shown(dialog);
}

} // namespace jitterscope::ui
