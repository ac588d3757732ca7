// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"

#include <chrono>

namespace jitterscope::cli {

/// One line on standard error that says how far a command has come. Nothing where that is no terminal.
class ProgressLine {
public:
    ProgressLine();
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Call it as often as you like: `text()` is asked for five times a second at most.
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
