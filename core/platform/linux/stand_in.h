// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"

#include <string>

namespace jitterscope {

/// Reads from a descriptor. `size`: as InputFile::size().
class DescriptorInput final : public InputFile {
public:
    DescriptorInput(Descriptor file, std::string path, std::uint64_t size = 0)
        : m_file(std::move(file)), m_path(std::move(path)), m_size(size) {}
    [[nodiscard]] std::uint64_t size() const noexcept override { return m_size; }
    Result<std::size_t> read(char* buffer, std::size_t room) override;

private:
    Descriptor m_file;
    std::string m_path;
    std::uint64_t m_size;
};

} // namespace jitterscope
