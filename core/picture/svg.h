// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/picture.h"

#include <string>

namespace jitterscope {

/// Whose eyes a picture is for. Automatic: light, and dark where the reader's system is, by CSS; for
/// browsers. Light and Dark have plain attributes alone, which renderers of SVG Tiny (Qt's) understand.
enum class SvgTheme { Automatic, Light, Dark };

/// The picture as a whole `<svg>` element; nothing of an empty one. Texts are escaped. No fonts but the
/// generic families, no ids (several pictures stand in one page), no scripts, no outside references.
[[nodiscard]] std::string svgText(const Picture& picture, SvgTheme theme = SvgTheme::Automatic);

/// A number as SVG takes it: C locale, two decimals at most, never an exponent; 0 if it is not finite.
[[nodiscard]] std::string svgNumber(double value);
/// A path's data, as of `d`.
[[nodiscard]] std::string pathData(const Path& path);

} // namespace jitterscope
