// SPDX-License-Identifier: MIT
#include "core/attach/kernel_files.h"

#include "core/base/text.h"
#include "core/platform/file_system.h"

#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>
#include <system_error>

namespace jitterscope {

namespace fs = std::filesystem;

std::string kernelText(const std::string& path) {
    std::string text;
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return text;
    std::array<char, 16384> buffer{};
    constexpr std::size_t kMost = 8U << 20U;
    while (text.size() < kMost) {
        const Result<std::size_t> count = file.value()->read(buffer.data(), buffer.size());
        if (!count || count.value() == 0)
            break;
        text.append(buffer.data(), count.value());
    }
    return text;
}

std::optional<std::string> nameNow(std::int32_t process, std::int32_t thread) {
    std::string name =
        kernelText("/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + "/comm");
    while (!name.empty() && name.back() == '\n')
        name.pop_back();
    return name.empty() ? std::nullopt : std::optional(shownText(name));
}

std::vector<std::string> statOf(std::int32_t process) {
    const std::string text = kernelText("/proc/" + std::to_string(process) + "/stat");
    const std::size_t name = text.rfind(") ");
    std::istringstream rest(name == std::string::npos ? std::string() : text.substr(name + 2));
    return {std::istream_iterator<std::string>(rest), std::istream_iterator<std::string>()};
}

std::int64_t numberAt(const std::vector<std::string>& words, std::size_t at) {
    std::int64_t number = 0;
    if (at < words.size())
        std::from_chars(words[at].data(), words[at].data() + words[at].size(), number);
    return number;
}

std::int64_t processorTimeOf(const std::vector<std::string>& stat) {
    constexpr std::int64_t kTick = 10'000'000;      // ns; USER_HZ is 100 everywhere
    constexpr std::size_t kUser = 11, kSystem = 12; // behind the name
    return kTick * (numberAt(stat, kUser) + numberAt(stat, kSystem));
}

std::int64_t monotonicNow() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds{1};
}

std::int32_t ownNumber() {
    const std::string text = kernelText("/proc/self/stat");
    std::int32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::vector<std::int32_t> processes() {
    std::vector<std::int32_t> numbers;
    std::error_code none;
    for (fs::directory_iterator entry("/proc", none), end; entry != end; entry.increment(none)) {
        const std::string name = entry->path().filename().string();
        std::int32_t number = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), number).ptr == name.data() + name.size())
            numbers.push_back(number);
    }
    return numbers;
}

} // namespace jitterscope
