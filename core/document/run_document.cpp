// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/diagnosis/hints.h"
#include "core/diagnosis/snippet.h"
#include "core/document/documents.h"
#include "core/figure/experiment_figure.h"
#include "core/figure/figures.h"
#include "core/picture/ticks.h"
#include "core/record/anatomy.h"
#include "core/run/run_result.h"
#include "core/run/statistics.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kMostLines = 12; // of a histogram on a terminal

/// A frame time whose digits that differ from the period can be seen.
std::string wholeTimeText(const Summary& summary, const SummaryField& field) {
    const std::optional<double>& value = summary.*field.figure;
    return value && *value >= 1e6 && field.name != "stddev" ? decimalText(*value / 1e6, 4) + " ms"
                                                            : figureText(summary, field);
}

/// A row for each statistic.
Table figureTable(const FrameMetrics& metrics) {
    Table table{.columns = {words(""), numbers("frame time"), numbers("lateness"), numbers("error"),
                            numbers("oversleep")}};
    for (const SummaryField& field : summaryFields())
        table.rows.push_back({std::string(field.label), wholeTimeText(metrics.frameTime, field),
                              figureText(metrics.lateness, field), figureText(metrics.error, field),
                              figureText(metrics.oversleep, field)});
    return table;
}

std::string shareText(const Share& share) {
    return said::share(share.value, share.interval.low, share.interval.high);
}

/// `12 of 600 (2 %, 95 % interval 1.2 … 3.5 %)`.
std::string lateText(const FrameMetrics& metrics) {
    const std::string text = std::to_string(metrics.late) + " of " + std::to_string(metrics.frames);
    return metrics.lateShare ? text + " (" + shareText(*metrics.lateShare) + ")" : text;
}

std::string countText(const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : said::absent();
}

std::string cpuText(const CpuUsage& cpu) {
    return "CPU: thread " + said::percent(cpu.threadPercent) + ", process " +
           said::percent(cpu.processPercent) + ", machine " + said::percent(cpu.machinePercent) +
           "; context switches: " + countText(cpu.voluntary) + " voluntary, " + countText(cpu.involuntary) +
           " involuntary";
}

std::string lossText(const RunPlan& plan, const FrameMetrics& metrics, std::uint64_t lostSamples) {
    const std::optional<double> lost = lostShare(metrics);
    std::string line = "rate " + said::fixed(metrics.rateHz, 3) + " of " + plan.period.rateText() +
                       " Hz; slots lost " + said::count(metrics.lostIterations) +
                       (lost ? " (" + said::share(*lost) + ")" : "") + "; drift of the frames that ran " +
                       (metrics.driftPpm ? said::ppm(*metrics.driftPpm) : said::absent());
    if (metrics.warmupFrames > 0)
        line += ", left out as warm-up " + std::to_string(metrics.warmupFrames);
    if (metrics.stoppedFrames > 0)
        line += ", after a stop " + std::to_string(metrics.stoppedFrames);
    if (lostSamples > 0)
        line += ", lost samples " + std::to_string(lostSamples);
    return line;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/// The smallest round step with which kMostLines − 1 steps cover `range`.
std::int64_t stepOf(std::int64_t range) {
    const double rough = static_cast<double>(range + 1) / static_cast<double>(kMostLines - 1);
    return std::llround(niceStep(std::max(rough, 1.0)));
}

CountsBlock countsOf(std::string title, const Histogram& histogram) {
    CountsBlock block{std::move(title), {}};
    if (histogram.count() < 2)
        return block;
    const std::int64_t low = *histogram.percentile(0.01);
    const std::int64_t high = *histogram.percentile(0.99);
    const std::int64_t step = stepOf(high - low);
    const std::int64_t begin = floorTo(low, step);
    const std::int64_t bins = (floorTo(high, step) - begin) / step + 1;
    std::vector<CountsBlock::Bin>& lines = block.bins;
    lines.resize(static_cast<std::size_t>(bins) + 2);
    for (std::int64_t i = 0; i < bins; ++i)
        lines[static_cast<std::size_t>(i) + 1].label =
            "≥ " + said::duration(static_cast<double>(begin + i * step));
    lines.front().label = "less";
    lines.back().label = "≥ " + said::duration(static_cast<double>(begin + bins * step));
    for (const Histogram::Bucket& bucket : histogram.buckets()) {
        const std::int64_t middle = bucket.lower + (bucket.upper - bucket.lower) / 2;
        const std::int64_t place = std::clamp<std::int64_t>(
            middle < begin ? 0 : (floorTo(middle, step) - begin) / step + 1, 0, bins + 1);
        lines[static_cast<std::size_t>(place)].count += bucket.count;
    }
    if (lines.back().count == 0)
        lines.pop_back();
    if (lines.front().count == 0)
        lines.erase(lines.begin());
    return block;
}

/// What a run was asked to do: "precise-sleep (x 1, form mended), drop-and-rest, 60 Hz, this machine".
std::string planText(const RunPlan& plan) {
    std::string parameters;
    if (const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id)) {
        for (std::size_t i = 0; i < entry->parameters.size(); ++i)
            parameters += (i > 0 ? ", " : "") + std::string(entry->parameters[i].name) + " " +
                          parameterText(entry->parameters[i], plan.strategy.values[i]);
    }
    std::string busy = plan.work.id != "none" ? "work " + plan.work.id + ", " : "";
    if (plan.load > 0)
        busy += std::to_string(plan.load) + (plan.load == 1 ? " thread" : " threads") + " of load, ";
    return plan.strategy.id + (parameters.empty() ? "" : " (" + parameters + ")") + ", " + plan.policy.id +
           ", " + plan.period.rateText() + " Hz, " + busy +
           (plan.simulated() ? "simulated " + plan.machine.id + ", seed " + std::to_string(plan.seed)
                             : std::string("this machine"));
}

std::string planTitle(const RunPlan& plan) {
    return strategyName(plan.strategy.id) + " at " + plan.period.rateText() + " Hz";
}

/// What was measured under one plan.
void addMeasured(Section& section, const RunPlan& plan, const FrameMetrics& metrics, const Anatomy& anatomy,
                 const CpuUsage& cpu, std::uint64_t lostSamples) {
    section.blocks.push_back(Paragraph{lateSentence(metrics), Paragraph::Role::Lead});
    section.blocks.push_back(plain(planText(plan)));
    section.blocks.push_back(figureTable(metrics));
    if (std::string causes = causeSentence(anatomy); !causes.empty())
        section.blocks.push_back(plain(std::move(causes)));
    section.blocks.push_back(plain(lossText(plan, metrics, lostSamples)));
    section.blocks.push_back(plain(cpuText(cpu)));
}

/// What the run calls for, each with the command that does it.
RowList adviceOf(const RunResult& result) {
    RowList list{.figures = {}, .rows = {}, .what = "advice"};
    for (const Hint& hint : hintsFor(result)) {
        Row row{.figures = {}, .title = hint.text, .soWhat = {}};
        if (hint.cure && !hint.cure->simulated())
            row.doThis = runCommand(*hint.cure);
        list.rows.push_back(std::move(row));
    }
    return list;
}

Section settingsSection(const std::vector<SettingOutcome>& settings) {
    Section section{.title = "Settings of its thread", .blocks = {}, .aside = true};
    Table table{.columns = {words("setting"), words("value"), words("refused")}};
    for (const SettingOutcome& setting : settings)
        table.rows.push_back({setting.name, setting.observed, setting.granted ? "" : setting.reason});
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    return section;
}

} // namespace

std::string lateSentence(const FrameMetrics& metrics) {
    const std::string tolerance = said::duration(metrics.tolerance);
    if (metrics.frames == 0)
        return "No frame was counted, so nothing is known of frames late by more than " + tolerance + ".";
    std::string text = std::to_string(metrics.late) + " of " + std::to_string(metrics.frames) +
                       " frames were late by more than " + tolerance;
    if (metrics.lateShare)
        text += ": " + shareText(*metrics.lateShare);
    return text + ".";
}

std::string figureText(const Summary& summary, const SummaryField& field) {
    if (const std::optional<double>& value = summary.*field.figure)
        return said::duration(*value);
    return summary.count == 0 ? said::absent() : "needs " + std::to_string(field.needs);
}

Section madeSection(const Privacy& privacy, std::string_view revealed, const std::string& startedUtc) {
    return {.title = "How it was made",
            .blocks = {note("Made with Jitterscope " + std::string(version()) +
                            (startedUtc.empty() ? "" : ", started " + startedUtc) + ". " +
                            privacyText(privacy, revealed))},
            .aside = true};
}

std::string factCounts(const std::vector<Fact>& facts) {
    const auto count = [&](FactState state) { return std::ranges::count(facts, state, &Fact::state); };
    const auto text = [&](FactState state, const std::string& name) {
        const auto of = count(state);
        return std::to_string(of) + " " + name + (of == 1 ? "" : "s");
    };
    return std::to_string(facts.size()) + " facts: " + std::to_string(count(FactState::Good)) + " good · " +
           text(FactState::Note, "note") + " · " + text(FactState::Warn, "warning") + " · " +
           std::to_string(count(FactState::Bad)) + " bad · " + std::to_string(count(FactState::Unknown)) +
           " unknown";
}

Section factsSection(const std::vector<Fact>& facts) {
    Section section{.title = "All facts", .blocks = {}, .folded = true, .id = "facts"};
    if (facts.empty()) {
        section.blocks.push_back(plain("A simulated machine has no facts but its model."));
        return section;
    }
    section.key = factCounts(facts);
    RowList list{.figures = {"state", "value"}, .rows = {}, .what = "fact", .table = true, .wordy = true};
    constexpr std::array kWorstFirst{FactState::Bad, FactState::Warn, FactState::Note, FactState::Good,
                                     FactState::Unknown};
    for (const FactState state : kWorstFirst) {
        for (const Fact& fact : facts) {
            if (fact.state == state)
                list.rows.push_back({{std::string(factStateId(fact.state)), fact.value},
                                     fact.name,
                                     fact.why,
                                     fact.doThis,
                                     fact.undo});
        }
    }
    section.blocks.push_back(std::move(list));
    return section;
}

std::string_view revealedBy(const std::vector<std::string>& notes) {
    return Redactor({.redacted = true}).sentences(notes) != notes ? "paths in its notes" : "";
}

Document runDocument(const RunResult& result, const Privacy& privacy) {
    Document document{"A run of " + planTitle(result.plan), {}};
    if (result.stretches.size() > 1) {
        const std::string of = " of " + std::to_string(result.stretches.size()) + ": ";
        document.title = "A run with " + std::to_string(result.stretches.size()) + " settings in turn";
        for (const Stretch& stretch : result.stretches) {
            Section& one = document.sections.emplace_back(
                Section{std::to_string(stretch.index + 1) + of + planTitle(stretch.plan), {}});
            addMeasured(one, stretch.plan, stretch.metrics, stretch.anatomy, stretch.cpu, 0);
        }
    } else {
        addMeasured(document.sections.emplace_back(Section{"Result", {}}), result.plan, result.metrics,
                    result.anatomy, result.cpu, result.lostSamples);
    }
    Section& last = document.sections.back();
    if (result.stretches.size() > 1 && result.lostSamples > 0) // of which stretch is not known
        last.blocks.push_back(note("lost samples of the whole run: " + std::to_string(result.lostSamples)));
    for (const std::string& text : Redactor(privacy).sentences(result.notes))
        last.blocks.push_back(note("note: " + text));
    if (RowList advice = adviceOf(result); !advice.rows.empty())
        last.blocks.push_back(std::move(advice));
    if (CountsBlock counts = countsOf("lateness", result.statistics.lateness().histogram());
        !counts.bins.empty() && result.stretches.size() <= 1)
        last.blocks.push_back(std::move(counts));
    for (Figure& figure : runFigures(result))
        last.blocks.push_back(FigureBlock{std::move(figure)});
    document.sections.push_back(settingsSection(result.settings));
    if (!result.facts.empty())
        document.sections.push_back(factsSection(result.facts));
    document.sections.push_back(madeSection(privacy, revealedBy(result.notes), result.startedUtc));
    std::erase_if(document.sections, [](const Section& section) { return section.blocks.empty(); });
    return document;
}

std::string probeSentence(const RunResult& result) {
    const Summary& lateness = result.metrics.lateness;
    std::string text = "lateness";
    for (const SummaryField& field : summaryFields()) {
        if (field.name == "p50" || field.name == "p99" || field.name == "max")
            text += " " + std::string(field.name) + " " + figureText(lateness, field) + ",";
    }
    text += " late " + lateText(result.metrics);
    for (const std::string& note : result.notes)
        text += "; " + note;
    return text + (result.whole() ? "" : "; ended early");
}

std::string causeSentence(const Anatomy& anatomy, std::size_t most) {
    std::vector<std::pair<std::int64_t, Cause>> counts;
    for (const Cause cause : causesInOrder()) {
        if (anatomy.of(cause).frames > 0)
            counts.emplace_back(-anatomy.of(cause).frames, cause);
    }
    std::ranges::stable_sort(counts, {}, &std::pair<std::int64_t, Cause>::first);
    counts.resize(std::min(counts.size(), most));
    std::string line;
    for (const auto& [count, cause] : counts)
        said::append(line, std::string(causeId(cause)) + " " + said::count(-count));
    return line.empty() ? line : "late by cause: " + line;
}

} // namespace jitterscope
