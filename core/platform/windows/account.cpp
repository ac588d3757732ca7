// SPDX-License-Identifier: MIT
#include "core/platform/account.h"

#include "core/platform/windows/wide_text.h"
#include "core/platform/windows/windows_header.h"

#include <algorithm>
#include <array>

namespace jitterscope {

Account thisAccount() {
    Account account;
    std::array<wchar_t, 256> text{};
    DWORD length = static_cast<DWORD>(text.size());
    if (::GetComputerNameExW(ComputerNameDnsHostname, text.data(), &length) != 0)
        account.host = narrowText({text.data(), length});
    account.host.resize(std::min(account.host.find('.'), account.host.size()));
    length = static_cast<DWORD>(text.size());
    if (::GetUserNameW(text.data(), &length) != 0 && length > 0)
        account.user = narrowText({text.data(), length - 1}); // it counts the end, too
    account.home = environmentText(L"USERPROFILE");
    return account;
}

} // namespace jitterscope
