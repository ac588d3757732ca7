// SPDX-License-Identifier: MIT
/* A module that is linked with its own SDL, and that nothing else of the program sees. */
extern int g_delays;
void SDL_Delay(unsigned milliseconds);

/* Returns how many delays have reached its SDL. */
int private_frame(void) {
    SDL_Delay(2);
    return g_delays;
}
