// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/format.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::format {
namespace {

const QChar kMinus(0x2212);
const QChar kThin(0x2009);

QString plain(double value, int decimals) {
    return QString::number(value, 'f', decimals);
}

QString withSign(const QString& magnitude, double value) {
    if (value > 0)
        return QLatin1Char('+') + magnitude;
    return value < 0 ? kMinus + magnitude : magnitude;
}

/// Decimals that leave about four significant digits of `value`.
int decimalsFor(double value) {
    if (value >= 100)
        return value >= 1000 ? 0 : 1;
    return value >= 10 ? 2 : 3;
}

QString unsignedDuration(double ns) {
    if (ns < 0.5)
        return QStringLiteral("0 ns");
    if (ns < 999.5)
        return plain(ns, 0) + QStringLiteral(" ns");
    if (ns < 999'950)
        return plain(ns / 1e3, ns < 99'950 ? (ns < 9'995 ? 2 : 1) : 1) + QStringLiteral(" µs");
    if (ns < 999'950'000)
        return plain(ns / 1e6, ns < 99'950'000 ? 2 : 1) + QStringLiteral(" ms");
    return plain(ns / 1e9, 2) + QStringLiteral(" s");
}

int frameDecimals(double period) {
    return std::clamp(decimalsFor(period / frameTimeUnit(period)) + 1, 1, 4);
}

QString unsignedPercent(double value) {
    if (value == 0)
        return QStringLiteral("0 %");
    if (value < 0.01)
        return QStringLiteral("<0.01 %");
    if (value >= 99.95)
        return plain(value, 0) + QStringLiteral(" %");
    return plain(value, value < 0.995 ? 2 : 1) + QStringLiteral(" %");
}

} // namespace

QString absent() {
    return QString(QChar(0x2013));
}

QString duration(double ns) {
    if (!std::isfinite(ns))
        return absent();
    const QString text = unsignedDuration(std::abs(ns));
    return ns <= -0.5 ? kMinus + text : text;
}

QString signedDuration(double ns) {
    if (!std::isfinite(ns))
        return absent();
    return withSign(unsignedDuration(std::abs(ns)), std::abs(ns) < 0.5 ? 0 : ns);
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

QString signedFrameTime(double ns, double period) {
    if (!std::isfinite(ns))
        return absent();
    const QString text = frameTime(std::abs(ns), period);
    const bool zero = std::abs(ns) / frameTimeUnit(period) < 0.5 * std::pow(10, -frameDecimals(period));
    return withSign(text, zero ? 0 : ns);
}

QString rate(double hertz) {
    if (!std::isfinite(hertz))
        return absent();
    const int decimals = hertz >= 10'000 ? 0 : hertz >= 1000 ? 1 : hertz >= 100 ? 2 : 3;
    return number(hertz, decimals) + QStringLiteral(" Hz");
}

QString percent(double value) {
    if (!std::isfinite(value))
        return absent();
    return value < 0 ? kMinus + unsignedPercent(-value) : unsignedPercent(value);
}

QString signedPercent(double value) {
    return std::isfinite(value) ? withSign(unsignedPercent(std::abs(value)), value) : absent();
}

QString ppm(double value) {
    if (!std::isfinite(value))
        return absent();
    const double magnitude = std::abs(value);
    if (magnitude < 0.05)
        return QStringLiteral("0.0 ppm");
    const QString text = magnitude >= 1000
                             ? count(static_cast<std::int64_t>(std::llround(std::min(magnitude, 9e15))))
                             : plain(magnitude, magnitude >= 100 ? 0 : 1);
    return withSign(text, value) + QStringLiteral(" ppm");
}

QString count(std::int64_t value) {
    QString digits = QString::number(value);
    const int start = value < 0 ? 1 : 0;
    for (int at = static_cast<int>(digits.size()) - 3; at > start; at -= 3)
        digits.insert(at, kThin);
    if (value < 0)
        digits.replace(0, 1, kMinus);
    return digits;
}

QString elapsed(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0)
        seconds = 0;
    const auto whole = static_cast<std::int64_t>(seconds);
    const QString tail = QStringLiteral("%1:%2")
                             .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
                             .arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole < 3600 ? tail : QString::number(whole / 3600) + QLatin1Char(':') + tail;
}

QString needs(std::int64_t samples) {
    return QStringLiteral("needs ") + QString::number(samples);
}

QString number(double value, int decimals) {
    if (!std::isfinite(value))
        return absent();
    QString text = plain(std::abs(value), decimals);
    const bool zero = std::all_of(text.begin(), text.end(), [](QChar c) { return c == u'0' || c == u'.'; });
    return value < 0 && !zero ? kMinus + text : text;
}

} // namespace jitterscope::ui::format
