// SPDX-License-Identifier: MIT
#include "core/import/unpack.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>
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

/// What gzip packed, one member after the other, as it is read.
class GzipInput : public InputFile {
public:
    GzipInput(std::unique_ptr<InputFile> file, const std::string& path)
        : m_file(std::move(file)), m_path(path), m_packed(1 << 15) {
        m_ready = inflateInit2(&m_stream, 16 + MAX_WBITS) == Z_OK;
    }
    ~GzipInput() override {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    GzipInput(const GzipInput&) = delete;
    GzipInput& operator=(const GzipInput&) = delete;

    Result<std::size_t> read(char* buffer, std::size_t room) override;

private:
    [[nodiscard]] Error damaged(const char* how) const {
        return Error{ErrorCode::Format, pathText(m_path) + ": the packed data is " + how, ""};
    }

    std::unique_ptr<InputFile> m_file;
    std::string m_path;
    std::vector<char> m_packed;
    z_stream m_stream{};
    bool m_ready = false;
    bool m_between = false; // a member has ended
};

Result<std::size_t> GzipInput::read(char* buffer, std::size_t room) {
    if (!m_ready)
        return Error{ErrorCode::Io, "zlib cannot start", ""};
    m_stream.next_out = reinterpret_cast<Bytef*>(buffer);
    m_stream.avail_out = static_cast<uInt>(std::min(room, m_packed.size()));
    const uInt asked = m_stream.avail_out;
    while (m_stream.avail_out == asked && asked > 0) {
        if (m_stream.avail_in == 0) {
            const Result<std::size_t> count = m_file->read(m_packed.data(), m_packed.size());
            if (!count)
                return count.error();
            if (count.value() == 0 && !m_between)
                return damaged("cut off");
            if (count.value() == 0)
                return std::size_t{0};
            m_stream.next_in = reinterpret_cast<Bytef*>(m_packed.data());
            m_stream.avail_in = static_cast<uInt>(count.value());
        }
        if (m_between && inflateReset(&m_stream) != Z_OK)
            return damaged("damaged");
        const int state = inflate(&m_stream, Z_NO_FLUSH);
        m_between = state == Z_STREAM_END;
        if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
            return damaged("damaged");
    }
    return static_cast<std::size_t>(asked - m_stream.avail_out);
}

} // namespace

Result<std::unique_ptr<InputFile>> unpacked(std::unique_ptr<InputFile> file, const std::string& path) {
    return std::unique_ptr<InputFile>(std::make_unique<GzipInput>(std::move(file), path));
}

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
