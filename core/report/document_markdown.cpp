// SPDX-License-Identifier: MIT
#include "core/report/document.h"

#include <algorithm>
#include <string_view>

namespace jitterscope {
namespace {

/// Characters that would be markup; control characters become blanks.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            safe += ' ';
            continue;
        }
        if (std::string_view("\\`*_[]<>|#~").find(c) != std::string_view::npos)
            safe += '\\';
        safe += c;
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

struct Writer {
    std::string text;

    void operator()(const Paragraph& paragraph) {
        const std::string words = escaped(paragraph.text);
        if (paragraph.role == Paragraph::Role::Lead)
            text += "**" + words + "**\n\n";
        else
            text += words + "\n\n";
    }

    void operator()(const TableBlock& table) {
        row(table.header);
        std::string line = "|";
        for (std::size_t i = 0; i < table.header.size(); ++i)
            line += i < table.numbers.size() && table.numbers[i] ? "---:|" : "---|";
        text += line + "\n";
        for (const auto& cells : table.rows)
            row(cells);
        text += "\n";
    }

    void operator()(const CodeBlock& code) {
        const std::string fence = fenceFor(code.text);
        text += fence + code.language + "\n" + code.text;
        text += (code.text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
    }

    void operator()(const FigureBlock&) {} // its numbers are in a table

    void row(const std::vector<std::string>& cells) {
        text += "|";
        for (const std::string& cell : cells)
            text += " " + escaped(cell) + " |";
        text += "\n";
    }
};

} // namespace

std::string markdown(const Document& document) {
    Writer writer;
    writer.text = "# " + escaped(document.title) + "\n\n";
    for (const Section& section : document.sections) {
        const bool folded = section.folded;
        if (folded)
            writer.text += "<details><summary>" + escaped(section.title) + "</summary>\n\n";
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
