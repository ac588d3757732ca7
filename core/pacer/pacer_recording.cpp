// SPDX-License-Identifier: MIT
#include "core/pacer/pacer_recording.h"

#include "core/files/csv.h"
#include "core/pacer/pacer.h"
#include "core/pacer/pacer_recorder.h"
#include "core/record/anatomy.h"

namespace jitterscope {
namespace {

/// The recorded frames as a run that was ended by its user.
RunResult resultOf(const PacerRecorder& recorder) {
    RunResult result;
    result.plan = recorder.plan();
    result.startedUtc = recorder.startedUtc();
    if (!result.plan.simulated())
        result.facts = readFacts();
    result.end = EndReason::Stopped;
    result.lostSamples = recorder.lost();
    std::int64_t workEnd = 0;
    for (FrameSample sample : recorder.frames()) {
        sample.behind = workEnd - sample.deadline;
        sample.cause = causeOf(sample, result.plan.effectiveTolerance());
        workEnd = sample.start + sample.work;
        result.frames.push_back(sample);
    }
    return result;
}

} // namespace

Result<Done> writeRecording(const Pacer& pacer, const std::string& path) {
    if (pacer.m_recorder == nullptr)
        return Error{ErrorCode::Usage, "this Pacer records no frames", "PacerOptions::recordFrames"};
    return writeSamplesCsv(resultOf(*pacer.m_recorder), path);
}

} // namespace jitterscope
