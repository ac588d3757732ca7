// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/resolve.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

namespace jitterscope::ui {

inline constexpr int kLong = 30'000; // ms; for a busy machine

/// A page of its own for each test.
struct ExperimentsFixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    ExperimentsPage page{session, settings};

    explicit ExperimentsFixture(QSize size = {1024, 600}) {
        page.resize(size);
        page.show();
    }
    [[nodiscard]] ExperimentView& open(const char* id) {
        page.openExperiment(id);
        return *page.current();
    }
    /// Quick, on a simulated machine.
    void simulate(ExperimentView& view, const char* machine = "linux-default") {
        ExperimentPlan plan = view.form().plan();
        plan.quick = true;
        if (!view.entry().onlySimulated)
            plan.machine = machineChoice(machine);
        view.form().setPlan(plan);
    }
    /// A real run that would take minutes.
    void runForLong(ExperimentView& view) {
        ExperimentPlan plan = view.form().plan();
        plan.values.set(0, 1e5);
        view.form().setPlan(plan);
        press(view, "experiment_run");
        QVERIFY(page.runner().running());
    }
    /// A Live run that goes on until it is stopped.
    void runLive() {
        RunPlan live = standardPlan();
        live.machine = machineChoice("linux-default");
        live.machine.realPace = true;
        QVERIFY(session.setPlan(live).ok());
        QVERIFY(session.start().ok());
    }
    template <typename T>
    [[nodiscard]] T* child(ExperimentView& view, const char* name) {
        return view.findChild<T*>(QLatin1String(name));
    }
    void press(ExperimentView& view, const char* button) {
        QTest::mouseClick(child<QPushButton>(view, button), Qt::LeftButton);
    }
    void type(ExperimentView& view, const char* name, const char* text) {
        auto* edit = child<QLineEdit>(view, name);
        QVERIFY(edit != nullptr);
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromUtf8(text));
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void runToEnd(ExperimentView& view) {
        press(view, "experiment_run");
        QVERIFY(page.runner().running());
        QTRY_VERIFY_WITH_TIMEOUT(!page.runner().running(), kLong);
    }
    [[nodiscard]] QString errors(ExperimentView& view) {
        QStringList all;
        for (const auto* label : view.form().findChildren<QLabel*>(QStringLiteral("field_error"))) {
            if (!label->text().isEmpty())
                all << label->text();
        }
        return all.join(QLatin1Char('|'));
    }
    [[nodiscard]] QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

} // namespace jitterscope::ui
