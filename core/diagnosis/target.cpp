// SPDX-License-Identifier: MIT
#include "core/diagnosis/target.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <array>
#include <cmath>

namespace jitterscope {

namespace {

// A game is on time if its frame is drawn before the display's refresh, so it can lose a fraction of a
// millisecond at the start. An audio device plays on while the next buffer is computed, and a callback
// usually has a fifth of the buffer to spare. A 1 kHz servo loop allows jitter of a tenth of its cycle.
constexpr double kGame = 500'000;
constexpr double kHeadset = 300'000;
constexpr double kRobot = 100'000;

/// A fifth of a buffer of that many samples at 48 kHz.
constexpr double fifthOf(int samples) {
    return samples * 1e9 / 48'000 / 5;
}

constexpr std::array kJobs{
    JobEntry{"game-30", "30 Hz game", "a 30 Hz game", "frames", "30", kGame, 0.01},
    JobEntry{"game-60", "60 Hz game", "a 60 Hz game", "frames", "60", kGame, 0.01},
    JobEntry{"game-144", "144 Hz game", "a 144 Hz game", "frames", "144", kGame, 0.01},
    JobEntry{"game-240", "240 Hz game", "a 240 Hz game", "frames", "240", kGame, 0.01},
    JobEntry{"vr-90", "90 Hz VR headset", "a 90 Hz VR headset", "frames", "90", kHeadset, 0.005},
    JobEntry{"audio-32", "48 kHz audio, 32 frames", "48 kHz audio with 32 frames", "buffers", "48000/32",
             fifthOf(32), 0.001},
    JobEntry{"audio-64", "48 kHz audio, 64 frames", "48 kHz audio with 64 frames", "buffers", "48000/64",
             fifthOf(64), 0.001},
    JobEntry{"audio-128", "48 kHz audio, 128 frames", "48 kHz audio with 128 frames", "buffers", "48000/128",
             fifthOf(128), 0.001},
    JobEntry{"audio-256", "48 kHz audio, 256 frames", "48 kHz audio with 256 frames", "buffers", "48000/256",
             fifthOf(256), 0.001},
    JobEntry{"audio-512", "48 kHz audio, 512 frames", "48 kHz audio with 512 frames", "buffers", "48000/512",
             fifthOf(512), 0.001},
    JobEntry{"audio-1024", "48 kHz audio, 1024 frames", "48 kHz audio with 1024 frames", "buffers",
             "48000/1024", fifthOf(1024), 0.001},
    JobEntry{"robot-1k", "1 kHz robot", "a 1 kHz robot", "cycles", "1000", kRobot, 0.001},
    JobEntry{"own", "Your own", "your loop", "frames", "60", kGame, 0.01},
};

} // namespace

Period JobEntry::period() const {
    return Period::parseRate(rate).value(); // a test reads all of them
}

std::span<const JobEntry> jobCatalog() {
    return kJobs;
}

namespace {

const JobEntry& entryOf(std::string_view job) {
    const JobEntry* const entry = findEntry(jobCatalog(), job);
    return entry != nullptr ? *entry : jobCatalog().back();
}

} // namespace

std::string_view Target::object() const {
    return entryOf(job).object;
}

std::string_view Target::frames() const {
    return entryOf(job).slot;
}

std::string Target::allowedPercent() const {
    constexpr double kDigits = 1e9; // so that 0.07 does not read as 7.000000000000001 %
    return plainNumberText(std::round(allowed * 100 * kDigits) / kDigits);
}

std::string Target::rule() const {
    return "late: more than " + said::shortDuration(beyond) +
           " after its time · allowed: " + allowedPercent() + " % of " + std::string(frames());
}

Target targetOf(std::string_view job) {
    const JobEntry& entry = entryOf(job);
    return {std::string(entry.id), entry.period(), Nanoseconds(std::llround(entry.beyond)), entry.allowed};
}

} // namespace jitterscope
