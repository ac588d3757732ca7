// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/target.h"
#include "core/diagnosis/trial.h"
#include "core/diagnosis/verdict.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QtTest>

namespace jitterscope::diagnosis_note_test {

namespace {

/// Cells of the table below a heading of docs/diagnosis.md, without its head.
std::vector<QStringList> tableBelow(const QString& heading) {
    QFile file(QStringLiteral(JITTERSCOPE_NOTE));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    std::vector<QStringList> rows;
    for (qsizetype i = lines.indexOf("## " + heading) + 1; i > 0 && i < lines.size(); ++i) {
        if (lines[i].startsWith("## ") || (!rows.empty() && !lines[i].startsWith('|')))
            break;
        if (!lines[i].startsWith("| `"))
            continue;
        QStringList cells = lines[i].mid(1).split('|');
        cells.removeLast();
        for (QString& cell : cells)
            cell = cell.remove('`').trimmed();
        rows.push_back(cells);
    }
    return rows;
}

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

} // namespace

class DiagnosisNoteTest : public QObject {
    Q_OBJECT

private slots:
    void jobsStandAsInTheCatalogue() {
        const auto rows = tableBelow("Jobs");
        QCOMPARE(rows.size(), jobCatalog().size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const JobEntry& job = jobCatalog()[i];
            QCOMPARE(rows[i],
                     (QStringList{text(job.id), text(job.name), text(job.rate),
                                  QString::fromStdString(said::shortDuration(job.beyond)),
                                  QString::fromStdString(plainNumberText(100 * job.allowed)) + " %"}));
        }
    }

    void everyFindingIsExplained() {
        const auto rows = tableBelow("What costs time");
        QCOMPARE(rows.size(), findingCatalog().size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i][0], text(findingCatalog()[i].id));
    }

    void everyTrialIsExplained() {
        const auto rows = tableBelow("Trials");
        QCOMPARE(rows.size(), curesHere().size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i][0], text(curesHere()[i].id));
    }

    /// The note's examples: zero late frames in 3000 show 0.1 %, which takes 64 s of 1024 frames at 48 kHz.
    void theRuleOfThreeIsAsTheNoteSays() {
        QCOMPARE(framesToShow(0.001), 3000);
        QCOMPARE(3000 * 1024 / 48'000, 64);
        QCOMPARE(judge(Share{0, {0, 3.0 / 3000}}, 3000, 0.001), Fitness::Fit);
        QCOMPARE(judge(Share{0, {0, 3.0 / 2999}}, 2999, 0.001), Fitness::NotEnoughData);
    }
};

JITTERSCOPE_TEST(DiagnosisNoteTest)

} // namespace jitterscope::diagnosis_note_test

#include "diagnosis_note_test.moc"
