// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/diagnosis.h"
#include "core/document/diagnosis_pictures.h"
#include "core/document/documents.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"
#include "tests/ui/drawn_svg.h"
#include "ui/pages/report_export.h"

#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

namespace jitterscope::report_pdf_test {

using namespace jitterscope::ui;

namespace {

const Diagnosis& measured() {
    static const Diagnosis diagnosis = simulatedDiagnosis("linux-default-loaded", "game-144");
    return diagnosis;
}

Document reportWith(int facts) {
    Diagnosis diagnosis = measured();
    for (int i = 0; i < facts; ++i)
        diagnosis.machine.facts.push_back({"id", "Fact number " + std::to_string(i), "value", FactState::Note,
                                           "What it means for a wake-up, in one sentence.", "do", "undo"});
    return diagnosisDocument(diagnosis);
}

qsizetype pagesOf(const QByteArray& pdf) {
    const QString text = QString::fromLatin1(pdf);
    return text.count(QRegularExpression("/Type\\s*/Page[^s]"));
}

QStringList pagesAsText(const QString& tool, const Document& document) {
    QProcess process;
    process.start(tool, {"-", "-"});
    process.write(reportPdf(document));
    process.closeWriteChannel();
    return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()).split('\f')
                                     : QStringList();
}

QImage drawn(const std::string& svg) {
    return drawnSvg(QByteArray::fromStdString(svg));
}

} // namespace

class ReportPdfTest : public QObject {
    Q_OBJECT

private slots:
    void longFactsTakeMorePages() {
        const QByteArray few = reportPdf(reportWith(0));
        const QByteArray many = reportPdf(reportWith(150));
        QVERIFY(few.startsWith("%PDF-"));
        QVERIFY(few.trimmed().endsWith("%%EOF"));
        QVERIFY(pagesOf(few) >= 2);
        QVERIFY(pagesOf(many) > pagesOf(few) + 2);
    }

    /// Points of 1/72 inch: A4 is 595 × 842, letter 612 × 792.
    void paperIsTheUsersOwn() {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const QByteArray a4 = reportPdf(reportWith(0));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        const QByteArray letter = reportPdf(reportWith(0));
        QLocale::setDefault(before);
        const QRegularExpression box("/MediaBox \\[0 0 (\\d+)[.\\d]* (\\d+)");
        const auto sizeOf = [&](const QByteArray& pdf) {
            const auto match = box.match(QString::fromLatin1(pdf));
            return QSize(match.captured(1).toInt(), match.captured(2).toInt());
        };
        QCOMPARE(sizeOf(a4), QSize(595, 842));
        QCOMPARE(sizeOf(letter), QSize(612, 792));
    }

    void figuresStayVectors() {
        const QByteArray pdf = reportPdf(reportWith(0));
        QVERIFY(!pdf.contains("/Subtype /Image"));
        Document without = reportWith(0);
        for (Section& section : without.sections)
            std::erase_if(section.blocks,
                          [](const Block& block) { return std::holds_alternative<PictureBlock>(block); });
        QVERIFY(pdf.size() > reportPdf(without).size() + 2'000);
    }

    void textCanBeFoundInIt() {
        const QString tool = QStandardPaths::findExecutable("pdftotext");
        if (tool.isEmpty())
            QSKIP("pdftotext (poppler-utils) is not installed");
        const QString text = pagesAsText(tool, reportWith(60)).join(' ').simplified();
        QVERIFY(text.contains(QString::fromStdString(measured().verdict.sentence)));
        for (const char* words : {"What costs time", "Anatomy of the late frames", "Timer slack is 50 µs",
                                  "All facts", "Fact number 59", "template <typename Frame>", "Page 1 of "})
            QVERIFY2(text.contains(QString::fromUtf8(words)), words);
    }

    /// Wherever a table ends, what follows is not torn from its heading, and no header stands without a row.
    void noHeadingIsAloneAtAPagesEnd() {
        const QString tool = QStandardPaths::findExecutable("pdftotext");
        if (tool.isEmpty())
            QSKIP("pdftotext (poppler-utils) is not installed");
        for (int rows = 20; rows < 60; ++rows) {
            const Table small{.columns = {words("small")}, .rows = {{std::string("CELL")}}};
            Table grown{.columns = {words("HEADER")}};
            grown.rows.assign(static_cast<std::size_t>(rows), {std::string("row")});
            const QStringList pages = pagesAsText(
                tool, {"T", {{"First", {grown}}, {"SECOND", {small}}, {"THIRD", {plain("BODY")}}}});
            for (const QString& page : pages) {
                const QByteArray which = QByteArray::number(rows) + ": " + page.toUtf8();
                QVERIFY2(page.contains("SECOND") == page.contains("CELL"), which.constData());
                QVERIFY2(page.contains("THIRD") == page.contains("BODY"), which.constData());
                QVERIFY2(page.contains("HEADER") == page.contains("row"), which.constData());
            }
            QCOMPARE(pages.join("").count("SECOND"), 1);
            QCOMPARE(pages.join("").count("row"), rows);
        }
    }

    void hostileTextIsOnlyText() {
        Document document{"a\x01<b>\xff",
                          {{"<script>",
                            {Paragraph{std::string("x\0y\n<img src='http://x'>", 24)}, Table{},
                             PictureBlock{{}, "no picture"}, CodeBlock{"", "\n\n"}}}}};
        QVERIFY(reportPdf(document).startsWith("%PDF-"));
        QVERIFY(reportPdf({}).startsWith("%PDF-"));
    }

    /// Qt draws SVG Tiny 1.2: what it does not know would be black or missing.
    void qtDrawsTheFiguresAsTheyAreMeant() {
        if (!kSvgIsDrawn)
            QSKIP("Qt's reader of SVG is not here");
        Diagnosis diagnosis = measured();
        diagnosis.verdict.late = Share{0.1, {0.09, 0.11}};
        diagnosis.verdict.fitness = Fitness::Unfit;
        diagnosis.recommendation = {};
        const QImage verdict = drawn(svgText(verdictPicture(verdictScale(diagnosis)), SvgTheme::Light));
        QCOMPARE(verdict.size(), QSize(640, 128));
        QCOMPARE(verdict.pixelColor(468, 72), QColor("#c2361b")); // 24 + 592 · 3 / 4: 10 %
        QCOMPARE(verdict.pixelColor(2, 2), QColor(Qt::white));
        const QColor fit = verdict.pixelColor(100, 64);
        QVERIFY(fit.green() > fit.red() && fit.lightness() > 200); // faint green
        QCOMPARE(drawn(svgText(verdictPicture(verdictScale(diagnosis)), SvgTheme::Automatic)), verdict);
        const QImage night = drawn(svgText(verdictPicture(verdictScale(diagnosis)), SvgTheme::Dark));
        QCOMPARE(night.pixelColor(2, 2), QColor("#1f242c"));

        diagnosis.now.lateFrames.clear();
        for (int i = 0; i < 40; ++i) {
            diagnosis.now.lateFrames.push_back({Cause::Work, {}});
            diagnosis.now.lateFrames.back().parts.work = 2'000'000;
        }
        const QImage anatomy =
            drawn(svgText(anatomyPicture(diagnosis.now, diagnosis.plan.target), SvgTheme::Light));
        QSet<QRgb> shades; // of the hatch, between the limit's line and the worst frame's height
        for (int x = 60; x < 200; ++x)
            shades.insert(anatomy.pixel(x, 80));
        QVERIFY(shades.size() > 2);
        QVERIFY(!drawn(svgText(figurePicture(trialsFigure(diagnosis)), SvgTheme::Light)).isNull());
    }
};

JITTERSCOPE_TEST(ReportPdfTest)

} // namespace jitterscope::report_pdf_test

#include "report_pdf_test.moc"
