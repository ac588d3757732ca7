// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what stays behind after many starts, changes and stops of one window (--cycles N), after many
// windows that are closed in the middle of a run (--windows N), and in a long run (--live SECONDS; with
// --themes its theme changes each second): memory and threads, from /proc/self/status, processor time, the
// longest turn.
#include "core/run/resolve.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QPixmapCache>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <ctime>
#include <memory>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace jitterscope;

constexpr int kWarmUp = 50;           // turns before growth is counted
constexpr int kHoldMilliseconds = 40; // of a run, and after its change

/// A figure of /proc/self/status: kilobytes, or a count.
qint64 status(const char* field) {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QStringList lines = QString::fromLatin1(file.readAll()).split(u'\n');
    for (const QString& line : lines) {
        if (line.startsWith(QLatin1String(field) + u':'))
            return line.section(u':', 1).simplified().section(u' ', 0, 0).toLongLong();
    }
    return -1;
}

/// Kilobytes that the program itself holds; the rest of what is resident is the allocator's, or code.
qint64 heldKilobytes() {
#ifdef __GLIBC__
    const struct mallinfo2 info = mallinfo2();
    return static_cast<qint64>((info.uordblks + info.hblkhd) / 1024);
#else
    return -1;
#endif
}

RunPlan planOf(int turn) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(turn % 2 == 0 ? "absolute-sleep" : "precise-sleep");
    plan.period = Period::parseRate(turn % 3 == 0 ? "1000" : "240").value();
    if (turn % 5 == 0) {
        plan.machine = machineChoice("linux-default");
        plan.machine.realPace = true;
    }
    return plan;
}

/// Takes turns, and tells what each hundred of them has left behind.
class Soak : public QObject {
public:
    Soak(int turns, const char* what) : m_turns(turns), m_what(QLatin1String(what)) {}
    virtual void next() = 0;

protected:
    [[nodiscard]] int turn() const { return m_turn; }
    /// Counts a turn; the last one ends the program.
    void turned() {
        ++m_turn;
        QPixmapCache::clear(); // Qt's own, of at most 10 MB: each theme that is set fills it anew
        const qint64 kilobytes = status("VmRSS");
        const qint64 held = heldKilobytes();
        if (m_turn == kWarmUp) {
            m_before = kilobytes;
            m_heldBefore = held;
        }
        if (m_turn % 100 == 0 || m_turn == kWarmUp || m_turn == m_turns) {
            const bool counts = m_turn >= kWarmUp;
            QTextStream(stdout) << m_turn << ' ' << m_what << ": resident " << kilobytes << " kB ("
                                << (counts ? kilobytes - m_before : 0) << " since turn " << kWarmUp
                                << "), allocated " << held << " kB (" << (counts ? held - m_heldBefore : 0)
                                << "), " << status("Threads") << " threads\n";
        }
        if (m_turn == m_turns)
            QApplication::exit(); // quit() would ask about what is unsaved
        else
            QTimer::singleShot(0, this, [this] { next(); });
    }

private:
    int m_turns;
    int m_turn = 0;
    qint64 m_before = 0;
    qint64 m_heldBefore = 0;
    QLatin1String m_what;
};

/// One window: start, change, stop.
class Cycles final : public Soak {
public:
    Cycles(int turns, const QString& settings) : Soak(turns, "cycles"), m_window({}, settings) {
        m_window.show();
        connect(&m_window.session(), &ui::Session::finished, this, [this] { turned(); });
    }
    void next() override {
        (void)m_window.session().setPlan(planOf(turn()));
        m_window.actions().start->trigger();
        QTimer::singleShot(kHoldMilliseconds, this, [this] {
            RunPlan plan = m_window.session().plan();
            plan.strategy = sleepChoice("timer-sleep");
            (void)m_window.session().setPlan(plan);
            QTimer::singleShot(kHoldMilliseconds, this, [this] { m_window.actions().stop->trigger(); });
        });
    }

private:
    ui::MainWindow m_window;
};

/// Windows that are closed while they measure.
class Windows final : public Soak {
public:
    Windows(int turns, const QString& settings) : Soak(turns, "windows"), m_settings(settings) {}
    void next() override {
        ui::WindowOptions options;
        options.plan = planOf(turn());
        m_window = std::make_unique<ui::MainWindow>(options, m_settings);
        m_window->show();
        m_window->actions().start->trigger();
        QTimer::singleShot(2 * kHoldMilliseconds, this, [this] {
            m_window->closeAtOnce();
            m_window.reset();
            turned();
        });
    }

private:
    QString m_settings;
    std::unique_ptr<ui::MainWindow> m_window;
};

/// Live at 1 kHz for long, as its user sees it: the window is shown. Prints a line every ten seconds.
class Live final : public QObject {
public:
    Live(int seconds, bool themes, const QString& settings)
        : m_lines(seconds / kSeconds), m_window({}, settings) {
        RunPlan plan = standardPlan();
        plan.period = Period::parseRate("1000").value();
        plan.duration = Nanoseconds{0};
        (void)m_window.session().setPlan(plan);
        m_window.showPageById(QStringLiteral("live"));
        m_window.show();
        m_turn.start();
        m_turns.setTimerType(Qt::PreciseTimer);
        m_turns.callOnTimeout(this, [this] {
            m_longest = std::max(m_longest, m_turn.nsecsElapsed() - 1'000'000 * kTurn);
            m_turn.start();
        });
        m_turns.start(kTurn);
        m_told.callOnTimeout(this, [this] { tell(); });
        m_told.start(kSeconds * 1000);
        m_themes.callOnTimeout(this, [this] {
            const QList<QAction*> choices = m_window.actions().theme->actions();
            choices[m_theme++ % choices.size()]->trigger();
        });
        if (themes)
            m_themes.start(1000);
        m_window.actions().start->trigger();
    }

private:
    static constexpr int kSeconds = 10; // between two lines
    static constexpr int kTurn = 5;     // ms between two looks at how long the event loop was away

    void tell() {
        const double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
        const auto& run = m_window.session();
        QTextStream(stdout) << "live " << ++m_line * kSeconds << " s: resident " << status("VmRSS")
                            << " kB, allocated " << heldKilobytes() << " kB, " << status("Threads")
                            << " threads, " << 100 * (cpu - m_cpu) / kSeconds << " % CPU, longest turn "
                            << static_cast<double>(std::exchange(m_longest, 0)) / 1e6 << " ms, frames "
                            << (run.statistics() != nullptr ? run.statistics()->lateness().count() : 0)
                            << ", lost " << run.lostSamples() << "\n";
        m_cpu = cpu;
        if (m_line >= m_lines)
            m_window.endNow(0);
    }

    int m_lines;
    int m_line = 0;
    double m_cpu = 0; // s, at the last line
    qint64 m_longest = 0;
    qsizetype m_theme = 0;
    QElapsedTimer m_turn;
    QTimer m_turns;
    QTimer m_told;
    QTimer m_themes;
    ui::MainWindow m_window;
};

} // namespace

int main(int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOption({QStringLiteral("cycles"), QStringLiteral("starts and stops"), QStringLiteral("N")});
    parser.addOption(
        {QStringLiteral("windows"), QStringLiteral("windows closed mid-run"), QStringLiteral("N")});
    parser.addOption({QStringLiteral("live"), QStringLiteral("a long run"), QStringLiteral("SECONDS")});
    parser.addOption({QStringLiteral("themes"), QStringLiteral("with --live: another theme each second")});
    parser.process(app);
    const int live = parser.value(QStringLiteral("live")).toInt();
    const int cycles = parser.value(QStringLiteral("cycles")).toInt();
    const int windows = parser.value(QStringLiteral("windows")).toInt();
    if ((cycles > 0 ? 1 : 0) + (windows > 0 ? 1 : 0) + (live > 0 ? 1 : 0) != 1) {
        QTextStream(stderr) << "window_soak: one of --cycles N, --windows N, --live SECONDS\n";
        return 2;
    }
    const QTemporaryDir folder;
    const QString settings = folder.filePath(QStringLiteral("settings.json"));
    if (live > 0) {
        const Live shown(live, parser.isSet(QStringLiteral("themes")), settings);
        return QApplication::exec();
    }
    std::unique_ptr<Soak> soak;
    if (cycles > 0)
        soak = std::make_unique<Cycles>(cycles, settings);
    else
        soak = std::make_unique<Windows>(windows, settings);
    QTimer::singleShot(0, soak.get(), [&soak] { soak->next(); });
    return QApplication::exec();
}
