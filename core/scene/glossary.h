// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/picture.h"
#include "core/scene/canvas.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope::scene {

/// A word that the labs use, explained in a sentence and a small picture.
struct Word {
    std::string_view id;
    std::string_view word;
    std::string_view means;              ///< one sentence
    std::vector<std::string_view> forms; ///< as it stands in texts
    void (*sketch)(Canvas& canvas, const Box& area) = nullptr;
};

/// All of them, as the help shows them. To add one: a line in glossary.cpp. Immutable; any thread.
[[nodiscard]] std::span<const Word> glossary();

/// A word of the glossary in a text.
struct Found {
    const Word* word = nullptr;
    std::size_t at = 0; ///< bytes
    std::size_t length = 0;
};
/// Where words of the glossary stand in a text, in order. Each word is given once, at its first place.
[[nodiscard]] std::vector<Found> wordsIn(std::string_view text);

/// The small picture of a word.
[[nodiscard]] Picture pictureOf(const Word& word, double width, double height, const Letters& letters);

} // namespace jitterscope::scene
