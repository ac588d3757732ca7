// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/documents.h"
#include "core/files/csv.h"
#include "core/files/read_csv.h"
#include "core/run/resolve.h"
#include "core/run/run_result.h"
#include "core/run/statistics.h"
#include "tests/support/test_program.h"
#include "ui/session/session.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace jitterscope::recording_test {

using namespace jitterscope::ui;

namespace {

RunPlan simulated(const char* rate) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice("windows-1ms");
    plan.machine.realPace = true;
    plan.strategy = sleepChoice("timer-sleep");
    plan.period = Period::parseRate(rate).value();
    return plan;
}

RunPlan changedTo(RunPlan plan, const char* rate, double x) {
    plan.period = Period::parseRate(rate).value();
    plan.strategy.values.set(0, x);
    return plan;
}

std::size_t stretches(const Session& session) {
    return session.samples() != nullptr ? session.samples()->stretches.size() : 0;
}

std::int64_t framesNow(const Session& session) {
    return session.statistics() != nullptr ? session.statistics()->deviation().count() : 0;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What leaves the window: recordings, reports and baselines speak by stretch, and none is lost.
class RecordingTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(name); }

    /// 250 Hz, X 1; then 1000 Hz, X 3. Recorded from the first frames on.
    std::shared_ptr<const RunResult> runOverAChange(Session& session, const QString& file) {
        (void)session.setPlan(simulated("250"));
        (void)session.start();
        if (!session.record(file) || !QTest::qWaitFor([&] { return framesNow(session) > 30; }, 10'000))
            return nullptr;
        (void)session.setPlan(changedTo(session.plan(), "1000", 3));
        if (!QTest::qWaitFor([&] { return stretches(session) == 2 && framesNow(session) > 60; }, 10'000))
            return nullptr;
        QSignalSpy finished(&session, &Session::finished);
        session.stop();
        return finished.wait() ? session.finishedRun() : nullptr;
    }

private slots:
    void aRecordingCarriesItsChanges() {
        Session session;
        const auto run = runOverAChange(session, path("changes.csv"));
        QVERIFY(run);
        QVERIFY(!QFile::exists(path("changes.csv.partial")));
        const auto read = readSamplesCsv(path("changes.csv").toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QVERIFY2(read.value().warnings.empty(),
                 read.value().warnings.empty() ? "" : read.value().warnings.front().c_str());
        QCOMPARE(read.value().stretches.size(), std::size_t{2});
        for (const char* const key : {"stretch.0.usage.thread_percent", "stretch.1.usage.thread_percent"})
            QVERIFY2(read.value().header.contains(key), key); // a recording knows what it took
        for (std::size_t i = 0; i < 2; ++i) {
            const RecordedStretch& stretch = read.value().stretches[i];
            const FrameMetrics& metrics = run->stretches[i].metrics;
            QCOMPARE(stretch.setting("rate_hz"), std::string(i == 0 ? "250" : "1000"));
            QCOMPARE(stretch.setting("strategy.x"), std::string(i == 0 ? "1" : "3"));
            QCOMPARE(stretch.metrics.frames, metrics.frames);
            QCOMPARE(stretch.metrics.tolerance, metrics.tolerance);
            QCOMPARE(stretch.metrics.late, metrics.late);
            QVERIFY(stretch.metrics.driftPpm == metrics.driftPpm);
            QVERIFY(stretch.metrics.frameTime.p50 == metrics.frameTime.p50);
        }
    }

    void aRecordingBegunAfterAChangeHasThatPlanFromItsFirstRow() {
        Session session;
        (void)session.setPlan(simulated("250"));
        QVERIFY(session.start().ok());
        QTRY_VERIFY(framesNow(session) > 5);
        QVERIFY(session.setPlan(changedTo(session.plan(), "1000", 3)).ok());
        QTRY_VERIFY(stretches(session) == 2 && framesNow(session) > 20);
        QVERIFY(session.record(path("later.csv")).ok());
        const std::int64_t before = framesNow(session);
        QTRY_VERIFY(framesNow(session) > before + 20);
        session.stopRecording();
        session.stop();
        const auto read = readSamplesCsv(path("later.csv").toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read.value().stretches.size(), std::size_t{2}); // few enough to have been written first
        QCOMPARE(read.value().stretches.back().setting("strategy.x"), std::string("3"));
        QCOMPARE(read.value().stretches.back().metrics.tolerance.count(), std::int64_t{10'000});
    }

    void theReportHasASectionForEachSetting() {
        Session session;
        const auto run = runOverAChange(session, path("report.csv"));
        QVERIFY(run);
        const QString text = QString::fromStdString(markdown(runDocument(*run)));
        QVERIFY2(text.contains(QStringLiteral("# A run with 2 settings in turn")), qPrintable(text));
        const qsizetype first = text.indexOf(QStringLiteral("## 1 of 2: Timer sleep at 250 Hz"));
        const qsizetype second = text.indexOf(QStringLiteral("## 2 of 2: Timer sleep at 1000 Hz"));
        QVERIFY2(first > 0 && second > first, qPrintable(text));
        QVERIFY(text.mid(first, second - first).contains(QStringLiteral("late by more than 40")));
        QVERIFY(text.mid(first, second - first).contains(QStringLiteral("timer-sleep (x 1,")));
        QVERIFY(text.mid(second).contains(QStringLiteral("late by more than 10")));
        QVERIFY(text.mid(second).contains(QStringLiteral("timer-sleep (x 3,")));
        // The whole run has no figures of its own: they would be of no setting.
        QCOMPARE(text.count(QStringLiteral("frames were late by more than")), 2);
        QCOMPARE(text.count(QStringLiteral("| p50 |")), 2);
        QVERIFY(!text.contains(QStringLiteral("### lateness")));
    }

    void aFileOfSeveralSettingsBecomesABaselineByItsLast() {
        {
            Session session;
            QVERIFY(runOverAChange(session, path("baseline.csv")));
        }
        MainWindow window({}, path("settings-baseline.json"));
        QVERIFY(window.exports().open(path("baseline.csv")));
        const auto& baseline = window.session().baseline();
        QVERIFY(baseline.has_value());
        QCOMPARE(baseline->label, QStringLiteral("baseline.csv, stretch 2: timer-sleep, 1000 Hz, x 3"));
        QCOMPARE(baseline->period.rateText(), std::string("1000"));
        QCOMPARE(baseline->metrics.tolerance.count(), std::int64_t{10'000});
    }

    void aSignalCompletesTheRecording() {
        MainWindow window({}, path("settings-signal.json"));
        Session& session = window.session();
        (void)session.setPlan(simulated("500"));
        QVERIFY(session.start().ok());
        QVERIFY(session.record(path("signal.csv")).ok());
        QTRY_VERIFY(framesNow(session) > 10);
        window.endNow(143);
        QVERIFY(!QFile::exists(path("signal.csv.partial")));
        QVERIFY(contentOf(path("signal.csv")).contains("complete=yes"));
        QVERIFY(!contentOf(path("settings-signal.json")).contains("signal.csv.partial"));
    }

    void aRecordingThatWasCutShortIsToldAtTheNextStart() {
        QByteArray settings;
        {
            MainWindow window({}, path("settings-cut.json"));
            Session& session = window.session();
            (void)session.setPlan(simulated("500"));
            QVERIFY(session.start().ok());
            QVERIFY(session.record(path("cut.csv")).ok());
            QTRY_VERIFY(QFile(path("cut.csv.partial")).size() > 0); // on the disk while it goes on
            settings = contentOf(path("settings-cut.json"));
        }
        // As a kill leaves them: the settings of the moment, and the rows.
        QFile file(path("settings-cut.json"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(settings);
        file.close();
        QVERIFY(QFile::rename(path("cut.csv"), path("cut.csv.partial")));
        {
            // Another window may write it at this moment, so it is not called cut short yet.
            MainWindow beside({}, path("settings-cut.json"));
            QVERIFY(!beside.findChild<QLabel*>(QStringLiteral("notice_text"))->text().contains("cut.csv"));
        }
        QFile partial(path("cut.csv.partial"));
        QVERIFY(partial.open(QIODevice::ReadWrite) &&
                partial.setFileTime(QDateTime::currentDateTime().addSecs(-60),
                                    QFileDevice::FileModificationTime));
        partial.close();
        MainWindow window({}, path("settings-cut.json"));
        auto* notice = window.findChild<QLabel*>(QStringLiteral("notice_text"));
        QVERIFY(notice != nullptr);
        QVERIFY2(notice->text().contains(QStringLiteral("cut.csv.partial")), qPrintable(notice->text()));
    }
};

JITTERSCOPE_TEST(RecordingTest)

} // namespace jitterscope::recording_test

#include "recording_test.moc"
