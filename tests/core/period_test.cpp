// SPDX-License-Identifier: MIT
#include "core/time/period.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::period_test {

class PeriodTest : public QObject {
    Q_OBJECT

private slots:
    void aNumberIsTheDecimalThatWasTyped() {
        QCOMPARE(Period::fromHertz(60).value(), Period());
        for (const char* rate : {"144", "59.94", "0.1", "100000", "23.976024"})
            QVERIFY(Period::fromHertz(std::stod(rate)).value() == Period::parseRate(rate).value());
        for (const double wrong : {0.0, -60.0, 100'001.0, std::nan("")})
            QVERIFY(!Period::fromHertz(wrong));
    }

    void ratesKeepEveryDigit_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("numerator");
        QTest::addColumn<qint64>("denominator");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("60") << QByteArray("60") << qint64{50'000'000} << qint64{3} << QByteArray("60");
        QTest::newRow("59.94") << QByteArray("59.94") << qint64{50'000'000'000} << qint64{2997}
                               << QByteArray("59.94");
        QTest::newRow("ntsc") << QByteArray("60000/1001") << qint64{50'050'000} << qint64{3}
                              << QByteArray("60000/1001");
        QTest::newRow("audio") << QByteArray("48000/128") << qint64{8'000'000} << qint64{3}
                               << QByteArray("375");
        QTest::newRow("1 kHz") << QByteArray("1 kHz") << qint64{1'000'000} << qint64{1} << QByteArray("1000");
        QTest::newRow("noughts") << "60." + QByteArray(5000, '0') << qint64{50'000'000} << qint64{3}
                                 << QByteArray("60");
        QTest::newRow("more noughts") << QByteArray(5000, '0') + "59.940000000000000000"
                                      << qint64{50'000'000'000} << qint64{2997} << QByteArray("59.94");
        QTest::newRow("0.1") << QByteArray("0.1") << qint64{10'000'000'000} << qint64{1} << QByteArray("0.1");
        QTest::newRow("100000") << QByteArray("100000") << qint64{10'000} << qint64{1}
                                << QByteArray("100000");
    }
    void ratesKeepEveryDigit() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, numerator);
        QFETCH(qint64, denominator);
        QFETCH(QByteArray, shown);
        const auto period = Period::parseRate(text.toStdString());
        QVERIFY(period);
        QCOMPARE(period.value().numerator(), numerator);
        QCOMPARE(period.value().denominator(), denominator);
        QCOMPARE(period.value().rateText(), shown.toStdString());
        const auto again = Period::parseRate(period.value().rateText());
        QVERIFY(again && again.value() == period.value());
    }

    void whateverIsTakenCanBeReadAgain() {
        for (const char* text :
             {"60.1184600200/31", "59.9400599400599401", "123456789012345678/1234567890123457",
              "0.100000000000000001", "99.999999999999999 kHz", "1/9.99999"}) {
            const auto period = Period::parseRate(text);
            if (!period)
                continue; // more digits than a period can hold
            const auto again = Period::parseRate(period.value().rateText());
            QVERIFY2(again && again.value() == period.value(), text);
        }
        QVERIFY(Period::parseRate("60.1184600200/31").ok());
    }

    void badRatesAreRefusedInOneLine_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "nan",
                                 "inf",
                                 "-inf",
                                 "0",
                                 "-1",
                                 "1e-9",
                                 "1e9",
                                 "60,0",
                                 "0.09",
                                 "100001",
                                 "1/0",
                                 "0/1",
                                 "60/",
                                 "/60",
                                 "60//2",
                                 "sixty",
                                 "60.0.0",
                                 "99999999999999999999",
                                 "999999999999 kHz/0.000001",
                                 "0.00000000000000000000001",
                                 ".",
                                 "1./."})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("long") << QByteArray(10'000, '6');
    }
    void badRatesAreRefusedInOneLine() {
        QFETCH(QByteArray, text);
        const auto period = Period::parseRate(text.toStdString());
        QVERIFY(!period);
        QCOMPARE(period.error().code, ErrorCode::Usage);
        const std::string message = period.error().message();
        QVERIFY(message.find("rate") == 0 && message.find("0.1 … 100000 Hz") != std::string::npos);
        QVERIFY(message.find('\n') == std::string::npos && message.size() < 200);
    }

    void oneFieldTakesRateOrPeriod() {
        QCOMPARE(Period::parse("60").value().hertz(), 60.0);
        QCOMPARE(Period::parse("16.667 ms").value().rounded().count(), std::int64_t{16'667'000});
        QCOMPARE(Period::parse("250us").value().rounded().count(), std::int64_t{250'000});
        QCOMPARE(Period::parse("144 Hz").value().hertz(), 144.0);
        QVERIFY(!Period::parse("9us"));
        QVERIFY(!Period::parse("11s"));
        QVERIFY(!Period::parse("soon"));
    }

    /// Python: n * 50_000_000_000 // 2997 for n = 10**9, and its neighbours.
    void aGridOfNtscFramesDoesNotDrift() {
        const Period period = Period::parseRate("59.94").value();
        QCOMPARE(period.at(1'000'000'000).count(), std::int64_t{16'683'350'016'683'350});
        QCOMPARE(period.at(-1).count(), std::int64_t{-16'683'351});
        QCOMPARE(period.at(0).count(), std::int64_t{0});
        QCOMPARE(period.rounded().count(), std::int64_t{16'683'350});
    }

    void everyOffsetLiesInTheSlotThatHoldsIt() {
        for (const char* text : {"60", "59.94", "60000/1001", "1000", "100000", "0.1", "144", "375"}) {
            const Period period = Period::parseRate(text).value();
            for (const std::int64_t slot : {-3L, -1L, 0L, 1L, 2L, 3L, 1000L, 400'000'000L}) {
                QCOMPARE(period.slotAt(period.at(slot)), slot);
                QCOMPARE(period.slotAt(period.at(slot + 1) - Nanoseconds(1)), slot);
            }
        }
    }
};

JITTERSCOPE_TEST(PeriodTest)

} // namespace jitterscope::period_test

#include "period_test.moc"
