// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/json_events.h"
#include "core/import/log_table.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

constexpr std::string_view kTimes = "MsBetweenPresents";

/// What a capture may hold beside frame times; ms.
struct CaptureArray {
    std::string_view name;
    RunQuantity quantity;
};
constexpr std::array kBeside{CaptureArray{"MsBetweenDisplayChange", RunQuantity::Displayed},
                             CaptureArray{"GpuActive", RunQuantity::GpuBusy},
                             CaptureArray{"PcLatency", RunQuantity::Latency}};

bool detectCapframex(const LogHead& head) {
    const std::string_view text = trimmed(head.text);
    return text.starts_with('{') && (text.find("\"CaptureData\"") != std::string_view::npos ||
                                     (text.find("\"Info\"") != std::string_view::npos &&
                                      text.find("\"ProcessName\"") != std::string_view::npos));
}

/// `{"Info": {…}, "Runs": [{"CaptureData": {"MsBetweenPresents": […], "Dropped": […]}}]}`; Info may come
/// last.
class CapframexListener : public JsonListener {
public:
    CapframexListener(ImportedLog& log, double scale) : m_log(log), m_scale(scale) {}

    bool number(const Path& path, double value) override {
        if (isCapture(path, kTimes))
            take(value);
        else if (isCapture(path, "Dropped"))
            drop(value != 0);
        else if (isCapture(path, "TimeInSeconds"))
            tick(1e9 * value);
        if (const std::size_t place = besideOf(path); place < kBeside.size())
            takeBeside(place, wholeNanoseconds(value * 1e6));
        return true;
    }
    bool truth(const Path& path, bool value) override {
        if (isCapture(path, "Dropped"))
            drop(value);
        return true;
    }
    bool text(const Path& path, std::string_view value) override {
        if (isCapture(path, kTimes))
            ++m_noNumber;
        if (const std::size_t place = besideOf(path); place < kBeside.size())
            takeBeside(place, std::nullopt);
        if (path.size() != 2 || path.front() != "Info" || trimmed(value).empty())
            return true;
        if (path.back() == "ProcessName")
            m_process = cleanText(value);
        else if (path.back() == "AppVersion")
            m_version = cleanText(value);
        else if (path.back() != "Id")
            addComment(m_log, path.back() + ": " + cleanText(value));
        return true;
    }
    bool nothing(const Path& path) override {
        if (isCapture(path, kTimes))
            ++m_noNumber;
        if (const std::size_t place = besideOf(path); place < kBeside.size())
            takeBeside(place, std::nullopt);
        return true;
    }
    bool beginObject(const Path& path) override {
        if (path.size() != 1 || path.front() != "Runs")
            return true;
        constexpr std::size_t kMostRuns = 1000;
        if (m_log.runs.size() >= kMostRuns) {
            m_tooMany = true;
            return false;
        }
        m_log.runs.emplace_back().program = "CapFrameX";
        m_seen = {};
        m_drops = 0;
        return true;
    }
    bool endObject(const Path&) override { return true; }

    [[nodiscard]] Result<Done> finish(const ImportOptions& options);

private:
    [[nodiscard]] bool isCapture(const Path& path, std::string_view name) const {
        return path.size() == 3 && !m_log.runs.empty() && path[2] == name && path[1] == "CaptureData" &&
               path[0] == "Runs";
    }
    /// Which of kBeside it is; its size: none.
    [[nodiscard]] std::size_t besideOf(const Path& path) const {
        const auto found = std::ranges::find_if(
            kBeside, [&](const CaptureArray& array) { return isCapture(path, array.name); });
        return static_cast<std::size_t>(found - kBeside.begin());
    }
    void takeBeside(std::size_t place, const std::optional<std::int64_t>& time) {
        const std::size_t frame = m_seen[place]++;
        const RunQuantity quantity = kBeside[place].quantity;
        if (!time || *time < 0 || (*time == 0 && zeroIsNone(quantity)))
            return;
        HeldTimes& times = m_log.runs.back().beside[quantity];
        addSample(times, *time, m_held);
        if (quantity != RunQuantity::Displayed) // whose times have an order of their own
            markFrame(times.ofFrame, frame);
    }
    void take(double milliseconds) {
        const auto value = wholeNanoseconds(milliseconds * m_scale);
        if (value && *value > 0)
            addSample(m_log.runs.back(), *value, m_held);
        else
            ++m_impossible;
    }
    /// A moment of the capture's clock; ns.
    void tick(double now) {
        const std::size_t run = m_log.runs.size();
        m_first = m_clockOf == run ? std::min(m_first, now) : now;
        m_last = m_clockOf == run ? std::max(m_last, now) : now;
        m_clockOf = run;
        m_log.runs.back().elapsed = m_last - m_first;
    }
    void drop(bool dropped) {
        ImportedRun& run = m_log.runs.back();
        run.notDisplayed = run.notDisplayed.value_or(0) + (dropped ? 1 : 0);
        if (dropped)
            markFrame(run.dropped, m_drops);
        ++m_drops;
    }
    void warn(std::int64_t count, const std::string& what) {
        if (count == 0)
            return;
        m_log.linesLeftOut += count;
        m_log.warnings.push_back(pathText(m_log.path) + ": " + std::to_string(count) + " of the " +
                                 std::string(kTimes) + (count == 1 ? " is " : " are ") + what + "; left out");
    }

    ImportedLog& m_log;
    double m_scale;
    std::string m_process;
    std::string m_version;
    std::size_t m_held = 0;
    std::array<std::size_t, kBeside.size()> m_seen{}; // values of each array, of this run
    std::size_t m_drops = 0;
    std::size_t m_clockOf = 0; // how many runs there were at the last tick
    double m_first = 0;
    double m_last = 0;
    std::int64_t m_impossible = 0;
    std::int64_t m_noNumber = 0;
    bool m_tooMany = false;
};

Result<Done> CapframexListener::finish(const ImportOptions& options) {
    if (m_tooMany)
        return Error{ErrorCode::Format, pathText(m_log.path) + " holds more than 1000 runs", ""};
    if (!options.process.empty() && !equalNames(options.process, m_process) &&
        !equalNames(options.process + ".exe", m_process))
        return Error{ErrorCode::Usage,
                     pathText(m_log.path) + " has no process " + inQuotes(options.process) + ": it holds " +
                         m_process,
                     ""};
    warn(m_impossible, "impossible");
    warn(m_noNumber, "no number");
    const bool several = m_log.runs.size() > 1;
    for (std::size_t i = 0; i < m_log.runs.size(); ++i) {
        ImportedRun& run = m_log.runs[i];
        run.process = m_process;
        run.version = m_version;
        run.name = m_process.empty() ? fileName(m_log.path) : m_process;
        if (several)
            run.name += ", run " + std::to_string(i + 1);
    }
    std::erase_if(m_log.runs, [](const ImportedRun& run) { return run.distribution.count() == 0; });
    if (m_log.runs.empty())
        return Error{
            ErrorCode::Format,
            pathText(m_log.path) + " holds no run with " + std::string(kTimes) + " in Runs, CaptureData", ""};
    if (std::ranges::any_of(m_log.runs,
                            [](const ImportedRun& run) { return run.beside.contains(RunQuantity::Latency); }))
        addComment(m_log, "latency: column PcLatency");
    sayNotDisplayed(m_log);
    return Done{};
}

Result<ImportedLog> readCapframex(const LogRequest& request) {
    const Result<double> scale = chosenScale(request.options, 1e6);
    if (!scale)
        return scale.error();
    ImportedLog log;
    log.path = request.path;
    CapframexListener listener(log, scale.value());
    if (Result<Done> read = readJson(request, listener); !read)
        return read.error();
    if (Result<Done> done = listener.finish(request.options); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry capframexEntry() {
    return {"capframex",
            "CapFrameX",
            "JSON of CapFrameX (Documents/CapFrameX/Captures), one run or several. Frame times are "
            "MsBetweenPresents. It has no deadlines, so no lateness; the rate is estimated.",
            "github.com/CXWorld/CapFrameX, CapFrameX.Data.Session",
            detectCapframex,
            readCapframex,
            nullptr};
}

} // namespace jitterscope::logs
