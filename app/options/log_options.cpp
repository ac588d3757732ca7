// SPDX-License-Identifier: MIT
#include "app/options/log_options.h"

#include "app/options/readers.h"
#include "core/base/catalog.h"

#include <algorithm>
#include <array>
#include <span>

namespace jitterscope::cli {
namespace {

constexpr std::string_view kTimeStamp = "time-stamp";
constexpr std::array<std::string_view, 5> kQuantities{"frame-time", "lateness", "duration",
                                                      "frames-each-second", kTimeStamp};
constexpr std::string_view kPooled = "pooled";
constexpr std::array<std::string_view, 2> kRuns{"each", kPooled};

/// The option's text, one of `known` or nothing.
Result<Done> readWord(const TextOption& option, std::span<const std::string_view> known, std::string& into) {
    into = option.text();
    if (option.given() && std::ranges::find(known, into) == known.end())
        return option.refusal(into, "unknown");
    return Done{};
}

} // namespace

LogOptions::LogOptions(OptionSet& options)
    : m_format(options.add("--format", "ID", idRange(importCatalog()),
                           "Read the logs in this format, which is recognised otherwise")),
      m_process(
          options.add("--process", "NAME", "a name or number", "The process of a log that holds several")),
      m_column(options.add("--column", "NAME", "a name, or a number from 1",
                           "The column of times of a table in no known format")),
      m_unit(options.add(
          "--unit", "UNIT", "one of s, ms, us, ns, 100ns, qpc:HZ",
          "Unit of the times of a log; wins over what the log says. qpc:HZ: ticks of this frequency")),
      m_quantity(options.add("--quantity", "WHAT",
                             "one of frame-time, lateness, duration, frames-each-second, time-stamp",
                             "What the times are, where a log does not say; default duration. Of time stamps "
                             "the differences are taken")),
      m_runs(options.add("--runs", "HOW", "one of each, pooled",
                         "The runs of one log: each for itself, or put together to one; default each")),
      m_from(options.add("--from", "TIME", "0s … 7d",
                         "Only frames that begin at this time of the recording or later; a bare number is "
                         "seconds")),
      m_to(options.add("--to", "TIME", "above --from, up to 7d", "Only frames that begin before this time")) {
}

Result<ImportOptions> LogOptions::read() const {
    ImportOptions import;
    import.format = m_format.text();
    if (m_format.given() && findEntry(importCatalog(), import.format) == nullptr)
        return m_format.refusal(import.format, "unknown");
    import.unit = m_unit.text();
    if (m_unit.given() && !unitNanoseconds(import.unit))
        return m_unit.refusal(import.unit, "unknown");
    std::string quantity;
    if (Result<Done> known = readWord(m_quantity, kQuantities, quantity); !known)
        return known.error();
    import.quantity = quantityFrom(quantity);
    import.timeStamps = quantity == kTimeStamp;
    std::string runs;
    if (Result<Done> known = readWord(m_runs, kRuns, runs); !known)
        return known.error();
    import.pooled = runs == kPooled;
    constexpr Nanoseconds kLongest = std::chrono::days{7};
    if (Result<Done> from = readLength(m_from, Nanoseconds{0}, kLongest, import.range.from); !from)
        return from.error();
    if (Result<Done> to = readLength(m_to, Nanoseconds{1}, kLongest, import.range.to); !to)
        return to.error();
    if (import.range.from && import.range.to && *import.range.to <= *import.range.from)
        return m_to.refusal(m_to.text(), "not after --from");
    import.process = m_process.text();
    import.column = m_column.text();
    return import;
}

Result<Done> LogOptions::checkNone(const std::string& unless) const {
    for (const TextOption* const option :
         {&m_format, &m_process, &m_column, &m_unit, &m_quantity, &m_runs, &m_from, &m_to}) {
        if (option->given())
            return Error{ErrorCode::Usage, option->name + " is about a recording, and none is read",
                         "leave it out, or name a file with " + unless};
    }
    return Done{};
}

} // namespace jitterscope::cli
