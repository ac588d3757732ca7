// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/format.h"

#include "core/base/said.h"
#include "ui/format/outside_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::format {

namespace {

const QChar kMinus(0x2212);

/// Decimals that leave about four significant digits of `value`.
int decimalsFor(double value) {
    if (value >= 100)
        return value >= 1000 ? 0 : 1;
    return value >= 10 ? 2 : 3;
}

int frameDecimals(double period) {
    return std::clamp(decimalsFor(period / frameTimeUnit(period)) + 1, 1, 4);
}

} // namespace

QString absent() {
    return text(said::absent());
}

QString duration(double ns) {
    return text(said::duration(ns));
}

QString signedDuration(double ns) {
    return text(said::signedDuration(ns));
}

double frameTimeUnit(double period) {
    return period >= 1e6 ? 1e6 : 1e3;
}

QString unitName(double unit) {
    if (unit >= 1e9)
        return QStringLiteral("s");
    if (unit >= 1e6)
        return QStringLiteral("ms");
    return unit >= 1e3 ? QStringLiteral("µs") : QStringLiteral("ns");
}

QString frameTime(double ns, double period) {
    if (!std::isfinite(ns))
        return absent();
    const double unit = frameTimeUnit(period);
    return number(ns / unit, frameDecimals(period)) + QLatin1Char(' ') + unitName(unit);
}

QString rate(double hertz) {
    return text(said::rate(hertz));
}

QString percent(double value) {
    return text(said::percent(value));
}

QString percent(const std::optional<double>& value) {
    return text(said::percent(value));
}

QString signedPercent(double value) {
    return text(said::signedPercent(value));
}

QString ppm(double value) {
    return text(said::ppm(value));
}

QString count(std::int64_t value) {
    return text(said::count(value));
}

QString elapsed(double seconds) {
    return text(said::elapsed(seconds));
}

QString needs(std::int64_t samples) {
    return QStringLiteral("needs ") + QString::number(samples);
}

QString number(double value, int decimals) {
    return text(said::number(value, decimals));
}

QString quantity(double value, Quantity quantity) {
    return text(said::quantity(value, quantity));
}

QString cell(const Cell& cell, Quantity kind) {
    return text(said::cell(cell, kind));
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
