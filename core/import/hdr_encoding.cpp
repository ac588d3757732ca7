// SPDX-License-Identifier: MIT
#include "core/import/hdr_encoding.h"

#include "core/base/portable_math.h"
#include "core/import/unpack.h"

#include <algorithm>
#include <array>
#include <bit>

namespace jitterscope::logs {
namespace {

constexpr std::uint32_t kCookieMask = 0xffffff0f; // the second hex digit from the right is the word size
constexpr std::size_t kMostBytes = 16 << 20;
constexpr std::uint64_t kMostIndex = 1 << 30;

/// How a version of HdrHistogram writes (AbstractHistogram of its Java sources): the header, then a count
/// for each index. All have the counts in the order of their values; the normalizing offset in the header,
/// 1 with HdrHistogramJS, says how the writer's memory was laid out.
struct Encoding {
    std::uint32_t packedCookie;
    std::uint32_t plainCookie;
    std::size_t header;
    std::size_t digitsAt; ///< significant digits, 4 bytes; then the lowest value, 8 bytes
    std::size_t lengthAt; ///< of the counts, 4 bytes; 0: to the end
    bool zigZag;          ///< else words of a fixed size
};
constexpr std::array kEncodings{Encoding{0x1c849309, 0x1c849308, 32, 4, 0, false},
                                Encoding{0x1c849302, 0x1c849301, 40, 12, 4, false},
                                Encoding{0x1c849304, 0x1c849303, 40, 12, 4, true}};

Error damaged(const std::string& what) {
    return {ErrorCode::Format, "the histogram is " + what, ""};
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int held = 0;
    while (text.ends_with('='))
        text.remove_suffix(1);
    for (const char c : text) {
        std::uint32_t digit = 0;
        if (c >= 'A' && c <= 'Z')
            digit = static_cast<std::uint32_t>(c - 'A');
        else if (c >= 'a' && c <= 'z')
            digit = static_cast<std::uint32_t>(c - 'a') + 26;
        else if (c >= '0' && c <= '9')
            digit = static_cast<std::uint32_t>(c - '0') + 52;
        else if (c == '+' || c == '/')
            digit = c == '+' ? 62 : 63;
        else
            return std::nullopt;
        bits = bits << 6 | digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes.push_back(static_cast<char>(bits >> held & 0xff));
        }
    }
    return bytes;
}

/// A big-endian number; `bytes` holds it.
template <typename Unsigned>
Unsigned bigEndian(std::string_view bytes, std::size_t at) noexcept {
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        value = static_cast<Unsigned>(value << 8 | static_cast<unsigned char>(bytes[at + i]));
    return value;
}

/// The next number in zig-zag LEB128 of at most nine bytes, as HdrHistogram's V2 writes it.
std::optional<std::int64_t> takeZigZag(std::string_view& bytes) noexcept {
    std::uint64_t value = 0;
    for (int i = 0; i < 9; ++i) {
        if (bytes.empty())
            return std::nullopt;
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        const bool last = i == 8;
        value |= static_cast<std::uint64_t>(last ? byte : byte & 0x7f) << (7 * i);
        if (last || (byte & 0x80) == 0)
            break;
    }
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// From the index of a count to the values in its bucket.
class Layout {
public:
    Layout(std::int32_t digits, std::int64_t lowest) noexcept {
        m_unit = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(lowest))) - 1;
        const auto sub = static_cast<std::uint64_t>(2 * portable::pow(10, digits));
        m_half = std::max(static_cast<int>(std::bit_width(sub - 1)), 1) - 1;
    }
    /// Absent where the values do not fit into 63 bits.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>>
    bucket(std::uint64_t index) const noexcept {
        const std::uint64_t half = std::uint64_t{1} << m_half;
        std::uint64_t octave = index >> m_half;
        std::uint64_t sub = index & (half - 1);
        if (octave > 0) {
            --octave;
            sub += half;
        }
        const std::uint64_t shift = octave + static_cast<std::uint64_t>(m_unit);
        if (shift >= 63 || static_cast<std::uint64_t>(std::bit_width(sub + 1)) + shift > 63)
            return std::nullopt;
        return std::pair(static_cast<std::int64_t>(sub << shift),
                         static_cast<std::int64_t>(((sub + 1) << shift) - 1));
    }

private:
    int m_unit = 0;
    int m_half = 0;
};

/// False: impossible.
bool addCount(std::int64_t count, std::uint64_t index, const Layout& layout, HdrCounts& counts) {
    if (count == 0)
        return true;
    const auto bucket = layout.bucket(index);
    if (!bucket || count < 0 || count > kMostCounts)
        return false;
    HdrCounts::Bucket& to = counts.buckets[bucket->first];
    to.highest = bucket->second;
    to.count += static_cast<std::uint64_t>(count);
    return counts.buckets.size() <= kMostBuckets && to.count <= static_cast<std::uint64_t>(kMostCounts);
}

Result<Done> addZigZag(std::string_view payload, const Layout& layout, HdrCounts& counts) {
    std::uint64_t index = 0;
    while (!payload.empty()) {
        const auto value = takeZigZag(payload);
        if (!value)
            return damaged("cut off");
        if (*value < 0) { // a run of empty buckets
            index += static_cast<std::uint64_t>(-(*value + 1)) + 1;
            if (index > kMostIndex)
                return damaged("impossible");
        } else if (!addCount(*value, index++, layout, counts)) {
            return damaged("impossible");
        }
    }
    return Done{};
}

Result<Done> addWords(std::string_view payload, std::size_t word, const Layout& layout, HdrCounts& counts) {
    if (word != 2 && word != 4 && word != 8)
        return damaged("damaged");
    for (std::size_t at = 0; at + word <= payload.size(); at += word) {
        const std::uint64_t count = word == 2   ? bigEndian<std::uint16_t>(payload, at)
                                    : word == 4 ? bigEndian<std::uint32_t>(payload, at)
                                                : bigEndian<std::uint64_t>(payload, at);
        if (!addCount(static_cast<std::int64_t>(count), at / word, layout, counts))
            return damaged("impossible");
    }
    return Done{};
}

} // namespace

Result<Done> addHdrHistogram(std::string_view base64, HdrCounts& counts) {
    const std::optional<std::string> packed = fromBase64(base64);
    if (!packed || packed->size() < 8)
        return damaged("no base64 text");
    const auto cookie = bigEndian<std::uint32_t>(*packed, 0);
    const auto encoding = std::ranges::find(kEncodings, cookie & kCookieMask, &Encoding::packedCookie);
    if (encoding == kEncodings.end())
        return damaged("none: its cookie is unknown");
    const auto length = bigEndian<std::uint32_t>(*packed, 4);
    if (length > packed->size() - 8)
        return damaged("cut off");
    const Result<std::string> plain = inflated(std::string_view(*packed).substr(8, length), kMostBytes);
    if (!plain)
        return plain.error();
    const std::string_view bytes = plain.value();
    if (bytes.size() < encoding->header)
        return damaged("none: what was packed is unknown");
    const auto plainCookie = bigEndian<std::uint32_t>(bytes, 0);
    if ((plainCookie & kCookieMask) != encoding->plainCookie)
        return damaged("none: what was packed is unknown");
    std::string_view payload = bytes.substr(encoding->header);
    const std::size_t counted =
        encoding->lengthAt > 0 ? bigEndian<std::uint32_t>(bytes, encoding->lengthAt) : payload.size();
    const auto digits = static_cast<std::int32_t>(bigEndian<std::uint32_t>(bytes, encoding->digitsAt));
    const auto lowest = static_cast<std::int64_t>(bigEndian<std::uint64_t>(bytes, encoding->digitsAt + 4));
    constexpr std::int32_t kMostDigits = 5;
    if (counted > payload.size() || digits < 0 || digits > kMostDigits || lowest < 1)
        return damaged("damaged");
    payload = payload.substr(0, counted);
    const Layout layout(digits, lowest);
    return encoding->zigZag ? addZigZag(payload, layout, counts)
                            : addWords(payload, (plainCookie & 0xf0U) >> 4U, layout, counts);
}

} // namespace jitterscope::logs
