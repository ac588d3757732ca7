// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/quantity_text.h"

#include "ui/format/format.h"
#include "ui/format/plan_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::format {
namespace {

constexpr double kLargestCount = 9e15;

/// Up to six significant digits, without zeros at the end: `0.5`, `2`, `1000`.
QString shortest(double value) {
    QString text = QString::number(value, 'g', 6);
    if (text.contains(QLatin1Char('e')))
        return text;
    if (text.startsWith(QLatin1Char('-')))
        text.replace(0, 1, QChar(0x2212));
    return text;
}

QString shortDuration(double ns) {
    const double size = std::abs(ns);
    const double unit = size >= 1e9 ? 1e9 : size >= 1e6 ? 1e6 : size >= 1e3 ? 1e3 : 1;
    return shortest(ns / unit) + QLatin1Char(' ') + unitName(unit);
}

QString countText(double value) {
    return std::abs(value) < kLargestCount ? count(std::llround(value)) : shortest(value);
}

} // namespace

QString quantity(double value, Quantity quantity) {
    if (!std::isfinite(value))
        return absent();
    switch (quantity) {
    case Quantity::Time:
        return duration(value);
    case Quantity::Milliseconds:
        return shortest(value) + QStringLiteral(" ms");
    case Quantity::Percent:
        return percent(value);
    case Quantity::Fraction:
        return percent(value * 100);
    case Quantity::Ppm:
        return ppm(value);
    case Quantity::Hertz:
        return shortest(value) + QStringLiteral(" Hz");
    case Quantity::Count:
        return countText(value);
    case Quantity::Word:
    case Quantity::Number:
        break;
    }
    return QString::number(value, 'g', 4).replace(QLatin1Char('-'), QChar(0x2212));
}

QString cell(const Cell& cell, Quantity kind) {
    if (const auto number = numberOf(cell))
        return quantity(*number, kind);
    return std::holds_alternative<std::string>(cell) ? text(wordOf(cell)) : absent();
}

QString tick(double value, Quantity quantity) {
    switch (quantity) {
    case Quantity::Time:
        return shortDuration(value);
    case Quantity::Percent:
        return shortest(value) + QStringLiteral(" %");
    case Quantity::Fraction:
        return shortest(value * 100) + QStringLiteral(" %");
    default:
        return shortest(value);
    }
}

QString aboutDuration(double seconds) {
    const auto say = [](const char* text) { return QCoreApplication::translate("Duration", text); };
    if (!std::isfinite(seconds) || seconds < 0.5)
        return say("a moment");
    if (seconds < 59.5)
        return say("about %1 s").arg(std::max(1LL, std::llround(seconds)));
    const long long whole = std::llround(seconds);
    if (whole < 3600)
        return say("about %1 min %2 s").arg(whole / 60).arg(whole % 60);
    return say("about %1 h %2 min").arg(whole / 3600).arg(whole / 60 % 60);
}

QString clockDuration(double seconds) {
    const long long whole = std::isfinite(seconds) ? std::max(0LL, std::llround(seconds)) : 0;
    const QString rest = QStringLiteral("%1:%2")
                             .arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                             .arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole >= 3600 ? QString::number(whole / 3600) + QLatin1Char(':') + rest : rest;
}

} // namespace jitterscope::ui::format
