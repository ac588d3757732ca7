// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace jitterscope::ui {

/// From now on screen readers hear the name of a combo box and the chosen item. On Unix, Qt 6 gives the
/// chosen item as the name too, and leaves the real name to a label beside the box, which is not always
/// there. A second call does nothing.
void installAccessibleChoices();

} // namespace jitterscope::ui
