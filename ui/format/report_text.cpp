// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/report_text.h"

#include "core/base/version.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"

#include <QStringList>

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

/// The value. For a fact that spoils a measurement also what it means, and what to do about it.
QString factWords(const Fact& fact) {
    QString words = text(fact.value.empty() ? fact.why : fact.value);
    if (fact.state == FactState::Warn || fact.state == FactState::Bad)
        words += QStringLiteral(" (%1: %2%3)")
                     .arg(text(std::string(factStateId(fact.state))), text(fact.why),
                          fact.doThis.empty() ? QString() : QStringLiteral(" To do: ") + text(fact.doThis));
    return words;
}

QString percentOr(const std::optional<double>& value) {
    return shown(value, [](double v) { return percent(v); });
}

QString stoppedText(const FrameMetrics& metrics) {
    return metrics.stoppedFrames > 0
               ? QStringLiteral(", left out after a stop ") + count(metrics.stoppedFrames)
               : QString();
}

/// What was measured under one plan.
QString stretchSection(const RunPlan& plan, const FrameMetrics& metrics, const CpuUsage& cpu) {
    const double period = plan.period.nanoseconds();
    QString text = line(QStringLiteral("policy"), policyName(plan.policy.id));
    text += line(QStringLiteral("work"), workName(plan.work.id));
    if (plan.load > 0)
        text +=
            line(QStringLiteral("load"), count(plan.load) + (plan.load == 1 ? QStringLiteral(" thread")
                                                                            : QStringLiteral(" threads")));
    text += line(QStringLiteral("frames"), count(metrics.frames) + QStringLiteral(", lost iterations ") +
                                               count(metrics.lostIterations) + stoppedText(metrics));
    text += line(QStringLiteral("rate"),
                 shown(metrics.rateHz, rate) + QStringLiteral(", drift ") + shown(metrics.driftPpm, ppm));
    if (metrics.lateShare)
        text += line(
            QStringLiteral("late by more than ") + duration(static_cast<double>(metrics.tolerance.count())),
            QStringLiteral("%1 (95 %: %2 … %3)")
                .arg(percent(metrics.lateShare->value * 100), percent(metrics.lateShare->interval.low * 100),
                     percent(metrics.lateShare->interval.high * 100)));
    text += line(QStringLiteral("CPU"), QStringLiteral("thread %1, process %2, machine %3")
                                            .arg(percentOr(cpu.threadPercent), percentOr(cpu.processPercent),
                                                 percentOr(cpu.machinePercent)));
    text += QStringLiteral(
        "\n| | count | mean | σ | p50 | p99 | p99.9 | max |\n|---|---|---|---|---|---|---|---|\n");
    text += summaryRow(QStringLiteral("frame time"), metrics.frameTime,
                       [period](double v) { return frameTime(v, period); });
    text += summaryRow(QStringLiteral("lateness"), metrics.lateness, signedDuration);
    text += summaryRow(QStringLiteral("oversleep"), metrics.oversleep, signedDuration);
    return text + QLatin1Char('\n');
}

QString stretchSections(const RunSummary& result) {
    if (result.stretches.size() <= 1)
        return stretchSection(result.plan, result.metrics, result.cpu);
    QString text;
    for (const Stretch& stretch : result.stretches)
        text += QStringLiteral("\n### %1 of %2: %3\n\n")
                    .arg(stretch.index + 1)
                    .arg(result.stretches.size())
                    .arg(planTitle(stretch.plan)) +
                stretchSection(stretch.plan, stretch.metrics, stretch.cpu);
    return text;
}

/// A tab-separated table with a heading line, as Markdown.
QString markdownTable(const QString& table) {
    QString text;
    for (QString row : table.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto columns = row.count(QLatin1Char('\t'));
        row.replace(QLatin1Char('|'), QLatin1String("\\|")).replace(QLatin1Char('\t'), QLatin1String(" | "));
        const bool heading = text.isEmpty();
        text += QStringLiteral("| ") + row + QStringLiteral(" |\n");
        if (heading)
            text += QStringLiteral("|---").repeated(columns + 1) + QStringLiteral("|\n");
    }
    return text;
}

} // namespace

QString runReport(const RunSummary& result, const QString& comparison) {
    const bool one = result.stretches.size() <= 1;
    QString report = QStringLiteral("## Jitterscope %1: %2\n\n")
                         .arg(text(version()),
                              one ? planTitle(result.plan)
                                  : QStringLiteral("%1 settings in one run").arg(result.stretches.size()));
    report += line(QStringLiteral("machine"),
                   machineTitle(result.plan.machine) +
                       (result.plan.simulated() ? QStringLiteral(" (simulated)") : QString()));
    if (!result.startedUtc.empty())
        report += line(QStringLiteral("started"), text(result.startedUtc));
    report += stretchSections(result);
    if (!comparison.isEmpty())
        report +=
            QStringLiteral("### As the window shows it\n\n") + markdownTable(comparison) + QLatin1Char('\n');
    for (const SettingOutcome& setting : result.settings)
        report +=
            line(text(setting.name),
                 text(setting.observed) + (setting.granted ? QString()
                                                           : QStringLiteral(" (refused: ") +
                                                                 text(setting.reason) + QLatin1Char(')')));
    for (const Fact& fact : result.facts)
        report += line(text(fact.name), factWords(fact));
    for (const std::string& note : result.notes)
        report += line(QStringLiteral("note"), text(note));
    return report;
}

} // namespace jitterscope::ui::format
