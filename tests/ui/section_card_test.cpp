// SPDX-License-Identifier: GPL-3.0-or-later
// A section of a document as a card: the statements of the terminal, in its order, with what only a window
// can do.
#include "core/compare/comparison.h"
#include "core/document/documents.h"
#include "core/files/compared_runs.h"
#include "tests/support/test_program.h"
#include "tests/support/windows_diagnosed.h"
#include "ui/document/section_card.h"
#include "ui/pages/compare/difference_table.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace jitterscope::section_card_test {

using namespace jitterscope::test;
using namespace jitterscope::ui;

namespace {

/// With plain blanks: a number and its unit stay together in a label.
QString plainText(const QLabel& label) {
    return label.text().replace(QChar::Nbsp, QLatin1Char(' ')).replace(QChar(0x202f), QChar(0x2009));
}

/// Where a label with this text stands in the card, px from its top; −1: nowhere.
int placeOf(const QWidget& card, const std::string& text) {
    for (const QLabel* label : card.findChildren<QLabel*>()) {
        if (plainText(*label) == QString::fromStdString(text))
            return label->mapTo(&card, QPoint()).y();
    }
    return -1;
}

/// The texts of a section that every medium has, in their order.
std::vector<std::string> statementsOf(const Section& section) {
    std::vector<std::string> statements;
    for (const Block& block : section.blocks) {
        if (const auto* paragraph = std::get_if<Paragraph>(&block))
            statements.push_back(paragraph->text);
        else if (const auto* list = std::get_if<RowList>(&block)) {
            for (const Row& row : list->rows) {
                if (!row.minor && !row.look) // the title of a row with a look opens its evidence
                    statements.push_back(row.title);
                if (!row.soWhat.empty())
                    statements.push_back(row.soWhat);
            }
        }
    }
    return statements;
}

Row rowOf(const char* id, const char* title) {
    Row row{.figures = {"1.5", "20 %"}, .title = title, .soWhat = "what follows"};
    row.doThis = "do it";
    row.undo = "undo it";
    row.tried = "it was tried";
    row.id = id;
    row.bar = 0.5;
    row.action = Action{"try:" + std::string(id), "Try it", "what it does"};
    return row;
}

Document example() {
    Section section{.title = "Verdict", .blocks = {}, .id = "verdict", .key = "3 of 4"};
    section.blocks.emplace_back(Paragraph{"It is late.", Paragraph::Role::Lead, Tone::Bad, "late"});
    section.blocks.emplace_back(plain("By how much."));
    section.blocks.emplace_back(RowList{.figures = {"µs", "share"},
                                        .rows = {rowOf("finding:a", "First"), rowOf("finding:b", "Second")},
                                        .what = "finding"});
    RowList cures{.figures = {"late"}, .rows = {}, .what = "cure", .table = true, .drawn = 0};
    Row offer{.figures = {}, .title = "Slack", .soWhat = {}};
    offer.id = "cure:slack";
    offer.minor = true;
    offer.action = Action{"try:slack", "Try, 20 s", "It is put back."};
    cures.rows.push_back(offer);
    section.blocks.emplace_back(cures);
    Table table{.columns = {words("what"), numbers("value")}};
    table.rows.push_back({"all frames", "4"});
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(note("How it was measured."));
    return {"t", {section}, {{"late", "It is late.", {{"frames", "3 of 4"}}}}};
}

std::unique_ptr<SectionCard> shown(const Document& document, const char* id, const Underway& underway = {}) {
    auto card = std::make_unique<SectionCard>(id, QStringLiteral("title"));
    card->show(document, underway);
    card->resize(900, card->sizeHint().height());
    card->QWidget::show();
    card->layout()->activate();
    return card;
}

} // namespace

class SectionCardTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void everythingStandsInItsOrder() {
        const Document document = example();
        const auto card = shown(document, "verdict");
        QTRY_VERIFY(placeOf(*card, "How it was measured.") > 0);
        int below = -1;
        for (const char* text : {"It is late.", "By how much.", "First", "Second", "Slack", "all frames",
                                 "How it was measured."}) {
            const int place = placeOf(*card, text);
            QVERIFY2(place > below, text);
            below = place;
        }
        for (const char* text : {"what follows", "Do: do it", "it was tried", "undo: undo it", "1.5", "20 %"})
            QVERIFY2(placeOf(*card, text) > 0, text);
        QCOMPARE(card->title(), QStringLiteral("Verdict"));
        QCOMPARE(card->key().items().value(0).text, QStringLiteral("3 of 4"));
        QCOMPARE(card->findChild<QLabel*>("verdict_badge")->text(), QStringLiteral("✕"));
    }
    /// Of a diagnosis and of a comparison: what the report says, the page says.
    void whatTheReportSaysTheCardSays() {
        const Document diagnosis = diagnosisDocument(diagnosedOn(laptop(), 20'000'000, 0));
        const auto [a, b] = examplePair();
        const Section pair = pairSection(compareRuns(a, b));
        QVERIFY(diagnosis.sections.size() >= 8);
        std::vector<std::pair<const Document*, const Section*>> all{{nullptr, &pair}};
        for (const Section& section : diagnosis.sections)
            all.emplace_back(&diagnosis, &section);
        int statements = 0;
        for (const auto& [document, section] : all) {
            SectionCard card(section->id, {});
            if (document != nullptr)
                card.show(*document);
            else
                card.show(*section);
            card.resize(900, card.sizeHint().height());
            card.QWidget::show();
            int below = -1;
            for (const std::string& text : statementsOf(*section)) {
                const int place = placeOf(card, text);
                QVERIFY2(place >= 0, (section->id + ": " + text).c_str());
                if (!section->folded && !section->aside) // otherwise it has no room yet
                    QVERIFY2(place >= below, (section->id + ": " + text).c_str());
                below = place;
                ++statements;
            }
        }
        QVERIFY(statements > 40);
    }
    /// Each row of the report's two tables, under the same headings.
    void theTableOfDifferencesIsThatOfTheReport() {
        const auto [a, b] = examplePair();
        const CompareOptions options;
        const Comparison comparison = compareRuns(a, b, options);
        const Document report = comparisonDocument({a, b, comparison, nullptr, options});
        DifferenceModel model;
        model.show(comparison);
        constexpr int kColumns[] = {DifferenceModel::Name, DifferenceModel::A, DifferenceModel::B,
                                    DifferenceModel::Difference, DifferenceModel::Better};
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (const int column : kColumns)
                cells << model.data(model.index(row, column), Qt::DisplayRole).toString();
            shown << cells.join(QLatin1Char('|'));
        }
        int rows = 0;
        for (const Section& section : report.sections) {
            for (const Block& block : section.blocks) {
                const auto* const table = std::get_if<Table>(&block);
                if (table == nullptr || table->columns.front().label != "figure")
                    continue;
                for (std::size_t i = 1; i < std::size(kColumns); ++i)
                    QCOMPARE(
                        model.headerData(kColumns[i], Qt::Horizontal, Qt::DisplayRole).toString().trimmed(),
                        QString::fromStdString(table->columns[i].label));
                for (const auto& row : table->rows) {
                    QStringList cells;
                    for (const Cell& cell : row)
                        cells << QString::fromStdString(std::get<std::string>(cell));
                    QVERIFY2(shown.contains(cells.join(QLatin1Char('|'))),
                             qPrintable(cells.join(QLatin1Char('|'))));
                    ++rows;
                }
            }
        }
        QVERIFY(rows > 10 && rows <= model.rowCount());
    }
    void whatIsMinorIsShownByTheCardAlone() {
        const Document document = example();
        QVERIFY(markdown(document).find("Slack") == std::string::npos);
        QVERIFY(html(document).find("Slack") == std::string::npos);
        const Lines lines = terminalLines(document, {.wide = true});
        for (const std::string& line : lines.list())
            QVERIFY2(line.find("Slack") == std::string::npos, line.c_str());
        QVERIFY(markdown(document).find("Second") != std::string::npos);
    }
    void aButtonAsksForItsAction() {
        const auto card = shown(example(), "verdict");
        QSignalSpy wanted(card.get(), &SectionCard::wanted);
        QTest::mouseClick(card->findChild<QPushButton*>("try_cure_slack"), Qt::LeftButton);
        QTest::mouseClick(card->findChild<QPushButton*>("try_finding_a"), Qt::LeftButton);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0][0].value<std::string>(), std::string("try:slack"));
        QCOMPARE(wanted[1][0].value<std::string>(), std::string("try:finding:a"));
    }
    void whatIsBeingDoneIsNotOfferedAgain() {
        const auto card = shown(example(), "verdict", {true, "try:slack"});
        QCOMPARE(card->findChild<QPushButton*>("try_cure_slack"), nullptr);
        QVERIFY(placeOf(*card, "measuring…") > 0);
        QVERIFY(!card->findChild<QPushButton*>("try_finding_a")->isEnabled());
    }
    void whatWasOpenedStaysOpen() {
        const Document document = example();
        const auto card = shown(document, "verdict");
        auto* toggle = card->findChild<EvidenceToggle*>("evidence_late");
        QVERIFY(!toggle->panel()->isVisible());
        toggle->click();
        card->show(document);
        toggle = card->findChild<EvidenceToggle*>("evidence_late");
        QVERIFY(toggle->panel()->isVisible());
        QVERIFY(placeOf(*card, "3 of 4") > 0);
    }
    void aFoldedSectionIsOpenedByHand() {
        Document document = example();
        document.sections[0].folded = true;
        const auto card = shown(document, "verdict");
        QVERIFY(!card->findChild<QLabel*>("verdict_sentence")->isVisible());
        document.sections[0].folded = false; // the same card, of another result
        card->show(document);
        QVERIFY(card->findChild<QLabel*>("verdict_sentence")->isVisible());
    }
    void sentencesStandInThePlaceOfASection() {
        const auto card = shown(example(), "verdict");
        card->say(QStringLiteral("Measuring."), QStringLiteral("Wait."));
        QVERIFY(placeOf(*card, "Measuring.") >= 0 && placeOf(*card, "It is late.") == -1);
        const QLabel* const said = card->findChild<QLabel*>("verdict_sentence");
        card->say(QStringLiteral("Measuring."), QStringLiteral("Wait."));
        QCOMPARE(card->findChild<QLabel*>("verdict_sentence"), said); // not made again
        card->show(example());
        QVERIFY(placeOf(*card, "It is late.") >= 0);
        QVERIFY(card->shows());
        card->show(Document{});
        QVERIFY(!card->shows());
    }
    /// A sign is told by more than its colour, and its colour is that of the theme.
    void itsColoursFollowTheTheme() {
        const auto card = shown(example(), "verdict");
        const auto ink = [&card] {
            const QLabel* const badge = card->findChild<QLabel*>("verdict_badge");
            return badge->palette().color(badge->foregroundRole());
        };
        QCOMPARE(ink(), inked(toneInk(Tone::Bad), false));
        applyTheme(ThemeMode::Dark);
        QTRY_COMPARE(ink(), inked(toneInk(Tone::Bad), true));
        applyTheme(ThemeMode::Light);
    }
};

JITTERSCOPE_TEST(SectionCardTest)

} // namespace jitterscope::section_card_test

#include "section_card_test.moc"
