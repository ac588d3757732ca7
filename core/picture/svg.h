// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/picture.h"

#include <string>

namespace jitterscope {

/// The colours of an SVG. Automatic is light or dark as the reader's system is; it uses CSS, for browsers.
/// Light and Dark use plain attributes only, which renderers of SVG Tiny (Qt's) understand.
enum class SvgTheme { Automatic, Light, Dark };

/// The picture as a whole `<svg>` element; an empty text for an empty picture. Texts are escaped. It has only
/// generic font families, no ids (several pictures stand in one page), no scripts, no outside references.
[[nodiscard]] std::string svgText(const Picture& picture, SvgTheme theme = SvgTheme::Automatic);

/// A number as SVG takes it: C locale, two decimals at most, never an exponent; 0 if it is not finite.
[[nodiscard]] std::string svgNumber(double value);
/// A path's data, as of `d`.
[[nodiscard]] std::string pathData(const Path& path);

} // namespace jitterscope
