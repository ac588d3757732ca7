// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest>

#include <array>
#include <functional>
#include <random>

namespace jitterscope::window_monkey_test {

using namespace jitterscope::ui;

namespace {

/// Clicks, types, drags and turns the wheel on whatever is shown, at random but the same each time. Dialogs
/// for files it only closes: it must not find out what their keys do to this machine.
class Monkey {
public:
    explicit Monkey(unsigned seed) : m_random(seed) {}

    void act() {
        QWidget* const window = shown();
        if (window == nullptr)
            return;
        if (qobject_cast<QFileDialog*>(window) != nullptr) {
            window->close();
            return;
        }
        QList<QWidget*> places = window->findChildren<QWidget*>();
        places.removeIf([window](const QWidget* widget) {
            return !widget->isVisible() || !widget->isEnabled() || widget->window() != window;
        });
        QWidget* const widget = places.isEmpty() ? window : places[below(places.size())];
        const QPoint at(static_cast<int>(below(std::max(widget->width(), 1))),
                        static_cast<int>(below(std::max(widget->height(), 1))));
        switch (below(10)) {
        case 0:
            return wheel(widget, at);
        case 1:
            return QTest::mouseClick(widget, Qt::RightButton, {}, at);
        case 2:
            return QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
        case 3:
        case 4:
            return key(widget);
        case 5:
            QTest::mousePress(widget, Qt::LeftButton, {}, at);
            QTest::mouseMove(widget, at + QPoint(40, 7));
            return QTest::mouseRelease(widget, Qt::LeftButton, {}, at + QPoint(40, 7));
        case 6:
            if (below(10) == 0)
                window->resize(600 + static_cast<int>(below(1400)), 400 + static_cast<int>(below(800)));
            return;
        default:
            return QTest::mouseClick(widget, Qt::LeftButton, {}, at);
        }
    }

private:
    qsizetype below(qsizetype most) {
        return static_cast<qsizetype>(m_random() % static_cast<std::uint32_t>(most));
    }

    /// A menu, else a dialog, else the window.
    QWidget* shown() {
        if (QWidget* const popup = QApplication::activePopupWidget())
            return popup;
        QWidgetList windows = QApplication::topLevelWidgets();
        windows.removeIf([](const QWidget* widget) { return !widget->isVisible(); });
        return windows.isEmpty() ? nullptr : windows[below(windows.size())];
    }

    static void wheel(QWidget* widget, QPoint at) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }

    void key(QWidget* widget) {
        static constexpr std::array kKeys{Qt::Key_Tab,      Qt::Key_Space, Qt::Key_Return, Qt::Key_Escape,
                                          Qt::Key_Left,     Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Right,
                                          Qt::Key_PageDown, Qt::Key_Home,  Qt::Key_1,      Qt::Key_9,
                                          Qt::Key_Minus,    Qt::Key_Comma, Qt::Key_E,      Qt::Key_Plus,
                                          Qt::Key_F5,       Qt::Key_Z,     Qt::Key_R,      Qt::Key_Backspace};
        const auto modifiers = below(8) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        QTest::keyClick(widget, kKeys[static_cast<std::size_t>(below(kKeys.size()))], modifiers);
    }

    std::mt19937 m_random;
};

} // namespace

/// Whatever is clicked and typed, the window goes on. JITTERSCOPE_MONKEY_SECONDS: for so long;
/// JITTERSCOPE_MONKEY_SEED.
class WindowMonkeyTest : public QObject {
    Q_OBJECT

private slots:
    void theWindowGoesOn() {
        const QTemporaryDir folder;
        QVERIFY(QDir::setCurrent(folder.path())); // a name that is typed stays here
        const QString settings = folder.filePath("settings.json");
        const int seconds = qEnvironmentVariableIntValue("JITTERSCOPE_MONKEY_SECONDS");
        bool given = false;
        const int seed = qEnvironmentVariableIntValue("JITTERSCOPE_MONKEY_SEED", &given);
        Monkey monkey(given ? static_cast<unsigned>(seed) : 1);
        QElapsedTimer time;
        time.start();
        int actions = 0;
        int windows = 0;
        int depth = 0;
        std::unique_ptr<MainWindow> window;
        std::function<void()> turn = [&] {
            QTimer::singleShot(0, qApp, turn); // before: a menu runs until a later turn closes it
            // The first one, or after it was closed; not from within its own menu.
            if (!window || (!window->isVisible() && depth == 0)) {
                ++windows;
                WindowOptions options;
                options.page =
                    QStringList{"live", "experiments", "labs", "compare", "diagnosis"}[windows % 5];
                window = std::make_unique<MainWindow>(options, settings);
                window->show();
            }
            ++depth;
            monkey.act();
            --depth;
            ++actions;
            if (seconds > 0 ? time.elapsed() > 1000 * seconds : actions >= 300)
                QApplication::exit(); // quit() would ask about what is unsaved
        };
        QApplication::setQuitOnLastWindowClosed(false);
        QTimer::singleShot(0, qApp, turn);
        while (seconds > 0 ? time.elapsed() < 1000 * seconds : actions < 300)
            QApplication::exec(); // an action may have ended it
        turn = [] {};
        window->closeAtOnce();
        window.reset();
        qInfo("actions: %d\nwindows: %d", actions, windows);
    }
};

JITTERSCOPE_TEST(WindowMonkeyTest)

} // namespace jitterscope::window_monkey_test

#include "window_monkey_test.moc"
