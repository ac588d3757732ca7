// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"

namespace jitterscope {

std::string pathText(const std::string& path) {
    constexpr std::size_t kMost = 200;
    constexpr std::size_t kEnd = 60;
    std::string text("'");
    text.append(path, 0, path.size() <= kMost ? kMost : kMost - kEnd);
    if (path.size() > kMost)
        text.append("...").append(path, path.size() - kEnd);
    text.push_back('\'');
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    }
    return text;
}

std::string pathIn(const std::string& folder, std::string_view name) {
    return folder + (folder.empty() || folder.ends_with('/') || folder.ends_with('\\') ? "" : "/") +
           std::string(name);
}

} // namespace jitterscope
