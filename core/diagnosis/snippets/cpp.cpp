// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/diagnosis/snippets/snippets.h"
#include "core/pacing/pacing_catalog.h"
#include "core/sleep/sleep_catalog.h"

namespace jitterscope::snippets {
namespace {

/// `{"precise-sleep", {{"x", "2"}}}`: an entry with the values that are not the default.
template <typename Entry>
std::string part(std::span<const Entry> catalog, const Choice& choice) {
    std::string values;
    const Entry* const entry = findEntry(catalog, choice.id);
    for (std::size_t i = 0; entry != nullptr && i < entry->parameters.size() && i < choice.values.size();
         ++i) {
        const ParameterInfo& info = entry->parameters[i];
        if (choice.values[i] == info.standard)
            continue;
        values += (values.empty() ? "{\"" : ", {\"") + std::string(info.name) + "\", \"" +
                  parameterText(info, choice.values[i]) + "\"}";
    }
    return "{\"" + choice.id + "\"" + (values.empty() ? "" : ", {" + values + "}") + "}";
}

/// Lines that apply the thread's settings. Each says in a comment what it is for.
std::string linuxSettings(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    std::string text;
    if (thread.realtime)
        text += "    sched_param priority{};\n"
                "    priority.sched_priority = 20; // real-time class: before all ordinary threads\n"
                "    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) != 0)\n"
                "        std::perror(\"real-time class\"); // needs CAP_SYS_NICE or an rtprio limit\n";
    if (thread.cpu >= 0)
        text += "    cpu_set_t processors;\n"
                "    CPU_ZERO(&processors);\n"
                "    CPU_SET(" +
                std::to_string(thread.cpu) +
                ", &processors);\n"
                "    pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);\n";
    if (thread.slack)
        text += "    prctl(PR_SET_TIMERSLACK, " + std::to_string(thread.slack->count()) +
                "UL); // the kernel wakes it when asked, not up to 50 us later\n";
    return text + withoutDeepIdle(parts, "std::perror");
}

std::string linuxHeaders(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    std::string text;
    if (thread.realtime || parts.noDeepIdle)
        text += "#include <cstdio>\n";
    if (thread.realtime || thread.cpu >= 0)
        text += included("pthread.h") + included("sched.h");
    if (thread.slack)
        text += included("sys/prctl.h");
    if (parts.noDeepIdle)
        text += included("fcntl.h") + included("unistd.h");
    return text;
}

/// The settings of the thread, and the headers that they need.
struct Settings {
    std::string headers;
    std::string lines;
};

Settings settingsOf(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    if (parts.system == SystemFamily::Linux)
        return {linuxHeaders(parts), linuxSettings(parts)};
    const bool any = thread.realtime || thread.cpu >= 0 || thread.slack;
    return any ? Settings{"#ifndef NOMINMAX\n#define NOMINMAX\n#endif\n" + windowsHeaders(parts),
                          windowsSettings(parts, "nullptr")}
               : Settings{};
}

} // namespace

std::string cppPacer(const SnippetParts& parts) {
    const Settings settings = settingsOf(parts);
    return filled(R"(#include <jitterscope/pacer.h>
@HEADERS@
template <typename Frame>
void pace(Frame frame) { // returns when frame() gives false
@SETTINGS@    using namespace jitterscope;
    PacerOptions options;
    options.strategy = @STRATEGY@;
    options.policy = @POLICY@;
    Result<Pacer> made = Pacer::make(Period::parseRate("@RATE@").value(), options);
    if (!made)
        return; // made.error().message() says why
    Pacer& pacer = made.value();
    while (frame())
        pacer.wait();
}
)",
                  {{"HEADERS", settings.headers},
                   {"SETTINGS", settings.lines},
                   {"STRATEGY", part(sleepCatalog(), parts.plan.strategy)},
                   {"POLICY", part(pacingCatalog(), parts.plan.policy)},
                   {"RATE", parts.plan.period.rateText()}});
}

std::string cppHeader(const SnippetParts& parts) {
    const Settings settings = settingsOf(parts);
    return filled(
        R"(#include "adaptive_wait.hpp"

#include <chrono>
@HEADERS@
template <typename Frame>
void pace(Frame frame) { // returns when frame() gives false
@SETTINGS@    constexpr std::chrono::nanoseconds period{@PERIOD@};
    jitterscope::PreciseWait wait;
    auto due = std::chrono::steady_clock::now();
    while (frame()) {
        due += period;
        const auto now = std::chrono::steady_clock::now();
@BEHIND@        wait.until(due);
    }
}
)",
        {{"HEADERS", settings.headers},
         {"SETTINGS", settings.lines},
         {"PERIOD", periodText(parts)},
         {"BEHIND", behind(parts)}});
}

std::string cppPosix(const SnippetParts& parts) {
    const bool spins = parts.margin.count() > 0;
    return filled(
        R"(#include <cerrno>
#include <cstdint>
@HEADERS@#include <time.h>

inline std::int64_t nowNs() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

inline void sleepUntil(std::int64_t ns) { // an absolute deadline: what passes before the call is not added
    const timespec until{static_cast<time_t>(ns / 1000000000), static_cast<long>(ns % 1000000000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
}

template <typename Frame>
void pace(Frame frame) { // returns when frame() gives false
@SETTINGS@    constexpr std::int64_t period = @PERIOD@; // ns
@MARGIN@    std::int64_t due = nowNs();
    while (frame()) {
        due += period;
        const std::int64_t now = nowNs();
@BEHIND@        @SLEEP@
    }
}
)",
        {{"HEADERS", linuxHeaders(parts)},
         {"SETTINGS", linuxSettings(parts)},
         {"PERIOD", periodText(parts)},
         {"MARGIN", spins ? "    constexpr std::int64_t margin = " + std::to_string(parts.margin.count()) +
                                "; // ns, spun\n"
                          : ""},
         {"BEHIND", behind(parts)},
         {"SLEEP", spins ? "if (due - margin > now)\n            sleepUntil(due - margin);\n        while "
                           "(nowNs() < due) {\n        }"
                         : "sleepUntil(due);"}});
}

} // namespace jitterscope::snippets
