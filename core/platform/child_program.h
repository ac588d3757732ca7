// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// How a program ended.
struct ProgramEnd {
    int status = 0; ///< its exit status; 255 also if the system does not tell it
    int signal = 0; ///< number of the signal that ended it; 0: none
};

/// A program that runs beside this one, with the same standard streams, terminal and process group. It goes
/// on when this object is destroyed. One thread.
class ChildProgram {
public:
    virtual ~ChildProgram() = default;
    [[nodiscard]] virtual int process() const noexcept = 0;
    /// How it ended; absent: it still runs.
    [[nodiscard]] virtual std::optional<ProgramEnd> end() noexcept = 0;
    /// Asks it and all that it has started to end, as closing a terminal does.
    virtual void askToEnd() noexcept = 0;
    /// Passes on a signal that asked this program to end (takeStopSignal()). Does nothing if a terminal has
    /// sent it to both.
    virtual void handOn(int stopSignal) noexcept = 0;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Starts `path` with these words, the first of which is its name, and with these variables set in its
/// environment. Signals that this program handles, blocks or ignores have their default effect in the child.
/// If this program ignores SIGCHLD, it no longer does, because otherwise the system would not tell how a
/// child ended. Error: it cannot be started.
[[nodiscard]] Result<std::unique_ptr<ChildProgram>>
startProgram(const std::string& path, const std::vector<std::string>& words, const Environment& environment);

/// Whether a file gives rights to its user that they do not have (setuid, setgid, capabilities).
[[nodiscard]] bool givesRights(const std::string& path);

/// A file beside this program's executable. `relative`: its path from there. Absent: there is none.
[[nodiscard]] std::optional<std::string> findBesideProgram(const std::string& relative);

} // namespace jitterscope
