// SPDX-License-Identifier: MIT
#include "core/attach/heard.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>

namespace jitterscope {

namespace {

using listen::Call;
using listen::Row;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kYear = std::int64_t{366} * 24 * 3600 * kSecond;
constexpr std::int64_t kMostCounted = std::int64_t{1} << 53U; // ns, or calls
constexpr std::int64_t kDeepest = 64;                         // calls within calls

bool counts(std::int64_t value) noexcept {
    return value >= -1 && value <= kMostCounted;
}

} // namespace

bool RowGate::admits(Row& row, std::int64_t now) noexcept {
    // The clocks of two programs are one clock, but the row may be younger than `now`.
    const bool known = row.call > Call::None && row.call < Call::Count && row.under < Call::Count;
    if (!known || row.begin < m_begin || row.end < row.begin || row.end < m_latest || row.end > now + kSecond)
        return false;
    const std::int64_t took = row.end - row.begin;
    if (took > kDeepest * (now + kSecond - m_begin) - m_inAll)
        return false;
    if (row.call == Call::Reading || row.call == Call::Yield) {
        if (!counts(row.asked) || !counts(row.cpu))
            return false;
    } else if (row.asked != 0) {
        row.asked = row.asked > row.end + kYear ? listen::kForever : std::max(row.asked, row.begin - kYear);
    }
    m_latest = row.end;
    m_inAll += took;
    return true;
}

namespace {

/// Removes a hexadecimal number and the character after it from the front. Absent: there is no such number.
std::optional<std::uint64_t> takeNumber(std::string_view& text, char behind) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
    if (error != std::errc() || stop == end || *stop != behind)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop + 1 - text.data()));
    return value;
}

/// `7f10-7f20 r-xp 00001000 08:01 1234   /usr/lib/libc.so.6`
std::optional<HeardModule> moduleOf(std::string_view line) {
    HeardModule module;
    const auto begin = takeNumber(line, '-');
    const auto end = takeNumber(line, ' ');
    const std::size_t path = line.find('/');
    if (!begin || !end || path == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(std::min(line.size(), line.find(' ') + 1)); // the access rights
    const auto offset = takeNumber(line, ' ');
    if (!offset)
        return std::nullopt;
    return HeardModule{*begin, *end, *offset, std::string(line.substr(line.rfind('/') + 1))};
}

std::string hex(std::uint64_t value) {
    std::array<char, 18> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, 16).ptr;
    return "0x" + std::string(text.data(), end);
}

} // namespace

std::optional<double> HeardThread::queuedShare() const {
    const auto known = [](const listen::Row& row) {
        return row.call == listen::Call::Reading && row.asked >= 0;
    };
    const auto first = std::ranges::find_if(rows, known);
    const auto last = std::ranges::find_if(rows.rbegin(), rows.rend(), known);
    constexpr std::int64_t kLongEnough = 500'000'000; // ns
    if (first == rows.end() || last->begin < first->begin + kLongEnough)
        return std::nullopt;
    const double share =
        static_cast<double>(last->asked - first->asked) / static_cast<double>(last->begin - first->begin);
    return std::clamp(share, 0.0, 1.0);
}

std::string HeardProgram::siteText(std::uint64_t address) const {
    for (const HeardModule& module : modules) {
        if (address >= module.begin && address < module.end)
            return module.name + "+" + hex(address - module.begin + module.offset);
    }
    return hex(address);
}

std::vector<HeardProgram> lately(const std::vector<HeardProgram>& programs, std::int64_t length) {
    std::int64_t latest = 0;
    for (const HeardProgram& program : programs) {
        for (const HeardThread& thread : program.threads)
            latest = thread.rows.empty() ? latest : std::max(latest, thread.rows.back().end);
    }
    return within(programs, latest - length, latest);
}

std::vector<HeardProgram> within(const std::vector<HeardProgram>& programs, std::int64_t begin,
                                 std::int64_t end) {
    const auto part = [begin, end](const HeardThread& thread) {
        // A thread writes a row when its call ends, so the rows are in the order of their ends.
        const auto first = std::ranges::lower_bound(thread.rows, begin, {}, &listen::Row::end);
        const auto last = std::ranges::upper_bound(first, thread.rows.end(), end, {}, &listen::Row::end);
        return HeardThread{thread.thread, thread.name, thread.main, {first, last}, thread.lost};
    };
    std::vector<HeardProgram> copies;
    copies.reserve(programs.size());
    for (const HeardProgram& program : programs) {
        HeardProgram& copy = copies.emplace_back();
        copy.process = program.process;
        copy.name = program.name;
        copy.ended = program.ended;
        copy.threadsWithout = program.threadsWithout;
        copy.filtered = program.filtered;
        copy.damaged = program.damaged;
        copy.processors = program.processors;
        copy.throttling = program.throttling;
        copy.stops = program.stops;
        copy.modules = program.modules;
        std::ranges::transform(program.threads, std::back_inserter(copy.threads), part);
        std::ranges::transform(program.servers, std::back_inserter(copy.servers), part);
    }
    return copies;
}

std::vector<HeardModule> modulesOf(std::string_view maps) {
    std::vector<HeardModule> modules;
    while (!maps.empty()) {
        const std::size_t end = std::min(maps.find('\n'), maps.size());
        if (std::optional<HeardModule> module = moduleOf(maps.substr(0, end)))
            modules.push_back(*std::move(module));
        maps.remove_prefix(std::min(end + 1, maps.size()));
    }
    return modules;
}

} // namespace jitterscope
