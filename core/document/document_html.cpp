// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/document/document.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"

namespace jitterscope {
namespace {

/// `--text:#1d2430;…` for the rules below.
std::string colours(bool dark) {
    const auto one = [dark](std::string_view name, Ink ink) {
        return "--" + std::string(name) + ":" + std::string(inkColour(ink, dark)) + ";";
    };
    return one("card", Ink::Card) + one("text", Ink::Text) + one("muted", Ink::Muted) +
           one("hairline", Ink::Hairline) + one("accent", Ink::First);
}

// On narrow screens each row of a wide table becomes a block, in which each cell says its column's name. On
// paper rows and figures stay whole, and what is folded is open.
constexpr std::string_view kRules = R"(
*{box-sizing:border-box}
body{margin:0;background:var(--card);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2,summary{font-size:1.1rem;font-weight:600;margin:2rem 0 .5rem}
summary{cursor:pointer}
p{margin:.5rem 0;overflow-wrap:anywhere}
.lead{font-size:1.15rem;font-weight:600;line-height:1.4}
.note,figcaption{color:var(--muted);font-size:.85rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--hairline);overflow-wrap:break-word}
th{color:var(--muted);font-weight:600;white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums}
pre{margin:.75rem 0;padding:.75rem;border:1px solid var(--hairline);border-radius:8px;overflow-x:auto;font:13px/1.45 ui-monospace,monospace}
figure{margin:1rem 0}
figure svg{display:block;max-width:100%;height:auto}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:44rem){
.wide thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.wide,.wide tbody,.wide tr,.wide td{display:block;width:auto;text-align:left;white-space:normal}
.wide tr{padding:.5rem 0;border-bottom:1px solid var(--hairline)}
.wide td{border:0;padding:.1rem 0}
.wide td:empty{display:none}
.wide td::before{content:attr(data-name) ": ";color:var(--muted)}
}
@page{margin:15mm}
@media print{
body{font-size:10pt}
main{max-width:none;padding:0}
table{font-size:8.5pt}
tr,figure{break-inside:avoid}
h2,summary{break-after:avoid}
.page{break-before:page}
thead{display:table-header-group}
pre{white-space:pre-wrap;font-size:8pt}
.scroll{overflow:visible}
details::details-content{content-visibility:visible;display:block;height:auto}
}
)";

std::string styles() {
    return "<style>:root{color-scheme:light dark;" + colours(false) +
           "}\n@media screen and (prefers-color-scheme:dark){:root{" + colours(true) + "}}" +
           std::string(kRules) + "</style>\n";
}

struct HtmlWriter {
    std::string text;

    void operator()(const Paragraph& paragraph) {
        const std::string_view role = paragraph.role == Paragraph::Role::Lead   ? " class=\"lead\""
                                      : paragraph.role == Paragraph::Role::Note ? " class=\"note\""
                                                                                : "";
        text += "<p" + std::string(role) + ">" + markupText(paragraph.text) + "</p>\n";
    }

    void operator()(const Table& whole) {
        const Table table = inWords(whole);
        if (table.columns.empty())
            return; // of a list of minor rows
        if (!table.title.empty())
            (*this)(plain(table.title));
        constexpr std::size_t kNarrow = 3; // columns that fit on a telephone
        text += "<div class=\"scroll\"><table";
        text += table.columns.size() > kNarrow ? " class=\"wide\">\n" : ">\n";
        text += "<thead><tr>";
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            text += "<th scope=\"col\"" + alignment(table, i) + ">" + markupText(table.columns[i].label) +
                    "</th>";
        text += "</tr></thead>\n<tbody>\n";
        for (const auto& cells : table.rows)
            row(table, cells);
        text += "</tbody></table></div>\n";
    }

    void operator()(const CodeBlock& code) {
        text += "<pre><code class=\"language-" + markupText(code.language) + "\">" +
                markupText(code.text, true) + "</code></pre>\n";
    }

    void operator()(const PictureBlock& block) { figure(block.picture, block.caption); }
    void operator()(const FigureBlock& block) {
        figure(figurePicture(block.figure), block.caption.empty() ? block.figure.description : block.caption);
    }
    void operator()(const CountsBlock&) {}
    void operator()(const RowList& list) { (*this)(tableOf(list)); }

    void operator()(const Section& section) {
        const std::string title = markupText(section.title);
        text += section.folded    ? "<details><summary>" + title + "</summary>\n"
                : section.newPage ? "<section class=\"page\">\n<h2>" + title + "</h2>\n"
                                  : "<section>\n<h2>" + title + "</h2>\n";
        for (const Block& block : section.blocks)
            std::visit(*this, block);
        text += section.folded ? "</details>\n" : "</section>\n";
    }

private:
    void figure(const Picture& picture, const std::string& caption) {
        text += "<figure>\n" + svgText(picture) + "<figcaption>" + markupText(caption) +
                "</figcaption></figure>\n";
    }

    static std::string alignment(const Table& table, std::size_t column) {
        return column < table.columns.size() && table.columns[column].quantity != Quantity::Word
                   ? " class=\"n\""
                   : "";
    }

    void row(const Table& table, const std::vector<Cell>& cells) {
        text += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string_view name =
                i < table.columns.size() ? std::string_view(table.columns[i].label) : std::string_view();
            text += "<td" + alignment(table, i) + " data-name=\"" + markupText(name) + "\">" +
                    markupText(wordOf(cells[i])) + "</td>";
        }
        text += "</tr>\n";
    }
};

} // namespace

std::string html(const Document& document) {
    const std::string title = markupText(document.title);
    HtmlWriter writer;
    // The page has no scripts and loads nothing. The policy forbids both, in case some text got through as
    // markup.
    writer.text = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                  "<meta charset=\"utf-8\"/>\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                  "'unsafe-inline'\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                  "<title>" +
                  title + "</title>\n" + styles() + "</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n";
    for (const Section& section : document.sections)
        writer(section);
    writer.text += "</main>\n</body>\n</html>\n";
    return writer.text;
}

} // namespace jitterscope
