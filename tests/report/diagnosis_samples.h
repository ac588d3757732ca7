// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"

#include <QXmlStreamReader>

#include <optional>
#include <string>

namespace jitterscope {

inline DiagnosisPlan simulatedPlan(const char* machine, const char* job) {
    DiagnosisPlan plan = diagnosisPlan(job);
    plan.loop.machine = machineChoice(machine);
    plan.loop.seed = 1;
    return plan;
}

/// A diagnosis in virtual time, with every trial that this machine has.
inline Diagnosis simulatedDiagnosis(const char* machine, const char* job, bool trials = true) {
    JobControl control;
    Diagnosis diagnosis = *runDiagnosis(simulatedPlan(machine, job), control).value();
    for (const Cure* entry : curesHere(diagnosis.machine.system)) {
        if (trials)
            addTrial(diagnosis, *runTrial(trialPlan(diagnosis, entry->id), control));
    }
    return diagnosis;
}

/// A loop of which `hits` of `trials` frames are late.
inline LoopEvidence loopWithLate(std::int64_t hits, std::int64_t trials) {
    LoopEvidence loop;
    loop.metrics.frames = trials;
    loop.metrics.late = hits;
    LoopBlock block;
    block.late = {hits, trials};
    block.cpuPercent = 0.6;
    loop.blocks = {block};
    return loop;
}

/// Names of all elements in their order, with `/` at their ends; what is wrong instead, if it is no XML.
inline QStringList structureOf(const std::string& markup) {
    QXmlStreamReader reader(QByteArray::fromStdString(markup));
    QStringList names;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement())
            names << reader.name().toString();
        if (reader.isEndElement())
            names << '/' + reader.name().toString();
    }
    return reader.hasError()
               ? QStringList{"error", reader.errorString(), QString::number(reader.lineNumber())}
               : names;
}

/// An attribute of every element of that name, in their order.
inline QStringList attributesOf(const std::string& markup, const QString& element, const QString& attribute) {
    QXmlStreamReader reader(QByteArray::fromStdString(markup));
    QStringList values;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == element)
            values << reader.attributes().value(attribute).toString();
    }
    return values;
}

} // namespace jitterscope
