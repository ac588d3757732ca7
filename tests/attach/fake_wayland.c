// SPDX-License-Identifier: MIT
/* Stands in for libwayland-client, without a compositor: it writes down which requests reach it, with their
 * arguments. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct wl_proxy {
    const char* name;
};

static int g_commits = 0;
static long g_sum = 0;

static void take(struct wl_proxy* proxy, uint32_t request, va_list list) {
    if (request == 6)
        ++g_commits;
    else if (request == 2 && proxy->name[3] == 's') /* damage: four numbers */
        for (int i = 0; i < 4; ++i)
            g_sum += va_arg(list, int32_t);
}

const char* wl_proxy_get_class(struct wl_proxy* proxy) {
    return proxy->name;
}

void wl_proxy_marshal(struct wl_proxy* proxy, uint32_t request, ...) {
    va_list list;
    va_start(list, request);
    take(proxy, request, list);
    va_end(list);
}

struct wl_proxy* wl_proxy_marshal_flags(struct wl_proxy* proxy, uint32_t request, const void* interface,
                                        uint32_t version, uint32_t flags, ...) {
    (void)interface;
    (void)version;
    (void)flags;
    va_list list;
    va_start(list, flags);
    take(proxy, request, list);
    va_end(list);
    return NULL;
}

void fake_wayland_say(void) {
    printf("commits %d, sum %ld\n", g_commits, g_sum);
}
