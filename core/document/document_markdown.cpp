// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/document/document.h"

#include <algorithm>
#include <string_view>

namespace jitterscope {
namespace {

/// Length of the marker that would make a line a list item or a rule: `- `, `+ `, `12. `, `3) `, `---`; 0 if
/// there is none.
std::size_t markerLength(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool numbered = digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')');
    const bool bullet = !text.empty() && (text[0] == '-' || text[0] == '+');
    const std::size_t length = numbered ? digits + 1 : bullet ? 1 : 0;
    const bool ends = length == text.size() || text[length] == ' ' || text[length] == '-';
    return length > 0 && ends ? length : 0;
}

/// Escapes characters that would be markup. What would be HTML becomes an entity, because not every reader of
/// Markdown takes a backslash there. Control characters become U+FFFD, line ends become blanks.
std::string escaped(std::string_view text) {
    std::string shown = shownText(text);
    shown.erase(0, shown.find_first_not_of(' ')); // indented, it would be code or a list
    const std::size_t marker = markerLength(shown);
    std::string safe;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (std::string_view("<>&").find(shown[i]) != std::string_view::npos) {
            safe += entityOf(shown[i]);
            continue;
        }
        if (std::string_view("\\`*_[]|#~$").find(shown[i]) != std::string_view::npos || i + 1 == marker)
            safe += '\\';
        safe += shown[i];
    }
    return safe;
}

/// A fence longer than any run of backticks inside.
std::string fenceFor(std::string_view text) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
}

struct MarkdownWriter {
    std::string text;

    void operator()(const Paragraph& paragraph) {
        const std::string words = escaped(paragraph.text);
        if (paragraph.role == Paragraph::Role::Lead)
            text += "**" + words + "**\n\n";
        else
            text += words + "\n\n";
    }

    void operator()(const Table& whole) {
        const Table table = inWords(whole);
        if (table.columns.empty())
            return; // of a list of minor rows
        if (!table.title.empty())
            text += escaped(table.title) + "\n\n";
        std::string rule = "|";
        text += "|";
        for (const Column& column : table.columns) {
            cell(column.label);
            rule += column.quantity == Quantity::Word ? "---|" : "---:|";
        }
        text += "\n" + rule + "\n";
        for (const auto& cells : table.rows) {
            text += "|";
            for (const Cell& one : cells)
                cell(wordOf(one));
            text += "\n";
        }
        text += "\n";
    }

    void operator()(const CodeBlock& code) {
        const std::string shown = shownText(code.text, true);
        const std::string fence = fenceFor(shown);
        text += fence + code.language + "\n" + shown;
        text += (shown.ends_with('\n') ? "" : "\n") + fence + "\n\n";
    }

    void operator()(const RowList& list) { (*this)(tableOf(list)); }
    void operator()(const PictureBlock&) {} // their numbers are in a table
    void operator()(const FigureBlock&) {}
    void operator()(const CountsBlock&) {}

    void cell(std::string_view words) { text += " " + escaped(words) + " |"; }
};

} // namespace

std::string markdown(const Document& document) {
    MarkdownWriter writer;
    writer.text = "# " + escaped(document.title) + "\n\n";
    for (const Section& section : document.sections) {
        const bool folded = section.folded;
        if (folded)
            writer.text += "<details><summary>" + markupText(section.title) + "</summary>\n\n";
        else
            writer.text += "## " + escaped(section.title) + "\n\n";
        for (const Block& block : section.blocks)
            std::visit(writer, block);
        if (folded)
            writer.text += "</details>\n\n";
    }
    while (writer.text.ends_with("\n\n"))
        writer.text.pop_back();
    return writer.text;
}

} // namespace jitterscope
