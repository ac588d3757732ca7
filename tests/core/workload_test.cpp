// SPDX-License-Identifier: MIT
#include "core/run/resolve.h"
#include "core/workload/workload.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::workload_test {

using namespace std::chrono_literals;

namespace {

std::unique_ptr<Workload> make(std::string_view id, std::initializer_list<double> values,
                               std::uint64_t seed = 1) {
    const WorkEntry* entry = findEntry(workCatalog(), id);
    ParameterValues parameters(entry->parameters);
    std::size_t index = 0;
    for (const double value : values)
        parameters.set(index++, value);
    return entry->make(parameters, seed);
}

} // namespace

class WorkloadTest : public QObject {
    Q_OBJECT

private slots:
    void noneAndFixedAreWhatTheySay() {
        QCOMPARE(make("none", {})->amount(7).count(), std::int64_t{0});
        QCOMPARE(make("fixed", {3e6})->amount(7).count(), std::int64_t{3'000'000});
    }

    void spikesComeInEveryNthFrame() {
        const auto work = make("spikes", {1e6, 2e7, 10});
        for (std::int64_t i = 0; i < 100; ++i)
            QCOMPARE(work->amount(i).count(),
                     i > 0 && i % 10 == 0 ? std::int64_t{20'000'000} : std::int64_t{1'000'000});
    }

    void uniformFillsItsRange() {
        const auto work = make("uniform", {1e6, 3e6});
        double sum = 0;
        for (std::int64_t i = 0; i < 10'000; ++i) {
            const auto amount = work->amount(i).count();
            QVERIFY(amount >= 1'000'000 && amount < 3'000'000);
            sum += static_cast<double>(amount);
        }
        // mean 2e6, standard error 2e6/sqrt(12)/100 = 5774; 4 of them
        QVERIFY(std::abs(sum / 10'000 - 2e6) < 23'100);
    }

    void heavyTailFollowsPareto() {
        const auto work = make("heavy-tail", {1e6, 1e9});
        int beyondTwo = 0;
        int beyondTen = 0;
        for (std::int64_t i = 0; i < 20'000; ++i) {
            const auto amount = work->amount(i).count();
            QVERIFY(amount >= 1'000'000 && amount <= 1'000'000'000);
            beyondTwo += amount > 2'000'000 ? 1 : 0;
            beyondTen += amount > 10'000'000 ? 1 : 0;
        }
        QVERIFY(std::abs(beyondTwo - 5'000) < 250); // P(X > 2s) = 1/4; 4 standard deviations of 61
        QVERIFY(std::abs(beyondTen - 200) < 60);    // P(X > 10s) = 1/100; of 14
    }

    void aFrameDoesTheSameWorkInEveryRun() {
        for (const char* id : {"uniform", "heavy-tail"}) {
            const auto a = make(id, {}, 5);
            const auto b = make(id, {}, 5);
            const auto other = make(id, {}, 6);
            int same = 0;
            for (const std::int64_t i : {9, 3, 9, 0, 1000}) {
                (void)b->amount(1000 - i); // the order of asking must not matter
                QCOMPARE(a->amount(i).count(), b->amount(i).count());
                same += a->amount(i) == other->amount(i) ? 1 : 0;
            }
            QVERIFY(same < 5);
        }
    }

    void newValuesTakeOver() {
        const auto work = make("fixed", {3e6});
        ParameterValues values = workChoice("fixed").values;
        values.set("time", 5e6);
        work->setParameters(values);
        QCOMPARE(work->amount(0).count(), std::int64_t{5'000'000});
    }
};

JITTERSCOPE_TEST(WorkloadTest)

} // namespace jitterscope::workload_test

#include "workload_test.moc"
