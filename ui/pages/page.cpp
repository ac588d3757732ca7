// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include <QWindow>

namespace jitterscope::ui {

int Page::heightForWidth(int) const {
    return minimumSizeHint().height();
}

bool Page::seen() const {
    const QWindow* screen = window()->windowHandle();
    return isVisible() && !window()->isMinimized() && screen != nullptr && screen->isExposed();
}

} // namespace jitterscope::ui
