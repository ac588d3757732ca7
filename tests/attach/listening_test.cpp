// SPDX-License-Identifier: MIT
#include "core/attach/listening.h"
#include "core/machine/control_groups.h"
#include "core/platform/system_time.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitterscope::listening_test {

namespace {

/// Listens to a command until it has ended. `each` is called about fifty times a second.
template <typename Each>
std::vector<HeardProgram> heardFrom(const std::vector<std::string>& command, const Each& each, int& status) {
    status = -1;
    Result<std::unique_ptr<Listening>> listening = Listening::begin();
    if (!listening)
        return {};
    std::vector<std::string> words{"env"};
    words.insert(words.end(), command.begin(), command.end());
    Result<std::unique_ptr<ChildProgram>> child =
        startProgram("/usr/bin/env", words, listening.value()->environment({}));
    if (!child)
        return {};
    SystemTime time;
    while (!child.value()->end()) {
        listening.value()->take();
        each(listening.value()->programs());
        time.sleepFor(std::chrono::milliseconds{20}, SleepKind::Relative);
    }
    listening.value()->take();
    status = child.value()->end()->status;
    return listening.value()->programs();
}

std::vector<HeardProgram> heardFrom(const std::vector<std::string>& command, int& status) {
    return heardFrom(
        command, [](const std::vector<HeardProgram>&) {}, status);
}

std::vector<HeardProgram> loopsOf(std::vector<HeardProgram> programs) {
    std::erase_if(programs, [](const HeardProgram& program) { return program.name != "attach_loops"; });
    return programs;
}

/// Whether this command can be run here: `unshare` needs rights.
bool may(const QStringList& command) {
    return QProcess::execute(command.first(), command.mid(1)) == 0;
}

/// A folder that is locked as that of somebody who listens.
class Locked {
public:
    explicit Locked(const QString& path) : m_folder(::open(qPrintable(path), O_RDONLY | O_DIRECTORY)) {
        ::flock(m_folder, LOCK_EX);
    }
    ~Locked() { ::close(m_folder); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    int m_folder;
};

/// Starts a loop with the listener, whether anybody listens or not.
int startLoop(const QString& folder, const char* mask = "022") {
    const QString library = QFileInfo(JITTERSCOPE_CLI).path() + "/libjitterscope-listen.so";
    return QProcess::execute("sh",
                             {"-c", "umask $3; LD_PRELOAD=\"$1\" JITTERSCOPE_LISTEN=\"$2\" \"$0\" rest 2",
                              JITTERSCOPE_LOOPS, library, folder, mask});
}

} // namespace

class ListeningTest : public QObject {
    Q_OBJECT

private slots:
    /// What outlives its listener leaves nothing in memory, and neither does what it starts.
    void whereNobodyListensNothingIsWritten() {
        const QTemporaryDir folder;
        QCOMPARE(startLoop(folder.path()), 7);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
        const Locked locked(folder.path());
        QCOMPARE(startLoop(folder.path()), 7);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }
    /// A umask that takes all rights is the program's, and no reason for silence.
    void filesCanBeOpenedWhateverTheUmask() {
        const QTemporaryDir folder;
        const Locked locked(folder.path());
        QCOMPARE(startLoop(folder.path(), "0277"), 7);
        const QDir::Filters all = QDir::Files | QDir::Hidden | QDir::System;
        const QFileInfoList files = QDir(folder.path()).entryInfoList(all);
        QCOMPARE(files.size(), 1);
        struct stat facts {};
        QCOMPARE(::stat(qPrintable(files[0].filePath()), &facts), 0);
        QCOMPARE(facts.st_mode & 0777U, 0600U);
        const mode_t before = ::umask(0277);
        const Result<std::unique_ptr<PrivateFolder>> made = makePrivateFolder();
        ::umask(before);
        QVERIFY(made);
        QCOMPARE(::stat(made.value()->path().c_str(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777U, 0700U);
    }
    /// A killed listener's folder is removed by the next one; nothing else is, and no link is followed.
    void whatWasLeftIsRemoved() {
        const QTemporaryDir place;
        const QDir at(place.path());
        const auto folder = [&at](const char* name) {
            ::mkdir(qPrintable(at.filePath(name)), 0700);
            QFile file(at.filePath(name) + "/12-0");
            QVERIFY(file.open(QIODevice::WriteOnly));
        };
        folder("jitterscope-listen-killed");
        folder("jitterscope-listen-running"); // another length
        folder("jitterscope-listen-closed");
        folder("jitterscope-others");
        folder("jitterscope-listen-shared");
        QVERIFY(QFile::setPermissions(at.filePath("jitterscope-listen-shared"),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                          QFile::WriteOther));
        QVERIFY(QFile::link(at.filePath("jitterscope-others"), at.filePath("jitterscope-listen-linked")));
        QVERIFY(QFile::link(at.filePath("jitterscope-others/12-0"),
                            at.filePath("jitterscope-listen-killed/link")));
        folder("jitterscope-listen-nobody"); // of another user, where this one may give it away
        const bool given = ::chown(qPrintable(at.filePath("jitterscope-listen-nobody")), 65534, 65534) == 0;
        const Locked locked(at.filePath("jitterscope-listen-closed"));
        qputenv("XDG_RUNTIME_DIR", place.path().toUtf8());
        const std::size_t removed = removeLeftFolders();
        qunsetenv("XDG_RUNTIME_DIR");
        QVERIFY(removed >= 1);
        QVERIFY(!at.exists("jitterscope-listen-killed"));
        QCOMPARE(at.exists("jitterscope-listen-nobody/12-0"), given);
        for (const char* stays :
             {"jitterscope-listen-running/12-0", "jitterscope-listen-closed/12-0", "jitterscope-others/12-0",
              "jitterscope-listen-shared/12-0", "jitterscope-listen-linked/12-0"})
            QVERIFY2(at.exists(stays), stays);
    }
    void attachSaysWhatItRemoved() {
        const QTemporaryDir place;
        QProcessEnvironment variables = environment("C.UTF-8");
        variables.insert("XDG_RUNTIME_DIR", place.path());
        QProcess killed;
        killed.setProcessEnvironment(variables);
        killed.start(JITTERSCOPE_CLI, {"attach", "--", "sh", "-c", "echo ready; exec sleep 2"});
        QVERIFY(killed.waitForReadyRead(20'000));
        killed.kill();
        QVERIFY(killed.waitForFinished());
        const auto folders = [&place] {
            return QDir(place.path()).entryList({"jitterscope-listen-*"}).size();
        };
        QCOMPARE(folders(), 1);
        QProcess next;
        next.setProcessEnvironment(variables);
        next.start(JITTERSCOPE_CLI, {"attach", "--duration", "1s", "--", JITTERSCOPE_LOOPS, "rest", "150"});
        const Called called = finished(next);
        QCOMPARE(called.code, 7);
        QVERIFY2(called.err.simplified().contains(
                     "earlier listening that was killed had left in memory was removed"),
                 called.err.constData());
        QCOMPARE(folders(), 0);
    }
    /// In namespaces of their own, two programs have the same number. Both are heard, and neither is looked
    /// up by that number here.
    void numbersOfOtherNamespacesAreTold() {
        if (!may({"unshare", "--pid", "--fork", "true"}))
            QSKIP("no namespace may be made here (unshare)");
        std::vector<std::int32_t> numbers;
        int status = 0;
        const std::vector<HeardProgram> loops = loopsOf(heardFrom(
            {"sh", "-c",
             "unshare --pid --fork --mount-proc \"$0\" rest 200 & unshare --pid --fork \"$0\" grid 200 & "
             "wait",
             JITTERSCOPE_LOOPS},
            [&numbers](const std::vector<HeardProgram>& programs) {
                for (const HeardProgram& program : programs) {
                    const QFileInfo run(QString("/proc/%1/exe").arg(program.process));
                    if (program.name == "attach_loops" && !program.ended && program.process != 0 &&
                        run.symLinkTarget() == QFileInfo(JITTERSCOPE_LOOPS).canonicalFilePath() &&
                        std::ranges::count(numbers, program.process) == 0)
                        numbers.push_back(program.process);
                }
            },
            status));
        QCOMPARE(status, 0);
        QCOMPARE(loops.size(), std::size_t{2});
        QCOMPARE(numbers.size(), std::size_t{2});
        for (const HeardProgram& program : loops) {
            QCOMPARE(program.threads.size(), std::size_t{1});
            QVERIFY(program.threads[0].main);
            QCOMPARE(program.threads[0].name, std::string("attach_loops"));
            const auto waits = std::ranges::count_if(program.threads[0].rows, [](const listen::Row& row) {
                return row.call == listen::Call::Nanosleep || row.call == listen::Call::ClockNanosleep;
            });
            QCOMPARE(waits, 200);
        }
    }
    /// A sandbox may have a folder of its own in that place: the library is there, and hears for nobody.
    void whoHasNoPlaceIsTold() {
        const QTemporaryDir place;
        qputenv("XDG_RUNTIME_DIR", place.path().toUtf8());
        const Result<std::unique_ptr<Listening>> listening = Listening::begin();
        qunsetenv("XDG_RUNTIME_DIR");
        QVERIFY(listening);
        const Result<std::unique_ptr<ChildProgram>> child =
            startProgram("/usr/bin/env",
                         {"env", "unshare", "--map-root-user", "--mount", "sh", "-c",
                          "mount -t tmpfs none \"$1\" || exit 77; exec \"$0\" rest 50", JITTERSCOPE_LOOPS,
                          place.path().toStdString()},
                         listening.value()->environment({}));
        QVERIFY(child);
        bool told = false;
        while (!child.value()->end()) {
            listening.value()->take();
            for (const UnheardProgram& program : listening.value()->unheard(child.value()->process()))
                told = told || (program.name == "attach_loops" && program.noPlace && !program.rights);
            SystemTime().sleepFor(std::chrono::milliseconds{5}, SleepKind::Relative);
        }
        if (child.value()->end()->status != 7)
            QSKIP("no file system may be mounted here");
        QVERIFY(told);
    }
    /// A program may have another clock; what it records is converted.
    void otherClocksAreConverted() {
        if (!may({"unshare", "--time", "--monotonic", "100000", "--fork", "true"}))
            QSKIP("no namespace of time may be made here (unshare)");
        const std::int64_t begin = SystemTime().now().time_since_epoch().count();
        int status = 0;
        const std::vector<HeardProgram> loops = loopsOf(heardFrom(
            {"unshare", "--time", "--monotonic", "100000", "--fork", JITTERSCOPE_LOOPS, "rest", "100"},
            status));
        const std::int64_t end = SystemTime().now().time_since_epoch().count();
        QCOMPARE(status, 7);
        QCOMPARE(loops.size(), std::size_t{1});
        QCOMPARE(loops[0].damaged, std::uint64_t{0});
        QVERIFY(loops[0].threads[0].rows.size() >= 100);
        for (const listen::Row& row : loops[0].threads[0].rows)
            QVERIFY(row.begin >= begin && row.end <= end);
    }
    /// A limit of the size of files would end it (SIGXFSZ): the program, and what it starts afterwards.
    void aLimitOfFilesEndsNobody() {
        for (const char* line : {"ulimit -f 8; exec \"$0\" rest 3", "ulimit -f 8; \"$0\" rest 3; exit $?",
                                 "ulimit -f 8; (true); \"$0\" rest 3 & wait $!"}) {
            int status = 0;
            heardFrom({"sh", "-c", line, JITTERSCOPE_LOOPS}, status);
            QCOMPARE(status, 7);
        }
    }
    /// Who starts it may have allowed it only some system calls, and end it for others.
    void aStartersFilterEndsNobody() {
        int status = 0;
        heardFrom({JITTERSCOPE_KINDS, "filtered", "5"}, status);
        QCOMPARE(status, 7);
    }
    /// A freezer stops a program like a signal does.
    void aFreezeIsAStop() {
        const QTemporaryDir root;
        const auto put = [&root](const QString& path, const char* text) {
            QVERIFY(QDir(root.path()).mkpath(QFileInfo(path).path()));
            QFile file(root.filePath(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        const FactReader reader(root.path().toStdString());
        QVERIFY(!isFrozen(reader, "7"));
        put("proc/7/cgroup", "9:freezer:/a\n8:cpu:/\n0::/games/one\n");
        put("sys/fs/cgroup/games/one/cgroup.events", "populated 1\nfrozen 0\n");
        put("sys/fs/cgroup/freezer/a/freezer.state", "THAWED\n");
        QVERIFY(!isFrozen(reader, "7"));
        put("sys/fs/cgroup/games/one/cgroup.events", "populated 1\nfrozen 1\n");
        QVERIFY(isFrozen(reader, "7"));
        put("sys/fs/cgroup/games/one/cgroup.events", "populated 1\nfrozen 0\n");
        put("sys/fs/cgroup/freezer/a/freezer.state", "FROZEN\n");
        QVERIFY(isFrozen(reader, "7"));
        put("proc/7/cgroup", "9:freezer:/b\n8:cpu:/\n");
        QVERIFY(!isFrozen(reader, "7"));
    }
    /// The same with a real one, where this user may make one.
    void aRealFreezeIsSeen() {
        const QString group = QString("/sys/fs/cgroup/freezer/jitterscope-test-%1").arg(::getpid());
        if (!QDir().mkdir(group))
            QSKIP("no freezer may be made here");
        const auto put = [&group](const char* file, const QByteArray& text) {
            QFile target(group + file);
            return target.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && target.write(text) >= 0;
        };
        int turns = 0;
        int frozenFor = 0;
        int status = 0;
        const std::vector<HeardProgram> loops = loopsOf(heardFrom(
            {JITTERSCOPE_LOOPS, "rest", "400"}, // on a busy machine it must not end before it is frozen
            [&](const std::vector<HeardProgram>& programs) {
                if (frozenFor > 0 && ++frozenFor > 20) // whatever is heard of it: frozen, it never ends
                    put("/freezer.state", "THAWED");
                const auto loop =
                    std::ranges::find(programs, std::string("attach_loops"), &HeardProgram::name);
                if (loop == programs.end() || loop->threads.empty() || loop->ended)
                    return;
                ++turns;
                if (turns == 2 && put("/cgroup.procs", QByteArray::number(loop->process)) &&
                    put("/freezer.state", "FROZEN"))
                    frozenFor = 1;
            },
            status));
        put("/freezer.state", "THAWED");
        QDir().rmdir(group);
        QCOMPARE(status, 7);
        QVERIFY(!loops[0].stops.empty()); // more than one, if others keep this test from looking
        QVERIFY(loops[0].stops.back().second - loops[0].stops.front().first > 200'000'000);
    }
};

JITTERSCOPE_TEST(ListeningTest)

} // namespace jitterscope::listening_test

#include "listening_test.moc"
