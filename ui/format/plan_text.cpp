// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/plan_text.h"

#include "core/pacing/pacing_catalog.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "ui/format/outside_text.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace jitterscope::ui::format {
namespace {

template <typename Entry>
QString nameIn(std::span<const Entry> entries, std::string_view id) {
    const Entry* entry = findEntry(entries, id);
    return text(entry != nullptr ? entry->name : id);
}

/// Adds the values that differ: `X 2`, `slice 500us`.
void valueChanges(QStringList& list, std::span<const ParameterInfo> infos, const ParameterValues& before,
                  const ParameterValues& after) {
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (before[i] != after[i]) {
            const QString name = infos[i].name == "x" ? QStringLiteral("X") : text(infos[i].name);
            list << name + QLatin1Char(' ') + text(parameterText(infos[i], after[i]));
        }
    }
}

template <typename Entry>
void choiceChanges(QStringList& list, std::span<const Entry> entries, const Choice& before,
                   const Choice& after, const QString& prefix) {
    if (before.id != after.id)
        list << prefix + nameIn(entries, after.id);
    else if (const Entry* entry = findEntry(entries, after.id))
        valueChanges(list, entry->parameters, before.values, after.values);
}

} // namespace

QString strategyName(std::string_view id) {
    return nameIn(sleepCatalog(), id);
}
QString strategyNames(std::string_view ids) {
    QStringList names;
    for (const QString& id : text(ids).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        names << strategyName(id.toStdString());
    return names.join(QStringLiteral(", "));
}
QString policyName(std::string_view id) {
    return nameIn(pacingCatalog(), id);
}

QString policyLabel(std::string_view id) {
    const auto more = std::min(id.find(" ("), id.size());
    return policyName(id.substr(0, more)) + text(id.substr(more));
}
QString machineName(std::string_view id) {
    return nameIn(machineCatalog(), id);
}

QString shortName(const QString& fileName) {
    constexpr qsizetype kMost = 28;
    const QString name = shown(fileName).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return name.size() <= kMost ? name : name.left(13) + QChar(0x2026) + name.right(14);
}

QString machineTitle(const MachineChoice& machine) {
    QString name = machineName(machine.id);
    if (machine.file.empty())
        return name;
    return name + QLatin1Char(' ') + shortName(QFileInfo(exact(machine.file)).fileName());
}

QString fileSafe(const QString& text) {
    constexpr qsizetype kLongest = 60;
    QString safe = text.left(kLongest);
    for (QChar& character : safe) {
        const bool plain = character.unicode() < 128 && character.isLetterOrNumber();
        if (!plain && !QStringLiteral("-_.").contains(character))
            character = QLatin1Char('_');
    }
    return safe.startsWith(QLatin1Char('.')) ? QLatin1Char('_') + safe.mid(1) : safe;
}

QString fileStem(const RunPlan& plan) {
    return fileStem(std::vector{plan});
}

QString fileStem(const std::vector<RunPlan>& plans) {
    constexpr qsizetype kMost = 3;
    const RunPlan& plan = plans.front();
    QStringList strategies;
    QStringList rates;
    for (const RunPlan& each : plans) {
        strategies << fileSafe(text(each.strategy.id));
        rates << fileSafe(text(each.period.rateText())) + QStringLiteral("hz");
    }
    strategies.removeDuplicates();
    rates.removeDuplicates();
    const auto joined = [](const QStringList& list, const char* many) {
        return list.size() <= kMost ? list.join(QLatin1Char('_'))
                                    : QString::number(list.size()) + QLatin1String(many);
    };
    const QString machine = plan.machine.file.empty()
                                ? text(plan.machine.id)
                                : text(plan.machine.id) + QLatin1Char('-') +
                                      QFileInfo(exact(plan.machine.file)).completeBaseName();
    const QString stem =
        QStringLiteral("%1-%2-%3")
            .arg(joined(strategies, "-strategies"), joined(rates, "-rates"), fileSafe(machine));
    return plans.size() > 1 ? stem + QStringLiteral("-%1-settings").arg(plans.size()) : stem;
}

QString planTitle(const RunPlan& plan) {
    QStringList parts{strategyName(plan.strategy.id), text(plan.period.rateText()) + QStringLiteral(" Hz")};
    if (const SleepEntry* entry = findEntry(sleepCatalog(), plan.strategy.id)) {
        if (const int x = parameterIndex(entry->parameters, "x"); x >= 0) {
            const auto index = static_cast<std::size_t>(x);
            parts << QStringLiteral("X ") +
                         text(parameterText(entry->parameters[index], plan.strategy.values[index]));
        }
    }
    if (plan.simulated())
        parts << machineTitle(plan.machine);
    return parts.join(QStringLiteral(" · "));
}

QString planChange(const RunPlan& before, const RunPlan& after) {
    QStringList list;
    choiceChanges(list, sleepCatalog(), before.strategy, after.strategy, {});
    if (before.period != after.period)
        list << text(after.period.rateText()) + QStringLiteral(" Hz");
    choiceChanges(list, pacingCatalog(), before.policy, after.policy, {});
    choiceChanges(list, workCatalog(), before.work, after.work, QStringLiteral("work: "));
    if (before.load != after.load)
        list << QStringLiteral("load %1").arg(after.load);
    if (before.tolerance != after.tolerance)
        list << QStringLiteral("tolerance");
    return list.mid(0, 2).join(QStringLiteral(", "));
}

} // namespace jitterscope::ui::format
