// SPDX-License-Identifier: MIT
#include "core/scene/runner.h"

#include "core/base/portable_math.h"

#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

namespace jitterscope::scene {
namespace {

constexpr int kPoses = 24;
constexpr double kTall = 100; // px of a pose as it is drawn once
constexpr double kWide = 120;
constexpr double kFoot = 110; // px from the top

Point along(const Point& from, double angle, double length) {
    return {from.x + length * portable::sin(angle), from.y + length * portable::cos(angle)};
}

/// A limb of two parts from `joint`: angles from straight down, forwards is positive.
Outline limb(const Point& joint, double upper, double lower, double length) {
    const Point knee = along(joint, upper, length);
    return {{joint, knee, along(knee, lower, length)}, false};
}

/// `pose` of a stride; −1: stands.
Picture drawnPose(int pose, Ink ink) {
    const bool stands = pose < 0;
    const double swing = stands ? 0.12 : 0.8 * portable::sin(2 * std::numbers::pi * (pose + 0.5) / kPoses);
    const double bent = stands ? 0 : 0.55;
    const double lean = stands ? 0 : 7;
    const double head = 12;
    const Point hip{kWide / 2, kFoot - 45};
    const Point neck{hip.x + lean, hip.y - 30};
    const Point shoulder{neck.x, neck.y + 3};
    const double elbow = stands ? 0 : 1;
    Picture picture;
    picture.width = kWide;
    picture.height = kFoot + 5;
    picture.stroke({Outline{{hip, neck}, false},
                    limb(hip, swing, swing - bent * (swing < 0 ? 1.4 : 0.4), 23.5),
                    limb(hip, -swing, -swing - bent * (swing > 0 ? 1.4 : 0.4), 23.5),
                    limb(shoulder, -swing, -swing + elbow, 15), limb(shoulder, swing, swing + elbow, 15)},
                   {ink, kTall / 14, {}, true});
    picture.circle(neck.x + lean * 0.3, neck.y - head * 1.05, head, ink);
    return picture;
}

/// A pose, which is drawn only once, so that a painter can keep what it looks like. Any thread.
std::shared_ptr<const Picture> poseOf(int pose, Ink ink) {
    static std::mutex mutex;
    static std::map<std::pair<int, Ink>, std::shared_ptr<const Picture>> known;
    const std::scoped_lock lock(mutex);
    auto& made = known[{pose, ink}];
    if (!made)
        made = std::make_shared<const Picture>(drawnPose(pose, ink));
    return made;
}

} // namespace

void drawRunner(Canvas& canvas, const Runner& runner) {
    const double share = runner.phase - std::floor(runner.phase);
    const int pose = runner.stands ? -1 : static_cast<int>(share * kPoses);
    const Box area = boundsOf(runner);
    canvas.stamp(poseOf(pose, runner.ink), {area.left, area.top}, runner.height / kTall, runner.opacity);
}

Box boundsOf(const Runner& runner) {
    const double scale = runner.height / kTall;
    return boxAt(runner.feet.x - kWide / 2 * scale, runner.feet.y - kFoot * scale, kWide * scale,
                 (kFoot + 5) * scale);
}

} // namespace jitterscope::scene
