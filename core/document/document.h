// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/table.h"
#include "core/document/text_lines.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jitterscope {

// A result before it has a form: what is said of it, in which order. Writers turn it into text for a
// terminal, Markdown and HTML; the window prints it on paper. So all of them say the same.

struct Paragraph {
    enum class Role { Lead, Plain, Note }; ///< the conclusion · text · what stands beside it
    std::string text;
    Role role = Role::Plain;
};

/// Columns of a table of texts: aligned to the left, and to the right.
[[nodiscard]] inline Column words(std::string label) {
    return {{}, std::move(label), Quantity::Word};
}
[[nodiscard]] inline Column numbers(std::string label) {
    return {{}, std::move(label), Quantity::Number};
}

[[nodiscard]] inline Paragraph plain(std::string text) {
    return {std::move(text), Paragraph::Role::Plain};
}
[[nodiscard]] inline Paragraph note(std::string text) {
    return {std::move(text), Paragraph::Role::Note};
}

struct CodeBlock {
    std::string language; ///< of a fenced block: `cpp`
    std::string text;
};

/// Writers without pictures leave it out, since its numbers stand in a table as well.
struct PictureBlock {
    Picture picture;
    std::string caption;
    std::string id = {}; ///< as `--figure` takes it
};

/// Left out likewise.
struct FigureBlock {
    Figure figure;
    std::string caption = {};
};

/// A coarse histogram for a terminal, as bars of letters. Writers with pictures leave it out: they show a
/// figure of the same values.
struct CountsBlock {
    struct Bin {
        std::string label;
        std::uint64_t count = 0;
    };
    std::string title;
    std::vector<Bin> bins;
};

/// What somebody can do something about: a figure, what it is, what follows, and what to do.
struct Row {
    std::vector<std::string> figures; ///< one for each of RowList::figures
    std::string title;
    std::string soWhat;
    std::string doThis = {};
    std::string undo = {};
    std::string tried = {}; ///< the outcome, or that it was not tried; empty: it cannot be tried
};
struct RowList {
    std::vector<std::string> figures; ///< what the figures are
    std::vector<Row> rows;
};

using Block = std::variant<Paragraph, Table, CodeBlock, PictureBlock, FigureBlock, CountsBlock, RowList>;

struct Section {
    std::string title;
    std::vector<Block> blocks;
    bool folded = false;  ///< closed at first, where that is possible; not on a terminal
    bool aside = false;   ///< how it was measured: not on a terminal
    bool newPage = false; ///< begins a page, on paper
};

/// Adds the picture, unless it is empty.
inline void addPicture(Section& section, Picture picture, std::string caption, std::string id) {
    if (!picture.empty())
        section.blocks.push_back(PictureBlock{std::move(picture), std::move(caption), std::move(id)});
}

struct Document {
    std::string title;
    std::vector<Section> sections;
};

/// For a terminal of 100 columns. A table that has no room there is written row by row.
struct TerminalOptions {
    bool unicode = true; ///< bars of block letters
    bool wide = false;   ///< whole tables, however wide, and every section
};
[[nodiscard]] Lines terminalLines(const Document& document, const TerminalOptions& options = {});

/// The table of a list of rows, for writers of tables. Columns that are empty in every row are left out.
[[nodiscard]] Table tableOf(const RowList& list);
/// Every cell as a text, and the two ends of an interval (`…_low`, `…_high`) in one column.
[[nodiscard]] Table inWords(const Table& table);

/// A picture that a document shows, under the name that `--figure` takes.
struct NamedPicture {
    std::string id;
    Picture picture;
};
/// The figures of a document, in their order.
[[nodiscard]] std::vector<NamedPicture> picturesOf(const Document& document);

/// GitHub-flavoured Markdown. Text is escaped: nothing in it becomes markup. GitHub links bare addresses.
[[nodiscard]] std::string markdown(const Document& document);
/// One self-contained file for light and dark, telephone and paper, without scripts or outside references.
/// Text is escaped; what cannot be shown becomes U+FFFD. It is well-formed XML as well.
[[nodiscard]] std::string html(const Document& document);

} // namespace jitterscope
