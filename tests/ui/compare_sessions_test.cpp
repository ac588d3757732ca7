// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/session_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/compare_fixture.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTimer>
#include <QtTest>

namespace jitterscope::compare_sessions_test {

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
    /// While one session is written, another is refused, and what was changed since is not taken for saved.
    void aRefusedSessionSavesNothing() {
        CompareFixture f;
        f.page->addExample();
        bool saved = true;
        QObject::connect(f.page->findChild<SessionWriter*>(QString(), Qt::FindDirectChildrenOnly),
                         &SessionWriter::started, f.page, [&] {
                             f.runs().rename(f.runs().entries().front().id, QStringLiteral("meanwhile"));
                             saved = f.page->saveSession(f.folder.filePath("second.jssession"));
                         });
        QVERIFY(f.page->saveSession(f.folder.filePath("first.jssession")));
        QVERIFY(!saved);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(f.folder.filePath("first.jssession")), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!f.page->unsaved().join(QString()).contains("first"), kPatience);
        QVERIFY(f.runs().unsaved());
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
        f.window.reset(); // its user has left it: nothing is kept
        QVERIFY(!QFile::exists(file));
        writeTo(file, text); // as after a crash
        f.open();
        QTRY_VERIFY_WITH_TIMEOUT(f.child<QPushButton>("notice_do")->isVisible(), kPatience);
        auto* const again = f.page->findChild<SessionKeeper*>();
        QCOMPARE(again->left().size(), std::size_t{1});
        QVERIFY(
            f.child<QLabel>("notice_text")
                ->text()
                .contains(QLocale().toString(QFileInfo(file).lastModified().time(), QLocale::ShortFormat)));
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
        QCOMPARE(keeper->left().size(), std::size_t{1});
        QSignalSpy kept(keeper, &SessionKeeper::kept);
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("after it"));
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0, 20'000);
        QVERIFY(contentOf(f.folder.filePath("unsaved-1.jssession")).contains("after it"));
        QVERIFY(contentOf(file).contains("before the crash"));
        QSignalSpy restored(keeper, &SessionKeeper::restored);
        keeper->restoreAll();
        QTRY_COMPARE_WITH_TIMEOUT(restored.count(), 1, kPatience);
        QCOMPARE(f.runs().entries().size(), std::size_t{3}); // it joins them
        QTRY_VERIFY_WITH_TIMEOUT(
            contentOf(f.folder.filePath("unsaved-1.jssession")).contains("before the crash"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(file), kPatience);
        QVERIFY(keeper->left().empty());
    }
    void aLeftoverCanBeForgotten() {
        CompareFixture f;
        f.window->closeAtOnce();
        f.window.reset();
        QVERIFY(writeSessionFile(f.folder.filePath("unsaved.jssession").toStdString(), {}).ok());
        f.open();
        const QString file = f.folder.filePath("unsaved.jssession");
        QVERIFY(QFile::exists(file));
        f.page->findChild<SessionKeeper*>()->discard(file);
        QVERIFY(!QFile::exists(file));
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
        writeTo(f.folder.filePath("unsaved.jssession.bak"), "of the time before");
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QCOMPARE(keeper->left().size(), std::size_t{1});
        QSignalSpy failed(keeper, &SessionKeeper::failed);
        keeper->restoreAll();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        QCOMPARE(contentOf(f.folder.filePath("unsaved.jssession.bak")), QByteArray("of the time before"));
        QVERIFY(contentOf(f.folder.filePath("unsaved.jssession.bak-2")).contains("jitterscope_session"));
    }
    /// Each of several windows keeps its own; none takes what another still uses.
    void everyWindowKeepsItsOwn() {
        CompareFixture f;
        const QString file = f.folder.filePath("unsaved.jssession");
        RunList list;
        SessionKeeper second(list, file);
        for (auto [runs, name] : {std::pair{&f.runs(), "first"}, {&list, "second"}}) {
            const RunList::Id id = runs->add(examplePair().first);
            runs->rename(id, QString::fromLatin1(name));
        }
        QSignalSpy kept(&second, &SessionKeeper::kept);
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(file).contains("first"), kPatience);
        QVERIFY(contentOf(f.folder.filePath("unsaved-1.jssession")).contains("second"));
        RunList other;
        const SessionKeeper third(other, file);
        QVERIFY(second.left().empty() && third.left().empty());
    }
    /// The folder of the settings is not there before the first start.
    void theFirstStartKeepsToo() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a/b/unsaved.jssession");
        RunList list;
        SessionKeeper keeper(list, file);
        list.rename(list.add(examplePair().first), QStringLiteral("mine"));
        keeper.keepNow();
        QVERIFY(contentOf(file).contains("mine"));
    }
    /// One measured run is enough, and a change waits no longer because others follow it.
    void changesWithoutAPauseAreKept() {
        const QTemporaryDir folder;
        RunList list;
        SessionKeeper keeper(list, folder.filePath("unsaved.jssession"));
        QSignalSpy kept(&keeper, &SessionKeeper::kept);
        ComparedRun run = examplePair().first;
        run.origin = RunOrigin::Here;
        const RunList::Id id = list.add(run, true);
        QVERIFY(list.worthKeeping());
        int note = 0;
        QTimer changes;
        changes.callOnTimeout([&] { list.setNote(id, QString::number(++note)); });
        changes.start(100);
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 1, kPatience);
    }
    void whereNothingCanBeKeptThatIsSaidOnce() {
        const QTemporaryDir folder;
        writeTo(folder.filePath("file"), "no folder");
        RunList list;
        SessionKeeper keeper(list, folder.filePath("file/unsaved.jssession"));
        QSignalSpy failed(&keeper, &SessionKeeper::failed);
        const RunList::Id id = list.add(examplePair().first);
        list.rename(id, QStringLiteral("a"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        const QString said = QDir::fromNativeSeparators(failed[0][0].toString());
        QVERIFY2(said.contains(folder.path()), qPrintable(said));
        QSignalSpy again(keeper.findChild<QTimer*>(QString(), Qt::FindDirectChildrenOnly), &QTimer::timeout);
        list.rename(id, QStringLiteral("b"));
        QTRY_COMPARE_WITH_TIMEOUT(again.count(), 1, kPatience);
        QCOMPARE(failed.count(), 1);
    }
    void whatChangesWhileItIsWrittenIsKeptNext() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("unsaved.jssession");
        RunList list;
        SessionKeeper keeper(list, file);
        const RunList::Id id = list.add(examplePair().first);
        QObject::connect(keeper.findChild<SessionWriter*>(), &SessionWriter::started, &keeper, [&] {
            if (list.find(id)->run->name == "before")
                list.rename(id, QStringLiteral("meanwhile"));
        });
        list.rename(id, QStringLiteral("before"));
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(file).contains("meanwhile"), kPatience);
    }
    /// A session in a file of the user's needs no other; leaving by choice leaves nothing.
    void whatIsSavedIsNotKept() {
        CompareFixture f;
        const QString file = f.folder.filePath("unsaved.jssession");
        QSignalSpy kept(f.page->findChild<SessionKeeper*>(), &SessionKeeper::kept);
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("mine"));
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0 && QFile::exists(file), kPatience);
        QVERIFY(f.page->saveSession(f.folder.filePath("x.jssession")));
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(file), kPatience);
    }
    /// As after SIGTERM: what is measured at that moment is kept as well.
    void anEndFromOutsideKeepsEverything() {
        CompareFixture f;
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("linux-default");
        plan.machine.realPace = true;
        QVERIFY(f.window->session().setPlan(plan));
        QVERIFY(f.window->session().start());
        QTRY_VERIFY_WITH_TIMEOUT(f.window->session().statistics() != nullptr &&
                                     f.window->session().statistics()->deviation().count() > 5,
                                 kPatience);
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("mine"));
        f.window->endNow(143);
        f.window.reset();
        const QByteArray text = contentOf(f.folder.filePath("unsaved.jssession"));
        QVERIFY(text.contains("mine"));
        f.open();
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QCOMPARE(keeper->left().size(), std::size_t{1});
        keeper->restoreAll();
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{3}, kPatience); // and the Live run
    }
};

JITTERSCOPE_TEST(CompareSessionsTest)

} // namespace jitterscope::compare_sessions_test

#include "compare_sessions_test.moc"
