// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/document/document.h"
#include "core/picture/hatch.h"
#include "core/picture/picture.h"

#include <string>
#include <vector>

namespace jitterscope {

// The pictures of a diagnosis: the same in the window, in reports and on paper. Widths and heights in px. A
// smaller picture has fewer words, never fewer data.

constexpr double kReportWidth = 640; // px

/// How a verdict is meant.
[[nodiscard]] Tone toneOf(Fitness fitness) noexcept;

/// A share of late frames on the verdict's scale.
struct ShareMark {
    Share share;
    std::string name; ///< `now`
    Ink ink = Ink::Text;
    bool diamond = false;
};

/// What the verdict's scale shows.
struct VerdictScale {
    std::string sentence;
    std::string frames;    ///< what is late: `frames`
    double allowed = 0.01; ///< share, in (0, 1)
    std::vector<ShareMark> marks;
};

[[nodiscard]] VerdictScale verdictScale(const Diagnosis& diagnosis);
/// One log scale of late shares: what is allowed, the loop now, and with the cure. `width` from 260 on.
[[nodiscard]] Picture verdictPicture(const VerdictScale& scale, double width = kReportWidth);

/// How a cause is drawn everywhere.
[[nodiscard]] AreaLook causeLook(Cause cause) noexcept;

struct AnatomySize {
    double width = kReportWidth; ///< from 220 on
    double height = 242;         ///< from 110 on; with the key 130 more
    bool key = true;             ///< below the columns: which look stands for which cause
};

/// One column for each late frame, stacked by cause. Columns stand in groups by their first cause, in each
/// the worst first. Empty if no frame was late. Where there are more frames than px, a column stands for
/// several and shows the worst of them; each cause that occurs keeps a column.
[[nodiscard]] Picture anatomyPicture(const LoopEvidence& loop, const Target& target,
                                     const AnatomySize& size = {});

/// The range on which the trials' differences of late frames are drawn, in percentage points; 0 is in it.
[[nodiscard]] Interval trialRange(const Diagnosis& diagnosis);
/// One difference, in points, on `range`: filled if one is shown, hollow if not.
[[nodiscard]] Picture differencePicture(const Share& points, const Interval& range, double width,
                                        double height);
/// The trials' differences of late frames with their intervals; empty without a measured trial.
[[nodiscard]] Figure trialsFigure(const Diagnosis& diagnosis);

} // namespace jitterscope
