// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"

#include <string>
#include <string_view>

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

inline constexpr std::string_view kWriting = "cannot write"; ///< before the name of a file, in errors

/// Standard output, as openOutput() opens it; `recording` as Temporary::Partial. Inside platform/linux only.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openStandardOutput(const std::string& path, bool recording);
/// A device, FIFO or terminal by its path.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openStream(const std::string& path, bool recording);

} // namespace jitterscope
