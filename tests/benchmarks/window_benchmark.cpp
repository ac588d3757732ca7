// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window costs: time to the first paint, CPU of everything but the measuring thread, and the
// longest gap between two turns of the event loop, at 1920×1080 with a 1 kHz run and all charts visible.
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <vector>

namespace {

using namespace jitterscope;

/// Times the turns of the event loop, asked for every 10 ms.
class GapMeter : public QObject {
public:
    GapMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            if (m_last.isValid())
                m_gaps.push_back(static_cast<double>(m_last.nsecsElapsed()) / 1e6);
            m_last.start();
        });
    }
    void start() { m_timer.start(10); }
    [[nodiscard]] double longest() const {
        return m_gaps.empty() ? 0 : *std::max_element(m_gaps.begin(), m_gaps.end());
    }
    [[nodiscard]] double percentile(double fraction) {
        std::sort(m_gaps.begin(), m_gaps.end());
        return m_gaps.empty()
                   ? 0
                   : m_gaps[static_cast<std::size_t>(fraction * static_cast<double>(m_gaps.size() - 1))];
    }

private:
    QTimer m_timer;
    QElapsedTimer m_last;
    std::vector<double> m_gaps;
};

/// Tells when a widget has been painted for the first time.
class FirstPaint : public QObject {
public:
    explicit FirstPaint(QWidget& window) { window.installEventFilter(this); }
    [[nodiscard]] bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::UpdateRequest && m_milliseconds < 0)
            QTimer::singleShot(0, this, [this] { m_milliseconds = m_clock.elapsed(); });
        return QObject::eventFilter(watched, event);
    }
    void begin() { m_clock.start(); }
    [[nodiscard]] qint64 milliseconds() const { return m_milliseconds; }

private:
    QElapsedTimer m_clock;
    qint64 m_milliseconds = -1;
};

double processSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer fromStart;
    fromStart.start();
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOption({QStringLiteral("seconds"), QStringLiteral("length of the run"), QStringLiteral("S"),
                      QStringLiteral("10")});
    parser.addOption({QStringLiteral("rate"), QStringLiteral("frames a second"), QStringLiteral("HZ"),
                      QStringLiteral("1000")});
    parser.addOption({QStringLiteral("size"), QStringLiteral("of the window"), QStringLiteral("WxH"),
                      QStringLiteral("1920x1080")});
    parser.process(app);
    const QStringList size = parser.value(QStringLiteral("size")).split(u'x');
    const auto period = Period::parseRate(parser.value(QStringLiteral("rate")).toStdString());
    if (size.size() != 2 || !period) {
        QTextStream(stderr) << "window_benchmark: --size WxH, --rate HZ\n";
        return 2;
    }
    const QTemporaryDir folder;
    ui::WindowOptions options;
    options.plan.emplace();
    options.plan->strategy = sleepChoice("absolute-sleep");
    options.plan->period = period.value();
    options.theme = ui::ThemeMode::Light;
    ui::MainWindow window(options, folder.filePath(QStringLiteral("settings.json")));
    FirstPaint paint(window);
    window.resize(size[0].toInt(), size[1].toInt());
    paint.begin();
    const qint64 made = fromStart.elapsed();
    window.show();

    GapMeter gaps;
    double busyBefore = 0;
    QElapsedTimer wall;
    QTimer::singleShot(1000, &window, [&] {
        window.actions().start->trigger();
        QTimer::singleShot(1000, &window, [&] { // warmed up
            busyBefore = processSeconds();
            wall.start();
            gaps.start();
        });
    });
    const double seconds = parser.value(QStringLiteral("seconds")).toDouble();
    QTimer::singleShot(2000 + static_cast<int>(seconds * 1000), &window, [&] {
        const double elapsed = static_cast<double>(wall.nsecsElapsed()) / 1e9;
        const double process = (processSeconds() - busyBefore) / elapsed * 100;
        const auto& figures = window.session().figures();
        const double thread = figures && figures->cpuRun.threadPercent ? *figures->cpuRun.threadPercent : 0;
        QTextStream out(stdout);
        out << "window: " << window.width() << " x " << window.height() << ", "
            << parser.value(QStringLiteral("rate")) << " Hz\n"
            << "first paint: " << made + paint.milliseconds() << " ms after start (window made: " << made
            << " ms)\n"
            << "process CPU: " << process << " % of a core, measuring thread " << thread << " %, the rest "
            << process - thread << " %\n"
            << "event-loop turns (10 ms timer): p99 " << gaps.percentile(0.99) << " ms, longest "
            << gaps.longest() << " ms\n"
            << "lateness: p50 " << (figures ? figures->run.lateness.p50.value_or(-1) : -1) << " ns, p99 "
            << (figures ? figures->run.lateness.p99.value_or(-1) : -1) << " ns\n"
            << "lost samples: " << window.session().lostSamples() << '\n';
        window.closeAtOnce();
        QApplication::quit();
    });
    return QApplication::exec();
}
