// SPDX-License-Identifier: MIT
/* A loop of N frames that shows each as Wayland's inline functions do: damage, then commit; and another
 * object's seventh request, which is no frame. `old`: as before libwayland 1.20. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct wl_proxy {
    const char* name;
};
void wl_proxy_marshal(struct wl_proxy* proxy, uint32_t request, ...);
struct wl_proxy* wl_proxy_marshal_flags(struct wl_proxy* proxy, uint32_t request, const void* interface,
                                        uint32_t version, uint32_t flags, ...);
void fake_wayland_say(void);

int main(int words, char** word) {
    const int frames = words > 2 ? atoi(word[2]) : 100;
    const int old = words > 1 && strcmp(word[1], "old") == 0;
    struct wl_proxy surface = {"wl_surface"};
    struct wl_proxy pointer = {"wl_pointer"};
    for (int i = 0; i < frames; ++i) {
        if (old) {
            wl_proxy_marshal(&surface, 2, 1, 20, 300, 4000);
            wl_proxy_marshal(&surface, 6);
        } else {
            wl_proxy_marshal_flags(&surface, 2, NULL, 4, 0, 1, 20, 300, 4000);
            wl_proxy_marshal_flags(&surface, 6, NULL, 4, 0);
        }
        for (int part = 0; part < 2; ++part) {
            const struct timespec length = {0, 4000000};
            nanosleep(&length, NULL);
            wl_proxy_marshal_flags(&pointer, 6, NULL, 4, 0);
        }
    }
    fake_wayland_say();
    return 7;
}
