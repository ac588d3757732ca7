// SPDX-License-Identifier: MIT
#include "core/lab/challenge.h"
#include "core/lab/lab_support.h"
#include "core/scene/game.h"
#include "tests/core/lab_figures.h"
#include "tests/support/cpu_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::lab_game_test {

using namespace scene;

namespace {

struct Played {
    LabResult result;
    Game game;
};

Played play(std::string_view lab, const std::vector<std::pair<std::string_view, double>>& turned = {}) {
    const LabEntry& entry = *findEntry(labCatalog(), lab);
    ParameterValues knobs(entry.knobs);
    for (const auto& [name, value] : turned)
        knobs.set(name, value);
    LabResult result = runLab(entry, knobs).value();
    Game game = gameOf(lab, result, knobs);
    return {std::move(result), std::move(game)};
}

/// How far the game on the screen is behind at the end, s.
double behind(const Game& game) {
    return game.frames.back().shown - game.frames.back().place;
}

std::string textsOf(const Picture& picture) {
    std::string all = picture.title + " " + picture.description;
    for (const Shape& shape : picture.shapes) {
        if (const auto* text = std::get_if<TextShape>(&shape))
            all += " " + text->text;
    }
    return all;
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

} // namespace

/// The game in each lab: what is seen follows from the lab's own numbers, and tells none of them.
class LabGameTest : public QObject {
    Q_OBJECT

private slots:
    void everyLabHasAGameWhateverItsKnobsSay() {
        for (const LabEntry& entry : labCatalog()) {
            for (std::size_t knob = 0; knob < entry.knobs.size(); ++knob) {
                for (const double value :
                     {entry.knobs[knob].minimum, entry.knobs[knob].standard, entry.knobs[knob].maximum}) {
                    const auto [result, game] = play(entry.id, {{entry.knobs[knob].name, value}});
                    const QString where = QString::fromUtf8(entry.id.data()) + QLatin1Char(' ') +
                                          QString::fromUtf8(entry.knobs[knob].name.data());
                    QVERIFY2(!game.frames.empty() && !game.says.empty(), qPrintable(where));
                    QVERIFY2(std::ranges::is_sorted(game.frames, {}, &GameFrame::shown), qPrintable(where));
                    QVERIFY2(game.period > 0 && game.pace > 0 && game.pace <= 1, qPrintable(where));
                    QVERIFY2(game.duration() / game.pace > 3.999, qPrintable(where)); // s on the screen
                    for (const GameFrame& frame : game.frames)
                        QVERIFY2(std::isfinite(frame.shown) && std::isfinite(frame.place) && frame.spins >= 0,
                                 qPrintable(where));
                }
            }
        }
    }

    /// Who turns the knob that the lab is about sees another game.
    void theMainKnobTurnsTheGame() {
        const auto same = [](const Game& a, const Game& b) {
            return std::ranges::equal(a.frames, b.frames, [](const GameFrame& x, const GameFrame& y) {
                return x.shown == y.shown && x.place == y.place && x.spins == y.spins && x.heard == y.heard;
            });
        };
        for (const LabEntry& entry : labCatalog()) {
            const auto index = static_cast<std::size_t>(parameterIndex(entry.knobs, entry.mainKnob));
            const ParameterInfo& knob = entry.knobs[index];
            const double other = knob.standard == knob.maximum ? knob.minimum : knob.maximum;
            QVERIFY2(!same(play(entry.id).game, play(entry.id, {{knob.name, other}}).game), entry.id.data());
        }
    }

    /// What is left after one cure has another, and the cured game goes as the first one does.
    void theCureIsTheWholeAdvice() {
        const LabEntry& well = *findEntry(labCatalog(), "well");
        const auto plainLoop = play("well");
        const Game slow = curedGame(well, plainLoop.result, ParameterValues(well.knobs));
        QVERIFY2(slow.frames.size() > 20, qPrintable(QString::number(slow.frames.size())));
        QVERIFY(near(slow.pace, plainLoop.game.pace));
        const LabEntry& sleep = *findEntry(labCatalog(), "sleep");
        ParameterValues knobs(sleep.knobs);
        knobs.set("slack", 5e6);
        knobs.set("load", 50);
        const LabResult late = runLab(sleep, knobs).value();
        const double before = behind(gameOf("sleep", late, knobs));
        const double after = behind(curedGame(sleep, late, knobs));
        QVERIFY2(after < 0.1 * before, qPrintable(QString("%1 of %2").arg(after).arg(before)));
    }

    /// The challenge's game at a moment: the runner begins where he was, and the time of the game is that of
    /// the minute, less its beginning.
    void theMinuteIsAGameToo() {
        for (std::uint64_t seed = 1; seed <= kChallengeMachines; ++seed) {
            const ChallengeResult result = runChallenge(challengeAdvised(), seed).value();
            for (const ChallengeMoment& moment : result.moments) {
                const Game game = gameAt(result, moment);
                QVERIFY(!game.frames.empty() && game.says.starts_with(moment.says));
                QVERIFY(game.duration() <= moment.to - moment.from + 3 * game.period);
                QVERIFY(game.pace > 0 && game.pace <= 1);
                const double begin = std::floor(moment.from / game.period) * game.period;
                const auto shown =
                    std::ranges::upper_bound(result.pictures, moment.to, {}, &ChallengeFrame::shown);
                const ChallengeFrame& last = *std::prev(shown);
                if (moment.film) // how the film ends; what was lost before is seen there alone
                    QVERIFY(near(game.frames.back().place, last.film - begin));
                else
                    QVERIFY(game.frames.back().place > last.place - begin - 1e-9);
                QVERIFY(
                    !gamePicture("The challenge", game, View{.now = 0.6 * game.duration()}).picture.empty());
            }
        }
    }

    /// A picture is made sixty times a second, however short the period is: here the run has millions of
    /// them.
    void aPictureIsMadeQuickly() {
        const LabEntry& sleep = *findEntry(labCatalog(), "sleep");
        const Game game = play("sleep", {{"asked", 0}, {"tick", 100e6}}).game;
        QVERIFY(game.duration() / game.period > 1e6);
        const double took = leastCpuMillisecondsOf(3, [&] {
            QVERIFY(!gamePicture(sleep.name, game, View{.now = 0.7 * game.duration()}).picture.empty());
        });
        QVERIFY2(took < 10, qPrintable(QString::number(took)));
    }

    /// The answer is guessed after the game.
    void noPictureTellsTheAnswer() {
        for (const LabEntry& entry : labCatalog()) {
            const auto [result, game] = play(entry.id);
            const std::string answer = guessed(entry.predict, result.answer);
            for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
                for (const bool calm : {false, true}) {
                    const View view{.now = share * game.duration(), .calm = calm};
                    const Shown shown = gamePicture(entry.name, game, view);
                    const std::string texts = lab_figures::plainText(textsOf(shown.picture));
                    QVERIFY2(texts.find(answer) == std::string::npos, entry.id.data());
                    QVERIFY(!shown.picture.empty() && shown.hints.size() == 1);
                }
            }
        }
    }

    /// 180, 90 and 20 ms of work in slots of 100 ms, sleeps 0.1 ms too long: start times by hand.
    void driftIsThatOfTheArticlesLoop() {
        const Game game = play("drift").game;
        const double starts[] = {0, 0.180, 0.2801, 0.3802, 0.5602, 0.6603};
        for (std::size_t i = 0; i < std::size(starts); ++i) {
            QVERIFY2(near(game.frames[i].shown, starts[i]),
                     qPrintable(QString::number(game.frames[i].shown, 'f', 5)));
            QVERIFY(near(game.frames[i].place, 0.1 * static_cast<double>(i)));
        }
        QVERIFY(behind(game) > 1);
        QVERIFY(behind(play("drift", {{"policy", 5}}).game) < 0.1); // measured-accumulator
    }

    /// Each sleep of 1 ms takes 50 µs of slack and 25 µs of the processor's way out of idle more.
    void sleepsAddUp() {
        const Game game = play("sleep").game;
        for (std::size_t i = 0; i < game.frames.size(); ++i) {
            QVERIFY(near(game.frames[i].shown, 1.075e-3 * static_cast<double>(i + 1)));
            QVERIFY(near(game.frames[i].place, 1e-3 * static_cast<double>(i + 1)));
        }
        QVERIFY(behind(play("sleep", {{"slack", 1}}).game) < behind(game) / 2);
    }

    /// In 3.4 ms it naps twice for 1.1 ms and spins for the rest; with a start of 5 ms it never naps.
    void theEstimatorSpins() {
        for (const GameFrame& frame : play("estimator").game.frames)
            QVERIFY(near(frame.spins, 1.2e-3));
        for (const GameFrame& frame : play("estimator", {{"start", 5e6}}).game.frames)
            QVERIFY(near(frame.spins, 3.4e-3));
    }

    /// As many steps are late as the lab counts, to a step.
    void stepsAreAsLateAsTheMarginLetsThem() {
        for (const double x : {0.0, 1.0, 5.0, 20.0}) {
            const auto [result, game] = play("x", {{"x", x}});
            const auto late = std::ranges::count_if(
                game.frames, [](const GameFrame& frame) { return frame.shown > frame.place + 1e-12; });
            QCOMPARE(std::ranges::count_if(game.frames, &GameFrame::late), late);
            const double expected = result.answer / 100 * static_cast<double>(game.frames.size());
            QVERIFY2(std::abs(static_cast<double>(late) - expected) <= 1,
                     qPrintable(QStringLiteral("X %1: %2 for %3").arg(x).arg(late).arg(expected)));
        }
    }

    /// One frame in five works for 2.5 slots: drop-and-rest gives two of them up.
    void whoCountsHisCallsFallsBehind() {
        const auto [result, game] = play("slots");
        QVERIFY(near(game.frames.back().shown - game.frames.back().place, result.answer / 1e3));
        QVERIFY(near(behind(play("slots", {{"every", 0}}).game), 0));
    }

    void theDotIsSeenAtRefreshes() {
        const Game game = play("refresh").game;
        for (const GameFrame& frame : game.frames) {
            const double refreshes = frame.shown * 60;
            QVERIFY(std::abs(refreshes - std::round(refreshes)) < 1e-6);
            QVERIFY(frame.place < frame.shown); // drawn before it is seen
        }
    }

    /// An update of 20 ms simulates 16.7 ms.
    void theWellGrows() {
        const Game slow = play("well").game;
        QVERIFY(behind(slow) > 0.5);
        QVERIFY(behind(play("well", {{"cost", 5e6}}).game) < 0.1);
    }

    void soundIsHeardWhenTheQueueHasRun() {
        for (const GameFrame& frame : play("audio").game.frames)
            QVERIFY(near(*frame.heard - frame.shown, 0.014) &&
                    frame.silence == 0); // 30 ms queued, 16 ms of frame
        for (const GameFrame& frame : play("audio", {{"queued", 6e6}}).game.frames)
            QVERIFY(near(frame.silence, 0.010)); // it is dry after 6 ms
    }

    void meltingBurnsWhatItSpins() {
        const Game spin = play("melting", {{"loop", 1}}).game;
        QVERIFY(spin.frames.back().spins > 0.95 / 60);
        QVERIFY(play("melting", {{"loop", 4}}).game.frames.back().spins < 0.2 / 60); // sleep-most
    }

    /// Set back by a second in the middle: that frame lasts a second longer.
    void theClockThatIsSetHoldsTheGame() {
        const auto longest = [](const Game& game) {
            double most = 0;
            for (std::size_t i = 1; i < game.frames.size(); ++i)
                most = std::max(most, game.frames[i].shown - game.frames[i - 1].shown);
            return most;
        };
        QVERIFY(std::abs(longest(play("clocks").game) - 1.016666675) < 1e-6);
        QVERIFY(std::abs(longest(play("clocks", {{"clock", 1}}).game) - 0.016666675) < 1e-6); // monotonic
    }

    /// What the lab advises is seen to help: the runner is less behind, spins less, or steps more evenly.
    void theCureIsSeen() {
        const auto cured = [](std::string_view lab,
                              const std::vector<std::pair<std::string_view, double>>& turned = {}) {
            const LabEntry& entry = *findEntry(labCatalog(), lab);
            ParameterValues knobs(entry.knobs);
            for (const auto& [name, value] : turned)
                knobs.set(name, value);
            return curedGame(entry, runLab(entry, knobs).value(), knobs);
        };
        const auto spun = [](const Game& game) {
            double all = 0;
            for (const GameFrame& frame : game.frames)
                all += frame.spins;
            return all / game.duration();
        };
        const auto unevenness = [](const Game& game) { // of the steps, on the screen
            double most = 0;
            for (std::size_t i = 2; i < game.frames.size(); ++i)
                most = std::max(
                    most, std::abs((game.frames[i].place - game.frames[i - 1].place) / game.period - 1));
            return most;
        };
        for (const LabEntry& entry : labCatalog()) {
            QVERIFY(cured(entry.id).cured);
            QVERIFY(cured(entry.id).says.starts_with("With what this lab advises."));
        }
        for (const char* lab : {"sleep", "drift", "slots", "well", "clocks"})
            QVERIFY2(behind(cured(lab)) < behind(play(lab).game), lab);
        QVERIFY(behind(cured("sleep", {{"tick", 15.6e6}})) < behind(play("sleep", {{"tick", 15.6e6}}).game));
        QVERIFY(spun(cured("estimator")) < spun(play("estimator").game));
        QVERIFY(spun(cured("melting", {{"loop", 1}})) < spun(play("melting", {{"loop", 1}}).game));
        QVERIFY(unevenness(cured("refresh")) < unevenness(play("refresh").game));
        const auto late = [](const Game& game) {
            return std::ranges::count_if(
                game.frames, [](const GameFrame& frame) { return frame.shown > frame.place + 1e-12; });
        };
        QVERIFY(late(cured("x")) < late(play("x").game));
        const Game sound = cured("audio");
        QVERIFY(*sound.frames[1].heard - sound.frames[1].shown < 0.001); // queued as long as a frame
    }

    /// Each lab teaches a choice of the challenge, and each choice is taught.
    void everyChoiceOfTheGameIsTaught() {
        std::vector<std::string_view> taught;
        for (const LabEntry& entry : labCatalog()) {
            QVERIFY2(parameterIndex(challengeKnobs(), entry.gameKnob) >= 0, entry.id.data());
            taught.push_back(entry.gameKnob);
        }
        for (const ParameterInfo& knob : challengeKnobs())
            QVERIFY2(std::ranges::find(taught, knob.name) != taught.end(), knob.name.data());
    }

    void teachersFindWhatTheyNeed() {
        for (const LabEntry& entry : labCatalog()) {
            for (const std::string_view text :
                 {entry.teacher.goesWrong, entry.teacher.asks, entry.teacher.answer})
                QVERIFY2(text.size() > 40, entry.id.data());
            QVERIFY2(entry.closing.asks != entry.teacher.asks, entry.id.data());
        }
    }
};

JITTERSCOPE_TEST(LabGameTest)

} // namespace jitterscope::lab_game_test

#include "lab_game_test.moc"
