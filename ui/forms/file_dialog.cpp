// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/file_dialog.h"

#include "ui/desktop/desktop.h"
#include "ui/format/outside_text.h"
#include "ui/settings/settings.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

QFileDialog* shown(QFileDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(desktop::fileDialogsBlock() ? Qt::WindowModal : Qt::NonModal);
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

/// The system's own dialog has no room for a switch, so a question with the switch comes first.
QFileDialog* askToSaveForOthers(QWidget* parent, Settings& settings, const QString& title,
                                const QString& filter, const QString& name) {
    QFileDialog* dialog = saving(parent, title, settings.text(Setting::ExportFolder), filter, name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* question = new QDialog(parent);
    question->setObjectName(QStringLiteral("save_question"));
    question->setWindowTitle(title);
    question->setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(question);
    column->addWidget(redactSwitch(settings));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* choose = buttons->addButton(QCoreApplication::translate("FileDialog", "Choose a &file…"),
                                      QDialogButtonBox::AcceptRole);
    choose->setObjectName(QStringLiteral("save_choose"));
    choose->setDefault(true);
    choose->setProperty("primary", true);
    choose->setFocus();
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, question, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, question, &QDialog::reject);
    QObject::connect(question, &QDialog::accepted, dialog, [dialog] { shown(dialog); });
    QObject::connect(question, &QDialog::rejected, dialog, [dialog] {
        dialog->reject(); // whoever asked hears of it
        dialog->deleteLater();
    });
    QObject::connect(dialog, &QObject::destroyed, question, &QObject::deleteLater);
    question->show(); // like the dialog behind it, it blocks nothing
    return dialog;
}

} // namespace jitterscope::ui
