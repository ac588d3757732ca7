// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window costs: time to the first paint, CPU of everything but the measuring thread, and the
// longest gap between two turns of the event loop, at 1920×1080 with a 1 kHz run and all charts visible.
#include "core/run/resolve.h"
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
#include <optional>
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

/// How the run of the benchmark looks and lasts; the defaults are those of the instrument's targets.
struct Benchmark {
    RunPlan plan = standardPlan();
    QSize size;
    QString state;
    bool turns = true;
};

std::optional<Benchmark> parse(QCommandLineParser& parser, const QStringList& arguments) {
    const struct {
        const char* name;
        const char* meaning;
        const char* standard;
    } options[] = {
        {"seconds", "length of the run", "10"},
        {"rate", "frames a second", "1000"},
        {"strategy", "its id", "absolute-sleep"},
        {"load", "threads that keep processors busy beside it", "0"},
        {"size", "of the window, WxH", "1920x1080"},
        {"state", "shown, hidden or minimised", "shown"},
        {"turns", "yes: times the event loop's turns, which wakes it a hundred times a second", "yes"}};
    parser.addHelpOption();
    for (const auto& option : options)
        parser.addOption({QLatin1String(option.name), QLatin1String(option.meaning), QStringLiteral("VALUE"),
                          QLatin1String(option.standard)});
    parser.process(arguments);
    const auto value = [&parser](const char* name) { return parser.value(QLatin1String(name)); };
    const QStringList size = value("size").split(u'x');
    const auto period = Period::parseRate(value("rate").toStdString());
    Benchmark benchmark;
    benchmark.state = value("state");
    benchmark.turns = value("turns") == QLatin1String("yes");
    if (size.size() != 2 || !period ||
        !QStringList{QStringLiteral("shown"), QStringLiteral("hidden"), QStringLiteral("minimised")}.contains(
            benchmark.state))
        return std::nullopt;
    benchmark.size = {size[0].toInt(), size[1].toInt()};
    benchmark.plan.strategy = sleepChoice(value("strategy").toStdString());
    benchmark.plan.period = period.value();
    benchmark.plan.load = value("load").toInt();
    benchmark.plan.duration = Nanoseconds(static_cast<std::int64_t>(value("seconds").toDouble() * 1e9));
    return checkPlan(benchmark.plan) ? std::optional(benchmark) : std::nullopt;
}

void show(ui::MainWindow& window, const QString& state) {
    window.show();
    if (state == QLatin1String("minimised"))
        window.showMinimized();
    else if (state == QLatin1String("hidden"))
        window.hide();
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer fromStart;
    fromStart.start();
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser parser;
    const auto benchmark = parse(parser, QApplication::arguments());
    if (!benchmark) {
        QTextStream(stderr) << "window_benchmark: a value cannot be used; --help lists what there is\n";
        return 2;
    }
    const QTemporaryDir folder;
    ui::WindowOptions options;
    options.plan = benchmark->plan;
    options.theme = ui::ThemeMode::Light;
    ui::MainWindow window(options, folder.filePath(QStringLiteral("settings.json")));
    FirstPaint paint(window);
    window.resize(benchmark->size);
    paint.begin();
    const qint64 made = fromStart.elapsed();
    show(window, benchmark->state);

    GapMeter gaps;
    double busyBefore = 0;
    QElapsedTimer wall;
    QTimer::singleShot(1000, &window, [&] { // the first paint is over
        (void)window.session().start();
        QTimer::singleShot(1000, &window, [&] { // warmed up
            busyBefore = processSeconds();
            wall.start();
            if (benchmark->turns)
                gaps.start();
        });
    });
    QObject::connect(&window.session(), &ui::Session::finished, &window, [&] {
        const double elapsed = static_cast<double>(wall.nsecsElapsed()) / 1e9;
        const double process = (processSeconds() - busyBefore) / elapsed * 100;
        const ui::LiveMetrics& metrics = *window.session().metrics();
        const double thread = metrics.cpuNow.threadPercent.value_or(0);
        const FrameMetrics& run = metrics.now;
        QTextStream out(stdout);
        out << "window: " << window.width() << " x " << window.height() << ", " << benchmark->state << ", "
            << QString::fromStdString(benchmark->plan.strategy.id) << " at "
            << QString::fromStdString(benchmark->plan.period.rateText()) << " Hz\n"
            << "first paint: " << made + paint.milliseconds() << " ms after start (window made: " << made
            << " ms)\n"
            << "process CPU: " << process << " % of a core, measuring thread " << thread << " %, the rest "
            << process - thread - 100.0 * benchmark->plan.load << " %\n";
        if (benchmark->turns)
            out << "event-loop turns (10 ms timer): p99 " << gaps.percentile(0.99) << " ms, longest "
                << gaps.longest() << " ms\n";
        out << "lateness: p50 " << run.lateness.p50.value_or(-1) << " ns, p99 "
            << run.lateness.p99.value_or(-1) << " ns, late " << (run.lateShare ? run.lateShare->value : -1)
            << " of " << run.frames << " frames beyond " << run.tolerance.count() << " ns\n"
            << "lost samples: " << window.session().lostSamples() << '\n';
        out.flush();
        window.closeAtOnce();
        QApplication::quit();
    });
    return QApplication::exec();
}
