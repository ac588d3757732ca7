// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what stays behind after many starts, changes and stops of one window (--cycles N), and after many
// windows that are closed in the middle of a run (--windows N): memory and threads, from /proc/self/status.
#include "core/run/resolve.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QPixmapCache>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <memory>

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
            QApplication::quit();
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
    parser.process(app);
    const int cycles = parser.value(QStringLiteral("cycles")).toInt();
    const int windows = parser.value(QStringLiteral("windows")).toInt();
    if ((cycles > 0) == (windows > 0)) {
        QTextStream(stderr) << "window_soak: one of --cycles N, --windows N\n";
        return 2;
    }
    const QTemporaryDir folder;
    const QString settings = folder.filePath(QStringLiteral("settings.json"));
    std::unique_ptr<Soak> soak;
    if (cycles > 0)
        soak = std::make_unique<Cycles>(cycles, settings);
    else
        soak = std::make_unique<Windows>(windows, settings);
    QTimer::singleShot(0, soak.get(), [&soak] { soak->next(); });
    return QApplication::exec();
}
