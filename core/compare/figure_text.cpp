// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/compare/figure_catalog.h"

#include <cmath>

namespace jitterscope {
namespace {

using Unit = FigureEntry::Unit;

/// At least four significant digits.
std::string digits(double magnitude) {
    const int decimals = magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : 3;
    return decimalText(magnitude, decimals);
}

std::string timeText(double magnitude) {
    if (magnitude < 999.5)
        return decimalText(magnitude, 0) + " ns";
    if (magnitude < 999.95e3)
        return digits(magnitude / 1e3) + " µs";
    return magnitude < 999.95e6 ? digits(magnitude / 1e6) + " ms" : digits(magnitude / 1e9) + " s";
}

/// A percentage with the digits that matter: `12.3`, `0.21`, `0.004`.
std::string percentText(double percent) {
    if (percent == 0 || percent == 100)
        return decimalText(percent, 0);
    constexpr double kLeast = 0.001; // smaller ones have more digits, down to one in ten million
    return decimalText(percent, percent >= 10 ? 1 : percent >= 0.1 ? 2 : percent >= kLeast ? 3 : 5);
}

std::string magnitudeText(const FigureEntry& entry, double magnitude, std::string_view ofShare) {
    switch (entry.unit) {
    case Unit::Time:
        return timeText(magnitude);
    case Unit::Share:
        return percentText(100 * magnitude) + std::string(ofShare);
    case Unit::Rate:
        return digits(magnitude) + " FPS";
    case Unit::Percent:
        return percentText(magnitude) + std::string(ofShare);
    case Unit::Ppm:
        return digits(magnitude) + " ppm";
    case Unit::Factor:
        return decimalText(magnitude, 2) + " ×";
    }
    return {};
}

} // namespace

std::string figureText(const FigureEntry& entry, double value) {
    return (value < 0 ? "−" : "") + magnitudeText(entry, std::abs(value), " %");
}

std::string signedFigureText(const FigureEntry& entry, double value) {
    return (value < 0 ? "−" : "+") + magnitudeText(entry, std::abs(value), " points");
}

std::string spanText(std::string_view first, std::string_view second, std::string_view between) {
    const std::size_t unit = first.rfind(' ');
    const bool same =
        unit != std::string_view::npos && first.substr(unit) == second.substr(second.rfind(' '));
    return std::string(same ? first.substr(0, unit) : first) + std::string(between) + std::string(second);
}

std::string intervalText(const FigureEntry& entry, const Interval& interval, std::string_view between) {
    return spanText(signedFigureText(entry, interval.low), signedFigureText(entry, interval.high), between);
}

} // namespace jitterscope
