// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/windows_readings.h"

namespace jitterscope::test {

/// A desktop with a fine timer period and nothing that slows it, as its calls would answer.
inline WindowsReadings desktop() {
    WindowsReadings readings;
    readings.version = "10.0.22631";
    readings.longestPeriod = Nanoseconds{15'625'000};
    readings.shortestPeriod = Nanoseconds{500'000};
    readings.periodNow = Nanoseconds{1'000'000};
    readings.ownTick = Nanoseconds{1'000'000};
    readings.fineTimers = true;
    readings.counterFrequency = 10'000'000;
    readings.counterStep = Nanoseconds{100};
    readings.processor = "AMD Ryzen 7 5800X 8-Core Processor";
    readings.processors = readings.allProcessors = 16;
    readings.efficiencyClasses = 1;
    readings.threadsShareCores = true;
    readings.hypervisor = false;
    readings.onBattery = readings.batterySaver = false;
    readings.powerScheme = "high performance";
    readings.unparkedPercent = readings.slowestPercent = 100;
    readings.multimediaScheduler = true;
    readings.systemResponsiveness = 20;
    readings.gpuScheduling = true;
    readings.debugger = false;
    readings.priorityClass = "normal";
    return readings;
}

/// A laptop that has everything against it.
inline WindowsReadings laptop() {
    WindowsReadings readings = desktop();
    readings.periodNow = readings.ownTick = Nanoseconds{15'625'000};
    readings.fineTimers = false;
    readings.fineTimersWhy = "this Windows has none";
    readings.counterFrequency = 14'318'180;
    readings.onBattery = true;
    readings.powerScheme = "power saver";
    readings.unparkedPercent = 10;
    readings.slowestPercent = 5;
    readings.hypervisor = true;
    readings.multimediaScheduler = false;
    readings.multimediaWhy = "MMCSS refuses the thread";
    readings.priorityClass = "idle";
    readings.debugger = true;
    readings.efficiencyClasses = 2;
    readings.processors = 8;
    return readings;
}

} // namespace jitterscope::test
