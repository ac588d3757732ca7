// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include <QWindow>

#include <memory>

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

void saveAllInto(const QString& folder, const QList<KeepingPage*>& pages,
                 const std::function<void(const Result<Done>&)>& done) {
    struct Saving {
        qsizetype left;
        Result<Done> outcome = Done{};
    };
    const auto saving = std::make_shared<Saving>(Saving{pages.size()});
    for (KeepingPage* page : pages)
        page->saveInto(folder, [saving, done](const Result<Done>& one) {
            if (!one)
                saving->outcome = one;
            if (--saving->left == 0)
                done(saving->outcome);
        });
}

bool Page::seen() const {
    const QWindow* screen = window()->windowHandle();
    return isVisible() && !window()->isMinimized() && screen != nullptr && screen->isExposed();
}

} // namespace jitterscope::ui
