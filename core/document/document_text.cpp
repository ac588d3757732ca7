// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/document/document.h"
#include "core/picture/chart.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kColumns = 100; // of a terminal
constexpr std::size_t kMostRows = 60; // of a table on a terminal

/// Whether two columns are the ends of an interval: one cell then holds both.
bool areEnds(const std::vector<Column>& columns, std::size_t low) {
    constexpr std::string_view kLow = "_low";
    constexpr std::string_view kHigh = "_high";
    if (low + 1 >= columns.size())
        return false;
    const std::string_view first = columns[low].name;
    const std::string_view second = columns[low + 1].name;
    return first.ends_with(kLow) && second.ends_with(kHigh) &&
           first.substr(0, first.size() - kLow.size()) == second.substr(0, second.size() - kHigh.size());
}

/// `1.2 … 3.4 %`: the unit once, if both have it.
std::string endsText(const Cell& low, const Cell& high, Quantity quantity) {
    if (!numberOf(low) || !numberOf(high))
        return said::absent();
    const std::string from = said::cell(low, quantity);
    const std::string to = said::cell(high, quantity);
    const std::size_t unit = from.rfind(' ');
    const bool same = unit != std::string::npos && to.ends_with(from.substr(unit));
    return (same ? from.substr(0, unit) : from) + " … " + to;
}

std::string barOf(std::uint64_t count, std::uint64_t most, bool unicode) {
    constexpr std::uint64_t kWidth = 40;
    constexpr std::array<const char*, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const std::uint64_t eighths = (count * kWidth * 8 + most - 1) / most;
    std::string text;
    for (std::uint64_t i = 0; i < eighths / 8; ++i)
        text += unicode ? "█" : "#";
    if (unicode)
        return text + kEighths[eighths % 8];
    return text + (eighths % 8 >= 4 || (eighths > 0 && eighths < 8) ? "#" : "");
}

class TerminalWriter {
public:
    explicit TerminalWriter(const TerminalOptions& options) : m_options(options) {}

    void operator()(const Paragraph& paragraph) {
        endBlock();
        if (paragraph.role == Paragraph::Role::Lead)
            m_lines.addStrong(wrapped(paragraph.text, 0));
        else
            m_lines.add(wrapped(paragraph.text, 0));
    }

    void operator()(const Table& whole) {
        const Table table = inWords(whole);
        beginBlock();
        const std::size_t most = m_options.wide ? table.rows.size() : kMostRows;
        if (!table.title.empty())
            m_lines.add(wrapped(table.title, 0));
        const std::vector<std::size_t> widths = widthsOf(table, most, m_options.wide);
        m_lines.add(widths.empty() ? rowByRow(table, most) : columnsOf(table, most, widths));
        if (table.rows.size() > most)
            m_lines.add("… " + std::to_string(table.rows.size() - most) + " more rows; --csv FILE has all");
    }

    void operator()(const CodeBlock& code) {
        beginBlock();
        m_lines.add(Lines(code.text));
    }

    void operator()(const PictureBlock&) {}
    void operator()(const FigureBlock&) {}

    void operator()(const CountsBlock& counts) {
        std::size_t width = 0;
        std::uint64_t most = 1;
        for (const CountsBlock::Bin& bin : counts.bins) {
            width = std::max(width, displayWidth(bin.label));
            most = std::max(most, bin.count);
        }
        beginBlock();
        m_lines.add(counts.title);
        for (const CountsBlock::Bin& bin : counts.bins)
            m_lines.add("  " + std::string(width - displayWidth(bin.label), ' ') + bin.label + "  " +
                        barOf(bin.count, most, m_options.unicode) + (bin.count > 0 ? " " : "") +
                        std::to_string(bin.count));
    }

    void operator()(const RowList& list) {
        if (list.table) {
            if (const Table table = tableOf(list); !table.rows.empty())
                (*this)(table);
            return;
        }
        beginBlock();
        constexpr std::size_t kFigure = 8;
        const std::size_t indent = list.figures.empty() ? 2 : list.figures.size() * (kFigure + 2);
        std::string heads;
        for (const std::string& figure : list.figures)
            heads += (heads.empty() ? "" : " · ") + figure;
        if (!heads.empty())
            m_lines.add(heads);
        for (const Row& row : list.rows) {
            if (row.minor)
                continue;
            std::string head;
            for (const std::string& figure : row.figures)
                head += std::string(kFigure - std::min(kFigure, displayWidth(figure)), ' ') + figure + "  ";
            const Lines title = wrapped(row.title, indent);
            for (const std::string& line : title.list())
                m_lines.add(head.empty() || &line != &title.list().front() ? line
                                                                           : head + line.substr(indent));
            for (const auto& [word, text] : {std::pair<const char*, const std::string&>{"", row.soWhat},
                                             {"do: ", row.doThis},
                                             {"undo: ", row.undo},
                                             {"tried: ", row.tried}}) {
                if (!text.empty())
                    m_lines.add(wrapped(word + text, indent + (list.figures.empty() ? 2 : 0)));
            }
        }
    }

    void section(const Section& section, bool first) {
        if (!m_options.wide && (section.folded || section.aside))
            return;
        if (!first) {
            m_lines.addBlank();
            m_lines.addStrong(wrapped(section.title, 0));
        }
        m_first = true;
        m_ended = false;
        for (const Block& block : section.blocks)
            std::visit(*this, block);
    }

    [[nodiscard]] Lines take() { return std::move(m_lines); }

private:
    /// A blank line before what is not a paragraph, unless it stands right below its heading, and after it.
    void beginBlock() {
        if (!std::exchange(m_first, false))
            m_lines.addBlank();
        m_ended = true;
    }
    void endBlock() {
        m_first = false;
        if (std::exchange(m_ended, false))
            m_lines.addBlank();
    }

    /// How wide each column is. If the table is wider than the terminal, the widest columns are narrowed, and
    /// their cells are wrapped. Empty: it has no room even so.
    static std::vector<std::size_t> widthsOf(const Table& table, std::size_t most, bool wide) {
        constexpr std::size_t kNarrowest = 16;
        std::vector<std::size_t> widths;
        std::size_t whole = 2 * (std::max<std::size_t>(1, table.columns.size()) - 1);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            std::size_t width = displayWidth(table.columns[column].label);
            for (std::size_t i = 0; i < std::min(table.rows.size(), most); ++i)
                width = std::max(width, displayWidth(wordOf(table.rows[i].at(column))));
            whole += widths.emplace_back(width);
        }
        while (!wide && whole > kColumns) {
            std::size_t& widest = *std::ranges::max_element(widths);
            if (widest <= kNarrowest)
                return {};
            const std::size_t less = std::min(whole - kColumns, widest - kNarrowest);
            // Two wide columns share what is missing.
            const std::size_t step = std::max<std::size_t>(1, less / 4);
            widest -= step;
            whole -= step;
        }
        return widths;
    }

    static Lines columnsOf(const Table& table, std::size_t most, const std::vector<std::size_t>& widths) {
        Lines lines;
        std::vector<std::string> head;
        for (const Column& column : table.columns)
            head.push_back(column.label);
        if (std::ranges::any_of(head, [](const std::string& label) { return !label.empty(); }))
            addRow(lines, table, head, widths);
        for (std::size_t i = 0; i < std::min(table.rows.size(), most); ++i) {
            std::vector<std::string> cells;
            for (const Cell& cell : table.rows[i])
                cells.emplace_back(wordOf(cell));
            addRow(lines, table, cells, widths);
        }
        return lines;
    }

    /// The first column and those of words to the left, figures to the right. What goes on in the first
    /// column stands further in, so that no line begins with a part of somebody's text.
    static void addRow(Lines& lines, const Table& table, const std::vector<std::string>& cells,
                       const std::vector<std::size_t>& widths) {
        std::vector<Lines> parts;
        std::size_t high = 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool indented = i == 0 && displayWidth(cells[i]) > widths[i];
            parts.push_back(wrapped(cells[i], 0, std::max<std::size_t>(1, widths[i] - (indented ? 2 : 0))));
            high = std::max(high, parts.back().list().size());
        }
        for (std::size_t at = 0; at < high; ++at) {
            std::string line;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                std::string text = at < parts[i].list().size() ? parts[i].list()[at] : std::string();
                if (i == 0 && at > 0 && !text.empty())
                    text.insert(0, "  ");
                const std::string blanks(widths[i] - std::min(widths[i], displayWidth(text)), ' ');
                const bool left = i == 0 || table.columns[i].quantity == Quantity::Word;
                line += (i > 0 ? "  " : "") + (left ? text + blanks : blanks + text);
            }
            line.erase(line.find_last_not_of(' ') + 1);
            lines.add(std::move(line));
        }
    }

    /// Each row as a paragraph, in which each cell says its column's name.
    static Lines rowByRow(const Table& table, std::size_t most) {
        Lines lines;
        for (std::size_t i = 0; i < std::min(table.rows.size(), most); ++i) {
            const auto& cells = table.rows[i];
            for (std::size_t column = 0; column < cells.size(); ++column) {
                const std::string_view word = wordOf(cells[column]);
                if (word.empty() || word == said::absent())
                    continue;
                const std::string& label = table.columns[column].label;
                lines.add(column == 0 ? wrapped(word, 0)
                                      : wrapped((label.empty() ? "" : label + ": ") + std::string(word), 2));
            }
        }
        return lines;
    }

    TerminalOptions m_options;
    Lines m_lines;
    bool m_first = false; // right below a heading, or at the top
    bool m_ended = false; // what is not a paragraph has ended
};

struct PictureCollector {
    std::vector<NamedPicture> pictures;

    void operator()(const PictureBlock& block) { pictures.push_back({block.id, block.picture}); }
    void operator()(const FigureBlock& block) {
        pictures.push_back({block.figure.id, figurePicture(block.figure)});
    }
    template <typename Other>
    void operator()(const Other&) {}
};

} // namespace

std::string_view toneSign(Tone tone) noexcept {
    constexpr std::array<std::string_view, 8> kSigns{"", "✓", "!", "✕", "±", "≈", "=", "?"};
    return kSigns.at(static_cast<std::size_t>(tone));
}

Ink toneInk(Tone tone) noexcept {
    constexpr std::array kInks{Ink::Text,   Ink::Good,  Ink::Second, Ink::Late,
                               Ink::Second, Ink::Muted, Ink::Muted,  Ink::Muted};
    return kInks.at(static_cast<std::size_t>(tone));
}

const Section* Document::section(std::string_view id) const noexcept {
    const auto found = std::ranges::find(sections, id, &Section::id);
    return found != sections.end() ? &*found : nullptr;
}

Figure Document::figure(std::string_view id) const {
    for (const Section& section : sections) {
        for (const Block& block : section.blocks) {
            if (const auto* const shown = std::get_if<FigureBlock>(&block);
                shown != nullptr && shown->figure.id == id)
                return shown->figure;
        }
    }
    return {};
}

const Evidence* Document::evidenceOf(std::string_view id) const noexcept {
    const auto found = std::ranges::find(evidence, id, &Evidence::id);
    return found != evidence.end() ? &*found : nullptr;
}

Lines terminalLines(const Document& document, const TerminalOptions& options) {
    TerminalWriter writer(options);
    for (const Section& section : document.sections)
        writer.section(section, &section == &document.sections.front());
    return writer.take();
}

Table inWords(const Table& table) {
    Table words{.id = table.id, .title = table.title};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        Column column = table.columns[i];
        if (areEnds(table.columns, i)) {
            column.label = "95 % interval";
            ++i;
        }
        words.columns.push_back(std::move(column));
    }
    for (const auto& row : table.rows) {
        std::vector<Cell>& cells = words.rows.emplace_back();
        for (std::size_t i = 0; i < row.size() && i < table.columns.size(); ++i) {
            const Quantity quantity = table.columns[i].quantity;
            const bool ends = areEnds(table.columns, i) && i + 1 < row.size();
            cells.emplace_back(ends ? endsText(row[i], row[i + 1], quantity) : said::cell(row[i], quantity));
            i += ends ? 1 : 0;
        }
    }
    return words;
}

Table tableOf(const RowList& list) {
    Table table;
    const auto column = [&](std::string label, Quantity quantity, auto text) {
        std::vector<std::string> cells;
        for (const Row& row : list.rows) {
            if (!row.minor)
                cells.push_back(text(row));
        }
        if (std::ranges::all_of(cells, &std::string::empty))
            return;
        table.columns.push_back({{}, std::move(label), quantity});
        table.rows.resize(cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i)
            table.rows[i].emplace_back(cells[i].empty() ? said::absent() : std::move(cells[i]));
    };
    const auto titles = [&] {
        column(list.what.empty() ? "what" : list.what, Quantity::Word,
               [](const Row& row) { return row.title; });
    };
    if (list.table)
        titles();
    for (std::size_t i = 0; i < list.figures.size(); ++i)
        column(list.figures[i], list.wordy ? Quantity::Word : Quantity::Number,
               [i](const Row& row) { return i < row.figures.size() ? row.figures[i] : std::string(); });
    if (!list.table)
        titles();
    column("what it means", Quantity::Word, [](const Row& row) { return row.soWhat; });
    column("do this", Quantity::Word, [](const Row& row) { return row.doThis; });
    column("undo", Quantity::Word, [](const Row& row) { return row.undo; });
    column("tried", Quantity::Word, [](const Row& row) { return row.tried; });
    return table;
}

std::vector<NamedPicture> picturesOf(const Document& document) {
    PictureCollector collector;
    for (const Section& section : document.sections) {
        for (const Block& block : section.blocks)
            std::visit(collector, block);
    }
    return std::move(collector.pictures);
}

} // namespace jitterscope
