// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/log_lines.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

bool detectHwlatdetect(const LogHead& head) {
    return std::ranges::any_of(head.lines, [](std::string_view line) {
        return line.starts_with("hwlatdetect:") || line.starts_with("Samples exceeding threshold:");
    });
}

/// The whole number behind `name` in a line: 5 of `inner:5, outer:19`.
std::optional<std::int64_t> numberAfter(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(at + name.size()));
    return parseInteger(rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size())));
}

class HwlatReader {
public:
    HwlatReader(ImportedLog& log, const ImportOptions&, double scale) : m_log(log), m_scale(scale) {
        m_run.program = "hwlatdetect";
        m_run.quantity = LogQuantity::Duration;
        m_run.name = "gaps above the threshold";
    }
    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    ImportedLog& m_log;
    double m_scale;
    ImportedRun m_run;
    std::optional<std::int64_t> m_smis;
    std::optional<std::int64_t> m_counted;
    std::optional<std::int64_t> m_greatest;
    std::size_t m_held = 0;
    LeftOut m_leftOut;
};

Result<Done> HwlatReader::take(const LogLines& lines, std::string_view line) {
    if (trimmed(line).starts_with("ts:")) {
        const auto inner = numberAfter(line, "inner:");
        const auto outer = numberAfter(line, "outer:");
        const auto value = inner && outer
                               ? wholeNanoseconds(static_cast<double>(std::max(*inner, *outer)) * m_scale)
                               : std::nullopt;
        if (lines.cut())
            m_leftOut.add(LeftOut::Reason::Cut, lines.number());
        else if (!value)
            m_leftOut.add(LeftOut::Reason::NoNumber, lines.number(), cleanText(line));
        else
            addSample(m_run, *value, m_held);
    } else if (const auto smis = numberAfter(line, "SMIs during run:")) {
        m_smis = smis;
    } else if (const auto counted = numberAfter(line, "Samples exceeding threshold:")) {
        m_counted = counted;
    } else if (const auto greatest = numberAfter(line, "Max Latency:")) {
        m_greatest = greatest;
    } else if (line.find(':') != std::string_view::npos) {
        addComment(m_log, line);
    }
    return Done{};
}

Result<Done> HwlatReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    const std::string smis = m_smis ? ", SMIs " + std::to_string(*m_smis) : std::string();
    if (m_run.distribution.count() == 0) {
        if (m_counted == 0 || m_greatest)
            return Error{ErrorCode::Format,
                         pathText(m_log.path) + " holds no gap above the threshold" + smis +
                             ": in its samples nothing took the processor from the kernel",
                         "there is nothing to show; a lower --threshold records more"};
        return lines.error("the file ends without a sample", "let hwlatdetect run to its end");
    }
    m_log.warnings.push_back(
        pathText(m_log.path) +
        ": what hwlatdetect finds comes from firmware or a hypervisor, and no program can cure it" + smis +
        ". Only gaps above the threshold are recorded");
    m_log.runs.push_back(std::move(m_run));
    return Done{};
}

Result<ImportedLog> readHwlatdetect(const LogRequest& request) {
    return readWith<HwlatReader>(request, 1e3);
}

} // namespace

LogEntry hwlatdetectEntry() {
    return {
        "hwlatdetect",
        "hwlatdetect",
        "What hwlatdetect of rt-tests reports: the gaps above its threshold (the longer of inner and outer), "
        "during which firmware or a hypervisor had the processor. It lacks everything below the threshold.",
        "hwlatdetect(8) of rt-tests",
        detectHwlatdetect,
        readHwlatdetect,
        nullptr};
}

} // namespace jitterscope::logs
