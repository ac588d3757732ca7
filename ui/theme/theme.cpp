// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "core/figure/experiment_figure.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {

namespace {

QColor shadeOf(Ink ink, bool dark) {
    const std::string_view name = inkColour(ink, dark);
    return {QLatin1String(name.data(), static_cast<qsizetype>(name.size()))};
}

Tokens tokensOf(bool dark, QRgb window, QRgb onAccent) {
    return {.window = QColor(window),
            .card = shadeOf(Ink::Card, dark),
            .hairline = shadeOf(Ink::Hairline, dark),
            .border = shadeOf(Ink::Border, dark),
            .text = shadeOf(Ink::Text, dark),
            .muted = shadeOf(Ink::Muted, dark),
            .first = shadeOf(Ink::First, dark),
            .second = shadeOf(Ink::Second, dark),
            .late = shadeOf(Ink::Late, dark),
            .good = shadeOf(Ink::Good, dark),
            .violet = shadeOf(Ink::Violet, dark),
            .onAccent = QColor(onAccent)};
}

/// Whether these are the colours of high contrast.
bool hasContrast(const QPalette& palette) {
    return palette.color(QPalette::Window) == Qt::black && palette.color(QPalette::WindowText) == Qt::white;
}

const Tokens& tokensFor(const QPalette& palette) {
    if (hasContrast(palette))
        return contrastTokens();
    return isDark(palette) ? darkTokens() : lightTokens();
}

const Tokens& tokensOf(ThemeMode mode, const QPalette& platform) {
    switch (mode) {
    case ThemeMode::Light:
        return lightTokens();
    case ThemeMode::Dark:
        return darkTokens();
    case ThemeMode::Contrast:
        return contrastTokens();
    case ThemeMode::System:
        break;
    }
    return tokensFor(platform);
}

struct ThemeName {
    ThemeMode mode;
    const char* id;
};
constexpr ThemeName kNames[] = {{ThemeMode::System, "system"},
                                {ThemeMode::Light, "light"},
                                {ThemeMode::Dark, "dark"},
                                {ThemeMode::Contrast, "contrast"}};

} // namespace

QPen penOf(const LineLook& look) {
    QColor colour = inked(look.ink, paintsDark());
    if (look.opacity < 1)
        colour = mixed(colour, tokens().card, look.opacity);
    QPen pen(colour, look.width);
    if (!look.dashes.empty())
        pen.setDashPattern({look.dashes.begin(), look.dashes.end()});
    return pen;
}

QColor inked(Ink ink, bool dark) {
    if (dark && hasContrast(QApplication::palette())) {
        const Tokens& c = contrastTokens();
        switch (ink) {
        case Ink::Card:
            return c.card;
        case Ink::Hairline:
            return c.hairline;
        case Ink::Border:
            return c.border;
        case Ink::Text:
            return c.text;
        case Ink::Muted:
            return c.muted;
        default:
            break;
        }
    }
    return shadeOf(ink, dark);
}

const Tokens& lightTokens() {
    static const Tokens colours = tokensOf(false, 0xf4f5f7, 0xffffff);
    return colours;
}

const Tokens& darkTokens() {
    static const Tokens colours = tokensOf(true, 0x14171c, 0x0d1014);
    return colours;
}

const Tokens& contrastTokens() {
    static const Tokens colours = [] {
        Tokens c = tokensOf(true, 0x000000, 0x000000);
        c.card = Qt::black;
        c.text = Qt::white;
        c.muted = QColor(0xe0e0e0);
        c.border = Qt::white;
        c.hairline = QColor(0x8a8a8a);
        return c;
    }();
    return colours;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

bool paintsDark() {
    return isDark(QApplication::palette());
}

const Tokens& tokens() {
    return tokensFor(QApplication::palette());
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
    const QPalette palette = themePalette(tokensOf(mode, QApplication::palette()));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

QFont fixedFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    // Windows names Courier New, which is thin on screens, and where it is missing takes letters of any
    // width.
    if (font.family() == QLatin1String("Courier New"))
        font.setFamilies({QStringLiteral("Consolas"), QStringLiteral("Cascadia Mono"),
                          QStringLiteral("DejaVu Sans Mono"), font.family()});
    return font;
}

QFont figureFont(double scale, bool bold) {
    QFont font = fixedFont();
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

int forFont(int length) {
    constexpr double kUsual = 13; // px
    return static_cast<int>(
        std::lround(length * std::max(1.0, QFontInfo(QApplication::font()).pixelSize() / kUsual)));
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
    const auto* const found = std::ranges::find(kNames, mode, &ThemeName::mode);
    return QLatin1String(found->id);
}

QStringList themeIds() {
    QStringList ids;
    for (const ThemeName& name : kNames)
        ids << QLatin1String(name.id);
    return ids;
}

ThemeMode themeFromId(const QString& id) {
    const auto* const found =
        std::ranges::find_if(kNames, [&id](const ThemeName& name) { return id == QLatin1String(name.id); });
    return found != std::end(kNames) ? found->mode : ThemeMode::System;
}

QColor strategyColour(std::string_view id) {
    return inked(strategyLook(id).ink, paintsDark());
}

} // namespace jitterscope::ui
