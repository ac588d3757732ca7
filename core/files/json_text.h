// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/files/json_parts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

/// Listens while a text is read. `depth`: lists and objects around the place. Used only in core/files.
class JsonWatch {
public:
    virtual ~JsonWatch() = default;
    virtual void key(std::size_t /*depth*/, const std::string& /*name*/) {}
    /// Not empty: what is wrong; the reading ends.
    virtual std::string objectBegins(std::size_t /*depth*/) { return {}; }
    virtual void listBegins(std::size_t /*depth*/) {}
    virtual void listEnds() {}
    /// True: the number has been taken, and is left out of the JSON.
    virtual bool takes(std::size_t /*depth*/, const Json& /*number*/) { return false; }
};

/// Why a text could not be read.
struct JsonFault {
    enum class Kind { Syntax, Number, Limit, Cancelled };
    Kind kind = Kind::Syntax;
    std::size_t byte = 0; ///< place in the text, from 1; beyond its end: the text ends in the middle
    std::string what;     ///< for Limit: `more than 64 levels`
};

struct JsonText {
    Json json;
    std::optional<JsonFault> fault;
};

// What a file of this program may hold. Time and memory grow with the text's length, whatever it says: keys
// of an object are searched one after the other, and a writer calls itself for each level.
constexpr std::size_t kMostJsonLevels = 64;
constexpr std::size_t kMostJsonKeys = 1000; ///< of one object
constexpr std::size_t kMostJsonValues = 5'000'000;

/// Reads a text within these limits. Also for texts of strangers: it throws nothing but std::bad_alloc.
[[nodiscard]] JsonText readJsonText(std::string_view text, const CancelFlag* cancel = nullptr,
                                    JsonWatch* watch = nullptr);

/// `line 3: it is not valid JSON`, `line 8: it ends in the middle`, `it is empty`, `it holds more than …`:
/// the fault of a text in a sentence.
[[nodiscard]] Error errorOf(const JsonFault& fault, std::string_view text);

} // namespace jitterscope
