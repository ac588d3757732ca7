// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <chrono>

namespace jitterscope::cli {

/// A line on standard error that says how far a command has come. Shows nothing if standard error is not a
/// terminal.
class ProgressLine {
public:
    ProgressLine();
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// May be called at any time: `text()` is called at most five times a second.
    template <typename Text>
    void show(Text&& text) {
        if (due())
            printProgress(text());
    }

private:
    [[nodiscard]] bool due();

    bool m_terminal;
    std::chrono::steady_clock::time_point m_shown{};
};

} // namespace jitterscope::cli
