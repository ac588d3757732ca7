// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/workload/load_catalog.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace jitterscope {

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
