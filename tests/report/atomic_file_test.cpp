// SPDX-License-Identifier: MIT
#include "core/files/atomic_file.h"
#include "core/platform/file_system.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jitterscope::atomic_file_test {

namespace {

/// Runs as a user without root's rights to files where the test itself is root.
class OrdinaryUser {
public:
    OrdinaryUser() {
        if (::geteuid() == 0)
            m_changed = ::seteuid(65534) == 0;
    }
    ~OrdinaryUser() {
        if (m_changed)
            (void)::seteuid(0);
    }

private:
    bool m_changed = false;
};

class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &m_old);
        const rlimit limit{bytes, m_old.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_old); }

private:
    rlimit m_old{};
};

QByteArray whole(char letter, int size) {
    return QByteArray(size, letter);
}

} // namespace

class AtomicFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    [[nodiscard]] QStringList leftovers() const {
        return QDir(m_folder.path()).entryList({".jitterscope-*"}, QDir::Files | QDir::Hidden);
    }
    void replaceInALoop(const std::string& target) const;

private slots:
    void initTestCase() {
        ignoreFileSignals();
        QCOMPARE(::chmod(m_folder.path().toUtf8().constData(), 0777), 0);
    }

    void appearsWholeAtCommit() {
        const std::string target = path("new");
        Result<AtomicFile> file = AtomicFile::open(target);
        QVERIFY(file.ok());
        QVERIFY(file.value().write("one ").ok());
        QVERIFY(file.value().flush().ok());
        QVERIFY(!QFile::exists(m_folder.filePath("new")));
        QVERIFY(file.value().write(std::string(1'000'000, 'x')).ok());
        QVERIFY(file.value().commit().ok());
        QCOMPARE(contentOf(m_folder.filePath("new")), "one " + whole('x', 1'000'000));
        QVERIFY(leftovers().isEmpty());
    }

    void notCommittedLeavesTheOldFile_data() {
        QTest::addColumn<int>("temporary");
        QTest::newRow("unnamed") << static_cast<int>(Temporary::Unnamed);
        QTest::newRow("named") << static_cast<int>(Temporary::Named);
    }
    void notCommittedLeavesTheOldFile() {
        QFETCH(int, temporary);
        writeTo(m_folder.filePath("kept"), "old");
        {
            auto file = openOutput(path("kept"), static_cast<Temporary>(temporary));
            QVERIFY(file.ok());
            QVERIFY(file.value()->write("new").ok());
        }
        QCOMPARE(contentOf(m_folder.filePath("kept")), QByteArray("old"));
        QVERIFY(leftovers().isEmpty());
    }

    void replacesAndKeepsTheMode_data() { notCommittedLeavesTheOldFile_data(); }
    void replacesAndKeepsTheMode() {
        QFETCH(int, temporary);
        const std::string target = path("mode");
        writeTo(m_folder.filePath("mode"), "old");
        QCOMPARE(::chmod(target.c_str(), 0640), 0);
        auto file = openOutput(target, static_cast<Temporary>(temporary));
        QVERIFY(file.ok());
        QVERIFY(file.value()->write("new").ok());
        QVERIFY(file.value()->commit().ok());
        QCOMPARE(contentOf(m_folder.filePath("mode")), QByteArray("new"));
        struct stat status {};
        QCOMPARE(::stat(target.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777U, 0640U);
        QVERIFY(leftovers().isEmpty());
    }

    void linkIsFollowedAndStays() {
        writeTo(m_folder.filePath("target"), "old");
        QCOMPARE(::symlink("target", path("link").c_str()), 0);
        QVERIFY(writeWhole(path("link"), "new").ok());
        QCOMPARE(contentOf(m_folder.filePath("target")), QByteArray("new"));
        struct stat status {};
        QCOMPARE(::lstat(path("link").c_str(), &status), 0);
        QVERIFY(S_ISLNK(status.st_mode));
    }

    void nobodysFileIsEverybodys_data() { notCommittedLeavesTheOldFile_data(); }
    void nobodysFileIsEverybodys() {
        QFETCH(int, temporary);
        const std::string target = path("umask");
        QFile::remove(m_folder.filePath("umask"));
        const mode_t before = ::umask(0);
        auto file = openOutput(target, static_cast<Temporary>(temporary));
        const bool written = file.ok() && file.value()->write("new").ok() && file.value()->commit().ok();
        ::umask(before);
        QVERIFY(written);
        struct stat status {};
        QCOMPARE(::stat(target.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777U, 0664U);
    }
    /// As Linux does where fs.protected_symlinks is on.
    void aLinkOfSomebodyElseIsRefused() {
        const QString shared = m_folder.filePath("shared");
        QVERIFY(QDir().mkpath(shared));
        const std::string link = (shared + "/out.csv").toStdString();
        writeTo(m_folder.filePath("mine"), "old");
        QCOMPARE(::symlink("../mine", link.c_str()), 0);
        constexpr uid_t kNobody = 65534;
        if (::lchown(link.c_str(), kNobody, kNobody) != 0)
            QSKIP("only root can give a link away");
        QCOMPARE(::chmod(shared.toUtf8().constData(), 01777), 0);
        const Result<Done> refused = writeWhole(link, "new");
        QVERIFY(!refused.ok());
        QCOMPARE(contentOf(m_folder.filePath("mine")), QByteArray("old"));
        QCOMPARE(::chmod(shared.toUtf8().constData(), 0777), 0);
        QVERIFY(writeWhole(link, "new").ok()); // a folder that is not like /tmp
    }

    void refusesWithPathAndCause_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("cause");
        QTest::newRow("folder") << "."
                                << "directory";
        QTest::newRow("missing folder") << "no/such"
                                        << "No such file";
        QTest::newRow("below a file") << "plain/x"
                                      << "Not a directory";
        QTest::newRow("dangling link") << "dangling"
                                       << "link to nothing";
        QTest::newRow("link to itself") << "loop"
                                        << "symbolic links";
        QTest::newRow("name too long") << QString(300, 'n') << "too long";
        QTest::newRow("path too long") << QString(10'000, 'n') << "too long";
        QTest::newRow("ends with a slash") << "absent/"
                                           << "directory";
    }
    void refusesWithPathAndCause() {
        QFETCH(QString, name);
        QFETCH(QString, cause);
        writeTo(m_folder.filePath("plain"), "");
        (void)::symlink("nowhere", path("dangling").c_str());
        (void)::symlink("loop", path("loop").c_str());
        const Result<AtomicFile> file = AtomicFile::open((m_folder.path() + "/" + name).toStdString());
        QVERIFY(!file.ok());
        const QString message = QString::fromStdString(file.error().message());
        QVERIFY2(message.contains(cause, Qt::CaseInsensitive), qPrintable(message));
        QVERIFY2(message.contains(m_folder.path()), qPrintable(message));
        QVERIFY2(message.size() < 400 && !message.contains('\n'), qPrintable(message));
    }

    void emptyNameIsRefused() { QVERIFY(!AtomicFile::open("").ok()); }

    void withoutPermissionNothingHappens() {
        QVERIFY(QDir(m_folder.path()).mkdir("locked"));
        writeTo(m_folder.filePath("locked/file"), "old");
        writeTo(m_folder.filePath("readonly"), "old");
        QCOMPARE(::chmod(path("readonly").c_str(), 0444), 0);
        QCOMPARE(::chmod(path("locked").c_str(), 0555), 0);
        {
            const OrdinaryUser user;
            for (const char* name : {"readonly", "locked/file", "locked/new"}) {
                const Result<Done> written = writeWhole(path(name), "new");
                QVERIFY2(!written.ok(), name);
                QCOMPARE(static_cast<int>(written.error().code), static_cast<int>(ErrorCode::Permission));
            }
        }
        QCOMPARE(::chmod(path("locked").c_str(), 0755), 0);
        QCOMPARE(contentOf(m_folder.filePath("readonly")), QByteArray("old"));
        QCOMPARE(contentOf(m_folder.filePath("locked/file")), QByteArray("old"));
    }

    void fullDeviceIsNoSpaceAndStaysADevice() {
        const Result<Done> written = writeWhole("/dev/full", "x");
        QVERIFY(!written.ok());
        QCOMPARE(static_cast<int>(written.error().code), static_cast<int>(ErrorCode::NoSpace));
        QVERIFY(QString::fromStdString(written.error().what).contains("/dev/full"));
        struct stat status {};
        QVERIFY(::stat("/dev/full", &status) == 0 && S_ISCHR(status.st_mode));
        QVERIFY(writeWhole("/dev/null", "x").ok());
    }

    void sizeLimitLeavesTheOldFile() {
        writeTo(m_folder.filePath("limited"), "old");
        {
            const FileSizeLimit limit(4096);
            const Result<Done> written = writeWhole(path("limited"), std::string(100'000, 'x'));
            QVERIFY(!written.ok());
            QCOMPARE(static_cast<int>(written.error().code), static_cast<int>(ErrorCode::NoSpace));
        }
        QCOMPARE(contentOf(m_folder.filePath("limited")), QByteArray("old"));
        QVERIFY(leftovers().isEmpty());
    }

    void afterAFailureCommitReportsIt() {
        Result<AtomicFile> file = AtomicFile::open("/dev/full");
        QVERIFY(file.ok());
        QVERIFY(!file.value().write(std::string(1'000'000, 'x')).ok());
        QVERIFY(!file.value().flush().ok());
        const Result<Done> committed = file.value().commit();
        QVERIFY(!committed.ok());
        QCOMPARE(static_cast<int>(committed.error().code), static_cast<int>(ErrorCode::NoSpace));
    }

    void pipeIsWrittenIntoAndStays() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
        QVERIFY(reader >= 0);
        QVERIFY(writeWhole(path("pipe"), "through").ok());
        std::array<char, 16> bytes{};
        QCOMPARE(::read(reader, bytes.data(), bytes.size()), ssize_t{7});
        ::close(reader);
        struct stat status {};
        QVERIFY(::lstat(path("pipe").c_str(), &status) == 0 && S_ISFIFO(status.st_mode));
    }

    void closedPipeIsAnError() {
        QCOMPARE(::mkfifo(path("closed").c_str(), 0600), 0);
        const int reader = ::open(path("closed").c_str(), O_RDONLY | O_NONBLOCK);
        Result<AtomicFile> file = AtomicFile::open(path("closed"));
        QVERIFY(file.ok());
        ::close(reader);
        QVERIFY(file.value().write("x").ok());
        QVERIFY(!file.value().commit().ok());
    }

    void leftoverOfADeadProgramIsRemovedAndALiveOneKept() {
        const QString dead = m_folder.filePath(".jitterscope-1-0.tmp");
        const QString live = m_folder.filePath(".jitterscope-2-0.tmp");
        const QString other = m_folder.filePath(".jitterscope-notes");
        for (const QString& name : {dead, live, other})
            writeTo(name, "x");
        const int lock = ::open(live.toUtf8().constData(), O_RDONLY);
        QVERIFY(lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0);
        QVERIFY(AtomicFile::open(path("any")).ok());
        QVERIFY(!QFile::exists(dead));
        QVERIFY(QFile::exists(live));
        QVERIFY(QFile::exists(other));
        ::close(lock);
        QFile::remove(live);
        QFile::remove(other);
    }

    void killedWriterLeavesOldOrNew();

    void readsUpToItsLimit() {
        writeTo(m_folder.filePath("ten"), "0123456789");
        QCOMPARE(readWhole(path("ten"), 10).value(), std::string("0123456789"));
        QVERIFY(!readWhole(path("ten"), 9).ok());
        QVERIFY(!readWhole("/dev/zero", 1000).ok());
        QVERIFY(!readWhole(m_folder.path().toStdString(), 1000).ok());
        QVERIFY(!readWhole(path("absent"), 1000).ok());
    }
};

void AtomicFileTest::replaceInALoop(const std::string& target) const {
    for (char letter = 'a';; letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1))
        (void)writeWhole(target, std::string(100'000, letter));
}

void AtomicFileTest::killedWriterLeavesOldOrNew() {
    constexpr int kKills = 50;
    const std::string target = path("killed");
    QVERIFY(writeWhole(target, std::string(100'000, 'a')).ok());
    std::mt19937 random(1); // NOLINT: the same kills each time
    for (int i = 0; i < kKills; ++i) {
        std::array<int, 2> ready{};
        QCOMPARE(::pipe(ready.data()), 0);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            (void)!::write(ready[1], "x", 1);
            replaceInALoop(target);
        }
        char byte = 0;
        QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
        const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 4000);
        while (std::chrono::steady_clock::now() < end) {
        }
        QCOMPARE(::kill(child, SIGKILL), 0);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        ::close(ready[0]);
        ::close(ready[1]);
        const QByteArray content = contentOf(m_folder.filePath("killed"));
        QCOMPARE(content.size(), 100'000);
        QCOMPARE(content.count(content.at(0)), 100'000);
        QVERIFY(leftovers().size() <= 1); // killed between its last two calls; the next open removes it
    }
    QVERIFY(AtomicFile::open(target).ok());
    QVERIFY(leftovers().isEmpty());
}

JITTERSCOPE_TEST(AtomicFileTest)

} // namespace jitterscope::atomic_file_test

#include "atomic_file_test.moc"
