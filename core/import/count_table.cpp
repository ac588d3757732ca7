// SPDX-License-Identifier: MIT
#include "core/import/count_table.h"

#include <algorithm>

namespace jitterscope::logs {

void splitWords(std::string_view line, std::size_t most, std::vector<std::string_view>& words) {
    words.clear();
    while (words.size() < most) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos)
            return;
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

void CountTable::addColumn(std::string name) {
    m_columns.emplace_back().name = std::move(name);
}

bool CountTable::add(std::size_t column, const Bin& bin, std::int64_t count) {
    const auto most = wholeNanoseconds(bin.most);
    if (!most || column >= m_columns.size() || count < 0 || count > kMostCounts)
        return false;
    Column& to = m_columns[column];
    to.histogram.covered = std::max(to.histogram.covered, *most);
    if (count == 0)
        return true;
    const auto [place, added] = to.counts.try_emplace(*most, bin.least, 0);
    m_buckets += added ? 1 : 0;
    std::uint64_t& sum = place->second.second;
    sum = std::min(sum + static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(kMostCounts));
    to.histogram.coarse = to.histogram.coarse || bin.least < bin.most;
    return m_buckets <= kMostBuckets;
}

void CountTable::finish(ImportedLog& log, std::size_t recording) {
    for (Column& column : m_columns) {
        LogHistogram& histogram = column.histogram;
        for (const auto& [most, bin] : column.counts)
            histogram.buckets.push_back({most, (bin.first + static_cast<double>(most)) / 2, bin.second});
        if (histogram.buckets.empty() && histogram.overflow == 0)
            continue;
        if (histogram.overflow == 0 && !histogram.coarse)
            histogram.mean.reset(); // programs cut it to whole units: that of the buckets is more exact
        ImportedRun& run = log.runs.emplace_back();
        run.name = std::move(column.name) + (recording > 1 ? ", recording " + std::to_string(recording) : "");
        run.program = m_program;
        run.quantity = m_quantity;
        run.recording = recording;
        run.histogram = std::move(histogram);
    }
    m_columns.clear();
}

} // namespace jitterscope::logs
