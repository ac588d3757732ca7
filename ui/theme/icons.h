// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace jitterscope::ui {

/// The icon `:/icons/<name>.svg` with `currentColor` replaced; when disabled, in the colour of edges. Ask
/// again when the theme changes.
[[nodiscard]] QIcon themedIcon(const QString& name, const QColor& colour);
/// The same in the colour of text.
[[nodiscard]] QIcon themedIcon(const QString& name);
/// The program's own icon.
[[nodiscard]] QIcon programIcon();

} // namespace jitterscope::ui
