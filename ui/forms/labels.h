// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

#include <string_view>

namespace jitterscope::ui {

/// A label of plain text that wraps, can be selected, and makes no page wider. `name`: of the object, for
/// tests; empty: none.
[[nodiscard]] QLabel* wrappedLabel(const QString& text, const QString& name = {});
/// The same in the font of notes, muted.
[[nodiscard]] QLabel* noteLabel(const QString& text, const QString& name = {});
/// The text with no-break spaces, so that no line ends between a number and its unit: said::unbroken().
[[nodiscard]] QString unbroken(std::string_view words);
[[nodiscard]] QString unbroken(const QString& words);

} // namespace jitterscope::ui
