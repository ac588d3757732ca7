// SPDX-License-Identifier: MIT
#pragma once

#include "core/document/text_lines.h"
#include "core/files/atomic_file.h"
#include "core/files/separate_files.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// A file that a command writes whole at its end. Open it before measuring: then a path that cannot be
/// written costs no measurement.
class ResultFile {
public:
    /// Writes nothing.
    ResultFile() = default;
    /// An empty path: writes nothing.
    [[nodiscard]] static Result<ResultFile> open(const std::string& path);

    /// The same; a new file will be readable by every user, whatever the umask.
    [[nodiscard]] static Result<ResultFile> openForEverybody(const std::string& path);

    [[nodiscard]] bool wanted() const noexcept { return m_file.has_value(); }
    /// Writes what `text` returns. `text` is not called if no file is wanted. False: it failed, and the error
    /// has been printed.
    [[nodiscard]] bool commit(const std::function<std::string()>& text);

private:
    std::optional<AtomicFile> m_file;
};

/// Whether all commits succeeded. All files are written, also after one has failed: `allWritten({a.commit(…),
/// b.commit(…)})`.
[[nodiscard]] inline bool allWritten(std::initializer_list<bool> commits) {
    return std::ranges::find(commits, false) == commits.end();
}

/// Prints the text for people: to standard error if a file goes to standard output, otherwise to standard
/// output. Returns an ExitCode.
[[nodiscard]] int printBeside(const std::vector<NamedFile>& files, const Lines& text);

} // namespace jitterscope::cli
