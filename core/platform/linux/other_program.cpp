// SPDX-License-Identifier: MIT
#include "core/platform/other_program.h"

#include <climits>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace jitterscope {
namespace {

std::string ownFolder() {
    std::array<char, PATH_MAX> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
    const std::string text(path.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    return text.substr(0, text.rfind('/') + 1);
}

} // namespace

std::optional<std::string> findProgram(const std::string& name) {
    std::vector<std::string> folders;
    if (std::string own = ownFolder(); !own.empty())
        folders.push_back(std::move(own));
    const char* const variable = std::getenv("PATH");
    std::string_view rest = variable != nullptr ? variable : "";
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        if (folder.starts_with('/')) // a folder relative to where one is would start anybody's program
            folders.push_back(std::string(folder) + '/');
    }
    for (const std::string& folder : folders) {
        if (::access((folder + name).c_str(), X_OK) == 0)
            return folder + name;
    }
    return std::nullopt;
}

} // namespace jitterscope
