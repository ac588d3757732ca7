// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/table.h"
#include "core/picture/picture.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jitterscope {

// A report before it has a form: what is said, in which order. Writers turn it into Markdown, HTML, PDF or
// text for a terminal, so that all of them say the same.

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
};

using Block = std::variant<Paragraph, Table, CodeBlock, PictureBlock>;

struct Section {
    std::string title;
    std::vector<Block> blocks;
    bool folded = false;  ///< closed at first, where that is possible
    bool newPage = false; ///< begins a page, on paper
};

/// Adds the picture, unless it is empty.
inline void addPicture(Section& section, Picture picture, std::string caption) {
    if (!picture.empty())
        section.blocks.push_back(PictureBlock{std::move(picture), std::move(caption)});
}

struct Document {
    std::string title;
    std::vector<Section> sections;
};

/// GitHub-flavoured Markdown. Text is escaped: nothing in it becomes markup. GitHub links bare addresses.
[[nodiscard]] std::string markdown(const Document& document);
/// One self-contained file for light and dark, telephone and paper, without scripts or outside references.
/// Text is escaped; what cannot be shown becomes U+FFFD. It is well-formed XML as well.
[[nodiscard]] std::string html(const Document& document);

} // namespace jitterscope
