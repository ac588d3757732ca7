// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/session/live_traces.h"

#include <QTest>

#include <vector>

namespace jitterscope::column_ring_test {

using namespace jitterscope::ui;

namespace {

struct Cell {
    int count = 0;
    [[nodiscard]] bool empty() const { return count == 0; }
};

std::vector<std::int64_t> middles(const ColumnRing<Cell>& ring) {
    std::vector<std::int64_t> list;
    ring.forEach([&](std::int64_t at, const Cell&) { list.push_back(at); });
    return list;
}

} // namespace

class ColumnRingTest : public QObject {
    Q_OBJECT

private slots:
    void samplesOfOneWidthShareAColumn() {
        ColumnRing<Cell> ring(10, 4);
        ring.at(0)->count++;
        ring.at(9)->count++;
        ring.at(10)->count++;
        QCOMPARE(middles(ring), (std::vector<std::int64_t>{5, 15}));
    }
    void oldColumnsScrollOut() {
        ColumnRing<Cell> ring(10, 3);
        for (std::int64_t time = 0; time < 60; time += 10)
            ring.at(time)->count++;
        QCOMPARE(middles(ring), (std::vector<std::int64_t>{35, 45, 55}));
        QCOMPARE(ring.at(25), nullptr);
        QVERIFY(ring.at(35) != nullptr);
    }
    void aLongGapLeavesNothingBehind() {
        ColumnRing<Cell> ring(10, 3);
        ring.at(5)->count++;
        ring.at(1'000'000'000'000)->count++;
        QCOMPARE(middles(ring).size(), std::size_t{1});
    }
    void anEmptyRingHasNoColumns() {
        const ColumnRing<Cell> ring(10, 3);
        QVERIFY(middles(ring).empty());
        QCOMPARE(ring.newest(), -1);
    }
    void timesBeforeTheStartFallIntoTheFirst() {
        ColumnRing<Cell> ring(10, 3);
        ring.at(-500)->count++;
        QCOMPARE(middles(ring), (std::vector<std::int64_t>{5}));
    }
};

JITTERSCOPE_TEST(ColumnRingTest)

} // namespace jitterscope::column_ring_test

#include "column_ring_test.moc"
