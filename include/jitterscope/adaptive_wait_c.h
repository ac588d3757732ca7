// SPDX-License-Identifier: MIT
// adaptive_wait.hpp for C. It waits until points in time; adaptive_wait.hpp says how. Copy it with adaptive_wait.hpp
// and adaptive_wait_c.cpp. That file is compiled as C++17 or later and linked with the C++ library.
//
//     jitterscope_wait* wait;
//     if (jitterscope_wait_create(&wait) != JITTERSCOPE_WAIT_OK) return 1;
//     int64_t due = jitterscope_wait_now();
//     while (running) { frame(); jitterscope_wait_until(wait, due += 16666667, NULL); }
//     jitterscope_wait_destroy(wait);
//
// - All times are nanoseconds; points in time are those of CLOCK_MONOTONIC, on Windows of
//   QueryPerformanceCounter.
// - A handle is used by one thread at a time. Nothing but create and destroy allocates, nothing throws or locks.
// - A call that fails changes nothing.
//
// Copyright (c) 2026 The Jitterscope developers. The licence, MIT, stands in adaptive_wait.hpp.
#ifndef JITTERSCOPE_ADAPTIVE_WAIT_C_H
#define JITTERSCOPE_ADAPTIVE_WAIT_C_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jitterscope_wait jitterscope_wait;

typedef enum jitterscope_wait_result {
    JITTERSCOPE_WAIT_OK = 0,
    JITTERSCOPE_WAIT_NO_MEMORY = 1,
    JITTERSCOPE_WAIT_NULL = 2,        // a pointer that must not be NULL is NULL
    JITTERSCOPE_WAIT_OUT_OF_RANGE = 3 // a number is outside of what its function takes
} jitterscope_wait_result;

// What a result means, in English; never NULL.
const char* jitterscope_wait_text(int result);

// Makes a handle. Its aim is a late share of 0.007, with 1000 and 500000 (see below). *wait is NULL if that fails.
jitterscope_wait_result jitterscope_wait_create(jitterscope_wait** wait);
// Does nothing if `wait` is NULL.
void jitterscope_wait_destroy(jitterscope_wait* wait);

// CLOCK_MONOTONIC or QueryPerformanceCounter now.
int64_t jitterscope_wait_now(void);

// Waits until `deadline`, 0 ... 2^62; returns at once if it has passed. *ended, if it is not NULL, becomes the clock
// read with which the wait ended. That is never before the deadline, except with the aim of not spinning.
jitterscope_wait_result jitterscope_wait_until(jitterscope_wait* wait, int64_t deadline, int64_t* ended);

// What is to be reached from now on. What was learned is kept, and frames are counted anew.

// At most this share of late frames, 0.0001 ... 0.5, for the least CPU time. Late: more than `tolerance` after the
// deadline, 0 ... 1 s. The margin spins on average no longer than `ceiling`, 1 ns ... 1 s; where no
// sleep fits, all of a wait is spun.
jitterscope_wait_result jitterscope_wait_aim_late_share(jitterscope_wait* wait, double share, int64_t tolerance,
                                                        int64_t ceiling);
// As few late frames as this share of one core allows, more than 0 and at most 1; where no sleep fits, all is spun.
jitterscope_wait_result jitterscope_wait_aim_cpu_budget(jitterscope_wait* wait, double share);
// No busy wait: frames start before or after the deadline, by the spread of the wake-ups.
jitterscope_wait_result jitterscope_wait_aim_no_spin(jitterscope_wait* wait);

typedef struct jitterscope_wait_stats {
    int64_t margin;    // how long before its deadline a wait's sleep is asked to end; 0 before the first one
    int64_t waits;     // since creation or the last aim
    int64_t late;      // of these, that ended more than the tolerance after their deadline, for whatever reason; the
                       // aims without a tolerance have 1000
    double late_share; // late / waits; 0 before the first one
    int64_t refused;   // 1: the system has refused the last sleep (a sandbox may); such a wait is spun to its end, with
                       // every aim. Otherwise 0
} jitterscope_wait_stats;

jitterscope_wait_result jitterscope_wait_get_stats(const jitterscope_wait* wait, jitterscope_wait_stats* stats);

#ifdef __cplusplus
}
#endif

#endif // JITTERSCOPE_ADAPTIVE_WAIT_C_H
