// SPDX-License-Identifier: MIT
#include "core/base/parameter.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/text.h"
#include "core/experiment/experiment.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <clocale>
#include <stdexcept>

namespace jitterscope::parse_test {

class ParseTest : public QObject {
    Q_OBJECT

private slots:
    void parametersAreKnownByTheirNames() {
        const std::vector<ParameterInfo> infos{{"a", "A", Unit::Plain, 0, 9, 1, ""},
                                               {"b", "B", Unit::Plain, 0, 9, 2.75, ""}};
        ParameterValues values(infos);
        values.set("a", 5);
        QCOMPARE(values["a"], 5.0);
        QCOMPARE(values[0], 5.0);
        QCOMPARE(values.whole("b"), std::int64_t{2});
        values.setIfThere("c", 7);
        QVERIFY(!values.has("c") && values.has("b"));
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, (void)values["c"]);
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, values.set("c", 1));
    }

    /// More than there is room for were written behind the end once.
    void moreParametersThanThereIsRoomForAreRefused() {
        const std::vector<ParameterInfo> most(ParameterValues::kMaximum);
        QCOMPARE(ParameterValues(most).size(), ParameterValues::kMaximum);
        const std::vector<ParameterInfo> tooMany(ParameterValues::kMaximum + 1);
        QVERIFY_THROWS_EXCEPTION(std::length_error, ParameterValues{tooMany});
        const auto fit = [](const auto& entries) {
            for (const auto& entry : entries) {
                if (entry.parameters.size() > ParameterValues::kMaximum)
                    return false;
            }
            return true;
        };
        QVERIFY(fit(sleepCatalog()) && fit(pacingCatalog()) && fit(workCatalog()) && fit(machineCatalog()) &&
                fit(experimentCatalog()));
    }

    void valuesOfAnotherEntryAreRefused() {
        RunPlan plan = standardPlan();
        plan.strategy.values = sleepChoice("timer-sleep").values;
        const auto refused = checkPlan(plan);
        QVERIFY(!refused && refused.error().what.find("precise-sleep") != std::string::npos);
        plan.strategy = {"adaptive", {}};
        QVERIFY(!checkPlan(plan));
    }

    void whatCannotChangeWhileARunGoesOnNeedsANewOne() {
        const RunPlan plan = standardPlan();
        const auto needs = [&plan](auto change) {
            RunPlan other = plan;
            change(other);
            return needsNewRun(plan, other);
        };
        QVERIFY(needs([](RunPlan& other) { other.machine = machineChoice("linux-rt"); }));
        QVERIFY(needs([](RunPlan& other) { other.thread.cpu = 0; }));
        QVERIFY(needs([](RunPlan& other) { other.seed = 2; }));
        QVERIFY(needs([](RunPlan& other) { other.frames = 2; }));
        QVERIFY(needs([](RunPlan& other) { other.duration = 2s; }));
        QVERIFY(needs([](RunPlan& other) { other.warmup = 2; }));
        QVERIFY(!needs([](RunPlan& other) {
            other.strategy = sleepChoice("spin");
            other.policy = policyChoice("remainder");
            other.work = workChoice("fixed");
            other.period = Period::parseRate("144").value();
            other.tolerance = 1us;
            other.stopOnLate = 1s;
            other.load = 1;
        }));
    }

    void durationsAreReadInEveryUnit_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("nanoseconds");
        const std::initializer_list<std::pair<const char*, qint64>> rows{{"250us", 250'000},
                                                                         {"1.5ms", 1'500'000},
                                                                         {"2s", 2'000'000'000},
                                                                         {"100ns", 100},
                                                                         {"17", 17},
                                                                         {"40 µs", 40'000},
                                                                         {" 1 ms ", 1'000'000},
                                                                         {"-3us", -3'000},
                                                                         {"1e3us", 1'000'000},
                                                                         {"0", 0},
                                                                         {"16.6666667ms", 16'666'667}};
        for (const auto& [text, value] : rows)
            QTest::newRow(text) << QByteArray(text) << value;
    }
    void durationsAreReadInEveryUnit() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, nanoseconds);
        const auto value = parseDuration(text.toStdString());
        QVERIFY(value);
        QCOMPARE(value->count(), nanoseconds);
    }

    void nonsenseIsNoDuration_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", "ms", "1 m", "1,5ms", "nan", "inf", "1e999", "1e20s", "--1", "+-1",
                                 "0x10", "1ms1", "e5", "-9223372036854775808", "-9223372036854775808ns"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("long") << QByteArray(10'000, '9');
        QTest::newRow("nul") << QByteArray("1\0ms", 4);
    }
    void nonsenseIsNoDuration() {
        QFETCH(QByteArray, text);
        QVERIFY(!parseDuration(text.toStdString()));
    }

    void longTimesHaveMinutesHoursAndDays() {
        QCOMPARE(parseLongDuration("10m"), std::optional(Nanoseconds(600'000'000'000)));
        QCOMPARE(parseLongDuration(" 1.5 min"), std::optional(Nanoseconds(90'000'000'000)));
        QCOMPARE(parseLongDuration("2h"), std::optional(Nanoseconds(7'200'000'000'000)));
        QCOMPARE(parseLongDuration("1d"), std::optional(Nanoseconds(86'400'000'000'000)));
        QCOMPARE(parseLongDuration("250ms"), std::optional(Nanoseconds(250'000'000)));
        for (const char* const text : {"m", "1 hour", "nan m", "1e300d", "20000d", "10m30s"})
            QVERIFY2(!parseLongDuration(text), text);
        QVERIFY(!parseDuration("10m"));
    }

    /// A message that cuts what it quotes stays UTF-8.
    void textsAreCutBetweenCharacters() {
        const std::string text = std::string(39, 'a') + "é€𝄞";
        QCOMPARE(firstBytes(text, 38), std::string_view(text).substr(0, 38));
        QCOMPARE(firstBytes(text, 40), std::string_view(text).substr(0, 39));
        QCOMPARE(firstBytes(text, 41), std::string_view(text).substr(0, 41));
        QCOMPARE(firstBytes(text, 43), std::string_view(text).substr(0, 41));
        QCOMPARE(firstBytes(text, 47), std::string_view(text).substr(0, 44));
        QCOMPARE(firstBytes(text, 48), std::string_view(text));
        QCOMPARE(firstBytes("", 5), std::string_view());
        const std::string broken(50, '\x80'); // no UTF-8: cut all the same
        QCOMPARE(firstBytes(broken, 40).size(), std::size_t{40});
        QCOMPARE(inQuotes(text), "'" + std::string(39, 'a') + "…'");
        QCOMPARE(requireEntry(sleepCatalog(), std::string(39, 'a') + "é", "strategy").error().what,
                 "unknown strategy '" + std::string(39, 'a') + "…'");
        QCOMPARE(requireEntry(sleepCatalog(), "a\nb\x1b[m", "strategy").error().what,
                 std::string("unknown strategy 'a?b?[m'"));
    }

    void durationTextReadsBack() {
        for (const std::int64_t value : std::initializer_list<std::int64_t>{
                 0, 1, 999, 1'000, 1'001, 250'000, 16'667'000, 16'666'667, 1'000'000'000, 2'500'000'000,
                 123'456'789'012, -3'000, 999'999'999'999'999'999}) {
            const std::string text = durationText(Nanoseconds(value));
            QVERIFY2(parseDuration(text) == Nanoseconds(value), text.c_str());
        }
        QCOMPARE(durationText(Nanoseconds(250'000)), std::string("250us"));
        QCOMPARE(durationText(Nanoseconds(100'000'000'000'000)), std::string("100000s"));
        QCOMPARE(durationText(Nanoseconds(-100'000'000'000'000)), std::string("-100000s"));
        QCOMPARE(durationText(Nanoseconds(1'500'000)), std::string("1.5ms"));
    }

    void numbersIgnoreTheLocale() {
        const char* old = std::setlocale(LC_ALL, nullptr);
        const std::string before = old != nullptr ? old : "C";
        for (const char* name : {"de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "C"}) {
            std::setlocale(LC_ALL, name); // where it is not installed the row runs in the locale before
            QCOMPARE(*parseDouble("59.94"), 59.94);
            QCOMPARE(numberText(59.94), std::string("59.94"));
            QVERIFY(!parseDouble("59,94"));
        }
        std::setlocale(LC_ALL, before.c_str());
    }

    void durationsForPeople_data() {
        QTest::addColumn<double>("value");
        for (const auto& [text, value] :
             std::initializer_list<std::pair<const char*, double>>{{"35 ns", 35},
                                                                   {"1.20 µs", 1200},
                                                                   {"104.0 µs", 104'000},
                                                                   {"16.67 ms", 16'666'667},
                                                                   {"−1.20 µs", -1200},
                                                                   {"1.00 s", 1e9},
                                                                   {"0 ns", -0.2},
                                                                   {"999.9 µs", 999'900}})
            QTest::newRow(text) << value;
    }
    void durationsForPeople() {
        QFETCH(double, value);
        QCOMPARE(QString::fromStdString(said::duration(value)), QString::fromUtf8(QTest::currentDataTag()));
    }

    void numbersForPeopleHaveNoExponent() {
        QCOMPARE(plainNumberText(1e6), std::string("1000000"));
        QCOMPARE(plainNumberText(100'000), std::string("100000"));
        QCOMPARE(plainNumberText(0.05), std::string("0.05"));
        QCOMPARE(plainNumberText(-2.5), std::string("-2.5"));
        QCOMPARE(plainNumberText(0), std::string("0"));
        QCOMPARE(plainNumberText(1e300), std::string("1e+300"));
        QCOMPARE(decimalText(-0.0001, 2), std::string("0.00"));
        QCOMPARE(said::shortDuration(1000), std::string("1 µs"));
        QCOMPARE(said::shortDuration(1.5e6), std::string("1.5 ms"));
        QCOMPARE(said::shortDuration(250'000), std::string("250 µs"));
        QCOMPARE(said::shortDuration(20), std::string("20 ns"));
        QCOMPARE(said::shortDuration(166'667), std::string("166.7 µs"));
        ParameterInfo info;
        info.unit = Unit::Count;
        info.minimum = info.standard = 1;
        info.maximum = 1e6;
        QCOMPARE(rangeText(info), std::string("1 … 1000000, default 1"));
    }

    void parametersAreCheckedAgainstTheirRange() {
        const SleepEntry* entry = findEntry(sleepCatalog(), "precise-sleep");
        const int x = parameterIndex(entry->parameters, "x");
        QVERIFY(x >= 0);
        const ParameterInfo& info = entry->parameters[static_cast<std::size_t>(x)];
        QCOMPARE(parseParameter(info, "2.5").value(), 2.5);
        for (const char* bad : {"-1", "nan", "1e308", "inf", "", "two", "101"}) {
            const auto refused = parseParameter(info, bad);
            QVERIFY2(!refused, bad);
            QCOMPARE(refused.error().code, ErrorCode::Usage);
            QCOMPARE(refused.error().message().find("x "), std::size_t{0});
            QVERIFY(refused.error().message().find("0 … 100") != std::string::npos);
        }
        const int form = parameterIndex(entry->parameters, "form");
        const ParameterInfo& choice = entry->parameters[static_cast<std::size_t>(form)];
        QCOMPARE(parseParameter(choice, "printed").value(), 0.0);
        QVERIFY(!parseParameter(choice, "0"));
        QCOMPARE(parameterText(choice, 1), std::string("mended"));
        QVERIFY(parameterIndex(entry->parameters, "nothing") < 0);
    }

    void everyDefaultIsInItsRange() {
        RunPlan plan = standardPlan();
        QVERIFY(checkPlan(plan).ok());
        for (const SleepEntry& entry : sleepCatalog()) {
            QVERIFY(entry.parameters.size() <= ParameterValues::kMaximum);
            QVERIFY(checkParameters(entry.parameters, ParameterValues(entry.parameters), entry.id).ok());
            for (const ParameterInfo& info : entry.parameters)
                QCOMPARE(parseParameter(info, parameterText(info, info.standard)).value(), info.standard);
        }
    }

    void aParameterMayNeedAChoiceOfAnother() {
        std::vector<ParameterInfo> infos(3);
        infos[0].name = "how";
        infos[0].choices = {"fast", "slow"};
        infos[1].onlyWith = "how=fast";
        infos[2].onlyWith = "how=slow";
        ParameterValues values(infos);
        QVERIFY(parameterApplies(infos, 0, values));
        QVERIFY(parameterApplies(infos, 1, values) && !parameterApplies(infos, 2, values));
        values.set(0, 1);
        QVERIFY(!parameterApplies(infos, 1, values) && parameterApplies(infos, 2, values));
        QCOMPARE(onlyWithText(infos[2]), std::string("how=slow"));
        QCOMPARE(onlyWithText(infos[0]), std::string());
    }

    void aParameterMayNeedOneOfSeveralChoices() {
        std::vector<ParameterInfo> infos(2);
        infos[0].name = "how";
        infos[0].choices = {"fast", "slow", "slower", "slow|est"};
        infos[1].onlyWith = "how=fast|slow";
        ParameterValues values(infos);
        for (std::size_t choice = 0; choice < 4; ++choice) {
            values.set(0, static_cast<double>(choice));
            QCOMPARE(parameterApplies(infos, 1, values), choice < 2);
        }
        QCOMPARE(onlyWithText(infos[1]), std::string("how=fast or slow"));
    }

    void everyConditionNamesAChoiceOfItsList() {
        for (const SleepEntry& entry : sleepCatalog()) {
            for (const ParameterInfo& info : entry.parameters) {
                const std::size_t equals = info.onlyWith.find('=');
                const int other = parameterIndex(entry.parameters, info.onlyWith.substr(0, equals));
                if (info.onlyWith.empty())
                    continue;
                QVERIFY2(equals != std::string_view::npos && other >= 0, std::string(info.name).c_str());
                std::string_view rest = info.onlyWith.substr(equals + 1);
                for (std::size_t bar = 0; bar != std::string_view::npos;) {
                    bar = rest.find('|');
                    QVERIFY(parseParameter(entry.parameters[static_cast<std::size_t>(other)],
                                           rest.substr(0, bar)));
                    rest.remove_prefix(bar == std::string_view::npos ? 0 : bar + 1);
                }
            }
        }
    }

    void aPlanThatCannotRunIsRefusedByItsField_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QByteArray>("field");
        const std::array<const char*, 9> fields{"strategy",  "policy", "work",  "machine", "frames",
                                                "tolerance", "load",   "slack", "cpu"};
        for (int i = 0; i < 9; ++i)
            QTest::newRow(fields[static_cast<std::size_t>(i)])
                << i << QByteArray(fields[static_cast<std::size_t>(i)]);
    }
    void aPlanThatCannotRunIsRefusedByItsField() {
        QFETCH(int, which);
        QFETCH(QByteArray, field);
        RunPlan plan = standardPlan();
        switch (which) {
        case 0:
            plan.strategy.id = "sleepy";
            break;
        case 1:
            plan.policy.id = "lazy";
            break;
        case 2:
            plan.work.id = "hard";
            break;
        case 3:
            plan.machine.id = "there";
            break;
        case 4:
            plan.frames = -1;
            break;
        case 5:
            plan.tolerance = Nanoseconds(-1);
            break;
        case 6:
            plan.load = 1000;
            break;
        case 7:
            plan.thread.slack = Nanoseconds(0);
            break;
        default:
            plan.thread.cpu = 100'000;
            break;
        }
        const auto checked = checkPlan(plan);
        QVERIFY(!checked);
        QVERIFY2(checked.error().what.find(field.toStdString()) != std::string::npos,
                 checked.error().what.c_str());
        QCOMPARE(checked.error().message().find('\n'), std::string::npos);
    }

    void whatThisMachineLacksIsRefusedWithTheReason() {
        if (sleepSupport(*findEntry(sleepCatalog(), "hires-timer"), "here").available)
            QSKIP("this machine has high-resolution timers");
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("hires-timer");
        const auto checked = checkPlan(plan);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::Unsupported);
        plan.machine = machineChoice("windows-hires");
        QVERIFY(checkPlan(plan).ok());
    }
};

JITTERSCOPE_TEST(ParseTest)

} // namespace jitterscope::parse_test

#include "parse_test.moc"
