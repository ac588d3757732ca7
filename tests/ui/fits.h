// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace jitterscope::ui {

/// What of a window somebody cannot read: a text that is cut, a part beyond the edge of what holds it, two
/// parts over each other. One line each, with the parts' names. What can be scrolled to is no fault.
[[nodiscard]] QStringList cutParts(QWidget& window);

/// Lays everything out now, also what changes the room of others when it has been laid out.
void layOut(QWidget& window);

} // namespace jitterscope::ui
