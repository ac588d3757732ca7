// SPDX-License-Identifier: MIT
#include "core/platform/step_aside.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <dirent.h>
#include <optional>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope {
namespace {

/// The argument of sched_setattr(2) in its first version; newer C libraries have their own type for it.
struct SchedulingAttributes {
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 0; // for ordinary classes the time slice; ignored before Linux 6.12
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};

constexpr std::uint64_t kLongestSlice = 100'000'000; // ns; the maximum that Linux accepts

std::optional<SchedulingAttributes> attributesOf(int thread) {
    SchedulingAttributes attributes;
    if (syscall(SYS_sched_getattr, thread, &attributes, sizeof attributes, 0) != 0)
        return std::nullopt;
    attributes.size = sizeof attributes;
    return attributes;
}

void setAttributes(int thread, SchedulingAttributes attributes) {
    (void)syscall(SYS_sched_setattr, thread, &attributes, 0); // fails if the thread has ended
}

bool ordinary(const SchedulingAttributes& attributes) {
    return attributes.policy == SCHED_OTHER || attributes.policy == SCHED_BATCH;
}

struct Before {
    int thread = 0;
    SchedulingAttributes attributes;
    cpu_set_t mask{};
    bool classChanged = false;
    bool maskChanged = false;
};

/// `mask` without a processor; absent if the processor is not in it or none would be left.
std::optional<cpu_set_t> without(cpu_set_t mask, int processor) {
    const auto index = static_cast<std::size_t>(processor);
    if (processor < 0 || processor >= CPU_SETSIZE || !CPU_ISSET(index, &mask) || CPU_COUNT(&mask) < 2)
        return std::nullopt;
    CPU_CLR(index, &mask);
    return mask;
}

Before lower(int thread, const SchedulingAttributes& attributes, int busyProcessor) {
    Before before{thread, attributes, {}, false, false};
    if (ordinary(attributes)) {
        SchedulingAttributes lowered = attributes;
        lowered.policy = SCHED_BATCH;
        lowered.runtime = kLongestSlice;
        setAttributes(thread, lowered);
        before.classChanged = true;
    }
    if (sched_getaffinity(thread, sizeof before.mask, &before.mask) == 0) {
        if (const auto rest = without(before.mask, busyProcessor))
            before.maskChanged = sched_setaffinity(thread, sizeof *rest, &*rest) == 0;
    }
    return before;
}

void putBack(const Before& before, int thread) {
    if (before.classChanged) {
        SchedulingAttributes usual = before.attributes;
        usual.runtime = 0; // 0: the system's own slice; a chosen one only if it was chosen before
        setAttributes(thread, usual);
        if (const auto now = attributesOf(thread); now && now->runtime != before.attributes.runtime)
            setAttributes(thread, before.attributes);
    }
    if (before.maskChanged)
        sched_setaffinity(thread, sizeof before.mask, &before.mask);
}

} // namespace

std::vector<int> threadsNow() {
    std::vector<int> threads;
    DIR* folder = opendir("/proc/self/task");
    if (folder == nullptr)
        return threads;
    while (const dirent* entry = readdir(folder)) {
        if (const int thread = std::atoi(entry->d_name); thread > 0)
            threads.push_back(thread);
    }
    closedir(folder);
    return threads;
}

struct StepAside::State {
    std::vector<Before> threads;

    [[nodiscard]] const Before* find(int thread) const {
        const auto found = std::find_if(threads.begin(), threads.end(),
                                        [thread](const Before& each) { return each.thread == thread; });
        return found != threads.end() ? &*found : nullptr;
    }
};

StepAside::StepAside(const std::vector<int>& threads, int busyProcessor)
    : m_state(std::make_unique<State>()) {
    for (const int thread : threads) {
        if (const auto attributes = attributesOf(thread))
            m_state->threads.push_back(lower(thread, *attributes, busyProcessor));
    }
}

StepAside::~StepAside() {
    for (const int thread : threadsNow()) {
        if (const Before* before = m_state->find(thread)) {
            putBack(*before, thread);
            continue;
        }
        // Another thread in the lowered class was created by one of these meanwhile, unless all threads are
        // in it anyway.
        const auto attributes = attributesOf(thread);
        const auto maker =
            std::find_if(m_state->threads.begin(), m_state->threads.end(), [](const Before& each) {
                return each.classChanged && each.attributes.policy == SCHED_OTHER;
            });
        if (attributes && attributes->policy == SCHED_BATCH && maker != m_state->threads.end())
            putBack(*maker, thread);
    }
}

} // namespace jitterscope
