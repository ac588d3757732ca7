// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/resolve.h"
#include "ui/models/statistics_table.h"
#include "ui/window/main_window.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include <memory>

namespace jitterscope::ui {

/// A window of its own for each test, with settings nobody else sees, on a simulated machine at real pace.
struct WindowFixture {
    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;

    explicit WindowFixture(const char* strategy = "precise-sleep", QSize size = {1280, 800}) {
        WindowOptions options;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice(strategy);
        plan.machine = machineChoice("linux-default");
        plan.machine.realPace = true;
        plan.period = Period::parseRate("500").value();
        options.plan = plan;
        options.theme = ThemeMode::Light;
        open(options, size);
    }
    void open(const WindowOptions& options, QSize size = {1280, 800}) {
        window = std::make_unique<MainWindow>(options, settings());
        window->resize(size);
        window->show();
        QTRY_VERIFY(window->windowHandle() != nullptr && window->windowHandle()->isExposed());
    }
    [[nodiscard]] QString settings() const { return folder.filePath(QStringLiteral("settings.json")); }
    [[nodiscard]] QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) const {
        return window->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] Session& session() const { return window->session(); }
    [[nodiscard]] QPushButton* startStop() const {
        auto* button = child<QPushButton>("start_button");
        return button != nullptr ? button : child<QPushButton>("stop_button");
    }
    void press(const char* button) const { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    [[nodiscard]] std::int64_t frames() const {
        return session().statistics() != nullptr ? session().statistics()->deviation().count() : 0;
    }
    void choose(const char* box, const char* id) const {
        auto* combo = child<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(QLatin1String(id)));
        emit combo->activated(combo->currentIndex());
    }
    [[nodiscard]] QString cell(int row, int column) const {
        return child<QTableView>("statistics_table")->model()->index(row, column).data().toString();
    }
    void finish() const {
        QSignalSpy finished(&session(), &Session::finished);
        session().stop();
        QTRY_COMPARE(finished.count(), 1);
    }
};

} // namespace jitterscope::ui
