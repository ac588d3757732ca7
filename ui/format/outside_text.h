// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// Text that comes from outside: names of runs, processes, threads, files; command lines.
namespace jitterscope::ui::format {

/// The text for a tooltip, which shows it letter by letter. Qt takes a tooltip that looks like HTML for HTML:
/// a name could then show pictures and links. A label has Qt::PlainText for the same reason.
[[nodiscard]] QString plainTip(const QString& text);

/// Several texts as one, for the settings, and back. A text may contain line ends.
[[nodiscard]] QString joinedLines(const QStringList& texts);
[[nodiscard]] QStringList splitLines(const QString& joined);

} // namespace jitterscope::ui::format
