// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/challenge.h"
#include "core/picture/picture.h"
#include "core/scene/canvas.h"

namespace jitterscope::scene {

/// A minute of the challenge: each goal with what it allows and what came out, on one scale of limits, and
/// below them every frame of the minute. `played` false: what is asked alone.
/// * From 560×330 px on; larger letters need as much more.
[[nodiscard]] Picture challengePicture(const ChallengeResult& result, bool played, double width,
                                       double height, const Letters& letters);

} // namespace jitterscope::scene
