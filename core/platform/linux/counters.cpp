// SPDX-License-Identifier: MIT
#include "core/platform/counters.h"

#include "core/base/parse.h"
#include "core/platform/linux/descriptor.h"
#include "core/platform/system_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace jitterscope {
namespace {

std::optional<Nanoseconds> readClock(clockid_t clock) noexcept {
    timespec time{};
    if (clock_gettime(clock, &time) != 0)
        return std::nullopt;
    return Nanoseconds(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
}

/// The first bytes of a file in /proc; empty if it cannot be read.
std::string_view readProc(const char* path, std::span<char> buffer) noexcept {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    const ssize_t length = read(file, buffer.data(), buffer.size());
    close(file);
    return length > 0 ? std::string_view(buffer.data(), static_cast<std::size_t>(length))
                      : std::string_view();
}

std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view key) noexcept {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(at + key.size());
    return parseInteger(rest.substr(0, rest.find('\n')));
}

class LinuxMeter final : public CpuMeter {
public:
    LinuxMeter() {
        m_clockKnown = pthread_getcpuclockid(pthread_self(), &m_clock) == 0;
        m_statusPath = "/proc/self/task/" + std::to_string(syscall(SYS_gettid)) + "/status";
    }

    CpuCounters read() noexcept override {
        CpuCounters counters;
        counters.at = systemNow();
        if (m_clockKnown)
            counters.thread = readClock(m_clock);
        counters.process = readClock(CLOCK_PROCESS_CPUTIME_ID);
        readSwitches(counters);
        readMachine(counters);
        readPressure(counters);
        return counters;
    }

private:
    void readSwitches(CpuCounters& counters) noexcept {
        std::array<char, 4096> buffer;
        const std::string_view text = readProc(m_statusPath.c_str(), buffer);
        counters.involuntary = numberAfter(text, "nonvoluntary_ctxt_switches:");
        counters.voluntary = numberAfter(text, "\nvoluntary_ctxt_switches:");
    }

    /// The first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks.
    void readMachine(CpuCounters& counters) noexcept {
        std::array<char, 512> buffer;
        std::string_view text = readProc("/proc/stat", buffer);
        if (!text.starts_with("cpu "))
            return;
        text = text.substr(4, text.find('\n') - 4);
        const Nanoseconds tick(1'000'000'000 / std::max(sysconf(_SC_CLK_TCK), 1L));
        Nanoseconds total{0};
        Nanoseconds idle{0};
        Nanoseconds steal{0};
        for (int column = 0; column < 8; ++column) {
            text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
            const std::size_t length = std::min(text.find(' '), text.size());
            const auto ticks = parseInteger(text.substr(0, length));
            if (!ticks)
                return;
            total += *ticks * tick;
            if (column == 3 || column == 4)
                idle += *ticks * tick;
            if (column == 7)
                steal = *ticks * tick;
            text.remove_prefix(length);
        }
        counters.machineTotal = total;
        counters.machineBusy = total - idle;
        counters.machineSteal = steal;
    }

    /// `some avg10=0.00 avg60=0.00 avg300=0.00 total=123`, in µs.
    static void readPressure(CpuCounters& counters) noexcept {
        std::array<char, 256> buffer;
        const std::string_view text = readProc("/proc/pressure/cpu", buffer);
        if (const auto total = text.starts_with("some ") ? numberAfter(text, "total=") : std::nullopt)
            counters.cpuPressure = std::chrono::microseconds(*total);
    }

    clockid_t m_clock{};
    bool m_clockKnown = false;
    std::string m_statusPath;
};

/// /proc/thread-self/schedstat: `run_time queued turns`, times in ns. The descriptor stays with the thread
/// that opened it.
class SchedstatMeter final : public SchedulerMeter {
public:
    explicit SchedstatMeter(Descriptor file) noexcept : m_file(std::move(file)) {}

    std::optional<SchedulerCounts> read() noexcept override {
        std::array<char, 96> buffer;
        const ssize_t length = pread(m_file.get(), buffer.data(), buffer.size(), 0);
        if (length <= 0)
            return std::nullopt;
        const char* const end = buffer.data() + length;
        const char* const blank = std::find(static_cast<const char*>(buffer.data()), end, ' ');
        std::int64_t queued = 0;
        if (blank == end || std::from_chars(blank + 1, end, queued).ec != std::errc())
            return std::nullopt;
        return SchedulerCounts{Nanoseconds(queued)};
    }

private:
    Descriptor m_file;
};

} // namespace

std::unique_ptr<CpuMeter> makeCpuMeter() {
    return std::make_unique<LinuxMeter>();
}

std::unique_ptr<SchedulerMeter> makeSchedulerMeter() {
    Descriptor file(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
    auto meter = std::make_unique<SchedstatMeter>(std::move(file));
    return meter->read() ? std::move(meter) : nullptr;
}

Nanoseconds threadCpuTime() noexcept {
    return readClock(CLOCK_THREAD_CPUTIME_ID).value_or(Nanoseconds{0});
}
Nanoseconds processCpuTime() noexcept {
    return readClock(CLOCK_PROCESS_CPUTIME_ID).value_or(Nanoseconds{0});
}

int currentProcessor() noexcept {
    return sched_getcpu();
}

int lastProcessor(int thread) noexcept {
    constexpr int kFieldsBetween = 36; // from field 3, the state, to 39, the processor; proc_pid_stat(5)
    std::array<char, 40> path{};
    constexpr std::string_view kBefore = "/proc/self/task/";
    std::ranges::copy(kBefore, path.begin());
    const auto end = std::to_chars(path.data() + kBefore.size(), path.data() + 30, thread);
    std::ranges::copy(std::string_view("/stat"), end.ptr);
    std::array<char, 512> buffer;
    std::string_view text = readProc(path.data(), buffer);
    text.remove_prefix(std::min(text.rfind(')') + 1, text.size())); // a name may hold spaces and brackets
    for (int field = 0; field < kFieldsBetween && !text.empty(); ++field) {
        const std::size_t space = text.find(' ', 1);
        text.remove_prefix(std::min(space, text.size()));
    }
    const auto processor = parseInteger(trimmed(text.substr(0, text.find(' ', 1))));
    return processor ? static_cast<int>(*processor) : -1;
}

int thisThread() noexcept {
    return static_cast<int>(syscall(SYS_gettid));
}

} // namespace jitterscope
