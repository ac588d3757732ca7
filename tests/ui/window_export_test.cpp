// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window as a file or through the clipboard, and comes back.
#include "core/base/version.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/files/read_csv.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/format/format.h"
#include "ui/plot/plot_card.h"
#include "ui/settings/settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTextBrowser>
#include <QUrl>

#include <algorithm>
#include <memory>

namespace jitterscope::window_export_test {

using namespace jitterscope::ui;
using Fixture = WindowFixture;

class WindowExportTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void anExportedCsvAgreesWithTheTable() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 300);
        f.finish();
        QVERIFY(f.window->exports().exportTo(ExportKind::Samples, f.file("samples.csv")));
        const auto read = readSamplesCsv(f.file("samples.csv").toStdString());
        QVERIFY(read.ok());
        QCOMPARE(f.cell(0, StatisticsModel::Frames).remove(QChar(0x2009)),
                 QString::number(read.value().metrics.frames));
        const double period = f.session().plan().period.nanoseconds();
        QCOMPARE(f.cell(0, StatisticsModel::P99),
                 format::frameTime(*read.value().metrics.frameTime.p99, period));
        QCOMPARE(f.cell(0, StatisticsModel::LatenessP99),
                 format::signedDuration(*read.value().metrics.lateness.p99));
        QVERIFY(f.window->exports().open(f.file("samples.csv")));
        QCOMPARE(f.session().baseline()->metrics.frames, read.value().metrics.frames);
        QCOMPARE(f.session().baseline()->strategy, std::string("precise-sleep"));
    }
    /// The menu as it opens: its entries before the line above "Forget these".
    static QList<QAction*> recentEntries(const Fixture& f) {
        auto* menu = f.child<QMenu>("recent_menu");
        emit menu->aboutToShow();
        QList<QAction*> entries;
        for (QAction* action : menu->actions()) {
            if (action->isSeparator())
                break;
            entries << action;
        }
        return entries;
    }
    void recentFilesOpenAgain() {
        Fixture f;
        QVERIFY(!f.window->actions().openRecent->isEnabled());
        QVERIFY(f.window->exports().exportTo(ExportKind::Plan, f.file("first.json")));
        QVERIFY(QDir(f.folder.path()).mkpath(QStringLiteral("other")));
        QVERIFY(QFile::copy(f.file("first.json"), f.file("other/first.json")));
        f.window->openFile(f.file("other/first.json"));
        QList<QAction*> entries = recentEntries(f);
        QCOMPARE(entries.size(), 2);
        QVERIFY(entries[0]->text().contains(QStringLiteral("other"))); // two of the same name
        QCOMPARE(QDir::fromNativeSeparators(entries[0]->toolTip()), f.file("other/first.json"));
        f.choose("strategy", "spin");
        QCOMPARE(f.session().plan().strategy.id, std::string("spin"));
        entries[1]->trigger();
        QCOMPARE(f.session().plan().strategy.id, std::string("precise-sleep"));
        QCOMPARE(QDir::fromNativeSeparators(recentEntries(f).front()->toolTip()), f.file("first.json"));
        QVERIFY(f.window->close());
        f.window.reset();
        f.open({}); // they outlive the window
        QCOMPARE(recentEntries(f).size(), 2);
        QVERIFY(f.window->actions().openRecent->isEnabled());
        QFile::remove(f.file("first.json"));
        recentEntries(f).front()->trigger(); // what is gone is said
        QTRY_VERIFY(f.child<QLabel>("notice_text")->text().contains(QStringLiteral("first.json")));
        f.child<QMenu>("recent_menu")->actions().back()->trigger();
        QVERIFY(!f.window->actions().openRecent->isEnabled() && recentEntries(f).isEmpty());
    }
    void newsAreToldOnceAfterAnotherVersion() {
        const auto notice = [](const Fixture& f) { return f.child<QLabel>("notice_text")->text(); };
        Fixture f;
        QCOMPARE(notice(f), QString()); // a first start has no news
        f.window->close();
        QTRY_VERIFY(!f.window->isVisible());
        f.window.reset();
        {
            Settings settings(f.settings());
            settings.set(Setting::Version, QStringLiteral("0.1.0"));
            QVERIFY(settings.save());
        }
        f.open({});
        QVERIFY2(notice(f).contains(QLatin1String(version())), qPrintable(notice(f)));
        f.press("notice_do");
        auto* text = f.child<QDialog>("news_dialog")->findChild<QTextBrowser*>();
        QVERIFY(text->toPlainText().startsWith(QLatin1String(version())));
        QVERIFY(text->toPlainText().size() > 500 && !text->toPlainText().contains(QLatin1String("0.1.0")));
        f.window->close();
        QTRY_VERIFY(!f.window->isVisible());
        f.window.reset();
        f.open({});
        QCOMPARE(notice(f), QString());
    }
    /// The window's sentences are English: its numbers are the same everywhere, as those of files are.
    void filesAreTheSameInEveryLanguage() {
        const QLocale usual;
        const auto back = qScopeGuard([&usual] { QLocale::setDefault(usual); });
        QHash<QString, QByteArray> first;
        QString numbers;
        for (const char* language : {"C", "de_DE", "zh_CN", "tr_TR"}) {
            QLocale::setDefault(QLocale(QLatin1String(language)));
            const Fixture f;
            RunPlan plan = f.session().plan();
            plan.machine.realPace = false;
            plan.frames = 1'500;
            QVERIFY(f.session().setPlan(plan).ok());
            QSignalSpy finished(&f.session(), &Session::finished);
            f.press("start_button");
            QTRY_COMPARE(finished.count(), 1);
            for (const auto& [kind, name] :
                 {std::pair(ExportKind::Samples, "samples.csv"), std::pair(ExportKind::Sleeps, "sleeps.csv"),
                  std::pair(ExportKind::Summary, "summary.csv"), std::pair(ExportKind::Plan, "plan.json")}) {
                QVERIFY(f.window->exports().exportTo(kind, f.file(name)));
                QFile file(f.file(name));
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QByteArray bytes = file.readAll();
                QVERIFY(bytes.size() > 100);
                if (first.contains(QLatin1String(name)))
                    QVERIFY2(bytes == first[QLatin1String(name)], name);
                first[QLatin1String(name)] = bytes;
            }
            f.window->actions().copyReport->trigger();
            const QString report = QApplication::clipboard()->text();
            QVERIFY(report.contains(QStringLiteral("1500")) || report.contains(QStringLiteral("1501")));
            if (numbers.isEmpty())
                numbers = f.cell(0, StatisticsModel::P50);
            QCOMPARE(f.cell(0, StatisticsModel::P50), numbers);
        }
    }
    /// Of a run as of what other pages measure.
    void theReportOfARunIsSavedInEachForm() {
        const Fixture f;
        QVERIFY(!f.window->actions().saveReport->isEnabled());
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.finish();
        const QList<QAction*> forms = f.child<QMenu>("report_menu")->actions();
        QCOMPARE(forms.size(), 3);
        const std::pair<const char*, const char*> begin[] = {
            {"run.html", "<!DOCTYPE html>"}, {"run.pdf", "%PDF-"}, {"run.md", "# "}};
        for (int i = 0; i < 3; ++i) {
            forms[i]->trigger();
            QTRY_VERIFY(f.window->findChild<QFileDialog*>() != nullptr);
            auto* dialog = f.window->findChild<QFileDialog*>();
            emit dialog->fileSelected(f.file(begin[i].first));
            dialog->close();
            QTRY_VERIFY(f.window->findChild<QFileDialog*>() == nullptr);
            QFile file(f.file(begin[i].first));
            QVERIFY2(file.open(QIODevice::ReadOnly) && file.readAll().startsWith(begin[i].second),
                     begin[i].first);
        }
        // What `run --html` and `run --markdown` write, figures included.
        const Document told = runDocument(*f.session().finishedRun());
        QVERIFY(picturesOf(told).size() >= kRunFigures.size() - 1); // a simulated one may have no CPU time
        for (const auto& [name, text] : {std::pair("run.html", html(told)), {"run.md", markdown(told)}}) {
            QFile file(f.file(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll().toStdString(), text);
        }
    }
    void aDraggedChartIsAPictureAndAFile() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.finish();
        const QList<PlotCard*> cards = f.window->findChildren<PlotCard*>();
        const auto card = std::ranges::find_if(cards, [](const PlotCard* each) { return !each->isEmpty(); });
        QVERIFY(card != cards.end());
        const std::unique_ptr<QMimeData> picture((*card)->draggedPicture());
        QCOMPARE(qvariant_cast<QImage>(picture->imageData()).size(), (*card)->image().size());
        QVERIFY(picture->data(QStringLiteral("image/svg+xml")).contains("<svg"));
        QCOMPARE(picture->urls().size(), 1);
        QCOMPARE(QImage(picture->urls().front().toLocalFile()).size(), (*card)->image().size());
    }
    void everyExportWritesAFileAlsoMidRun() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        for (const ExportKind kind : {ExportKind::Samples, ExportKind::Sleeps, ExportKind::Summary,
                                      ExportKind::Json, ExportKind::Plan}) {
            const QString path = f.folder.filePath(QString::number(static_cast<int>(kind)));
            QVERIFY(f.window->exports().exportTo(kind, path));
            QVERIFY(QFile(path).size() > 100);
        }
        QFile json(f.folder.filePath(QString::number(static_cast<int>(ExportKind::Json))));
        QVERIFY(json.open(QIODevice::ReadOnly));
        const QJsonObject root = QJsonDocument::fromJson(json.readAll()).object();
        QVERIFY(root.value("frames").toInt() > 20);
        QVERIFY(root.value("cpu").isObject());
        for (const ChartCard* chart : f.window->findChildren<ChartCard*>()) {
            for (const PictureFile kind :
                 {PictureFile::Png, PictureFile::Svg, PictureFile::Pdf, PictureFile::Data})
                QVERIFY(f.window->exports().exportChart(*chart, kind, f.file("chart")));
        }
    }
    void aLongRunIsWrittenAndReadBesideTheWindow() {
        const Fixture f;
        RunPlan plan = f.session().plan();
        plan.machine.realPace = false;
        plan.frames = static_cast<std::int64_t>(ExportService::kManyRows) + 10;
        QVERIFY(f.session().setPlan(plan).ok());
        QSignalSpy finished(&f.session(), &Session::finished);
        f.press("start_button");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
        QSignalSpy noticed(&f.window->exports(), &ExportService::noticed);
        QSignalSpy failed(&f.window->exports(), &ExportService::failed);
        QVERIFY(f.window->exports().exportTo(ExportKind::Samples, f.file("long.csv")));
        QVERIFY(f.window->exports().busy());
        QVERIFY(!f.window->exports().exportTo(ExportKind::Samples, f.file("other.csv"))); // one at a time
        QTRY_VERIFY_WITH_TIMEOUT(!f.window->exports().busy() && noticed.count() == 2, 30'000);
        QVERIFY(QFile(f.file("long.csv")).size() > ExportService::kLargeFile);
        QVERIFY(f.window->exports().open(f.file("long.csv")));
        QVERIFY(!f.session().baseline());
        QTRY_VERIFY_WITH_TIMEOUT(f.session().baseline().has_value(), 30'000);
        QCOMPARE(f.session().baseline()->metrics.frames, plan.frames);
        QCOMPARE(failed.count(), 1);
    }
    void anExportThatFailsSaysWhy() {
        const Fixture f;
        QSignalSpy failed(&f.window->exports(), &ExportService::failed);
        QVERIFY(!f.window->exports().exportTo(ExportKind::Samples, f.file("x.csv"))); // no run yet
        QVERIFY(!f.window->exports().exportTo(ExportKind::Plan, QStringLiteral("/nowhere/at/all.json")));
        QVERIFY(!f.window->exports().open(f.file("missing.csv")));
        QCOMPARE(failed.count(), 3);
        QVERIFY(f.child<QLabel>("notice_text")->text().contains(QStringLiteral("missing.csv")));
    }
    void aPlanIsSavedAndOpened() {
        const Fixture f;
        QVERIFY(f.window->exports().exportTo(ExportKind::Plan, f.file("plan.json")));
        const RunPlan before = f.session().plan();
        f.choose("strategy", "spin");
        f.press("rate_30");
        QVERIFY(f.session().plan() != before);
        QVERIFY(f.window->exports().open(f.file("plan.json")));
        QCOMPARE(f.session().plan(), before);
        QCOMPARE(f.child<QComboBox>("strategy")->currentData().toString(), QStringLiteral("precise-sleep"));
    }
    void tableAndReportGoToTheClipboard() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.finish();
        f.window->actions().copyTable->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(u'\t'));
        f.window->actions().copyReport->trigger();
        const QString report = QApplication::clipboard()->text();
        QVERIFY2(report.startsWith(QStringLiteral("# A run of Precise sleep at 500 Hz\n")),
                 qPrintable(report));
        QVERIFY(report.contains(QStringLiteral("simulated linux-default")));
        QVERIFY(!report.contains(QStringLiteral("As the window shows it"))); // it has one row
    }
    void aReportOfSeveralSettingsHasTheWindowsTable() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.press("rate_30");
        QTRY_VERIFY(f.session().samples() != nullptr && f.session().samples()->stretches.size() == 2);
        QTRY_VERIFY(f.frames() > 5);
        f.finish();
        f.window->actions().copyReport->trigger();
        const QString report = QApplication::clipboard()->text();
        QVERIFY2(report.startsWith(QStringLiteral("# A run with 2 settings in turn\n")), qPrintable(report));
        const qsizetype table = report.indexOf(QStringLiteral("## As the window shows it"));
        QVERIFY(table > report.indexOf(QStringLiteral("## 2 of 2: Precise sleep at 30 Hz")));
        QVERIFY2(report.mid(table).contains(QStringLiteral("\n| before | ")), qPrintable(report.mid(table)));
    }
    void aSuggestedNameIsOfWhatWasMeasured() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        const auto suggested = [&](QAction* action) {
            action->trigger();
            auto* dialog = f.window->findChild<QFileDialog*>();
            const QString name = dialog != nullptr ? dialog->selectedFiles().value(0) : QString();
            delete dialog;
            return name.section(QLatin1Char('/'), -1);
        };
        QCOMPARE(suggested(f.window->actions().record),
                 QStringLiteral("precise-sleep-500hz-linux-default-recording.csv"));
        f.finish();
        f.choose("strategy", "spin"); // for the next run
        f.press("rate_30");
        QCOMPARE(suggested(f.window->actions().exportSamples),
                 QStringLiteral("precise-sleep-500hz-linux-default-samples.csv"));
        QCOMPARE(suggested(f.window->actions().exportJson),
                 QStringLiteral("precise-sleep-500hz-linux-default.json"));
    }
    /// A run of several settings is not called by one of them, nor by the next run's.
    void aChangedRunIsSuggestedUnderAllItsNames() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.choose("strategy", "absolute-sleep");
        QTRY_VERIFY(f.session().samples()->stretches.size() == 2 && f.frames() > 20);
        const auto suggested = [&] {
            f.window->actions().exportSamples->trigger();
            auto* dialog = f.window->findChild<QFileDialog*>();
            const QString name = dialog->selectedFiles().value(0).section(QLatin1Char('/'), -1);
            delete dialog;
            return name;
        };
        const QString expected =
            QStringLiteral("precise-sleep_absolute-sleep-500hz-linux-default-2-settings-samples.csv");
        QCOMPARE(suggested(), expected);
        f.finish();
        f.choose("strategy", "spin"); // for the next run
        QCOMPARE(suggested(), expected);
        const auto& entries = f.session().runs().entries();
        QCOMPARE(entries.size(), std::size_t{2});
        QVERIFY(QString::fromStdString(entries[1].run->name).startsWith("Absolute sleep · 500 Hz"));
        QCOMPARE(entries[1].run->settings.at("strategy"), std::string("absolute-sleep"));
    }
    void theSwitchBeforeTheDialogLeavesOutWhoMadeIt() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.finish();
        const auto written = [&](ExportKind kind) {
            (void)f.window->exports().exportTo(kind, f.file("out"));
            QFile file(f.file("out"));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QList<ExportKind> kinds{ExportKind::Samples, ExportKind::Sleeps, ExportKind::Summary,
                                      ExportKind::Json};
        for (const ExportKind kind : kinds)
            QVERIFY(!written(kind).contains("left_out"));
        const auto question = [&] { return f.child<QDialog>("save_question"); };
        const auto redact = [&] {
            return question()->findChild<QCheckBox*>(QStringLiteral("redact_switch"));
        };
        const auto dialog = [&] { return f.window->findChild<QFileDialog*>(); };
        f.window->actions().exportJson->trigger();
        QVERIFY(question() != nullptr && question()->isVisible() && !dialog()->isVisible());
        QVERIFY(!redact()->isChecked());
        QVERIFY(redact()->text().contains(QStringLiteral("host, user, paths")));
        QTest::mouseClick(redact(), Qt::LeftButton, {}, QPoint(8, redact()->height() / 2));
        QVERIFY(redact()->isChecked());
        QTest::mouseClick(f.child<QPushButton>("save_choose"), Qt::LeftButton);
        QTRY_VERIFY(question() == nullptr && dialog()->isVisible());
        dialog()->reject();
        QTRY_VERIFY(dialog() == nullptr);
        for (const ExportKind kind : kinds)
            QVERIFY2(written(kind).contains("left_out"), QByteArray::number(static_cast<int>(kind)));
        f.window->actions().exportSamples->trigger(); // and it is remembered
        QVERIFY(redact()->isChecked());
        QSignalSpy rejected(dialog(), &QDialog::rejected);
        question()->reject(); // thought better of it
        QCOMPARE(rejected.count(), 1);
        QTRY_VERIFY(question() == nullptr && dialog() == nullptr);
    }
};

JITTERSCOPE_TEST(WindowExportTest)

} // namespace jitterscope::window_export_test

#include "window_export_test.moc"
