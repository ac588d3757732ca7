// SPDX-License-Identifier: GPL-3.0-or-later
// A window that runs out of memory in the middle of a run.
#include "core/files/read_csv.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/session/session.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <thread>

namespace {

/// While true, the window's thread is given nothing. Ends when a block as large as those of a run is freed.
std::atomic<bool> g_starved{false};
constexpr std::size_t kRelief = 1 << 15; // bytes
std::thread::id g_window;

void give(void* block) noexcept {
    if (malloc_usable_size(block) >= kRelief)
        g_starved = false;
    std::free(block);
}

} // namespace

void* operator new(std::size_t size) {
    if (g_starved && std::this_thread::get_id() == g_window)
        throw std::bad_alloc();
    if (void* block = std::malloc(size))
        return block;
    throw std::bad_alloc();
}
void operator delete(void* block) noexcept {
    give(block);
}
void operator delete(void* block, std::size_t) noexcept {
    give(block);
}

namespace jitterscope::memory_test {

using namespace jitterscope::ui;

class MemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Runs until 60 frames are there, then out of memory. Returns what the window was told.
    QString starve(Session& session, const QString& recording) {
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("linux-default");
        plan.machine.realPace = true;
        plan.period = Period::parseRate("500").value();
        const bool begun = session.setPlan(plan).ok() && session.start().ok() &&
                           (recording.isEmpty() || session.record(recording).ok());
        if (!begun || !QTest::qWaitFor([&] { return session.keptFrames() > 60; }, 20'000))
            return {};
        QSignalSpy failed(&session, &Session::failed);
        g_starved = true;
        const bool told = QTest::qWaitFor([&] { return !failed.isEmpty(); }, 20'000);
        g_starved = false;
        return told ? failed.front().front().toString() : QString();
    }

private slots:
    void initTestCase() { g_window = std::this_thread::get_id(); }

    void theRunIsEndedAndAnotherCanBeStarted() {
        Session session;
        QSignalSpy cleared(&session, &Session::cleared);
        QVERIFY(starve(session, {}).contains(QStringLiteral("memory ran out")));
        QVERIFY(!session.running() && session.samples() == nullptr && !session.metrics());
        QCOMPARE(cleared.count(), 1);
        QVERIFY(session.start().ok());
        QTRY_VERIFY(session.keptFrames() > 20);
    }
    void whatWasRecordedIsKept() {
        const QString path = m_folder.filePath(QStringLiteral("starved.csv"));
        Session session;
        const QString message = starve(session, path);
        QVERIFY2(message.contains(QStringLiteral("memory ran out")) && message.contains(path),
                 qPrintable(message));
        QVERIFY(!session.recording());
        QVERIFY(!QFile::exists(path + QStringLiteral(".partial")));
        const auto read = readSamplesCsv(path.toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QVERIFY(read.value().frames.size() > 60);
    }
};

JITTERSCOPE_TEST(MemoryTest)

} // namespace jitterscope::memory_test

#include "memory_test.moc"
