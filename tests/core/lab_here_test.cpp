// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/lab/lab.h"
#include "core/machine/energy.h"
#include "core/platform/clock_readings.h"
#include "core/platform/own_system.h"
#include "core/run/job.h"
#include "tests/core/lab_figures.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::lab_here_test {

using namespace std::chrono_literals;

namespace {

/// Cancels itself when the computation reports for the first time.
class ImpatientJob final : public JobControl {
public:
    void report(double done, std::string what) override {
        JobControl::report(done, std::move(what));
        cancel();
    }
};

/// Keeps what it is told of the progress.
class WatchedJob final : public JobControl {
public:
    std::vector<double> shares;

    void report(double done, std::string what) override {
        JobControl::report(done, std::move(what));
        shares.push_back(done);
    }
};

/// Knobs with which it takes a moment.
ParameterValues quickValues(const LabEntry& entry) {
    ParameterValues values(entry.knobs);
    values.setIfThere("asked", 100'000);
    if (entry.id == "audio")
        values.set("frame", 2e6);
    values.setIfThere("rate", 240);
    return values;
}

constexpr bool kHasSlack = kOwnSystem == SystemFamily::Linux;

} // namespace

/// Labs measured on this machine: what holds on any machine, however busy.
class LabHereTest : public QObject {
    Q_OBJECT

    static void addLabs() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog()) {
            if (entry.measure != nullptr)
                QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
        }
    }
    static const LabEntry& entryOf(const QString& id) { return *findEntry(labCatalog(), id.toStdString()); }

private slots:
    /// Windows' sleeps have no slack.
    void threeLabsAreMeasuredHereAndTheSlackOfLinux() {
        QStringList ids;
        for (const LabEntry& entry : labCatalog()) {
            if (entry.measure != nullptr)
                ids << QString::fromUtf8(entry.id.data());
        }
        QStringList expected{"audio", "melting", "clocks"};
        if (kHasSlack)
            expected.prepend("sleep");
        QCOMPARE(ids, expected);
    }

    /// The picture is made of the same tables and lines, so that it can show either.
    void itGivesWhatTheSimulatedOneGives_data() { addLabs(); }
    void itGivesWhatTheSimulatedOneGives() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const ParameterValues values = quickValues(entry);
        WatchedJob job;
        const LabResult simulated = runLab(entry, values).value();
        const LabResult measured = measureLab(entry, values, job).value();
        QVERIFY(measured.measured && !simulated.measured);
        for (const Table& table : simulated.tables) {
            const Table& same = measured.table(table.id);
            QCOMPARE(same.columns.size(), table.columns.size());
            for (std::size_t i = 0; i < table.columns.size(); ++i)
                QCOMPARE(same.columns[i].name, table.columns[i].name);
            QVERIFY(!same.rows.empty());
        }
        for (const LabSeries& line : measured.series) {
            QVERIFY(!line.points.empty());
            for (const LabPoint& point : line.points)
                QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
        }
        QVERIFY(std::isfinite(measured.answer) && measured.answer >= 0);
        QVERIFY(measured.explanation.size() >= 3 && measured.explanation.size() <= 6);
        for (const LabSentence& each : measured.explanation)
            QVERIFY2(each.text.ends_with('.') && each.text.find("nan") == std::string::npos,
                     each.text.c_str());
        QVERIFY(entry.measureSeconds > 0);
        // Progress is seen: at least each quarter of it.
        QVERIFY(job.shares.size() >= 4 && std::ranges::is_sorted(job.shares));
        double before = 0;
        for (const double share : job.shares) {
            QVERIFY(share - before <= 0.25 && share <= 1);
            before = share;
        }
        QVERIFY(before >= 0.75);
        for (const std::string_view knob : entry.measuredKnobs)
            QVERIFY2(parameterIndex(entry.knobs, knob) >= 0, knob.data());
    }

    void aCancelledOneGivesNothing_data() { addLabs(); }
    void aCancelledOneGivesNothing() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        ImpatientJob job;
        const Result<LabResult> result = measureLab(entry, ParameterValues(entry.knobs), job);
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }

    void whatCannotBeMeasuredIsRefused() {
        JobControl job;
        const LabEntry& well = entryOf(QStringLiteral("well"));
        QCOMPARE(measureLab(well, ParameterValues(well.knobs), job).error().code, ErrorCode::Unsupported);
        const LabEntry& audio = entryOf(QStringLiteral("audio"));
        ParameterValues wrong(audio.knobs);
        wrong.set(0, audio.knobs[0].maximum + 1);
        QCOMPARE(measureLab(audio, wrong, job).error().code, ErrorCode::Usage);
        const LabEntry& clocks = entryOf(QStringLiteral("clocks"));
        ParameterValues elsewhere(clocks.knobs);
        elsewhere.set("clock", 4); // the tick count, which one system alone has
        const auto has = [](std::string_view name) {
            return std::ranges::find(systemClocks(), name, &SystemClock::name) != systemClocks().end();
        };
        const Result<LabResult> tickCount = measureLab(clocks, elsewhere, job);
        QCOMPARE(tickCount.ok(), has("tick-count"));
        QVERIFY(tickCount.ok() || tickCount.error().code == ErrorCode::Unsupported);
    }

    void thePartsOfASleepAddUp() {
        if (!kHasSlack)
            QSKIP("the sleeps of this system have no slack");
        const LabEntry& entry = entryOf(QStringLiteral("sleep"));
        ParameterValues values(entry.knobs);
        values.set("asked", 200'000);
        JobControl job;
        const LabResult result = measureLab(entry, values, job).value();
        const Table& sleeps = result.table("timeline");
        for (std::size_t i = 0; i < sleeps.rows.size(); ++i) {
            const double parts =
                sleeps.number(i, "slack_us") + sleeps.number(i, "exit_us") + sleeps.number(i, "queue_us");
            QVERIFY(std::abs(sleeps.number(i, "took_us") - 200 - parts) < 1e-6);
            QVERIFY(sleeps.number(i, "slack_us") <= 50);
            QVERIFY(std::holds_alternative<std::monostate>(sleeps.at(i, "tick_us")));
        }
        QCOMPARE(result.table("slacks").rows.size(), std::size_t{2});
        QCOMPARE(result.table("slacks").at(0, "sleeps"), result.table("slacks").at(1, "sleeps")); // in turn
    }

    /// A difference has its interval, and what is advised promises no more than the slack itself.
    void whatTheSlackGivesIsSaidWithItsInterval() {
        if (!kHasSlack)
            QSKIP("the sleeps of this system have no slack");
        const LabEntry& entry = entryOf(QStringLiteral("sleep"));
        ParameterValues values(entry.knobs);
        values.set("asked", 200'000);
        JobControl job;
        const LabResult result = measureLab(entry, values, job).value();
        const bool said = std::ranges::any_of(result.explanation, [](const LabSentence& sentence) {
            return sentence.text.find("In 95 of 100 such measurements") != std::string::npos;
        });
        QVERIFY(said);
        const std::string advice = lab_figures::plainText(result.explanation.back().text);
        int times = 0;
        for (const lab_figures::Figure& figure : lab_figures::figuresIn(advice)) {
            times += figure.kind == lab_figures::Kind::Time ? 1 : 0;
            QVERIFY2(figure.value <= values["slack"] + 1, advice.c_str());
        }
        QVERIFY2(times >= 2, advice.c_str());
        QCOMPARE(result.advice.call, result.advice.row == 1);
    }

    /// The lab sets nobody's clock, and says so.
    void noClockOfThisMachineIsSet() {
        const LabEntry& clocks = entryOf(QStringLiteral("clocks"));
        JobControl job;
        const LabResult result = measureLab(clocks, ParameterValues(clocks.knobs), job).value();
        QVERIFY2(result.explanation[1].text.starts_with("Nobody set a clock of this machine."),
                 result.explanation[1].text.c_str());
    }

    void aKnobOfTheModelIsNotUsed() {
        const LabEntry& sleep = entryOf(QStringLiteral("sleep"));
        QVERIFY(sleep.uses("slack", true) && !sleep.uses("load", true) && sleep.uses("load", false));
    }

    void theClocksOfTheSystemAreTold() {
        const auto clocks = systemClocks();
        QVERIFY(clocks.size() >= 3);
        QCOMPARE(clocks[0].name, "wall");
        QVERIFY(clocks[0].followsTimeOfDay && !clocks[1].followsTimeOfDay);
        double coarse = 0;
        double fine = 0;
        for (const SystemClock& clock : clocks) {
            const ClockCharacter character = measureClock(clock);
            QVERIFY2(character.cost > 0, clock.name);
            if (std::string_view(clock.name) == "monotonic-coarse")
                coarse = static_cast<double>(character.granularity.count());
            if (std::string_view(clock.name) == "monotonic")
                fine = static_cast<double>(character.granularity.count());
        }
        QVERIFY(fine >= 1 && coarse > 100 * fine); // a tick against the finest there is
    }

    /// Packages are summed; their parts, and what cannot be read, are not.
    void theEnergyOfPackagesIsSummed() {
        QTemporaryDir folder;
        const std::string root = folder.path().toStdString();
        QVERIFY(!EnergyMeter(root).joules());
        const auto write = [&](const char* zone, const char* text) {
            const QString path = folder.filePath(QStringLiteral("sys/class/powercap/") + QLatin1String(zone));
            QVERIFY(QDir().mkpath(path));
            QFile file(path + QStringLiteral("/energy_uj"));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        };
        write("intel-rapl:0", "1500000\n");
        write("intel-rapl:0:0", "700000\n");
        write("intel-rapl:1", "250000\n");
        write("dtpm", "9\n");
        QCOMPARE(EnergyMeter(root).joules().value(), 1.75);
        write("intel-rapl:1", "secret\n");
        QVERIFY(!EnergyMeter(root).joules());
    }
};

JITTERSCOPE_TEST(LabHereTest)

} // namespace jitterscope::lab_here_test

#include "lab_here_test.moc"
