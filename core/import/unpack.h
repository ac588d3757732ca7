// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/base/support.h"
#include "core/platform/file_system.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace jitterscope::logs {

/// Whether this build can read what zlib packed.
[[nodiscard]] Support inflateSupport();

/// Unpacks a zlib stream. Error: damaged, larger than about `most` bytes once unpacked, or Unsupported.
[[nodiscard]] Result<std::string> inflated(std::string_view bytes, std::size_t most);

/// Unpacks what gzip packed while it is read, in bounded memory; `path` names it in errors. Error
/// (Unsupported): without zlib. Reading fails where the packed data is damaged or cut.
[[nodiscard]] Result<std::unique_ptr<InputFile>> unpacked(std::unique_ptr<InputFile> file,
                                                          const std::string& path);

/// Whether this build can read what Zstandard packed.
[[nodiscard]] Support zstdSupport();

/// Unpacks what Zstandard packed while it is read, in bounded memory; `path` names it in errors. Error
/// (Unsupported): without libzstd. Reading fails where the packed data is damaged or cut, or wants a window
/// of more than 128 MiB.
[[nodiscard]] Result<std::unique_ptr<InputFile>> unpackedZstd(std::unique_ptr<InputFile> file,
                                                              const std::string& path);

} // namespace jitterscope::logs
