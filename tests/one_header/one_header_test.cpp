// SPDX-License-Identifier: MIT
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/sleep/strategies/strategies.h"
#include "core/time/forwarding_time.h"
#include "jitterscope/adaptive_wait.hpp"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace jitterscope::one_header_test {

namespace header = jitterscope::one_header;

namespace {

/// One sleep or spin: what was asked for and what came of it, in ns. Equal logs are equal decisions.
struct Step {
    char kind = ' ';
    std::int64_t asked = 0;
    std::int64_t end = 0;
    bool operator==(const Step&) const = default;
};
using Log = std::vector<Step>;

std::int64_t countOf(TimePoint when) {
    return when.time_since_epoch().count();
}

/// A simulated machine as the library sees it, which notes everything that is asked of it.
class Library final : public ForwardingTime {
public:
    Library(TimeSource& time, Log& log) : ForwardingTime(time), m_log(log) {}
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        const NativeSleep sleep = ForwardingTime::sleepFor(length, kind);
        m_log.push_back({'f', length.count(), countOf(sleep.end)});
        return sleep;
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        const NativeSleep sleep = ForwardingTime::sleepUntil(deadline);
        m_log.push_back({'u', countOf(deadline), countOf(sleep.end)});
        return sleep;
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        const Spin spin = ForwardingTime::spinUntil(deadline, kind);
        m_log.push_back({'s', countOf(deadline), countOf(spin.end)});
        return spin;
    }

private:
    Log& m_log;
};

/// The same as a clock of the header, written out as its head says.
class Header {
public:
    Header(SimulatedTime& time, Log& log) : m_time(time, log) {}
    header::TimePoint now() noexcept { return theirs(m_time.now()); }
    header::TimePoint sleepUntil(header::TimePoint deadline) noexcept {
        const TimePoint until(deadline.time_since_epoch());
        return theirs(m_hires ? m_time.sleepFor(until - m_time.now(), SleepKind::HighResolutionTimer).end
                              : m_time.sleepUntil(until).end);
    }
    header::TimePoint spinUntil(header::TimePoint deadline) noexcept {
        return theirs(m_time.spinUntil(TimePoint(deadline.time_since_epoch()), SpinKind::Pause).end);
    }
    void rehearse() noexcept { m_time.rehearse(); }
    [[nodiscard]] bool stopRequested() const noexcept { return false; }
    std::optional<Nanoseconds> cpuTime() noexcept { return m_time.cpuTime(); }
    [[nodiscard]] Nanoseconds tick() const noexcept {
        return m_time.tick(m_hires ? SleepKind::HighResolutionTimer : SleepKind::Absolute);
    }

private:
    static header::TimePoint theirs(TimePoint when) noexcept {
        return header::TimePoint(when.time_since_epoch());
    }

    Library m_time;
    bool m_hires = m_time.tick(SleepKind::HighResolutionTimer) < m_time.tick(SleepKind::Absolute);
};

struct NamedAim {
    const char* name;
    Aim aim;
};

std::vector<NamedAim> aims() {
    using namespace std::chrono_literals;
    return {{"late share", LateShare()},
            {"few late", LateShare{0.0005, 20us, 200us}},
            {"thrifty", Thrifty{0.01, 2us, 400us}},
            {"budget", CpuBudget{0.04}},
            {"no spin", NoSpin()}};
}

} // namespace

/// The strategy `adaptive` of the catalogue, with an aim in its parameters, waits as the header does with
/// that aim and a clock of its own: every sleep and spin, to the nanosecond.
class OneHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void everyDecisionIsTheSame_data() {
        QTest::addColumn<QByteArray>("machine");
        QTest::addColumn<QByteArray>("later"); // that it becomes half-way, so that alarms are there too
        QTest::newRow("slack1") << QByteArray("linux-slack1") << QByteArray("linux-slack1-loaded");
        QTest::newRow("default") << QByteArray("linux-default-loaded") << QByteArray("linux-rt");
        QTest::newRow("15ms") << QByteArray("windows-15ms") << QByteArray("windows-15ms-loaded");
        QTest::newRow("1ms") << QByteArray("windows-1ms-loaded") << QByteArray("windows-1ms");
        QTest::newRow("hires") << QByteArray("windows-hires") << QByteArray("windows-hires-loaded");
        QTest::newRow("fake") << QByteArray("fake-scheduler") << QByteArray("fake-scheduler");
    }
    void everyDecisionIsTheSame() {
        QFETCH(QByteArray, machine);
        QFETCH(QByteArray, later);
        std::size_t slept = 0;
        for (const std::int64_t period : {16'666'667, 4'166'667, 1'000'000, 100'000}) {
            for (const NamedAim& aim : aims())
                slept += compare(machine.constData(), later.constData(), Nanoseconds(period), aim);
        }
        QVERIFY(slept > 4 * kFrames);
    }

private:
    static constexpr int kFrames = 4'000;

    /// Runs both; returns the number of sleeps.
    static std::size_t compare(const char* machine, const char* later, Nanoseconds period,
                               const NamedAim& aim) {
        const auto before = makeSimulatedTime(machineChoice(machine), 23).value();
        const auto again = makeSimulatedTime(machineChoice(machine), 23).value();
        const auto model = modelOf(machineChoice(later)).value();
        Log expected;
        Log log;
        Library library(*before, expected);
        Header clock(*again, log);
        const SleepEntry& adaptive = *findEntry(sleepCatalog(), "adaptive");
        ParameterValues values(adaptive.parameters);
        setAim(values, aim.aim);
        const auto ours = adaptive.make(library, values);
        header::AdaptiveWait<Header> theirs(clock);
        theirs.aim(aim.aim);
        std::size_t sleeps = 0;
        TimePoint due = before->now();
        static_cast<void>(again->now());
        for (int i = 0; i < kFrames; ++i) {
            if (i == kFrames / 2) {
                before->become(*model);
                again->become(*model);
            }
            // A menu is open now and then, and the frame after it takes too long.
            due += i % 500 == 499 ? 20 * period : i % 500 == 0 ? Nanoseconds{1} : period;
            ours->sleepUntil(due);
            theirs.until(header::TimePoint(due.time_since_epoch()));
            if (expected != log || ours->estimate().margin != theirs.margin()) {
                QTest::qFail(
                    qPrintable(QString("%1, %2 ns, frame %3").arg(aim.name).arg(period.count()).arg(i)),
                    __FILE__, __LINE__);
                return 0;
            }
            sleeps += static_cast<std::size_t>(std::ranges::count(log, 'u', &Step::kind) +
                                               std::ranges::count(log, 'f', &Step::kind));
            expected.clear();
            log.clear();
        }
        return sleeps;
    }
};

JITTERSCOPE_TEST(OneHeaderTest)

} // namespace jitterscope::one_header_test

#include "one_header_test.moc"
