// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Reads small text files below a root; used only in core/machine.
class FactReader {
public:
    static constexpr std::size_t kMostBytes = 1 << 16;
    static constexpr std::size_t kMostEntries = 4096;

    explicit FactReader(std::string root) : m_root(std::move(root)) {}

    /// Whether it reads this machine's own files, not recorded ones.
    [[nodiscard]] bool ofThisMachine() const noexcept { return m_root.empty(); }
    /// Reads at most kMostBytes from the start and removes surrounding blanks. Absent: missing, unreadable,
    /// not a file.
    [[nodiscard]] std::optional<std::string> text(const std::string& path) const;
    [[nodiscard]] std::optional<std::int64_t> integer(const std::string& path) const;
    [[nodiscard]] bool exists(const std::string& path) const;
    /// The names in a folder, sorted; at most kMostEntries.
    [[nodiscard]] std::vector<std::string> names(const std::string& folder) const;

private:
    std::string m_root;
};

/// The value of the first line "name : value" or "name:value", as in /proc/cpuinfo.
[[nodiscard]] std::optional<std::string> lineValue(std::string_view text, std::string_view name);
/// Whether `text` contains `word`, delimited by blanks.
[[nodiscard]] bool hasWord(std::string_view text, std::string_view word);
/// The number of processors in a list such as `0-3,8`; absent if it is not one.
[[nodiscard]] std::optional<std::int64_t> processorCount(std::string_view list);

/// 0 if the system does not tell.
[[nodiscard]] std::int64_t processorsOnline(const FactReader& reader);

[[nodiscard]] Fact knownFact(std::string id, std::string name, std::string value, FactState state,
                             std::string why);
[[nodiscard]] Fact unknownFact(std::string id, std::string name, std::string why);

/// facts_processor.cpp
void addProcessorFacts(const FactReader& reader, std::vector<Fact>& facts);
/// facts_limits.cpp: the limits that the system sets for this process
void addLimitFacts(const FactReader& reader, std::vector<Fact>& facts);

} // namespace jitterscope
