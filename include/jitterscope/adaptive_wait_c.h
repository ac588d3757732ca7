// SPDX-License-Identifier: MIT
// adaptive_wait.hpp for C. It waits until points in time; adaptive_wait.hpp says how. Copy it with adaptive_wait.hpp
// and adaptive_wait_c.cpp. Compile adaptive_wait_c.cpp as C++17 or later, and link with the C++ library.
//
//     jitterscope_wait* wait;
//     if (jitterscope_wait_create(&wait) != JITTERSCOPE_WAIT_OK) return 1;
//     int64_t due = jitterscope_wait_now();
//     while (running) { frame(); jitterscope_wait_until(wait, due += 16666667, NULL); }
//     jitterscope_wait_destroy(wait);
//
// - All times are nanoseconds; points in time are those of CLOCK_MONOTONIC, on Windows of
//   QueryPerformanceCounter.
// - Use a handle in one thread at a time. Only create and destroy use the heap. Nothing throws or locks.
// - A call that fails changes nothing, except that create then sets *wait to NULL.
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
    JITTERSCOPE_WAIT_OUT_OF_RANGE = 3 // a number is outside the range of its parameter
} jitterscope_wait_result;

// What a result means, in English; never NULL.
const char* jitterscope_wait_text(int result);

// Makes a handle. Its aim is a late share of 0.007 with a tolerance of 1000 ns and a ceiling of 500000 ns (see below).
// Fails with JITTERSCOPE_WAIT_NULL or JITTERSCOPE_WAIT_NO_MEMORY.
jitterscope_wait_result jitterscope_wait_create(jitterscope_wait** wait);
// Does nothing if `wait` is NULL.
void jitterscope_wait_destroy(jitterscope_wait* wait);

// The time now, in ns: CLOCK_MONOTONIC or QueryPerformanceCounter.
int64_t jitterscope_wait_now(void);

// Waits until `deadline`, 0 ... 2^62 ns; returns at once if it has passed. `ended` may be NULL; else *ended becomes the
// time at which the wait ended. It is never before the deadline, except with the aim no_spin.
jitterscope_wait_result jitterscope_wait_until(jitterscope_wait* wait, int64_t deadline, int64_t* ended);

// These functions set what is to be reached from now on. What was learned is kept. Waits are counted anew.

// At most this share of late frames, 0.0001 ... 0.5, for the least CPU time. A frame is late if it begins more than
// `tolerance` after its deadline, 0 ... 1 s. The margin spins on average no longer than `ceiling`, 1 ns ... 1 s. Where
// no sleep fits, all of a wait is spun.
jitterscope_wait_result jitterscope_wait_aim_late_share(jitterscope_wait* wait, double share, int64_t tolerance,
                                                        int64_t ceiling);
// As few late frames as this share of one core allows, in (0, 1]. Where no sleep fits, all of a wait is spun.
jitterscope_wait_result jitterscope_wait_aim_cpu_budget(jitterscope_wait* wait, double share);
// The same, but one late frame less may cost at most 130 us / share of spinning: somewhat more late frames where a few
// sleeps wake much later than the others, for a fraction of the CPU time.
jitterscope_wait_result jitterscope_wait_aim_thrifty(jitterscope_wait* wait, double share, int64_t tolerance,
                                                     int64_t ceiling);
// No busy wait: frames start before or after the deadline, by the spread of the wake-ups.
jitterscope_wait_result jitterscope_wait_aim_no_spin(jitterscope_wait* wait);

typedef struct jitterscope_wait_stats {
    int64_t margin;    // ns before its deadline at which a wait's sleep is asked to end; 0 before the first sleep
    int64_t waits;     // number of waits since creation or the last aim
    int64_t late;      // number of these that ended more than the tolerance after their deadline, for any reason;
                       // aims without a tolerance use 1000 ns
    double late_share; // late / waits; 0 before the first wait
    int64_t refused;   // 1: the system refused the last sleep (a sandbox may), and the wait was spun to its end, with
                       // every aim; otherwise 0
    int64_t overdue;   // waits that began at or after their deadline; among `waits`, and mostly among `late`
    double low, high;  // of the other waits, the 95 % interval of the share of late ones; 0 and 1 before the first
    int64_t ceiling_waits; // for so many waits now, fewer late frames would cost more spinning than the ceiling allows
} jitterscope_wait_stats;

// Writes the numbers so far to *stats.
jitterscope_wait_result jitterscope_wait_get_stats(const jitterscope_wait* wait, jitterscope_wait_stats* stats);

#ifdef __cplusplus
}
#endif

#endif // JITTERSCOPE_ADAPTIVE_WAIT_C_H
