// SPDX-License-Identifier: MIT
#include "core/attach/listening.h"

#include "core/attach/listen_record.h"
#include "core/base/nanoseconds.h"
#include "core/base/parse.h"
#include "core/base/shown_text.h"
#include "core/platform/display_server.h"
#include "core/platform/file_system.h"
#include "core/platform/shared_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "libjitterscope-listen.so";

std::optional<std::string> findLibrary() {
    for (const std::string folder : {"", "../libexec/jitterscope/"}) {
        if (auto found = findBesideProgram(folder + std::string(kLibrary)))
            return found;
    }
    return std::nullopt;
}

constexpr std::size_t kNameAgain = 64; // rows after which a thread's name is read again

/// The whole text of a kernel file (/proc); empty: it cannot be read.
std::string kernelText(const std::string& path) {
    std::string text;
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return text;
    std::array<char, 16384> buffer{};
    constexpr std::size_t kMost = 8U << 20U;
    while (text.size() < kMost) {
        const Result<std::size_t> count = file.value()->read(buffer.data(), buffer.size());
        if (!count || count.value() == 0)
            break;
        text.append(buffer.data(), count.value());
    }
    return text;
}

/// The current name of a thread; absent: it has ended.
std::optional<std::string> nameNow(std::int32_t process, std::int32_t thread) {
    std::string name =
        kernelText("/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + "/comm");
    while (!name.empty() && name.back() == '\n')
        name.pop_back();
    return name.empty() ? std::nullopt : std::optional(shownText(name));
}

/// The second number of a schedstat file, the time in the run queue in ns; −1: there is none.
std::int64_t queuedSoFar(std::string_view text) {
    std::int64_t queued = -1;
    if (const std::size_t blank = text.find(' '); blank != std::string_view::npos)
        std::from_chars(text.data() + blank + 1, text.data() + text.size(), queued);
    return queued;
}

std::string textOf(const char* bytes, std::size_t most) {
    return shownText(std::string(bytes, strnlen(bytes, most)));
}

} // namespace

/// One file, the program that writes it, and which rings its threads have.
struct Listening::Source {
    std::string path;                     // empty: its name was removed; it goes when nobody maps it any more
    std::unique_ptr<SharedMemory> memory; // null: the program is gone, and all its rows were taken
    std::size_t program = 0;
    std::map<std::size_t, std::size_t> threads; // index of a live ring → index of its HeardThread
    std::set<std::uint64_t> sites;              // all sites so far; a new one has the modules read again
    std::int64_t started = 0;                   // CLOCK_MONOTONIC, ns
    std::uint32_t refused = 0;                  // of its lease, as last read
    int refusal = 0;
    std::uint64_t exactWaits = 0;

    [[nodiscard]] listen::Program& record() const noexcept {
        return *reinterpret_cast<listen::Program*>(memory->bytes());
    }
};

Listening::Listening(std::string library, std::string folder)
    : m_library(std::move(library)), m_folder(std::move(folder)) {
    for (const std::int32_t server : displayServers())
        m_servers.push_back({server, nameNow(server, server).value_or(""), false, {}, 0});
}

Listening::~Listening() {
    std::error_code none;
    fs::remove_all(m_folder, none);
}

Result<std::unique_ptr<Listening>> Listening::begin() {
    std::optional<std::string> library = findLibrary();
    if (!library)
        return Error{ErrorCode::NotFound, std::string(kLibrary) + " is not beside this program",
                     "it is built and installed with it on Linux"};
    Result<std::string> folder = makePrivateFolder();
    if (!folder)
        return folder.error();
    std::unique_ptr<Listening> listening(new Listening(*std::move(library), std::move(folder).value()));
    if (Result<Done> named = listening->nameLibrary(); !named)
        return named.error();
    return listening;
}

/// In LD_PRELOAD blanks and colons separate names, `$` has a meaning, and nothing can be quoted (ld.so(8)).
/// So a library with such a path gets a link without them.
Result<Done> Listening::nameLibrary() {
    if (m_library.find_first_of(" :$") == std::string::npos)
        return Done{};
    const std::string link = m_folder + "/" + std::string(kLibrary);
    std::error_code failed;
    fs::create_symlink(m_library, link, failed);
    if (failed)
        return Error{ErrorCode::Io, "cannot make a link in " + inQuotes(m_folder), failed.message()};
    m_library = link;
    return Done{};
}

Environment Listening::environment(const std::string& preloaded) const {
    return {{"LD_PRELOAD", preloaded.empty() ? m_library : m_library + ":" + preloaded},
            {listen::kFolderVariable, m_folder}};
}

/// Reads the run queues of the display servers that ran before the program was started.
void Listening::readServers() {
    const std::int64_t now =
        std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        listen::Row row;
        row.call = listen::Call::Reading;
        row.begin = row.end = now;
        row.asked = queuedSoFar(kernelText("/proc/" + std::to_string(m_servers[i].thread) + "/schedstat"));
        for (HeardProgram& program : m_programs) {
            if (row.asked >= 0 && m_keeps && !program.ended)
                program.servers[i].rows.push_back(row);
        }
    }
}

void Listening::take() {
    findSources();
    readServers();
    ++m_turns;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        Source& source = *m_sources[i];
        if (source.memory == nullptr)
            continue;
        const bool gone = isGone(i); // before its last rows are taken
        takeFrom(source);
        if (gone) {
            m_programs[source.program].ended = true;
            source.memory.reset();
        }
    }
}

/// Whether its process has ended, or has become another program. The kernel is asked once a second, and after
/// the program has said that it ends.
bool Listening::isGone(std::size_t source) const {
    constexpr std::size_t kTurnsBetween = 50;
    const HeardProgram& program = m_programs[source];
    bool again = false; // files are found in any order
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        again = again || (m_programs[i].process == program.process &&
                          m_sources[i]->started > m_sources[source]->started);
    if (again || (!program.ended && (m_turns + source) % kTurnsBetween != 0))
        return again;
    const std::string stat = kernelText("/proc/" + std::to_string(program.process) + "/stat");
    const std::size_t name = stat.rfind(") ");
    // A main thread that has ended before other threads is a zombie, too.
    return name == std::string::npos || (program.ended && stat.compare(name + 2, 1, "Z") == 0);
}

/// Finds new files. A file is read when it says that it is ready; until then it is looked at again.
void Listening::findSources() {
    std::error_code none;
    for (fs::directory_iterator file(m_folder, none), end; file != end; file.increment(none)) {
        const std::string path = file->path().string();
        if (std::ranges::any_of(m_sources, [&](const auto& source) { return source->path == path; }))
            continue;
        Result<std::unique_ptr<SharedMemory>> memory = openSharedMemory(path, sizeof(listen::Program));
        if (!memory)
            continue;
        auto source = std::make_unique<Source>();
        source->memory = std::move(memory).value();
        source->program = m_programs.size();
        const listen::Program& record = source->record();
        if (record.ready.load(std::memory_order_acquire) != 1 || record.magic != listen::kMagic ||
            record.layout != listen::kLayout || record.bytes != sizeof(listen::Program))
            continue;
        // Without a name, the memory is freed when both programs are done with it. A file whose name cannot
        // be removed is remembered by its path.
        std::error_code kept;
        if (!fs::remove(path, kept))
            source->path = path;
        source->started = record.started;
        HeardProgram program;
        program.process = record.process;
        program.parent = record.parent;
        program.name = textOf(record.name, sizeof(record.name));
        program.servers = m_servers;
        m_programs.push_back(std::move(program));
        m_sources.push_back(std::move(source));
    }
}

void Listening::takeFrom(Source& source) {
    listen::Program& record = source.record();
    HeardProgram& program = m_programs[source.program];
    program.ended = record.ended.load(std::memory_order_acquire) != 0;
    program.threadsWithout = record.threadsWithout.load(std::memory_order_relaxed);
    source.refused = record.lease.refused.load(std::memory_order_acquire);
    source.refusal = record.lease.error.load(std::memory_order_relaxed);
    source.exactWaits = record.lease.exact.load(std::memory_order_relaxed);
    bool newSites = false;
    const std::size_t used =
        std::min<std::size_t>(record.used.load(std::memory_order_acquire), listen::Program::kRings);
    for (std::size_t i = 0; i < used; ++i) {
        listen::Ring& ring = record.rings[i];
        const std::uint32_t state = ring.state.load(std::memory_order_acquire);
        if (state == listen::Ring::Free)
            continue;
        const std::uint64_t head = ring.head.load(std::memory_order_acquire);
        std::uint64_t tail = ring.tail.load(std::memory_order_relaxed);
        if (head != tail && !source.threads.contains(i)) {
            HeardThread thread;
            thread.thread = ring.thread;
            thread.name =
                nameNow(program.process, ring.thread).value_or(textOf(ring.name, sizeof(ring.name)));
            thread.main = ring.thread == record.process;
            source.threads[i] = program.threads.size();
            program.threads.push_back(std::move(thread));
        }
        if (head - tail > listen::Ring::kRows)
            tail = head; // no listener writes that
        for (; tail != head; ++tail) {
            const listen::Row& row = ring.rows[tail % listen::Ring::kRows];
            m_latest = std::max(m_latest, row.end);
            if (!m_keeps)
                continue;
            if (m_rows >= kMostRows) {
                ++m_leftOut;
                continue;
            }
            ++m_rows;
            HeardThread& heard = program.threads[source.threads[i]];
            if (heard.rows.size() == kNameAgain) // a thread may name itself after its first calls
                heard.name = nameNow(program.process, ring.thread).value_or(heard.name);
            heard.rows.push_back(row);
            newSites = (row.site != 0 && source.sites.insert(row.site).second) || newSites;
        }
        ring.tail.store(tail, std::memory_order_release);
        if (const auto thread = source.threads.find(i); thread != source.threads.end()) {
            HeardThread& heard = program.threads[thread->second];
            heard.lost = ring.lost.load(std::memory_order_relaxed);
            if (state == listen::Ring::Ended) {
                ring.lost.store(0, std::memory_order_relaxed);
                source.threads.erase(thread);
            }
        }
        if (state == listen::Ring::Ended)
            ring.state.store(listen::Ring::Free, std::memory_order_release);
    }
    if (newSites)
        readModules(source);
}

/// Reads where its libraries lie while the program runs, because nobody can tell afterwards.
void Listening::readModules(Source& source) {
    HeardProgram& program = m_programs[source.program];
    if (std::vector<HeardModule> modules =
            modulesOf(kernelText("/proc/" + std::to_string(program.process) + "/maps"));
        !modules.empty())
        program.modules = std::move(modules);
}

void Listening::lease(std::size_t program, const LeaseTerms& terms, std::int64_t now) {
    if (m_sources[program]->memory == nullptr)
        return;
    listen::Lease& lease = m_sources[program]->record().lease;
    lease.processor.store(terms.processor, std::memory_order_relaxed);
    lease.site.store(terms.site, std::memory_order_relaxed);
    lease.period.store(terms.period, std::memory_order_relaxed);
    lease.until.store(now + listen::Lease::kLength, std::memory_order_relaxed);
    lease.cures.store(terms.cures, std::memory_order_relaxed);
    lease.thread.store(terms.thread, std::memory_order_release);
}

std::uint32_t Listening::refused(std::size_t program) const noexcept {
    return m_sources[program]->refused;
}

std::uint64_t Listening::exactWaits(std::size_t program) const noexcept {
    return m_sources[program]->exactWaits;
}

int Listening::refusal(std::size_t program) const noexcept {
    return m_sources[program]->refusal;
}

} // namespace jitterscope
