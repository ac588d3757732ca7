// SPDX-License-Identifier: MIT
#include "core/base/nearest.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace jitterscope::nearest_test {

class NearestTest : public QObject {
    Q_OBJECT

private slots:
    void whatWasMeant_data() {
        QTest::addColumn<std::string>("typed");
        QTest::addColumn<std::string>("meant");
        const auto row = [](const char* typed, const char* meant) {
            QTest::newRow(typed) << std::string(typed) << std::string(meant);
        };
        row("rnu", "run");        // changed with its neighbour
        row("spni", "spin");      // the same
        row("compar", "compare"); // missing
        row("summarise", "summarize");
        row("sumarise", "summarize"); // two
        row("--startegy", "--strategy");
        row("race", "race");
        row("xyz", "");
        row("r", "");                // too short to tell
        row("precise-sleep-it", ""); // nothing within a third, but two as near
    }
    void whatWasMeant() {
        QFETCH(std::string, typed);
        QFETCH(std::string, meant);
        const std::vector<std::string> names{"run",  "race",       "compare",         "summarize",
                                             "spin", "--strategy", "precise-sleep-a", "precise-sleep-b"};
        QCOMPARE(std::string(nearest(typed, names)), meant);
    }
    void twoAsNearAreNone() {
        const std::vector<std::string> names{"cat", "car"};
        QVERIFY(nearest("caz", names).empty());
        QCOMPARE(nearest("cta", names), std::string_view("cat"));
    }
    void hugeTextsAreNotCompared() {
        const std::vector<std::string> names{std::string(1 << 20, 'a'), "run"};
        QVERIFY(nearest(std::string(1 << 20, 'a'), names).empty());
        QCOMPARE(nearest("rum", names), std::string_view("run"));
    }
};

JITTERSCOPE_TEST(NearestTest)

} // namespace jitterscope::nearest_test

#include "nearest_test.moc"
