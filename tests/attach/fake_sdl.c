// SPDX-License-Identifier: MIT
/* Stands in for SDL under a name of its own, as packages of Python bring it; for SDL 3, whose functions
 * return whether they have succeeded; and for a layer of Vulkan; and for libGL and libEGL. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
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

static void swapGlx(void* display, unsigned long drawable) {
    (void)display;
    (void)drawable;
}

static unsigned swapEgl(void* display, void* surface) {
    (void)display;
    (void)surface;
    return 1;
}

unsigned eglSwapBuffersWithDamageEXT(void* display, void* surface, const int* rectangles, int count) {
    (void)rectangles;
    (void)count;
    return swapEgl(display, surface);
}

void* glXGetProcAddress(const unsigned char* name) {
    return strcmp((const char*)name, "glXSwapBuffers") == 0 ? (void*)swapGlx : NULL;
}

void* glXGetProcAddressARB(const unsigned char* name) {
    return glXGetProcAddress(name);
}

void* eglGetProcAddress(const char* name) {
    return strcmp(name, "eglSwapBuffers") == 0 ? (void*)swapEgl : NULL;
}
