// SPDX-License-Identifier: MIT
#include "core/platform/streams.h"

#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"

#include <array>
#include <map>
#include <mutex>

namespace jitterscope {

void Patience::end() noexcept {
    m_ending = true;
    m_askedBefore = stopSignal() != 0;
    m_progress = m_endingSince = Clock::now();
}

bool Patience::over() noexcept {
    constexpr auto kWithoutProgress = std::chrono::seconds(2);
    constexpr auto kLongest = std::chrono::seconds(10);
    const bool asked = stopSignal() != 0;
    if (asked && !m_ending) // during a blocked write
        end();
    if (!m_ending)
        return false;
    if (asked && !m_askedBefore) // asked during this wait: react at once
        return true;
    const auto now = Clock::now();
    return ((m_recording || asked) && now - m_progress > kWithoutProgress) ||
           (asked && now - m_endingSince > kLongest);
}

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
