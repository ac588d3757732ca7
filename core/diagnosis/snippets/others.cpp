// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/diagnosis/snippets/snippets.h"

namespace jitterscope::snippets {
namespace {

std::string settingsInC(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    std::string text;
    if (thread.realtime)
        text += "    const struct sched_param priority = {.sched_priority = 20};\n"
                "    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0)\n"
                "        perror(\"real-time class\"); // needs CAP_SYS_NICE or an rtprio limit\n";
    if (thread.cpu >= 0)
        text += "    cpu_set_t processors;\n    CPU_ZERO(&processors);\n    CPU_SET(" +
                std::to_string(thread.cpu) +
                ", &processors);\n    sched_setaffinity(0, sizeof processors, &processors);\n";
    if (thread.slack)
        text += "    prctl(PR_SET_TIMERSLACK, " + std::to_string(thread.slack->count()) +
                "UL); // woken when asked, not up to 50 us later\n";
    return text + withoutDeepIdle(parts, "perror");
}

/// A comment that names the settings that this language sets only on Linux.
std::string notSet(const ThreadPlan& thread, const std::string& lead) {
    std::string list;
    const auto add = [&list](bool set, const char* name) {
        if (set)
            said::append(list, std::string(name));
    };
    add(thread.slack.has_value(), "timer period");
    add(thread.realtime, "class for sound");
    add(thread.cpu >= 0, "processor");
    return list.empty() ? list : "    " + lead + "not set here: " + list + "; C for Windows shows how\n";
}

/// Calls into the C library, which every Rust program on Linux is linked with.
std::string settingsInRust(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    if (parts.system == SystemFamily::Windows)
        return notSet(thread, "// ");
    std::string text;
    if (parts.noDeepIdle)
        text += "    // no deep idle states, of any processor, while this is open: costs watts; needs root\n"
                "    let latency = std::fs::OpenOptions::new().write(true).open(\"/dev/cpu_dma_latency\");\n"
                "    if !latency.as_ref().is_ok_and(|mut file| file.write_all(&[0; 4]).is_ok()) {\n"
                "        eprintln!(\"/dev/cpu_dma_latency could not be held\");\n    }\n";
    if (thread.slack)
        text += "    unsafe { prctl(29 /* PR_SET_TIMERSLACK */, " + std::to_string(thread.slack->count()) +
                "u64) }; // woken when asked, not up to 50 us later\n";
    if (thread.realtime)
        text +=
            "    let priority = SchedParam { priority: 20 };\n"
            "    if unsafe { sched_setscheduler(0, 1 /* SCHED_FIFO */, &priority) } != 0 {\n"
            "        eprintln!(\"no real-time class: CAP_SYS_NICE or an rtprio limit is needed\");\n    }\n";
    if (thread.cpu >= 0)
        text += "    let mut processors = [0u64; 16]; // a bit for each processor\n"
                "    processors[" +
                std::to_string(thread.cpu / 64) + "] |= 1 << " + std::to_string(thread.cpu % 64) +
                ";\n    unsafe { sched_setaffinity(0, 128, processors.as_ptr()) };\n";
    return text;
}

std::string declarationsInRust(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    if (parts.system == SystemFamily::Windows)
        return {};
    std::string functions;
    if (thread.slack)
        functions += "    fn prctl(option: i32, ...) -> i32;\n";
    if (thread.realtime)
        functions +=
            "    fn sched_setscheduler(pid: i32, policy: i32, parameter: *const SchedParam) -> i32;\n";
    if (thread.cpu >= 0)
        functions += "    fn sched_setaffinity(pid: i32, size: usize, mask: *const u64) -> i32;\n";
    std::string text;
    if (thread.realtime)
        text += "#[repr(C)]\nstruct SchedParam {\n    priority: i32,\n}\n\n";
    if (!functions.empty())
        text += "unsafe extern \"C\" {\n" + functions + "}\n\n";
    return text;
}

std::string settingsInPython(const SnippetParts& parts) {
    const ThreadPlan& thread = parts.plan.thread;
    if (parts.system == SystemFamily::Windows)
        return notSet(thread, "# ");
    std::string text;
    if (parts.noDeepIdle)
        text += "    # no deep idle states, of any processor, while this is open: costs watts; needs root\n"
                "    try:\n        latency = open(\"/dev/cpu_dma_latency\", \"wb\", buffering=0)\n"
                "        latency.write(bytes(4))\n"
                "    except OSError as error:\n        print(error)\n";
    if (thread.realtime)
        text += "    try:\n        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(20))\n"
                "    except PermissionError:\n        print(\"no real-time class: CAP_SYS_NICE or an rtprio "
                "limit is "
                "needed\")\n";
    if (thread.cpu >= 0)
        text += "    os.sched_setaffinity(0, {" + std::to_string(thread.cpu) + "})\n";
    if (thread.slack)
        text += "    ctypes.CDLL(None).prctl(29, ctypes.c_ulong(" + std::to_string(thread.slack->count()) +
                "))  # PR_SET_TIMERSLACK: woken when asked, not up to 50 us later\n";
    return text;
}

} // namespace

std::string c(const SnippetParts& parts) {
    const bool spins = parts.margin.count() > 0;
    const ThreadPlan& thread = parts.plan.thread;
    std::string headers;
    if (thread.realtime || thread.cpu >= 0)
        headers += included("sched.h");
    if (thread.realtime || parts.noDeepIdle)
        headers += "#include <stdio.h>\n";
    if (thread.slack)
        headers += included("sys/prctl.h");
    if (parts.noDeepIdle)
        headers += included("fcntl.h") + included("unistd.h");
    return filled(
        R"(#define _GNU_SOURCE
#include <errno.h>
@HEADERS@#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_until(int64_t ns) { // an absolute deadline: what passes before the call is not added
    const struct timespec until = {.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

void pace(bool (*frame)(void)) { // returns when frame() gives false
@SETTINGS@    const int64_t period = @PERIOD@; // ns
@MARGIN@    int64_t due = now_ns();
    while (frame()) {
        due += period;
        const int64_t now = now_ns();
@BEHIND@        @SLEEP@
    }
}
)",
        {{"HEADERS", headers},
         {"SETTINGS", settingsInC(parts)},
         {"PERIOD", periodText(parts)},
         {"MARGIN",
          spins ? "    const int64_t margin = " + std::to_string(parts.margin.count()) + "; // ns, spun\n"
                : ""},
         {"BEHIND", behind(parts)},
         {"SLEEP", spins ? "if (due - margin > now)\n            sleep_until(due - margin);\n        while "
                           "(now_ns() < due) {\n        }"
                         : "sleep_until(due);"}});
}

std::string rust(const SnippetParts& parts) {
    const bool spins = parts.margin.count() > 0;
    return filled(
        R"(@WRITE@use std::time::{Duration, Instant};

@DECLARATIONS@/// Returns when `frame` gives false.
pub fn pace(mut frame: impl FnMut() -> bool) {
@SETTINGS@    let period = Duration::from_nanos(@PERIOD@);
@MARGIN@    let mut due = Instant::now();
    while frame() {
        due += period;
        let now = Instant::now();
@BEHIND@        @SLEEP@
    }
}
)",
        {{"WRITE", parts.noDeepIdle ? "use std::io::Write;\n" : ""},
         {"DECLARATIONS", declarationsInRust(parts)},
         {"SETTINGS", settingsInRust(parts)},
         {"PERIOD", periodText(parts)},
         {"MARGIN", spins ? "    let margin = Duration::from_nanos(" + std::to_string(parts.margin.count()) +
                                "); // spun\n"
                          : ""},
         {"BEHIND", rests(parts) ? "        while due < now {\n            due += period; // behind: rest "
                                   "until the next free slot\n        }\n"
                                 : "        while due + period <= now {\n            due += period; // skip "
                                   "slots that have wholly passed; start a late one at once\n        }\n"},
         {"SLEEP", spins
                       ? "std::thread::sleep((due - margin).saturating_duration_since(now));\n        while "
                         "Instant::now() < due {\n            std::hint::spin_loop();\n        }"
                       : "std::thread::sleep(due.saturating_duration_since(now));"}});
}

std::string python(const SnippetParts& parts) {
    const bool spins = parts.margin.count() > 0;
    const ThreadPlan& thread = parts.plan.thread;
    const bool sets = parts.system == SystemFamily::Linux;
    std::string imports;
    if (sets && thread.slack)
        imports += "import ctypes\n";
    if (sets && (thread.realtime || thread.cpu >= 0))
        imports += "import os\n";
    return filled(
        R"(@IMPORTS@import time


def pace(frame):
    """Returns when frame() gives False."""
@SETTINGS@    period = @PERIOD@  # ns
@MARGIN@    due = time.monotonic_ns()
    while frame():
        due += period
        now = time.monotonic_ns()
@BEHIND@        if due@LESS@ > now:
            time.sleep((due@LESS@ - now) / 1e9)
@SPIN@)",
        {{"IMPORTS", imports},
         {"SETTINGS", settingsInPython(parts)},
         {"PERIOD", periodText(parts)},
         {"MARGIN", spins ? "    margin = " + std::to_string(parts.margin.count()) + "  # ns, spun\n" : ""},
         {"LESS", spins ? " - margin" : ""},
         {"BEHIND", rests(parts) ? "        while due < now:  # behind: rest until the next free slot\n"
                                   "            due += period\n"
                                 : "        while due + period <= now:  # skip slots that have wholly "
                                   "passed; start a late one at once\n            due += period\n"},
         {"SPIN", spins ? "        while time.monotonic_ns() < due:\n            pass\n" : ""}});
}

} // namespace jitterscope::snippets
