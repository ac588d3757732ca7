// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/compared_runs.h"
#include "core/files/csv.h"
#include "tests/report/sample_runs.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/session/session.h"
#include "ui/window/main_window.h"

#include <QLabel>
#include <QTemporaryDir>

#include <memory>

namespace jitterscope::ui {

/// ms: a comparison takes seconds beside other work, under sanitizers.
inline constexpr int kPatience = 60'000;

/// A window on the Compare page, with settings of its own.
struct CompareFixture {
    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;
    ComparePage* page = nullptr;

    explicit CompareFixture(const QStringList& files = {}) { open(files); }

    void open(const QStringList& files = {}) {
        WindowOptions options;
        options.page = QStringLiteral("compare");
        options.files = files;
        window = std::make_unique<MainWindow>(options, folder.filePath(QStringLiteral("settings.json")));
        window->resize(1280, 900);
        window->show();
        page = window->findChild<ComparePage*>();
    }
    RunList& runs() const { return window->session().runs(); }
    template <typename W>
    W* child(const char* name) const {
        return window->findChild<W*>(QLatin1String(name));
    }
    QString sentence() const { return child<QLabel>("pair_sentence")->text(); }
    /// A samples file of a simulated run.
    QString samples(const char* name, const char* strategy) const {
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice(strategy);
        plan.frames = 1500;
        const QString path = folder.filePath(QLatin1String(name));
        (void)writeSamplesCsv(*simulatedRun(plan), path.toStdString());
        return path;
    }
};

} // namespace jitterscope::ui
