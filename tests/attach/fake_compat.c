// SPDX-License-Identifier: MIT
/* As sdl2-compat: SDL 2's functions, made of those of SDL 3, which it loads for itself. Also stands in for
 * Vulkan's loader. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

int g_compatCalls = 0;
static bool (*g_update)(void*) = NULL;

__attribute__((constructor)) static void load(void) {
    void* const library = dlopen(JITTERSCOPE_FAKE_SDL, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL)
        g_update = (bool (*)(void*))dlsym(library, "SDL_UpdateWindowSurface");
}

int SDL_UpdateWindowSurface(void* window) {
    ++g_compatCalls;
    if (g_compatCalls > 10) /* it is called by what it calls */
        return 9;
    return g_update != NULL && g_update(window) ? 0 : -1;
}

void* vkGetInstanceProcAddr(void* instance, const char* name) {
    static char answer[] = "the loader's";
    (void)instance;
    return name != NULL ? answer : NULL;
}
