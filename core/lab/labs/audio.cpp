// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/experiment/bench.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/run/job.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kAudioFrames = 1000;
constexpr std::size_t kTeeth = 12; // frames in the picture

/// What one size of the queue gives. Times in ns.
struct AudioOutcome {
    double lag = 0; // mean, over the frames
    double worstLag = 0;
    double left = 0; // of the lag: mean of what is left in the queue
    double held = 0; // of the lag: mean of what the device has taken and not played yet
    std::int64_t underruns = 0;
};

std::int64_t blockOf(const ParameterValues& values) {
    return values.whole("device_ms") * 1'000'000;
}

/// The sound that is written and not yet heard.
class Queue {
public:
    Queue(std::int64_t size, std::int64_t block) : m_size(size), m_block(block), m_queued(size) { pull(); }

    /// Plays until the next frame. Returns how much sound was missing before it, ns: silence.
    std::int64_t play(std::int64_t until) {
        std::int64_t silence = 0;
        if (m_block == 0) {
            silence = std::max<std::int64_t>(0, until - m_now - m_queued);
            m_queued = std::max<std::int64_t>(0, m_queued - (until - m_now));
        } else {
            while (m_nextPull <= until)
                silence += pull();
        }
        m_now = until;
        return silence;
    }
    /// What is heard before a new sound: the queue, and the rest of the block that is being played.
    [[nodiscard]] std::int64_t lag() const { return m_queued + held(); }
    [[nodiscard]] std::int64_t held() const { return m_block == 0 ? 0 : m_nextPull - m_now; }
    [[nodiscard]] std::int64_t queued() const { return m_queued; }
    void fill() { m_queued = std::max(m_queued, m_size); }

private:
    /// The device takes its next block. Returns what is missing of it.
    std::int64_t pull() {
        const std::int64_t missing = std::max<std::int64_t>(0, m_block - m_queued);
        m_queued = std::max<std::int64_t>(0, m_queued - m_block);
        m_nextPull += m_block;
        return missing;
    }

    std::int64_t m_size;
    std::int64_t m_block;
    std::int64_t m_queued;
    std::int64_t m_now = 0;
    std::int64_t m_nextPull = 0;
};

/// The same frame times for every size of the queue.
std::vector<std::int64_t> frameTimes(const ParameterValues& values) {
    Random random(streamSeed(1, "audio"));
    std::vector<std::int64_t> times;
    for (int i = 0; i < kAudioFrames; ++i) {
        const auto more = random.below(static_cast<std::uint64_t>(values.whole("spread")) + 1);
        times.push_back(values.whole("frame") + static_cast<std::int64_t>(more));
    }
    return times;
}

/// One frame of the picture.
std::vector<Cell> toothRow(std::size_t frame, std::int64_t from, std::int64_t to, std::int64_t filled,
                           std::int64_t silence, const Queue& queue) {
    const auto ms = [](std::int64_t time) { return static_cast<double>(time) / 1e6; };
    return {static_cast<std::int64_t>(frame),
            ms(from),
            ms(to),
            ms(filled),
            ms(queue.queued()),
            ms(silence),
            ms(queue.lag())};
}

AudioOutcome audioOutcome(const std::vector<std::int64_t>& times, std::int64_t size, std::int64_t block,
                          Table* teeth = nullptr) {
    Queue queue(size, block);
    AudioOutcome outcome;
    std::int64_t now = 0;
    double sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::int64_t filled = queue.queued();
        now += times[i];
        const std::int64_t silence = queue.play(now);
        outcome.underruns += silence > 0 ? 1 : 0;
        const auto lag = static_cast<double>(queue.lag());
        if (teeth != nullptr && i < kTeeth)
            teeth->rows.push_back(toothRow(i, now - times[i], now, filled, silence, queue));
        sum += lag;
        outcome.left += static_cast<double>(queue.queued()) / static_cast<double>(times.size());
        outcome.held += static_cast<double>(queue.held()) / static_cast<double>(times.size());
        outcome.worstLag = std::max(outcome.worstLag, lag);
        queue.fill();
    }
    outcome.lag = sum / static_cast<double>(times.size());
    return outcome;
}

/// The queue over time, from the frames of the picture.
LabSeries queueLine(const Table& teeth) {
    LabSeries line{"queue", "Queued", "Time, ms", "Queued, ms", {}};
    for (std::size_t i = 0; i < teeth.rows.size(); ++i) {
        line.points.push_back({teeth.number(i, "start_ms"), teeth.number(i, "queued_ms")});
        if (teeth.number(i, "silence_ms") > 0)
            line.points.push_back({teeth.number(i, "end_ms") - teeth.number(i, "silence_ms"), 0});
        line.points.push_back({teeth.number(i, "end_ms"), teeth.number(i, "left_ms")});
    }
    return line;
}

/// The smallest queue without silence, in whole milliseconds. It exists: the longest frame and a block are
/// always enough.
std::int64_t smallestSafe(const std::vector<std::int64_t>& times, std::int64_t block) {
    std::int64_t size = 1'000'000;
    while (audioOutcome(times, size, block).underruns > 0)
        size += 1'000'000;
    return size;
}

double percentOf(std::int64_t frames, const std::vector<std::int64_t>& times) {
    return 100.0 * static_cast<double>(frames) / static_cast<double>(times.size());
}

/// Up to eleven sizes in whole milliseconds, from half a frame up to what is surely enough, the smallest safe
/// one, and that of the knob.
std::vector<std::int64_t> sizesOf(const ParameterValues& values, std::int64_t safe) {
    constexpr std::int64_t kSizes = 10;
    constexpr std::int64_t kWhole = 1'000'000;
    const std::int64_t frame = values.whole("frame");
    const std::int64_t most = std::max(3 * frame, safe + safe / 4);
    const auto rounded = [](std::int64_t size) { return (size + kWhole - 1) / kWhole * kWhole; };
    std::vector<std::int64_t> sizes{safe, rounded(values.whole("queued"))};
    for (std::int64_t i = 0; i <= kSizes; ++i)
        sizes.push_back(rounded(frame / 2 + i * (most - frame / 2) / kSizes));
    std::ranges::sort(sizes);
    const auto same = std::unique(sizes.begin(), sizes.end());
    sizes.erase(same, sizes.end());
    return sizes;
}

Table sizesTable(const std::vector<std::int64_t>& times, const ParameterValues& values, std::int64_t safe) {
    Table table{"sizes",
                "Lag against silence",
                {{"queued_ms", "Queued, ms"},
                 {"lag_ms", "Mean lag, ms"},
                 {"worst_lag_ms", "Longest lag, ms"},
                 {"underruns_percent", "Frames with silence, %"}},
                {}};
    for (const std::int64_t size : sizesOf(values, safe)) {
        const AudioOutcome outcome = audioOutcome(times, size, blockOf(values));
        table.rows.push_back({static_cast<double>(size) / 1e6, outcome.lag / 1e6, outcome.worstLag / 1e6,
                              percentOf(outcome.underruns, times)});
    }
    return table;
}

/// What is heard before a new sound, with these numbers.
std::string lagText(const ParameterValues& values, const std::vector<std::int64_t>& times,
                    const AudioOutcome& mine) {
    const double queued = values["queued"];
    double sum = 0;
    double squares = 0;
    for (const auto time : times) {
        sum += static_cast<double>(time);
        squares += static_cast<double>(time) * static_cast<double>(time);
    }
    const double frame = sum / static_cast<double>(times.size());
    // At a moment drawn at random, this is left of the frame on average: a longer frame is met more often.
    const std::string before =
        " A sound that is asked for earlier first waits for the end of its frame, on average " +
        timeInWords(squares / (2 * sum)) +
        (squares / (2 * sum) > 1.001 * frame / 2 ? ": more than half a frame, since most moments lie in the "
                                                   "long frames. That is not counted here."
                                                 : ", half a frame. That is not counted here.");
    if (blockOf(values) > 0)
        return "A sound that starts at the end of a frame is heard after all that is waiting before it. Of "
               "the " +
               dial("queued", timeInWords(queued)) + " in the queue " + timeInWords(mine.left) +
               " are left on average. The device has taken " + timeInWords(mine.held) +
               " more and not played them yet: together " + timeInWords(mine.lag) + "." + before;
    if (mine.underruns == 0)
        return "A sound that starts at the end of a frame is heard after what is left in the queue: lag = "
               "queued − frame = " +
               dial("queued", milliseconds(queued)) + " − " + milliseconds(frame) + " = " +
               milliseconds(queued - frame) + "." + before;
    return "A frame that is longer than the queue of " + dial("queued", timeInWords(queued)) +
           " plays all of it and then silence, until its end fills the queue again. The mean frame is " +
           timeInWords(frame) + "." + before;
}

std::vector<LabSentence> explainAudio(const ParameterValues& values, const std::vector<std::int64_t>& times,
                                      const AudioOutcome& mine, std::int64_t safe) {
    std::vector<LabSentence> text{sentence("queue", lagText(values, times, mine))};
    const auto [shortest, longest] = std::ranges::minmax(times);
    const auto spread = static_cast<double>(longest - shortest);
    const std::string least = dial("frame", timeInWords(static_cast<double>(shortest)));
    const std::string more = dial("spread", timeInWords(spread));
    const std::string count = std::to_string(times.size());
    const std::string took =
        spread > 0
            ? "The shortest of the " + count + " frames took " + least + ", the longest " + more + " more. "
            : "Each of the " + count + " frames took " + least + ", with a spread of " + more + ". ";
    const std::string lag =
        timeInWords(mine.lag) + (timeInWords(mine.worstLag) == timeInWords(mine.lag)
                                     ? " each time. "
                                     : " on average and " + timeInWords(mine.worstLag) + " at most. ");
    text.push_back(sentence("lag", took + "The lag was " + lag +
                                       (mine.underruns == 0 ? "No frame" : counted(mine.underruns, "frame")) +
                                       " came too late and left silence."));
    const std::string size = timeInWords(static_cast<double>(safe));
    if (blockOf(values) > 0)
        text.push_back(
            sentence("silence", "The device takes whole blocks of " +
                                    dial("device_ms", timeInWords(static_cast<double>(blockOf(values)))) +
                                    ". The queue has to hold all the blocks that it may take within the "
                                    "longest frame: " +
                                    size + " is the smallest queue without silence, in whole milliseconds."));
    else
        text.push_back(sentence("silence", "The smallest queue without silence is " + size +
                                               ", in whole milliseconds. The longest frame decides that, not "
                                               "the usual one."));
    text.push_back(
        inYourOwnCode("silence", "queue " + size +
                                     " for these frames and this device, the smallest queue without "
                                     "silence, and not more. Then make the longest frame shorter, and "
                                     "measure again."));
    return text;
}

LabResult audioResult(const ParameterValues& values, const std::vector<std::int64_t>& times) {
    LabResult result;
    Table teeth{"teeth",
                "The first frames",
                {{"frame", "Frame"},
                 {"start_ms", "From, ms"},
                 {"end_ms", "To, ms"},
                 {"queued_ms", "Queued, ms"},
                 {"left_ms", "Left, ms"},
                 {"silence_ms", "Silence, ms"},
                 {"lag_ms", "Lag, ms"}},
                {}};
    const AudioOutcome mine = audioOutcome(times, values.whole("queued"), blockOf(values), &teeth);
    const std::int64_t safe = smallestSafe(times, blockOf(values));
    result.answer = mine.lag / 1e6;
    result.headline = "A new sound is heard " + timeInWords(mine.lag) + " late on average; " +
                      figure(percentOf(mine.underruns, times)) + " % of the frames leave silence.";
    result.explanation = explainAudio(values, times, mine, safe);
    Table yours{"queue",
                "Your queue",
                {{"lag_ms", "Mean lag, ms"},
                 {"worst_lag_ms", "Longest lag, ms"},
                 {"underruns", "Frames with silence"},
                 {"smallest_safe_ms", "Smallest queue without silence, ms"}},
                {{mine.lag / 1e6, mine.worstLag / 1e6, mine.underruns, static_cast<double>(safe) / 1e6}}};
    result.series = {queueLine(teeth)};
    Table sizes = sizesTable(times, values, safe);
    result.advice = {.table = sizes.id,
                     .by = {"underruns_percent", "lag_ms"},
                     .knobs = {{"queued", static_cast<double>(safe)}},
                     .answers = "lag_ms"};
    while (sizes.number(result.advice.row, "queued_ms") < static_cast<double>(safe) / 1e6)
        ++result.advice.row;
    result.tables = {std::move(yours), std::move(sizes), std::move(teeth)};
    return result;
}

LabResult runAudio(const ParameterValues& values) {
    return audioResult(values, frameTimes(values));
}

/// Frame times of this machine: a loop that sleeps as most programs do, at the rate of the knob's frame time.
/// In parts, so that progress is seen.
Result<LabResult> measureAudio(const ParameterValues& values, JobControl& job) {
    constexpr double kSeconds = 5;
    constexpr double kFewest = 30;
    constexpr int kParts = 10;
    const double frame = values["frame"] / 1e9; // s
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("system-sleep");
    plan.period = Period::fromHertz(1 / frame).value();
    plan.frames = static_cast<std::int64_t>(std::ceil(std::max(kFewest, kSeconds / frame) / kParts));
    ExperimentPlan here;
    here.machine = machineChoice("here");
    BenchMachine machine(here, job, "audio");
    std::vector<std::int64_t> times;
    for (int part = 0; part < kParts && !job.cancelled(); ++part) {
        job.report(static_cast<double>(part) / kParts, "measuring frame times");
        const LoopResult loop = measureLoop(machine, plan, job);
        for (const FrameSample& sample : loop.frames) {
            if (sample.counts())
                times.push_back(sample.frameTime);
        }
    }
    if (times.empty()) // cancelled before the first
        return LabResult();
    return audioResult(values, times);
}

} // namespace

LabEntry audioLab() {
    return {
        .id = "audio",
        .name = "Audio and frame times",
        .question = "How much sound must be queued, and how late does that make it?",
        .idea = "The longest frame decides how much sound has to be queued. More than that only makes the "
                "sound late.",
        .article = "Article 4, sound that is queued, and an explosion",
        .minutes = 8,
        .knobs = {timeKnob("queued", "Queued", 1e6, 500e6, 30e6, "Each frame fills the queue up to this."),
                  timeKnob("frame", "Frame", 1e6, 100e6, 16e6, "How long the shortest frame takes."),
                  timeKnob("spread", "Spread", 0, 100e6, 0,
                           "A frame takes at random up to this much longer."),
                  countKnob(
                      "device_ms", "Device period, ms", 0, 50, 0,
                      "The device takes sound in blocks of this length; 0: it takes it when it plays it.")},
        .mainKnob = "queued",
        .marks = {{"queued", 16e6, "a frame of 16 ms"}, {"frame", 16.667e6, "60 Hz: 16.7 ms"}},
        .predict = {"How late is a new sound heard, on average?", "ms", 0, 60, 1},
        .rules = {{"At the end of each frame the program fills the queue of sound up to a mark; a new sound "
                   "starts "
                   "then. The device plays the queue meanwhile. When it is empty, there is silence.",
                   "work(frame);\n"
                   "queue.fillUpTo(queued);\n"
                   "// lag of a new sound: what is left in the queue"}},
        .run = runAudio,
        .teacher =
            {.goesWrong = "Many make the queue long, to be safe. That is safe against silence only: each "
                          "millisecond that is queued is a millisecond that a new sound waits.",
             .asks = "Frames take 16 ms, now and then 40 ms. How much sound has to be queued, and how late "
                     "is a new sound in a usual frame?",
             .answer = "40 ms, the longest frame. About 24 ms: what is left of the queue when it starts."},
        .gameKnob = "queued",
        .closing =
            {.asks = "A radio program decodes new sound every 20 ms, now and then only after 50 ms. To be "
                     "safe, somebody queues 200 ms. What does a listener notice who changes the station?",
             .choices =
                 {{"Silence now and then.",
                   "50 ms, the longest gap, are enough. With 200 ms there is never silence."},
                  {"The new station comes about 180 ms late; 50 ms queued would do.",
                   "Right: a new sound is heard after all that is queued. A queue longer than the longest "
                   "gap only makes it late."},
                  {"Nothing: what is queued has been decoded already.",
                   "What is queued is heard first: the old station, for as long as the queue lasts."}},
             .right = 1},
        .measure = measureAudio,
        .measureSeconds = 5,
        .measures = "the frame times",
        .measuredKnobs = {"queued", "frame", "device_ms"}};
}

} // namespace jitterscope
