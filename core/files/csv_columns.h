// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/csv_rows.h"
#include "core/record/samples.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace jitterscope::csv {

// The columns of samples and of sleeps; used only in core/files. Each stands once, in csv_columns.cpp, with
// its name, how a row writes it and how it is read back.

/// The columns' names, with their units, in the order in which they are written.
[[nodiscard]] std::span<const std::string_view> sampleColumns() noexcept;
[[nodiscard]] std::span<const std::string_view> sleepColumns() noexcept;

/// "a,b,c\n".
[[nodiscard]] std::string columnLine(std::span<const std::string_view> columns);

/// A row with its line end, in its own buffer.
class Row {
public:
    /// The text stays valid until the next call.
    [[nodiscard]] std::string_view of(const FrameSample& sample) noexcept;
    [[nodiscard]] std::string_view of(const SleepSample& sample) noexcept;

    /// For the columns: the text of one field.
    void number(std::int64_t value) noexcept;
    void text(std::string_view value) noexcept;

private:
    template <typename Columns, typename Sample>
    std::string_view rowOf(const Columns& columns, const Sample& sample) noexcept;

    std::array<char, 512> m_buffer{}; // 14 fields of at most 20 digits
    std::size_t m_length = 0;
};

/// What a row says. `fields` keeps the first error.
[[nodiscard]] FrameSample readFrame(FieldReader& fields);
[[nodiscard]] SleepSample readSleep(FieldReader& fields);

} // namespace jitterscope::csv
