// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"
#include "core/base/version.h"
#include "core/platform/file_system.h"
#include "core/platform/linux/stop_descriptor.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_bus.h"
#include "ui/format/outside_text.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QSocketNotifier>
#include <QTextStream>

#include <clocale>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int kWrongUsage = 2;

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
    QTextStream out(stdout);
    if (options.version && !options.help)
        out << "jitterscope " << jitterscope::ui::format::text(jitterscope::version()) << '\n';
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

int refuseWithoutDisplay(int argc, char** argv) {
    const QCoreApplication app(argc, argv);
    const auto options = jitterscope::parseOptions(QCoreApplication::arguments());
    QTextStream err(stderr);
    if (!options.error.isEmpty()) {
        err << "jitterscope: " << options.error << '\n';
        return kWrongUsage;
    }
    err << "jitterscope: there is no display here; jitterscope-cli measures the same in a terminal\n";
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    jitterscope::holdStandardStreams();
    if (isGiven(argc, argv, {"--help", "-h", "--version", "-v"}))
        return printText(argc, argv);
    if (displayMissing(argc, argv))
        return refuseWithoutDisplay(argc, argv);
    QApplication app(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // QCoreApplication has set the user's; files and parsers need this
    jitterscope::ignoreFileSignals();
    jitterscope::useSleepInhibitor();
    QApplication::setApplicationName(QStringLiteral("jitterscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Jitterscope"));
    QApplication::setApplicationVersion(jitterscope::ui::format::text(jitterscope::version()));
    QApplication::setDesktopFileName(QStringLiteral("org.jitterscope.Jitterscope"));
    const auto options = jitterscope::parseOptions(QApplication::arguments());
    if (!options.error.isEmpty()) {
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
                     &jitterscope::ui::MainWindow::keepUnsaved);
    window.show();
    return QApplication::exec();
}
