// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Figures in the sentences of labs: what they are, and whether sums of them come out.
namespace jitterscope::lab_figures {

inline std::string plainText(std::string text) {
    for (const std::string_view blank : {"\u00a0", "\u202f"}) {
        for (std::size_t at = text.find(blank); at != std::string::npos; at = text.find(blank, at))
            text.replace(at, blank.size(), " ");
    }
    return text;
}

enum class Kind { Number, Time, Percent, Other };

/// A figure that a table or a knob has; times in ns.
struct Known {
    double value = 0;
    Kind kind = Kind::Number;
};

struct FigureUnit {
    std::string_view name;
    Kind kind;
    double scale;
};

/// Units as sentences have them; longer names first.
inline const std::array<FigureUnit, 10>& unitsOfFigures() {
    static constexpr std::array<FigureUnit, 10> kUnits{{{"ppm", Kind::Other, 1},
                                                        {"min", Kind::Time, 60e9},
                                                        {"ns", Kind::Time, 1},
                                                        {"µs", Kind::Time, 1e3},
                                                        {"ms", Kind::Time, 1e6},
                                                        {"Hz", Kind::Other, 1},
                                                        {"s", Kind::Time, 1e9},
                                                        {"h", Kind::Time, 3600e9},
                                                        {"m", Kind::Other, 1},
                                                        {"%", Kind::Percent, 1}}};
    return kUnits;
}

/// A figure in a sentence, and by how much rounding may have moved it.
struct Figure {
    std::string text;
    double value = 0;
    double half = 0; ///< of its last digit
    Kind kind = Kind::Number;

    [[nodiscard]] bool is(const Known& known) const {
        return kind == known.kind &&
               std::abs(std::abs(value) - std::abs(known.value)) <= half * 1.02 + 1e-9 * std::abs(value);
    }
};

/// The figure that begins at `at`, which is moved behind it. None: there is none.
inline std::optional<Figure> figureAt(std::string_view text, std::size_t& at) {
    const std::size_t begin = at;
    std::size_t end = at;
    const bool minus = text.substr(end).starts_with("−");
    if (minus)
        end += std::string_view("−").size();
    const std::size_t digits = end;
    while (end < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.'))
        ++end;
    if (end > digits && text[end - 1] == '.')
        --end; // of the sentence
    if (end == digits)
        return std::nullopt;
    const std::string number(text.substr(digits, end - digits));
    const std::size_t point = number.find('.');
    const double last =
        std::pow(10.0, point == std::string::npos ? 0 : -static_cast<double>(number.size() - point - 1));
    Figure figure{{}, std::stod(number) * (minus ? -1 : 1), last / 2, Kind::Number};
    for (const FigureUnit& unit : unitsOfFigures()) {
        const std::string_view rest = text.substr(end);
        if (!rest.starts_with(" ") || !rest.substr(1).starts_with(unit.name))
            continue;
        const std::size_t behind = 1 + unit.name.size();
        if (behind < rest.size() && (std::isalpha(static_cast<unsigned char>(rest[behind])) != 0 ||
                                     rest.substr(behind).starts_with("²")))
            continue;
        figure.value *= unit.scale;
        figure.half *= unit.scale;
        figure.kind = unit.kind;
        end += behind;
        break;
    }
    figure.text = std::string(text.substr(begin, end - begin));
    at = end;
    return figure;
}

inline std::vector<Figure> figuresIn(std::string_view text) {
    std::vector<Figure> figures;
    for (std::size_t at = 0; at < text.size();) {
        const bool inWord = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 ||
                                       text[at - 1] == '-' || text[at - 1] == '.');
        std::size_t next = at;
        const auto figure = inWord ? std::nullopt : figureAt(text, next);
        if (figure)
            figures.push_back(*figure);
        at = figure ? next : at + 1;
    }
    return figures;
}

/// Whether a text says this answer, in a unit of its kind.
inline bool saysFigure(std::string_view text, double answer, std::string_view unit) {
    Known known{answer, Kind::Other};
    for (const FigureUnit& each : unitsOfFigures()) {
        if (each.name == unit)
            known = {answer * each.scale, each.kind};
    }
    for (Figure figure : figuresIn(text)) {
        if (figure.kind == Kind::Number)
            figure.kind = Kind::Other; // "60 frames a second"
        if (figure.is(known))
            return true;
    }
    return false;
}

inline void addKnown(const Table& table, std::vector<Known>& known) {
    static constexpr std::array<FigureUnit, 5> kEnds{{{"_ns", Kind::Time, 1},
                                                      {"_us", Kind::Time, 1e3},
                                                      {"_ms", Kind::Time, 1e6},
                                                      {"_s", Kind::Time, 1e9},
                                                      {"_percent", Kind::Percent, 1}}};
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        FigureUnit unit{"", Kind::Number, 1};
        for (const FigureUnit& each : kEnds) {
            if (table.columns[column].name.ends_with(each.name))
                unit = each;
        }
        for (const auto& row : table.rows) {
            if (const auto value = numberOf(row[column]))
                known.push_back({*value * unit.scale, unit.kind});
        }
    }
}

/// What a sum may come to, given that its figures are rounded. Times to the power of `times`.
struct Sum {
    double low = 0;
    double high = 0;
    int times = 0;
};

/// Reads a sum like `1 · (30 ms − 16 ms) / 2`.
class SumReader {
public:
    SumReader(std::string_view text, std::size_t at) : m_text(text), m_at(at) {}

    [[nodiscard]] std::size_t at() const { return m_at; }
    std::optional<Sum> sum() {
        auto left = product();
        for (;;) {
            const std::size_t back = m_at;
            const int sign = taken("+") ? 1 : taken("−") ? -1 : 0;
            if (!left || sign == 0)
                return left;
            const auto right = product();
            if (!right) {
                m_at = back;
                return left;
            }
            if (right->times != left->times)
                return std::nullopt;
            left->low += sign > 0 ? right->low : -right->high;
            left->high += sign > 0 ? right->high : -right->low;
        }
    }

private:
    std::optional<Sum> product() {
        auto left = atom();
        for (;;) {
            const std::size_t back = m_at;
            const bool times = taken("·");
            if (!left || (!times && !taken("/")))
                return left;
            const auto right = atom();
            if (!right) {
                m_at = back;
                return left;
            }
            if (!times && right->low <= 0 && right->high >= 0)
                return std::nullopt;
            const auto of = [times](double a, double b) { return times ? a * b : a / b; };
            const std::array<double, 4> ends{of(left->low, right->low), of(left->low, right->high),
                                             of(left->high, right->low), of(left->high, right->high)};
            left =
                Sum{*std::min_element(ends.begin(), ends.end()), *std::max_element(ends.begin(), ends.end()),
                    left->times + (times ? right->times : -right->times)};
        }
    }
    std::optional<Sum> atom() {
        if (taken("(")) {
            const auto inside = sum();
            return inside && taken(")") ? inside : std::nullopt;
        }
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
        const auto figure = figureAt(m_text, m_at);
        if (!figure || m_text.substr(m_at).starts_with("²") || figure->kind == Kind::Other)
            return std::nullopt;
        const double scale = figure->kind == Kind::Percent ? 0.01 : 1;
        // Of numbers without a unit, zeros behind the point are not shown: 5 may be 4.996.
        const bool whole = figure->kind == Kind::Number && figure->text.find('.') == std::string::npos;
        const double half = whole ? 0.005 : figure->half;
        return Sum{(figure->value - half) * scale, (figure->value + half) * scale,
                   figure->kind == Kind::Time ? 1 : 0};
    }
    bool taken(std::string_view sign) {
        std::size_t at = m_at;
        while (at < m_text.size() && m_text[at] == ' ')
            ++at;
        if (!m_text.substr(at).starts_with(sign))
            return false;
        m_at = at + sign.size();
        return true;
    }

    std::string_view m_text;
    std::size_t m_at;
};

/// Sums like `30 ms − 16 ms = 13 ms` in a text whose two sides differ by more than rounding. Sides with words
/// in them are not read.
inline std::vector<std::string> wrongSumsIn(std::string_view text) {
    std::vector<std::string> wrong;
    for (std::size_t equals = text.find(" = "); equals != std::string_view::npos;
         equals = text.find(" = ", equals + 1)) {
        SumReader right(text, equals + 3);
        const auto after = right.sum();
        std::optional<Sum> before;
        std::size_t from = equals;
        const std::size_t begin = text.rfind(" = ", equals - 1);
        for (std::size_t at = begin == std::string_view::npos ? 0 : begin + 3; at < equals && !before; ++at) {
            const bool starts = at == 0 || text[at - 1] == ' ';
            const std::string_view ahead = text.substr(0, at);
            bool inSum = false; // what stands before it belongs to the sum
            for (const std::string_view sign : {"· ", "/ ", "+ ", "− "})
                inSum = inSum || ahead.ends_with(sign);
            if (!starts || inSum)
                continue;
            SumReader left(text, at);
            before = left.sum();
            if (before && left.at() != equals)
                before.reset();
            from = at;
        }
        if (!after || !before || after->times != before->times)
            continue;
        const double most = std::max(std::abs(before->high), std::abs(after->high));
        const double room = 1e-9 * most + 1e-12;
        if (before->low > after->high + room || before->high < after->low - room)
            wrong.emplace_back(text.substr(from, right.at() - from));
    }
    return wrong;
}

} // namespace jitterscope::lab_figures
