// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

int papers = 0; // GUI thread

} // namespace

OnPaper::OnPaper() {
    ++papers;
}
OnPaper::~OnPaper() {
    --papers;
}

const Tokens& lightTokens() {
    static const Tokens colours{.window = QColor(0xf4f5f7),
                                .card = QColor(0xffffff),
                                .hairline = QColor(0xe1e5ea),
                                .border = QColor(0xb9c1cc),
                                .text = QColor(0x1d2430),
                                .muted = QColor(0x5f697d),
                                .first = QColor(0x0072b2),
                                .second = QColor(0xae4f08),
                                .late = QColor(0xc2361b),
                                .good = QColor(0x0a7350),
                                .onAccent = QColor(0xffffff)};
    return colours;
}

const Tokens& darkTokens() {
    static const Tokens colours{.window = QColor(0x14171c),
                                .card = QColor(0x1f242c),
                                .hairline = QColor(0x2e3540),
                                .border = QColor(0x4a5362),
                                .text = QColor(0xe6e9ef),
                                .muted = QColor(0x98a2b3),
                                .first = QColor(0x4cc2ff),
                                .second = QColor(0xf0b429),
                                .late = QColor(0xff6b6b),
                                .good = QColor(0x3ddc97),
                                .onAccent = QColor(0x0d1014)};
    return colours;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

const Tokens& tokens() {
    return papers == 0 && isDark(QApplication::palette()) ? darkTokens() : lightTokens();
}

QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto part = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return {part(over.red(), under.red()), part(over.green(), under.green()),
            part(over.blue(), under.blue())};
}

double contrastRatio(const QColor& a, const QColor& b) {
    const auto channel = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const auto luminance = [&](const QColor& c) {
        return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
    };
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QPalette themePalette(const Tokens& c) {
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.card);
    palette.setColor(QPalette::AlternateBase, c.window);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::Button, c.card);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.late);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Highlight, c.first);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::Link, c.first);
    palette.setColor(QPalette::LinkVisited, c.second);
    palette.setColor(QPalette::ToolTipBase, c.card);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Light, mixed(c.card, c.hairline, 0.5));
    palette.setColor(QPalette::Midlight, c.hairline);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Dark, c.border);
    palette.setColor(QPalette::Shadow, mixed(c.text, c.window, 0.3));
    const QColor faint = mixed(c.muted, c.card, 0.7);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    return palette;
}

void applyTheme(ThemeMode mode) {
    if (!qobject_cast<Style*>(QApplication::style()))
        QApplication::setStyle(new Style);
    QApplication::setPalette(QPalette()); // back to the platform's, to see what it is now
    const bool dark =
        mode == ThemeMode::Dark || (mode == ThemeMode::System && isDark(QApplication::palette()));
    const QPalette palette = themePalette(dark ? darkTokens() : lightTokens());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

QFont figureFont(double scale, bool bold) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(static_cast<int>(std::lround(QFontInfo(QApplication::font()).pixelSize() * scale)));
    font.setBold(bold);
    return font;
}

QFont noteFont() {
    QFont font = QApplication::font();
    font.setPixelSize(std::max(9, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.86))));
    return font;
}

QFont titleFont() {
    QFont font = QApplication::font();
    font.setWeight(QFont::DemiBold);
    return font;
}

void setMuted(QWidget& widget) {
    widget.setForegroundRole(QPalette::PlaceholderText);
}

void setTextColour(QWidget& widget, const QColor& colour) {
    widget.setForegroundRole(QPalette::WindowText); // on Base it would be Text
    QPalette palette = widget.palette();
    if (palette.color(QPalette::WindowText) == colour)
        return;
    palette.setColor(QPalette::WindowText, colour);
    widget.setPalette(palette);
}

QString themeId(ThemeMode mode) {
    switch (mode) {
    case ThemeMode::Light:
        return QStringLiteral("light");
    case ThemeMode::Dark:
        return QStringLiteral("dark");
    case ThemeMode::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeMode themeFromId(const QString& id) {
    if (id == QLatin1String("light"))
        return ThemeMode::Light;
    return id == QLatin1String("dark") ? ThemeMode::Dark : ThemeMode::System;
}

} // namespace jitterscope::ui
