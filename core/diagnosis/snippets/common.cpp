// SPDX-License-Identifier: MIT
#include "core/diagnosis/snippets/snippets.h"

namespace jitterscope::snippets {

std::string included(const std::string& header) {
    return "#include <" + header + ">\n";
}

std::string comment(const SnippetParts& parts, const std::string& lead) {
    std::string text;
    for (const std::string& line : parts.evidence)
        text += lead + line + "\n";
    return text;
}

std::string commentOfAbsolute(const SnippetParts& parts, const std::string& lead) {
    const bool relative = parts.plan.strategy.id == "system-sleep" && parts.evidence.size() > 1;
    return comment(parts, lead) +
           (relative ? lead + "measured with a relative sleep; the absolute one below is never later\n" : "");
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
