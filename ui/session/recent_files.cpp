// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include "ui/format/outside_text.h"

#include <QFileInfo>

namespace jitterscope::ui {
namespace {

constexpr int kMost = 10;

} // namespace

QStringList recentFiles(const Settings& settings, Setting list) {
    return format::splitLines(settings.text(list));
}

void rememberFile(Settings& settings, const QString& path, Setting list) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList paths = recentFiles(settings, list);
    paths.removeAll(whole);
    paths.prepend(whole);
    settings.set(list, format::joinedLines(paths.mid(0, kMost)));
}

} // namespace jitterscope::ui
