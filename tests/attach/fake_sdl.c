// SPDX-License-Identifier: MIT
/* Stands in for SDL under a name of its own, as packages of Python bring it; for SDL 3, whose functions
 * return whether they have succeeded; and for a layer of Vulkan. */
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

int g_delays = 0;

void SDL_Delay(unsigned milliseconds) {
    ++g_delays;
    usleep(1000 * milliseconds);
}

bool SDL_UpdateWindowSurface(void* window) {
    (void)window;
    return true;
}

/* What a layer answers is known by its address. */
void* vkGetInstanceProcAddr(void* instance, const char* name) {
    static char answer[] = "the layer's";
    (void)instance;
    return name != NULL ? answer : NULL;
}
