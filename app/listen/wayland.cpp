// SPDX-License-Identifier: MIT
// In Wayland the request wl_surface.commit shows a frame. Programs make it with an inline function. So the
// wrappers are those functions of libwayland-client that send a request.
#include "app/listen/listener.h"

#include <cstdarg>
#include <cstdint>
#include <cstring>

namespace jitterscope::listen {
namespace {

using Proxy = void*;

/// wl_surface.commit in wayland.xml: the seventh request of its interface.
constexpr std::uint32_t kCommit = 6;
/// The most arguments of a request in libwayland (WL_CLOSURE_MAX_ARGS). Each is no larger than a pointer.
constexpr int kMostArguments = 20;

constexpr const char* kWayland[] = {"libwayland-client.so.0", nullptr};

Real<const char*(Proxy)> g_class{"wl_proxy_get_class", nullptr, kWayland};
Real<void(Proxy, std::uint32_t, ...)> g_marshal{"wl_proxy_marshal", nullptr, kWayland};
Real<void(Proxy, std::uint32_t, void*)> g_array{"wl_proxy_marshal_array", nullptr, kWayland};
Real<Proxy(Proxy, std::uint32_t, const void*, std::uint32_t, std::uint32_t, ...)> g_flags{
    "wl_proxy_marshal_flags", nullptr, kWayland};
Real<Proxy(Proxy, std::uint32_t, const void*, std::uint32_t, std::uint32_t, void*)> g_arrayFlags{
    "wl_proxy_marshal_array_flags", nullptr, kWayland};

bool isCommit(Proxy proxy, std::uint32_t request) noexcept {
    if (request != kCommit)
        return false;
    auto* const classOf = g_class.get();
    const char* const name = classOf != nullptr ? classOf(proxy) : nullptr;
    return name != nullptr && std::strcmp(name, "wl_surface") == 0;
}

struct Arguments {
    long value[kMostArguments];
};

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

// Requests other than a commit are passed on. Only libwayland knows how many arguments a request has. So the
// most possible arguments are passed on, and libwayland ignores those that do not exist.
#define ALL(arguments)                                                                                       \
    (arguments).value[0], (arguments).value[1], (arguments).value[2], (arguments).value[3],                  \
        (arguments).value[4], (arguments).value[5], (arguments).value[6], (arguments).value[7],              \
        (arguments).value[8], (arguments).value[9], (arguments).value[10], (arguments).value[11],            \
        (arguments).value[12], (arguments).value[13], (arguments).value[14], (arguments).value[15],          \
        (arguments).value[16], (arguments).value[17], (arguments).value[18], (arguments).value[19]

JITTERSCOPE_WRAP void wl_proxy_marshal(void* proxy, std::uint32_t request, ...) {
    if (isCommit(proxy, request)) { // which has no arguments
        const Entered entered = enter(Call::WlCommit, HERE);
        g_marshal.forCaller(CALLER)(proxy, request);
        leave(entered, Call::WlCommit, 0, CALLER, 0);
        return;
    }
    Arguments arguments;
    va_list list;
    va_start(list, request);
    for (long& value : arguments.value)
        value = va_arg(list, long);
    va_end(list);
    g_marshal.forCaller(CALLER)(proxy, request, ALL(arguments));
}

JITTERSCOPE_WRAP void wl_proxy_marshal_array(void* proxy, std::uint32_t request, void* values) {
    if (!isCommit(proxy, request)) {
        g_array.forCaller(CALLER)(proxy, request, values);
        return;
    }
    const Entered entered = enter(Call::WlCommit, HERE);
    g_array.forCaller(CALLER)(proxy, request, values);
    leave(entered, Call::WlCommit, 0, CALLER, 0);
}

JITTERSCOPE_WRAP void* wl_proxy_marshal_flags(void* proxy, std::uint32_t request, const void* interface,
                                              std::uint32_t version, std::uint32_t flags, ...) {
    if (isCommit(proxy, request)) {
        const Entered entered = enter(Call::WlCommit, HERE);
        void* const made = g_flags.forCaller(CALLER)(proxy, request, interface, version, flags);
        leave(entered, Call::WlCommit, 0, CALLER, 0);
        return made;
    }
    Arguments arguments;
    va_list list;
    va_start(list, flags);
    for (long& value : arguments.value)
        value = va_arg(list, long);
    va_end(list);
    return g_flags.forCaller(CALLER)(proxy, request, interface, version, flags, ALL(arguments));
}

JITTERSCOPE_WRAP void* wl_proxy_marshal_array_flags(void* proxy, std::uint32_t request, const void* interface,
                                                    std::uint32_t version, std::uint32_t flags,
                                                    void* values) {
    if (!isCommit(proxy, request))
        return g_arrayFlags.forCaller(CALLER)(proxy, request, interface, version, flags, values);
    const Entered entered = enter(Call::WlCommit, HERE);
    void* const made = g_arrayFlags.forCaller(CALLER)(proxy, request, interface, version, flags, values);
    leave(entered, Call::WlCommit, 0, CALLER, 0);
    return made;
}

const Named* jitterscope::listen::waylandName(const char* name) noexcept {
    static const Named table[] = {
        {"wl_proxy_marshal", reinterpret_cast<void*>(&wl_proxy_marshal),
         [](void* theirs) { g_marshal.set(theirs); }, [] { return g_marshal.address(); }},
        {"wl_proxy_marshal_array", reinterpret_cast<void*>(&wl_proxy_marshal_array),
         [](void* theirs) { g_array.set(theirs); }, [] { return g_array.address(); }},
        {"wl_proxy_marshal_flags", reinterpret_cast<void*>(&wl_proxy_marshal_flags),
         [](void* theirs) { g_flags.set(theirs); }, [] { return g_flags.address(); }},
        {"wl_proxy_marshal_array_flags", reinterpret_cast<void*>(&wl_proxy_marshal_array_flags),
         [](void* theirs) { g_arrayFlags.set(theirs); }, [] { return g_arrayFlags.address(); }},
    };
    return nameIn(table, name);
}
