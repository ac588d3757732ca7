// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/file_dialog.h"

#include "ui/format/outside_text.h"
#include "ui/settings/settings.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>

namespace jitterscope::ui {
namespace {

QFileDialog* shown(QFileDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(false);
    dialog->show();
    return dialog;
}

QFileDialog* saving(QWidget* parent, const QString& title, const QString& folder, const QString& filter,
                    const QString& name) {
    auto* dialog = new QFileDialog(parent, title, folder, filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QFileInfo(name).suffix());
    dialog->selectFile(name);
    return dialog;
}

QCheckBox* redactSwitch(Settings& settings) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("FileDialog", text); };
    auto* box = new QCheckBox(tr("&Leave out %1").arg(format::text(leftOutText())));
    box->setObjectName(QStringLiteral("redact_switch"));
    box->setToolTip(
        tr("For files that strangers get. Processor, graphics card, driver and resolution stay."));
    box->setChecked(settings.flag(Setting::Redact));
    QObject::connect(box, &QCheckBox::toggled, [&settings](bool on) { settings.set(Setting::Redact, on); });
    return box;
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
    return shown(saving(parent, title, folder, filter, name));
}

/// The dialog is Qt's own: a dialog of the desktop has no room for a switch.
QFileDialog* askToSaveForOthers(QWidget* parent, Settings& settings, const QString& title,
                                const QString& filter, const QString& name) {
    QFileDialog* dialog = saving(parent, title, settings.text(Setting::ExportFolder), filter, name);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->selectFile(name); // setting the option has made a new dialog inside
    if (auto* grid = qobject_cast<QGridLayout*>(dialog->layout()))
        grid->addWidget(redactSwitch(settings), grid->rowCount(), 0, 1, -1);
    return shown(dialog);
}

} // namespace jitterscope::ui
