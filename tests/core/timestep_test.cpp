// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/timestep/timestep.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::timestep_test {

namespace {

Period hertz(double rate) {
    return Period::fromHertz(rate).value();
}

struct Setting {
    const char* name;
    double value;
};

std::unique_ptr<Timestep> make(std::string_view id, const Period& refresh,
                               const std::vector<Setting>& settings = {}) {
    const TimestepEntry* entry = findEntry(timestepCatalog(), id);
    ParameterValues values(entry->parameters);
    for (const Setting& setting : settings)
        values.set(setting.name, setting.value);
    return entry->make(values, refresh);
}

constexpr Nanoseconds ms(std::int64_t milliseconds) {
    return std::chrono::milliseconds(milliseconds);
}

/// Article 3's loop in thirds of a nanosecond, in which 1/60 s is a whole number; no rounding anywhere.
struct PrintedLoop {
    static constexpr std::int64_t kShortest = 50'000'000;
    static constexpr std::int64_t kLongest = 4 * kShortest;
    std::int64_t buffer = 0;

    std::vector<std::int64_t> process(std::int64_t nanoseconds) {
        buffer += 3 * nanoseconds;
        std::int64_t now = 0;
        for (; buffer >= kShortest; buffer -= kShortest)
            now += kShortest;
        std::vector<std::int64_t> steps;
        for (; now >= kLongest; now -= kLongest)
            steps.push_back(kLongest);
        if (now > 0)
            steps.push_back(now);
        return steps;
    }
};

/// Time released in each frame of a loop whose update costs `cost`, after a hitch of ten refreshes. A frame
/// lasts as long as its updates, and at least one refresh. Ends when the backlog has grown a hundredfold.
std::vector<std::int64_t> backlogs(Timestep& loop, const Period& refresh, Nanoseconds cost, int frames) {
    std::vector<std::int64_t> list;
    Nanoseconds elapsed = refresh.at(10);
    for (int i = 0; i < frames && (list.empty() || list.back() < 100 * list.front()); ++i) {
        const Updates updates = loop.advance(elapsed);
        list.push_back(updates.released.count());
        elapsed = std::max(refresh.rounded(), cost * static_cast<std::int64_t>(updates.steps.size()));
    }
    return list;
}

} // namespace

class TimestepTest : public QObject {
    Q_OBJECT

private slots:
    /// 33.3 and 66.6 ms in the article's table are 33⅓ and 66⅔: at 33.3 ms the third frame has not begun.
    void theArticlesTable_data() {
        QTest::addColumn<qint64>("time");
        QTest::addColumn<qint64>("frame");
        QTest::addColumn<double>("actual");
        QTest::addColumn<double>("onRefreshes");
        const auto row = [](const char* name, qint64 time, qint64 frame, double actual, double onRefreshes) {
            QTest::newRow(name) << time << frame << actual << onRefreshes;
        };
        row("0", 0, 0, 0, 0);
        row("10", 10'000'000, 0, 1, 0);
        row("21", 21'000'000, 1, 2.1, 1.67);
        row("33 1/3", 33'333'333, 2, 3.33, 3.33);
        row("43", 43'000'000, 2, 4.3, 3.33);
        row("54", 54'000'000, 3, 5.4, 5.0);
        row("66 2/3", 66'666'666, 4, 6.67, 6.67);
    }
    void theArticlesTable() {
        QFETCH(qint64, time);
        QFETCH(qint64, frame);
        QFETCH(double, actual);
        QFETCH(double, onRefreshes);
        const auto dot = [](const Updates& updates) { // 100 units a second, to two decimals
            return std::round(static_cast<double>(updates.passed().count()) * 1e-7 * 100) / 100;
        };
        const Updates whole = make("whole-refreshes", hertz(60))->advance(Nanoseconds(time));
        QCOMPARE(whole.refreshes, frame);
        QCOMPARE(dot(whole), onRefreshes);
        QCOMPARE(dot(make("actual-time", hertz(60))->advance(Nanoseconds(time))), actual);
    }

    void theTableIsTheSameFrameByFrame() {
        const auto loop = make("whole-refreshes", hertz(60));
        std::int64_t refreshes = 0;
        Nanoseconds game{0};
        const std::array<std::int64_t, 7> times{0,          10'000'000, 21'000'000, 33'333'333,
                                                43'000'000, 54'000'000, 66'666'667};
        const std::array<std::int64_t, 7> expected{0, 0, 1, 2, 2, 3, 4};
        for (std::size_t i = 0; i < times.size(); ++i) {
            const Updates updates = loop->advance(Nanoseconds(i == 0 ? 0 : times[i] - times[i - 1]));
            refreshes += updates.refreshes;
            game += updates.passed();
            QCOMPARE(refreshes, expected[i]);
            QCOMPARE((game + loop->buffered()).count(), times[i]);
        }
        QCOMPARE(loop->buffered().count(), std::int64_t{1}); // 66 666 667 is a third above 4/60 s
    }

    void theArticlesDriver() {
        Random random(1);
        const auto loop = make("whole-refreshes", hertz(60));
        PrintedLoop printed;
        std::size_t updates = 0;
        for (int i = 0; i < 30; ++i) {
            const auto frame = static_cast<std::int64_t>(10'000'000 + random.below(30'000'001));
            const std::vector<std::int64_t> expected = printed.process(frame);
            const Updates given = loop->advance(Nanoseconds(frame));
            QCOMPARE(given.steps.size(), expected.size());
            for (std::size_t s = 0; s < expected.size(); ++s)
                QVERIFY(std::abs(3 * given.steps[s].count() - expected[s]) <= 2);
            updates += expected.size();
        }
        QVERIFY(updates > 20 && updates <= 30); // 10 ms alone is no refresh
    }

    void longTimesAreSplitAtAQuarterOfTheRate() {
        const Updates updates = make("whole-refreshes", hertz(60))->advance(ms(150)); // nine refreshes
        QCOMPARE(updates.refreshes, std::int64_t{9});
        const std::vector<Nanoseconds> expected{66'666'666ns, 66'666'667ns, 16'666'667ns};
        QCOMPARE(updates.steps, expected);
        QCOMPARE(updates.passed(), 150ms);
    }

    void nothingIsLostToRounding() {
        for (const double rate : {60.0, 59.94, 144.0, 240.0}) {
            const auto loop = make("whole-refreshes", hertz(rate));
            Nanoseconds game{0};
            for (int i = 0; i < 100'000; ++i)
                game += loop->advance(Nanoseconds(7'777'777)).passed();
            QCOMPARE(game + loop->buffered(), Nanoseconds(7'777'777) * 100'000);
            QVERIFY(loop->buffered() <= hertz(rate).rounded());
        }
    }

    /// The article says "about 18 %".
    void twelveHundredthsAsATenthAre16Point7PercentSlower() {
        const Updates updates = make("slow-motion", hertz(50))->advance(ms(120));
        QCOMPARE(updates.released, 120ms);
        const std::vector<Nanoseconds> halves{50ms, 50ms};
        QCOMPARE(updates.steps, halves);
        QVERIFY(std::abs(slowdown(updates.passed(), updates.released) - 1.0 / 6) < 1e-15);
        QCOMPARE(slowdown(0ms, 0ms), 0.0);
    }

    void atTheThresholdNothingIsChanged() {
        for (const char* id : {"slow-motion", "one-big-step"}) {
            QCOMPARE(make(id, hertz(50))->advance(ms(100)).steps,
                     make("whole-refreshes", hertz(50))->advance(ms(100)).steps);
            QCOMPARE(make(id, hertz(50))->advance(ms(100)).steps.size(), std::size_t{2});
        }
    }

    void oneBigStepPassesTheActualTime() {
        const std::vector<Nanoseconds> second{1000ms};
        QCOMPARE(make("one-big-step", hertz(60))->advance(ms(1000)).steps, second);
    }

    void thePrintedThresholdIsTenSeconds() {
        QCOMPARE(printedThreshold(hertz(60)), 10s);
        QCOMPARE(printedThreshold(hertz(144)), 24s);
        for (const char* id : {"slow-motion", "one-big-step"}) {
            const auto printed = [id] { return make(id, hertz(60), {{"form", 0}}); };
            QCOMPARE(printed()->advance(ms(9'900)).steps.size(), std::size_t{149}); // 594 refreshes by fours
            QCOMPARE(printed()->advance(ms(10'000)).steps.size(), std::size_t{150});
            QVERIFY(printed()->advance(ms(10'100)).steps.size() <= 2);
            QVERIFY(make(id, hertz(60))->advance(ms(9'900)).steps.size() <= 2);
        }
    }

    void slowMotionNeverPassesMoreThanItsThreshold() {
        Random random(2);
        for (const double threshold : {1e6, 50e6 + 1, 100e6, 400e6}) {
            const auto loop = make("slow-motion", hertz(60), {{"threshold", threshold}});
            for (int i = 0; i < 2000; ++i) {
                const Updates updates =
                    loop->advance(Nanoseconds(static_cast<std::int64_t>(random.below(500'000'000))));
                QVERIFY(updates.passed().count() <= static_cast<std::int64_t>(threshold));
                QVERIFY(updates.passed() <= updates.released);
            }
        }
    }

    /// The well of despair.
    void theBacklogGrowsExactlyWhereAnUpdateCostsMoreThanItsStep_data() {
        QTest::addColumn<double>("longest");
        QTest::addColumn<double>("cost"); // in steps
        for (const double longest : {1.0, 4.0}) {
            for (const double cost : {0.2, 0.5, 0.9, 1.0, 1.1, 1.5})
                QTest::newRow(qPrintable(QString("%1 x %2").arg(longest).arg(cost))) << longest << cost;
        }
    }
    void theBacklogGrowsExactlyWhereAnUpdateCostsMoreThanItsStep() {
        QFETCH(double, longest);
        QFETCH(double, cost);
        const Period refresh = hertz(50); // 20 ms, no remainder
        const Nanoseconds update(std::llround(cost * longest * 20e6));
        const auto loop = make("whole-refreshes", refresh, {{"longest", longest}});
        const std::vector<std::int64_t> list = backlogs(*loop, refresh, update, 60);
        const std::int64_t most = *std::max_element(list.begin(), list.end());
        if (cost > 1)
            QVERIFY(list.back() > 20 * list.front());
        else
            QVERIFY(most <=
                    list.front() + refresh.rounded().count() * static_cast<std::int64_t>(longest + 1));
        const auto slow = make("slow-motion", refresh, {{"longest", longest}});
        const std::vector<std::int64_t> saved = backlogs(*slow, refresh, update, 60);
        QVERIFY(*std::max_element(saved.begin(), saved.end()) <=
                12 * update.count() + refresh.at(11).count());
    }

    void everyEntryStartsWithNothing() {
        for (const TimestepEntry& entry : timestepCatalog()) {
            QVERIFY(checkParameters(entry.parameters, ParameterValues(entry.parameters), entry.id).ok());
            const auto loop = make(entry.id, hertz(60));
            QVERIFY(loop->advance(0ns).steps.empty());
            QCOMPARE(loop->buffered(), 0ns);
            const Updates frame = loop->advance(Nanoseconds(16'666'666));
            QCOMPARE(frame.steps.size(), std::size_t{1});
            QCOMPARE(frame.passed().count(), std::int64_t{16'666'666});
            for (int i = 0; i < 100 && !entry.slows; ++i) {
                const Updates updates = loop->advance(ms(i * 3));
                QVERIFY(entry.id == "actual-time" || updates.passed() == updates.released);
            }
        }
    }
};

JITTERSCOPE_TEST(TimestepTest)

} // namespace jitterscope::timestep_test

#include "timestep_test.moc"
