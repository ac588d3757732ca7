// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/inflate.h"

#include <array>

namespace jitterscope::logs {

Support inflateSupport() {
    return {false, "this jitterscope was built without zlib, which interval logs need"};
}

Result<std::string> inflated(std::string_view, std::size_t) {
    return Error{ErrorCode::Unsupported, inflateSupport().reason, ""};
}

Result<std::unique_ptr<InputFile>> openLog(const std::string& path) {
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return file;
    std::array<char, 2> begin{};
    const Result<std::size_t> count = file.value()->read(begin.data(), begin.size());
    if (count && count.value() == 2 && begin == std::array{'\x1f', '\x8b'})
        return Error{ErrorCode::Unsupported,
                     pathText(path) + " is packed with gzip: this jitterscope was built without zlib",
                     "unpack it first: gzip -dk FILE"};
    return openInput(path);
}

} // namespace jitterscope::logs
