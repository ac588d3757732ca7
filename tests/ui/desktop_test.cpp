// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"
#include "tests/support/test_program.h"
#include "tests/ui/experiments_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/desktop/desktop.h"

#include <QFile>
#include <QGuiApplication>
#include <QRegularExpression>

#include <algorithm>

namespace jitterscope::desktop_test {

using namespace jitterscope::ui;

class DesktopTest final : public QObject {
    Q_OBJECT
private slots:
    void theTasksAreThoseOfTheDesktopFile() {
        QFile file(QStringLiteral(JITTERSCOPE_TREE "/resources/org.jitterscope.Jitterscope.desktop"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression action(
            QStringLiteral(R"(\[Desktop Action \w+\]\nName=(.+)\nExec=jitterscope (.+)\n)"));
        QStringList there;
        auto found = action.globalMatch(QString::fromUtf8(file.readAll()));
        while (found.hasNext()) {
            const auto match = found.next();
            there << match.captured(1) + QStringLiteral(": ") + match.captured(2);
        }
        QStringList here;
        for (const desktop::Task& task : desktop::tasks())
            here << QLatin1String(task.title) + QStringLiteral(": ") + QLatin1String(task.arguments);
        QVERIFY(!here.isEmpty());
        QCOMPARE(here, there);
    }
    void theProgramUnderstandsEachTask() {
        for (const desktop::Task& task : desktop::tasks()) {
            const QStringList words =
                QStringLiteral("jitterscope %1").arg(QLatin1String(task.arguments)).split(u' ');
            const GuiOptions options = parseOptions(words);
            QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
            QVERIFY2(!options.window.page.isEmpty(), task.title);
        }
    }
    void longWorkSaysHowFarItIs() {
        ExperimentsFixture f;
        ExperimentView& view = f.open("accuracy");
        f.simulate(view);
        QList<double> seen;
        connect(&f.page, &Page::measuringChanged, this, [&] {
            if (!f.page.measuring().isEmpty())
                seen << f.page.measuredShare();
        });
        f.runToEnd(view);
        QVERIFY(!seen.isEmpty());
        QVERIFY(std::ranges::is_sorted(seen));
        QVERIFY(seen.front() >= 0 && seen.back() <= 1);
    }
    /// Where windows are Windows' own; offscreen there is no taskbar.
    void windowsTakesTheJumpListAndTheProgress() {
        if (QGuiApplication::platformName() != QLatin1String("windows"))
            QSKIP("the windows are not Windows' own");
        const WindowFixture f;
        desktop::setDarkTitleBars(true);
        desktop::showProgress(*f.window, 0.25);
        desktop::showProgress(*f.window, std::nullopt);
        desktop::setDarkTitleBars(false);
        if (!desktop::offerToOpen({f.file("a session.jssession"), f.file("µ.jslab")}))
            QSKIP("this Windows keeps no jump lists");
        QVERIFY(desktop::offerToOpen({}));
    }
};

JITTERSCOPE_TEST(DesktopTest)

} // namespace jitterscope::desktop_test

#include "desktop_test.moc"
