// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard.h"
#include "core/base/result.h"
#include "core/platform/child_program.h"
#include "core/platform/shared_memory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Which cures are tried on which thread of a program.
struct LeaseTerms {
    std::int32_t thread = 0; ///< its number in the system
    std::uint32_t cures = 0; ///< bits of CureBit; 0: none
    std::uint64_t site = 0;  ///< for Exact: where the sleeps are called, as Row::site
    std::int64_t period = 0; ///< for Exact, as Lease::period
};

/// A program that runs without the listener.
struct UnheardProgram {
    std::int32_t process = 0;
    std::string name;
    bool rights = false;  ///< it runs with rights of its own, so that the system loads no library into it
    bool noPlace = false; ///< the library is in it, but writes no file: it finds no folder, for example
};

/// Reads what libjitterscope-listen.so records in a program and its children. One thread.
/// * Call take() about fifty times a second, since the ring of a thread holds 2 048 calls.
/// * It keeps at most kMostRows rows. Further rows are counted and left out.
class Listening {
public:
    static constexpr std::size_t kMostRows = 8'000'000;

    /// Also removes the folders of those that were killed. Error: the library is not beside this program, or
    /// there is no place for its files.
    [[nodiscard]] static Result<std::unique_ptr<Listening>> begin();
    /// Removes its folder. Programs that still run go on, but are no longer heard.
    ~Listening();
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

    /// The environment variables that a program needs to be listened to. `preloaded`: its own LD_PRELOAD.
    [[nodiscard]] Environment environment(const std::string& preloaded) const;

    /// Takes new rows, threads and programs.
    void take();
    [[nodiscard]] const std::vector<HeardProgram>& programs() const noexcept { return m_programs; }
    [[nodiscard]] std::size_t rows() const noexcept { return m_rows; }
    [[nodiscard]] std::size_t rowsLeftOut() const noexcept { return m_leftOut; }
    /// Number of folders of earlier ones that it has removed.
    [[nodiscard]] std::size_t swept() const noexcept { return m_swept; }
    /// The latest time in any row, CLOCK_MONOTONIC, ns; 0: nothing was heard.
    [[nodiscard]] std::int64_t latest() const noexcept { return m_latest; }
    /// Whether a program that was heard still runs.
    [[nodiscard]] bool anyRuns() const noexcept;
    /// Programs that run now, were started by `process` or are it, and are not listened to. Reads /proc.
    [[nodiscard]] std::vector<UnheardProgram> unheard(std::int32_t process) const;
    /// From now on rows are taken, but no longer kept.
    void stopKeeping() noexcept { m_keeps = false; }
    /// From now on the programs record nothing. Leases hold nevertheless.
    void quieten();
    /// They record again, and what was kept before is forgotten.
    void hearAnew();

    /// Asks for these cures on one thread of a program for the next second. Call it again before that second
    /// is over.
    void lease(std::size_t program, const LeaseTerms& terms);
    /// The cures that the system has refused there (bits of CureBit), and the last errno.
    [[nodiscard]] std::uint32_t refused(std::size_t program) const noexcept;
    [[nodiscard]] int refusal(std::size_t program) const noexcept;
    /// Number of its sleeps so far that Exact has replaced.
    [[nodiscard]] std::uint64_t exactWaits(std::size_t program) const noexcept;
    /// Number of calls of the leased thread so far, while nothing was recorded.
    [[nodiscard]] std::uint64_t quietCalls(std::size_t program) const noexcept;
    /// Processor time of a thread so far, ns; −1: it has ended, or the system does not tell.
    [[nodiscard]] std::int64_t processorTime(std::size_t program, std::int32_t thread) const;

private:
    struct Source;
    Listening(std::string library, std::unique_ptr<PrivateFolder> folder);

    [[nodiscard]] Result<Done> nameLibrary();
    void findSources();
    void takeFrom(Source& source);
    void tellQuiet(Source& source) const noexcept;
    [[nodiscard]] bool isGone(std::size_t source) const;
    void takeRing(Source& source, std::size_t index, bool& newSites);
    void readModules(Source& source);
    void readServers();
    void readProcess(std::size_t source, std::int64_t now);
    void readThrottlingOf(HeardProgram& program, std::int64_t now) const;
    [[nodiscard]] bool runs(std::size_t source) const noexcept;

    std::string m_library;
    std::unique_ptr<PrivateFolder> m_folder;
    std::size_t m_swept = removeLeftFolders();
    std::vector<std::unique_ptr<Source>> m_sources; // in the order of m_programs
    std::vector<HeardProgram> m_programs;
    std::vector<HeardThread> m_servers; // as each program has them, without rows
    std::size_t m_rows = 0;
    std::size_t m_leftOut = 0;
    std::int64_t m_latest = 0;
    std::int64_t m_begin = 0;  // CLOCK_MONOTONIC, ns
    std::uint64_t m_space = 0; // the namespace of processes that this program is in; 0: not known
    std::size_t m_turns = 0;
    bool m_keeps = true;
    bool m_quiet = false;
};

/// Another program, as it is to be started.
struct TargetPlan {
    std::string path;               ///< its file, as findTarget() found it
    std::vector<std::string> words; ///< its command line; the first word is its name
    std::string preloaded;          ///< LD_PRELOAD before Jitterscope adds to it
};
/// A program that was started so that it is listened to.
struct HeardChild {
    std::unique_ptr<Listening> listening;
    std::unique_ptr<ChildProgram> child;
};
/// Error: it cannot be listened to, or it cannot be started.
[[nodiscard]] Result<HeardChild> startHeard(const TargetPlan& plan);

} // namespace jitterscope
