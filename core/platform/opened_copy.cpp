// SPDX-License-Identifier: MIT
#include "core/platform/opened_copy.h"

#include <array>
#include <map>
#include <mutex>

namespace jitterscope {
namespace {

/// The copies of paths, by path.
struct Copies {
    std::mutex guard;
    std::map<std::string, std::string> opened;
};
Copies& copies() {
    static Copies all;
    return all;
}

} // namespace

std::string standInPath(const std::string& path) {
    const std::lock_guard lock(copies().guard);
    const auto found = copies().opened.find(path);
    return found != copies().opened.end() ? found->second : std::string();
}

void beginStandIn(const std::string& path, std::string place) {
    const std::lock_guard lock(copies().guard);
    copies().opened[path] = std::move(place);
}

void endStandIn(const std::string& path) {
    const std::lock_guard lock(copies().guard);
    copies().opened.erase(path);
}

Result<Done> copyStream(InputFile& from, const std::string& path, std::uint64_t most,
                        const std::function<Result<Done>(const char*, std::size_t)>& write) {
    std::array<char, 1 << 16> buffer{};
    for (std::uint64_t copied = 0;;) {
        const Result<std::size_t> count = from.read(buffer.data(), buffer.size());
        if (!count)
            return count.error();
        if (count.value() == 0)
            return Done{};
        copied += count.value();
        if (copied > most)
            return Error{ErrorCode::Unsupported, pathText(path) + " has more than can be copied",
                         "give it as a file"};
        if (Result<Done> written = write(buffer.data(), count.value()); !written)
            return written;
    }
}

} // namespace jitterscope
