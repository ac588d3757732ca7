// SPDX-License-Identifier: MIT
/* Calls and asks for functions that a listener wraps, from libraries that are loaded in unusual ways, and
 * prints which of them it got. Alone and listened to it has to print the same. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

extern int g_compatCalls;
int SDL_UpdateWindowSurface(void* window);

/* A library that is loaded for one module alone, as Python loads those that its packages bring. */
static int callsOfAModule(void) {
    void* const module = dlopen(JITTERSCOPE_PRIVATE_MODULE, RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    int (*const frame)(void) = (int (*)(void))dlsym(module, "private_frame");
    int delays = 0;
    for (int i = 0; i < 20; ++i)
        delays = frame();
    printf("delays of its own SDL: %d\n", delays);
    return 0;
}

/* A library that is made of another one's functions of the same names, as sdl2-compat is of SDL 3's. */
static void callsThroughAnother(void) {
    const int result = SDL_UpdateWindowSurface(NULL);
    printf("through another library: %d, calls of it: %d\n", result, g_compatCalls);
}

/* Vulkan's loader asks a layer for its functions by the names that it has itself. */
static int addressesOfALayer(void) {
    void* const layer = dlopen(JITTERSCOPE_FAKE_SDL, RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    void* (*const find)(void*, const char*) =
        (void* (*)(void*, const char*))dlsym(layer, "vkGetInstanceProcAddr");
    const char* const answer = find(NULL, "vkCreateInstance");
    printf("a layer's own function: %s\n", answer);
    return 0;
}

/* Frames that are shown by a function that it asks another function for, or by one of the library's own. */
static int framesOf(const char* getter, const char* name) {
    void* const library = dlopen(JITTERSCOPE_FAKE_SDL, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return 2;
    void* const found = dlsym(library, getter[0] != '\0' ? getter : name);
    void* const swap = getter[0] != '\0' ? ((void* (*)(const char*))found)(name) : found;
    for (int i = 0; i < 150; ++i) {
        ((unsigned (*)(void*, void*, const int*, int))swap)(NULL, NULL, NULL, 0);
        usleep(8000);
    }
    return 7;
}

int main(int words, char** word) {
    if (words == 3)
        return framesOf(word[1], word[2]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (callsOfAModule() != 0 || addressesOfALayer() != 0)
        return 1;
    callsThroughAnother();
    return 7;
}
