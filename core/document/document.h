// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/readout.h"
#include "core/base/table.h"
#include "core/document/text_lines.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jitterscope {

// A result before it has a form: what is said of it, in which order. Writers turn it into text for a
// terminal, Markdown and HTML; the window shows its sections as cards, and prints it on paper. So all of them
// say the same.

/// How a statement is meant. The window gives it a sign and a colour.
enum class Tone : std::uint8_t {
    Plain,
    Good,
    Careful,
    Bad,
    Mixed,   ///< better here, worse there
    Alike,   ///< shown to be about the same
    Even,    ///< no difference is shown
    Unknown, ///< it is not known
};
[[nodiscard]] std::string_view toneSign(Tone tone) noexcept; ///< `✓`, …; empty: Plain
[[nodiscard]] Ink toneInk(Tone tone) noexcept;

struct Paragraph {
    enum class Role { Lead, Plain, Note }; ///< the conclusion · text · what stands beside it
    std::string text;
    Role role = Role::Plain;
    Tone tone = Tone::Plain;
    std::string id = {}; ///< of the statement: names it, and finds its Evidence; empty: it has none
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

/// Makes a picture for a width and a height, px.
using PictureMaker = std::function<Picture(double width, double height)>;

/// Writers without pictures leave it out, since its numbers stand in a table as well.
struct PictureBlock {
    Picture picture;
    std::string caption;
    std::string id = {}; ///< as `--figure` takes it
    /// Makes it for a place of another size, beside rows that are its key. Null: the window does not show it.
    PictureMaker resized = {};
    double leastWidth = 0; ///< px, with leastHeight: the least that `resized` takes
    double leastHeight = 0;
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

/// What the reader can have done, where somebody listens: a button of the window.
struct Action {
    std::string id;    ///< `try:slack`
    std::string words; ///< on the button
    std::string help;  ///< what it does
};

/// What somebody can do something about: a figure, what it is, what follows, and what to do.
struct Row {
    std::vector<std::string> figures; ///< one for each of RowList::figures; empty: not known
    std::string title;
    std::string soWhat;
    std::string doThis = {};
    std::string undo = {};
    std::string tried = {};            ///< the outcome, or why it was not tried; empty: it cannot be tried
    std::string id = {};               ///< of the statement, as that of a paragraph
    std::string help = {};             ///< more about its title
    std::optional<double> bar = {};    ///< how long the bar of its first figure is, 0 … 1
    std::optional<AreaLook> look = {}; ///< how a picture beside the rows draws it
    PictureMaker draw = {};            ///< shows the figure RowList::drawn
    std::optional<Action> action = {};
    /// It says nothing by itself: only the window, which has room and does its action, shows it.
    bool minor = false;
};
struct RowList {
    std::vector<std::string> figures; ///< what the figures are
    std::vector<Row> rows;
    std::string what = {};                 ///< what the titles are: `cure`
    bool table = false;                    ///< a row is a line, its title first
    bool wordy = false;                    ///< its figures are words
    std::optional<std::size_t> drawn = {}; ///< the figure that Row::draw shows
};

using Block = std::variant<Paragraph, Table, CodeBlock, PictureBlock, FigureBlock, CountsBlock, RowList>;

struct Section {
    std::string title;
    std::vector<Block> blocks;
    bool folded = false;  ///< closed at first, where that is possible; on a terminal only with --wide
    bool aside = false;   ///< how it was measured; on a terminal only with --wide
    bool newPage = false; ///< begins a page, on paper
    std::string id = {};  ///< names it where it is shown by itself
    std::string key = {}; ///< beside its title there: `12 of 400 frames`
};

/// What a statement rests on: figures with their names.
struct Evidence {
    std::string id; ///< of a Paragraph or a Row
    std::string statement;
    std::vector<std::pair<std::string, std::string>> figures;
};

/// Adds the picture, unless it is empty.
inline void addPicture(Section& section, Picture picture, std::string caption, std::string id) {
    if (!picture.empty())
        section.blocks.push_back(PictureBlock{std::move(picture), std::move(caption), std::move(id)});
}

struct Document {
    std::string title;
    std::vector<Section> sections;
    std::vector<Evidence> evidence = {};
    std::vector<Readout> readouts = {}; ///< its main figures, for the window's head line

    [[nodiscard]] const Section* section(std::string_view id) const noexcept; ///< null: there is none
    /// A copy; empty: it shows no such figure.
    [[nodiscard]] Figure figure(std::string_view id) const;
    [[nodiscard]] const Evidence* evidenceOf(std::string_view id) const noexcept; ///< null: there is none
};

/// For a terminal of 100 columns. A table that has no room there is written row by row.
struct TerminalOptions {
    bool unicode = true; ///< bars of block letters
    bool wide = false;   ///< whole tables, however wide, and every section
};
[[nodiscard]] Lines terminalLines(const Document& document, const TerminalOptions& options = {});

/// The table of a list of rows, for writers of tables: without minor rows, and without columns that are empty
/// in every row.
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
