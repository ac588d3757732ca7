// SPDX-License-Identifier: MIT
#include "core/experiment/background.h"

#include "core/experiment/bench.h"
#include "core/platform/thread_control.h"

#include <algorithm>
#include <span>
#include <utility>

namespace jitterscope {
namespace {

/// A choice of `beside`: the kinds of load that it stands for.
struct Company {
    std::string_view id;
    std::vector<std::string_view> loads;
};

/// In the order of the choices, `none` first.
std::span<const Company> companies() {
    static const std::vector<Company> all{
        {"none", {}},
        {"window", {"window"}},
        {"window-and-bursts", {"window", "burst"}},
    };
    return all;
}

} // namespace

ParameterInfo loadValue() {
    return countValue("load", "Background threads", 0, RunPlan::kMaximumLoad, 0,
                      "Threads that keep processors busy during the race. Only on this machine.");
}

ParameterInfo besideChoice() {
    std::vector<std::string_view> ids;
    for (const Company& company : companies())
        ids.push_back(company.id);
    return {.name = "beside",
            .label = "What else runs",
            .unit = Unit::Choice,
            .minimum = 0,
            .maximum = static_cast<double>(ids.size() - 1),
            .standard = 0,
            .meaning = "Beside the race, on this machine only. window: a thread that works for 2 … 6 ms 60 "
                       "times a second, as a program that redraws its window; window-and-bursts: also, every "
                       "2 … 4 s, a thread on each processor for 100 … 300 ms, as a program that starts.",
            .choices = std::move(ids)};
}

Background::~Background() {
    for (const auto& load : m_loads) // all, before the first is waited for
        load->requestStop();
}

int Background::threads() const noexcept {
    int count = 0;
    for (const auto& load : m_loads)
        count += load->count();
    return count;
}

void Background::start(const ExperimentPlan& plan, bool simulated, std::vector<std::string>& notes) {
    const int busy = static_cast<int>(plan.values.whole("load"));
    const Company& company = companies()[static_cast<std::size_t>(plan.values.whole("beside"))];
    if (busy == 0 && company.loads.empty())
        return;
    if (simulated) {
        notes.push_back(
            "what runs beside (load, beside) has no effect on a simulated machine; choose one with "
            "-loaded in its name");
        return;
    }
    if (inRealtimeClass()) {
        notes.push_back("nothing ran beside: in this program's real-time class a load would stop all else");
        return;
    }
    if (busy > 0)
        add("busy", busy, plan.seed, notes);
    for (const std::string_view kind : company.loads) {
        const bool many = findEntry(loadCatalog(), kind)->onEveryProcessor;
        add(kind, many ? std::max(1, static_cast<int>(allowedProcessors().size())) : 1, plan.seed, notes);
    }
}

void Background::add(std::string_view kind, int count, std::uint64_t seed, std::vector<std::string>& notes) {
    const LoadEntry& entry = *findEntry(loadCatalog(), kind);
    LoadThreads& load = *m_loads.emplace_back(std::make_unique<LoadThreads>(entry, seed));
    if (const auto started = load.setCount(count); !started)
        notes.push_back(started.error().message());
    if (load.count() > 0)
        notes.push_back("beside it ran the load " + std::string(kind) + ": " + std::to_string(load.count()) +
                        (load.count() == 1 ? " thread, " : " threads, ") + std::string(entry.description));
}

} // namespace jitterscope
