// SPDX-License-Identifier: MIT
// How often `compare` is wrong, and how often it finds a true difference, for frames that depend on each
// other. Usage: pair_calibration [PAIRS] [PROCESS…] | captures | histograms [PAIRS] Each cell is PAIRS pairs
// of generated recordings, seeds 1 … 2 · PAIRS: two of the same process (promised: at most 5 % called
// different), and one with all its times 10 % longer. `short` is the share that says the recordings are too
// short to tell. No clock; the same numbers on every machine.
#include "core/base/random.h"
#include "core/compare/comparison.h"
#include "tests/support/captures.h"
#include "tests/support/dependent_series.h"
#include "tests/support/histograms.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numbers>
#include <string>
#include <vector>

using namespace jitterscope;

namespace {

struct Shares {
    int different = 0;
    int tooShort = 0;
};

Shares compared(const Process& process, std::size_t frames, int pairs, bool deadlines, double factor) {
    Shares shares;
    for (int pair = 0; pair < pairs; ++pair) {
        const auto seed = static_cast<std::uint64_t>(2 * pair + 1);
        const ComparedRun a = recordingOf(process, frames, seed, deadlines, 1);
        const ComparedRun b = recordingOf(process, frames, seed + 1, deadlines, factor);
        CompareOptions options;
        options.seed = seed;
        const Comparison comparison = compareRuns(a, b, options);
        const std::string_view id = pairVerdictId(comparison.verdict);
        shares.different +=
            id == "better" || id == "worse" || id == "mixed" || id == "faster" || id == "slower";
        shares.tooShort += id == "too-short";
    }
    return shares;
}

} // namespace

/// Histograms of a kernel's wake-ups: two of the same, one bin later, and later in the tail alone.
void histograms(int pairs) {
    std::printf("histograms     values  equal  one bin later  p99.9 two bins later  p99.9 six bins later\n");
    for (const std::size_t values : {std::size_t{5'000}, std::size_t{30'000}, std::size_t{100'000}}) {
        int shown[4] = {};
        for (int pair = 0; pair < pairs; ++pair) {
            const auto seed = static_cast<std::uint64_t>(2 * pair + 1);
            const ComparedRun a = kernel(seed, 0, 0, values);
            const ComparedRun others[] = {kernel(seed + 1, 0, 0, values), kernel(seed + 1, 1, 0, values),
                                          kernel(seed + 1, 0, 2, values), kernel(seed + 1, 0, 6, values)};
            CompareOptions options;
            options.seed = seed;
            for (std::size_t i = 0; i < std::size(others); ++i)
                shown[i] += compareRuns(a, others[i], options).verdict != PairVerdict::NotShown;
        }
        std::printf("%20zu %5.1f %% %12.1f %% %19.1f %% %19.1f %%\n", values, 100.0 * shown[0] / pairs,
                    100.0 * shown[1] / pairs, 100.0 * shown[2] / pairs, 100.0 * shown[3] / pairs);
    }
}

/// What is said of the eighteen generated captures, by what was done to B.
void captures() {
    struct Change {
        const char* name;
        std::vector<double> (*make)(const GeneratedCapture& capture, const std::vector<double>& a);
    };
    const Change changes[] = {
        {"1 % tripled",
         [](const GeneratedCapture&, const std::vector<double>& a) { return withTripled(a, 0.01, 5); }},
        {"ten hitches of 100 ms a minute",
         [](const GeneratedCapture&, const std::vector<double>& a) { return withHitches(a, 6); }},
        {"+10 %", [](const GeneratedCapture&, const std::vector<double>& a) { return longerBy(a, 0.1); }},
        {"-10 %", [](const GeneratedCapture&, const std::vector<double>& a) { return longerBy(a, -0.1); }},
        {"+3 %", [](const GeneratedCapture&, const std::vector<double>& a) { return longerBy(a, 0.03); }},
        {"-3 %", [](const GeneratedCapture&, const std::vector<double>& a) { return longerBy(a, -0.03); }},
        {"recorded again, 1",
         [](const GeneratedCapture& capture, const std::vector<double>&) { return framesOf(capture, 2); }},
        {"recorded again, 2",
         [](const GeneratedCapture& capture, const std::vector<double>&) { return framesOf(capture, 3); }},
        {"recorded again, 3",
         [](const GeneratedCapture& capture, const std::vector<double>&) { return framesOf(capture, 4); }},
    };
    for (const Change& change : changes) {
        std::map<std::string, std::string> said;
        for (const GeneratedCapture& capture : kCaptures) {
            const std::vector<double> a = framesOf(capture, 1);
            const Comparison comparison =
                compareRuns(captureOf(a, "A"), captureOf(change.make(capture, a), "B"));
            std::string& names = said[std::string(pairVerdictId(comparison.verdict))];
            names += std::string(names.empty() ? "" : " ") + capture.name;
            if (std::getenv("SENTENCES") != nullptr)
                std::printf("%s, %s: %s | %s\n", capture.name, change.name, comparison.sentence.c_str(),
                            comparison.detail.c_str());
        }
        std::printf("%s\n", change.name);
        for (const auto& [verdict, names] : said)
            std::printf("  %-20s %2td  %s\n", verdict.c_str(),
                        1 + std::count(names.begin(), names.end(), ' '), names.c_str());
    }
}

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "captures") {
        captures();
        return 0;
    }
    if (argc > 1 && std::string_view(argv[1]) == "histograms") {
        histograms(argc > 2 ? std::atoi(argv[2]) : 1000);
        return 0;
    }
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 200;
    std::printf("%-12s %6s %-10s | %9s %7s | %9s %7s\n", "process", "frames", "quantity", "A/A diff", "short",
                "+10 %", "short");
    for (const Process& process : kDependentSeries) {
        if (argc > 2 && std::none_of(argv + 2, argv + argc, [&](const char* name) {
                return std::string_view(name) == process.name;
            }))
            continue;
        for (const std::size_t frames : {2000, 5000, 20000}) {
            for (const bool deadlines : {false, true}) {
                const Shares same = compared(process, frames, pairs, deadlines, 1);
                const Shares longer = compared(process, frames, pairs, deadlines, 1.1);
                const auto percent = [pairs](int count) { return 100.0 * count / pairs; };
                std::printf("%-12s %6zu %-10s | %8.1f%% %6.1f%% | %8.1f%% %6.1f%%\n", process.name, frames,
                            deadlines ? "lateness" : "frame time", percent(same.different),
                            percent(same.tooShort), percent(longer.different), percent(longer.tooShort));
                std::fflush(stdout);
            }
        }
    }
}
