// SPDX-License-Identifier: MIT
// A program that harms those who listen to it, as far as a program can: it writes files like the listener's
// own, and everything in them is its choice. hostile WHAT SECONDS SEED; ends with 7. WHAT: rows, rings,
// header; cuts; removes; replaces (by folders, FIFOs, links); files (very many); threads (SECONDS is their
// number).
#include "core/attach/listen_record.h"

#include <climits>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <random>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace jitterscope::listen;

std::mt19937_64 g_random;

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::uint64_t any(std::uint64_t below) {
    return g_random() % below;
}

/// Mostly plausible, sometimes absurd.
std::int64_t anyTime() {
    constexpr std::int64_t kLimits[] = {INT64_MIN, INT64_MIN + 1, -1,        0,
                                        1,         INT64_MAX - 1, INT64_MAX, std::int64_t{1} << 53};
    if (any(8) == 0)
        return kLimits[any(std::size(kLimits))];
    return any(8) == 0 ? static_cast<std::int64_t>(g_random())
                       : now() - static_cast<std::int64_t>(any(30'000'000));
}

/// A file like the listener's; null: it cannot be made.
Program* makeFile(const std::string& folder, int number, int& file) {
    const std::string path = folder + "/" + std::to_string(getpid()) + "-" + std::to_string(number);
    file = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof(Program)) != 0)
        return nullptr;
    void* const place = mmap(nullptr, sizeof(Program), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED)
        return nullptr;
    auto* const program = static_cast<Program*>(place);
    program->magic = kMagic;
    program->layout = kLayout;
    program->bytes = sizeof(Program);
    program->process = getpid();
    program->started = now();
    std::memcpy(program->name, "hostile", sizeof("hostile"));
    program->used = 8;
    program->ready = 1;
    return program;
}

Row anyRow(std::int64_t last) {
    Row row;
    const bool usual = any(4) != 0;
    row.begin = usual ? last + static_cast<std::int64_t>(any(1'000'000)) : anyTime();
    row.end = usual ? row.begin + static_cast<std::int64_t>(any(20'000'000)) : anyTime();
    row.asked = any(3) == 0 ? anyTime() : row.end;
    row.site = any(4) == 0 ? g_random() : 0x1000 + any(3);
    row.cpu = anyTime();
    row.call = static_cast<Call>(usual ? 1 + any(static_cast<std::uint64_t>(Call::Count) - 1) : any(256));
    row.under = static_cast<Call>(any(8) == 0 ? any(256) : 0);
    row.cures = static_cast<std::uint8_t>(g_random());
    row.flags = static_cast<std::uint8_t>(g_random());
    row.result = static_cast<std::int32_t>(g_random());
    return row;
}

void writeRows(Program& program, bool rings) {
    const std::uint64_t used = rings ? Program::kRings : 8;
    for (int i = 0; i < 200; ++i) {
        Ring& ring = program.rings[any(used)];
        ring.thread =
            any(8) == 0 ? static_cast<std::int32_t>(g_random()) : getpid() + static_cast<int>(any(8));
        const std::uint64_t head = ring.head.load();
        ring.rows[head % Ring::kRows] = anyRow(now() - 20'000'000);
        ring.head = head + 1;
        ring.state = Ring::Live;
    }
    if (!rings)
        return;
    Ring& ring = program.rings[any(used)];
    ring.state = any(4) == 0 ? static_cast<std::uint32_t>(g_random()) : static_cast<std::uint32_t>(any(3));
    ring.head = any(2) == 0 ? g_random() : ring.tail.load() + any(3 * Ring::kRows);
    ring.tail = g_random();
    ring.lost = g_random();
    std::memset(ring.name, static_cast<int>(any(256)), sizeof(ring.name));
    program.used = static_cast<std::uint32_t>(g_random());
}

void writeHeader(Program& program) {
    auto* const bytes = reinterpret_cast<unsigned char*>(&program);
    for (int i = 0; i < 30; ++i)
        bytes[any(offsetof(Program, rings))] = static_cast<unsigned char>(g_random());
    program.ready = 1;
}

void replaceNames(const std::string& folder) {
    const std::string path = folder + "/" + std::to_string(any(100'000)) + "-" + std::to_string(any(10));
    const std::uint64_t which = any(6);
    int done = 0;
    if (which == 0)
        done = mkfifo(path.c_str(), 0600);
    else if (which == 1)
        done = mkdir(path.c_str(), 0700);
    else if (which == 2)
        done = symlink("/dev/zero", path.c_str());
    else if (which == 3)
        done = symlink(path.c_str(), path.c_str());
    else
        done = close(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, which == 4 ? 0000 : 0600));
    if (done == 0 && which == 5)
        done = truncate(path.c_str(), off_t{1} << 40);
    static_cast<void>(done); // whatever can be made
}

void removeAll(const std::string& folder) {
    DIR* const list = opendir(folder.c_str());
    while (const dirent* const entry = list != nullptr ? readdir(list) : nullptr)
        unlink((folder + "/" + entry->d_name).c_str());
    if (list != nullptr)
        closedir(list);
    rmdir(folder.c_str());
}

void* briefly(void* unused) {
    usleep(1);
    return unused;
}

int startThreads(long count) {
    constexpr int kAtOnce = 16;
    pthread_t threads[kAtOnce];
    for (long done = 0; done < count; done += kAtOnce) {
        for (pthread_t& thread : threads) {
            if (pthread_create(&thread, nullptr, briefly, nullptr) != 0)
                return 8;
        }
        for (const pthread_t thread : threads)
            pthread_join(thread, nullptr);
    }
    return 7;
}

} // namespace

int main(int words, char** word) {
    const char* const folder = std::getenv("JITTERSCOPE_LISTEN");
    if (words < 4 || folder == nullptr)
        return 2;
    const std::string_view what = word[1];
    g_random.seed(static_cast<std::uint64_t>(std::atoll(word[3])));
    if (what == "threads")
        return startThreads(std::atol(word[2]));
    int file = -1;
    Program* const program = makeFile(folder, 9, file);
    if (program == nullptr)
        return 8;
    const std::int64_t end = now() + static_cast<std::int64_t>(std::atof(word[2]) * 1e9);
    for (int turn = 10; now() < end; ++turn) {
        if (what == "rows" || what == "rings")
            writeRows(*program, what == "rings");
        else if (what == "header")
            writeHeader(*program);
        else if (what == "cuts") [[maybe_unused]]
            const int cut = ftruncate(file, any(2) == 0 ? static_cast<off_t>(any(sizeof(Program)))
                                                        : static_cast<off_t>(sizeof(Program)));
        else if (what == "removes")
            removeAll(folder);
        else if (what == "replaces")
            replaceNames(folder);
        int other = -1;
        if (Program* const more = what == "files" && turn < 3000 ? makeFile(folder, turn, other) : nullptr)
            munmap(more, sizeof(Program));
        if (other >= 0)
            close(other);
        if (what != "files")
            usleep(1000);
    }
    return 7;
}
