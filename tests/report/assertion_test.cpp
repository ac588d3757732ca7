// SPDX-License-Identifier: MIT
#include "core/run/assertion.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace jitterscope::assertion_test {

namespace {

RunResult run() {
    RunResult result = smallRun(); // lateness 34 and 200000, one late of two, 127 lost
    result.cpu.threadPercent = 4.5;
    result.metrics.driftPpm = 5;
    return result;
}

} // namespace

class AssertionTest : public QObject {
    Q_OBJECT

private slots:
    void comparesTheFigureItNames_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("holds");
        QTest::newRow("of error") << "max<200001" << true;
        QTest::newRow("equal is not less") << "max<200us" << false;
        QTest::newRow("or equal") << "max<=200us" << true;
        QTest::newRow("greater") << "error.max>199.999us" << true;
        QTest::newRow("equal is not greater") << "max>200us" << false;
        QTest::newRow("greater or equal") << "max>=200us" << true;
        QTest::newRow("blanks") << "  lateness.max  <=  0.2 ms " << true;
        QTest::newRow("with its unit in the name") << "lateness_ns.mean<100018" << true;
        QTest::newRow("mean of two") << "lateness.mean<100017" << false;
        QTest::newRow("fraction") << "late.fraction<0.01" << false;
        QTest::newRow("half") << "late.fraction<=0.5" << true;
        QTest::newRow("count") << "late.count<2" << true;
        QTest::newRow("cpu") << "cpu.thread_percent<5" << true;
        QTest::newRow("absent cpu") << "cpu.process_percent<1000" << false;
        QTest::newRow("drift") << "drift_ppm<5" << false;
        QTest::newRow("drift or equal") << "drift_ppm<=5" << true;
        QTest::newRow("lost") << "lost_iterations>=127" << true;
        QTest::newRow("frames") << "frames>2" << false;
        QTest::newRow("absent percentile, less") << "p99<1s" << false;
        QTest::newRow("absent percentile, greater") << "p99>0" << false;
        QTest::newRow("p99.9 as people write it") << "error.p99.9>=0" << false;
        QTest::newRow("samples of oversleep") << "oversleep.count>=1" << true;
        QTest::newRow("negative time") << "oversleep.min>-6ns" << true;
    }
    void comparesTheFigureItNames() {
        QFETCH(QString, text);
        QFETCH(bool, holds);
        const Result<Assertion> assertion = Assertion::parse(text.toStdString());
        QVERIFY2(assertion.ok(), assertion.ok() ? "" : assertion.error().what.c_str());
        const Assertion::Outcome outcome = assertion.value().check(run());
        QCOMPARE(outcome.holds, holds);
        QCOMPARE(outcome.text.empty(), holds);
    }

    void failureNamesFigureAndValue() {
        const auto outcome = Assertion::parse("max<200us").value().check(run());
        QCOMPARE(QString::fromStdString(outcome.text),
                 QString::fromUtf8("max<200us does not hold: error.max is 200.0 µs"));
    }

    void whatItDoesNotUnderstandIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "p99", "<", "p99<", "<200us", "p98<1us", "p99=1us", "p99<1 parsec",
                                 "p99<nan", "p99<inf", "late.fraction<1us", "latency.p99<1us", "p99<<1us",
                                 "p99<1,5us", "p99 200us", "lateness<1us", "p99<1us<2us"})
            QTest::newRow(*text == '\0' ? "empty" : text) << text;
        QTest::newRow("long") << QString(10'000, 'x') + "<1";
    }
    void whatItDoesNotUnderstandIsRefused() {
        QFETCH(QString, text);
        const Result<Assertion> assertion = Assertion::parse(text.toStdString());
        QVERIFY(!assertion.ok());
        QCOMPARE(static_cast<int>(assertion.error().code), static_cast<int>(ErrorCode::Usage));
        QVERIFY(assertion.error().message().size() < 300);
    }
};

JITTERSCOPE_TEST(AssertionTest)

} // namespace jitterscope::assertion_test

#include "assertion_test.moc"
