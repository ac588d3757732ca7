// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labs/labs.h"
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/sensed.h"
#include "ui/theme/theme.h"

#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace jitterscope::lab_sensed_test {

using namespace jitterscope::ui;

namespace {

template <typename Sensed>
Sensed* explained(LabsFixture& f, const char* id) {
    f.open(QString::fromLatin1(id));
    f.work().setGuess(LabsFixture::someGuess(f.work().entry()));
    (void)f.work().run();
    (void)f.work().explain();
    return f.page.current()->findChild<Sensed*>();
}

} // namespace

/// What one sees move, presses and hears in a lab: nothing begins by itself, and all of it rests when hidden.
class LabSensedTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    /// The dots stand where the lab has them at each refresh, and begin again.
    void dotsAreWhereTheLabHasThem() {
        LabResult result;
        result.series = {{"actual", "", "", "", {{1, 0}, {2, 5}, {3, 10}, {4, 30}}},
                         {"on-refreshes", "", "", "", {{1, 0}, {2, 10}, {3, 20}, {4, 30}}}};
        const DotTrack track(result, 100);
        QCOMPARE(track.lasts(), 0.04);
        QCOMPARE(track.shareAt(0, 0), 0.0);
        QCOMPARE(track.shareAt(0, 0.010), 5.0 / 30);
        QCOMPARE(track.shareAt(1, 0.019), 10.0 / 30); // it stays until the next refresh
        QCOMPARE(track.shareAt(1, 0.020), 20.0 / 30);
        QCOMPARE(track.shareAt(1, 0.050), 10.0 / 30); // again
        QCOMPARE(DotTrack(LabResult(), 60).shareAt(0, 1), 0.0);
    }

    void dotsMoveOnlyWhenTheyArePlayedAndSeen() {
        LabsFixture f;
        auto* const dots = explained<MovingDots>(f, "refresh");
        QVERIFY(dots != nullptr && !dots->moving());
        auto* const play = dots->findChild<QPushButton*>("lab_dots_play");
        play->click();
        QVERIFY(dots->moving());
        auto* const lanes = dots->findChild<QWidget*>("lab_dots");
        const QImage first = lanes->grab().toImage();
        QTRY_VERIFY(lanes->grab().toImage() != first);
        f.work().showRun(); // the explanation goes
        QVERIFY(!dots->moving());
        QVERIFY(dots->findChild<QLabel*>("lab_dots_says")->text().contains(QStringLiteral("Round: ")));
    }

    void theLampIsSeenWhenItsPictureIsFinished() {
        LabsFixture f;
        auto* const press = explained<PressWhenSeen>(f, "well");
        QVERIFY(press != nullptr);
        auto* const button = press->findChild<QPushButton*>("lab_press_button");
        auto* const says = press->findChild<QLabel*>("lab_press_says");
        QTest::mousePress(button, Qt::LeftButton);
        QVERIFY(press->waiting() && !press->seen());
        QTest::mouseRelease(button, Qt::LeftButton);
        QTest::mousePress(button, Qt::LeftButton);
        QVERIFY(says->text().startsWith(QStringLiteral("Too early")) && !press->waiting());
        QTest::mouseRelease(button, Qt::LeftButton);
        f.work().turn("cost", 10e6, false); // a short delay
        QSignalSpy shown(press, &PressWhenSeen::shown);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(press->seen());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY2(says->text().contains(unbroken(QStringLiteral("16.67 ms of it"))), qPrintable(says->text()));
        f.page.current()->stage().setFocus(); // the key that the button names works wherever the keyboard is
        f.key(Qt::Key_B);
        QVERIFY(press->waiting());
        f.work().showRun();
        QVERIFY(!press->waiting());
    }

    /// What is heard is what the picture shows: a tone, and silence of the length that it has.
    void silenceIsHeardAsLongAsItIs() {
        const LabEntry& audio = *findEntry(labCatalog(), "audio");
        const auto silentShare = [&audio](double queued) {
            ParameterValues knobs(audio.knobs);
            knobs.set("queued", queued);
            const QByteArray sound = soundOf(runLab(audio, knobs).value(), 1);
            const auto* const samples = reinterpret_cast<const std::int16_t*>(sound.constData());
            const qsizetype count = sound.size() / 2;
            qsizetype silent = 0;
            for (qsizetype i = 4; i < count; ++i) // a tone is never near 0 for five samples
                silent +=
                    std::all_of(samples + i - 4, samples + i + 1, [](int s) { return std::abs(s) < 60; });
            return static_cast<double>(silent) / static_cast<double>(count);
        };
        QCOMPARE(soundOf(runLab(audio, ParameterValues(audio.knobs)).value(), 0.5).size(), 48'000);
        QVERIFY(silentShare(30e6) < 0.002);
        const double half = silentShare(8e6); // frames of 16 ms
        QVERIFY2(half > 0.35 && half < 0.55, qPrintable(QString::number(half)));
        QVERIFY(soundOf(LabResult(), 1).isEmpty());
    }

    /// It is off until it is asked for, and says so where it cannot be.
    void soundIsOffByItself() {
        LabsFixture f;
        auto* const hear = explained<HearIt>(f, "audio");
        QVERIFY(hear != nullptr);
        auto* const play = hear->findChild<QPushButton*>("lab_hear_play");
        QVERIFY(!play->isChecked());
        QCOMPARE(play->isEnabled(), LabSound::isBuiltIn());
        QVERIFY(LabSound::isBuiltIn() ||
                hear->findChild<QLabel*>("lab_hear_says")->text().contains(QStringLiteral("without")));
    }

    /// Golden values: article 3's accumulator in exact fractions (Python, fractions.Fraction).
    void theDelayIsThatOfThePlainLoop() {
        const LabEntry& well = *findEntry(labCatalog(), "well");
        const auto after = [&well](double cost) {
            ParameterValues knobs(well.knobs);
            knobs.set("cost", cost);
            return wellSeenAfter(runLab(well, knobs).value(), 2.5);
        };
        QVERIFY(std::abs(*after(10e6) - 1.0 / 60) < 1e-6);
        QVERIFY(std::abs(*after(20e6) - kSeenAt20) < 1e-6);
        QVERIFY(!after(100e6)); // its picture is not finished within the run
    }

private:
    static constexpr double kSeenAt20 = 1.0366666666666666; // s
};

JITTERSCOPE_TEST(LabSensedTest)

} // namespace jitterscope::lab_sensed_test

#include "lab_sensed_test.moc"
