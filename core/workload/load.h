// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One stretch of work: when it is due, counted from the start of the load, and how long it then lasts.
struct LoadStretch {
    Nanoseconds begin{};
    Nanoseconds length{};
    friend bool operator==(const LoadStretch&, const LoadStretch&) = default;
};

/// When a load works. The stretches depend on the seed alone, never on the clock; each begins after the one
/// before it. One thread; nothing allocates, locks or throws.
class LoadSchedule {
public:
    virtual ~LoadSchedule() = default;
    [[nodiscard]] virtual LoadStretch next() noexcept = 0;
};

/// One kind of load that runs beside a measurement; core/workload/load.h has the threads.
struct LoadEntry {
    std::string_view id;
    std::string_view description;  ///< what its threads do; it continues a sentence after the id
    bool onEveryProcessor = false; ///< has a thread for each processor; otherwise one is usual
    std::unique_ptr<LoadSchedule> (*make)(std::uint64_t seed) = nullptr;
};

/// All kinds of load, `busy` first. Immutable; any thread. To add one: load.cpp holds them all.
[[nodiscard]] std::span<const LoadEntry> loadCatalog();

/// Background threads that work beside a measurement, all of one kind and at the same times. Used by one
/// thread; the destructor stops and joins them.
/// * They inherit class, timer slack and processors from the thread that calls setCount(): call it from an
///   ordinary one, or a load could take the machine for itself.
/// * A stop ends work within microseconds of processor time, and a rest at once.
class LoadThreads {
public:
    explicit LoadThreads(const LoadEntry& kind = loadCatalog().front(), std::uint64_t seed = 1);
    ~LoadThreads();
    LoadThreads(const LoadThreads&) = delete;
    LoadThreads& operator=(const LoadThreads&) = delete;

    /// Starts or stops threads until `count` run. Error: no more threads could be made; those that run stay.
    [[nodiscard]] Result<Done> setCount(int count);
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_workers.size()); }
    /// Tells all threads to end and does not wait for them.
    void requestStop() noexcept { tellFrom(0); }

private:
    class Worker;
    void tellFrom(std::size_t first) noexcept;

    const LoadEntry& m_kind;
    const std::uint64_t m_seed;
    const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<std::unique_ptr<Worker>> m_workers;
};

} // namespace jitterscope
