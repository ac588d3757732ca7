// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// The entry with this `id`, or nullptr. Every catalogue is a span of entries with an `id`.
template <typename Entry>
[[nodiscard]] const Entry* findEntry(std::span<const Entry> entries, std::string_view id) noexcept {
    for (const Entry& entry : entries) {
        if (entry.id == id)
            return &entry;
    }
    return nullptr;
}

/// The name of the entry with this id, or the id itself: what people read.
template <typename Entry>
[[nodiscard]] std::string entryName(std::span<const Entry> entries, std::string_view id) {
    const Entry* const entry = findEntry(entries, id);
    return std::string(entry != nullptr ? entry->name : id);
}

/// The ids of a catalogue, in order: "a, b, c".
template <typename Entry>
[[nodiscard]] std::string idList(std::span<const Entry> entries) {
    std::string list;
    for (const Entry& entry : entries) {
        if (!list.empty())
            list += ", ";
        list += entry.id;
    }
    return list;
}

/// Error (Usage): unknown strategy 'x' (one of a, b, c).
[[nodiscard]] Error unknownEntry(std::string_view what, std::string_view id, const std::string& ids);

/// As findEntry, but an unknown id is an Error (Usage) that lists the known ids. `what`: "strategy", ...
template <typename Entry>
[[nodiscard]] Result<const Entry*> requireEntry(std::span<const Entry> entries, std::string_view id,
                                                std::string_view what) {
    if (const Entry* entry = findEntry(entries, id))
        return entry;
    return unknownEntry(what, id, idList(entries));
}

} // namespace jitterscope
