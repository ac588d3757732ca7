// SPDX-License-Identifier: MIT
#include "core/platform/low_power.h"
#include "core/platform/relax.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"

#include <algorithm>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace jitterscope {
namespace {

// The instructions are written as bytes, because many assemblers know their names only with special flags.
#if defined(__x86_64__) || defined(__i386__)

ProcessorWords readWords() noexcept {
    ProcessorWords words;
    unsigned int a = 0;
    unsigned int b = 0;
    unsigned int c = 0;
    unsigned int d = 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0)
        words.leaf7Ecx = c;
    if (__get_cpuid(0x80000001U, &a, &b, &c, &d) != 0)
        words.extended1Ecx = c;
    if (__get_cpuid(0x80000007U, &a, &b, &c, &d) != 0)
        words.extended7Edx = d;
    return words;
}

std::uint64_t readTicks() noexcept {
    return __builtin_ia32_rdtsc();
}

/// TPAUSE ecx: bit 0 of ecx clear asks for C0.2, the deeper of its two states.
void tpause(std::uint64_t ticks) noexcept {
    const std::uint64_t until = readTicks() + ticks;
    asm volatile(".byte 0x66, 0x0f, 0xae, 0xf1"
                 :
                 : "c"(0U), "d"(static_cast<std::uint32_t>(until >> 32)),
                   "a"(static_cast<std::uint32_t>(until))
                 : "cc", "memory");
}

/// MONITORX rax, ecx, edx and MWAITX eax, ecx, ebx on a cache line that nobody writes to. So only the timer
/// or an interrupt ends it. eax 0 asks for C1, ecx bit 1 for the timer.
void mwaitx(std::uint64_t ticks) noexcept {
    alignas(64) char line[64] = {};
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(ticks, UINT32_MAX));
    asm volatile(".byte 0x0f, 0x01, 0xfa" : : "a"(&line[0]), "c"(0U), "d"(0U) : "memory");
    asm volatile(".byte 0x0f, 0x01, 0xfb" : : "a"(0U), "b"(most), "c"(2U) : "memory");
}

void waitWith(TimedWait instruction, std::uint64_t ticks) noexcept {
    if (instruction == TimedWait::Tpause)
        tpause(ticks);
    else
        mwaitx(ticks);
}

#elif defined(__aarch64__) && defined(__linux__)

ProcessorWords readWords() noexcept {
    ProcessorWords words;
    words.capabilities2 = getauxval(AT_HWCAP2);
    return words;
}

std::uint64_t readTicks() noexcept {
    std::uint64_t ticks = 0;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
}

/// WFET x0.
void waitWith(TimedWait, std::uint64_t ticks) noexcept {
    asm volatile("mov x0, %0\n\t.inst 0xd5031000" : : "r"(readTicks() + ticks) : "x0", "memory");
}

#else

ProcessorWords readWords() noexcept {
    return {};
}
std::uint64_t readTicks() noexcept {
    return 0;
}
void waitWith(TimedWait, std::uint64_t) noexcept {}

#endif

class ThisProcessor final : public WaitingProcessor {
public:
    [[nodiscard]] TimedWait timedWait() const noexcept override { return m_wait; }
    [[nodiscard]] TimePoint now() noexcept override { return systemNow(); }
    [[nodiscard]] std::uint64_t ticks() noexcept override { return readTicks(); }
    void wait(std::uint64_t ticks) noexcept override { waitWith(m_wait, ticks); }
    void pause() noexcept override { relax(); }

private:
    const TimedWait m_wait = timedWaitOf(readWords());
};

} // namespace

std::unique_ptr<WaitingProcessor> makeWaitingProcessor() {
    return std::make_unique<ThisProcessor>();
}

std::string processorList(const std::vector<int>& processors) {
    std::string list;
    for (std::size_t i = 0; i < processors.size();) {
        std::size_t last = i;
        while (last + 1 < processors.size() && processors[last + 1] == processors[last] + 1)
            ++last;
        list += (list.empty() ? "" : ",") + std::to_string(processors[i]);
        if (last > i)
            list += "-" + std::to_string(processors[last]);
        i = last + 1;
    }
    return list;
}

} // namespace jitterscope
