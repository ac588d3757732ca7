// SPDX-License-Identifier: MIT
// A loop at 250 Hz with a strategy and a policy of one's choice, which records its frames into a file that
// `jitterscope-cli summarize` and the window read. Without arguments it lists what there is to choose from.
#include "jitterscope/adaptive/learned_latency.h"
#include "jitterscope/pacer.h"
#include "jitterscope/pacer_recording.h"
#include "jitterscope/pacing/pacing_catalog.h"
#include "jitterscope/sleep/sleep_catalog.h"

#include <chrono>
#include <iostream>
#include <thread>

namespace {

constexpr int kFrames = 250;

template <typename Entry>
void list(std::string_view title, std::span<const Entry> catalog) {
    std::cout << title << ":\n";
    for (const Entry& entry : catalog) {
        std::cout << "  " << entry.id;
        for (const jitterscope::ParameterInfo& parameter : entry.parameters)
            std::cout << ' ' << parameter.name << '=' << parameterText(parameter, parameter.standard);
        std::cout << '\n';
    }
}

/// "margin=1ms" as an entry of PacerOptions::Part::values; make() finds out whether it is right.
std::pair<std::string, std::string> valueOf(const std::string& argument) {
    const std::size_t sign = argument.find('=');
    return {argument.substr(0, sign), sign == std::string::npos ? "" : argument.substr(sign + 1)};
}

void work() {} // the program's own

int fail(const jitterscope::Error& error) {
    std::cerr << error.message() << '\n';
    return 1;
}

} // namespace

int main(int count, char* arguments[]) {
    using namespace jitterscope;
    if (count < 4) {
        std::cout << "pacer_options FILE.csv STRATEGY POLICY [PARAMETER=VALUE of the strategy]...\n";
        list("strategies", sleepCatalog());
        list("policies", pacingCatalog());
        return count == 1 ? 0 : 2;
    }
    PacerOptions options;
    options.strategy.id = arguments[2];
    options.policy.id = arguments[3];
    for (int i = 4; i < count; ++i)
        options.strategy.values.push_back(valueOf(arguments[i]));
    options.recordFrames = kFrames;

    Result<Pacer> made = Pacer::make(Period::parseRate("250 Hz").value(), options);
    if (!made)
        return fail(made.error());
    Pacer& pacer = made.value();
    for (int i = 0; i < kFrames / 2; ++i) {
        work();
        pacer.wait();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // a menu is open, say
    pacer.restart();
    for (int i = 0; i < kFrames / 2; ++i) {
        work();
        pacer.wait();
    }
    if (LearnedLatency learned; pacer.learned(learned))
        std::cout << "wakes " << learned.operating.margin / 1000 << " µs before the deadline\n";
    if (const Result<Done> written = writeRecording(pacer, arguments[1]); !written)
        return fail(written.error());
    std::cout << pacer.recorded().size() << " frames are in " << arguments[1] << '\n';
}
