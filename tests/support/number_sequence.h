// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace jitterscope::test {

/// Numbers that any language makes alike, so that expected values come from elsewhere. In Python:
///   x = 12345; x = (x * 1103515245 + 12345) % 2**31; value = x % 200001 - 100000
[[nodiscard]] inline std::vector<std::int64_t> numberSequence(int count) {
    std::vector<std::int64_t> values;
    std::uint64_t x = 12345;
    for (int i = 0; i < count; ++i) {
        x = (x * 1103515245 + 12345) % (1ULL << 31);
        values.push_back(static_cast<std::int64_t>(x % 200001) - 100000);
    }
    return values;
}

} // namespace jitterscope::test
