// SPDX-License-Identifier: MIT
/* Stands in for SDL under a name of its own, as packages of Python bring it. */
#include <unistd.h>

int g_delays = 0;

void SDL_Delay(unsigned milliseconds) {
    ++g_delays;
    usleep(1000 * milliseconds);
}
