// SPDX-License-Identifier: MIT
#include "core/record/sample_ring.h"

#include <QTest>

#include <thread>

using namespace jitterscope;

namespace {

/// Torn if its two halves disagree.
struct Pair {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

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

QTEST_APPLESS_MAIN(SampleRingTest)
#include "sample_ring_test.moc"
