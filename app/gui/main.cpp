// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"
#include "core/base/last_words.h"
#include "core/base/version.h"
#include "core/platform/file_system.h"
#include "core/platform/linux/stop_descriptor.h"
#include "core/platform/process_signals.h"
#include "core/platform/program_start.h"
#include "core/platform/system_bus.h"
#include "ui/format/outside_text.h"
#include "ui/window/help.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QSocketNotifier>
#include <QTextStream>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

/// Without these, Qt, GLib and the libraries of the display end the program or never come to an end, and say
/// nothing that helps. A window takes half as much.
constexpr jitterscope::StartNeeds kNeeds{.descriptors = 24, .memory = std::size_t{128} << 20U, .threads = 6};

/// Whether one of these options is given. It is asked before there is an application, for what must work
/// without a display.
bool isGiven(int argc, char** argv, std::initializer_list<const char*> options) {
    for (int i = 1; i < argc; ++i) {
        for (const char* option : options) {
            if (std::strcmp(argv[i], option) == 0)
                return true;
        }
    }
    return false;
}

int printText(int argc, char** argv) {
    const QCoreApplication app(argc, argv);
    const auto options = jitterscope::parseOptions(QCoreApplication::arguments());
    jitterscope::joinStartingConsole();
    QTextStream out(stdout);
    if (options.version && !options.help)
        out << jitterscope::ui::format::text(
            options.verbose ? jitterscope::ui::versions()
                            : "jitterscope " + std::string(jitterscope::version()) + '\n');
    else
        out << jitterscope::helpText();
    return 0;
}

/// True: there is no display. Qt would abort; the user gets a sentence instead.
bool displayMissing(int argc, char** argv) {
#ifdef Q_OS_LINUX
    if (isGiven(argc, argv, {"-platform"}))
        return false;
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(variable))
            return false;
    }
    return true;
#else
    Q_UNUSED(argc)
    Q_UNUSED(argv)
    return false;
#endif
}

/// Colours follow Windows' dark mode, as the title bar does by itself.
void followDarkMode() {
#ifdef Q_OS_WIN
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "windows:darkmode=2");
#endif
}

/// Qt aborts if it cannot begin, for example because the display does not answer.
void endInOneLine(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (type != QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
        return;
    }
    jitterscope::joinStartingConsole();
    const QString line = message.section(QLatin1Char('\n'), 0, 0, QString::SectionSkipEmpty);
    std::fprintf(stderr, "jitterscope: there is no window: %s\n", qPrintable(line));
    std::_Exit(kFailed);
}

int refuseWithoutDisplay(int argc, char** argv) {
    const QCoreApplication app(argc, argv);
    const auto options = jitterscope::parseOptions(QCoreApplication::arguments());
    QTextStream err(stderr);
    if (!options.error.isEmpty()) {
        err << "jitterscope: " << options.error << '\n';
        return kWrongUsage;
    }
    err << "jitterscope: there is no display here; jitterscope-cli measures the same in a terminal\n";
    return kFailed;
}

} // namespace

/// Before every other constructor of this program.
[[gnu::constructor(101)]] static void beginOrEnd() {
    jitterscope::endIfRefused("jitterscope");
}

int main(int argc, char** argv) {
    jitterscope::holdStandardStreams();
    jitterscope::ignoreFileSignals();
    jitterscope::haveLastWords("jitterscope");
    if (isGiven(argc, argv, {"--help", "-h", "--version", "-v"}))
        return printText(argc, argv);
    if (displayMissing(argc, argv))
        return refuseWithoutDisplay(argc, argv);
    if (const char* const missing = jitterscope::missingAtStart(kNeeds)) {
        jitterscope::joinStartingConsole();
        std::fprintf(stderr, "jitterscope: %s\n", missing);
        return kFailed;
    }
    followDarkMode();
    const QtMessageHandler usual = qInstallMessageHandler(endInOneLine);
    QApplication app(argc, argv);
    qInstallMessageHandler(usual);
    std::setlocale(LC_NUMERIC, "C"); // QCoreApplication has set the user's; files and parsers need this
    jitterscope::useSleepInhibitor();
    QApplication::setApplicationName(QStringLiteral("jitterscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Jitterscope"));
    QApplication::setApplicationVersion(jitterscope::ui::format::text(jitterscope::version()));
    QApplication::setDesktopFileName(QStringLiteral("org.jitterscope.Jitterscope"));
    const auto options = jitterscope::parseOptions(QApplication::arguments());
    if (!options.error.isEmpty()) {
        jitterscope::joinStartingConsole();
        QTextStream(stderr) << "jitterscope: " << options.error << '\n';
        return kWrongUsage;
    }
    jitterscope::noteStopSignals();
    jitterscope::ui::MainWindow window(options.window);
#ifdef Q_OS_UNIX
    QSocketNotifier stopSignals(jitterscope::stopSignalDescriptor(), QSocketNotifier::Read);
    QObject::connect(&stopSignals, &QSocketNotifier::activated, &window, [&] {
        stopSignals.setEnabled(false);
        window.endNow(128 + jitterscope::stopSignal());
    });
#endif
    QObject::connect(&app, &QGuiApplication::commitDataRequest, &window,
                     &jitterscope::ui::MainWindow::endRunAndKeep);
    window.show();
    return QApplication::exec();
}
