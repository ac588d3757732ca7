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

// Places in an ELF file, in bytes (System V ABI, ELF-64 object file format).
constexpr std::size_t kHeadersAt = 32, kHeaderSize = 54, kHeaders = 56;
constexpr std::uint64_t kSegmentAt = 8, kSegmentAddress = 16, kSegmentSize = 32, kHeader = 56;

/// Calls `take(type, header)` for each program header, with its offset in the head.
template <typename Take>
void forEachSegment(std::string_view head, Take take) {
    const std::uint64_t at = number(head, kHeadersAt, 8);
    const std::uint64_t size = number(head, kHeaderSize, 2);
    for (std::uint64_t i = 0; i < number(head, kHeaders, 2); ++i) {
        const std::uint64_t header = at + i * size;
        if (header > head.size() || kHeader > head.size() - header)
            break;
        take(number(head, static_cast<std::size_t>(header), 4), static_cast<std::size_t>(header));
    }
}

/// The part of the head that a segment is.
std::string_view segmentOf(std::string_view head, std::size_t header) {
    const std::uint64_t begin = number(head, header + kSegmentAt, 8);
    if (begin >= head.size())
        return {};
    return head.substr(static_cast<std::size_t>(begin),
                       static_cast<std::size_t>(number(head, header + kSegmentSize, 8)));
}

/// Reads an ELF file; it must be of this build's own kind (System V ABI, ELF-64 object file format).
Result<TargetHead> readElf(std::string_view head) {
    constexpr std::size_t kClass = 4, kMachine = 18;
    constexpr std::uint64_t k64Bit = 2, kInterpreter = 3, kNotes = 4;
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
    bool interpreted = false;
    bool otherLibrary = false;
    bool go = head.find("Go build ID") != std::string_view::npos ||
              head.find("Go buildinf:") != std::string_view::npos;
    forEachSegment(head, [&](std::uint64_t type, std::size_t header) {
        const std::string_view segment = segmentOf(head, header);
        if (type == kInterpreter) {
            interpreted = true;
            otherLibrary = segment.find("/ld-musl") != std::string_view::npos ||
                           segment.find("/linker64") != std::string_view::npos;
        }
        go = go || (type == kNotes && notesOfGo(segment));
    });
    if (go)
        return refused("it is written in Go",
                       "Go programs call the kernel themselves, so there is no library to listen in");
    if (otherLibrary)
        return refused("it is built for another C library than glibc (musl, Android)",
                       "the library that listens needs glibc, and the program would not start with it");
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

/// The bytes of a file from an offset on. Files are read from their start.
std::string bytesOf(const std::string& path, std::uint64_t offset, std::size_t most) {
    constexpr std::size_t kPiece = 1 << 16;
    std::string bytes;
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    std::vector<char> piece(kPiece);
    for (std::uint64_t at = 0; file && at < offset + most;) {
        const Result<std::size_t> count = file.value()->read(piece.data(), piece.size());
        if (!count || count.value() == 0)
            break;
        const std::uint64_t from = std::max(at, offset);
        const std::uint64_t to = std::min(at + count.value(), offset + most);
        if (from < to)
            bytes.append(piece.data() + (from - at), static_cast<std::size_t>(to - from));
        at += count.value();
    }
    return bytes;
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
    const fs::file_status status = fs::status(path, none);
    if (status.type() == fs::file_type::none)
        return Error{ErrorCode::Io, "cannot read " + pathText(path), none.message()};
    if (!fs::exists(status))
        return Error{ErrorCode::NotFound, "there is no file " + pathText(path), ""};
    if (fs::is_directory(status))
        return Error{ErrorCode::Usage, pathText(path) + " is a folder", ""};
    constexpr auto kRun = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    if ((status.permissions() & kRun) == fs::perms::none)
        return Error{ErrorCode::Permission, pathText(path) + " is not a program", "chmod +x makes it one"};
    return path;
}

Result<TargetHead> readTargetHead(std::string_view head) {
    // An AppImage is a small static program with the real one in it, which it starts: that one is listened
    // to.
    constexpr std::size_t kImageMark = 8;
    if (head.size() > kImageMark + 2 && head.substr(kImageMark, 2) == "AI" &&
        (head[kImageMark + 2] == 1 || head[kImageMark + 2] == 2))
        return TargetHead{};
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

std::vector<std::string> neededLibraries(std::string_view head, const BytesAt& at) {
    constexpr std::uint64_t kLoad = 1, kDynamic = 2;
    constexpr std::uint64_t kEnd = 0, kNeeded = 1, kStrings = 5; // DT_NULL, DT_NEEDED, DT_STRTAB
    constexpr std::size_t kEntry = 16, kMostEntries = 4096, kMostStrings = 64U << 20U;
    std::string entries;
    forEachSegment(head, [&](std::uint64_t type, std::size_t header) {
        if (type == kDynamic)
            entries = at(number(head, header + kSegmentAt, 8),
                         static_cast<std::size_t>(std::min<std::uint64_t>(
                             number(head, header + kSegmentSize, 8), kEntry * kMostEntries)));
    });
    std::vector<std::uint64_t> names;
    std::uint64_t address = 0;
    for (std::size_t place = 0; place + kEntry <= entries.size(); place += kEntry) {
        const std::uint64_t tag = number(entries, place, 8);
        if (tag == kEnd)
            break;
        if (tag == kNeeded)
            names.push_back(number(entries, place + 8, 8));
        if (tag == kStrings)
            address = number(entries, place + 8, 8);
    }
    std::string strings;
    forEachSegment(head, [&](std::uint64_t type, std::size_t header) {
        const std::uint64_t begin = number(head, header + kSegmentAddress, 8);
        const std::uint64_t size = number(head, header + kSegmentSize, 8);
        if (type == kLoad && address >= begin && address - begin < size && !names.empty() && strings.empty())
            strings =
                at(number(head, header + kSegmentAt, 8) + (address - begin),
                   static_cast<std::size_t>(std::min<std::uint64_t>(size - (address - begin), kMostStrings)));
    });
    std::vector<std::string> libraries;
    for (const std::uint64_t name : names) {
        if (name < strings.size())
            libraries.emplace_back(strings.c_str() + name); // a string ends with a zero
    }
    return libraries;
}

Result<Done> checkTarget(const std::string& path) {
    std::string file = path;
    for (int i = 0; i < kMostInterpreters; ++i) {
        const auto named = [&](const Error& error) {
            return Error{error.code, pathText(file) + " cannot be listened to: " + error.what, error.hint};
        };
        if (givesRights(file))
            return named(refused("it runs with rights of its own (setuid or capabilities)",
                                 "the system loads no other library into such a program; a copy of the file "
                                 "has no rights of its own: cp, then attach to that"));
        const Result<std::string> head = headOf(file);
        if (!head)
            return head.error();
        const Result<TargetHead> read = readTargetHead(head.value());
        if (!read)
            return named(read.error());
        if (read.value().interpreter.empty()) {
            for (const std::string& library :
                 neededLibraries(head.value(), [&file](std::uint64_t offset, std::size_t most) {
                     return bytesOf(file, offset, most);
                 })) {
                if (library.starts_with("libasan.so") || library.starts_with("libclang_rt.asan"))
                    return named(refused("it is built with AddressSanitizer, which ends a program if another "
                                         "library comes before its own",
                                         "build it without -fsanitize=address"));
            }
            return Done{};
        }
        Result<std::string> interpreter = findTarget(programOf(read.value().interpreter));
        if (!interpreter)
            return named(interpreter.error());
        file = std::move(interpreter).value();
    }
    return Error{ErrorCode::Unsupported, pathText(path) + " is a script of a script of a script", ""};
}

} // namespace jitterscope
