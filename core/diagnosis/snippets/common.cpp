// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/diagnosis/snippets/snippets.h"

namespace jitterscope::snippets {
namespace {

std::string untilMargin(const SnippetParts& parts) {
    return "sleeps until " + said::shortDuration(parts.margin) + " before the deadline, then spins";
}

} // namespace

std::string included(const std::string& header) {
    return "#include <" + header + ">\n";
}

CodeWay asPlanned(const SnippetParts& parts) {
    return {parts.plan.strategy.id, planName(parts.plan)};
}

CodeWay asAdaptive(const SnippetParts&) {
    return {"adaptive", "adaptive: sleeps until a margin that it learns, then spins"};
}

CodeWay absolute(const SnippetParts& parts) {
    if (parts.margin.count() == 0)
        return {"absolute-sleep", "sleeps until the deadline"};
    constexpr Nanoseconds kMeasured{500'000}; // of half-millisecond
    return {parts.margin == kMeasured ? "half-millisecond" : "", untilMargin(parts)};
}

CodeWay relative(const SnippetParts& parts) {
    return {"", parts.margin.count() == 0 ? "sleeps for the time that is left" : untilMargin(parts)};
}

CodeWay windowsTimer(const SnippetParts& parts) {
    constexpr Nanoseconds kMeasured{500'000}; // of half-millisecond, which takes this timer on Windows
    if (parts.margin.count() == 0)
        return {"", "sleeps by a high-resolution timer, then spins what it leaves"};
    const bool measured = parts.system == SystemFamily::Windows && parts.margin == kMeasured;
    return {measured ? "half-millisecond" : "", untilMargin(parts)};
}

std::string withoutDeepIdle(const SnippetParts& parts, const std::string& perror) {
    if (!parts.noDeepIdle)
        return {};
    return "    // no deep idle states, of any processor, until the program ends: costs watts; needs root\n"
           "    const int latency = open(\"/dev/cpu_dma_latency\", O_WRONLY | O_CLOEXEC);\n"
           "    const int none = 0;\n"
           "    if (latency < 0 || write(latency, &none, sizeof none) != sizeof none)\n"
           "        " +
           perror + "(\"/dev/cpu_dma_latency\");\n";
}

std::string periodText(const SnippetParts& parts) {
    return std::to_string(parts.plan.period.rounded().count());
}

bool rests(const SnippetParts& parts) {
    return parts.plan.policy.id == "drop-and-rest";
}

std::string behind(const SnippetParts& parts) {
    return rests(parts)
               ? "        while (due < now)\n            due += period; // behind: rest until the next free "
                 "slot\n"
               : "        while (due + period <= now)\n            due += period; // skip slots that have "
                 "wholly passed; start a late one at once\n";
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
    for (const auto& [name, value] : values) {
        const std::string mark = "@" + name + "@";
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

} // namespace jitterscope::snippets
