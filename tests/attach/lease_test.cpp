// SPDX-License-Identifier: MIT
#include "core/attach/heard_loop.h"
#include "core/attach/listening.h"
#include "core/platform/system_time.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QtTest>

#include <algorithm>
#include <cerrno>
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
    std::uint32_t refused = 0;
    int refusal = 0;               ///< errno
    std::vector<listen::Row> rows; ///< of the call that the cure is for
};

struct Terms {
    Call call = Call::Nanosleep; ///< the cure is for the wait that it makes with this
    std::uint32_t cure = 0;
    Nanoseconds longest = std::chrono::hours{1}; ///< the cure is asked for at most for this long
    bool dies = false; ///< after that, nothing is said any more, as if Jitterscope had been killed
};

/// Runs a program of ours, with a cure as the terms say. Behind the listener, a library counts the waits that
/// are still the program's own.
Leased leasedTo(const std::vector<std::string>& command, const Terms& wanted) {
    Leased leased;
    Result<std::unique_ptr<Listening>> listening = Listening::begin();
    if (!listening)
        return leased;
    QTemporaryDir folder;
    const QByteArray out = folder.filePath("out").toUtf8();
    Environment environment = listening.value()->environment(JITTERSCOPE_COUNT_WAITS);
    std::vector<std::string> words{"sh", "-c", "exec \"$@\" > \"$0\"", out.toStdString()};
    words.insert(words.end(), command.begin(), command.end());
    const std::string name = command[0].substr(command[0].rfind('/') + 1);
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
                    if (row.call == wanted.call && programs[i].name == name) {
                        program = i;
                        terms = {.thread = thread.thread, .cures = wanted.cure, .site = row.site};
                    }
                }
            }
        }
        if (program) {
            begin = begin.value_or(time.now());
            const bool wants = time.now() - *begin < wanted.longest;
            terms.cures = wants ? wanted.cure : 0;
            if (wants || !wanted.dies)
                listening.value()->lease(*program, terms);
            leased.asked = true;
        }
        time.sleepFor(std::chrono::milliseconds{2}, SleepKind::Relative);
    }
    listening.value()->take();
    if (program) {
        leased.refused = listening.value()->refused(*program);
        leased.refusal = listening.value()->refusal(*program);
    }
    for (const HeardProgram& each : listening.value()->programs()) {
        for (const HeardThread& thread : each.threads)
            std::ranges::copy_if(thread.rows, std::back_inserter(leased.rows),
                                 [&wanted](const listen::Row& row) { return row.call == wanted.call; });
    }
    leased.status = child.value()->end()->status;
    QFile file(QString::fromUtf8(out));
    if (file.open(QIODevice::ReadOnly))
        leased.out = file.readAll();
    return leased;
}

/// `attach_loops KIND 200`.
Leased leasedTo(const char* kind, Call call, std::uint32_t cure) {
    return leasedTo({JITTERSCOPE_LOOPS, kind, "200"}, {.call = call, .cure = cure});
}

/// `attach_settings KIND WHAT`, cured accordingly.
Leased settingsWith(const QByteArray& kind, const char* what, Nanoseconds longest = std::chrono::hours{1},
                    bool dies = false) {
    const std::uint32_t cure = kind == "slack"   ? CureBit::Slack
                               : kind == "class" ? CureBit::Realtime
                                                 : CureBit::Pin;
    return leasedTo({JITTERSCOPE_SETTINGS, kind.toStdString(), what},
                    {.cure = cure, .longest = longest, .dies = dies});
}

/// What it says that it has, without who says it.
QByteArray saidBy(const QByteArray& out, const char* who) {
    const qsizetype at = out.indexOf(QByteArray(who) + ": slack");
    return at < 0 ? QByteArray() : out.mid(at + static_cast<qsizetype>(qstrlen(who))).split('\n').first();
}

constexpr Nanoseconds kShortly = std::chrono::milliseconds{300};

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
        const Leased leased = leasedTo(kind.constData(), static_cast<Call>(call), CureBit::Exact);
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
    /// A program that is told to be quiet writes nothing down, holds its cures nevertheless, and can be told
    /// to write again.
    void aQuietProgramHoldsItsCures() {
        Result<std::unique_ptr<Listening>> begun = Listening::begin();
        QVERIFY(begun);
        Listening& listening = *begun.value();
        Result<std::unique_ptr<ChildProgram>> child =
            startProgram("/bin/sh", {"sh", "-c", "exec " JITTERSCOPE_LOOPS " rest 3000 > /dev/null"},
                         listening.environment({}));
        QVERIFY(child);
        SystemTime time;
        std::optional<std::size_t> program;
        LeaseTerms terms{.thread = 0, .cures = CureBit::Exact, .site = 0, .period = 0};
        const auto waitUntil = [&](const auto& happened) {
            const TimePoint begin = time.now();
            while (!happened() && time.now() - begin < std::chrono::seconds{20}) {
                listening.take();
                if (program)
                    listening.lease(*program, terms);
                time.sleepFor(std::chrono::milliseconds{10}, SleepKind::Relative);
            }
            return happened();
        };
        const auto rowsOf = [&listening](std::size_t which) {
            std::size_t rows = 0;
            for (const HeardThread& thread : listening.programs()[which].threads)
                rows += thread.rows.size();
            return rows;
        };
        QVERIFY(waitUntil([&] {
            for (std::size_t i = 0; i < listening.programs().size(); ++i) {
                const std::vector<HeardThread>& threads = listening.programs()[i].threads;
                if (listening.programs()[i].name != "attach_loops" || threads.empty() ||
                    threads[0].rows.size() < 20)
                    continue;
                const auto sleep = std::ranges::find(threads[0].rows, Call::Nanosleep, &listen::Row::call);
                terms.thread = threads[0].thread;
                terms.site = sleep->site;
                program = i;
            }
            return program.has_value();
        }));
        listening.quieten();
        QVERIFY(waitUntil([&] { return listening.quietCalls(*program) > 0; }));
        listening.take(); // the last rows from before
        const std::size_t rows = rowsOf(*program);
        const std::uint64_t exact = listening.exactWaits(*program);
        const std::uint64_t calls = listening.quietCalls(*program);
        QVERIFY(waitUntil([&] { return listening.exactWaits(*program) > exact + 20; }));
        QVERIFY(listening.quietCalls(*program) > calls + 20);
        QCOMPARE(rowsOf(*program), rows);
        QVERIFY(listening.processorTime(*program, terms.thread) > 0);
        listening.hearAnew();
        QVERIFY(rowsOf(*program) == 0 && listening.rows() == 0);
        QVERIFY(waitUntil([&] { return rowsOf(*program) > 20; }));
        child.value()->askToEnd();
        QVERIFY(waitUntil([&] { return child.value()->end().has_value(); }));
        QCOMPARE(listening.processorTime(*program, terms.thread), std::int64_t{-1});
    }
    /// A handler that jumps out of an exact wait leaves nothing of it behind, and the next ones are exact
    /// too.
    void aJumpOutOfAnExactWait() {
        const Leased leased = leasedTo("jump", Call::Nanosleep, CureBit::Exact);
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
        const Leased leased = settingsWith("class", "gives-up", kShortly);
        if (leased.status == 8 || leased.status == 9)
            QSKIP("it may not enter the class, or not become nobody");
        QCOMPARE(leased.status, 7);
        QVERIFY2(saidBy(leased.out, "after").contains("class 0 at 0"), leased.out.constData());
    }
    /// The thread that guards a cure keeps no rights that the program has given up.
    void nobodyKeepsRights() {
        const Leased leased = settingsWith("class", "drops");
        if (leased.status == 8 || leased.status == 9)
            QSKIP("it may not enter the class, or not become nobody");
        QVERIFY2(leased.out.contains("threads: 1\n"), leased.out.constData());
        QVERIFY2(saidBy(leased.out, "after").contains("class 0 at 0"), leased.out.constData());
    }

    void eachCure_data() {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind : {"slack", "class", "mask"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    /// A cure that is over leaves nothing.
    void allIsPutBack_data() { eachCure_data(); }
    void allIsPutBack() {
        QFETCH(QByteArray, kind);
        const Leased leased = settingsWith(kind, "nothing", kShortly);
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QCOMPARE(leased.status, 7);
        QCOMPARE(saidBy(leased.out, "after"), saidBy(leased.out, "before"));
    }
    /// Threads that begin while a cure is in force get none of it.
    void newThreadsInheritNothing_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("what");
        for (const char* kind : {"slack", "class", "mask"}) {
            for (const char* what : {"threads", "c11", "clone", "raw"})
                QTest::addRow("%s %s", kind, what) << QByteArray(kind) << QByteArray(what);
        }
    }
    void newThreadsInheritNothing() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, what);
        const Leased leased = settingsWith(kind, what.constData());
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QVERIFY2(leased.out.contains("different: 0 of"), leased.out.constData());
    }
    void newProgramsInheritNothing_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("what");
        for (const char* kind : {"slack", "class", "mask"}) {
            for (const char* what : {"spawn", "spawnp", "system", "popen"})
                QTest::addRow("%s %s", kind, what) << QByteArray(kind) << QByteArray(what);
        }
    }
    void newProgramsInheritNothing() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, what);
        const Leased leased = settingsWith(kind, what.constData());
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QVERIFY2(!saidBy(leased.out, "child").isEmpty(), leased.out.constData());
        QCOMPARE(saidBy(leased.out, "child"), saidBy(leased.out, "before"));
    }
    /// A thread that makes no call has its class and its processors back all the same: when the block is
    /// over, and when nobody is heard of any more.
    void whoComputesIsPutBack_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("dies");
        for (const char* kind : {"class", "mask"}) {
            QTest::addRow("%s, over", kind) << QByteArray(kind) << false;
            QTest::addRow("%s, killed", kind) << QByteArray(kind) << true;
        }
    }
    void whoComputesIsPutBack() {
        QFETCH(QByteArray, kind);
        QFETCH(bool, dies);
        const Leased leased = settingsWith(kind, "computes", kShortly, dies);
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("computed until it was over: 1"), leased.out.constData());
        QCOMPARE(saidBy(leased.out, "after"), saidBy(leased.out, "before"));
    }
    /// What the program sets itself while a cure is in force is not undone.
    void itsOwnSettingsStay_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("class") << QByteArray("class") << QByteArray("own-class")
                               << QByteArray("class 2 at 3");
        QTest::newRow("slack") << QByteArray("slack") << QByteArray("own-slack")
                               << QByteArray("slack 777000,");
        QTest::newRow("the cure's slack")
            << QByteArray("slack") << QByteArray("own-slack-1") << QByteArray("slack 1,");
        QTest::newRow("mask") << QByteArray("mask") << QByteArray("own-mask") << QByteArray("processors 1");
        QTest::newRow("slack, set before the class")
            << QByteArray("class") << QByteArray("before-slack") << QByteArray("slack 8000000,");
    }
    void itsOwnSettingsStay() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, kept);
        const Leased leased = settingsWith(kind, what.constData(), kShortly);
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QCOMPARE(leased.status, 7);
        QVERIFY2(saidBy(leased.out, "after").contains(kept), leased.out.constData());
    }
    /// What it has of its own is no worse for a cure: a class above the cure's, and a mask that leaves it one
    /// processor, which may not be the cure's.
    void whatItHasAlreadyIsNoCure_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("class") << QByteArray("class") << QByteArray("before-class");
        QTest::newRow("mask") << QByteArray("mask") << QByteArray("before-mask");
    }
    void whatItHasAlreadyIsNoCure() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, what);
        const Leased leased = settingsWith(kind, what.constData());
        if (saidBy(leased.out, "before").isEmpty())
            QSKIP("it may not have that");
        QCOMPARE(leased.status, 8); // it was never cured
        QVERIFY(leased.refused != 0);
        QCOMPARE(leased.refusal, EALREADY);
        QCOMPARE(saidBy(leased.out, "after"), saidBy(leased.out, "before"));
    }
    /// Nothing of a cure is left when the program allows itself only some system calls: from then on nothing
    /// can be put back.
    void aFilterFindsNoCure_data() { eachCure_data(); }
    void aFilterFindsNoCure() {
        QFETCH(QByteArray, kind);
        const Leased leased = settingsWith(kind, "filter");
        if (leased.status == 8)
            QSKIP("it cannot have this cure here");
        QCOMPARE(leased.status, 7);
        QCOMPARE(saidBy(leased.out, "after"), saidBy(leased.out, "before"));
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
        const Leased leased = leasedTo(kind.constData(), Call::Nanosleep, CureBit::Slack);
        QCOMPARE(leased.status, 7);
        QVERIFY2(leased.out.contains("slack kept: 1\n"), leased.out.constData());
        QCOMPARE(leased.out.count("slack: 50000\n"), 2); // of the child, and of the program
    }
};

JITTERSCOPE_TEST(LeaseTest)

} // namespace jitterscope::lease_test

#include "lease_test.moc"
