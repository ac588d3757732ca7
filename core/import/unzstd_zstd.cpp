// SPDX-License-Identifier: MIT
#include "core/import/unpack.h"

#include <utility>
#include <vector>
#include <zstd.h>

namespace jitterscope::logs {
namespace {

/// Frames one after the other, as they are read.
class ZstdInput : public InputFile {
public:
    ZstdInput(std::unique_ptr<InputFile> file, const std::string& path)
        : m_file(std::move(file)), m_path(path), m_packed(1 << 15), m_stream(ZSTD_createDStream()) {}
    ~ZstdInput() override { ZSTD_freeDStream(m_stream); }
    ZstdInput(const ZstdInput&) = delete;
    ZstdInput& operator=(const ZstdInput&) = delete;

    Result<std::size_t> read(char* buffer, std::size_t room) override {
        if (m_stream == nullptr)
            return Error{ErrorCode::Io, "zstd cannot start", ""};
        ZSTD_outBuffer out{buffer, room, 0};
        while (out.pos == 0 && room > 0) {
            if (m_in.pos == m_in.size && !m_more) { // the stream holds nothing back either
                const Result<std::size_t> count = m_file->read(m_packed.data(), m_packed.size());
                if (!count)
                    return count.error();
                if (count.value() == 0)
                    return m_between ? Result<std::size_t>(std::size_t{0}) : damaged("cut off");
                m_in = {m_packed.data(), count.value(), 0};
            }
            const std::size_t left = ZSTD_decompressStream(m_stream, &out, &m_in);
            if (ZSTD_isError(left) != 0)
                return damaged("damaged");
            m_between = left == 0;
            m_more = out.pos == out.size && !m_between;
        }
        return out.pos;
    }

private:
    [[nodiscard]] Error damaged(const char* how) const {
        return Error{ErrorCode::Format, pathText(m_path) + ": the packed data is " + how, ""};
    }

    std::unique_ptr<InputFile> m_file;
    std::string m_path;
    std::vector<char> m_packed;
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    ZSTD_DStream* m_stream;
    bool m_between = true; // a frame has ended
    bool m_more = false;   // the stream may hold more than there was room for
};

} // namespace

Support zstdSupport() {
    return {};
}

Result<std::unique_ptr<InputFile>> unpackedZstd(std::unique_ptr<InputFile> file, const std::string& path) {
    return std::unique_ptr<InputFile>(std::make_unique<ZstdInput>(std::move(file), path));
}

} // namespace jitterscope::logs
