// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace jitterscope::ui {

/// From now on screen readers are told what a combo box is for and what is chosen. Qt 6 tells the choice for
/// both on Unix, and leaves the rest to a label beside it, which is not always there. Once is enough.
void installAccessibleChoices();

} // namespace jitterscope::ui
