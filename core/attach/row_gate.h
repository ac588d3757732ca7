// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <cstdint>

namespace jitterscope {

/// The one gate for the rows of a thread: another program writes them, and may write anything. What it lets
/// through has a known call, begins before it ends, lies within the time of listening, comes after the rows
/// before it, and asks for a time that can be reckoned with. Sums of it do not overflow.
class RowGate {
public:
    /// `begin`: when listening began; CLOCK_MONOTONIC, ns.
    explicit RowGate(std::int64_t begin = 0) noexcept : m_begin(begin), m_latest(begin) {}
    /// False: no listener writes such a row. A time further away than a year counts as for ever.
    [[nodiscard]] bool admits(listen::Row& row, std::int64_t now) noexcept;

private:
    std::int64_t m_begin;
    std::int64_t m_latest;    // end of the last row
    std::int64_t m_inAll = 0; // ns that all rows took; they may lie within each other
};

} // namespace jitterscope
