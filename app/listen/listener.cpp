// SPDX-License-Identifier: MIT
#include "app/listen/listener.h"

#include "app/listen/guard.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope::listen {

constinit thread_local ThreadState t_state __attribute__((tls_model("initial-exec")));

namespace {

constexpr std::int64_t kBetweenReadings = 500'000;  // ns; a reading takes one to three µs
constexpr int kMostReadThreads = 8;                 // whose run queue is read; each takes a descriptor
constexpr int kMostPresentThreads = 16;             // the same, including threads that show frames
constexpr int kHighDescriptor = 300;                // since some programs rely on getting low numbers
constexpr std::int64_t kLongestYields = 10'000'000; // ns in one row
constexpr std::int64_t kBetweenYields = 20'000;     // ns between two yields; more is work
constexpr std::int64_t kLeastWait = 50'000;         // ns; a shorter read did not wait

std::atomic<Program*> g_program{nullptr};
std::atomic<int> g_readThreads{0};
std::atomic<bool> g_staysWithin{false};
char g_folder[PATH_MAX]; // of the files
pthread_key_t g_endOfThread;
bool g_hasKey = false;

/// Whether this call makes other wrapped calls.
bool makesCalls(Call call) noexcept {
    return call >= Call::SdlDelay;
}

bool isPresent(Call call) noexcept {
    return call >= Call::GlxSwap;
}

void push(Ring& ring, const Row& row) noexcept {
    const std::uint64_t head = ring.head.load(std::memory_order_relaxed);
    if (head - ring.tail.load(std::memory_order_acquire) >= Ring::kRows) {
        ring.lost.store(ring.lost.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        return;
    }
    ring.rows[head % Ring::kRows] = row;
    ring.head.store(head + 1, std::memory_order_release);
}

void flushYields(Ring& ring, ThreadState& state) noexcept {
    if (state.yields.asked == 0)
        return;
    push(ring, state.yields);
    state.yields.asked = 0;
}

/// Time in the run queue so far, ns; −1: not known. The program may have closed the descriptor, and its
/// number may belong to another file now. Then the text there has another form, and this gives up.
std::int64_t queued(ThreadState& state) noexcept {
    if (state.schedstat < 0)
        return -1;
    char text[96];
    const long count = syscall(SYS_pread64, state.schedstat, text, sizeof(text) - 1, 0L);
    if (count > 0) {
        text[count] = '\0';
        char* end = nullptr;
        static_cast<void>(std::strtoull(text, &end, 10));
        if (*end == ' ') {
            const char* const second = end + 1;
            const long long value = std::strtoll(second, &end, 10);
            if (end != second && *end == ' ')
                return value;
        }
    }
    state.schedstat = -1;
    g_readThreads.fetch_sub(1, std::memory_order_relaxed);
    return -1;
}

void read(Ring& ring, ThreadState& state, std::int64_t time) noexcept {
    if (staysWithin())
        return;
    timespec cpu;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    Row row;
    row.call = Call::Reading;
    row.begin = row.end = time;
    row.cpu = nanosecondsOf(cpu);
    row.asked = queued(state);
    row.cures = static_cast<std::uint8_t>(state.cures);
    push(ring, row);
    state.lastReading = time;
}

void openRunQueue(ThreadState& state, int most) noexcept {
    if (g_readThreads.fetch_add(1, std::memory_order_relaxed) >= most) {
        g_readThreads.fetch_sub(1, std::memory_order_relaxed);
        return;
    }
    const int low = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (low >= 0) {
        state.schedstat = fcntl(low, F_DUPFD_CLOEXEC, kHighDescriptor);
        close(low);
    }
    if (state.schedstat < 0)
        g_readThreads.fetch_sub(1, std::memory_order_relaxed);
}

/// Closes the descriptor if it is still ours.
void closeRunQueue(ThreadState& state) noexcept {
    if (staysWithin() || queued(state) < 0)
        return;
    close(state.schedstat);
    state.schedstat = -1;
    g_readThreads.fetch_sub(1, std::memory_order_relaxed);
}

void threadEnds(void*) {
    ThreadState& state = t_state;
    if (state.ring == nullptr)
        return;
    endCures(state);
    flushYields(*state.ring, state);
    read(*state.ring, state, now());
    closeRunQueue(state);
    state.ring->state.store(Ring::Ended, std::memory_order_release);
    state.ring = nullptr;
    state.without = true; // calls of its last destructors belong to no frame
}

// --- the file ---

void nameProgram(Program& program) noexcept {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    const char* const slash = std::strrchr(path, '/');
    std::snprintf(program.name, sizeof(program.name), "%.63s", slash == nullptr ? path : slash + 1);
}

/// The namespace that its process number belongs to: `pid:[4026531836]`. 0: not known.
std::uint64_t processSpace() noexcept {
    char text[64];
    const ssize_t length = readlink("/proc/self/ns/pid", text, sizeof(text) - 1);
    text[length > 0 ? length : 0] = '\0';
    const char* const number = std::strchr(text, '[');
    return number == nullptr ? 0 : std::strtoull(number + 1, nullptr, 10);
}

/// Whether somebody listens: who does has locked the folder. `unseen`: the answer if the folder cannot be
/// opened.
bool isListened(bool unseen) noexcept {
    const int folder = open(g_folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return unseen;
    const bool locked = flock(folder, LOCK_SH | LOCK_NB) != 0;
    close(folder);
    return locked;
}

/// Makes a new file for this image. exec() keeps the process number, so images have a second number.
int createFile() noexcept {
    for (int image = 0; image < 1000; ++image) {
        char path[PATH_MAX];
        const int length =
            std::snprintf(path, sizeof(path), "%s/%d-%d", g_folder, static_cast<int>(getpid()), image);
        if (length <= 0 || length >= static_cast<int>(sizeof(path)))
            return -1;
        const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            fchmod(file, 0600); // whatever the umask: others open it too
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

void beginListening() noexcept {
    const char* const folder = std::getenv(kFolderVariable);
    if (folder == nullptr || folder[0] != '/' || std::strlen(folder) >= sizeof(g_folder) || !mayListen())
        return;
    std::strcpy(g_folder, folder);
    const int file = isListened(false) ? createFile() : -1;
    if (file < 0)
        return;
    void* place = MAP_FAILED;
    // Memory for the head is allocated now, or nothing is done: if memory ran out later, a write would kill
    // the program. Not every file system can do this.
    if (ftruncate(file, sizeof(Program)) == 0 &&
        (fallocate(file, 0, 0, offsetof(Program, rings)) == 0 || errno != ENOSPC))
        place = mmap(nullptr, sizeof(Program), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) {
        [[maybe_unused]] const int emptied = ftruncate(file, 0); // so it counts as no program
        close(file);
        return;
    }
    close(file);
    // The file is full of zeros. Empty rings are zeros, too, so only the head is written.
    auto* const made = static_cast<Program*>(place);
    made->magic = kMagic;
    made->layout = kLayout;
    made->bytes = sizeof(Program);
    made->process = static_cast<std::int32_t>(getpid());
    made->processSpace = processSpace();
    made->started = now();
    nameProgram(*made);
    made->ready.store(1, std::memory_order_release);
    g_program.store(made, std::memory_order_release);
}

/// Gets memory for a ring, so that there are no page faults while a frame is timed. False: no memory is left,
/// and a write there would kill the program. Linux before 5.14 does not tell.
bool allocate(Ring& ring) noexcept {
    constexpr std::uintptr_t kPage = 4096;
    char* const begin = reinterpret_cast<char*>(&ring) - reinterpret_cast<std::uintptr_t>(&ring) % kPage;
    char* const end = reinterpret_cast<char*>(&ring + 1);
    if (madvise(begin, static_cast<std::size_t>(end - begin), MADV_POPULATE_WRITE) == 0)
        return true;
    if (errno != EINVAL)
        return false;
    for (char* at = begin; at < end; at += kPage) {
        auto* const byte = reinterpret_cast<std::atomic<char>*>(at);
        byte->fetch_or(0, std::memory_order_relaxed);
    }
    return true;
}

Ring* takeRing(Program& program) noexcept {
    for (std::uint32_t i = 0; i < Program::kRings; ++i) {
        Ring& ring = program.rings[i];
        std::uint32_t used = program.used.load(std::memory_order_acquire);
        if (i >= used && (!isListened(true) || !allocate(ring)))
            break;
        std::uint32_t free = Ring::Free;
        if (!ring.state.compare_exchange_strong(free, Ring::Live, std::memory_order_acq_rel))
            continue;
        ring.thread = static_cast<std::int32_t>(syscall(SYS_gettid));
        pthread_getname_np(pthread_self(), ring.name, sizeof(ring.name));
        while (used <= i && !program.used.compare_exchange_weak(used, i + 1, std::memory_order_acq_rel)) {
        }
        return &ring;
    }
    program.threadsWithout.fetch_add(1, std::memory_order_relaxed);
    return nullptr;
}

// --- fork ---

/// Ends the cures, so that a child does not inherit them. They come back at the next call.
void beforeFork() {
    endCures(t_state);
}

/// The child has a copy of this thread. The copy must not write into the parent's ring.
void inChild() {
    if (g_program.load(std::memory_order_relaxed) == nullptr)
        return;
    closeRunQueue(t_state);
    t_state = ThreadState{};
    forgetGuard();
    Program* const parents = g_program.exchange(nullptr);
    if (staysWithin())
        return;
    munmap(parents, sizeof(Program));
    g_readThreads.store(0);
    beginListening();
}

__attribute__((constructor)) void start() {
    const int error = errno;
    g_hasKey = pthread_key_create(&g_endOfThread, threadEnds) == 0;
    beginListening();
    if (g_program.load() != nullptr)
        pthread_atfork(beforeFork, nullptr, inChild);
    errno = error;
}

__attribute__((destructor)) void finish() {
    Program* const program = g_program.load();
    if (program == nullptr)
        return;
    if (t_state.ring != nullptr) {
        flushYields(*t_state.ring, t_state);
        read(*t_state.ring, t_state, now());
    }
    program->ended.store(1, std::memory_order_release);
}

// --- real functions ---

using Find = void*(void*, const char*);

/// The real dlsym(). It is found by dlvsym() with versions of libc, so that our own dlsym() is not called.
Find* realDlsym() noexcept {
    static Find* const find = [] {
        void* real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        for (const char* const older : {"GLIBC_2.2.5", "GLIBC_2.17"})
            real = real == nullptr ? dlvsym(RTLD_NEXT, "dlsym", older) : real;
        return reinterpret_cast<Find*>(real);
    }();
    return find;
}

/// Looks for a name in a loaded library and in those that it needs. Null: no such library, or no such name.
void* findIn(const char* library, const char* name) noexcept {
    void* const handle = library != nullptr ? dlopen(library, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (handle == nullptr)
        return nullptr;
    void* const found = realDlsym()(handle, name);
    dlclose(handle);
    return found;
}

/// The file of the library that an address lies in. Null: it lies in the program itself, which was searched
/// before and would lead back to us; or in our own library, if a function that we called jumped back to us.
const char* moduleOf(const void* address) noexcept {
    Dl_info facts;
    Dl_info ours;
    link_map* module = nullptr;
    if (address == nullptr ||
        dladdr1(address, &facts, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) == 0 ||
        module == nullptr || module->l_name == nullptr || module->l_name[0] == '\0' ||
        dladdr(reinterpret_cast<void*>(&moduleOf), &ours) == 0 || facts.dli_fbase == ours.dli_fbase)
        return nullptr;
    return module->l_name;
}

/// The function of another library that was found last. If it calls a wrapper by a jump, the wrapper's caller
/// is not known, so this one is used.
std::atomic<void*> g_lastFound{nullptr};

/// Whether the lease is for this thread, or a cure is still in force in it.
bool concerns(const Lease& lease, const ThreadState& state) noexcept {
    return state.cures != 0 ||
           (state.ring != nullptr && lease.thread.load(std::memory_order_relaxed) == state.ring->thread);
}

bool isQuiet() noexcept {
    const Program* const program = g_program.load(std::memory_order_relaxed);
    return program != nullptr && program->quiet.load(std::memory_order_relaxed) != 0;
}

} // namespace

Program* program() noexcept {
    return g_program.load(std::memory_order_acquire);
}

Ring* ringOfThread() noexcept {
    ThreadState& state = t_state;
    if (state.ring != nullptr || state.without)
        return state.ring;
    Program* const program = g_program.load(std::memory_order_acquire);
    if (program == nullptr)
        return nullptr;
    if (staysWithin()) {
        state.without = true;
        program->threadsWithout.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
    }
    const int error = errno;
    state.ring = takeRing(*program);
    state.without = state.ring == nullptr;
    if (state.ring != nullptr) {
        openRunQueue(state, kMostReadThreads);
        if (g_hasKey)
            pthread_setspecific(g_endOfThread, state.ring);
    }
    errno = error;
    return state.ring;
}

Entered enter(Call call, const void* frame) noexcept {
    ThreadState& state = t_state;
    Entered entered;
    const auto* const here = static_cast<const char*>(frame);
    if (state.waitsItself && here < state.waitFrame)
        return entered;
    if (state.waitsItself) { // it was left by a jump, as below
        state.waitsItself = false;
        pthread_setcancelstate(state.cancellation, nullptr);
    }
    Program* const program = g_program.load(std::memory_order_relaxed);
    const bool quiet = program != nullptr && program->quiet.load(std::memory_order_relaxed) != 0;
    if (quiet && !concerns(program->lease, state))
        return entered;
    entered.ring = ringOfThread();
    if (entered.ring == nullptr)
        return entered;
    if (state.outer != Call::None && here >= state.outerFrame)
        state.outer = Call::None; // it was left by a jump: the stack is above its frame again
    entered.under = state.outer;
    entered.savedOuter = state.outer;
    entered.savedFrame = state.outerFrame;
    if (makesCalls(call)) {
        state.outer = call;
        state.outerFrame = here;
    }
    entered.begin = now();
    if (call != Call::Yield)
        flushYields(*entered.ring, state);
    if (program != nullptr && (state.cures | program->lease.cures.load(std::memory_order_relaxed)) != 0)
        followLease(*program, state, entered.begin);
    if (quiet)
        program->lease.calls.fetch_add(1, std::memory_order_relaxed);
    else if (isPresent(call) && entered.under == Call::None) { // where a frame begins
        const int error = errno;
        // Once: a thread that shows frames is the one that matters.
        if (state.schedstat < 0 && !state.presented && !staysWithin())
            openRunQueue(state, kMostPresentThreads);
        state.presented = true;
        read(*entered.ring, state, entered.begin);
        errno = error;
    }
    return entered;
}

void leave(const Entered& entered, Call call, std::int64_t asked, const void* site, int result,
           unsigned flags) noexcept {
    if (entered.ring == nullptr)
        return;
    const int error = errno;
    ThreadState& state = t_state;
    state.outer = entered.savedOuter;
    state.outerFrame = entered.savedFrame;
    if (isQuiet()) {
        state.yields.asked = 0;
        return;
    }
    Row row;
    row.begin = entered.begin;
    row.end = now();
    row.asked = asked;
    row.site = reinterpret_cast<std::uint64_t>(site);
    row.call = call;
    row.under = entered.under;
    row.cures = static_cast<std::uint8_t>(state.cures);
    row.flags = static_cast<std::uint8_t>(flags);
    row.result = result;
    if (call == Call::Yield) {
        Row& yields = state.yields;
        if (yields.asked == 0 || row.end - yields.begin > kLongestYields ||
            row.begin - yields.end > kBetweenYields) {
            flushYields(*entered.ring, state);
            yields = row;
            yields.asked = 0;
        }
        yields.end = row.end;
        ++yields.asked;
        errno = error;
        return;
    }
    push(*entered.ring, row);
    if (entered.under == Call::None && row.end - state.lastReading >= kBetweenReadings)
        read(*entered.ring, state, row.end);
    errno = error;
}

void leaveIfWaited(const Entered& entered, Call call, std::int64_t asked, const void* site, int result,
                   unsigned flags) noexcept {
    if (entered.ring == nullptr || now() - entered.begin >= kLeastWait)
        leave(entered, call, asked, site, result, flags);
}

void stayWithin() noexcept {
    static_cast<void>(ringOfThread());
    endCures(t_state);
    g_staysWithin.store(true, std::memory_order_release);
    endGuard(); // of another thread
    if (Program* const program = g_program.load(std::memory_order_acquire))
        program->filtered.store(1, std::memory_order_relaxed);
}

bool staysWithin() noexcept {
    return g_staysWithin.load(std::memory_order_relaxed);
}

void mark(const void* site) noexcept {
    Program* const program = g_program.load(std::memory_order_relaxed);
    const bool quiet = isQuiet();
    if (quiet && !concerns(program->lease, t_state))
        return;
    Ring* const ring = ringOfThread();
    if (ring == nullptr)
        return;
    const int error = errno;
    Row row;
    row.call = Call::Mark;
    row.begin = row.end = now();
    row.site = reinterpret_cast<std::uint64_t>(site);
    row.cures = static_cast<std::uint8_t>(t_state.cures);
    if (quiet) {
        program->lease.calls.fetch_add(1, std::memory_order_relaxed);
    } else {
        flushYields(*ring, t_state);
        push(*ring, row);
        read(*ring, t_state, row.begin);
    }
    if (program != nullptr)
        followLease(*program, t_state, row.begin);
    errno = error;
}

std::int64_t endAfter(std::int64_t begin, std::int64_t length) noexcept {
    if (length <= 0)
        return begin;
    return length > kForever - begin ? kForever : begin + length;
}

std::int64_t onMonotonic(clockid_t clock, const timespec& point) noexcept {
    const std::int64_t there = nanosecondsOf(point);
    if (clock == CLOCK_MONOTONIC)
        return there;
    timespec time;
    if (clock_gettime(clock, &time) != 0)
        return 0;
    return endAfter(now(), there - nanosecondsOf(time));
}

void* answered(const Named* known, void* theirs) noexcept {
    // Within a call that is listened to, another wrapper asks. If it got ours, it would call itself.
    if (known == nullptr || t_state.outer != Call::None)
        return theirs;
    if (theirs == known->ours) // our own was found: return it only if there is a real one
        return known->real() != nullptr ? theirs : nullptr;
    known->keep(theirs);
    g_lastFound.store(theirs);
    return known->ours;
}

bool callsAnother(const Named& known, const void* theirs) noexcept {
    if (theirs == nullptr || theirs == known.ours)
        return false;
    const void* const real = known.real();
    if (real == nullptr || real == theirs)
        return false;
    for (const char* const* library = known.alike; library != nullptr && *library != nullptr; ++library) {
        if (findIn(*library, known.name) == theirs)
            return false;
    }
    return true;
}

void* nothing() noexcept {
    return reinterpret_cast<void*>(+[]() noexcept -> long { return 0; });
}

void* findReal(const char* name, const char* symbolVersion, const char* const* libraries,
               const void* caller) noexcept {
    const int error = errno;
    void* found = symbolVersion == nullptr ? nullptr : dlvsym(RTLD_NEXT, name, symbolVersion);
    Find* const find = realDlsym();
    if (find == nullptr)
        return found;
    if (found == nullptr)
        found = find(RTLD_NEXT, name);
    for (const void* const place : {caller, static_cast<const void*>(g_lastFound.load())})
        found = found == nullptr ? findIn(moduleOf(place), name) : found;
    for (; found == nullptr && libraries != nullptr && *libraries != nullptr; ++libraries)
        found = findIn(*libraries, name);
    if (found != nullptr)
        g_lastFound.store(found);
    errno = error;
    return found;
}

} // namespace jitterscope::listen
