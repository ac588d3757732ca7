// SPDX-License-Identifier: MIT
#include "core/document/document_json.h"
#include "core/picture/svg.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <memory>

namespace jitterscope::document_json_test {

using Json = nlohmann::json;

namespace {

/// Every kind of block, cell and shape.
Document everyKind() {
    auto stamp = std::make_shared<Picture>();
    stamp->circle(1, 2, 3, Ink::Late, true);
    Picture picture{100, 50, "title", "description", {}};
    picture.rect(1, 2, 3, 4, Ink::Violet, 0.5, 2);
    picture.line(0, 0.25, 10, 10, {Ink::Good, 1.5, "4 3", true});
    picture.circle(5, 5, 2, Ink::First);
    picture.diamond(5, 6, 2, Ink::Second);
    picture.fill({{{{0, 0}, {1, 0}, {1, 1}}, true}}, Ink::Border, 0.3);
    picture.stroke({{{{0, 0}, {1, 1}}, false}, {{{2, 2}}, true}}, {Ink::Muted, 1, "1 2", false});
    picture.text(1, 1, "µs <b>", {Ink::Text, 12.5, Anchor::End, true, true});
    picture.shapes.push_back(BoxShape{{1, 1}, 8, 9, {Ink::Late, Hatch::Grid}, 0.7});
    picture.shapes.push_back(StampShape{stamp, {3, 4}, 2, 0.5});
    const Table table{.id = "id",
                      .title = "a table",
                      .columns = {words("what"), {"n_ns", "number", Quantity::Time, "less is better"}},
                      .rows = {{std::string("a"), 1.5}, {std::monostate(), std::int64_t{7}}}};
    Section last{"Last", {CodeBlock{"cpp", "int x;\n"}}, true};
    last.newPage = true;
    return {"A report",
            {{"First",
              {Paragraph{"lead", Paragraph::Role::Lead}, note("a note"), table,
               PictureBlock{picture, "caption"}}},
             last}};
}

const Picture& pictureIn(const Document& document) {
    return std::get<PictureBlock>(document.sections[0].blocks[3]).picture;
}

} // namespace

class DocumentJsonTest : public QObject {
    Q_OBJECT

private slots:
    void aReportComesBackWhole() {
        const Document written = everyKind();
        const Result<Document> read = documentFromJson(documentJson(written));
        QVERIFY2(read.ok(), read ? "" : read.error().what.c_str());
        QCOMPARE(html(read.value()), html(written));
        QCOMPARE(markdown(read.value()), markdown(written));
        QCOMPARE(svgText(pictureIn(read.value()), SvgTheme::Light),
                 svgText(pictureIn(written), SvgTheme::Light));
        QVERIFY(read.value().sections[1].newPage && read.value().sections[1].folded);
        const auto& table = std::get<Table>(read.value().sections[0].blocks[2]);
        QCOMPARE(numberOf(table.rows[1][1]), std::optional(7.0));
        QVERIFY(std::holds_alternative<std::int64_t>(table.rows[1][1]));
        QCOMPARE(table.columns[1].meaning, std::string("less is better"));
        QCOMPARE(quantityId(table.columns[1].quantity), "time");
    }
    void whatIsCutOffIsRefused() {
        const std::string text = documentJson(everyKind());
        for (std::size_t length = 0; length < text.size(); length += 7)
            QVERIFY(!documentFromJson(std::string_view(text).substr(0, length)).ok());
    }
    /// Each value of the report in turn becomes one that cannot be there. A report that is read all the same
    /// is one that can be written.
    void whatIsForgedIsRefusedOrHarmless() {
        const Json whole = Json::parse(documentJson(everyKind()));
        int refused = 0;
        int places = 0;
        const Json values = whole["document"].flatten();
        for (const auto& entry : values.items()) {
            for (const Json& forged : {Json(nullptr), Json(-1), Json(99), Json("x"), Json::array()}) {
                Json text = whole;
                text["document"][Json::json_pointer(entry.key())] = forged;
                const Result<Document> read = documentFromJson(text.dump());
                if (read)
                    QVERIFY(!html(read.value()).empty());
                refused += read ? 0 : 1;
                ++places;
            }
        }
        QVERIFY2(refused > places / 2, qPrintable(QString::number(refused)));
    }
    void anotherVersionIsNamed() {
        Json text = Json::parse(documentJson(everyKind()));
        text["version"] = "7.1";
        const Result<Document> read = documentFromJson(text.dump());
        QVERIFY(!read.ok());
        QVERIFY2(read.error().what.find("jitterscope-cli 7.1") != std::string::npos,
                 read.error().what.c_str());
    }
};

JITTERSCOPE_TEST(DocumentJsonTest)

} // namespace jitterscope::document_json_test

#include "document_json_test.moc"
