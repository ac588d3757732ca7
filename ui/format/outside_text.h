// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string_view>

/// The way of core's texts, and of names from outside, into the window. That labels and tooltips show them
/// letter by letter, and never as HTML, is Style's part.
namespace jitterscope::ui::format {

/// A text for people, as shownText() makes it: line ends and tabs stay, other control characters and what
/// turns the direction of writing do not.
[[nodiscard]] QString text(std::string_view view);
[[nodiscard]] QString shown(const QString& text);
/// The name of a file without its folders, for people.
[[nodiscard]] QString fileName(const QString& path);

/// A text that a program reads again: a path, a command line, an id, what a file holds.
[[nodiscard]] QString exact(std::string_view view);

/// Several texts as one, for the settings, and back. A text may contain line ends.
[[nodiscard]] QString joinedLines(const QStringList& texts);
[[nodiscard]] QStringList splitLines(const QString& joined);

} // namespace jitterscope::ui::format
