// SPDX-License-Identifier: MIT
#include "core/stats/interval.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace jitterscope::interval_test {

namespace {

bool near(double a, double b) {
    return std::abs(a - b) < 5e-5 * std::max(1.0, std::abs(b));
}

} // namespace

class IntervalTest : public QObject {
    Q_OBJECT
private slots:
    /// Computed by hand with the formulas in interval.h (a few lines of Python).
    void burstsMakeTheIntervalWider() {
        const std::vector<BlockCount> burst{{0, 100}, {0, 100}, {20, 100}, {0, 100}, {0, 100}};
        const auto share = blockShare(burst);
        QVERIFY(near(share->value, 0.04));
        QVERIFY(near(share->interval.low, 0.00689469));
        QVERIFY(near(share->interval.high, 0.20004341));
        const std::vector<BlockCount> even{{2, 100}, {2, 100}, {2, 100}, {2, 100}};
        const auto plain = wilsonShare(8, 400);
        const auto same = blockShare(even); // evener than chance is not rewarded
        QVERIFY(near(same->interval.low, 0.01016839) && near(same->interval.high, 0.03896342));
        QVERIFY(near(same->interval.low, plain->interval.low));
        QVERIFY(!blockShare({}));
        const std::vector<BlockCount> one{{3, 10}};
        QVERIFY(near(blockShare(one)->interval.high, wilsonShare(3, 10)->interval.high));
        const std::vector<BlockCount> all{{10, 10}, {10, 10}};
        QCOMPARE(blockShare(all)->value, 1.0);
    }

    void differencesOfPairsHaveStudentsInterval() {
        const std::vector<double> four{-1, -2, -3, -2}; // t(0.975, 3) = 3.1824
        const auto mean = meanDifference(four);
        QVERIFY(near(mean->value, -2) && near(mean->interval.high, -2 + 1.29920936));
        std::vector<double> forty;
        for (int i = 0; i < 40; ++i)
            forty.push_back(i % 5);
        const auto many = meanDifference(forty); // t(0.975, 39) = 2.02269
        QVERIFY(std::abs(many->interval.high - (2 + 0.45804909)) < 0.001);
        QVERIFY(!meanDifference(std::vector<double>{1}));
        QVERIFY(!meanDifference({}));
    }
};

JITTERSCOPE_TEST(IntervalTest)

} // namespace jitterscope::interval_test

#include "interval_test.moc"
