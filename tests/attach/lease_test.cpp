// SPDX-License-Identifier: MIT
#include "core/attach/heard_loop.h"
#include "core/attach/listening.h"
#include "core/platform/system_time.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unistd.h>

namespace jitterscope::lease_test {

using listen::Call;

namespace {

/// What a program of ours printed that was listened to, while a cure was asked for as soon as its site was
/// known.
struct Leased {
    QByteArray out;
    int status = -1;
    bool asked = false;
    std::vector<listen::Row> rows; ///< of the call that the cure is for
};

/// Runs `attach_loops KIND FRAMES` with a cure for the wait that it makes with `call`, for `longest` at most.
/// Behind the listener, a library counts the waits that are still the program's own.
Leased leasedTo(const char* kind, Call call, std::uint32_t cure,
                Nanoseconds longest = std::chrono::hours{1}) {
    Leased leased;
    Result<std::unique_ptr<Listening>> listening = Listening::begin();
    if (!listening)
        return leased;
    QTemporaryDir folder;
    const QByteArray out = folder.filePath("out").toUtf8();
    Environment environment = listening.value()->environment(JITTERSCOPE_COUNT_WAITS);
    const std::vector<std::string> words{
        "sh", "-c", "exec \"$@\" > \"$0\"", out.toStdString(), JITTERSCOPE_LOOPS, kind, "200"};
    Result<std::unique_ptr<ChildProgram>> child = startProgram("/bin/sh", words, environment);
    if (!child)
        return leased;
    SystemTime time;
    std::optional<std::size_t> program;
    LeaseTerms terms;
    std::optional<TimePoint> begin;
    while (!child.value()->end()) {
        listening.value()->take();
        const std::vector<HeardProgram>& programs = listening.value()->programs();
        for (std::size_t i = 0; i < programs.size() && !program; ++i) {
            for (const HeardThread& thread : programs[i].threads) {
                for (const listen::Row& row : thread.rows) {
                    if (row.call == call && programs[i].name == "attach_loops") {
                        program = i;
                        terms = {.thread = thread.thread, .cures = cure, .site = row.site};
                    }
                }
            }
        }
        if (program) {
            begin = begin.value_or(time.now());
            terms.cures = time.now() - *begin < longest ? cure : 0;
            listening.value()->lease(*program, terms, time.now().time_since_epoch().count());
            leased.asked = true;
        }
        time.sleepFor(std::chrono::milliseconds{2}, SleepKind::Relative);
    }
    listening.value()->take();
    for (const HeardProgram& each : listening.value()->programs()) {
        for (const HeardThread& thread : each.threads)
            std::ranges::copy_if(thread.rows, std::back_inserter(leased.rows),
                                 [call](const listen::Row& row) { return row.call == call; });
    }
    leased.status = child.value()->end()->status;
    QFile file(QString::fromUtf8(out));
    if (file.open(QIODevice::ReadOnly))
        leased.out = file.readAll();
    return leased;
}

int callsIn(const QByteArray& out, const char* call) {
    const qsizetype at = out.indexOf(QByteArray(call) + ' ');
    return at < 0
               ? -1
               : out.mid(at + static_cast<qsizetype>(qstrlen(call)) + 1).split(',').first().trimmed().toInt();
}

} // namespace

class LeaseTest : public QObject {
    Q_OBJECT

private slots:
    /// A loop that naps 500 µs at one place and sleeps the rest at another: only the chosen one is replaced.
    void anExactWaitIsAtItsSiteAlone_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("call");
        QTest::addColumn<QByteArray>("counted");
        QTest::addColumn<bool>("replaced");
        QTest::newRow("a sleep") << QByteArray("two") << static_cast<int>(Call::Nanosleep)
                                 << QByteArray("nanosleep") << true;
        QTest::newRow("a poll of no files")
            << QByteArray("poll-none") << static_cast<int>(Call::Poll) << QByteArray("poll") << true;
        QTest::newRow("a select of no files")
            << QByteArray("select-none") << static_cast<int>(Call::Select) << QByteArray("select") << true;
        QTest::newRow("a poll of a file")
            << QByteArray("poll-file") << static_cast<int>(Call::Poll) << QByteArray("poll") << false;
    }
    void anExactWaitIsAtItsSiteAlone() {
        QFETCH(QByteArray, kind);
        QFETCH(int, call);
        QFETCH(QByteArray, counted);
        QFETCH(bool, replaced);
        const Leased leased = leasedTo(kind.constData(), static_cast<Call>(call), listen::Lease::Exact);
        QVERIFY(leased.asked);
        QCOMPARE(leased.status, 7);
        QCOMPARE(callsIn(leased.out, "usleep"), 200); // the other place
        const int own = callsIn(leased.out, counted.constData());
        QVERIFY2(replaced ? own > 0 && own < 200 : own == 200, leased.out.constData());
    }
    /// Without the cure every wait is the program's own.
    void withoutItNothingIsReplaced() {
        const Leased leased = leasedTo("two", Call::Nanosleep, 0);
        QCOMPARE(callsIn(leased.out, "usleep"), 200);
        QCOMPARE(callsIn(leased.out, "nanosleep"), 200);
    }
    /// A handler that jumps out of an exact wait leaves nothing of it behind, and the next ones are exact
    /// too.
    void aJumpOutOfAnExactWait() {
        const Leased leased = leasedTo("jump", Call::Nanosleep, listen::Lease::Exact);
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("may be cancelled: 1\n"), leased.out.constData());
        const int own = callsIn(leased.out, "nanosleep");
        QVERIFY2(own > 0 && own < 100, leased.out.constData());
    }
    /// Many yields in a row are written down as one. Those with work between them are not in a row.
    void yieldsWithWorkBetweenThemAreApart() {
        const Leased leased = leasedTo("yields", Call::Yield, 0);
        QCOMPARE(leased.status, 7);
        QVERIFY(leased.rows.size() >= 400);
        QVERIFY(std::ranges::all_of(leased.rows, [](const listen::Row& row) { return row.asked == 1; }));
    }
    /// A read is a wait while its file is a timer. When it ends is known by the clock that cannot be set.
    void timersAreFilesUntilTheyAreClosed() {
        const Leased leased = leasedTo("timers", Call::TimerRead, 0);
        QCOMPARE(leased.status, 7);
        QCOMPARE(leased.rows.size(), std::size_t{200});
        for (std::size_t i = 0; i < leased.rows.size(); ++i) {
            const listen::Row& row = leased.rows[i];
            if (i % 2 == 0)
                QCOMPARE(row.asked, std::int64_t{0}); // not known
            else
                QVERIFY(row.asked - row.begin <= 2'000'000 && row.asked > row.begin - 1'000'000'000);
        }
    }
    /// A program that starts many others one after the other does not fill the memory with their files.
    void whatHasEndedGivesItsMemoryBack() {
        Result<std::unique_ptr<Listening>> listening = Listening::begin();
        QVERIFY(listening);
        const Environment environment = listening.value()->environment({});
        const auto folder = std::ranges::find(environment, std::string(listen::kFolderVariable),
                                              &Environment::value_type::first);
        const std::vector<std::string> words{"sh", "-c",
                                             "for i in 1 2 3 4 5 6 7 8 9 10; do " JITTERSCOPE_LOOPS
                                             " rest 2 > /dev/null; done; exec sleep 1"};
        Result<std::unique_ptr<ChildProgram>> child = startProgram("/bin/sh", words, environment);
        QVERIFY(child);
        SystemTime time;
        qsizetype files = 0;
        qsizetype mapped = 0;
        while (!child.value()->end()) {
            listening.value()->take();
            QFile maps("/proc/self/maps");
            QVERIFY(maps.open(QIODevice::ReadOnly));
            mapped = maps.readAll().count(QByteArray::fromStdString(folder->second));
            files = QDir(QString::fromStdString(folder->second)).entryList(QDir::Files).size();
            time.sleepFor(std::chrono::milliseconds{20}, SleepKind::Relative);
        }
        const auto heard = std::ranges::count(listening.value()->programs(), std::string("attach_loops"),
                                              &HeardProgram::name);
        QCOMPARE(heard, 10);
        QCOMPARE(files, 0);
        QVERIFY2(mapped <= 1, qPrintable(QString::number(mapped))); // the one that still runs
    }
    /// By which clock a condition waits it does not tell; its limit is known all the same.
    void aConditionsLimitIsKnownByEitherClock_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("monotonic") << QByteArray("condition");
        QTest::newRow("real") << QByteArray("condition-wall");
    }
    void aConditionsLimitIsKnownByEitherClock() {
        QFETCH(QByteArray, kind);
        const Leased leased = leasedTo(kind.constData(), Call::CondWait, 0);
        QCOMPARE(leased.status, 7);
        QCOMPARE(leased.rows.size(), std::size_t{200});
        // 5 ms, less what it was interrupted for before it called.
        const auto known = std::ranges::count_if(leased.rows, [](const listen::Row& row) {
            return row.asked - row.begin > 1'000'000 && row.asked - row.begin <= 6'000'000;
        });
        QVERIFY2(known > 100, qPrintable(QString::number(known)));
    }
    /// A process may have become another program before it was first heard of: that one is listened to.
    void aProcessThatHasBecomeAnotherIsHeard() {
        Result<std::unique_ptr<Listening>> listening = Listening::begin();
        QVERIFY(listening);
        Result<std::unique_ptr<ChildProgram>> child =
            startProgram("/bin/sh", {"sh", "-c", "exec " JITTERSCOPE_LOOPS " rest 80 > /dev/null"},
                         listening.value()->environment({}));
        QVERIFY(child);
        SystemTime time;
        time.sleepFor(std::chrono::milliseconds{300}, SleepKind::Relative);
        while (!child.value()->end()) {
            listening.value()->take();
            time.sleepFor(std::chrono::milliseconds{20}, SleepKind::Relative);
        }
        listening.value()->take();
        const auto heard = std::ranges::find(listening.value()->programs(), std::string("attach_loops"),
                                             &HeardProgram::name);
        QVERIFY(heard != listening.value()->programs().end());
        QCOMPARE(heard->threads.size(), std::size_t{1});
        QVERIFY(std::ranges::count(heard->threads[0].rows, Call::Nanosleep, &listen::Row::call) == 80);
    }
    /// Who may enter the class by a limit, but has no right to take off its flag, leaves it all the same.
    void theClassIsPutBackWithoutRights() {
        const Leased leased =
            leasedTo("drops", Call::Nanosleep, listen::Lease::Realtime, std::chrono::milliseconds{300});
        if (leased.status == 8 || leased.out.contains("was 0"))
            QSKIP("it may not enter the class, or not become nobody");
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("real-time: was 1, is 0"), leased.out.constData());
    }
    /// Which slack a program has that is started in the place of a cured one.
    void exec_data() {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind :
             {"execve", "execv", "execvp", "execvpe", "execl", "execlp", "execle", "fexecve"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void exec() {
        QFETCH(QByteArray, kind);
        const Leased leased = leasedTo(kind.constData(), Call::Nanosleep, listen::Lease::Slack);
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("slack kept: 1\n"), leased.out.constData());
        QCOMPARE(leased.out.count("slack: 50000\n"), 2); // of the child, and of the program
    }
    /// A thread that begins while a cure is in force gets none of it, and who begins it keeps the cure.
    void aNewThreadInheritsNothing() {
        const Leased leased = leasedTo("starts", Call::Nanosleep, listen::Lease::Slack);
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("slack of a thread: 50000\n"), leased.out.constData());
        QVERIFY2(leased.out.contains("its own: 1\n"), leased.out.constData());
    }
};

JITTERSCOPE_TEST(LeaseTest)

} // namespace jitterscope::lease_test

#include "lease_test.moc"
