// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace outside {

/// What a wait tells its caller.
struct Arrival {
    std::int64_t due = 0;     ///< ns
    std::int64_t said = 0;    ///< how late it is by the waiter's own account, ns; 0 where it has none
    std::int64_t skipped = 0; ///< slots that passed completely
};

/// A way of waiting as a linked program has it: in another translation unit and behind a pointer, so that
/// nothing of it becomes part of the caller's loop.
class Linked {
public:
    virtual ~Linked() = default;
    /// The next frame is due a period after `start`, ns.
    virtual void begin(std::int64_t start, std::int64_t period) = 0;
    virtual Arrival wait() = 0;
};

/// `pacer`, `header`, or the id of a strategy. Null: none of them.
[[nodiscard]] std::unique_ptr<Linked> makeLinked(std::string_view name);

} // namespace outside
