// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/report_text.h"

#include "core/version.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"

#include <functional>

namespace jitterscope::ui::format {
namespace {

using Show = std::function<QString(double)>;

QString shown(const std::optional<double>& value, const Show& show) {
    return value ? show(*value) : absent();
}

QString summaryRow(const QString& name, const Summary& s, const Show& show) {
    const QString cells[] = {count(s.count),     shown(s.mean, show), shown(s.stddev, duration),
                             shown(s.p50, show), shown(s.p99, show),  shown(s.p99_9, show),
                             shown(s.max, show)};
    QString row = QStringLiteral("| ") + name;
    for (const QString& cell : cells)
        row += QStringLiteral(" | ") + cell;
    return row + QStringLiteral(" |\n");
}

QString line(const QString& name, const QString& value) {
    return QStringLiteral("- %1: %2\n").arg(name, value);
}

QString percentOr(const std::optional<double>& value) {
    return shown(value, [](double v) { return percent(v); });
}

} // namespace

QString runReport(const RunResult& result) {
    const RunPlan& plan = result.plan;
    const FrameFigures& figures = result.figures;
    const double period = plan.period.nanoseconds();
    QString text =
        QStringLiteral("## Jitterscope %1: %2\n\n").arg(ui::format::text(version()), planTitle(plan));
    text += line(QStringLiteral("policy"), policyName(plan.policy.id));
    text += line(QStringLiteral("work"), workName(plan.work.id));
    text +=
        line(QStringLiteral("machine"),
             machineName(plan.machine.id) + (plan.simulated() ? QStringLiteral(" (simulated)") : QString()));
    if (!result.startedUtc.empty())
        text += line(QStringLiteral("started"), QString::fromStdString(result.startedUtc));
    text += line(QStringLiteral("frames"), count(figures.frames) + QStringLiteral(", lost iterations ") +
                                               count(figures.lostIterations));
    text += line(QStringLiteral("rate"),
                 shown(figures.rateHz, rate) + QStringLiteral(", drift ") + shown(figures.driftPpm, ppm));
    if (figures.lateShare)
        text += line(
            QStringLiteral("late by more than ") + duration(static_cast<double>(figures.tolerance.count())),
            QStringLiteral("%1 (95 %: %2 … %3)")
                .arg(percent(figures.lateShare->value * 100), percent(figures.lateShare->interval.low * 100),
                     percent(figures.lateShare->interval.high * 100)));
    text += line(QStringLiteral("CPU"),
                 QStringLiteral("thread %1, process %2, machine %3")
                     .arg(percentOr(result.cpu.threadPercent), percentOr(result.cpu.processPercent),
                          percentOr(result.cpu.machinePercent)));
    text += QStringLiteral(
        "\n| | frames | mean | σ | p50 | p99 | p99.9 | max |\n|---|---|---|---|---|---|---|---|\n");
    text += summaryRow(QStringLiteral("frame time"), figures.frameTime,
                       [period](double v) { return frameTime(v, period); });
    text += summaryRow(QStringLiteral("lateness"), figures.lateness, signedDuration);
    text += summaryRow(QStringLiteral("oversleep"), figures.oversleep, signedDuration);
    text += QLatin1Char('\n');
    for (const SettingOutcome& setting : result.settings)
        text += line(QString::fromStdString(setting.name),
                     QString::fromStdString(setting.observed) +
                         (setting.granted ? QString()
                                          : QStringLiteral(" (refused: ") +
                                                QString::fromStdString(setting.reason) + QLatin1Char(')')));
    for (const Fact& fact : result.machine)
        text += line(QString::fromStdString(fact.name),
                     QString::fromStdString(fact.value.empty() ? fact.why : fact.value));
    for (const std::string& note : result.notes)
        text += line(QStringLiteral("note"), QString::fromStdString(note));
    return text;
}

} // namespace jitterscope::ui::format
