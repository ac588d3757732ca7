// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/facts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Reads small text files below a root. Any thread.
class FactReader {
public:
    static constexpr std::size_t kMostBytes = 1 << 16;
    static constexpr std::size_t kMostBytesOfBig = 1 << 20; ///< where a line for each processor is expected
    static constexpr std::size_t kMostEntries = 4096;
    static constexpr std::size_t kMostProcessors = 64; ///< of which files of their own are read

    explicit FactReader(std::string root) : m_root(std::move(root)) {}

    /// Whether it reads this machine's own files, not recorded ones.
    [[nodiscard]] bool ofThisMachine() const noexcept { return m_root.empty(); }
    /// Reads at most `most` bytes from the start and removes surrounding blanks. Absent: missing, unreadable,
    /// not a file.
    [[nodiscard]] std::optional<std::string> text(const std::string& path,
                                                  std::size_t most = kMostBytes) const;
    [[nodiscard]] std::optional<std::int64_t> integer(const std::string& path) const;
    [[nodiscard]] bool exists(const std::string& path) const;
    /// The names in a folder, sorted; at most kMostEntries.
    [[nodiscard]] std::vector<std::string> names(const std::string& folder) const;

private:
    std::string m_root;
};

inline const std::string kProcessors = "/sys/devices/system/cpu/";
inline constexpr const char* kNotReadable = " cannot be read."; ///< behind the name of a file

/// The value of the first line "name : value" or "name:value", as in /proc/cpuinfo.
[[nodiscard]] std::optional<std::string> lineValue(std::string_view text, std::string_view name);
/// Whether `text` contains `word`, delimited by blanks.
[[nodiscard]] bool hasWord(std::string_view text, std::string_view word);
/// Whether `text` is one word of at most 40 letters, digits, `_`, `-` and `.`.
[[nodiscard]] bool isPlainWord(std::string_view text) noexcept;
/// The words of a line, delimited by blanks.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
/// Calls `take(line)` for each line of `text`.
template <typename Take>
void forEachLine(std::string_view text, Take take) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        take(line);
    }
}
/// The whole numbers after the name of a process in a `stat` file of /proc; [0] is field 4 of proc(5). Empty
/// if it is no such file. `name` receives the process's name.
[[nodiscard]] std::vector<std::int64_t> processFields(std::string_view stat, std::string* name = nullptr);
/// The number of processors in a list such as `0-3,8`; absent if it is not one.
[[nodiscard]] std::optional<std::int64_t> processorCount(std::string_view list);

/// The first processors in such a list, at most `most`; empty if it is not one.
[[nodiscard]] std::vector<int> processorsIn(std::string_view list,
                                            std::size_t most = FactReader::kMostProcessors);
/// The first processors that this process may use, else those online.
[[nodiscard]] std::vector<int> usableProcessors(const FactReader& reader);

/// 0 if the system does not tell.
[[nodiscard]] std::int64_t processorsOnline(const FactReader& reader);

/// A fact with a value. Value and reason are cut to 200 bytes, and control characters become "?". A blank
/// value makes the fact Unknown.
[[nodiscard]] Fact knownFact(std::string id, std::string name, std::string_view value, FactState state,
                             std::string_view why);
[[nodiscard]] Fact unknownFact(std::string id, std::string name, std::string_view why);

/// Adds what to do about a fact, or what it costs, unless it is Unknown.
[[nodiscard]] Fact advised(Fact fact, std::string doThis, std::string undo);
[[nodiscard]] Fact costing(Fact fact, Nanoseconds cost);
/// Good up to `good`, Note up to `note`, else Warn.
[[nodiscard]] FactState judged(double value, double good, double note) noexcept;

/// Each stands in its own facts_NAME.cpp. It adds the same facts in the same order, whatever can be read.
void addKernelFacts(const FactReader& reader, std::vector<Fact>& facts);
void addClockFacts(const FactReader& reader, std::vector<Fact>& facts);
void addProcessorFacts(const FactReader& reader, std::vector<Fact>& facts);
/// What saves energy at the cost of time.
void addPowerFacts(const FactReader& reader, std::vector<Fact>& facts);
/// The limits of this process.
void addLimitFacts(const FactReader& reader, std::vector<Fact>& facts);
void addLoadFacts(const FactReader& reader, std::vector<Fact>& facts);

inline constexpr int kMostIdleStates = 16;

/// How often heat slowed down the processors that this process may use, since boot. Absent: they do not count
/// it.
[[nodiscard]] std::optional<std::int64_t> readThermalThrottles(const FactReader& reader);

} // namespace jitterscope
