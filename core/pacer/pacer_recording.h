// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>

namespace jitterscope {

class Pacer;

/// Writes what a Pacer has recorded (PacerOptions::recordFrames) as the samples CSV of a run, which the
/// window opens and `jitterscope-cli summarize` reads. A file of that name is replaced whole or not at all;
/// `-` is standard output.
/// * Frames that found no room are the lost rows of its last line.
/// * Where the Pacer has this machine's clock, the file names its facts and the time of the start.
/// * Takes a second for a million frames, so not between two frames; call restart() if the loop goes on.
/// * Only in builds with the command line or the window, whose files these are.
/// Error (Usage): the Pacer records nothing; or why the file cannot be written.
[[nodiscard]] Result<Done> writeRecording(const Pacer& pacer, const std::string& path);

} // namespace jitterscope
