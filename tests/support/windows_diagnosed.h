// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/loop_book.h"
#include "core/machine/facts_windows.h"
#include "tests/support/windows_desktop.h"

#include <deque>
#include <utility>

namespace jitterscope::test {

/// Sleeps that all end `late`; Windows does not tell how much of it was a wait for the processor.
inline LoopEvidence loopThatWakes(std::int64_t late, std::int64_t tick) {
    RunPlan plan = diagnosisPlan("game-60").loop;
    LoopBook book(plan);
    book.known().tick = tick;
    for (int block = 0; block < 10; ++block) {
        std::deque<FrameSample> frames;
        for (int i = 0; i < 60; ++i) {
            FrameSample sample;
            sample.iteration = block * 60 + i;
            sample.deadline = (sample.iteration + 1) * 16'666'667;
            sample.start = sample.deadline + late;
            sample.behind = -16'000'000;
            sample.nativeSleeps = 1;
            sample.oversleep = late;
            frames.push_back(sample);
        }
        book.add(frames, {});
    }
    return book.evidence();
}

/// As measured on such a machine, where others used so much of the processors.
inline Diagnosis diagnosedOn(const WindowsReadings& readings, std::int64_t late, double othersPercent) {
    Diagnosis diagnosis;
    diagnosis.plan = diagnosisPlan("game-60");
    diagnosis.now = loopThatWakes(late, readings.ownTick.count());
    diagnosis.machine.system = diagnosis.machine.use.system = SystemFamily::Windows;
    diagnosis.machine.use.othersPercent = othersPercent;
    diagnosis.machine.facts = windowsFacts(readings);
    for (Fact& fact : runFacts(diagnosis.machine.use))
        diagnosis.machine.facts.push_back(std::move(fact));
    conclude(diagnosis);
    return diagnosis;
}

} // namespace jitterscope::test
