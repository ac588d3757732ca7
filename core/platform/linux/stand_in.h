// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"

#include <string>

namespace jitterscope {

/// Where the copy of this path can be opened; empty: it has no StandIn.
[[nodiscard]] std::string standInPath(const std::string& path);

/// Reads from a descriptor.
class DescriptorInput final : public InputFile {
public:
    DescriptorInput(Descriptor file, std::string path) : m_file(std::move(file)), m_path(std::move(path)) {}
    Result<std::size_t> read(char* buffer, std::size_t room) override;

private:
    Descriptor m_file;
    std::string m_path;
};

} // namespace jitterscope
