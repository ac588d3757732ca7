// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "core/run/runner.h"

#include <QByteArray>
#include <QFile>

#include <memory>
#include <string>
#include <thread>

namespace jitterscope {

inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be opened");
}

inline void writeTo(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
}

/// A run in virtual time, measured to its end.
inline std::shared_ptr<const RunResult> simulatedRun(RunPlan plan, SampleSink* sink = nullptr) {
    if (plan.machine.id == "here")
        plan.machine = machineChoice("linux-default-loaded");
    Runner runner;
    if (!runner.start(plan))
        return nullptr;
    Collector collector(runner, sink);
    while (!runner.finished()) {
        collector.drain();
        std::this_thread::yield();
    }
    return collector.finish();
}

/// Four frames by hand: the first without a wait, one without a native sleep, a late one, one after a stop.
inline RunResult smallRun() {
    RunResult result;
    result.plan.machine = machineChoice("linux-default");
    result.plan.strategy = sleepChoice("system-sleep");
    result.plan.frames = 3;
    result.plan.seed = 7;
    result.end = EndReason::Frames;
    FrameSample first;
    first.work = 11;
    first.flags = FrameSample::First;
    FrameSample spun;
    spun.iteration = 1;
    spun.start = 16'666'700;
    spun.deadline = 16'666'666;
    spun.frameTime = 16'666'700;
    spun.work = 12;
    spun.spin = 16'666'600;
    FrameSample late = spun;
    late.iteration = 3;
    late.start = 50'200'000;
    late.deadline = 50'000'000;
    late.frameTime = 33'533'300;
    late.nativeSleeps = 2;
    late.nativeSleep = 16'000'000;
    late.oversleep = -5;
    late.spin = 0;
    late.margin = 1000;
    late.lost = 1;
    late.cause = Cause::WokeLate;
    FrameSample stopped = late;
    stopped.iteration = 130;
    stopped.start = 2'166'666'700;
    stopped.deadline = 2'166'666'666;
    stopped.frameTime = stopped.start - late.start;
    stopped.lost = 126;
    stopped.flags = FrameSample::StoppedGap;
    stopped.cause = Cause::Stopped;
    result.frames = {first, spun, late, stopped};
    result.sleeps = {{3, 1000, 1200, -200, SleepKind::Absolute}, {3, -1, 5, 0, SleepKind::Timer}};
    result.statistics = FrameStatistics(result.plan.period, result.plan.effectiveTolerance());
    for (const FrameSample& sample : result.frames)
        result.statistics.add(sample);
    result.metrics = result.statistics.metrics();
    makeExact(result.metrics, result.frames);
    return result;
}

inline bool sameSummary(const Summary& a, const Summary& b) {
    bool same = a.count == b.count;
    for (const SummaryField& field : summaryFields())
        same = same && a.*field.figure == b.*field.figure;
    return same;
}

inline bool sameMetrics(const FrameMetrics& a, const FrameMetrics& b) {
    return a.frames == b.frames && a.lostIterations == b.lostIterations && a.warmupFrames == b.warmupFrames &&
           a.stoppedFrames == b.stoppedFrames && sameSummary(a.frameTime, b.frameTime) &&
           sameSummary(a.lateness, b.lateness) && sameSummary(a.error, b.error) &&
           sameSummary(a.oversleep, b.oversleep) && a.tolerance == b.tolerance && a.late == b.late &&
           a.lateShare.has_value() == b.lateShare.has_value() && a.rateHz == b.rateHz &&
           a.driftPpm == b.driftPpm;
}

} // namespace jitterscope
