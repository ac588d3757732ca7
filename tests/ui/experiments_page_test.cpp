// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "tests/support/test_program.h"
#include "tests/ui/experiments_fixture.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QXmlStreamReader>

#ifdef Q_OS_LINUX
#include <sched.h>
#endif

namespace jitterscope::experiments_page_test {

using namespace jitterscope::ui;
using Fixture = ExperimentsFixture;

namespace {

/// Names what is shown as a window of its own.
class WindowWatch final : public QObject {
public:
    QStringList shown;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Show && widget != nullptr && widget->isWindow())
            shown << widget->objectName();
        return false;
    }
};

void eachExperiment() {
    QTest::addColumn<QString>("id");
    for (const ExperimentEntry& entry : experimentCatalog()) {
        if (entry.inGallery)
            QTest::addRow("%s", std::string(entry.id).c_str())
                << QString::fromStdString(std::string(entry.id));
    }
}

} // namespace

class ExperimentsPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void theGalleryHasACardForEachAndOpensWithReturn() {
        Fixture f;
        QCOMPARE(f.page.current(), nullptr);
        for (const ExperimentEntry& entry : experimentCatalog()) {
            GalleryCard* card = f.page.gallery().card(std::string(entry.id));
            QCOMPARE(card != nullptr, entry.inGallery);
            if (card == nullptr)
                continue;
            QVERIFY(!card->toolTip().isEmpty() && !card->accessibleName().isEmpty());
            QVERIFY(card->geometry().right() < f.page.width());
            QTest::keyClick(card, Qt::Key_Return);
            QVERIFY(f.page.current() != nullptr);
            QCOMPARE(f.page.current()->entry().id, entry.id);
            f.press(*f.page.current(), "experiment_back");
            QCOMPARE(f.page.current(), nullptr);
        }
    }
    void openingAnExperimentShowsNoOtherWindow() {
        Fixture f;
        WindowWatch watch;
        qApp->installEventFilter(&watch);
        for (const ExperimentEntry& entry : experimentCatalog()) {
            if (entry.inGallery)
                (void)f.open(std::string(entry.id).c_str());
        }
        qApp->removeEventFilter(&watch);
        QCOMPARE(watch.shown, QStringList());
    }
    void everyFigureRunsOnASimulatedMachine_data() { eachExperiment(); }
    void everyFigureRunsOnASimulatedMachine() {
        QFETCH(QString, id);
        Fixture f;
        ExperimentView& view = f.open(id.toUtf8().constData());
        f.simulate(view);
        f.runToEnd(view);
        QVERIFY(view.result() != nullptr && view.result()->complete);
        auto* table = f.child<QTableView>(view, "experiment_table");
        QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()), view.result()->points.rows.size());
        QVERIFY(table->model()->rowCount() > 0);
        QVERIFY(!view.chart().grid().plots().empty());
        QVERIFY(f.child<QLabel>(view, "experiment_banner")->text().startsWith(QStringLiteral("SIMULATED")));
        QVERIFY(f.page.gallery().card(id.toStdString())->state().startsWith(QStringLiteral("measured")));
        QVERIFY(!f.child<QLabel>(view, "experiment_look")->text().isEmpty());
        f.runToEnd(view); // and again
        QVERIFY(view.result()->complete);
    }
    void cancellingARealRunKeepsWhatWasMeasured() {
        Fixture f;
        ExperimentView& view = f.open("slack");
        f.type(view, "experiment_repetitions", "40"); // of 20 ms, for each of six requests
        f.type(view, "experiment_length", "20ms");
        QVERIFY(f.child<QLabel>(view, "experiment_state")->text().contains(QStringLiteral("about 5 s")));
        f.press(view, "experiment_run");
        QTRY_VERIFY_WITH_TIMEOUT(f.page.runner().progress() > 0.25, kLong);
        QVERIFY(f.child<QLabel>(view, "experiment_state")->text().contains(QStringLiteral("left")));
        QCOMPARE(f.child<QPushButton>(view, "experiment_run")->text(), QStringLiteral("Cancel"));
        f.press(view, "experiment_run");
        QTRY_VERIFY(!f.page.runner().running());
        QVERIFY(!view.result()->complete);
        QVERIFY(!view.result()->points.rows.empty());
        QVERIFY(f.child<QLabel>(view, "experiment_notes")->text().startsWith(QStringLiteral("cancelled: ")));
        QCOMPARE(f.child<QLabel>(view, "experiment_banner")->text(), QStringLiteral("MEASURED HERE"));
        QCOMPARE(f.child<QPushButton>(view, "experiment_run")->text(), QStringLiteral("Run"));
    }
    void aRunGoesOnWhileAnotherFigureIsLookedAt() {
        Fixture f;
        ExperimentView& first = f.open("accuracy");
        f.runForLong(first);
        f.press(first, "experiment_back");
        QTRY_VERIFY(f.page.gallery().card("accuracy")->state().startsWith(QStringLiteral("measuring")));
        ExperimentView& other = f.open("slack");
        QVERIFY(f.page.runner().running());
        QVERIFY(!f.child<QPushButton>(other, "experiment_run")->isEnabled());
        QVERIFY(f.child<QLabel>(other, "experiment_state")->text().contains(QStringLiteral("Accuracy")));
        QSignalSpy noticed(&f.page, &Page::noticed);
        f.page.runner().cancel();
        QTRY_VERIFY(!f.page.runner().running());
        QCOMPARE(noticed.count(), 1); // what is not looked at says that it has ended
        QVERIFY(f.child<QPushButton>(other, "experiment_run")->isEnabled());
        QVERIFY(first.result() != nullptr && !first.result()->complete);
    }
    void aLiveRunInTheWayIsStoppedByTheClickThatSaysSo() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        f.simulate(view);
        f.runLive();
        auto* run = f.child<QPushButton>(view, "experiment_run");
        QCOMPARE(run->text(), QStringLiteral("Stop Live and run"));
        QVERIFY(f.child<QLabel>(view, "experiment_state")->text().contains(QStringLiteral("Live")));
        QSignalSpy finished(&f.session, &Session::finished);
        f.press(view, "experiment_run");
        QTRY_COMPARE(finished.count(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(view.result() != nullptr && view.result()->complete, kLong);
        QCOMPARE(run->text(), QStringLiteral("Run"));
        QVERIFY(f.session.samples() != nullptr); // its numbers stay
    }
    void f5OffersAndStopsNothingUnasked() {
        Fixture f;
        QSignalSpy noticed(&f.page, &Page::noticed);
        f.page.start(); // in the gallery
        QCOMPARE(noticed.count(), 1);
        ExperimentView& view = f.open("accuracy");
        f.simulate(view);
        f.runLive();
        QSignalSpy offered(&f.page, &Page::offered);
        f.page.start();
        QCOMPARE(offered.count(), 1);
        QVERIFY(f.session.running() && !f.page.runner().running());
        offered[0][2].value<std::function<void()>>()();
        QTRY_VERIFY_WITH_TIMEOUT(view.result() != nullptr, kLong);
    }
    void aFieldThatRefusesEndsNoLiveRun() {
        Fixture f;
        ExperimentView& view = f.open("race");
        f.simulate(view);
        f.runLive();
        f.type(view, "experiment_rates", "60, abc");
        f.press(view, "experiment_run");
        QVERIFY(f.session.running());
        f.session.stop();
        QTRY_VERIFY(!f.session.running());
        QVERIFY(!f.page.runner().running());
    }
    /// A race ends with the sentence that the command line prints.
    void aRaceSaysWhatItShowed() {
        Fixture f;
        ExperimentView& view = f.open("race");
        const auto* sentence = f.child<QLabel>(view, "experiment_sentence");
        QVERIFY(sentence->isHidden());
        f.simulate(view);
        f.runToEnd(view);
        const Digest digest = digestOf(*view.result());
        QVERIFY(!digest.parts.empty() && sentence->isVisible());
        for (const Table& part : digest.parts)
            QVERIFY2(sentence->text().contains(QString::fromStdString(part.title)), part.title.c_str());
        for (const std::string& each : digest.sentences)
            QVERIFY2(f.child<QLabel>(view, "experiment_look")->text().contains(QString::fromStdString(each)),
                     each.c_str());
    }
    /// The headings of a result's tables are no sentences of it.
    /// What a page shows is what its report says: not the Live run, which is another result.
    void itsReportIsThatOfTheExperiment() {
        ExperimentsFixture f;
        QVERIFY(!f.page.hasReport() && f.page.reportText().isEmpty()); // the gallery
        QSignalSpy head(&f.page, &Page::headChanged);                  // the window asks again
        ExperimentView& view = f.open("accuracy");
        QCOMPARE(head.count(), 1);
        QVERIFY(!f.page.hasReport());
        f.simulate(view);
        f.runToEnd(view);
        QVERIFY(f.page.hasReport());
        QCOMPARE(f.page.reportText().toStdString(), markdown(experimentDocument(*view.result())));
        for (const std::string& sentence : digestOf(*view.result()).sentences)
            QVERIFY2(f.child<QLabel>(view, "experiment_look")
                         ->text()
                         .contains(QString::fromStdString(sentence).toHtmlEscaped()),
                     sentence.c_str());
    }
    void onlyVerdictsStandAboveTheChart() {
        Fixture f;
        for (const char* id : {"x-sweep", "drift", "robustness", "cpu-table"}) {
            ExperimentView& view = f.open(id);
            f.simulate(view);
            f.runToEnd(view);
            QVERIFY(!digestOf(*view.result()).parts.empty());
            QVERIFY2(f.child<QLabel>(view, "experiment_sentence")->isHidden(), id);
            f.page.back();
        }
    }
    void whileItRunsThePageSaysSo() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        const auto* banner = f.child<QLabel>(view, "experiment_banner");
        QCOMPARE(banner->text(), QStringLiteral("NOT MEASURED YET"));
        f.runForLong(view);
#ifdef Q_OS_LINUX
        QCOMPARE(sched_getscheduler(0), SCHED_BATCH); // what draws gives way meanwhile
#endif
        QVERIFY2(banner->text().startsWith(QStringLiteral("MEASURING HERE")), qPrintable(banner->text()));
        QVERIFY(f.page.measuring().contains(QStringLiteral("Accuracy")));
        f.page.cancel();
        QTRY_VERIFY(!f.page.runner().running());
        QVERIFY(f.page.measuring().isEmpty());
        QVERIFY(!banner->text().startsWith(QStringLiteral("MEASURING")));
#ifdef Q_OS_LINUX
        QCOMPARE(sched_getscheduler(0), SCHED_OTHER);
#endif
    }
    void closingInMidRunIsClean() {
        Fixture f;
        f.runForLong(f.open("cpu-table"));
    }
    void keptResultIsLaidUnder() {
        Fixture f;
        ExperimentView& view = f.open("cpu-sweep");
        f.simulate(view);
        f.runToEnd(view);
        const auto series = [&] { return view.chart().key().items().size(); };
        const auto before = series();
        f.press(view, "experiment_keep");
        QCOMPARE(series(), before + 1);
        f.runToEnd(view);
        QCOMPARE(series(), before + 1);
        f.press(view, "experiment_keep");
        QCOMPARE(series(), before);
    }
    void everyFormatIsWrittenAndReadsBack() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        QVERIFY(!view.exports().exportTo(ExperimentFile::Csv, f.folder.filePath(QStringLiteral("no.csv"))));
        f.simulate(view);
        f.runToEnd(view);
        const auto path = [&](const char* name) { return f.folder.filePath(QLatin1String(name)); };
        QVERIFY(view.exports().exportTo(ExperimentFile::Csv, path("a.csv")));
        QStringList lines =
            QString::fromUtf8(f.read(path("a.csv"))).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        lines.removeIf([](const QString& line) { return line.startsWith(QLatin1Char('#')); });
        QCOMPARE(lines.size(), 9);
        QCOMPARE(lines[0].section(QLatin1Char(','), 0, 2), QStringLiteral("strategy,frames,mean_error_ns"));
        QCOMPARE(lines[1].section(QLatin1Char(','), 2, 2).toDouble(),
                 *numberOf(view.result()->points.rows[0][2]));
        QVERIFY(view.exports().exportTo(ExperimentFile::Json, path("a.json")));
        const auto json = QJsonDocument::fromJson(f.read(path("a.json")));
        QVERIFY(json.isObject() && !json.object().isEmpty());
        QVERIFY(view.exports().exportTo(ExperimentFile::Png, path("a.png")));
        const QImage image(path("a.png"));
        QVERIFY(image.width() >= 1000);
        QVERIFY(view.exports().exportTo(ExperimentFile::Svg, path("a.svg")));
        QXmlStreamReader xml(f.read(path("a.svg")));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(f.read(path("a.svg")).contains("Precise sleep"));
        QVERIFY(view.exports().exportTo(ExperimentFile::Pdf, path("a.pdf")));
        QVERIFY(f.read(path("a.pdf")).startsWith("%PDF"));
        QSignalSpy failed(&view, &ExperimentView::failed);
        QVERIFY(!view.exports().exportTo(ExperimentFile::Pdf, path("no/such/folder/a.pdf")));
        QCOMPARE(failed.count(), 1);
        QVERIFY(view.tableText().startsWith(QStringLiteral("Strategy\t")));
    }
    void aWideTableKeepsItsStrategiesInSight() {
        Fixture f;
        ExperimentView& view = f.open("race");
        f.simulate(view);
        f.runToEnd(view);
        auto* table = f.child<QTableView>(view, "experiment_table");
        QVERIFY(table->verticalHeader()->isVisible());
        QVERIFY(table->isColumnHidden(0)); // there they would be scrolled away
        QCOMPARE(table->model()->headerData(0, Qt::Vertical), table->model()->index(0, 0).data());
        ExperimentView& narrow = f.open("cpu-table");
        f.simulate(narrow);
        f.runToEnd(narrow);
        table = f.child<QTableView>(narrow, "experiment_table");
        QVERIFY(!table->verticalHeader()->isVisible() && !table->isColumnHidden(0));
    }
    void everyControlSaysWhatItIs() {
        Fixture f;
        for (const ExperimentEntry& entry : experimentCatalog()) {
            if (!entry.inGallery)
                continue;
            ExperimentView& view = f.open(std::string(entry.id).c_str());
            for (const auto* widget : view.findChildren<QWidget*>()) {
                const bool control = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                                     qobject_cast<const QComboBox*>(widget) != nullptr ||
                                     qobject_cast<const QLineEdit*>(widget) != nullptr ||
                                     qobject_cast<const Plot*>(widget) != nullptr;
                if (!control || qobject_cast<const QTableView*>(widget->parentWidget()) != nullptr ||
                    widget->objectName().startsWith(QStringLiteral("qt_")))
                    continue;
                QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
                QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
            }
        }
    }
};

JITTERSCOPE_TEST(ExperimentsPageTest)

} // namespace jitterscope::experiments_page_test

#include "experiments_page_test.moc"
