// SPDX-License-Identifier: MIT
#include "core/record/sample_ring.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>
#include <vector>
#ifdef __linux__
#include <sys/resource.h>
#endif

namespace jitterscope::sample_ring_test {

namespace {

/// Torn if its two halves disagree.
struct Pair {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

#ifdef __linux__
/// Pages that this thread has got from the system.
long pageFaults() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
}
#endif

} // namespace

class SampleRingTest : public QObject {
    Q_OBJECT

private slots:
    void samplesComeOutInOrder() {
        SampleRing<int> ring(8);
        QCOMPARE(ring.capacity(), std::size_t{8});
        for (int round = 0; round < 5; ++round) {
            for (int i = 0; i < 6; ++i)
                QVERIFY(ring.push(round * 10 + i));
            std::vector<int> seen;
            QCOMPARE(ring.drain([&](int value) { seen.push_back(value); }), std::size_t{6});
            for (int i = 0; i < 6; ++i)
                QCOMPARE(seen[static_cast<std::size_t>(i)], round * 10 + i);
        }
        QCOMPARE(ring.lost(), std::uint64_t{0});
    }

    void aFullRingCountsExactlyWhatItLoses() {
        SampleRing<int> ring(4);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(ring.push(i), i < 4);
        QVERIFY(ring.full());
        QCOMPARE(ring.lost(), std::uint64_t{6});
        std::vector<int> seen;
        ring.drain([&](int value) { seen.push_back(value); });
        QCOMPARE(seen, (std::vector<int>{0, 1, 2, 3})); // the oldest are kept, whole
        QVERIFY(!ring.full());
        QVERIFY(ring.push(99));
    }

    void drainTakesNoMoreThanAsked() {
        SampleRing<int> ring(8);
        for (int i = 0; i < 5; ++i)
            ring.push(i);
        QCOMPARE(ring.drain([](int) {}, 2), std::size_t{2});
        QCOMPARE(ring.waiting(), std::size_t{3});
    }

    /// A producer that keeps real time waits for no page; in virtual time none is got that is not used.
    void memoryIsThereBeforeOrWhenItIsNeeded() {
#ifdef __linux__
        if (kSanitized)
            QSKIP("A sanitizer's own memory is counted with it.");
        constexpr std::size_t kSlots = 1 << 16; // 1 MiB, 256 pages
        constexpr long kPages = 256;
        constexpr long kOthers = 32;
        const auto fill = [](SampleRing<Pair>& ring) {
            for (std::uint64_t i = 0; i < kSlots; ++i)
                ring.push({i, ~i});
        };
        const long begin = pageFaults();
        SampleRing<Pair> ready(kSlots);
        const long made = pageFaults();
        fill(ready);
        const long filled = pageFaults();
        QCOMPARE_GE(made - begin, kPages / 2);
        QCOMPARE_LE(filled - made, kOthers);

        SampleRing<Pair> asNeeded(kSlots, RingMemory::AsNeeded);
        QCOMPARE_LE(pageFaults() - filled, kOthers);
        fill(asNeeded);
        QCOMPARE_GE(pageFaults() - filled, kPages / 2);
        QVERIFY(asNeeded.full());
        std::uint64_t next = 0;
        asNeeded.drain(
            [&](const Pair& pair) { next += pair.first == next && pair.second == ~next ? 1U : 0U; });
        QCOMPARE(next, std::uint64_t{kSlots});
#else
        QSKIP("Pages that were got are counted on Linux.");
#endif
    }

    void twoThreadsHandOverEverySampleWhole() {
        constexpr std::uint64_t kCount = 2'000'000;
        SampleRing<Pair> ring(256);
        std::thread producer([&] {
            for (std::uint64_t i = 1; i <= kCount;) {
                if (ring.push({i, ~i}))
                    ++i;
                else
                    std::this_thread::yield();
            }
        });
        std::uint64_t expected = 1;
        bool whole = true;
        while (expected <= kCount) {
            const std::size_t taken = ring.drain([&](const Pair& pair) {
                whole = whole && pair.first == expected && pair.second == ~expected;
                ++expected;
            });
            if (taken == 0)
                std::this_thread::yield();
        }
        producer.join();
        QVERIFY(whole);
    }
};

JITTERSCOPE_TEST(SampleRingTest)

} // namespace jitterscope::sample_ring_test

#include "sample_ring_test.moc"
