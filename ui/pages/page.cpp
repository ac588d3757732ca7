// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include <QWindow>

namespace jitterscope::ui {

int Page::heightForWidth(int) const {
    return minimumSizeHint().height();
}

void KeepingPage::saveInto(const QString& folder, const std::function<void(const Result<Done>&)>& done) {
    const std::vector<UnsavedReport> reports = unsavedReports();
    if (reports.empty())
        return done(Done{});
    const Result<QStringList> saved = saveReports(reports, folder);
    if (saved)
        reportsSaved();
    done(saved ? Result<Done>(Done{}) : saved.error());
}

bool Page::seen() const {
    const QWindow* screen = window()->windowHandle();
    return isVisible() && !window()->isMinimized() && screen != nullptr && screen->isExposed();
}

} // namespace jitterscope::ui
