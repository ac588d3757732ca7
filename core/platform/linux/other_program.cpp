// SPDX-License-Identifier: MIT
#include "core/platform/other_program.h"

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/path_error.h"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

extern char** environ;

namespace jitterscope {
namespace {

bool writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

std::string readAll(int descriptor) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR))
            return text;
        text.append(buffer.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

/// A file without a name that holds `bytes` and is read from its start.
Descriptor memoryFile(std::string_view bytes) {
    Descriptor file(::memfd_create("jitterscope", MFD_CLOEXEC));
    if (!file || !writeAll(file.get(), bytes) || ::lseek(file.get(), 0, SEEK_SET) != 0)
        return Descriptor();
    return file;
}

std::string lastLine(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

/// Start it with these three streams. 0 or an error number.
int spawned(const std::string& path, const std::vector<std::string>& arguments,
            const std::array<int, 3>& streams, pid_t& child) {
    std::vector<char*> words{const_cast<char*>(path.c_str())};
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    for (int stream = 0; stream < 3; ++stream)
        posix_spawn_file_actions_adddup2(&actions, streams.at(static_cast<std::size_t>(stream)), stream);
    const int failed = ::posix_spawn(&child, path.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

int endOf(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

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

Result<std::string> outputOf(const std::string& path, const std::vector<std::string>& arguments,
                             std::string_view input) {
    const Descriptor in = memoryFile(input);
    const Descriptor errors = memoryFile({});
    std::array<int, 2> ends{-1, -1};
    if (!in || !errors || ::pipe2(ends.data(), O_CLOEXEC) != 0)
        return pathError("cannot start", path, errno);
    const Descriptor output(ends[0]);
    pid_t child = 0;
    {
        const Descriptor written(ends[1]);
        if (const int failed = spawned(path, arguments, {in.get(), written.get(), errors.get()}, child);
            failed != 0)
            return pathError("cannot start", path, failed);
    }
    std::string text = readAll(output.get());
    if (endOf(child) == 0)
        return text;
    (void)::lseek(errors.get(), 0, SEEK_SET);
    return Error{ErrorCode::Io, pathText(path) + " failed", lastLine(readAll(errors.get()))};
}

} // namespace jitterscope
