// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of a diagnosis that was made on Windows; shown on any system.
#include "core/diagnosis/advice_catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/trial.h"
#include "core/document/documents.h"
#include "tests/support/test_program.h"
#include "tests/support/windows_diagnosed.h"
#include "ui/document/section_card.h"

#include <QTest>

namespace jitterscope::windows_findings_test {

using namespace jitterscope::test;
using namespace jitterscope::ui;

class WindowsFindingsTest : public QObject {
    Q_OBJECT

    const Diagnosis m_diagnosis = diagnosedOn(laptop(), 20'000'000, 0);

    /// With plain blanks: a number and its unit stay together in a label.
    static QString plain(const QLabel& label) { return label.text().replace(QChar::Nbsp, QLatin1Char(' ')); }

private slots:
    /// What the file and the report list, in their order, each whole within the card.
    void suspectsAreListedInTheirOrder() {
        SectionCard card("findings", {});
        card.show(diagnosisDocument(m_diagnosis));
        card.resize(620, card.sizeHint().height());
        static_cast<QWidget&>(card).show();
        const std::vector<Finding>& suspects = m_diagnosis.findings.suspects;
        QVERIFY(suspects.size() >= 6);
        int below = 0;
        for (const Finding& suspect : suspects) {
            const QString id = QString::fromStdString(suspect.id);
            auto* title = card.findChild<QLabel*>(QStringLiteral("suspect_") + id);
            QVERIFY2(title != nullptr, qPrintable(id));
            QCOMPARE(plain(*title), QString::fromStdString(suspect.title));
            const QRect place(title->mapTo(&card, QPoint()), title->size());
            QVERIFY2(place.top() > below && card.rect().contains(place), qPrintable(id));
            below = place.top();
            const auto shown = card.findChildren<QLabel*>();
            QVERIFY2(std::ranges::any_of(shown,
                                         [&](const QLabel* label) {
                                             return plain(*label) == QString::fromStdString(suspect.soWhat);
                                         }),
                     qPrintable(id));
        }
    }
    /// Windows' commands have long words.
    void noWordIsCutInANarrowCard() {
        SectionCard card("findings", {});
        card.show(diagnosisDocument(m_diagnosis));
        card.resize(500, card.heightForWidth(500));
        static_cast<QWidget&>(card).show();
        for (const QLabel* label : card.findChildren<QLabel*>()) {
            for (const QString& word : label->text().split(QLatin1Char(' ')))
                QVERIFY2(label->fontMetrics().horizontalAdvance(word) <= label->width(), qPrintable(word));
        }
    }
    /// Whose costs are known has none.
    void aLoopInTimeHasNoSuspects() {
        SectionCard card("findings", {});
        card.show(diagnosisDocument(diagnosedOn(desktop(), 1000, 0)));
        for (const QLabel* label : card.findChildren<QLabel*>())
            QVERIFY2(!label->objectName().startsWith(QLatin1String("suspect_")), qPrintable(label->text()));
    }
    void onlyCuresOfWindowsCanBeTried() {
        SectionCard card("trials", {});
        card.show(diagnosisDocument(m_diagnosis));
        QStringList shown;
        for (const QLabel* label : card.findChildren<QLabel*>()) {
            if (label->objectName().startsWith(QLatin1String("trial_")))
                shown << label->objectName().mid(6);
        }
        QVERIFY(shown.contains(QLatin1String("timer-period")) &&
                shown.contains(QLatin1String("hires-timer")));
        QVERIFY(!shown.contains(QLatin1String("slack")));
    }
};

JITTERSCOPE_TEST(WindowsFindingsTest)

} // namespace jitterscope::windows_findings_test

#include "windows_findings_test.moc"
