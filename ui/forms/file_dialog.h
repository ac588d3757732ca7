// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace jitterscope::ui {

class Settings;

/// A dialog that asks for one file to read or to write. It is shown at once and deletes itself. It blocks
/// nothing, except on Windows its window, as Windows' own dialogs do. The answer comes with
/// QFileDialog::fileSelected.
[[nodiscard]] QFileDialog* askToOpen(QWidget* parent, const QString& title, const QString& folder,
                                     const QString& filter);
/// The same for several files at once: QFileDialog::filesSelected.
[[nodiscard]] QFileDialog* askToOpenSeveral(QWidget* parent, const QString& title, const QString& folder,
                                            const QString& filter);
/// The same for a folder.
[[nodiscard]] QFileDialog* askForFolder(QWidget* parent, const QString& title, const QString& folder);
/// The same for a file to write. `name`: the suggested one, without its folder.
[[nodiscard]] QFileDialog* askToSave(QWidget* parent, const QString& title, const QString& folder,
                                     const QString& filter, const QString& name);
/// The same for files that others may get, in the folder of the last export. A question with a switch for
/// Setting::Redact comes first; the dialog is shown when it has been answered, and is rejected with it.
[[nodiscard]] QFileDialog* askToSaveForOthers(QWidget* parent, Settings& settings, const QString& title,
                                              const QString& filter, const QString& name);

} // namespace jitterscope::ui
