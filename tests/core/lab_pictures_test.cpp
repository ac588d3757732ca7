// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <string>

namespace jitterscope::lab_pictures_test {

namespace {

struct Setting {
    const char* name;
    double value;
};

LabResult lab(std::string_view id, const std::vector<Setting>& settings = {}) {
    const LabEntry& entry = *findEntry(labCatalog(), id);
    ParameterValues values(entry.knobs);
    for (const Setting& setting : settings)
        values.set(setting.name, setting.value);
    return runLab(entry, values).value();
}

bool near(double value, double expected, double tolerance = 1e-6) {
    return std::abs(value - expected) <= tolerance;
}

Table tableOf(const LabResult& result, std::string_view id) {
    return result.table(id);
}

} // namespace

/// The tables that the labs' pictures are drawn from. Expected values were worked out by hand.
class LabPicturesTest : public QObject {
    Q_OBJECT

private slots:
    /// Six seconds of real time; in Python: t += frame; buffer += frame; n = int(buffer * 60);
    /// buffer -= n / 60; frame = max(1 / 60, n * 0.02); the rate is that of the frame being made at 5 s.
    void theWellIsWatchedForSixSeconds() {
        const LabResult result = lab("well");
        QVERIFY(near(result.answer, 1 / (43 * 0.02), 1e-6));
        const Table& frames = result.table("frames");
        double before = 0;
        for (std::size_t i = 0; i < frames.rows.size(); ++i) {
            const double at = frames.number(i, "at_s");
            QVERIFY(at < 6 && (at > before || frames.number(i, "frame") == 0));
            before = at;
            QVERIFY(near(frames.number(i, "rate_hz"), 1000 / frames.number(i, "frame_ms")));
            QVERIFY(frames.number(i, "game_s") <= at + 1e-9);
            QVERIFY(frames.number(i, "player_m") <= 5 * frames.number(i, "game_s") + 1e-9);
        }
        QCOMPARE(lab("well", {{"cost", 10e6}}).answer, 1000 / 16.666667);
    }

    /// 16 ms of frame, 10 ms of sound: 6 ms of silence in each frame, and none with enough.
    void audioTellsItsSilence() {
        const Table dry = tableOf(lab("audio", {{"queued", 10e6}}), "teeth");
        QCOMPARE(dry.rows.size(), std::size_t{12});
        for (std::size_t i = 0; i < dry.rows.size(); ++i) {
            QVERIFY(near(dry.number(i, "silence_ms"), 6) && near(dry.number(i, "left_ms"), 0));
            QVERIFY(near(dry.number(i, "start_ms"), 16.0 * static_cast<double>(i)));
        }
        const Table enough = tableOf(lab("audio"), "teeth");
        QVERIFY(near(enough.number(3, "silence_ms"), 0) && near(enough.number(3, "left_ms"), 14));
        // Blocks of 16 ms: the first is taken at once and leaves 4 ms, so 12 ms of the second are missing.
        const Table blocks = tableOf(lab("audio", {{"queued", 20e6}, {"device_ms", 16}}), "teeth");
        QVERIFY(near(blocks.number(0, "queued_ms"), 4) && near(blocks.number(0, "silence_ms"), 12));
    }

    void aSteppedClockSaysWhenItWasSet() {
        const LabResult result = lab("clocks", {{"step", -2e9}});
        QVERIFY(near(result.table("step").number(0, "at_ms"), 174.66667, 1e-4));
        QCOMPARE(result.table("step").number(0, "by_ms"), -2000.0);
        QCOMPARE(result.table("clocks").number(0, "set_with_time_of_day"), 1.0);
        QCOMPARE(result.table("clocks").number(1, "set_with_time_of_day"), 0.0);
        QVERIFY(result.line("wall").points[10].y > 2000 && result.line("wall").points[9].y < 17);
    }

    void xShowsAllItsSleeps() {
        for (const double kind : {0.0, 1.0, 2.0}) {
            const LabResult result = lab("x", {{"oversleep", kind}, {"x", 2}});
            const Table& columns = result.table("oversleeps");
            double sum = 0;
            double late = 0;
            const Table& yours = result.table("yours");
            for (std::size_t i = 0; i < columns.rows.size(); ++i) {
                sum += columns.number(i, "share_percent");
                if (columns.number(i, "to_us") > yours.number(0, "margin_us"))
                    late += columns.number(i, "share_percent");
            }
            QVERIFY(near(sum, 100));
            QVERIFY(late >= yours.number(0, "late_percent"));
            QVERIFY(near(yours.number(0, "margin_us"),
                         yours.number(0, "mean_us") + 2 * yours.number(0, "stddev_us")));
            QCOMPARE(yours.number(0, "late_percent"), result.answer);
        }
    }
};

JITTERSCOPE_TEST(LabPicturesTest)

} // namespace jitterscope::lab_pictures_test

#include "lab_pictures_test.moc"
