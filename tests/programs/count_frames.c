// SPDX-License-Identifier: MIT
/* Counts calls of SDL and EGL from outside, with nothing of the listener in it: preloaded, it writes when
 * each call began into the file JITTERSCOPE_COUNT, of fixed size: first the number of records, then for each
 * of them the time (CLOCK_MONOTONIC, ns), the process, and the call's place in the list below. A call within
 * another one of the list does not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { kRecords = 1 << 18 };

struct Record {
    int64_t time;
    int32_t process;
    int32_t call;
};

struct File {
    _Atomic int64_t count;
    int64_t unused;
    struct Record records[kRecords];
};

static struct File* g_file;
static __thread int t_within;

__attribute__((constructor)) static void begin(void) {
    const char* const path = getenv("JITTERSCOPE_COUNT");
    const int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    void* const place = ftruncate(file, sizeof(struct File)) == 0
                            ? mmap(NULL, sizeof(struct File), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                            : MAP_FAILED;
    close(file);
    if (place != MAP_FAILED)
        g_file = place;
}

static void count(int call) {
    if (g_file == NULL || t_within > 1)
        return;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    const int64_t number = atomic_fetch_add(&g_file->count, 1);
    if (number < kRecords)
        g_file->records[number] = (struct Record){time.tv_sec * 1000000000LL + time.tv_nsec, getpid(), call};
}

/* Perl loads SDL for its own modules alone, where RTLD_NEXT does not look. */
static void* next_of(const char* name) {
    void* found = dlsym(RTLD_NEXT, name);
    const char* const libraries[] = {"libSDL-1.2.so.0", "libSDL2-2.0.so.0", "libEGL.so.1"};
    for (int i = 0; found == NULL && i < 3; ++i) {
        void* const library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        found = library == NULL ? NULL : dlsym(library, name);
    }
    return found;
}

/* All of these take at most five whole numbers or addresses. */
#define COUNTED(name, place)                                                                                 \
    long name(long a, long b, long c, long d, long e) {                                                      \
        static long (*next)(long, long, long, long, long);                                                   \
        if (next == NULL)                                                                                    \
            next = (long (*)(long, long, long, long, long))next_of(#name);                                   \
        ++t_within;                                                                                          \
        count(place);                                                                                        \
        const long result = next == NULL ? 0 : next(a, b, c, d, e);                                          \
        --t_within;                                                                                          \
        return result;                                                                                       \
    }

COUNTED(SDL_Flip, 0)
COUNTED(SDL_UpdateRect, 1)
COUNTED(SDL_UpdateRects, 2)
COUNTED(SDL_GL_SwapBuffers, 3)
COUNTED(SDL_GL_SwapWindow, 4)
COUNTED(SDL_RenderPresent, 5)
COUNTED(SDL_UpdateWindowSurface, 6)
COUNTED(SDL_UpdateWindowSurfaceRects, 7)
COUNTED(SDL_Delay, 8)
COUNTED(SDL_PollEvent, 9)
COUNTED(eglSwapBuffers, 10)
