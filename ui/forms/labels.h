// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

#include <string>

namespace jitterscope::ui {

/// A label of plain text that wraps, can be selected, and makes no page wider. `name`: of the object, for
/// tests; empty: none.
[[nodiscard]] QLabel* wrappedLabel(const QString& text, const QString& name = {});
/// The same in the notes' type, muted.
[[nodiscard]] QLabel* noteLabel(const QString& text, const QString& name = {});
/// A number and its per cent sign stay in one line.
[[nodiscard]] QString unbroken(const std::string& words);

} // namespace jitterscope::ui
