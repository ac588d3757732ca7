// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/experiment/bench.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"

#include <array>
#include <optional>

namespace jitterscope {
namespace {

constexpr std::array<std::int64_t, 6> kSlacks{1, 1'000, 10'000, 50'000, 200'000, 1'000'000};
constexpr std::array<std::int64_t, 6> kTicks{500'000,   1'000'000,  2'000'000,
                                             5'000'000, 10'000'000, 15'625'000};

double slackDuration(const ExperimentPlan& plan) {
    return static_cast<double>(plan.values.whole("repetitions") * static_cast<std::int64_t>(kSlacks.size())) *
           (plan.values["length"] + 3e5) / 1e9;
}

/// A simulated machine on which `requested` has been granted: as the tick if it has one, otherwise as slack.
MachineModel grantedModel(MachineModel model, std::int64_t requested) {
    if (model.tick > 0)
        model.tick = requested;
    else
        model.slack = static_cast<double>(requested);
    return model;
}

/// What was granted, read back after `control` has asked for it: the slack of the thread, on Windows the
/// tick.
std::optional<std::int64_t> grantedSlack(const ThreadControl& control) {
    for (const SettingOutcome& outcome : control.outcomes()) {
        if (outcome.name != "timer_slack" && outcome.name != "timer_period")
            continue;
        const auto value = parseDuration(outcome.observed);
        return value ? std::optional<std::int64_t>(value->count()) : std::nullopt;
    }
    return std::nullopt;
}

struct SlackRow {
    std::int64_t requested;
    std::optional<std::int64_t> granted;
    Summary oversleeps;
};

const std::vector<RowColumn<SlackRow>> kSlackColumns{
    {"requested_ns", "Requested", Quantity::Time, "Asked of the system.",
     [](const SlackRow& row) -> Cell { return row.requested; }},
    {"granted_ns", "Granted", Quantity::Time, "As read back.",
     [](const SlackRow& row) { return row.granted ? Cell(*row.granted) : Cell(); }},
    {"oversleep_p50_ns", "Observed, median", Quantity::Time,
     "How long a sleep took beyond what was asked. Small is good.",
     [](const SlackRow& row) { return cellOf(row.oversleeps.p50); }},
    {"oversleep_p99_ns", "Observed, p99", Quantity::Time,
     "One sleep in a hundred took longer; needs 100 sleeps.",
     [](const SlackRow& row) { return cellOf(row.oversleeps.p99); }},
    {"oversleep_min_ns", "Least", Quantity::Time, "The best sleep.",
     [](const SlackRow& row) { return cellOf(row.oversleeps.min); }},
    {"oversleep_max_ns", "Greatest", Quantity::Time, "The worst sleep.",
     [](const SlackRow& row) { return cellOf(row.oversleeps.max); }},
    {"repetitions", "Repetitions", Quantity::Count, "Sleeps measured.",
     [](const SlackRow& row) -> Cell { return row.oversleeps.count; }}};

bool runSlack(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<SlackRow> rows(result.points, kSlackColumns);
    const bool simulated = plan.model != nullptr;
    const bool ticks = simulated ? plan.model->tick > 0 : kOwnSystem == SystemFamily::Windows;
    const auto& requests = ticks ? kTicks : kSlacks;
    if (ticks)
        result.notes.push_back("requested is the tick, as timeBeginPeriod asks for it");
    const std::int64_t repetitions = plan.values.whole("repetitions");
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const std::string stream = std::to_string(requests[i]) + " ns";
        std::optional<BenchMachine> machine;
        std::optional<ThreadControl> thread; // its destructor restores the slack
        std::optional<std::int64_t> granted = requests[i];
        if (simulated) {
            machine.emplace(grantedModel(*plan.model, requests[i]), streamSeed(plan.seed, stream), control);
        } else {
            machine.emplace(plan, control, stream);
            ThreadPlan asked;
            asked.slack = Nanoseconds(requests[i]);
            thread.emplace(asked);
            granted = grantedSlack(*thread);
        }
        std::vector<std::int64_t> oversleeps;
        for (std::int64_t n = 0; n < repetitions && !control.cancelled(); ++n) {
            const NativeSleep sleep =
                machine->time().sleepFor(Nanoseconds(plan.values.whole("length")), SleepKind::Relative);
            oversleeps.push_back((sleep.took - sleep.asked).count());
            control.report(
                (static_cast<double>(i) + static_cast<double>(n) / static_cast<double>(repetitions)) /
                    static_cast<double>(requests.size()),
                durationText(Nanoseconds(requests[i])));
        }
        if (control.cancelled())
            return false;
        rows.add({requests[i], granted, exactSummary(oversleeps)});
    }
    return true;
}

} // namespace

ExperimentEntry slackEntry() {
    return {.id = "slack",
            .name = "A finer timer",
            .asks = "What does asking the system for a finer timer change?",
            .look = "Requested, granted and observed are three things. On Linux the timer slack of a thread "
                    "(50 µs by default) is added to every sleep; at 1 ns what is left is the wake-up latency "
                    "itself. On Windows it is the tick that sleeps end on.",
            .article =
                "Article 4: timeBeginPeriod(1) ensures that we know our minimum sleep time; it does not "
                "fix the problem completely.",
            .parameters = {countValue("repetitions", "Repetitions", 1, 1e6, 500, "Sleeps for each request."),
                           {.name = "length",
                            .label = "Length of a sleep",
                            .unit = Unit::Time,
                            .minimum = 1,
                            .maximum = 1e9,
                            .standard = 1e6,
                            .meaning = "What each sleep asks for."}},
            .strategies = {},
            .quick = {{"repetitions", 20}},
            .duration = slackDuration,
            .run = runSlack};
}

} // namespace jitterscope
