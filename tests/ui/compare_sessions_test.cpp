// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/session_file.h"
#include "tests/ui/compare_fixture.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QtTest>

using namespace jitterscope;
using namespace jitterscope::ui;

/// Runs are saved, opened again, and survive a crash.
class CompareSessionsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void aSessionIsSavedOpenedAndAskedAbout() {
        CompareFixture f;
        QVERIFY(f.page->unsaved().isEmpty());
        f.page->addExample();
        QVERIFY(f.page->unsaved().isEmpty()); // examples are nothing to lose
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        QCOMPARE(f.page->unsaved().size(), 1);
        const QString path = f.folder.filePath("x.jssession");
        QVERIFY(f.page->saveSession(path));
        QVERIFY(!f.page->unsaved().isEmpty()); // until it is written
        QTRY_VERIFY_WITH_TIMEOUT(f.page->unsaved().isEmpty(), kPatience);
        QVERIFY(QFile::exists(path));
        f.runs().clear();
        QVERIFY(f.child<QWidget>("compare_empty")->isVisible());
        f.window->openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{2}, kPatience);
        QCOMPARE(f.runs().entries().front().run->name, std::string("before"));
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience); // A and B as they were
    }
    void whatChangesWhileASessionIsWrittenIsNotSaved() {
        CompareFixture f;
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        QSignalSpy written(f.page->findChild<SessionWriter*>(QString(), Qt::FindDirectChildrenOnly),
                           &SessionWriter::written);
        QVERIFY(f.page->saveSession(f.folder.filePath("x.jssession")));
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("meanwhile"));
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
        QCOMPARE(f.page->unsaved().size(), 1);
    }
    void aSessionThatCannotBeWrittenIsSaid() {
        CompareFixture f;
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        QSignalSpy failed(f.page, &Page::failed);
        QVERIFY(f.page->saveSession(f.folder.filePath("no/such/folder/x.jssession")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        QCOMPARE(f.page->unsaved().size(), 1);
    }
    void aCrashLosesNothing() {
        CompareFixture f;
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QSignalSpy kept(keeper, &SessionKeeper::kept);
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0, 20'000);
        const QString file = f.folder.filePath("unsaved.jssession");
        const QByteArray text = contentOf(file);
        QVERIFY(text.contains("before"));
        f.window->closeAtOnce();
        f.window.reset(); // ends in order: nothing is left
        QVERIFY(!QFile::exists(file));
        writeTo(file, text); // as after a crash
        f.open();
        QTRY_VERIFY_WITH_TIMEOUT(f.child<QPushButton>("notice_do")->isVisible(), kPatience);
        auto* const again = f.page->findChild<SessionKeeper*>();
        QVERIFY(again->leftover());
        QSignalSpy restored(again, &SessionKeeper::restored);
        QTest::mouseClick(f.child<QPushButton>("notice_do"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(restored.count(), 1, kPatience);
        QCOMPARE(f.runs().entries().front().run->name, std::string("before"));
        QVERIFY(!f.page->unsaved().isEmpty());
    }
    /// Whoever does not answer at once loses nothing either.
    void aLeftoverWaitsWhileMoreIsKept() {
        CompareFixture f;
        f.window->closeAtOnce();
        f.window.reset();
        SavedSession before;
        before.runs = {examplePair().first};
        before.runs.front().name = "before the crash";
        const QString file = f.folder.filePath("unsaved.jssession");
        QVERIFY(writeSessionFile(file.toStdString(), before).ok());
        f.open();
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QVERIFY(keeper->leftover());
        QSignalSpy kept(keeper, &SessionKeeper::kept);
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("after it"));
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0, 20'000);
        QVERIFY(contentOf(file).contains("after it"));
        QVERIFY(contentOf(f.folder.filePath("unsaved-1.jssession")).contains("before the crash"));
        QSignalSpy restored(keeper, &SessionKeeper::restored);
        keeper->restore();
        QTRY_COMPARE_WITH_TIMEOUT(restored.count(), 1, kPatience);
        QCOMPARE(f.runs().entries().size(), std::size_t{3}); // it joins them
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(file).contains("before the crash"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(f.folder.filePath("unsaved-1.jssession")), kPatience);
        QVERIFY(!keeper->leftover());
    }
    void aLeftoverCanBeForgotten() {
        CompareFixture f;
        f.window->closeAtOnce();
        f.window.reset();
        QVERIFY(writeSessionFile(f.folder.filePath("unsaved.jssession").toStdString(), {}).ok());
        f.open();
        QVERIFY(QFile::exists(f.folder.filePath("unsaved-1.jssession")));
        f.page->findChild<SessionKeeper*>()->discard();
        QVERIFY(!QFile::exists(f.folder.filePath("unsaved-1.jssession")));
    }
    /// A session is known by what it holds, whatever its name is.
    void aSessionOfAnyNameIsOpenedWhole() {
        CompareFixture f;
        SavedSession session;
        auto [a, b] = examplePair();
        b.warnings = {"A gap in the middle."};
        session.runs = {a, b};
        session.a = 1;
        session.b = 0;
        session.note = "swapped";
        const QString path = f.folder.filePath("mine");
        QVERIFY(writeSessionFile(path.toStdString(), session).ok());
        f.window->openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{2}, kPatience);
        QCOMPARE(f.runs().note(), QStringLiteral("swapped"));
        QCOMPARE(f.runs().run(RunList::Side::A)->warnings.size(), std::size_t{1});
    }
    void aSessionThatIsBeingWrittenIsNotLostOnQuit() {
        CompareFixture f;
        f.page->addExample();
        QVERIFY(f.page->unsaved().isEmpty());
        QVERIFY(f.page->saveSession(f.folder.filePath("x.jssession")));
        QVERIFY(f.page->unsaved().value(0).contains("x.jssession"));
        QTRY_VERIFY_WITH_TIMEOUT(f.page->unsaved().isEmpty(), kPatience);
    }
    void aDamagedLeftoverIsKeptAside() {
        CompareFixture f;
        f.window->closeAtOnce();
        f.window.reset();
        writeTo(f.folder.filePath("unsaved.jssession"), "{\"jitterscope_session\": 1, \"runs\": [");
        f.open();
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QVERIFY(keeper->leftover());
        QSignalSpy failed(keeper, &SessionKeeper::failed);
        keeper->restore();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        QVERIFY(QFile::exists(f.folder.filePath("unsaved-1.jssession.bak")));
    }
    void twoWindowsDoNotShareTheKeeper() {
        CompareFixture f;
        RunList list;
        const SessionKeeper second(list, f.folder.filePath("unsaved.jssession"));
        QVERIFY(!second.leftover());
    }
};

QTEST_MAIN(CompareSessionsTest)
#include "compare_sessions_test.moc"
