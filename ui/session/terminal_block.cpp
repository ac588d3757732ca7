// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/terminal_block.h"

#include "core/diagnosis/snippet.h"
#include "core/platform/own_system.h"
#include "ui/format/outside_text.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {

QString commandLineProgram() {
    const QString suffix = kOwnSystem == SystemFamily::Windows ? QStringLiteral(".exe") : QString();
    const QFileInfo beside(QCoreApplication::applicationDirPath() + QStringLiteral("/jitterscope-cli") +
                           suffix);
    return beside.isExecutable() ? beside.filePath() : QString();
}

std::optional<LoopBlock> blockOfRun(const QByteArray& json) {
    const QJsonObject run = QJsonDocument::fromJson(json).object();
    const QJsonValue late = run[QLatin1String("late")][QLatin1String("count")];
    const QJsonValue frames = run[QLatin1String("frames")];
    const QJsonValue lost = run[QLatin1String("lost_iterations")];
    if (!late.isDouble() || !frames.isDouble() || !lost.isDouble())
        return std::nullopt;
    LoopBlock block;
    block.late = {late.toInteger() + lost.toInteger(), frames.toInteger() + lost.toInteger()};
    const QJsonValue median = run[QLatin1String("lateness_ns")][QLatin1String("p50")];
    if (median.isDouble())
        block.medianLateness = median.toDouble();
    const QJsonValue cpu = run[QLatin1String("cpu")][QLatin1String("thread_percent")];
    if (cpu.isDouble())
        block.cpuPercent = cpu.toDouble();
    return block.late.trials > 0 ? std::optional(block) : std::nullopt;
}

std::optional<LoopBlock> runInTerminal(const QString& program, const RunPlan& plan, Nanoseconds warmup,
                                       Nanoseconds length, JobControl& control) {
    constexpr int kCancelMilliseconds = 20;
    if (program.isEmpty())
        return std::nullopt;
    const auto framesIn = [&plan](Nanoseconds time) {
        const double frames = static_cast<double>(time.count()) / plan.period.nanoseconds();
        return QString::number(std::max<qint64>(std::llround(frames), 2));
    };
    QStringList arguments = QProcess::splitCommand(format::exact(runCommand(plan)));
    arguments.removeFirst(); // the program's name
    arguments << QStringLiteral("--warmup") << framesIn(warmup) << QStringLiteral("--frames")
              << framesIn(length) << QStringLiteral("--json") << QStringLiteral("-");
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    const qint64 most = 3 * (warmup + length).count() / 1'000'000 + 1000;
    while (!process.waitForFinished(kCancelMilliseconds) && process.state() != QProcess::NotRunning) {
        if (control.cancelled() || timer.elapsed() > most) {
            process.kill();
            process.waitForFinished();
            return std::nullopt;
        }
    }
    const bool good = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return good ? blockOfRun(process.readAllStandardOutput()) : std::nullopt;
}

} // namespace jitterscope::ui
