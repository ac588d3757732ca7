// SPDX-License-Identifier: MIT
#include "core/import/inflate.h"

#include <limits>
#include <zlib.h>

namespace jitterscope::logs {
namespace {

/// Frees the stream's memory at the end.
class Stream {
public:
    Stream() noexcept { m_ready = inflateInit(&m_stream) == Z_OK; }
    ~Stream() {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    [[nodiscard]] bool ready() const noexcept { return m_ready; }
    [[nodiscard]] z_stream& operator*() noexcept { return m_stream; }

private:
    z_stream m_stream{};
    bool m_ready = false;
};

} // namespace

Support inflateSupport() {
    return {};
}

Result<std::string> inflated(std::string_view bytes, std::size_t most) {
    constexpr std::size_t kBlock = 1 << 14;
    Stream stream;
    if (!stream.ready() || bytes.size() > std::numeric_limits<uInt>::max())
        return Error{ErrorCode::Io, "zlib cannot start", ""};
    std::string packed(bytes); // zlib's interface is not const
    (*stream).next_in = reinterpret_cast<Bytef*>(packed.data());
    (*stream).avail_in = static_cast<uInt>(packed.size());
    std::string out;
    for (int state = Z_OK; state != Z_STREAM_END;) {
        const std::size_t before = out.size();
        if (before >= most)
            return Error{ErrorCode::Format, "unpacks to more than " + std::to_string(most) + " bytes", ""};
        out.resize(before + kBlock);
        (*stream).next_out = reinterpret_cast<Bytef*>(out.data() + before);
        (*stream).avail_out = static_cast<uInt>(kBlock);
        state = inflate(&*stream, Z_NO_FLUSH);
        out.resize(before + kBlock - (*stream).avail_out);
        if (state != Z_OK && state != Z_STREAM_END)
            return Error{ErrorCode::Format, "the packed data is damaged", ""};
    }
    return out;
}

} // namespace jitterscope::logs
