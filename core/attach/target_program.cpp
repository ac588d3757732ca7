// SPDX-License-Identifier: MIT
#include "core/attach/target_program.h"

#include "core/base/parse.h"
#include "core/platform/child_program.h"
#include "core/platform/file_system.h"
#include "core/platform/other_program.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace jitterscope {
namespace {

constexpr std::size_t kHead = 65536;
constexpr int kMostInterpreters = 4; // an interpreter may be a script itself

/// A whole number in the file, least significant byte first.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t length) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < length && at + i < bytes.size(); ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return value;
}

Error refused(std::string what, std::string hint = {}) {
    return {ErrorCode::Unsupported, std::move(what), std::move(hint)};
}

/// Whether these notes of an ELF file name Go's linker: name `Go`, type 4 (cmd/link, elf.go).
bool notesOfGo(std::string_view notes) {
    constexpr std::size_t kSizes = 12;
    constexpr std::uint64_t kBuildId = 4;
    const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
    while (notes.size() >= kSizes) {
        const std::uint64_t name = number(notes, 0, 4);
        const std::uint64_t text = number(notes, 4, 4);
        if (name == 4 && number(notes, 8, 4) == kBuildId &&
            notes.substr(kSizes).starts_with(std::string_view("Go\0", 3)))
            return true;
        const std::uint64_t whole = kSizes + padded(name) + padded(text);
        if (whole > notes.size())
            break;
        notes.remove_prefix(static_cast<std::size_t>(whole));
    }
    return false;
}

/// Reads an ELF file; it must be of this build's own kind (System V ABI, ELF-64 object file format).
Result<TargetHead> readElf(std::string_view head) {
    constexpr std::size_t kClass = 4, kMachine = 18, kHeadersAt = 32, kHeaderSize = 54, kHeaders = 56;
    constexpr std::uint64_t k64Bit = 2, kInterpreter = 3, kNotes = 4;
    constexpr std::uint64_t kSegmentAt = 8, kSegmentSize = 32, kHeader = 56;
    if (number(head, kClass, 1) != k64Bit)
        return refused("it is a 32-bit program", "this build listens to 64-bit ones");
#if defined(__x86_64__)
    constexpr std::uint64_t kOurs = 62;
#elif defined(__aarch64__)
    constexpr std::uint64_t kOurs = 183;
#else
    const std::uint64_t kOurs = number(head, kMachine, 2);
#endif
    if (number(head, kMachine, 2) != kOurs)
        return refused("it is for another kind of processor");
    const std::uint64_t at = number(head, kHeadersAt, 8);
    const std::uint64_t size = number(head, kHeaderSize, 2);
    bool interpreted = false;
    bool go = head.find("Go build ID") != std::string_view::npos ||
              head.find("Go buildinf:") != std::string_view::npos;
    for (std::uint64_t i = 0; i < number(head, kHeaders, 2); ++i) {
        const std::uint64_t header = at + i * size;
        if (header + kHeader > head.size())
            break;
        const std::uint64_t type = number(head, header, 4);
        interpreted = interpreted || type == kInterpreter;
        const std::uint64_t begin = number(head, header + kSegmentAt, 8);
        if (type == kNotes && begin < head.size())
            go = go ||
                 notesOfGo(head.substr(static_cast<std::size_t>(begin),
                                       static_cast<std::size_t>(number(head, header + kSegmentSize, 8))));
    }
    if (go)
        return refused("it is written in Go",
                       "Go programs call the kernel themselves, so there is no library to listen in");
    if (interpreted)
        return TargetHead{};
    return refused("it is statically linked", "no library can be loaded into it");
}

Result<std::string> headOf(const std::string& path) {
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return file.error();
    std::string head(kHead, '\0');
    std::size_t length = 0;
    while (length < kHead) {
        const Result<std::size_t> count = file.value()->read(head.data() + length, kHead - length);
        if (!count)
            return count.error();
        if (count.value() == 0)
            break;
        length += count.value();
    }
    head.resize(length);
    return head;
}

/// The program that an interpreter line runs: for `/usr/bin/env -S python3 -u` it is what env finds.
std::string programOf(const std::string& interpreter) {
    std::string_view rest = interpreter;
    std::string_view word;
    bool env = false;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        word = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.size(), end + 1));
        if (word.ends_with("/env") && !env)
            env = true;
        else if (!word.empty() && word[0] != '-')
            break;
    }
    return std::string(word);
}

} // namespace

Result<std::string> findTarget(const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code none;
    std::string path = name;
    if (name.find('/') == std::string::npos) {
        const std::optional<std::string> found = findProgram(name);
        if (!found)
            return Error{ErrorCode::NotFound, "there is no program " + inQuotes(name), "see PATH"};
        path = *found;
    }
    if (!fs::exists(path, none))
        return Error{ErrorCode::NotFound, "there is no file " + pathText(path), ""};
    if (fs::is_directory(path, none))
        return Error{ErrorCode::Usage, pathText(path) + " is a folder", ""};
    constexpr auto kRun = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    if ((fs::status(path, none).permissions() & kRun) == fs::perms::none)
        return Error{ErrorCode::Permission, pathText(path) + " is not a program", "chmod +x makes it one"};
    return path;
}

Result<TargetHead> readTargetHead(std::string_view head) {
    if (head.starts_with("\x7f"
                         "ELF"))
        return readElf(head);
    if (!head.starts_with("#!"))
        return refused("it is neither a program nor a script that names its interpreter",
                       "name the interpreter: attach -- sh FILE");
    const std::string_view line = head.substr(2, head.find('\n') - 2);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return refused("it is a script without an interpreter", "name it: attach -- sh FILE");
    return TargetHead{std::string(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin))};
}

Result<Done> checkTarget(const std::string& path) {
    std::string file = path;
    for (int i = 0; i < kMostInterpreters; ++i) {
        const auto named = [&](const Error& error) {
            return Error{error.code, pathText(file) + " cannot be listened to: " + error.what, error.hint};
        };
        if (givesRights(file))
            return named(refused("it runs with rights of its own (setuid or capabilities)",
                                 "the system loads no other library into such a program"));
        const Result<std::string> head = headOf(file);
        if (!head)
            return head.error();
        const Result<TargetHead> read = readTargetHead(head.value());
        if (!read)
            return named(read.error());
        if (read.value().interpreter.empty())
            return Done{};
        Result<std::string> interpreter = findTarget(programOf(read.value().interpreter));
        if (!interpreter)
            return named(interpreter.error());
        file = std::move(interpreter).value();
    }
    return Error{ErrorCode::Unsupported, pathText(path) + " is a script of a script of a script", ""};
}

} // namespace jitterscope
