// SPDX-License-Identifier: MIT
#include "core/import/chosen_run.h"

#include "core/base/parse.h"
#include "core/compare/pooled.h"
#include "core/import/log_catalog.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

RunChoice runChoice(const std::string& text) {
    const std::size_t mark = text.rfind('#');
    const auto number = mark == std::string::npos ? std::nullopt : parseInteger(text.substr(mark + 1));
    if (!number || *number < 1 || readHead(text))
        return {text, std::nullopt};
    return {text.substr(0, mark), static_cast<std::size_t>(*number)};
}

std::string runsToChoose(const std::vector<ComparedRun>& runs) {
    constexpr std::size_t kMost = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + std::string("#") + std::to_string(i + 1) + " " + runs[i].name;
    return runs.size() > kMost ? text + ", …" : text;
}

std::vector<std::vector<ComparedRun>> histogramsOf(const std::vector<ComparedRun>& runs) {
    std::vector<std::vector<ComparedRun>> recordings;
    const auto kindOf = [](const ComparedRun& run) {
        const auto found = run.settings.find("latency_of");
        return found != run.settings.end() ? found->second : std::string();
    };
    for (const ComparedRun& run : runs) {
        if (run.counts.empty() || run.countsOf != runs.front().countsOf)
            return {};
        if (recordings.empty() || recordings.back().front().recording != run.recording)
            recordings.emplace_back();
        recordings.back().push_back(run);
    }
    for (std::vector<ComparedRun>& recording : recordings) {
        std::string last; // Usr stands behind Thr, and Thr behind IRQ
        for (const ComparedRun& run : recording)
            last = kindOf(run) == "IRQ" && !last.empty() ? last : std::max(last, kindOf(run));
        std::erase_if(recording, [&](const ComparedRun& run) { return kindOf(run) != last; });
    }
    return recordings;
}

Result<ComparedRun> allAsOne(const std::vector<ComparedRun>& parts) {
    std::string name = fileName(parts.front().path);
    if (parts.front().recording > 0)
        name += ", recording " + std::to_string(parts.front().recording);
    if (const auto kind = parts.front().settings.find("latency_of"); kind != parts.front().settings.end())
        name += ", " + kind->second;
    if (parts.size() > 1)
        name += ", all " + std::to_string(parts.size()) + " as one";
    return pooledCounts(parts, name);
}

Result<ComparedRun> chosenRun(const RunChoice& choice, std::vector<ComparedRun> runs,
                              std::vector<ComparedRun>& parts) {
    const std::vector<std::vector<ComparedRun>> histograms =
        choice.number || runs.size() < 2 ? std::vector<std::vector<ComparedRun>>() : histogramsOf(runs);
    if (histograms.size() == 1) {
        parts = histograms.front();
        return allAsOne(parts);
    }
    if (choice.number ? *choice.number > runs.size() : runs.size() > 1)
        return Error{ErrorCode::Usage,
                     pathText(choice.path) + " holds " + std::to_string(runs.size()) +
                         " runs: choose one, as FILE#1",
                     runsToChoose(runs)};
    return std::move(runs[choice.number.value_or(1) - 1]);
}

} // namespace jitterscope
