// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>

namespace jitterscope {

class Pacer;

/// Writes what a Pacer has recorded (PacerOptions::recordFrames) as the samples CSV of a run, which the
/// window opens and `jitterscope-cli summarize` reads. A file of that name is replaced whole or not at all;
/// `-` is standard output.
/// * Frames that found no room are counted as `lost` in its last line.
/// * If the Pacer uses this machine's clock, the file has the facts of the machine and the time of the start.
/// * Call it on the thread of the Pacer, but not between two frames: it takes a second for a million frames.
///   Call restart() if the loop goes on afterwards.
/// * Exists only in builds of the library that also build the command line or the window.
/// Error: the Pacer records nothing (Usage), or the file cannot be written; the text says why.
[[nodiscard]] Result<Done> writeRecording(const Pacer& pacer, const std::string& path);

} // namespace jitterscope
