// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::csv {

/// The `# end: rows=12 lost=0 complete=yes` line.
struct End {
    std::int64_t rows = 0;
    std::int64_t lost = 0; ///< measured rows that are not in the file
    bool complete = false;
};
/// Absent if the line does not have that form.
[[nodiscard]] std::optional<End> parseEnd(std::string_view value);

/// Collects what is wrong with a file that can still be read; used only in core/files. It names the first
/// place of each kind and counts the others, so that it stays short for any file.
class Doubts {
public:
    enum class Kind : std::uint8_t {
        Cut,      ///< the last row has no end
        Empty,    ///< a line between rows
        Negative, ///< a frame number below 0
        Repeated, ///< a frame number that repeats or goes back
        Backward, ///< a time that goes back
        Absurd,   ///< a value that is impossible on any machine
        Missing,  ///< frames are missing between two rows
        NoEnd,
        BadEnd,
        RowCount,
        BehindEnd,
        Lost,
        NotComplete,
        Stretches,
    };

    void add(Kind kind, std::int64_t line, const std::string& what);
    /// Compares the last line with the number of `rows` read; `line` is the number of the file's last line.
    void judgeEnd(const std::optional<std::string>& end, std::int64_t rows, std::int64_t line);
    [[nodiscard]] bool has(Kind kind) const noexcept { return entry(kind).count > 0; }

    /// A sentence for each kind: "'x.csv' line 12: 5 rows are missing before frame 10; 3 more like it".
    [[nodiscard]] std::vector<std::string> texts(const std::string& path) const;

private:
    static constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::Stretches) + 1;
    struct Entry {
        std::int64_t count = 0;
        std::int64_t line = 0; // of the first place
        std::string what;
    };
    [[nodiscard]] const Entry& entry(Kind kind) const noexcept {
        return m_entries[static_cast<std::size_t>(kind)];
    }

    std::array<Entry, kKinds> m_entries;
};

} // namespace jitterscope::csv
