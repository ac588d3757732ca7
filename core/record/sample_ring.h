// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

namespace jitterscope {

/// Whether the memory of a ring is there before the first push (Ready). A producer in real time needs that:
/// if it had to get a page from the system, it would be late. In virtual time nothing is late.
enum class RingMemory : std::uint8_t { Ready, AsNeeded };

/// A bounded queue between exactly one producer thread and one consumer thread. Based on Lamport's ring. The
/// producer keeps a copy of the consumer's index, so that it reads the shared cache line only when the copy
/// says that the ring is full.
/// * push(): producer only. Never allocates, never waits. False: the ring is full, so the sample is lost
///   and counted.
/// * drain(): consumer only.
/// * The producer owns m_head, the consumer m_tail; each has its own cache line.
template <typename T>
class SampleRing {
    static_assert(std::is_trivially_copyable_v<T>); // so its storage needs no constructor

public:
    /// Holds at least `capacity` samples (rounded up to a power of two, ≥ 2).
    explicit SampleRing(std::size_t capacity, RingMemory memory = RingMemory::Ready)
        : m_mask(std::bit_ceil(std::max<std::size_t>(capacity, 2)) - 1),
          m_slots(std::allocator<T>().allocate(m_mask + 1), Storage{m_mask + 1}) {
        if (memory == RingMemory::Ready)
            std::uninitialized_value_construct_n(m_slots.get(), m_mask + 1);
    }

    [[nodiscard]] std::size_t capacity() const noexcept { return m_mask + 1; }

    bool push(const T& sample) noexcept {
        const std::uint64_t head = m_head.load(std::memory_order_relaxed);
        if (head - m_tailSeen > m_mask) {
            m_tailSeen = m_tail.load(std::memory_order_acquire);
            if (head - m_tailSeen > m_mask) {
                m_lost.store(m_lost.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                return false;
            }
        }
        m_slots[head & m_mask] = sample;
        m_head.store(head + 1, std::memory_order_release);
        return true;
    }

    /// Producer only: whether a push would succeed now.
    [[nodiscard]] bool full() const noexcept {
        return m_head.load(std::memory_order_relaxed) - m_tail.load(std::memory_order_acquire) > m_mask;
    }

    /// Number of samples to drain; either side.
    [[nodiscard]] std::size_t waiting() const noexcept {
        return static_cast<std::size_t>(m_head.load(std::memory_order_relaxed) -
                                        m_tail.load(std::memory_order_acquire));
    }

    /// Passes up to `most` samples to `sink(const T&)`, oldest first; returns how many.
    template <typename Sink>
    std::size_t drain(Sink&& sink, std::size_t most = SIZE_MAX) {
        std::uint64_t tail = m_tail.load(std::memory_order_relaxed);
        const std::uint64_t head = m_head.load(std::memory_order_acquire);
        const std::uint64_t end = tail + std::min<std::uint64_t>(head - tail, most);
        const auto count = static_cast<std::size_t>(end - tail);
        for (; tail != end; ++tail)
            sink(static_cast<const T&>(m_slots[tail & m_mask]));
        m_tail.store(tail, std::memory_order_release);
        return count;
    }

    /// Number of samples lost because the ring was full; any thread.
    [[nodiscard]] std::uint64_t lost() const noexcept { return m_lost.load(std::memory_order_relaxed); }

private:
    struct Storage {
        std::size_t count;
        void operator()(T* first) const noexcept { std::allocator<T>().deallocate(first, count); }
    };

    const std::size_t m_mask;
    const std::unique_ptr<T[], Storage> m_slots;
    alignas(64) std::atomic<std::uint64_t> m_head{0};
    std::uint64_t m_tailSeen = 0; // the producer's copy
    std::atomic<std::uint64_t> m_lost{0};
    alignas(64) std::atomic<std::uint64_t> m_tail{0};
};

} // namespace jitterscope
