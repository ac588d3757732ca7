// SPDX-License-Identifier: MIT
#include "app/cli/progress_line.h"

#include "core/platform/file_system.h"

namespace jitterscope::cli {
namespace {

constexpr auto kBetweenLines = std::chrono::milliseconds(200);

} // namespace

ProgressLine::ProgressLine() : m_terminal(errorIsTerminal()) {}

ProgressLine::~ProgressLine() {
    if (m_terminal)
        printProgress({});
}

bool ProgressLine::due() {
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || now - m_shown < kBetweenLines)
        return false;
    m_shown = now;
    return true;
}

} // namespace jitterscope::cli
