// SPDX-License-Identifier: MIT
#include "core/import/hdr_encoding.h"

#include "core/import/inflate.h"

#include <bit>
#include <cmath>

namespace jitterscope::logs {
namespace {

constexpr std::uint32_t kPackedCookie = 0x1c849304; // V2; the second digit from the right is the word size
constexpr std::uint32_t kPlainCookie = 0x1c849303;
constexpr std::uint32_t kCookieMask = 0xffffff0f;
constexpr std::size_t kHeader = 40;
constexpr std::size_t kMostBytes = 16 << 20;
constexpr std::uint64_t kMostIndex = 1 << 30;

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
        const auto sub = static_cast<std::uint64_t>(2 * std::pow(10, digits));
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

Result<Done> addCounts(std::string_view payload, const Layout& layout, HdrCounts& counts) {
    std::uint64_t index = 0;
    while (!payload.empty()) {
        const auto value = takeZigZag(payload);
        if (!value)
            return damaged("cut off");
        if (*value < 0) { // a run of empty buckets
            index += static_cast<std::uint64_t>(-(*value + 1)) + 1;
            if (index > kMostIndex)
                return damaged("impossible");
            continue;
        }
        const auto bucket = layout.bucket(index++);
        if (*value == 0)
            continue;
        if (!bucket || *value > kMostCounts)
            return damaged("impossible");
        HdrCounts::Bucket& to = counts.buckets[bucket->first];
        if (counts.buckets.size() > kMostBuckets)
            return damaged("impossible");
        to.highest = bucket->second;
        to.count += static_cast<std::uint64_t>(*value);
        if (to.count > static_cast<std::uint64_t>(kMostCounts))
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
    if ((cookie & kCookieMask) != kPackedCookie) {
        const bool older = (cookie & 0xffffff00) == (kPackedCookie & 0xffffff00);
        return damaged(older ? "in an older encoding than V2, which is not read"
                             : "none: its cookie is unknown");
    }
    const auto length = bigEndian<std::uint32_t>(*packed, 4);
    if (length > packed->size() - 8)
        return damaged("cut off");
    const Result<std::string> plain = inflated(std::string_view(*packed).substr(8, length), kMostBytes);
    if (!plain)
        return plain.error();
    const std::string_view bytes = plain.value();
    if (bytes.size() < kHeader || (bigEndian<std::uint32_t>(bytes, 0) & kCookieMask) != kPlainCookie)
        return damaged("none: what was packed is unknown");
    const auto payload = bigEndian<std::uint32_t>(bytes, 4);
    const auto shifted = bigEndian<std::uint32_t>(bytes, 8);
    const auto digits = static_cast<std::int32_t>(bigEndian<std::uint32_t>(bytes, 12));
    const auto lowest = static_cast<std::int64_t>(bigEndian<std::uint64_t>(bytes, 16));
    constexpr std::int32_t kMostDigits = 5;
    if (payload > bytes.size() - kHeader || digits < 0 || digits > kMostDigits || lowest < 1)
        return damaged("damaged");
    if (shifted != 0)
        return damaged("shifted, which is not read");
    return addCounts(bytes.substr(kHeader, payload), Layout(digits, lowest), counts);
}

} // namespace jitterscope::logs
