// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/forms/field.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/plot/plot.h"
#include "ui/window/help.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QWindow>

namespace jitterscope::accessibility_test {

using namespace jitterscope::ui;

namespace {

/// Parts of other widgets, which speak for them.
bool isPart(const QWidget* widget) {
    return qobject_cast<const QScrollBar*>(widget) != nullptr ||
           widget->objectName().startsWith(QStringLiteral("qt_")) ||
           qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
           qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget->parentWidget()) != nullptr ||
           widget->window()->windowType() == Qt::Popup;
}

bool isInteractive(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const Plot*>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget) != nullptr;
}

/// The key that is underlined; Key_unknown: none.
Qt::Key mnemonicOf(const QString& text) {
    const QKeySequence sequence = QKeySequence::mnemonic(text);
    return sequence.isEmpty() ? Qt::Key_unknown : sequence[0].key();
}

QString describe(const QWidget* widget) {
    return QStringLiteral("%1 '%2' in '%3'")
        .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
             widget->parentWidget() != nullptr ? widget->parentWidget()->objectName() : QString());
}

} // namespace

class AccessibilityTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    void open(int page, const QString& part) {
        m_window->showPage(page);
        if (page == 1 && !part.isEmpty())
            m_window->findChild<ExperimentsPage*>()->openExperiment(part.toStdString());
        if (page == 2 && !part.isEmpty())
            m_window->findChild<LabsPage*>()->openLab(part.toStdString());
        if (page == 4 && !part.isEmpty())
            m_window->findChild<ComparePage*>()->addExample();
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        WindowOptions planned; // as somebody has it who has measured before
        planned.plan = standardPlan();
        m_window = std::make_unique<MainWindow>(planned, m_folder.filePath(QStringLiteral("settings.json")));
        for (auto* foldout : m_window->findChildren<Foldout*>())
            foldout->setOpen(true);
        m_window->resize(1280, 800);
        m_window->show();
        QTRY_VERIFY(m_window->windowHandle() != nullptr && m_window->windowHandle()->isExposed());
    }
    void cleanupTestCase() { m_window.reset(); }

    void everyInteractiveWidgetHasANameAndATooltip() {
        int seen = 0;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!isInteractive(widget) || isPart(widget))
                continue;
            ++seen;
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(describe(widget)));
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(describe(widget)));
        }
        QVERIFY(seen > 30);
    }
    /// Qt takes a painted widget for a box, which is passed over.
    void whatIsPaintedIsAChartOrAPicture() {
        open(2, QStringLiteral("drift"));
        open(0, {});
        const auto charts = m_window->findChildren<Plot*>();
        QVERIFY(charts.size() >= 4);
        QWidgetList painted(charts.begin(), charts.end());
        painted << m_window->findChild<QWidget*>(QStringLiteral("lab_stage"));
        for (QWidget* widget : std::as_const(painted)) {
            QAccessibleInterface* const told = QAccessible::queryAccessibleInterface(widget);
            QCOMPARE(told->role(), QAccessible::Chart);
            QVERIFY2(!told->text(QAccessible::Name).isEmpty(), qPrintable(describe(widget)));
            QCOMPARE(told->childCount(), 0);
        }
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (widget->inherits("jitterscope::ui::PictureView"))
                QCOMPARE(QAccessible::queryAccessibleInterface(widget)->role(), QAccessible::Graphic);
        }
    }
    void everyActionSaysWhatItDoes() {
        for (const QAction* action : m_window->actions().findChildren<QAction*>()) {
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->objectName()));
        }
    }
    void noTwoActionsShareAKey() {
        QSet<QString> keys;
        for (const QAction* action : m_window->actions().findChildren<QAction*>()) {
            const QString key = action->shortcut().toString();
            if (key.isEmpty())
                continue;
            QVERIFY2(!keys.contains(key), qPrintable(key));
            keys.insert(key);
        }
    }
    void noTwoVisibleMnemonicsShareALetter_data() {
        QTest::addColumn<bool>("fresh");
        QTest::newRow("measured before") << false;
        QTest::newRow("never measured") << true;
    }
    void noTwoVisibleMnemonicsShareALetter() {
        QFETCH(bool, fresh);
        const MainWindow never({}, m_folder.filePath(QStringLiteral("fresh.json")));
        const MainWindow* const window = fresh ? &never : m_window.get();
        QHash<QChar, QString> letters;
        const auto take = [&](const QString& text) {
            const auto at = text.indexOf(u'&');
            if (at < 0 || at + 1 >= text.size())
                return QString();
            const QChar letter = text[at + 1].toLower();
            if (letters.contains(letter))
                return letters[letter] + QStringLiteral(" / ") + text;
            letters[letter] = text;
            return QString();
        };
        for (const auto* label : window->findChildren<QLabel*>()) {
            if (label->buddy() != nullptr && label->isVisibleTo(window))
                QVERIFY2(take(label->text()).isEmpty(), qPrintable(label->text()));
        }
        for (const auto* button : window->findChildren<QAbstractButton*>()) {
            if (button->isVisibleTo(window)) {
                const QString clash = take(button->text());
                QVERIFY2(clash.isEmpty(), qPrintable(clash));
            }
        }
    }
    void everyMnemonicOfEveryPageIsAlive_data() {
        QTest::addColumn<int>("page");
        QTest::addColumn<QString>("part");
        QTest::newRow("Live") << 0 << QString();
        QTest::newRow("gallery") << 1 << QString();
        QTest::newRow("an experiment") << 1 << QStringLiteral("race");
        QTest::newRow("labs") << 2 << QString();
        QTest::newRow("a lab") << 2 << QStringLiteral("well");
        QTest::newRow("Diagnosis") << 3 << QString();
        QTest::newRow("Compare, empty") << 4 << QString();
        QTest::newRow("Compare") << 4 << QStringLiteral("pair");
    }
    void everyMnemonicOfEveryPageIsAlive() {
        QFETCH(int, page);
        QFETCH(QString, part);
        open(page, part);
        int seen = 0;
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            const Qt::Key key = mnemonicOf(label->text());
            if (key == Qt::Key_unknown || label->buddy() == nullptr || !label->isVisibleTo(m_window.get()))
                continue;
            m_window->findChild<QWidget*>(QStringLiteral("menu_button"))->setFocus();
            QTest::keyClick(m_window.get(), key, Qt::AltModifier);
            QVERIFY2(label->buddy()->hasFocus(), qPrintable(label->text()));
            ++seen;
        }
        QList<QPointer<QAbstractButton>> buttons; // the header makes its own anew for each page
        for (auto* button : m_window->findChildren<QAbstractButton*>())
            buttons << button;
        auto* const labs = m_window->findChild<LabsPage*>();
        for (const QPointer<QAbstractButton>& button : std::as_const(buttons)) {
            const Qt::Key key = button != nullptr ? mnemonicOf(button->text()) : Qt::Key_unknown;
            if (key == Qt::Key_unknown || !button->isVisibleTo(m_window.get()) || !button->isEnabled())
                continue;
            const QString text = button->text();
            QSignalSpy pressed(button.data(), &QAbstractButton::pressed);
            auto* push = qobject_cast<QPushButton*>(button.data());
            QMenu* menu = push != nullptr ? push->menu() : nullptr;
            if (menu != nullptr)
                push->setMenu(nullptr); // offscreen, a menu takes the keyboard along when it closes
            QTest::keyClick(m_window.get(), key, Qt::AltModifier);
            QTRY_VERIFY2(pressed.count() == 1 && (button == nullptr || !button->isDown()), qPrintable(text));
            if (menu != nullptr)
                push->setMenu(menu);
            ++seen;
            labs->setClassroom(false); // what a button has opened takes the keyboard
            for (auto* dialog : m_window->findChildren<QFileDialog*>())
                delete dialog;
            m_window->activateWindow();
            QTRY_VERIFY(m_window->isActiveWindow());
        }
        if (m_window->session().running()) { // Start is one of them
            QSignalSpy finished(&m_window->session(), &Session::finished);
            m_window->session().stop();
            QTRY_COMPARE(finished.count(), 1);
        }
        if (DiagnosisRunner& runner = m_window->findChild<DiagnosisPage*>()->runner(); runner.running()) {
            runner.cancel();
            QTRY_VERIFY_WITH_TIMEOUT(!runner.running(), 30'000);
        }
        for (auto* foldout : m_window->findChildren<Foldout*>())
            foldout->setOpen(true);
        constexpr int kSeen[] = {12, 1, 2, 6, 4};
        QVERIFY(seen >= kSeen[page]);
        m_window->showPage(0);
    }
    void helpNamesEveryKey() {
        const std::unique_ptr<QDialog> help(makeHelp(m_window.get()));
        const QString text = help->findChild<QTextBrowser*>()->toPlainText();
        for (const QAction* action : m_window->actions().findChildren<QAction*>()) {
            const QString key = action->shortcut().toString();
            QVERIFY2(key.isEmpty() || text.contains(key), qPrintable(key));
        }
        for (std::size_t page = 1; page <= pageCatalog().size(); ++page)
            QVERIFY(text.contains(QStringLiteral("Ctrl+%1").arg(page)));
    }
    /// Tab goes through every control once and comes back, and never gets stuck.
    void tabReachesEveryControl() {
        QSet<QWidget*> reached;
        QWidget* first = m_window->findChild<QWidget*>(QStringLiteral("start_button"));
        first->setFocus();
        QWidget* at = first;
        for (int i = 0; i < 300; ++i) {
            QTest::keyClick(at, Qt::Key_Tab);
            at = QApplication::focusWidget();
            QVERIFY(at != nullptr);
            reached.insert(at);
            if (at == first)
                break;
        }
        QCOMPARE(at, first);
        for (const char* name : {"preset",
                                 "strategy",
                                 "rate",
                                 "rate_60",
                                 "x_slider",
                                 "x_edit",
                                 "policy",
                                 "work",
                                 "load",
                                 "machine",
                                 "slack",
                                 "cpu",
                                 "realtime",
                                 "tolerance",
                                 "stop_on_late",
                                 "histogram_chart_plot",
                                 "strip_chart_plot",
                                 "cpu_chart_plot",
                                 "estimator_chart_plot",
                                 "statistics_table",
                                 "reset_button",
                                 "pin_button",
                                 "export_button"}) {
            QWidget* widget = m_window->findChild<QWidget*>(QLatin1String(name));
            QVERIFY2(widget != nullptr, name);
            if (widget->isEnabled())
                QVERIFY2(reached.contains(widget), name);
        }
    }
    void screenReadersAreToldWhatAChoiceIsFor_data() { everyMnemonicOfEveryPageIsAlive_data(); }
    /// The label, not the value; and no picture without a name.
    void screenReadersAreToldWhatAChoiceIsFor() {
        QFETCH(int, page);
        QFETCH(QString, part);
        open(page, part);
        int choices = 0;
        for (QComboBox* box : m_window->findChildren<QComboBox*>()) {
            const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(box);
            QCOMPARE(told->role(), QAccessible::ComboBox);
            QVERIFY2(!box->accessibleName().isEmpty(), qPrintable(describe(box)));
            QCOMPARE(told->text(QAccessible::Name), box->accessibleName());
            QCOMPARE(told->text(QAccessible::Value), box->currentText());
            QCOMPARE(told->child(0)->object(), box->view());
            ++choices;
        }
        QVERIFY(choices >= 6);
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(widget);
            const bool picture = label != nullptr && !label->pixmap(Qt::ReturnByValue).isNull();
            const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
            const bool painted = told->role() == QAccessible::Graphic && widget->isVisible();
            if (picture || painted) // one that was never shown has nothing to say yet
                QVERIFY2(!told->text(QAccessible::Name).isEmpty(), qPrintable(describe(widget)));
        }
        m_window->showPage(0);
    }
};

JITTERSCOPE_TEST(AccessibilityTest)

} // namespace jitterscope::accessibility_test

#include "accessibility_test.moc"
