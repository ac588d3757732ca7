// SPDX-License-Identifier: MIT
#include "core/document/text_lines.h"

#include "core/base/said.h"
#include "core/base/text.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kHelpWidth = 80;

std::string ended(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines.list())
        text += line + "\n";
    return text;
}

} // namespace

void Lines::add(const Lines& more) {
    for (std::size_t i = 0; i < more.m_list.size(); ++i) {
        if (more.isStrong(i))
            m_strong.insert(m_list.size());
        m_list.push_back(more.m_list[i]);
    }
}

void Lines::addStrong(const Lines& more) {
    for (const std::string& line : more.m_list) {
        m_strong.insert(m_list.size());
        m_list.push_back(line);
    }
}

Lines::Lines(std::string_view ownText) {
    while (!ownText.empty()) {
        const std::string_view line = ownText.substr(0, ownText.find('\n'));
        add(std::string(line));
        ownText.remove_prefix(std::min(ownText.size(), line.size() + 1));
    }
}

std::size_t displayWidth(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shortened(std::string_view name) {
    constexpr std::size_t kMost = 24;
    if (name.size() <= kMost)
        return std::string(name);
    std::size_t tail = name.size() - kMost / 2 + 2;
    while (tail < name.size() && displayWidth(name.substr(tail, 1)) == 0) // in the middle of a character
        ++tail;
    return std::string(firstBytes(name, kMost / 2)) + ".." + std::string(name.substr(tail));
}

Lines wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    Lines lines;
    std::string line;
    const auto endLine = [&] {
        if (!line.empty())
            lines.add(std::string(indent, ' ') + line);
        line.clear();
    };
    while (!text.empty()) {
        std::size_t end = text.find(' ');
        while (end != std::string_view::npos && said::beginsWithUnit(text.substr(end + 1)))
            end = text.find(' ', end + 1);
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (!line.empty() && indent + displayWidth(line) + 1 + displayWidth(word) > width)
            endLine();
        if (!line.empty())
            line.push_back(' ');
        line.append(word);
    }
    endLine();
    return lines;
}

std::string helpEntry(std::string_view name, std::string_view meaning) {
    constexpr std::size_t kColumn = 24; // where meanings begin
    const std::string begin = "  " + std::string(name);
    const std::string lines = ended(wrapped(meaning, kColumn, kHelpWidth));
    const std::size_t width = displayWidth(begin);
    if (lines.empty())
        return begin + "\n";
    if (width + 1 >= kColumn)
        return begin + "\n" + lines;
    return begin + std::string(kColumn - width, ' ') + lines.substr(kColumn);
}

std::string helpParagraph(std::string_view text) {
    return ended(wrapped(text, 0, kHelpWidth));
}

} // namespace jitterscope
