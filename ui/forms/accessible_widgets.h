// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace jitterscope::ui {

/// From now on screen readers hear what Qt 6 does not tell them. A second call does nothing.
/// * The name of a combo box and the chosen item: on Unix Qt gives the item as the name too, and leaves the
/// real
///   name to a label beside the box, which is not always there.
/// * That a painted widget is a chart or a picture: Qt takes it for a box that is passed over.
void installAccessibleWidgets();

} // namespace jitterscope::ui
