// SPDX-License-Identifier: MIT
#include "core/attach/listening.h"

#include "core/attach/heard.h"
#include "core/attach/kernel_files.h"
#include "core/attach/listen_record.h"
#include "core/attach/target_program.h"
#include "core/base/nanoseconds.h"
#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/machine/control_groups.h"
#include "core/platform/file_system.h"
#include "core/platform/other_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
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

/// The second number of a schedstat file, the time in the run queue in ns; −1: there is none.
std::int64_t queuedSoFar(std::string_view text) {
    std::int64_t queued = -1;
    if (const std::size_t blank = text.find(' '); blank != std::string_view::npos)
        std::from_chars(text.data() + blank + 1, text.data() + text.size(), queued);
    return queued;
}

/// The words behind `name` in the line that begins with it. Empty: there is no such line.
std::vector<std::string> wordsAfter(const std::string& text, const std::string& name) {
    const std::size_t at = text.starts_with(name) ? 0 : text.find("\n" + name);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = text.find(name, at) + name.size();
    std::istringstream rest(text.substr(begin, text.find('\n', begin) - begin));
    return {std::istream_iterator<std::string>(rest), std::istream_iterator<std::string>()};
}

/// Whether a file with this number in its file system is among the mapped ones (proc(5), maps).
bool mapsNode(const std::string& maps, std::uint64_t node) {
    std::istringstream lines(maps);
    const std::string wanted = std::to_string(node);
    for (std::string range, access, offset, device, number;
         lines >> range >> access >> offset >> device >> number;) {
        if (number == wanted && access.ends_with('s'))
            return true;
        std::getline(lines, range); // the path
    }
    return false;
}

/// The number of the namespace of processes that this program is in; 0: not known.
std::uint64_t processSpace() {
    std::error_code none;
    const std::string text = fs::read_symlink("/proc/self/ns/pid", none).string(); // pid:[4026531836]
    std::uint64_t number = 0;
    if (const std::size_t at = text.find('['); at != std::string::npos)
        std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
    return number;
}

/// The number here of the process that calls itself `own` in another namespace: the one with that number in
/// its innermost namespace that has this file mapped. 0: there is none.
std::int32_t numberHere(std::int32_t own, std::uint64_t node) {
    for (const std::int32_t number : processes()) {
        const std::string folder = "/proc/" + std::to_string(number);
        const std::vector<std::string> numbers =
            wordsAfter(kernelText(folder + "/status"), "NSpid:"); // from here to the innermost
        if (!numbers.empty() && numbers.back() == std::to_string(own) &&
            mapsNode(kernelText(folder + "/maps"), node))
            return number;
    }
    return 0;
}

/// By how much its monotonic clock is ahead of ours: a namespace of time may have another one.
std::int64_t clockAhead(std::int32_t process) {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    constexpr std::int64_t kMost = INT64_MAX / kNsPerSecond / 4;
    const std::vector<std::string> words =
        wordsAfter(kernelText("/proc/" + std::to_string(process) + "/timens_offsets"), "monotonic");
    const std::int64_t seconds = numberAt(words, 0);
    return std::clamp(seconds, -kMost, kMost) * kNsPerSecond + numberAt(words, 1) % kNsPerSecond;
}

/// Converts a row to our clock. False: no clock has such times.
bool moveBack(listen::Row& row, std::int64_t ahead) {
    constexpr std::int64_t kMost = INT64_MAX / 2;
    const bool counts = row.call == listen::Call::Reading || row.call == listen::Call::Yield;
    if (ahead == 0)
        return true;
    if (row.begin > kMost || row.begin < -kMost || row.end > kMost || row.end < -kMost)
        return false;
    row.begin -= ahead;
    row.end -= ahead;
    if (!counts && row.asked != 0 && row.asked < kMost && row.asked > -kMost)
        row.asked -= ahead;
    return true;
}

std::string textOf(const char* bytes, std::size_t most) {
    return shownText(std::string(bytes, strnlen(bytes, most)));
}

} // namespace

/// One file, the program that writes it, and which rings its threads have.
struct Listening::Source {
    struct Live {
        std::size_t thread = 0; // index of its HeardThread
        RowGate gate;
    };

    std::string path;                 // empty: its name was removed; it goes when nobody has it open any more
    std::unique_ptr<SharedFile> file; // null: the program is gone, and all its rows were taken
    std::size_t program = 0;
    std::int32_t own = 0;                // the number of its process, as it sees itself
    bool elsewhere = false;              // in another namespace of processes
    std::int64_t ahead = 0;              // its clock, ns
    std::map<std::size_t, Live> threads; // by the index of a live ring
    std::array<std::uint64_t, listen::Program::kRings> tails{}; // of the rings; ours, whatever the file says
    std::set<std::uint64_t> sites; // all sites so far; a new one has the modules read again
    std::int64_t started = 0;      // CLOCK_MONOTONIC, ns
    std::uint32_t refused = 0;     // of its lease, as last read
    int refusal = 0;
    std::uint64_t exactWaits = 0;
    std::uint64_t quietCalls = 0;
    std::uint64_t renewals = 0; // of its lease
    std::int64_t firstRan = -1; // processor time of its process when it was first read; −1: not yet
    std::int64_t firstRead = 0; // when that was

    /// A field of the file; as it was made, if the file has been cut off.
    template <typename Value>
    [[nodiscard]] Value at(std::size_t place) const noexcept {
        Value value{};
        return file->read(place, &value, sizeof(value)) ? value : Value{};
    }
    /// The rows of a ring from one count up to another, which lie in one or two pieces.
    [[nodiscard]] std::vector<listen::Row> rowsOf(std::size_t place, std::uint64_t from,
                                                  std::uint64_t to) const {
        std::vector<listen::Row> rows(static_cast<std::size_t>(to - from));
        for (std::size_t done = 0; done < rows.size();) {
            const auto at = static_cast<std::size_t>((from + done) % listen::Ring::kRows);
            const std::size_t count = std::min<std::size_t>(rows.size() - done, listen::Ring::kRows - at);
            if (!file->read(place + at * sizeof(listen::Row), &rows[done], count * sizeof(listen::Row)))
                return {};
            done += count;
        }
        return rows;
    }
    template <typename Value>
    void put(std::size_t place, Value value) const noexcept {
        file->write(place, &value, sizeof(value));
    }
};

Listening::Listening(std::string library, std::unique_ptr<PrivateFolder> folder)
    : m_library(std::move(library)), m_folder(std::move(folder)) {
    m_begin = monotonicNow();
    m_space = processSpace();
    for (const std::int32_t server : displayServers())
        m_servers.push_back({server, nameNow(server, server).value_or(""), false, {}, 0});
}

Listening::~Listening() = default;

Result<std::unique_ptr<Listening>> Listening::begin() {
    std::optional<std::string> library = findLibrary();
    if (!library)
        return Error{ErrorCode::NotFound, std::string(kLibrary) + " is not beside this program",
                     "it is built and installed with it on Linux"};
    Result<std::unique_ptr<PrivateFolder>> folder = makePrivateFolder();
    if (!folder)
        return folder.error();
    std::unique_ptr<Listening> listening(new Listening(*std::move(library), std::move(folder).value()));
    if (Result<Done> named = listening->nameLibrary(); !named)
        return named.error();
    std::error_code refused;
    const fs::directory_iterator list(listening->m_folder->path(), refused);
    if (refused)
        return Error{ErrorCode::Io, "cannot read " + inQuotes(listening->m_folder->path()),
                     refused.message()};
    return listening;
}

/// In LD_PRELOAD blanks and colons separate names, `$` has a meaning, and nothing can be quoted (ld.so(8)).
/// So a library with such a path gets a link without them.
Result<Done> Listening::nameLibrary() {
    if (m_library.find_first_of(" :$") == std::string::npos)
        return Done{};
    const std::string link = m_folder->path() + "/" + std::string(kLibrary);
    std::error_code failed;
    fs::create_symlink(m_library, link, failed);
    if (failed)
        return Error{ErrorCode::Io, "cannot make a link in " + inQuotes(m_folder->path()), failed.message()};
    m_library = link;
    return Done{};
}

Environment Listening::environment(const std::string& preloaded) const {
    return {{"LD_PRELOAD", preloaded.empty() ? m_library : m_library + ":" + preloaded},
            {listen::kFolderVariable, m_folder->path()}};
}

/// Reads the run queues of the display servers that ran before the program was started.
void Listening::readServers() {
    const std::int64_t now = monotonicNow();
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

/// Whether the process is stopped or frozen, its processor time, and what a quota has taken from it. The
/// kernel counts processor time in hundredths of a second.
void Listening::readProcess(std::size_t index, std::int64_t now) {
    constexpr std::int64_t kLongEnough = 400'000'000; // ns
    constexpr std::int64_t kBetween = 60'000'000;     // ns from turn to turn, with some to spare
    Source& source = *m_sources[index];
    HeardProgram& program = m_programs[source.program];
    const std::vector<std::string> stat = statOf(program.process);
    if (!m_keeps || stat.empty())
        return;
    if (stat[0] == "T" || stat[0] == "t" || isFrozen(FactReader(""), std::to_string(program.process))) {
        if (program.stops.empty() || now - program.stops.back().second > kBetween)
            program.stops.emplace_back(now, now);
        program.stops.back().second = now;
    }
    const std::int64_t ran = processorTimeOf(stat);
    if (source.firstRan < 0) {
        source.firstRan = ran;
        source.firstRead = now;
    } else if (now - source.firstRead >= kLongEnough) {
        program.processors =
            static_cast<double>(ran - source.firstRan) / static_cast<double>(now - source.firstRead);
    }
    constexpr std::size_t kEachTurn = 3;
    if ((m_turns + index) % kEachTurn == 0)
        readThrottlingOf(program, now);
}

void Listening::readThrottlingOf(HeardProgram& program, std::int64_t now) const {
    const std::optional<Throttling> so = readThrottling(FactReader(""), std::to_string(program.process));
    if (!so)
        return;
    listen::Row row;
    row.call = listen::Call::Reading;
    row.begin = row.end = now;
    row.asked = so->time.count();
    program.throttling.push_back(row);
}

void Listening::take() {
    findSources();
    readServers();
    ++m_turns;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        Source& source = *m_sources[i];
        if (source.file == nullptr)
            continue;
        const bool gone = isGone(i); // before its last rows are taken
        takeFrom(source);
        if (gone) {
            m_programs[source.program].ended = true;
            source.file.reset();
        } else {
            readProcess(i, monotonicNow());
        }
    }
}

/// Whether its process has ended, or has become another program. The kernel is asked once a second, and after
/// the program has said that it ends.
bool Listening::isGone(std::size_t source) const {
    constexpr std::size_t kTurnsBetween = 50;
    const HeardProgram& program = m_programs[source];
    if (program.process == 0)
        return program.ended;
    bool again = false; // files are found in any order
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        again = again || (m_programs[i].process == program.process &&
                          m_sources[i]->started > m_sources[source]->started);
    if (again || (!program.ended && (m_turns + source) % kTurnsBetween != 0))
        return again;
    const std::vector<std::string> stat = statOf(program.process);
    // A main thread that has ended before other threads is a zombie, too.
    return stat.empty() || (program.ended && stat[0] == "Z");
}

bool Listening::runs(std::size_t source) const noexcept {
    return m_sources[source]->file != nullptr && !m_programs[m_sources[source]->program].ended;
}

bool Listening::anyRuns() const noexcept {
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        if (runs(i))
            return true;
    }
    return false;
}

std::vector<UnheardProgram> Listening::unheard(std::int32_t process) const {
    std::map<std::int32_t, std::int32_t> parents;
    for (const std::int32_t number : processes()) {
        const std::vector<std::string> stat = statOf(number);
        if (stat.size() > 1 && stat[0] != "Z")
            parents[number] = static_cast<std::int32_t>(numberAt(stat, 1));
    }
    const auto isOurs = [&](std::int32_t number) {
        for (int depth = 0; depth < 64 && number > 1; ++depth) {
            const auto heard = std::ranges::find(m_programs, number, &HeardProgram::process);
            if (number == process || heard != m_programs.end())
                return true;
            const auto parent = parents.find(number);
            number = parent == parents.end() ? 0 : parent->second;
        }
        return false;
    };
    std::vector<UnheardProgram> found;
    for (const auto& [number, parent] : parents) {
        if (!isOurs(number))
            continue;
        const std::string folder = "/proc/" + std::to_string(number);
        const std::string maps = kernelText(folder + "/maps");
        const bool loaded = maps.find(kLibrary) != std::string::npos;
        // What others may not read has rights of its own. A process that forks has its parent's file or its
        // own, whatever its name is in a namespace.
        if (!loaded || maps.find(m_folder->path().substr(m_folder->path().rfind('/'))) == std::string::npos)
            found.push_back({number, nameNow(number, number).value_or("?"),
                             !loaded && (maps.empty() || givesRights(folder + "/exe")), loaded});
    }
    return found;
}

/// Finds new files. A file is read when it says that it is ready; until then it is looked at again.
void Listening::findSources() {
    std::error_code none;
    for (fs::directory_iterator file(m_folder->path(), none), end; file != end; file.increment(none)) {
        const std::string path = file->path().string();
        if (std::ranges::any_of(m_sources, [&](const auto& source) { return source->path == path; }))
            continue;
        Result<std::unique_ptr<SharedFile>> opened = openSharedFile(path, sizeof(listen::Program));
        if (!opened)
            continue;
        auto source = std::make_unique<Source>();
        source->file = std::move(opened).value();
        source->program = m_programs.size();
        using listen::Program;
        if (source->at<std::uint32_t>(offsetof(Program, ready)) != 1 ||
            source->at<std::uint64_t>(offsetof(Program, magic)) != listen::kMagic ||
            source->at<std::uint32_t>(offsetof(Program, layout)) != listen::kLayout ||
            source->at<std::uint32_t>(offsetof(Program, bytes)) != sizeof(Program))
            continue;
        // Without a name, the memory is freed when both programs are done with it. A file whose name cannot
        // be removed is remembered by its path.
        std::error_code kept;
        if (!fs::remove(path, kept))
            source->path = path;
        source->own = source->at<std::int32_t>(offsetof(Program, process));
        const auto space = source->at<std::uint64_t>(offsetof(Program, processSpace));
        source->elsewhere = space == 0 || space != m_space;
        HeardProgram program;
        program.process = source->elsewhere ? numberHere(source->own, source->file->node()) : source->own;
        source->ahead = clockAhead(program.process);
        source->started = source->at<std::int64_t>(offsetof(Program, started)) - source->ahead;
        const auto name = source->at<std::array<char, sizeof(Program::name)>>(offsetof(Program, name));
        program.name = textOf(name.data(), name.size());
        program.servers = m_servers;
        if (m_quiet)
            tellQuiet(*source);
        m_programs.push_back(std::move(program));
        m_sources.push_back(std::move(source));
    }
}

void Listening::takeFrom(Source& source) {
    using listen::Program;
    HeardProgram& program = m_programs[source.program];
    program.ended = source.at<std::uint32_t>(offsetof(Program, ended)) != 0;
    program.threadsWithout = source.at<std::uint64_t>(offsetof(Program, threadsWithout));
    program.filtered = source.at<std::uint32_t>(offsetof(Program, filtered)) != 0;
    source.refused = source.at<std::uint32_t>(offsetof(Program, lease.refused));
    source.refusal = source.at<std::int32_t>(offsetof(Program, lease.error));
    source.exactWaits = source.at<std::uint64_t>(offsetof(Program, lease.exact));
    source.quietCalls = source.at<std::uint64_t>(offsetof(Program, lease.calls));
    bool newSites = false;
    const std::size_t used =
        std::min<std::size_t>(source.at<std::uint32_t>(offsetof(Program, used)), Program::kRings);
    for (std::size_t i = 0; i < used; ++i)
        takeRing(source, i, newSites);
    if (newSites)
        readModules(source);
}

void Listening::takeRing(Source& source, std::size_t index, bool& newSites) {
    using listen::Ring;
    HeardProgram& program = m_programs[source.program];
    const std::size_t ring = offsetof(listen::Program, rings) + index * sizeof(Ring);
    const auto state = source.at<std::uint32_t>(ring + offsetof(Ring, state));
    if (state == Ring::Free)
        return;
    const auto head = source.at<std::uint64_t>(ring + offsetof(Ring, head));
    std::uint64_t& tail = source.tails[index];
    auto live = source.threads.find(index);
    const auto number = source.at<std::int32_t>(ring + offsetof(Ring, thread));
    if (head != tail && live == source.threads.end()) {
        HeardThread thread;
        thread.thread = number;
        const auto name = source.at<std::array<char, sizeof(Ring::name)>>(ring + offsetof(Ring, name));
        const std::optional<std::string> now =
            source.elsewhere ? std::nullopt : nameNow(program.process, number);
        thread.name = now.value_or(textOf(name.data(), name.size()));
        thread.main = number == source.own;
        live = source.threads.emplace(index, Source::Live{program.threads.size(), RowGate(m_begin)}).first;
        program.threads.push_back(std::move(thread));
    }
    if (head - tail > Ring::kRows)
        tail = head; // no listener writes that
    const std::int64_t now = monotonicNow();
    const std::vector<listen::Row> rows = source.rowsOf(ring + offsetof(Ring, rows), tail, head);
    tail = head;
    for (listen::Row row : rows) {
        if (!moveBack(row, source.ahead) || !live->second.gate.admits(row, now)) {
            ++program.damaged;
            continue;
        }
        m_latest = std::max(m_latest, row.end);
        if (!m_keeps)
            continue;
        if (m_rows >= kMostRows) {
            ++m_leftOut;
            continue;
        }
        ++m_rows;
        HeardThread& heard = program.threads[live->second.thread];
        // A thread may name itself after its first calls.
        if (heard.rows.size() == kNameAgain && !source.elsewhere)
            heard.name = nameNow(program.process, number).value_or(heard.name);
        heard.rows.push_back(row);
        newSites = (row.site != 0 && source.sites.insert(row.site).second) || newSites;
    }
    source.put(ring + offsetof(Ring, tail), tail);
    if (live != source.threads.end()) {
        program.threads[live->second.thread].lost = source.at<std::uint64_t>(ring + offsetof(Ring, lost));
        if (state == Ring::Ended) {
            source.put(ring + offsetof(Ring, lost), std::uint64_t{0});
            source.threads.erase(live);
        }
    }
    if (state == Ring::Ended)
        source.put(ring + offsetof(Ring, state), std::uint32_t{Ring::Free});
}

/// Reads where its libraries lie while the program runs, because nobody can tell afterwards.
void Listening::readModules(Source& source) {
    HeardProgram& program = m_programs[source.program];
    if (std::vector<HeardModule> modules =
            modulesOf(kernelText("/proc/" + std::to_string(program.process) + "/maps"));
        !modules.empty())
        program.modules = std::move(modules);
}

void Listening::lease(std::size_t program, const LeaseTerms& terms) {
    using listen::Program;
    Source& source = *m_sources[program];
    if (source.file == nullptr)
        return;
    source.put(offsetof(Program, lease.site), terms.site);
    source.put(offsetof(Program, lease.period), terms.period);
    source.put(offsetof(Program, lease.cures), terms.cures);
    source.put(offsetof(Program, lease.thread), terms.thread);
    source.put(offsetof(Program, lease.renewals), ++source.renewals);
}

std::uint32_t Listening::refused(std::size_t program) const noexcept {
    return m_sources[program]->refused;
}

std::uint64_t Listening::exactWaits(std::size_t program) const noexcept {
    return m_sources[program]->exactWaits;
}

std::uint64_t Listening::quietCalls(std::size_t program) const noexcept {
    return m_sources[program]->quietCalls;
}

int Listening::refusal(std::size_t program) const noexcept {
    return m_sources[program]->refusal;
}

std::int64_t Listening::processorTime(std::size_t program, std::int32_t thread) const {
    const std::string text = kernelText("/proc/" + std::to_string(m_programs[program].process) + "/task/" +
                                        std::to_string(thread) + "/schedstat");
    std::int64_t time = -1;
    std::from_chars(text.data(), text.data() + text.size(), time);
    return time;
}

void Listening::tellQuiet(Source& source) const noexcept {
    if (source.file != nullptr)
        source.put(offsetof(listen::Program, quiet), std::uint32_t{m_quiet ? 1U : 0U});
}

void Listening::quieten() {
    m_keeps = false;
    m_quiet = true;
    for (const auto& source : m_sources)
        tellQuiet(*source);
}

void Listening::hearAnew() {
    m_keeps = true;
    m_quiet = false;
    m_rows = 0;
    for (HeardProgram& program : m_programs) {
        program.throttling.clear();
        program.stops.clear();
        for (std::vector<HeardThread>* const threads : {&program.threads, &program.servers}) {
            for (HeardThread& thread : *threads)
                thread.rows.clear();
        }
    }
    for (const auto& source : m_sources)
        tellQuiet(*source);
}

Result<HeardChild> startHeard(const TargetPlan& plan) {
    if (Result<Done> checked = checkTarget(plan.path); !checked)
        return checked.error();
    Result<std::unique_ptr<Listening>> listening = Listening::begin();
    if (!listening)
        return listening.error();
    Result<std::unique_ptr<ChildProgram>> child =
        startProgram(plan.path, plan.words, listening.value()->environment(plan.preloaded));
    if (!child)
        return child.error();
    return HeardChild{std::move(listening).value(), std::move(child).value()};
}

} // namespace jitterscope
