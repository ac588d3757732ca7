// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/quantity_text.h"

#include "ui/format/format.h"
#include "ui/format/plan_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::format {

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
