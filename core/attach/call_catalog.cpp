// SPDX-License-Identifier: MIT
#include "core/attach/call_catalog.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

using listen::Call;

constexpr std::array kCalls{
    CallEntry{Call::Mark, "mark", "jitterscope_frame", CallKind::Mark},
    CallEntry{Call::Nanosleep, "nanosleep", "nanosleep", CallKind::Sleep},
    CallEntry{Call::ClockNanosleep, "clock-nanosleep", "clock_nanosleep", CallKind::Sleep},
    CallEntry{Call::Usleep, "usleep", "usleep", CallKind::Sleep},
    CallEntry{Call::Sleep, "sleep", "sleep", CallKind::Sleep},
    CallEntry{Call::ThrdSleep, "thrd-sleep", "thrd_sleep", CallKind::Sleep},
    CallEntry{Call::SdlDelay, "sdl-delay", "SDL_Delay", CallKind::Sleep},
    CallEntry{Call::Select, "select", "select", CallKind::Event},
    CallEntry{Call::Poll, "poll", "poll", CallKind::Event},
    CallEntry{Call::EpollWait, "epoll-wait", "epoll_wait", CallKind::Event},
    CallEntry{Call::CondWait, "cond-wait", "pthread_cond_wait", CallKind::Event},
    CallEntry{Call::SemWait, "sem-wait", "sem_wait", CallKind::Event},
    CallEntry{Call::Futex, "futex", "futex", CallKind::Event},
    CallEntry{Call::TimerRead, "timerfd", "read of a timerfd", CallKind::Event},
    CallEntry{Call::Pause, "pause", "pause", CallKind::Event},
    CallEntry{Call::SignalWait, "sigtimedwait", "sigtimedwait", CallKind::Event},
    CallEntry{Call::MessageWait, "mq-receive", "mq_timedreceive", CallKind::Event},
    CallEntry{Call::Receive, "recv", "recv", CallKind::Event},
    CallEntry{Call::PipeRead, "read", "read", CallKind::Event},
    CallEntry{Call::RingWait, "io-uring", "io_uring_enter", CallKind::Event},
    CallEntry{Call::Yield, "sched-yield", "sched_yield", CallKind::Yield},
    CallEntry{Call::GlxSwap, "glx-swap", "glXSwapBuffers", CallKind::Present},
    CallEntry{Call::EglSwap, "egl-swap", "eglSwapBuffers", CallKind::Present},
    CallEntry{Call::VkPresent, "vk-present", "vkQueuePresentKHR", CallKind::Present},
    CallEntry{Call::SdlSwap, "sdl-swap", "SDL_GL_SwapWindow", CallKind::Present},
    CallEntry{Call::SdlPresent, "sdl-present", "SDL_RenderPresent", CallKind::Present},
    CallEntry{Call::SdlUpdate, "sdl-update", "SDL_UpdateWindowSurface", CallKind::Present},
    CallEntry{Call::SdlRects, "sdl-rects", "SDL_UpdateRects", CallKind::Present},
    CallEntry{Call::WlCommit, "wl-commit", "wl_surface_commit", CallKind::Present},
    CallEntry{Call::XPut, "x-put", "XPutImage", CallKind::Present},
};

} // namespace

std::span<const CallEntry> callCatalog() {
    return kCalls;
}

const CallEntry* findCall(Call call) noexcept {
    const auto* const found = std::ranges::find(kCalls, call, &CallEntry::call);
    return found == kCalls.end() ? nullptr : found;
}

} // namespace jitterscope
