// SPDX-License-Identifier: MIT
// A part of a recording by its time: the figures are those of the rows that lie in it, counted here.
#include "core/files/read_csv.h"
#include "core/import/log_json.h"
#include "core/import/open_runs.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::parts_of_logs_test {

using namespace std::chrono_literals;

class PartsOfLogsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string written(const QByteArray& bytes, const char* name = "log.csv") const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        return file.fileName().toStdString();
    }
    static ImportOptions partFrom(std::optional<Nanoseconds> from, std::optional<Nanoseconds> to,
                                  const std::string& format = {}) {
        ImportOptions options;
        options.format = format;
        options.range = {from, to};
        return options;
    }

    /// 600 frames of 9 … 11 ms. Every seventh is dropped, every fifth has no latency.
    struct Row {
        double ms, gpu, latency;
        bool dropped;
    };
    static std::vector<Row> rows() {
        std::vector<Row> all;
        for (int i = 0; i < 600; ++i)
            all.push_back({9 + (i * 7 % 20) / 10.0, 5 + (i * 3 % 10) / 10.0, i % 5 == 0 ? 0.0 : 20.0 + i % 9,
                           i % 7 == 3});
        return all;
    }
    static QByteArray presents() {
        QByteArray text = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,"
                          "TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,"
                          "msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msGPUActive\n";
        double now = 0;
        for (const Row& row : rows()) {
            now += row.ms / 1000;
            text += "g.exe,1,0x1,DXGI,0,0," + QByteArray(row.dropped ? "1," : "0,") +
                    QByteArray::number(now, 'f', 6) + ",0.1," + QByteArray::number(row.ms, 'f', 4) +
                    ",0,Composed,1," + QByteArray::number(row.latency, 'f', 1) + "," +
                    QByteArray::number(row.ms, 'f', 4) + "," + QByteArray::number(row.gpu, 'f', 4) + "\n";
        }
        return text;
    }
    static QByteArray capture() {
        QByteArray times, dropped, gpu, latency;
        for (const Row& row : rows()) {
            const QByteArray between = times.isEmpty() ? "" : ",";
            times += between + QByteArray::number(row.ms, 'f', 4);
            dropped += between + (row.dropped ? "true" : "false");
            gpu += between + QByteArray::number(row.gpu, 'f', 4);
            latency += between + (row.latency > 0 ? QByteArray::number(row.latency, 'f', 1) : "null");
        }
        return "{\"Info\":{\"ProcessName\":\"g.exe\"},\"Runs\":[{\"CaptureData\":{\"MsBetweenPresents\":[" +
               times + "],\"Dropped\":[" + dropped + "],\"GpuActive\":[" + gpu + "],\"PcLatency\":[" +
               latency + "]}}]}";
    }
    static double figureOf(const ImportedRun& run, std::string_view id) {
        for (const LogFigure& figure : run.figures) {
            if (figure.entry->id == id)
                return figure.value;
        }
        return -1;
    }

private slots:
    void everyFigureIsOfThePart_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::newRow("PresentMon 1") << presents() << "p.csv";
        QTest::newRow("CapFrameX") << capture() << "c.json";
    }
    void everyFigureIsOfThePart() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        Result<ImportedLog> log = readLog(written(bytes, name.toUtf8().constData()), partFrom(1500ms, 4s));
        QVERIFY2(log.ok(), log.ok() ? "" : log.error().message().c_str());
        addGameFigures(log.value());
        double now = 0, sum = 0, gpu = 0, latency = 0;
        int frames = 0, dropped = 0, withLatency = 0, before = 0;
        for (const Row& row : rows()) {
            const bool in = now >= 1500 - 1e-9 && now < 4000 - 1e-9;
            if (in) {
                ++frames;
                sum += row.ms;
                gpu += row.gpu;
                dropped += row.dropped ? 1 : 0;
                latency += row.latency;
                withLatency += row.latency > 0 ? 1 : 0;
            }
            before += in ? 0 : 1;
            now += row.ms;
        }
        const ImportedRun& run = log.value().runs.at(0);
        QCOMPARE(run.summary.count, frames);
        QVERIFY(std::abs(run.summary.mean.value() - 1e6 * sum / frames) < 1);
        QVERIFY(std::abs(run.rateHz.value() - 1000 * frames / sum) < 1e-3);
        QCOMPARE(run.notDisplayed.value(), dropped);
        QVERIFY(std::abs(figureOf(run, "gpu_busy.mean") - 1e6 * gpu / frames) < 1);
        QVERIFY(std::abs(figureOf(run, "latency.mean") - 1e6 * latency / withLatency) < 1);
        QCOMPARE(figureOf(run, "dropped.fraction"), static_cast<double>(dropped) / frames);
        QCOMPARE(run.taken->leftOut, before);
        QVERIFY(std::abs(run.taken->whole - 1e6 * now) < 1000);
        // As a run to compare, and in JSON.
        const nlohmann::json json = nlohmann::json::parse(filesJson({log.value()}));
        QCOMPARE(json["files"][0]["runs"][0]["part"]["from_ns"].get<std::int64_t>(), 1'500'000'000);
        QCOMPARE(json["files"][0]["runs"][0]["part"]["frames_left_out"].get<int>(), before);
        const ComparedRun compared = comparedRuns(std::move(log).value()).front();
        QCOMPARE(compared.frames, frames);
        QCOMPARE(compared.taken->leftOut, before);
    }

    void aSampledLogIsCutByItsClock() {
        QByteArray text = "Date,Time,\"Frame Time [ms]\"\n"; // a row every two seconds
        for (int i = 0; i < 60; ++i)
            text += QByteArray("25.10.2025,10:") + QByteArray::number(10 + i * 2 / 60) + ":" +
                    QByteArray::number(i * 2 % 60).rightJustified(2, '0') + ".5," +
                    QByteArray::number(8 + i % 3) + "\n";
        const Result<ImportedLog> log = readLog(written(text), partFrom(20s, 40s));
        QVERIFY2(log.ok(), log.ok() ? "" : log.error().message().c_str());
        QCOMPARE(log.value().runs[0].samples.size(), std::size_t{10}); // rows 10 … 19
        QCOMPARE(log.value().runs[0].samples.front(), (8 + 10 % 3) * 1'000'000);
    }

    void whatHasNoTimeIsRefused() {
        const auto refusal = [&](const QByteArray& bytes, const char* name) {
            const Result<ImportedLog> log = readLog(written(bytes, name), partFrom(1s, {}));
            return log ? QByteArray("read") : QByteArray::fromStdString(log.error().message());
        };
        QVERIFY(refusal("# Histogram\n000001 000300\n000002 000010\n# Total: 000000310\n"
                        "# Max Latencies: 00002\n# Histogram Overflows: 00000\n",
                        "h.txt")
                    .contains("does not say when"));
        QVERIFY(
            refusal("load_ms\n1\n2\n3\n2\n", "d.csv").contains("does not say when")); // durations, no clock
        QVERIFY(refusal("frametime_ms\n16\n17\n18\n", "f.csv").contains("no frame in that part"));
    }

    void aSlowBeginningIsProposedAndKept() {
        QByteArray text = "frametime_ms\n";
        for (int i = 0; i < 15; ++i)
            text += "200\n";
        for (int i = 0; i < 1200; ++i)
            text += "16\n";
        const Result<ImportedLog> all = readLog(written(text));
        QVERIFY(all.ok());
        QCOMPARE(all.value().runs[0].samples.size(), std::size_t{1215}); // nothing is cut silently
        QCOMPARE(all.value().warnings.size(), std::size_t{1});
        QVERIFY(QByteArray::fromStdString(all.value().warnings[0]).contains("--from 3s"));
        const Result<ImportedLog> part = readLog(written(text), partFrom(3s, {}));
        QVERIFY(part.ok() && part.value().warnings.empty());
        QCOMPARE(part.value().runs[0].summary.max.value(), 16e6);
    }

    /// Samples of this program: for summarize by their rows, for compare by their columns.
    void ownFilesAreCutAlike() {
        const std::string path = JITTERSCOPE_OLDER "/samples.csv";
        Result<RecordedRun> recorded = readSamplesCsv(path);
        QVERIFY2(recorded.ok(), recorded.ok() ? "" : recorded.error().message().c_str());
        std::vector<std::int64_t> lateness;
        double now = 0;
        for (const FrameSample& frame : recorded.value().frames) {
            if (!frame.counts() || frame.stretch != recorded.value().stretches[0].index)
                continue;
            if (now >= 0.1e9 && now < 0.3e9)
                lateness.push_back(frame.lateness());
            now += static_cast<double>(frame.frameTime);
        }
        QVERIFY(now > 0.3e9 && !lateness.empty());
        const Result<Done> kept = keepPart(recorded.value(), {100ms, 300ms});
        QVERIFY2(kept.ok(), kept.ok() ? "" : kept.error().message().c_str());
        const RecordedStretch& stretch = recorded.value().stretches.front();
        QCOMPARE(stretch.metrics.frames, std::ssize(lateness));
        QCOMPARE(stretch.metrics.lateness.max.value(), static_cast<double>(std::ranges::max(lateness)));
        const auto runs = openRuns(path, partFrom(100ms, 300ms));
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message().c_str());
        QCOMPARE(runs.value().front().columns->lateness, lateness);
        QCOMPARE(runs.value().front().taken->leftOut, stretch.taken->leftOut);
        QCOMPARE(keepPart(recorded.value(), {1h, {}}).error().code, ErrorCode::Usage);
    }
};

JITTERSCOPE_TEST(PartsOfLogsTest)

} // namespace jitterscope::parts_of_logs_test

#include "parts_of_logs_test.moc"
