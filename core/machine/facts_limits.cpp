// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/machine/control_groups.h"
#include "core/machine/fact_reader.h"
#include "core/platform/thread_control.h"

#include <array>
#include <charconv>
#include <utility>

namespace jitterscope {
namespace {

Fact timerSlack(const FactReader& reader) {
    constexpr const char* kId = "timer_slack";
    constexpr const char* kName = "Timer slack";
    constexpr std::int64_t kSmall = 1000;
    const auto slack = reader.integer("/proc/self/timerslack_ns");
    if (!slack || *slack < 0)
        return unknownFact(kId, kName, "/proc/self/timerslack_ns cannot be read.");
    if (*slack <= kSmall)
        return costing(knownFact(kId, kName, durationText(Nanoseconds{*slack}), FactState::Good,
                                 "The kernel does not delay the end of a sleep on purpose."),
                       Nanoseconds{*slack});
    return advised(
        costing(knownFact(kId, kName, durationText(Nanoseconds{*slack}), FactState::Note,
                          "The kernel may end each sleep this much later; --slack sets it for a run."),
                Nanoseconds{*slack}),
        "--slack 1ns, or prctl(PR_SET_TIMERSLACK, 1) in the thread",
        "leave --slack out, or prctl(PR_SET_TIMERSLACK, 0)");
}

Fact realtimeBudget(const FactReader& reader) {
    constexpr const char* kId = "realtime_budget";
    constexpr const char* kName = "Real-time budget";
    const auto runtime = reader.integer("/proc/sys/kernel/sched_rt_runtime_us");
    const auto period = reader.integer("/proc/sys/kernel/sched_rt_period_us");
    if (!runtime || !period || *period <= 0)
        return unknownFact(kId, kName, "/proc/sys/kernel/sched_rt_runtime_us cannot be read.");
    if (*runtime < 0)
        return knownFact(kId, kName, "not limited", FactState::Note,
                         "A real-time thread that spins can stop everything else on its processor.");
    return knownFact(kId, kName, std::to_string(*runtime) + " of " + std::to_string(*period) + " µs",
                     FactState::Note,
                     "A real-time thread that never sleeps is stopped for the rest of each period.");
}

/// The soft value of a line of /proc/self/limits; empty if there is none.
std::string softLimit(const FactReader& reader, std::string_view line) {
    const auto limits = reader.text("/proc/self/limits");
    const std::size_t place = limits ? limits->find(line) : std::string::npos;
    if (place == std::string::npos)
        return {};
    const std::string_view rest = trimmed(std::string_view(*limits).substr(place + line.size()));
    return std::string(rest.substr(0, rest.find_first_of(" \t\n")));
}

constexpr const char* kRightId = "realtime_right";
constexpr const char* kRightName = "Real-time priority";
constexpr const char* kRightNeeds = "--realtime needs root, CAP_SYS_NICE or an rtprio limit of 20.";

/// 0 if it is not such a number.
std::uint64_t hexadecimal(std::string_view text) noexcept {
    std::uint64_t value = 0;
    constexpr int kBase = 16;
    std::from_chars(text.data(), text.data() + text.size(), value, kBase);
    return value;
}

Fact refusedRight(const std::string& why) {
    return advised(
        knownFact(kRightId, kRightName, "not for this process", FactState::Note, why),
        "add \"@audio - rtprio 20\" to /etc/security/limits.d/realtime.conf, join the group, log in again",
        "remove the line");
}

/// For a recorded machine: what its files say. CAP_SYS_NICE is bit 23 of the effective capabilities.
Fact recordedRight(const FactReader& reader) {
    constexpr unsigned kSysNice = 23;
    const auto status = reader.text("/proc/self/status");
    const auto capabilities = status ? lineValue(*status, "CapEff") : std::nullopt;
    if (capabilities && (hexadecimal(*capabilities) >> kSysNice & 1) != 0)
        return knownFact(kRightId, kRightName, "allowed", FactState::Good,
                         "--realtime works: the process has CAP_SYS_NICE.");
    const std::string soft = softLimit(reader, "Max realtime priority");
    if (soft.empty())
        return unknownFact(kRightId, kRightName, "/proc/self/limits cannot be read.");
    if (soft == "unlimited" || parseInteger(soft).value_or(0) >= kRealtimePriority)
        return knownFact(kRightId, kRightName, "up to " + soft, FactState::Good, "--realtime works.");
    return refusedRight(kRightNeeds);
}

/// Files do not show everything that the kernel checks (namespaces, filters, group budgets), so the kernel is
/// asked.
Fact realtimeRight(const FactReader& reader) {
    if (!reader.ofThisMachine())
        return recordedRight(reader);
    const Support support = realtimeSupport();
    if (support.available)
        return knownFact(kRightId, kRightName, "allowed", FactState::Good,
                         "--realtime works: the kernel let a thread of this process into the class.");
    return refusedRight("The kernel said: " + support.reason + ". " + kRightNeeds);
}

Fact quota(const FactReader& reader) {
    constexpr const char* kId = "cpu_quota";
    constexpr const char* kName = "Processor quota";
    const Quota found = readQuota(reader);
    if (found.processors)
        return costing(
            advised(
                knownFact(
                    kId, kName, numberText(*found.processors) + " processors", FactState::Warn,
                    "A container or service limit: once used up, everything in it stands still for a while."),
                "run it without the limit (container: no --cpus; service: CPUQuota= in its unit)",
                "set the limit again"),
            found.period);
    if (found.readable)
        return knownFact(kId, kName, "none", FactState::Good, "No control group limits the processor time.");
    return unknownFact(kId, kName, "No control group shows a limit.");
}

/// The marks that the usual runtimes leave.
std::string containerName(const FactReader& reader) {
    if (reader.exists("/.dockerenv"))
        return "docker";
    if (reader.exists("/run/.containerenv"))
        return "podman";
    std::string named = reader.text("/run/systemd/container").value_or("");
    if (!named.empty())
        return named;
    const std::string groups =
        reader.text("/proc/1/cgroup").value_or("") + reader.text("/proc/self/cgroup").value_or("");
    for (const auto& [mark, name] : {std::pair{"kubepods", "kubernetes"},
                                     {"/docker", "docker"},
                                     {"libpod", "podman"},
                                     {"/lxc", "lxc"},
                                     {"containerd", "containerd"}}) {
        if (groups.find(mark) != std::string::npos)
            return name;
    }
    return {};
}

Fact container(const FactReader& reader) {
    constexpr const char* kId = "container";
    constexpr const char* kName = "Container";
    const std::string name = containerName(reader);
    if (!name.empty())
        return knownFact(
            kId, kName, "yes, " + name, FactState::Note,
            "It shares the machine's scheduler with everything outside, and may hide what runs there.");
    if (!reader.text("/proc/self/cgroup"))
        return unknownFact(kId, kName, "/proc/self/cgroup cannot be read.");
    return knownFact(kId, kName, "no", FactState::Good,
                     "Nothing limits or hides more than on the machine itself.");
}

Fact affinity(const FactReader& reader) {
    constexpr const char* kId = "affinity";
    constexpr const char* kName = "Allowed processors";
    const auto status = reader.text("/proc/self/status");
    const auto list = status ? lineValue(*status, "Cpus_allowed_list") : std::nullopt;
    const std::int64_t allowed = processorCount(list.value_or("")).value_or(0);
    if (allowed < 1)
        return unknownFact(kId, kName, "/proc/self/status does not list them.");
    if (allowed < processorsOnline(reader))
        return advised(knownFact(kId, kName, *list, FactState::Note,
                                 "This process may not run on the other processors."),
                       "start it without taskset, cpuset or a unit's CPUAffinity=", "start it as before");
    return knownFact(kId, kName, *list, FactState::Good, "The scheduler may use every processor.");
}

/// The class and nice value that threads of this process inherit.
Fact scheduling(const FactReader& reader) {
    constexpr const char* kId = "scheduling";
    constexpr const char* kName = "Class and nice value";
    constexpr std::size_t kNice = 19 - 4; // fields of proc(5), of which the first here is number 4
    constexpr std::size_t kPolicy = 41 - 4;
    constexpr std::array<const char*, 8> kClasses{"SCHED_OTHER",    "SCHED_FIFO", "SCHED_RR",
                                                  "SCHED_BATCH",    "",           "SCHED_IDLE",
                                                  "SCHED_DEADLINE", "SCHED_EXT"};
    const std::vector<std::int64_t> fields = processFields(reader.text("/proc/self/stat").value_or(""));
    if (fields.size() <= kPolicy || fields[kPolicy] < 0 ||
        fields[kPolicy] >= static_cast<std::int64_t>(kClasses.size()))
        return unknownFact(kId, kName, "/proc/self/stat cannot be read.");
    const std::string name = kClasses[static_cast<std::size_t>(fields[kPolicy])];
    const std::int64_t nice = fields[kNice];
    const std::string value = name + ", nice " + std::to_string(nice);
    if (name == "SCHED_IDLE" || nice > 0)
        return advised(
            knownFact(kId, kName, value, FactState::Warn,
                      "Other programs go first: when they want the processor, this one waits."),
            "start it without nice, chrt or a unit's Nice= and CPUSchedulingPolicy=", "start it as before");
    return knownFact(kId, kName, value, name == "SCHED_BATCH" ? FactState::Note : FactState::Good,
                     name == "SCHED_BATCH"
                         ? "A thread of this class waits until the running one is interrupted."
                         : "No other ordinary program goes first.");
}

Fact realtimeTimeout(const FactReader& reader) {
    constexpr const char* kId = "realtime_timeout";
    constexpr const char* kName = "Real-time timeout";
    const std::string soft = softLimit(reader, "Max realtime timeout");
    const auto microseconds = parseInteger(soft);
    if (soft == "unlimited")
        return knownFact(kId, kName, "none", FactState::Good,
                         "No limit takes the real-time class away from a spinner.");
    if (!microseconds || *microseconds < 0 || *microseconds > INT64_MAX / 1000)
        return unknownFact(kId, kName, "/proc/self/limits cannot be read.");
    return knownFact(kId, kName, said::shortDuration(1e3 * static_cast<double>(*microseconds)),
                     FactState::Note,
                     "A real-time thread that runs for so long without a sleep leaves its class.");
}

Fact debugger(const FactReader& reader) {
    constexpr const char* kId = "debugger";
    constexpr const char* kName = "Debugger";
    const auto status = reader.text("/proc/self/status");
    const auto tracer = parseInteger(status ? lineValue(*status, "TracerPid").value_or("") : "");
    if (!tracer)
        return unknownFact(kId, kName, "/proc/self/status does not tell.");
    if (*tracer == 0)
        return knownFact(kId, kName, "none", FactState::Good, "No debugger or tracer stops this program.");
    return advised(knownFact(kId, kName, "attached", FactState::Warn,
                             "A debugger or tracer (gdb, strace) stops the program whenever it likes."),
                   "detach the debugger or tracer", "attach it again");
}

/// What this program was built with; a recorded machine cannot know.
constexpr const char* builtInSanitizer() noexcept {
#if defined(__SANITIZE_ADDRESS__)
    return "AddressSanitizer";
#elif defined(__SANITIZE_THREAD__)
    return "ThreadSanitizer";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return "AddressSanitizer";
#elif __has_feature(thread_sanitizer)
    return "ThreadSanitizer";
#elif __has_feature(memory_sanitizer)
    return "MemorySanitizer";
#else
    return "";
#endif
#else
    return "";
#endif
}

Fact sanitizer(const FactReader& reader) {
    constexpr const char* kId = "sanitizer";
    constexpr const char* kName = "Sanitizer";
    const std::string name = builtInSanitizer();
    if (!reader.ofThisMachine())
        return unknownFact(kId, kName, "Only the program itself knows how it was built.");
    if (name.empty())
        return knownFact(kId, kName, "none", FactState::Good,
                         "The program was built for speed, not for checks.");
    return advised(knownFact(kId, kName, name, FactState::Warn,
                             "Built with checks: every memory access takes several times as long."),
                   "use a build without sanitizers", "use this build again");
}

} // namespace

void addLimitFacts(const FactReader& reader, std::vector<Fact>& facts) {
    facts.push_back(container(reader));
    facts.push_back(quota(reader));
    facts.push_back(affinity(reader));
    facts.push_back(timerSlack(reader));
    facts.push_back(scheduling(reader));
    facts.push_back(realtimeRight(reader));
    facts.push_back(realtimeBudget(reader));
    facts.push_back(realtimeTimeout(reader));
    facts.push_back(debugger(reader));
    facts.push_back(sanitizer(reader));
}

} // namespace jitterscope
