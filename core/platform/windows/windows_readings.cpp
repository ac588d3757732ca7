// SPDX-License-Identifier: MIT
#include "core/platform/windows_readings.h"

#include "core/platform/clock_readings.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/platform/windows/calls.h"
#include "core/platform/windows/library.h"
#include "core/platform/windows/thread_class.h"
#include "core/platform/windows/wide_text.h"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace jitterscope {
namespace {

std::optional<std::uint32_t> registryNumber(const wchar_t* key, const wchar_t* name) {
    DWORD value = 0;
    DWORD size = sizeof value;
    return ::RegGetValueW(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_DWORD, nullptr, &value, &size) ==
                   ERROR_SUCCESS
               ? std::optional<std::uint32_t>(value)
               : std::nullopt;
}

std::string registryText(const wchar_t* key, const wchar_t* name) {
    std::array<wchar_t, 256> text{};
    DWORD size = sizeof text;
    if (::RegGetValueW(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, text.data(), &size) !=
        ERROR_SUCCESS)
        return {};
    std::string narrow = narrowText(text.data());
    narrow.erase(0, narrow.find_first_not_of(' '));
    narrow.erase(narrow.find_last_not_of(' ') + 1);
    return narrow;
}

/// GetVersionEx says what the manifest wants to hear; this does not.
std::string windowsVersion() {
    struct Version {
        ULONG size;
        ULONG major;
        ULONG minor;
        ULONG build;
        ULONG platform;
        wchar_t servicePack[128];
    };
    using Call = LONG(WINAPI*)(Version*);
    const auto call = systemFunction<Call>(L"ntdll.dll", "RtlGetVersion");
    Version version{};
    version.size = sizeof version;
    if (call == nullptr || call(&version) < 0)
        return {};
    return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
           std::to_string(version.build);
}

std::string wineVersion() {
    using Call = const char*(CDECL*)();
    const auto call = systemFunction<Call>(L"ntdll.dll", "wine_get_version");
    return call != nullptr ? call() : "";
}

std::optional<bool> hypervisorPresent() {
    constexpr unsigned kHypervisor = 1U << 31U; // CPUID 1, ECX bit 31
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0)
        return std::nullopt;
    return (c & kHypervisor) != 0;
}

void readCores(WindowsReadings& readings) {
    DWORD size = 0;
    ::GetLogicalProcessorInformationEx(RelationProcessorCore, nullptr, &size);
    std::vector<unsigned char> bytes(size);
    auto* const first = reinterpret_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(bytes.data());
    if (size == 0 || ::GetLogicalProcessorInformationEx(RelationProcessorCore, first, &size) == 0)
        return;
    constexpr std::size_t kFlags = offsetof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Processor);
    std::set<unsigned char> kinds;
    bool shared = false;
    for (std::size_t at = 0; at + sizeof(DWORD) * 2 <= size;) {
        DWORD length = 0;
        std::memcpy(&length, bytes.data() + at + sizeof(DWORD), sizeof length);
        if (length < kFlags + 2 || at + length > size)
            break;
        shared = shared || (bytes[at + kFlags] & LTP_PC_SMT) != 0;
        kinds.insert(bytes[at + kFlags + 1]); // its efficiency class
        at += length;
    }
    readings.efficiencyClasses = static_cast<int>(kinds.size());
    readings.threadsShareCores = shared;
}

std::string textOf(const GUID& id) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "{%08lX-%04X-%04X-%02X%02X-%02X%02X%02X%02X%02X%02X}", id.Data1,
                  unsigned{id.Data2}, unsigned{id.Data3}, unsigned{id.Data4[0]}, unsigned{id.Data4[1]},
                  unsigned{id.Data4[2]}, unsigned{id.Data4[3]}, unsigned{id.Data4[4]}, unsigned{id.Data4[5]},
                  unsigned{id.Data4[6]}, unsigned{id.Data4[7]});
    return text.data();
}

/// The schemes that every Windows has (powercfg /aliases).
std::string schemeName(const GUID& scheme) {
    constexpr std::array<std::pair<const char*, const char*>, 4> kSchemes{
        {{"{381B4222-F694-41F0-9685-FF5BB260DF2E}", "balanced"},
         {"{8C5E7FDA-E8BF-4A96-9A85-A6E23A8C635C}", "high performance"},
         {"{A1841308-3541-4FAB-BC81-F71556F20B4A}", "power saver"},
         {"{E9A42B02-D5DF-448D-AA00-03F14749EB61}", "ultimate performance"}}};
    const std::string id = textOf(scheme);
    for (const auto& [known, name] : kSchemes) {
        if (id == known)
            return name;
    }
    return id;
}

void readPower(WindowsReadings& readings) {
    constexpr GUID kProcessor{0x54533251, 0x82be, 0x4824, {0x96, 0xc1, 0x47, 0xb6, 0x0b, 0x74, 0x0d, 0x00}};
    constexpr GUID kUnparked{0x0cc5b647, 0xc1df, 0x4637, {0x89, 0x1a, 0xde, 0xc3, 0x5c, 0x31, 0x85, 0x83}};
    constexpr GUID kSlowest{0x893dee8e, 0x2bef, 0x41e0, {0x89, 0xc6, 0xb5, 0x5d, 0x09, 0x29, 0x96, 0x4c}};
    SYSTEM_POWER_STATUS status{};
    if (::GetSystemPowerStatus(&status) != 0 && status.ACLineStatus <= 1) {
        readings.onBattery = status.ACLineStatus == 0;
        readings.batterySaver =
            (reinterpret_cast<const unsigned char*>(&status)[3] & 1U) != 0; // SystemStatusFlag
    }
    using Active = DWORD(WINAPI*)(HKEY, GUID**);
    using Read = DWORD(WINAPI*)(HKEY, const GUID*, const GUID*, const GUID*, DWORD*);
    const auto active = systemFunction<Active>(L"powrprof.dll", "PowerGetActiveScheme");
    const bool battery = readings.onBattery.value_or(false);
    const auto read =
        systemFunction<Read>(L"powrprof.dll", battery ? "PowerReadDCValueIndex" : "PowerReadACValueIndex");
    GUID* scheme = nullptr;
    if (active == nullptr || active(nullptr, &scheme) != ERROR_SUCCESS || scheme == nullptr)
        return;
    readings.powerScheme = schemeName(*scheme);
    const auto percent = [&](const GUID& setting) -> std::optional<int> {
        DWORD value = 0;
        if (read == nullptr || read(nullptr, scheme, &kProcessor, &setting, &value) != ERROR_SUCCESS ||
            value > 100)
            return std::nullopt;
        return static_cast<int>(value);
    };
    readings.unparkedPercent = percent(kUnparked);
    readings.slowestPercent = percent(kSlowest);
    ::LocalFree(scheme);
}

/// Asked on a thread made for this, so that nothing is left.
void readMultimedia(WindowsReadings& readings) {
    try {
        std::thread([&readings] {
            ThreadClass tried(windowsCalls());
            tried.enter();
            readings.multimediaScheduler = tried.support().available && tried.support().reason.empty();
            readings.multimediaWhy = tried.support().reason;
        }).join();
    } catch (const std::system_error&) {
        readings.multimediaWhy = "no thread could be started to ask for it";
    }
}

std::string priorityClassName() {
    switch (::GetPriorityClass(::GetCurrentProcess())) {
    case IDLE_PRIORITY_CLASS:
        return "idle";
    case BELOW_NORMAL_PRIORITY_CLASS:
        return "below normal";
    case NORMAL_PRIORITY_CLASS:
        return "normal";
    case ABOVE_NORMAL_PRIORITY_CLASS:
        return "above normal";
    case HIGH_PRIORITY_CLASS:
        return "high";
    case REALTIME_PRIORITY_CLASS:
        return "real-time";
    default:
        return {};
    }
}

/// SYSTEM_PROCESS_INFORMATION as far as it is used; the same since Windows 7.
struct ProcessRecord {
    ULONG next;
    ULONG threads;
    LARGE_INTEGER workingSet;
    ULONG hardFaults;
    ULONG mostThreads;
    ULONGLONG cycles;
    LARGE_INTEGER created;
    LARGE_INTEGER user;
    LARGE_INTEGER kernel;
    USHORT nameBytes;
    USHORT nameRoom;
    const wchar_t* name;
    LONG priority;
    ULONG_PTR id;
};

std::vector<unsigned char> processRecords() {
    constexpr LONG kTooSmall = static_cast<LONG>(0xC0000004); // STATUS_INFO_LENGTH_MISMATCH
    constexpr int kProcesses = 5;                             // SystemProcessInformation
    constexpr std::size_t kMost = std::size_t{1} << 26U;
    using Call = LONG(WINAPI*)(int, void*, ULONG, ULONG*);
    const auto call = systemFunction<Call>(L"ntdll.dll", "NtQuerySystemInformation");
    for (std::size_t room = std::size_t{1} << 18U; call != nullptr && room <= kMost; room *= 2) {
        std::vector<unsigned char> bytes(room);
        ULONG used = 0;
        const LONG status = call(kProcesses, bytes.data(), static_cast<ULONG>(room), &used);
        if (status >= 0)
            return bytes;
        if (status != kTooSmall)
            break;
    }
    return {};
}

} // namespace

std::optional<WindowsReadings> windowsReadings() {
    WindowsReadings readings;
    readings.version = windowsVersion();
    readings.wine = wineVersion();
    const TimerPeriods periods = windowsCalls().periods();
    readings.longestPeriod = periods.longest;
    readings.shortestPeriod = periods.shortest;
    readings.periodNow = periods.now;
    readings.ownTick = SystemTime().tick(SleepKind::Absolute);
    const Support fine = sleepKindSupport(SleepKind::HighResolutionTimer);
    readings.fineTimers = fine.available;
    readings.fineTimersWhy = fine.reason;
    LARGE_INTEGER frequency{};
    if (::QueryPerformanceFrequency(&frequency) != 0)
        readings.counterFrequency = frequency.QuadPart;
    readings.counterStep = Nanoseconds(measureClock().resolution);
    readings.processor =
        registryText(L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", L"ProcessorNameString");
    readings.processors = static_cast<int>(allowedProcessors().size());
    readings.allProcessors = static_cast<int>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
    readCores(readings);
    readings.hypervisor = hypervisorPresent();
    readPower(readings);
    readMultimedia(readings);
    constexpr const wchar_t* kProfile =
        L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Multimedia\\SystemProfile";
    if (const auto percent = registryNumber(kProfile, L"SystemResponsiveness"); percent && *percent <= 100)
        readings.systemResponsiveness = static_cast<int>(*percent);
    if (const auto mode =
            registryNumber(L"SYSTEM\\CurrentControlSet\\Control\\GraphicsDrivers", L"HwSchMode"))
        readings.gpuScheduling = *mode == 2;
    readings.debugger = ::IsDebuggerPresent() != 0;
    readings.priorityClass = priorityClassName();
    return readings;
}

std::optional<WindowsTimes> windowsTimes() {
    FILETIME idle{};
    FILETIME kernel{};
    FILETIME user{};
    if (::GetSystemTimes(&idle, &kernel, &user) == 0)
        return std::nullopt;
    const auto length = [](const FILETIME& time) {
        return Nanoseconds(static_cast<std::int64_t>(static_cast<std::uint64_t>(time.dwHighDateTime) << 32U |
                                                     time.dwLowDateTime) *
                           100);
    };
    WindowsTimes times;
    times.idle = length(idle);
    times.busy = length(kernel) + length(user) - times.idle; // kernel time is with idle time
    times.own = static_cast<std::int64_t>(::GetCurrentProcessId());
    const std::vector<unsigned char> bytes = processRecords();
    for (std::size_t at = 0; at + sizeof(ProcessRecord) <= bytes.size();) {
        ProcessRecord record{};
        std::memcpy(&record, bytes.data() + at, sizeof record);
        if (record.id != 0) // 0 is what runs when nothing does
            times.processes.push_back({static_cast<std::int64_t>(record.id), record.created.QuadPart,
                                       Nanoseconds((record.user.QuadPart + record.kernel.QuadPart) * 100),
                                       record.name != nullptr
                                           ? narrowText({record.name, record.nameBytes / sizeof(wchar_t)})
                                           : std::string()});
        if (record.next == 0)
            break;
        at += record.next;
    }
    return times;
}

} // namespace jitterscope
