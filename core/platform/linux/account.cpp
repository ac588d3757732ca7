// SPDX-License-Identifier: MIT
#include "core/platform/account.h"

#include <algorithm>
#include <array>
#include <pwd.h>
#include <unistd.h>

namespace jitterscope {

Account thisAccount() {
    Account account;
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) == 0)
        account.host = host.data();
    account.host.resize(std::min(account.host.find('.'), account.host.size()));
    std::array<char, 4096> room{};
    passwd entry{};
    passwd* found = nullptr;
    if (getpwuid_r(getuid(), &entry, room.data(), room.size(), &found) == 0 && found != nullptr) {
        account.user = found->pw_name;
        account.home = found->pw_dir;
    }
    return account;
}

} // namespace jitterscope
