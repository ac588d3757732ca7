// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"
#include "core/picture/path.h"

#include <optional>

namespace jitterscope::scene {

/// A table of a result, where cells and columns may be missing.
class Rows {
public:
    Rows(const LabResult& result, std::string_view id);

    [[nodiscard]] std::size_t size() const noexcept { return m_table == nullptr ? 0 : m_table->rows.size(); }
    [[nodiscard]] std::optional<double> number(std::size_t row, std::string_view column) const;
    [[nodiscard]] double numberOr(std::size_t row, std::string_view column, double otherwise = 0) const {
        return number(row, column).value_or(otherwise);
    }
    [[nodiscard]] std::string word(std::size_t row, std::string_view column) const;

private:
    [[nodiscard]] const Cell* cell(std::size_t row, std::string_view column) const noexcept;

    const Table* m_table = nullptr;
};

/// A curve: x ascends.
using Curve = std::vector<Point>;

/// The points of a series, at most about `most` of them; empty if there is no such series.
[[nodiscard]] Curve curveOf(const LabResult& result, std::string_view id, std::size_t most = 600);
/// The y of the last point whose x is at most `until`; absent if there is none.
[[nodiscard]] std::optional<double> valueAt(const Curve& curve, double until);

} // namespace jitterscope::scene
