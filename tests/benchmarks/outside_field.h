// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The contestants of a race that is seen from outside (outside.cpp): ways of waiting as a program of
/// somebody else uses them, each with the loop of its caller.
namespace outside {

/// The caller's own clock, ns.
[[nodiscard]] std::int64_t callersClock() noexcept;

/// What a block of frames came to, as its caller saw it.
struct Block {
    std::vector<std::int64_t> errors; ///< start − due of each frame, ns
    std::int64_t lost = 0;            ///< slots that passed completely
    std::int64_t said = 0;            ///< frames that were late by the contestant's own account
    std::int64_t sleeps = 0;          ///< voluntary switches of the thread
    double cpu = 0;                   ///< of the thread, % of a core

    [[nodiscard]] std::int64_t late(std::int64_t tolerance) const noexcept; ///< lost ones among them
    [[nodiscard]] std::int64_t slots() const noexcept {
        return static_cast<std::int64_t>(errors.size()) + lost;
    }
};

/// One block of a race: frame 1 is due a period after `start`; slots that pass completely are given up.
struct Task {
    std::int64_t start = 0;  // ns
    std::int64_t period = 0; // ns
    std::int64_t frames = 0;
    std::int64_t tolerance = 1'000; // ns
    std::int64_t between = 0;       // of other code between two waits of a linked contestant, ns
};

/// One way of waiting. What it has learned stays from block to block.
class Contestant {
public:
    virtual ~Contestant() = default;
    [[nodiscard]] virtual Block run(const Task& task) = 0;
};

/// `spin`, `adaptive` and every other id of the catalogue; `wait`, which is AdaptiveWait itself, `thrifty`,
/// which is that with this aim, and `wait-second` and so on, which is that without one of its parts
/// (tuning_variants.h); `pacer`; `header` and `c`, which is the one header that people copy; `inline-spin`
/// and `inline-400us`, which are written out in the caller's loop: a spin, and a sleep until so long before
/// the deadline with a spin after it; `linked-adaptive`, `linked-header` and `linked-pacer`, which stand in
/// another translation unit and are called through a pointer, with other code between. Null for a name that
/// is none of them.
[[nodiscard]] std::unique_ptr<Contestant> makeContestant(std::string_view name);
[[nodiscard]] std::unique_ptr<Contestant> makeCopied(std::string_view name); ///< `header` and `c`

} // namespace outside
