// SPDX-License-Identifier: MIT
#include "core/platform/display_server.h"

#include "core/platform/linux/descriptor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace jitterscope {
namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// `:0`, `:0.0`: where that server listens; others are not on this machine.
std::string socketOfX(std::string_view display) {
    if (!display.starts_with(':'))
        return {};
    const std::string_view number = display.substr(1, display.find('.') - 1);
    const bool digits =
        !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return digits ? "/tmp/.X11-unix/X" + std::string(number) : std::string();
}

std::string socketOfWayland(const std::string& display) {
    if (display.empty() || display[0] == '/')
        return display;
    const std::string folder = variable("XDG_RUNTIME_DIR");
    return folder.empty() ? std::string() : folder + "/" + display;
}

/// Who listens there; 0: nobody, or nobody knows. Nothing is said to it.
std::int32_t listenerAt(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(address.sun_path))
        return 0;
    std::memcpy(address.sun_path, path.data(), path.size());
    const Descriptor file(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ucred peer{};
    socklen_t size = sizeof(peer);
    if (!file || ::connect(file.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::getsockopt(file.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return 0;
    return peer.pid;
}

} // namespace

std::vector<std::int32_t> displayServers() {
    std::vector<std::int32_t> servers;
    for (const std::string& path :
         {socketOfX(variable("DISPLAY")), socketOfWayland(variable("WAYLAND_DISPLAY"))}) {
        if (const std::int32_t process = listenerAt(path);
            process > 0 && std::ranges::find(servers, process) == servers.end())
            servers.push_back(process);
    }
    return servers;
}

} // namespace jitterscope
