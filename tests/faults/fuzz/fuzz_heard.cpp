// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_heard.h"

#include "core/attach/attach_report.h"
#include "core/attach/heard.h"
#include "core/document/documents.h"
#include "core/files/json_text.h"
#include "core/files/result_files.h"
#include "tests/faults/fuzz/fuzz_support.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

using listen::Call;
using listen::Row;

constexpr std::int64_t kBegin = 1'000'000'000'000;
constexpr std::int64_t kNow = kBegin + 3'600'000'000'000;

enum Field : std::size_t {
    Thread,
    CallNumber,
    Under,
    Flags,
    Site,
    Cures,
    Result32,
    Gap,
    Took,
    Asked,
    Cpu,
    Fields
};

/// As a hostile program may count: beyond any end.
std::int64_t sum(std::int64_t one, std::int64_t other) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(one) + static_cast<std::uint64_t>(other));
}

struct Writer {
    RowGate gate{kBegin};
    std::int64_t end = kBegin;
    HeardThread thread;
};

Row rowOf(const std::array<std::int64_t, Fields>& values, bool forEver, std::int64_t last) {
    Row row;
    row.begin = sum(last, values[Gap]);
    row.end = sum(row.begin, values[Took]);
    row.call = static_cast<Call>(values[CallNumber]);
    row.under = static_cast<Call>(values[Under]);
    row.flags = static_cast<std::uint8_t>(values[Flags]);
    row.cures = static_cast<std::uint8_t>(values[Cures]);
    row.site = static_cast<std::uint64_t>(values[Site]);
    row.result = static_cast<std::int32_t>(values[Result32]);
    row.cpu = values[Cpu];
    const bool counts = row.call == Call::Reading || row.call == Call::Yield;
    row.asked = forEver ? listen::kForever : counts ? values[Asked] : sum(row.begin, values[Asked]);
    return row;
}

void takeLine(std::string_view line, std::map<std::int64_t, Writer>& writers) {
    std::array<std::int64_t, Fields> values{};
    bool forEver = false;
    for (std::int64_t& value : values) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        forEver = forEver || (line.starts_with('x') && &value == &values[Asked]);
        std::from_chars(line.data(), line.data() + line.size(), value);
        line.remove_prefix(std::min(line.find(' '), line.size()));
    }
    Writer& writer = writers[values[Thread] & 7];
    Row row = rowOf(values, forEver, writer.end);
    if (!writer.gate.admits(row, kNow))
        return;
    writer.end = row.end;
    writer.thread.rows.push_back(row);
}

HeardProgram programOf(std::string_view bytes) {
    std::map<std::int64_t, Writer> writers;
    HeardProgram program;
    program.process = 1;
    program.name = "game";
    while (!bytes.empty() && !bytes.starts_with('\n')) {
        const std::size_t length = std::min(bytes.find('\n'), bytes.size());
        takeLine(bytes.substr(0, length), writers);
        bytes.remove_prefix(std::min(length + 1, bytes.size()));
    }
    program.modules = modulesOf(bytes);
    for (auto& [number, writer] : writers) {
        writer.thread.thread = static_cast<std::int32_t>(number);
        writer.thread.name = "thread";
        writer.thread.main = number == 1;
        program.threads.push_back(std::move(writer.thread));
    }
    return program;
}

/// A cure that was in force every other second.
CureOutcome outcomeOf(const AttachReport& report) {
    constexpr std::int64_t kBlock = 1'000'000'000;
    constexpr int kBlocks = 40;
    std::vector<TrialBlock> blocks;
    for (int i = 0; i < kBlocks; ++i)
        blocks.push_back({kBegin + i * kBlock, kBegin + (i + 1) * kBlock, i % 2 == 1});
    const HeardLoop with(report.programs, *report.candidate(), CureBit::Slack);
    return judgeCure("slack", report.loop->frames(), with.frames(), blocks,
                     report.loop->aim() + report.loop->tolerance(), report.loop->meantHz());
}

} // namespace

void fuzzHeard(std::string_view bytes) {
    AttachReport report;
    report.program = "game";
    report.programs = std::vector<HeardProgram>{programOf(bytes)};
    findLoop(report, std::nullopt);
    if (report.loop) {
        report.cures.push_back(outcomeOf(report));
        for (const double figure :
             {report.loop->rateHz(), report.loop->time(), report.loop->aim(), report.loop->judder()})
            promise(std::isfinite(figure), "figures are finite");
    }
    promise(!attachVerdict(report).empty(), "there is an answer");
    const Lines told = terminalLines(attachDocument(report));
    promise(!told.list().empty(), "it is told");
    promise(!readJsonText(attachJson(report)).fault, "its JSON is JSON");
    promise(attachCsv(report).empty() == !report.loop, "its frames are those of a loop");
    for (std::size_t i = 0; i < report.candidates.size(); ++i) {
        AttachReport chosen = report;
        chooseLoop(chosen, i);
        if (chosen.loop) // it may have too few frames
            promise(!loopText(chosen).empty(), "each loop is told");
    }
}

} // namespace jitterscope
