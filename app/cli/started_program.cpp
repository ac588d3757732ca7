// SPDX-License-Identifier: MIT
#include "app/cli/started_program.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/attach/target_program.h"
#include "core/base/parse.h"
#include "core/run/cures.h"

#include <cstdlib>
#include <utility>

namespace jitterscope::cli {

Result<Done> readCures(const TextOption& option, std::vector<std::string>& ids) {
    std::string_view rest = option.text();
    while (option.given()) {
        const std::string_view id = trimmed(rest.substr(0, rest.find(',')));
        const Cure* const cure = findCure(curesThere(), id);
        if (cure == nullptr)
            return option.refusal(id, "unknown");
        ids.emplace_back(cure->id);
        if (rest.find(',') == std::string_view::npos)
            break;
        rest.remove_prefix(rest.find(',') + 1);
    }
    return Done{};
}

Result<Done> readLoop(const TextOption& option, std::optional<LoopChoice>& choice) {
    if (!option.given())
        return Done{};
    Result<LoopChoice> read = LoopChoice::parse(option.text());
    if (!read)
        return option.refusal(option.text(), "not a loop");
    choice = std::move(read).value();
    return Done{};
}

Result<Done> readTarget(const std::vector<std::string>& words, TargetPlan& plan) {
    const Result<std::string> path = findTarget(words.front());
    if (!path)
        return Error{ErrorCode::NotFound, path.error().what, path.error().hint};
    plan.path = path.value();
    plan.words = words;
    if (const char* const preloaded = std::getenv("LD_PRELOAD"))
        plan.preloaded = preloaded;
    return Done{};
}

int exitCodeOf(const ProgramEnd& end) noexcept {
    constexpr int kBySignal = 128;
    return end.signal != 0 ? kBySignal + end.signal : end.status;
}

int notStarted(const Error& error) {
    const int code = report(error);
    return code == kUsage ? code : kNotStarted;
}

} // namespace jitterscope::cli
