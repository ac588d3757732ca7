// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/baseline.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace jitterscope::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Baseline", text);
}

std::string ofThisMachine(const std::string& model, const std::string& processors) {
    return model.empty() && processors.empty() ? std::string("here") : model + " × " + processors;
}

} // namespace

std::string machineIdentity(const MachineChoice& machine, const std::vector<Fact>& facts) {
    if (machine.id != "here")
        return machine.file.empty() ? machine.id : machine.id + " " + machine.file;
    std::string model;
    std::string processors;
    for (const Fact& fact : facts) {
        if (fact.id == "cpu_model")
            model = fact.value;
        else if (fact.id == "cpus")
            processors = fact.value;
    }
    return ofThisMachine(model, processors);
}

std::string machineIdentity(const std::map<std::string, std::string>& header) {
    const auto value = [&header](const char* key) {
        const auto found = header.find(key);
        return found != header.end() ? found->second : std::string();
    };
    const std::string id = value("machine");
    if (id == "here")
        return ofThisMachine(value("machine_fact.cpu_model"), value("machine_fact.cpus"));
    const std::string file = value("machine.file");
    return file.empty() ? id : id + " " + file;
}

QString whyNotJudged(const Period& period, Nanoseconds tolerance, const std::string& machine,
                     const Baseline& baseline) {
    QStringList reasons;
    if (baseline.period != period)
        reasons << tr("another rate (%1 Hz)").arg(format::text(baseline.period.rateText()));
    if (baseline.metrics.tolerance != tolerance)
        reasons << tr("another tolerance (%1)")
                       .arg(format::duration(static_cast<double>(baseline.metrics.tolerance.count())));
    if (!machine.empty() && !baseline.machine.empty() && machine != baseline.machine)
        reasons << tr("another machine (%1)").arg(format::text(baseline.machine));
    return reasons.join(QStringLiteral(", "));
}

} // namespace jitterscope::ui
