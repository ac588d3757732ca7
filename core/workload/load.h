// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace jitterscope {

/// Background threads that keep processors busy during a run. Used by one thread; the destructor stops and
/// joins them.
class LoadThreads {
public:
    LoadThreads() = default;
    ~LoadThreads() { (void)setCount(0); }
    LoadThreads(const LoadThreads&) = delete;
    LoadThreads& operator=(const LoadThreads&) = delete;

    /// Starts or stops threads until `count` run. Error: no more threads could be made; those that run stay.
    [[nodiscard]] Result<Done> setCount(int count);
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_threads.size()); }

private:
    struct Worker {
        std::atomic<bool> stop{false};
        std::thread thread;
    };
    std::vector<std::unique_ptr<Worker>> m_threads;
};

} // namespace jitterscope
