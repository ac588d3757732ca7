// SPDX-License-Identifier: MIT
#include "core/attach/row_gate.h"

#include <algorithm>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kYear = 366 * 24 * 3600 * kSecond;
constexpr std::int64_t kMostCounted = std::int64_t{1} << 53U; // ns, or calls
constexpr std::int64_t kDeepest = 64;                         // calls within calls

bool counts(std::int64_t value) noexcept {
    return value >= -1 && value <= kMostCounted;
}

} // namespace

bool RowGate::admits(Row& row, std::int64_t now) noexcept {
    // The clocks of two programs are one clock, but the row may be younger than `now`.
    const bool known = row.call > Call::None && row.call < Call::Count && row.under < Call::Count;
    if (!known || row.begin < m_begin || row.end < row.begin || row.end < m_latest || row.end > now + kSecond)
        return false;
    const std::int64_t took = row.end - row.begin;
    if (took > kDeepest * (now + kSecond - m_begin) - m_inAll)
        return false;
    if (row.call == Call::Reading || row.call == Call::Yield) {
        if (!counts(row.asked) || !counts(row.cpu))
            return false;
    } else if (row.asked != 0) {
        row.asked = row.asked > row.end + kYear ? listen::kForever : std::max(row.asked, row.begin - kYear);
    }
    m_latest = row.end;
    m_inAll += took;
    return true;
}

} // namespace jitterscope
