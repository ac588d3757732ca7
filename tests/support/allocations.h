// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace jitterscope::test {

/// How often this thread has called operator new so far, in a program that allocations.cpp is part of: it
/// replaces the operator.
std::int64_t allocations();

} // namespace jitterscope::test
