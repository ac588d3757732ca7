// SPDX-License-Identifier: MIT
#include "core/metrics/openmetrics.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/machine/disturbance.h"
#include "core/metrics/metric_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

using Totals = ProbeMetrics::Totals;

/// Upper bounds of the buckets: 0 for frames that were not late at all, then six to a decade from 1 µs to 1
/// s. The limits that people set (100 µs, 1 ms, 5 ms) are among them, and neighbours differ by 5/3 at most.
/// Written as Go writes numbers, so that the text is the same before and after node_exporter.
struct Bound {
    std::int64_t nanoseconds;
    std::string_view text;
};
constexpr std::array<Bound, ProbeMetrics::kBoundCount> kBounds{{
    {0, "0"},
    {1'000, "1e-06"},
    {1'500, "1.5e-06"},
    {2'000, "2e-06"},
    {3'000, "3e-06"},
    {5'000, "5e-06"},
    {7'000, "7e-06"},
    {10'000, "1e-05"},
    {15'000, "1.5e-05"},
    {20'000, "2e-05"},
    {30'000, "3e-05"},
    {50'000, "5e-05"},
    {70'000, "7e-05"},
    {100'000, "0.0001"},
    {150'000, "0.00015"},
    {200'000, "0.0002"},
    {300'000, "0.0003"},
    {500'000, "0.0005"},
    {700'000, "0.0007"},
    {1'000'000, "0.001"},
    {1'500'000, "0.0015"},
    {2'000'000, "0.002"},
    {3'000'000, "0.003"},
    {5'000'000, "0.005"},
    {7'000'000, "0.007"},
    {10'000'000, "0.01"},
    {15'000'000, "0.015"},
    {20'000'000, "0.02"},
    {30'000'000, "0.03"},
    {50'000'000, "0.05"},
    {70'000'000, "0.07"},
    {100'000'000, "0.1"},
    {150'000'000, "0.15"},
    {200'000'000, "0.2"},
    {300'000'000, "0.3"},
    {500'000'000, "0.5"},
    {700'000'000, "0.7"},
    {1'000'000'000, "1"},
}};

enum class Shown { Number, Seconds }; // times are counted in ns

struct Counter {
    std::string_view name;
    std::string_view help;
    std::string_view label; ///< of this series alone
    std::int64_t Totals::*total;
    Shown as = Shown::Number;
};

constexpr std::string_view kCpuHelp = "CPU time during probes.";
constexpr std::string_view kProbesHelp =
    "Probes, by how they ended: complete, incomplete (ended early), failed (nothing measured).";
/// Series of one name follow each other.
constexpr std::array<Counter, 14> kCounters{{
    {"jitterscope_frames_total", "Frames that count in the statistics.", "", &Totals::frames},
    {"jitterscope_late_frames_total", "Frames with a lateness above the tolerance.", "", &Totals::lateFrames},
    {"jitterscope_early_seconds_total", "How early frames started that started before their deadline.", "",
     &Totals::earliness, Shown::Seconds},
    {"jitterscope_lost_iterations_total", "Slots that were never run.", "", &Totals::lostIterations},
    {"jitterscope_stopped_frames_total", "Frames left out because the process was stopped before them.", "",
     &Totals::stoppedFrames},
    {"jitterscope_lost_samples_total", "Frames and sleeps that were measured but not kept.", "",
     &Totals::lostSamples},
    {"jitterscope_native_sleeps_total", "Sleeps that were asked of the system.", "", &Totals::nativeSleeps},
    {"jitterscope_cpu_seconds_total", kCpuHelp, R"(of="thread")", &Totals::threadCpu, Shown::Seconds},
    {"jitterscope_cpu_seconds_total", kCpuHelp, R"(of="process")", &Totals::processCpu, Shown::Seconds},
    {"jitterscope_probe_seconds_total", "How long probes measured.", "", &Totals::wall, Shown::Seconds},
    {"jitterscope_probes_total", kProbesHelp, R"(result="complete")", &Totals::completeProbes},
    {"jitterscope_probes_total", kProbesHelp, R"(result="incomplete")", &Totals::incompleteProbes},
    {"jitterscope_probes_total", kProbesHelp, R"(result="failed")", &Totals::failedProbes},
    {"jitterscope_disturbed_probes_total", "Probes that other programs, pressure or a hypervisor disturbed.",
     "", &Totals::disturbedProbes},
}};

constexpr std::string_view kLateness = "jitterscope_lateness_seconds";
constexpr std::string_view kMeasuredAt = "jitterscope_last_probe_timestamp_seconds";

std::string counterText(const Counter& counter, std::int64_t total) {
    return counter.as == Shown::Seconds ? secondsText(total) : std::to_string(total);
}

std::optional<std::string> figureText(const std::optional<double>& nanoseconds) {
    return nanoseconds ? std::optional(secondsText(std::llround(*nanoseconds))) : std::nullopt;
}

std::optional<std::string> ratioText(const std::optional<double>& percent) {
    return percent ? std::optional(plainNumberText(*percent / 100)) : std::nullopt;
}

std::string flagText(bool flag) {
    return flag ? "1" : "0";
}

std::string labelsOf(const RunPlan& plan, std::vector<MetricLabel> labels) {
    labels.push_back({"machine", plan.machine.id});
    labels.push_back({"policy", plan.policy.id});
    labels.push_back({"rate_hz", plan.period.rateText()});
    labels.push_back({"strategy", plan.strategy.id});
    std::ranges::sort(labels, {}, &MetricLabel::name);
    std::string text;
    for (const MetricLabel& label : labels)
        text += (text.empty() ? "" : ",") + label.name + "=\"" + escapedLabel(label.value) + "\"";
    return text;
}

/// The CPU time, ns, that `percent` of the wall time is; 0 if it is unknown.
std::int64_t cpuTime(const std::optional<double>& percent, Nanoseconds wall) {
    return percent ? std::llround(*percent / 100 * static_cast<double>(wall.count())) : 0;
}

bool readHistogram(const MetricLines& lines, std::string_view labels, Totals& totals) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
        const std::string_view bound = i < kBounds.size() ? kBounds[i].text : "+Inf";
        const auto upTo = lines.count(kLateness, "_bucket", labels, "le=\"" + std::string(bound) + "\"");
        if (!upTo || *upTo < before)
            return false;
        totals.buckets[i] = *upTo - std::exchange(before, *upTo);
    }
    const auto sum = lines.nanoseconds(kLateness, "_sum", labels, "");
    if (!sum || lines.count(kLateness, "_count", labels, "") != before)
        return false;
    totals.lateness = *sum;
    totals.frames = before;
    return true;
}

/// A gauge without a label of its own; what is absent has no line.
void addGauge(MetricWriter& writer, std::string_view name, std::string_view help,
              const std::optional<std::string>& value) {
    if (value)
        writer.metric(name, "gauge", help, "", *value);
}

} // namespace

Result<Done> checkLabel(const MetricLabel& label) {
    const auto refused = [](const std::string& what) { return Error{ErrorCode::Usage, what, ""}; };
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto part = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    const std::string& name = label.name;
    if (name.empty() || !letter(name.front()) || !std::ranges::all_of(name, part) || name.size() > 64)
        return refused("the name is not letters, digits and '_', or begins with a digit");
    constexpr std::array<std::string_view, 11> kTaken{"machine", "policy",   "rate_hz", "strategy",
                                                      "le",      "of",       "result",  "version",
                                                      "job",     "instance", "quantile"};
    if (name.starts_with("__") || std::ranges::find(kTaken, name) != kTaken.end())
        return refused("the name is taken");
    if (label.value.empty() || label.value.size() > ProbeMetrics::kMostLabelBytes)
        return refused("the value is empty or has more than 128 bytes");
    for (std::string_view rest = label.value; !rest.empty();) {
        const Character character = firstCharacter(rest);
        if (character.code == Character::kInvalid)
            return refused("the value is not UTF-8");
        rest.remove_prefix(character.length);
    }
    return Done{};
}

ProbeMetrics::ProbeMetrics(const RunPlan& plan, std::vector<MetricLabel> labels)
    : m_labels(labelsOf(plan, std::move(labels))),
      m_rateHz(plan.period.hertz()),
      m_tolerance(plan.effectiveTolerance()) {}

void ProbeMetrics::addLateness(std::int64_t lateness, std::int64_t frames) {
    const auto bound = std::ranges::lower_bound(kBounds, lateness, {}, &Bound::nanoseconds);
    m_totals.buckets[static_cast<std::size_t>(bound - kBounds.begin())] += frames;
    (lateness < 0 ? m_totals.earliness : m_totals.lateness) += std::abs(lateness) * frames;
}

/// Counts from the samples, exactly. If not all samples were kept, it counts from the run's histogram, within
/// 1/128.
void ProbeMetrics::addLateness(const RunResult& result) {
    if (result.framesNotKept == 0) {
        for (const FrameSample& sample : result.frames) {
            if (sample.counts())
                addLateness(sample.lateness(), 1);
        }
        return;
    }
    for (const Histogram::Bucket& bucket : result.statistics.lateness().histogram().buckets())
        addLateness(bucket.lower + (bucket.upper - bucket.lower) / 2,
                    static_cast<std::int64_t>(bucket.count));
}

void ProbeMetrics::add(const RunResult& result, std::int64_t unixSeconds) {
    const FrameMetrics& metrics = result.metrics;
    addLateness(result);
    m_totals.frames += metrics.frames;
    m_totals.lateFrames += metrics.late;
    m_totals.lostIterations += metrics.lostIterations;
    m_totals.stoppedFrames += metrics.stoppedFrames;
    m_totals.lostSamples += static_cast<std::int64_t>(result.lostSamples);
    m_totals.nativeSleeps +=
        static_cast<std::int64_t>(result.sleeps.size() + result.lostSleeps) + result.sleepsNotKept;
    m_totals.threadCpu += cpuTime(result.cpu.threadPercent, result.cpu.wall);
    m_totals.processCpu += cpuTime(result.cpu.processPercent, result.cpu.wall);
    m_totals.wall += result.cpu.wall.count();
    ++(result.whole() ? m_totals.completeProbes : m_totals.incompleteProbes);

    Last last{metrics, result.cpu, result.whole(), std::nullopt};
    if (result.plan.simulated())
        last.disturbed = false;
    else if (const MachineLoad load = machineLoad(result.cpu); load.known())
        last.disturbed = !disturbancesOf(load).empty();
    m_totals.disturbedProbes += last.disturbed.value_or(false) ? 1 : 0;
    m_last = last;
    m_failed = false;
    if (metrics.frames > 0)
        m_measuredAt = unixSeconds;
}

void ProbeMetrics::addFailure() noexcept {
    ++m_totals.failedProbes;
    m_failed = true;
}

bool ProbeMetrics::resume(std::string_view text) {
    const MetricLines lines(text);
    Totals totals;
    if (!readHistogram(lines, m_labels, totals))
        return false;
    const std::int64_t frames = totals.frames;
    for (const Counter& counter : kCounters) {
        const auto total = counter.as == Shown::Seconds
                               ? lines.nanoseconds(counter.name, "", m_labels, counter.label)
                               : lines.count(counter.name, "", m_labels, counter.label);
        if (!total)
            return false;
        totals.*counter.total = *total;
    }
    if (totals.frames != frames || totals.lateFrames > frames)
        return false;
    m_totals = totals;
    m_measuredAt = lines.count(kMeasuredAt, "", m_labels, "");
    return true;
}

void ProbeMetrics::writeSettings(MetricWriter& writer) const {
    writer.metric("jitterscope_build_info", "gauge", "Always 1; the program's version is a label.",
                  "version=\"" + std::string(version()) + "\"", "1");
    addGauge(writer, "jitterscope_target_rate_hertz", "Frames a second that were asked for.",
             plainNumberText(m_rateHz));
    addGauge(writer, "jitterscope_tolerance_seconds", "A frame is late above it.",
             secondsText(m_tolerance.count()));
    if (m_interval)
        addGauge(writer, "jitterscope_probe_interval_seconds", "How often a probe begins.",
                 secondsText(m_interval->count()));
}

void ProbeMetrics::writeLateness(MetricWriter& writer) const {
    writer.family(kLateness, "histogram", "How late frames started; one that started early counts as 0.");
    std::int64_t upTo = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
        upTo += m_totals.buckets[i];
        const std::string_view bound = i < kBounds.size() ? kBounds[i].text : "+Inf";
        writer.sample(kLateness, "_bucket", "le=\"" + std::string(bound) + "\"", std::to_string(upTo));
    }
    writer.sample(kLateness, "_sum", "", secondsText(m_totals.lateness));
    writer.sample(kLateness, "_count", "", std::to_string(upTo));
}

/// The figures of the last probe that measured. Its percentiles are exact, while the histogram gives them
/// only to a bucket. But they cannot be added up over probes and machines.
void ProbeMetrics::writeOutcome(MetricWriter& writer) const {
    const auto& [metrics, cpu, complete, disturbed] = *m_last;
    addGauge(writer, "jitterscope_last_probe_complete", "Whether the probe reached its end.",
             flagText(complete));
    addGauge(writer, "jitterscope_last_probe_disturbed",
             "Whether other programs, pressure or a hypervisor disturbed it.",
             disturbed ? std::optional(flagText(*disturbed)) : std::nullopt);
    addGauge(writer, "jitterscope_last_probe_pressure_ratio",
             "Share of the time in which some thread waited for a processor, by /proc/pressure/cpu.",
             ratioText(cpu.pressurePercent));
    addGauge(writer, "jitterscope_last_probe_steal_ratio",
             "Share of all processors' time that the hypervisor took, by /proc/stat.",
             ratioText(cpu.stealPercent));
    addGauge(writer, "jitterscope_last_probe_duration_seconds", "How long the probe measured.",
             secondsText(cpu.wall.count()));
    addGauge(writer, "jitterscope_last_probe_late_ratio",
             "Share of the frames with a lateness above the tolerance.",
             metrics.lateShare ? std::optional(plainNumberText(metrics.lateShare->value)) : std::nullopt);
    addGauge(writer, "jitterscope_last_probe_lateness_p50_seconds", "Median of lateness; negative is early.",
             figureText(metrics.lateness.p50));
    addGauge(writer, "jitterscope_last_probe_lateness_p99_seconds",
             "99th percentile of lateness, from 100 frames on.", figureText(metrics.lateness.p99));
    addGauge(writer, "jitterscope_last_probe_lateness_max_seconds", "The largest lateness.",
             figureText(metrics.lateness.max));
    for (const auto& [of, percent] : {std::pair{R"(of="thread")", &cpu.threadPercent},
                                      {R"(of="process")", &cpu.processPercent},
                                      {R"(of="machine")", &cpu.machinePercent}}) {
        if (const auto ratio = ratioText(*percent))
            writer.metric("jitterscope_last_probe_cpu_ratio", "gauge",
                          "CPU use: of thread and process 1 is one processor, of machine all of them.", of,
                          *ratio);
    }
}

std::string ProbeMetrics::text() const {
    MetricWriter writer(m_labels);
    writeSettings(writer);
    writeLateness(writer);
    for (const Counter& counter : kCounters)
        writer.metric(counter.name, "counter", counter.help, counter.label,
                      counterText(counter, m_totals.*counter.total));
    addGauge(writer, kMeasuredAt, "When the last probe that measured frames ended, in seconds since 1970.",
             m_measuredAt ? std::optional(std::to_string(*m_measuredAt)) : std::nullopt);
    if (m_last || m_failed)
        addGauge(writer, "jitterscope_last_probe_success",
                 "Whether the last probe measured; if not, the other figures are those of an earlier one.",
                 flagText(!m_failed));
    if (m_last)
        writeOutcome(writer);
    return writer.text();
}

} // namespace jitterscope
