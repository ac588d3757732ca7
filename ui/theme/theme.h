// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <QString>
#include <QWidget>

#include <string_view>

namespace jitterscope::ui {

inline constexpr double kCardRadius = 8; ///< px, of the corners of cards

enum class ThemeMode { System, Light, Dark, Contrast };

/// The colours of the window. Every text colour keeps a contrast of 4.5 : 1 or more on `window` and `card`.
struct Tokens {
    QColor window;
    QColor card;
    QColor hairline; ///< grid lines, card edges
    QColor border;   ///< edges of fields and buttons
    QColor text;
    QColor muted;
    QColor first;  ///< first series, accent
    QColor second; ///< second series, caution
    QColor late;
    QColor good;
    QColor violet;
    QColor onAccent; ///< text on `first`
};

[[nodiscard]] const Tokens& lightTokens();
[[nodiscard]] const Tokens& darkTokens();
/// White on black, with edges that are seen. Every colour of text keeps 7 : 1.
[[nodiscard]] const Tokens& contrastTokens();
/// The tokens that fit the application's palette: dark if its window colour is darker than its text, high
/// contrast if that is white on black.
[[nodiscard]] const Tokens& tokens();

/// A line of a chart in the theme's colours.
[[nodiscard]] QPen penOf(const LineLook& look);
/// A colour of reports and pictures. The window uses the same colours; where it has high contrast, that of
/// the dark ones is as high.
[[nodiscard]] QColor inked(Ink ink, bool dark);
/// Whether tokens() are the dark ones.
[[nodiscard]] bool paintsDark();

[[nodiscard]] bool isDark(const QPalette& palette);
[[nodiscard]] QPalette themePalette(const Tokens& colours);

/// WCAG 2 contrast ratio of two opaque colours, 1 … 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);
/// `share` of `over` laid on `under`; 0 … 1.
[[nodiscard]] QColor mixed(const QColor& over, const QColor& under, double share);

/// Sets style, palette and tooltips of the application. ThemeMode::System asks the platform's palette again,
/// and takes high contrast if that is white on black.
void applyTheme(ThemeMode mode);

/// The system's font of letters of one width.
[[nodiscard]] QFont fixedFont();
/// For figures: fixedFont(), so that digits never jump. `scale` is relative to the window's
/// font.
[[nodiscard]] QFont figureFont(double scale = 1.0, bool bold = false);
/// For notes: smaller than the window's font.
[[nodiscard]] QFont noteFont();
[[nodiscard]] QFont titleFont();
/// A length that holds text, for the window's font: `length` px with the usual font, more with a larger one.
[[nodiscard]] int forFont(int length);

/// Marks a label as muted; follows the theme.
void setMuted(QWidget& widget);
/// Gives a label this colour. It does not follow the theme: call it again when the theme changes.
void setTextColour(QWidget& widget, const QColor& colour);

[[nodiscard]] QString themeId(ThemeMode mode); ///< `system`, `light`, `dark`, `contrast`
[[nodiscard]] QStringList themeIds();
[[nodiscard]] ThemeMode themeFromId(const QString& id);

/// strategyLook() (core/figure) in the current theme.
[[nodiscard]] QColor strategyColour(std::string_view id);

} // namespace jitterscope::ui
