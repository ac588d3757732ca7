// SPDX-License-Identifier: MIT
/* Calls and asks for functions that a listener wraps, from libraries that are loaded in unusual ways, and
 * prints which of them it got. Alone and listened to it has to print the same. */
#include <dlfcn.h>
#include <stdio.h>

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

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (callsOfAModule() != 0)
        return 1;
    return 7;
}
