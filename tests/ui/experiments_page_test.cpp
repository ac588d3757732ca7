// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/atomic_file.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <sched.h>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

constexpr int kLong = 30'000; // ms; for a busy machine

/// A page of its own for each test.
struct Fixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    ExperimentsPage page{session, settings};

    explicit Fixture(QSize size = {1024, 600}) {
        page.resize(size);
        page.show();
    }
    [[nodiscard]] ExperimentView& open(const char* id) {
        page.open(id);
        return *page.current();
    }
    /// Quick, on a simulated machine.
    void simulate(ExperimentView& view, const char* machine = "linux-default") {
        ExperimentPlan plan = view.form().plan();
        plan.quick = true;
        if (!view.entry().onlySimulated)
            plan.machine = machineChoice(machine);
        view.form().setPlan(plan);
    }
    /// A real run that would take minutes.
    void runForLong(ExperimentView& view) {
        ExperimentPlan plan = view.form().plan();
        plan.values.set(0, 1e5);
        view.form().setPlan(plan);
        press(view, "experiment_run");
        QVERIFY(page.runner().running());
    }
    /// A Live run that goes on until it is stopped.
    void runLive() {
        RunPlan live;
        live.machine = machineChoice("linux-default");
        live.machine.realPace = true;
        QVERIFY(session.setPlan(live).ok());
        QVERIFY(session.start().ok());
    }
    template <typename T>
    [[nodiscard]] T* child(ExperimentView& view, const char* name) {
        return view.findChild<T*>(QLatin1String(name));
    }
    void press(ExperimentView& view, const char* button) {
        QTest::mouseClick(child<QPushButton>(view, button), Qt::LeftButton);
    }
    void type(ExperimentView& view, const char* name, const char* text) {
        auto* edit = child<QLineEdit>(view, name);
        QVERIFY(edit != nullptr);
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromUtf8(text));
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void runToEnd(ExperimentView& view) {
        press(view, "experiment_run");
        QVERIFY(page.runner().running());
        QTRY_VERIFY_WITH_TIMEOUT(!page.runner().running(), kLong);
    }
    [[nodiscard]] QString errors(ExperimentView& view) {
        QStringList all;
        for (const auto* label : view.form().findChildren<QLabel*>(QStringLiteral("field_error"))) {
            if (!label->text().isEmpty())
                all << label->text();
        }
        return all.join(QLatin1Char('|'));
    }
    [[nodiscard]] QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

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
        QVERIFY(f.page.current() == nullptr);
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
            QVERIFY(f.page.current() == nullptr);
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
        QVERIFY(!view.figure().view().figure().panels.empty());
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
    void whileItRunsThePageSaysSo() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        const auto* banner = f.child<QLabel>(view, "experiment_banner");
        QCOMPARE(banner->text(), QStringLiteral("NOT MEASURED YET"));
        f.runForLong(view);
        QCOMPARE(sched_getscheduler(0), SCHED_BATCH); // what draws gives way meanwhile
        QVERIFY2(banner->text().startsWith(QStringLiteral("MEASURING HERE")), qPrintable(banner->text()));
        QVERIFY(f.page.measuring().contains(QStringLiteral("Accuracy")));
        f.page.cancel();
        QTRY_VERIFY(!f.page.runner().running());
        QVERIFY(f.page.measuring().isEmpty());
        QVERIFY(!banner->text().startsWith(QStringLiteral("MEASURING")));
        QCOMPARE(sched_getscheduler(0), SCHED_OTHER);
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
        const auto series = [&] { return view.figure().key().items().size(); };
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
    void badInputIsRefusedInOneLineThatNamesTheField() {
        Fixture f;
        ExperimentView& view = f.open("race");
        f.simulate(view);
        const auto refused = [&](const char* field, const char* text, const char* names) {
            f.type(view, field, text);
            const QString error = f.errors(view);
            QVERIFY2(error.contains(QLatin1String(names)), qPrintable(error));
            QVERIFY(!error.contains(QLatin1Char('\n')) && !error.contains(QLatin1Char('|')));
            QSignalSpy failed(&view, &ExperimentView::failed);
            f.press(view, "experiment_run");
            QVERIFY(!f.page.runner().running());
            QCOMPARE(failed.count(), 1);
            QTest::keyClick(f.child<QLineEdit>(view, field), Qt::Key_Escape);
            QCOMPARE(f.errors(view), QString());
        };
        refused("experiment_rates", "60, abc", "rates");
        refused("experiment_rates", "60, 0", "rates");
        refused("experiment_rates", ",", "rates");
        refused("experiment_seed", "-1", "seed");
        refused("experiment_rounds", "0", "rounds");
        refused("experiment_seconds", "x", "seconds");
        refused("experiment_tolerance", "-5us", "tolerance");
        for (auto* box : view.form().findChildren<QCheckBox*>()) {
            if (box->objectName().startsWith(QStringLiteral("strategy_")))
                box->setChecked(false);
        }
        QVERIFY(f.errors(view).contains(QStringLiteral("strategies")));
        f.press(view, "experiment_run");
        QVERIFY(!f.page.runner().running());
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
                                     qobject_cast<const FigureView*>(widget) != nullptr;
                if (!control || qobject_cast<const QTableView*>(widget->parentWidget()) != nullptr ||
                    widget->objectName().startsWith(QStringLiteral("qt_")))
                    continue;
                QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
                QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
            }
        }
    }
    void ratesAreTakenAsTyped() {
        QCOMPARE(parseRates(QStringLiteral("60, 240 ,1 kHz,60")).value().size(), std::size_t{3});
        QVERIFY(!parseRates(QString()));
        QVERIFY(!parseRates(QStringLiteral("1,2,3,4,5,6,7,8,9,10,11,12,13")));
    }
    void aRecordedFileThatIsNoneGivesOneLine() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        f.simulate(view, "recorded");
        QVERIFY(writeWhole(f.folder.filePath(QStringLiteral("empty.csv")).toStdString(), "").ok());
        QVERIFY(
            writeWhole(f.folder.filePath(QStringLiteral("foreign.csv")).toStdString(), "a,b\n1,2\n").ok());
        for (const char* name : {"", "empty.csv", "foreign.csv", "missing.csv"}) {
            auto* edit = f.child<QLineEdit>(view, "experiment_file");
            edit->setText(*name == '\0' ? QString() : f.folder.filePath(QLatin1String(name)));
            f.press(view, "experiment_run");
            QVERIFY2(!f.page.runner().running(), name);
            QVERIFY2(f.errors(view).startsWith(QStringLiteral("recorded file: ")),
                     qPrintable(f.errors(view)));
            QVERIFY(!f.errors(view).contains(QLatin1Char('\n')));
        }
    }
    void strategiesThatCannotRunHereAreGreyedWithTheReason() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        for (const SleepEntry& strategy : sleepCatalog()) {
            const Support support = sleepSupport(strategy, "here");
            const auto* box = view.findChild<QCheckBox*>(QStringLiteral("strategy_") +
                                                         QString::fromStdString(std::string(strategy.id)));
            QCOMPARE(box->isEnabled(), support.available);
            if (!support.available)
                QCOMPARE(box->toolTip(), QString::fromStdString(support.reason));
        }
    }
};

QTEST_MAIN(ExperimentsPageTest)
#include "experiments_page_test.moc"
