// SPDX-License-Identifier: MIT
#include "core/workload/load.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace jitterscope {
namespace {

void burn(const std::atomic<bool>& stop) {
    std::uint64_t state = 1;
    while (!stop.load(std::memory_order_relaxed)) {
        for (int i = 0; i < 1000; ++i)
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        // The compiler must not remove the arithmetic; an atomic fence that can see the value prevents it.
        volatile std::uint64_t keep = state;
        (void)keep;
    }
}

} // namespace

Result<Done> LoadThreads::setCount(int count) {
    // Tell all threads before waiting for the first: each notices only when it next gets a processor, so
    // telling them one by one would take one turn each.
    const auto kept = static_cast<std::size_t>(std::max(count, 0));
    for (std::size_t i = kept; i < m_threads.size(); ++i)
        m_threads[i]->stop = true;
    while (m_threads.size() > kept) {
        m_threads.back()->thread.join();
        m_threads.pop_back();
    }
    while (this->count() < count) {
        auto worker = std::make_unique<Worker>();
        try {
            worker->thread = std::thread([flag = &worker->stop] { burn(*flag); });
        } catch (const std::system_error& error) {
            return Error{ErrorCode::Unsupported,
                         std::string("load thread could not be started: ") + error.what(),
                         "fewer background threads"};
        }
        m_threads.push_back(std::move(worker));
    }
    return Done{};
}

} // namespace jitterscope
