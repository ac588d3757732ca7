// SPDX-License-Identifier: MIT
#include "core/files/lab_votes.h"

#include <algorithm>

namespace jitterscope {
namespace {

bool isVote(const LabState& state) {
    return state.guess.has_value() && !state.here;
}

bool sameQuestion(const LabState& a, const LabState& b) {
    return a.lab == b.lab && a.guessKnobs == b.guessKnobs;
}

} // namespace

LabVotes gatherVotes(std::span<const LabState> files) {
    const LabState* asked = nullptr;
    std::ptrdiff_t most = 0;
    for (const LabState& file : files) {
        const auto same = std::ranges::count_if(
            files, [&](const LabState& other) { return isVote(other) && sameQuestion(file, other); });
        if (isVote(file) && same > most) {
            asked = &file;
            most = same;
        }
    }
    LabVotes votes;
    for (const LabState& file : files) {
        if (!isVote(file))
            ++votes.without;
        else if (asked != nullptr && sameQuestion(file, *asked))
            votes.votes.push_back(*file.guess);
        else
            ++votes.others;
    }
    if (asked != nullptr) {
        votes.lab = asked->lab;
        votes.knobs = asked->guessKnobs;
    }
    return votes;
}

} // namespace jitterscope
