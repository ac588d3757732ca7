// SPDX-License-Identifier: MIT
// The C interface from C: what it refuses, and that no wait ends early.
#include "jitterscope/adaptive_wait_c.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failed = 0;

static void want(int right, const char* what, int line) {
    if (!right) {
        fprintf(stderr, "line %d: %s\n", line, what);
        failed = 1;
    }
}
#define WANT(what) want((what) ? 1 : 0, #what, __LINE__)

static void refusals(jitterscope_wait* wait) {
    jitterscope_wait_stats stats;
    int64_t ended = 7;
    WANT(jitterscope_wait_create(NULL) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_until(NULL, 0, &ended) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_until(wait, -1, &ended) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_until(wait, INT64_MAX, &ended) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(ended == 7);
    WANT(jitterscope_wait_aim_late_share(NULL, 0.01, 1000, 500000) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_aim_late_share(wait, 0.0, 1000, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_late_share(wait, 0.51, 1000, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_late_share(wait, (double)NAN, 1000, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_late_share(wait, 0.01, -1, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_late_share(wait, 0.01, 1000, 0) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_thrifty(NULL, 0.01, 1000, 500000) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_aim_thrifty(wait, 0.51, 1000, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_thrifty(wait, 0.01, -1, 500000) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_thrifty(wait, 0.01, 1000, 0) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_cpu_budget(NULL, 0.1) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_aim_cpu_budget(wait, 0.0) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_cpu_budget(wait, 1.01) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_cpu_budget(wait, (double)NAN) == JITTERSCOPE_WAIT_OUT_OF_RANGE);
    WANT(jitterscope_wait_aim_no_spin(NULL) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_get_stats(NULL, &stats) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_get_stats(wait, NULL) == JITTERSCOPE_WAIT_NULL);
    WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK);
    WANT(stats.waits == 0 && stats.late == 0 && stats.late_share == 0); // a refused wait is none
    jitterscope_wait_destroy(NULL);
}

// Every result has a text of its own, and what is no result has one, too.
static void texts(void) {
    int i;
    int j;
    for (i = 0; i <= 4; ++i)
        for (j = 0; j < i; ++j)
            WANT(strcmp(jitterscope_wait_text(i), jitterscope_wait_text(j)) != 0);
}

// Frames of 2 ms; how many of them were early and how many late by more than the tolerance of 1 us.
static void frames(jitterscope_wait* wait, int count, int* early, int64_t* late) {
    int64_t due = jitterscope_wait_now();
    int i;
    *early = 0;
    *late = 0;
    for (i = 0; i < count; ++i) {
        int64_t ended = 0;
        due += 2000000;
        WANT(jitterscope_wait_until(wait, due, &ended) == JITTERSCOPE_WAIT_OK);
        WANT(ended > due - 1000000000 && ended <= jitterscope_wait_now());
        *early += ended < due;
        *late += ended > due + 1000;
    }
}

int main(void) {
    jitterscope_wait* wait = NULL;
    jitterscope_wait_stats stats;
    int early = 0;
    int64_t late = 0;
    int64_t more = 0;
    int rounds;
    if (jitterscope_wait_create(&wait) != JITTERSCOPE_WAIT_OK || wait == NULL)
        return 2;
    refusals(wait);
    texts();

    frames(wait, 100, &early, &late);
    WANT(early == 0);
    WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK);
    WANT(stats.waits == 100 && stats.late == late);
    WANT(stats.late_share == (double)late / 100);
    WANT(stats.overdue >= 0 && stats.overdue <= 100);
    WANT(stats.low >= 0 && stats.low < stats.high && stats.high <= 1);
    if (stats.overdue == 0) // else the interval is of fewer waits
        WANT(stats.low <= stats.late_share && stats.late_share <= stats.high);
    WANT(stats.ceiling_waits >= 0 && stats.ceiling_waits <= 100);
    for (rounds = 0; rounds < 100 && stats.margin == 0; ++rounds) { // a busy machine may let it sleep seldom
        frames(wait, 20, &early, &more);
        late += more;
        WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK);
    }
    WANT(stats.margin > 0);
    WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK &&
         stats.late == late); // reading counts nothing

    WANT(jitterscope_wait_aim_late_share(wait, 0.001, 1000, 1000000) == JITTERSCOPE_WAIT_OK);
    frames(wait, 20, &early, &late);
    WANT(early == 0);
    WANT(jitterscope_wait_aim_thrifty(wait, 0.001, 1000, 1000000) == JITTERSCOPE_WAIT_OK);
    frames(wait, 20, &early, &late);
    WANT(early == 0);
    WANT(jitterscope_wait_aim_cpu_budget(wait, 0.05) == JITTERSCOPE_WAIT_OK);
    frames(wait, 20, &early, &late);
    WANT(early == 0);
    WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK && stats.waits == 20 &&
         stats.late == late);
    WANT(jitterscope_wait_aim_no_spin(wait) == JITTERSCOPE_WAIT_OK);
    frames(wait, 20, &early, &late);
    WANT(jitterscope_wait_until(wait, 0, NULL) == JITTERSCOPE_WAIT_OK); // long past: returns at once
    WANT(jitterscope_wait_get_stats(wait, &stats) == JITTERSCOPE_WAIT_OK && stats.waits == 21 &&
         stats.overdue >= 1);
    jitterscope_wait_destroy(wait);
    return failed;
}
