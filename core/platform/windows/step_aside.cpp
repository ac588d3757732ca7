// SPDX-License-Identifier: MIT
#include "core/platform/step_aside.h"

#include "core/platform/windows/handle.h"
#include "core/platform/windows/processors.h"

#include <tlhelp32.h>
#include <utility>

namespace jitterscope {
namespace {

struct LoweredThread {
    OwnedHandle thread;
    int level = THREAD_PRIORITY_NORMAL;
    GROUP_AFFINITY mask{};
    bool levelChanged = false;
    bool maskChanged = false;
};

LoweredThread lowered(OwnedHandle thread, int busyProcessor) {
    LoweredThread before{std::move(thread), THREAD_PRIORITY_NORMAL, {}, false, false};
    const HANDLE handle = before.thread.get();
    before.level = ::GetThreadPriority(handle);
    if (before.level != THREAD_PRIORITY_ERROR_RETURN && before.level > THREAD_PRIORITY_BELOW_NORMAL &&
        before.level < THREAD_PRIORITY_TIME_CRITICAL)
        before.levelChanged = ::SetThreadPriority(handle, THREAD_PRIORITY_BELOW_NORMAL) != 0;
    if (::GetThreadGroupAffinity(handle, &before.mask) != 0) {
        if (const auto rest = maskWithout(before.mask, busyProcessor))
            before.maskChanged = ::SetThreadGroupAffinity(handle, &*rest, nullptr) != 0;
    }
    return before;
}

} // namespace

std::vector<int> threadsNow() {
    std::vector<int> threads;
    const OwnedHandle list(::CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0));
    THREADENTRY32 entry{};
    entry.dwSize = sizeof entry;
    for (BOOL more = list ? ::Thread32First(list.get(), &entry) : FALSE; more != 0;
         more = ::Thread32Next(list.get(), &entry)) {
        if (entry.th32OwnerProcessID == ::GetCurrentProcessId())
            threads.push_back(static_cast<int>(entry.th32ThreadID));
    }
    return threads;
}

/// A new thread inherits neither level nor processors from its maker: only those named must be put back.
struct StepAside::State {
    std::vector<LoweredThread> threads;
};

StepAside::StepAside(const std::vector<int>& threads, int busyProcessor)
    : m_state(std::make_unique<State>()) {
    for (const int id : threads) {
        OwnedHandle thread(
            ::OpenThread(THREAD_QUERY_INFORMATION | THREAD_SET_INFORMATION, FALSE, static_cast<DWORD>(id)));
        if (thread)
            m_state->threads.push_back(lowered(std::move(thread), busyProcessor));
    }
}

StepAside::~StepAside() {
    for (const LoweredThread& before : m_state->threads) {
        if (before.levelChanged)
            ::SetThreadPriority(before.thread.get(), before.level);
        if (before.maskChanged)
            ::SetThreadGroupAffinity(before.thread.get(), &before.mask, nullptr);
    }
}

} // namespace jitterscope
