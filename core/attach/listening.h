// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard.h"
#include "core/base/result.h"
#include "core/platform/child_program.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// What is tried in a program.
struct LeaseTerms {
    std::int32_t thread = 0; ///< its number in the system
    std::uint32_t cures = 0; ///< bits of listen::Lease::Cure; 0: none
    int processor = 0;       ///< of Pin
    std::uint64_t site = 0;  ///< of Exact: where the sleeps are called, as Row::site
};

/// Takes what libjitterscope-listen.so writes down in a program and its children. One thread.
/// * take() has to be called some fifty times a second: a thread's ring holds 2 048 calls.
/// * What is kept is bounded: calls beyond kMostRows are counted and left out.
class Listening {
public:
    static constexpr std::size_t kMostRows = 8'000'000;

    /// Error: the library is not beside this program, or there is no place for its files.
    [[nodiscard]] static Result<std::unique_ptr<Listening>> begin();
    /// Removes its folder. What still runs goes on and is heard no longer.
    ~Listening();
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

    /// What a program's environment needs, so that it is listened to. `preloaded`: what it would preload
    /// anyway.
    [[nodiscard]] Environment environment(const std::string& preloaded) const;

    /// Rows, threads and programs that are new.
    void take();
    [[nodiscard]] const std::vector<HeardProgram>& programs() const noexcept { return m_programs; }
    [[nodiscard]] std::size_t rows() const noexcept { return m_rows; }
    [[nodiscard]] std::size_t rowsLeftOut() const noexcept { return m_leftOut; }
    /// The latest time in any row, CLOCK_MONOTONIC, ns; 0: nothing was heard.
    [[nodiscard]] std::int64_t latest() const noexcept { return m_latest; }
    /// No more rows are kept; threads go on.
    void stopKeeping() noexcept { m_keeps = false; }

    /// Asks for these cures on one thread of a program for the next second: to be called again before that
    /// is over. `now`: CLOCK_MONOTONIC, ns.
    void lease(std::size_t program, const LeaseTerms& terms, std::int64_t now);
    /// Those that the system has refused there, and the errno of the last one.
    [[nodiscard]] std::uint32_t refused(std::size_t program) const noexcept;
    [[nodiscard]] int refusal(std::size_t program) const noexcept;
    /// How many of its sleeps were exact waits so far.
    [[nodiscard]] std::uint64_t exactWaits(std::size_t program) const noexcept;

private:
    struct Source;
    Listening(std::string library, std::string folder);

    [[nodiscard]] Result<Done> nameLibrary();
    void findSources();
    void takeFrom(Source& source);
    [[nodiscard]] bool isGone(std::size_t source) const;
    void readModules(Source& source);
    void readServers();

    std::string m_library;
    std::string m_folder;
    std::vector<std::unique_ptr<Source>> m_sources; // as m_programs
    std::vector<HeardProgram> m_programs;
    std::vector<HeardThread> m_servers; // as each program has them, without rows
    std::size_t m_rows = 0;
    std::size_t m_leftOut = 0;
    std::int64_t m_latest = 0;
    std::size_t m_turns = 0;
    bool m_keeps = true;
};

} // namespace jitterscope
