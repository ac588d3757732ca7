// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

/// The one gate for the rows of a thread: another program writes them, and may write anything. What it lets
/// through has a known call, begins before it ends, lies within the time of listening, comes after the rows
/// before it, and asks for a time that can be reckoned with. Sums of it do not overflow.
class RowGate {
public:
    /// `begin`: when listening began; CLOCK_MONOTONIC, ns.
    explicit RowGate(std::int64_t begin = 0) noexcept : m_begin(begin), m_latest(begin) {}
    /// False: no listener writes such a row. A time further away than a year counts as for ever.
    [[nodiscard]] bool admits(listen::Row& row, std::int64_t now) noexcept;

private:
    std::int64_t m_begin;
    std::int64_t m_latest;    // end of the last row
    std::int64_t m_inAll = 0; // ns that all rows took; they may lie within each other
};

/// What one thread of a program that is listened to has called, in order.
struct HeardThread {
    std::int32_t thread = 0; ///< its number, as its own process sees it
    std::string name;
    bool main = false;
    std::vector<listen::Row> rows;
    std::uint64_t lost = 0; ///< number of rows that were lost because the ring was full

    /// The share of the time in which it was ready to run, but had no processor; 0 … 1. Absent: not known, or
    /// known for less than half a second.
    [[nodiscard]] std::optional<double> queuedShare() const;
};

/// A part of an executable or a library that is mapped into memory.
struct HeardModule {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t offset = 0; ///< position of `begin` in its file, bytes
    std::string name;         ///< without folders
};

/// One image of one process. A process that calls exec() becomes another image.
struct HeardProgram {
    /// Its number here, whatever its own namespace calls it; 0: it is not known.
    std::int32_t process = 0;
    std::string name; ///< of its executable
    bool ended = false;
    /// Number of threads that were not listened to: there were too many, or no memory.
    std::uint64_t threadsWithout = 0;
    bool filtered = false;     ///< it allows itself only some system calls: its counters are not read
    std::uint64_t damaged = 0; ///< number of rows that no listener writes (RowGate)
    /// Processor time of all its threads by the time that passed; 1: one whole processor. Absent: not known.
    std::optional<double> processors;
    std::vector<HeardThread> threads;
    std::vector<HeardModule> modules;
    /// How long the quota of its control groups has stopped it so far: readings, one each 60 ms. Empty: there
    /// is not a quota.
    std::vector<listen::Row> throttling;
    /// When it was stopped by a signal, a debugger or a freezer: begin and end, to within 20 ms.
    std::vector<std::pair<std::int64_t, std::int64_t>> stops;
    /// The processes that show its windows, such as the X server. Their rows are readings of their time in
    /// the run queue, one each 20 ms.
    std::vector<HeardThread> servers;

    /// `chocolate-doom+0x2f31c`, or only the address if its module is not known.
    [[nodiscard]] std::string siteText(std::uint64_t address) const;
};

/// Programs that were heard, as a report holds them. Copies share the rows, which never change.
class HeardPrograms {
public:
    HeardPrograms() = default;
    HeardPrograms(std::vector<HeardProgram> programs)
        : m_programs(std::make_shared<const std::vector<HeardProgram>>(std::move(programs))) {}

    [[nodiscard]] const std::vector<HeardProgram>& all() const noexcept { return *m_programs; }
    operator const std::vector<HeardProgram>&() const noexcept { return all(); }
    [[nodiscard]] const HeardProgram& operator[](std::size_t index) const { return all()[index]; }
    [[nodiscard]] auto begin() const noexcept { return all().begin(); }
    [[nodiscard]] auto end() const noexcept { return all().end(); }
    [[nodiscard]] bool empty() const noexcept { return all().empty(); }

private:
    std::shared_ptr<const std::vector<HeardProgram>> m_programs =
        std::make_shared<const std::vector<HeardProgram>>();
};

/// What was heard in the `length` ns before the latest call of all programs. A report of now needs no more.
[[nodiscard]] std::vector<HeardProgram> lately(const std::vector<HeardProgram>& programs,
                                               std::int64_t length);

/// What was heard from one time until another; CLOCK_MONOTONIC, ns.
[[nodiscard]] std::vector<HeardProgram> within(const std::vector<HeardProgram>& programs, std::int64_t begin,
                                               std::int64_t end);

/// The modules that /proc/PID/maps lists. Other lines are ignored.
[[nodiscard]] std::vector<HeardModule> modulesOf(std::string_view maps);

} // namespace jitterscope
