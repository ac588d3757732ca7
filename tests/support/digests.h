// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace jitterscope::test {

/// By `strategy spin`, `experiment race`, …
using Digests = std::map<std::string, std::string>;

/// One for every entry of every catalogue that computes something. Without Qt, so that it runs wherever a
/// compiler goes.
[[nodiscard]] Digests digestsNow();
/// What tests/core/digests.txt, or another file, holds; empty if it cannot be read.
[[nodiscard]] Digests digestsIn(const std::string& path);

} // namespace jitterscope::test
