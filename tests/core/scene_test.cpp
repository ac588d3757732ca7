// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/picture/picture.h"
#include "core/scene/covered_cells.h"
#include "core/scene/rows.h"
#include "core/scene/scene.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace jitterscope::scene_test {

namespace {

/// A lab that has been run with its defaults, and its scene.
struct Played {
    explicit Played(const scene::Entry& entry)
        : lab(*findEntry(labCatalog(), entry.id)),
          values(lab.knobs),
          result(runLab(lab, values).value()),
          scene(entry.make(result, values)) {}

    /// Before the run, or at this share of it.
    [[nodiscard]] scene::View view(double share) const {
        scene::View view;
        std::tie(view.width, view.height) = scene->leastSize(false);
        view.answered = share >= 0;
        view.now = std::max(share, 0.0) * scene->duration();
        view.guess = (lab.predict.minimum + lab.predict.maximum) / 2;
        return view;
    }

    const LabEntry& lab;
    ParameterValues values;
    LabResult result;
    std::unique_ptr<scene::Scene> scene;
};

std::vector<TextShape> textsOf(const Picture& picture) {
    std::vector<TextShape> texts;
    for (const Shape& shape : picture.shapes) {
        if (const auto* text = std::get_if<TextShape>(&shape))
            texts.push_back(*text);
    }
    return texts;
}

bool says(const Picture& picture, std::string_view words) {
    return std::ranges::any_of(textsOf(picture), [words](const TextShape& text) {
        return text.text.find(words) != std::string::npos;
    });
}

} // namespace

/// What the pictures of labs are as values: no window, no display.
class SceneTest : public QObject {
    Q_OBJECT

    static void addScenes() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < scene::sceneCatalog().size(); ++i)
            QTest::newRow(scene::sceneCatalog()[i].id.data()) << static_cast<int>(i);
    }
    static const scene::Entry& entry() {
        QFETCH(int, index);
        return scene::sceneCatalog()[static_cast<std::size_t>(index)];
    }

private slots:
    /// Thirty seconds of drift are guessed in seconds, as their axis is labelled, and ten milliseconds in ms.
    void aGuessIsTypedAsItsAxisIsLabelled() {
        const scene::Entry& entry = *findEntry(scene::sceneCatalog(), "drift");
        const Played slow(entry);
        QVERIFY(slow.scene->guessUnit().name == "s" && slow.scene->guessUnit().size == 1e3);
        QVERIFY(says(slow.scene->show(slow.view(-1)).picture, "10 s"));
        ParameterValues quick = slow.values;
        quick.set("period", 1e6);
        quick.set("frames", 10);
        const LabResult result = runLab(slow.lab, quick).value();
        const auto scene = entry.make(result, quick);
        QVERIFY(scene->guessUnit().name == "ms" && scene->guessUnit().size == 1);
        for (const scene::Entry& each : scene::sceneCatalog()) {
            const Played played(each);
            if (each.id != "drift")
                QVERIFY2(played.scene->guessUnit().name == played.lab.predict.unit, each.id.data());
        }
    }

    /// Each judder stands beside its bar, in the row of its dot, wherever the guess is.
    void judderStandsInTheRowOfItsDot() {
        const Played played(*findEntry(scene::sceneCatalog(), "refresh"));
        for (const double guess : {0.0, 10.0, 37.5, 75.0, 150.0}) {
            scene::View view = played.view(1);
            view.guess = guess;
            const std::vector<TextShape> texts = textsOf(played.scene->show(view).picture);
            for (const auto& row : {std::pair("by actual time", "23.5 %"), {"at refresh times", "0 %"}}) {
                const auto name = std::ranges::find(texts, row.first, &TextShape::text);
                QVERIFY2(name != texts.end(), row.first);
                QVERIFY2(std::ranges::any_of(texts,
                                             [&](const TextShape& text) {
                                                 return text.text == row.second &&
                                                        std::abs(text.at.y - name->at.y) < 3 &&
                                                        text.at.x > name->at.x;
                                             }),
                         row.first);
            }
        }
    }

    void theSameViewIsTheSamePicture_data() { addScenes(); }
    void theSameViewIsTheSamePicture() {
        const Played played(entry());
        const Played again(entry());
        for (const double share : {-1.0, 0.0, 0.4, 1.0}) {
            const Picture picture = played.scene->show(played.view(share)).picture;
            QVERIFY(!picture.empty());
            QCOMPARE(svgText(picture), svgText(again.scene->show(again.view(share)).picture));
            QCOMPARE(picture.title, std::string(played.lab.name));
            QCOMPARE(picture.description, played.scene->describe(played.view(share)));
        }
        QVERIFY(svgText(played.scene->show(played.view(0.4)).picture) !=
                svgText(played.scene->show(played.view(1)).picture));
    }

    /// “Step” halts at each of them once, on the way to the end, wherever the knobs stand.
    void stopsLieInTheRunInOrder_data() { addScenes(); }
    void stopsLieInTheRunInOrder() {
        const scene::Entry& made = entry();
        const LabEntry& lab = *findEntry(labCatalog(), made.id);
        for (const ParameterInfo& knob : lab.knobs) {
            for (const double value : {knob.minimum, knob.standard, knob.maximum}) {
                ParameterValues values(lab.knobs);
                values.set(knob.name, value);
                const LabResult result = runLab(lab, values).value();
                const auto scene = made.make(result, values);
                double before = 0;
                for (const double stop : scene->stops()) {
                    QVERIFY2(stop - before >= 1e-12 && stop <= scene->duration(),
                             qPrintable(QStringLiteral("%1 %2: %3 after %4")
                                            .arg(knob.name.data())
                                            .arg(value)
                                            .arg(stop)
                                            .arg(before)));
                    before = stop;
                }
                QVERIFY(before > 0);
            }
        }
    }
    /// The long frames of a sleep: when it is due and awake, after each of its causes, and at the end. The
    /// causes that take no time add no stop, and the last one ends when it is awake.
    void aSleepHaltsAtEachOfItsCauses() {
        const auto& sleep = *std::ranges::find(scene::sceneCatalog(), "sleep", &scene::Entry::id);
        const Played played(sleep);
        const Table& timeline = played.result.table("timeline");
        std::size_t causes = 0;
        for (const char* cause : {"tick_us", "slack_us", "exit_us", "queue_us"})
            causes += timeline.number(0, cause) > 0 ? 1 : 0;
        QVERIFY(causes > 0);
        QCOMPARE(played.scene->stops().size(), causes + 2);
    }

    /// A column or a row that is missing is no number and no word.
    void aMissingCellIsNothing() {
        LabResult result;
        result.tables = {{"table", "", {{"value", "Value"}, {"word", "Word"}}, {{2.5, std::string("late")}}}};
        const scene::Row row = scene::rowOf(result, "table");
        QCOMPARE(row.number("value"), std::optional(2.5));
        QCOMPARE(row.word("word"), std::string("late"));
        QCOMPARE(row.number("absent"), std::optional<double>());
        QCOMPARE(row["absent"], 0.0);
        QCOMPARE(row.word("absent"), std::string());
        QCOMPARE(scene::rowOf(result, "table", 1).number("value"), std::optional<double>());
        QCOMPARE(scene::rowOf(result, "absent").word("word"), std::string());
    }

    /// Another answer, the same SVG, byte by byte.
    void nothingOfTheAnswerIsWrittenBeforeTheGuess_data() { addScenes(); }
    void nothingOfTheAnswerIsWrittenBeforeTheGuess() {
        const Played played(entry());
        LabResult other = played.result;
        other.answer = other.answer * 1.7 + 3;
        other.series.clear();
        for (Table& table : other.tables) {
            table.rows.resize((table.rows.size() + 1) / 2);
            for (auto& row : table.rows) {
                for (Cell& cell : row) {
                    if (auto* number = std::get_if<double>(&cell))
                        *number = *number * 1.7 + 3;
                }
            }
        }
        const auto otherScene = entry().make(other, played.values);
        scene::View view = played.view(-1);
        view.guess.reset();
        view.now = played.scene->duration() / 2;
        const scene::Shown shown = played.scene->show(view);
        view.now = otherScene->duration() / 2;
        const scene::Shown otherShown = otherScene->show(view);
        QCOMPARE(svgText(shown.picture), svgText(otherShown.picture));
        QVERIFY(says(shown.picture, "your guess: drag "));
        QCOMPARE(shown.hints.size(), otherShown.hints.size());
        for (std::size_t i = 0; i < shown.hints.size(); ++i)
            QCOMPARE(shown.hints[i].says, otherShown.hints[i].says);
    }

    /// Before the guess a turned knob is seen in the picture, and not only beside it.
    void aKnobIsAtWorkBeforeTheGuess_data() { addScenes(); }
    void aKnobIsAtWorkBeforeTheGuess() {
        // Which of each lab: the others would tell the answer, or show nothing by themselves.
        static const std::map<std::string_view, std::set<std::string_view>> kSeen{
            {"sleep", {"asked"}},
            {"estimator", {"wait", "start", "sleep"}},
            {"x", {"x", "promise"}},
            {"drift", {"policy", "work", "oversleep", "period", "frames"}},
            {"slots", {"rule", "spike", "every", "usual", "pictures", "period"}},
            {"refresh", {"shortest", "longest", "refresh"}},
            {"well", {"cost"}},
            {"audio", {"queued", "frame", "spread"}},
            {"melting", {"loop", "rate", "work"}},
            {"clocks", {"step"}}};
        const Played played(entry());
        const scene::View view = played.view(-1);
        const auto drawn = [&view](const scene::Scene& scene) {
            Picture picture = scene.show(view).picture;
            picture.description.clear(); // what is said of it is not seen
            return svgText(picture);
        };
        const std::string before = drawn(*played.scene);
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < played.lab.knobs.size(); ++i) {
            ParameterValues turned = played.values;
            const ParameterInfo& info = played.lab.knobs[i];
            turned.set(i, turned[i] == info.maximum ? info.minimum : info.maximum);
            const auto other = entry().make(played.result, turned);
            if (drawn(*other) != before)
                seen.insert(info.name);
        }
        for (const std::string_view knob : kSeen.at(played.lab.id))
            QVERIFY2(seen.contains(knob), knob.data());
    }

    /// Each sentence of the explanation points at a part that is there at that moment, inside the picture; in
    /// the window's and in a projector's size, at both ends of each knob.
    void sentencesPointAtTheirPart_data() { addScenes(); }
    void sentencesPointAtTheirPart() {
        const LabEntry& lab = *findEntry(labCatalog(), entry().id);
        std::vector<ParameterValues> settings{ParameterValues(lab.knobs)};
        for (std::size_t knob = 0; knob < lab.knobs.size(); ++knob) {
            for (const double end : {lab.knobs[knob].minimum, lab.knobs[knob].maximum}) {
                settings.push_back(settings.front());
                settings.back().set(knob, end);
            }
        }
        std::set<std::string> pointedAt;
        for (const ParameterValues& values : settings) {
            const LabResult result = runLab(lab, values).value();
            const auto made = entry().make(result, values);
            for (const bool large : {false, true}) {
                scene::View view;
                std::tie(view.width, view.height) = made->leastSize(large);
                if (large)
                    view.letters = view.letters.large();
                view.answered = true;
                view.now = made->duration();
                const scene::Shown shown = made->show(view);
                const std::string plain = svgText(shown.picture);
                for (const LabSentence& sentence : result.explanation) {
                    const auto part = std::ranges::find(shown.parts, sentence.part, &scene::Part::id);
                    QVERIFY2(part != shown.parts.end(), (sentence.part + ": " + sentence.text).c_str());
                    for (const Box& area : part->areas)
                        QVERIFY2(area.width() > 0 && area.height() > 0 && area.left >= -1 && area.top >= -1 &&
                                     area.right <= view.width + 1 && area.bottom <= view.height + 1,
                                 sentence.part.c_str());
                    view.lit = sentence.part;
                    QVERIFY(svgText(made->show(view).picture) != plain);
                    pointedAt.insert(sentence.part);
                }
            }
        }
        QVERIFY2(pointedAt.size() >= 3, lab.id.data());
    }

    void onlyAPartThatIsThereIsLitUp_data() { addScenes(); }
    void onlyAPartThatIsThereIsLitUp() {
        const Played played(entry());
        scene::View view = played.view(1);
        const std::string plain = svgText(played.scene->show(view).picture);
        view.lit = "no such part";
        QCOMPARE(svgText(played.scene->show(view).picture), plain);
    }

    /// With letters of any font: the ruler is an estimate, rather too large.
    void wordsStandInsideAndAreReadable_data() { addScenes(); }
    void wordsStandInsideAndAreReadable() {
        const Played played(entry());
        for (const double share : {-1.0, 0.5, 1.0}) {
            const scene::View view = played.view(share);
            const Picture picture = played.scene->show(view).picture;
            for (const TextShape& text : textsOf(picture)) {
                QVERIFY2(text.at.y > 0 && text.at.y <= view.height + 4, text.text.c_str());
                QVERIFY2(text.at.x >= 0 && text.at.x <= view.width + 1, text.text.c_str());
                QVERIFY2(text.text.find('%' + std::string("1")) == std::string::npos &&
                             text.text.find("nan") == std::string::npos,
                         text.text.c_str());
                QVERIFY(text.look.size >= 9);
            }
        }
    }

    void anEdgeStaysFree_data() { addScenes(); }
    void anEdgeStaysFree() {
        const Played played(entry());
        scene::View view = played.view(1);
        view.width += 80;
        view.height += 80;
        view.edge = 40;
        for (const TextShape& text : textsOf(played.scene->show(view).picture)) {
            QVERIFY2(text.at.x >= 39 && text.at.x <= view.width - 38, text.text.c_str());
            QVERIFY2(text.at.y >= 39 && text.at.y <= view.height - 34, text.text.c_str());
        }
    }

    /// The guess stands in the middle of its axis, and a printed sheet asks to draw it.
    void guessesHaveAnAxis_data() { addScenes(); }
    void guessesHaveAnAxis() {
        const Played played(entry());
        scene::View view = played.view(-1);
        const scene::GuessAxis axis = played.scene->show(view).axis;
        view.guess = (axis.low + axis.high) / 2;
        const scene::Shown shown = played.scene->show(view);
        const Point at = shown.axis.at(*view.guess);
        if (!shown.axis.log) {
            QVERIFY(std::abs(at.x - (shown.axis.least.x + shown.axis.most.x) / 2) < 1e-9);
            QVERIFY(std::abs(at.y - (shown.axis.least.y + shown.axis.most.y) / 2) < 1e-9);
        }
        QVERIFY(says(shown.picture, "you predict " + guessed(played.lab.predict, *view.guess)));
        view.guess.reset();
        view.paper = true;
        QVERIFY(says(played.scene->show(view).picture, "draw your guess"));
    }

    /// A class that agrees: each of sixty equal guesses is a dot, however little room there is.
    void everyVoteIsADot_data() { addScenes(); }
    void everyVoteIsADot() {
        const Played played(entry());
        scene::View view = played.view(-1);
        const scene::GuessAxis axis = played.scene->show(view).axis;
        const auto dots = [&] {
            return std::ranges::count_if(played.scene->show(view).picture.shapes, [](const Shape& shape) {
                const auto* dot = std::get_if<CircleShape>(&shape);
                return dot != nullptr && dot->ink == Ink::Violet;
            });
        };
        const auto before = dots();
        view.votes = std::vector<double>(60, axis.high);
        QCOMPARE(dots() - before, 60);
    }

    void largeLettersAreLarger_data() { addScenes(); }
    void largeLettersAreLarger() {
        const Played played(entry());
        scene::View view = played.view(1);
        std::tie(view.width, view.height) = played.scene->leastSize(true);
        const auto smallest = [&] {
            const auto texts = textsOf(played.scene->show(view).picture);
            return std::ranges::min_element(texts, {}, [](const TextShape& t) { return t.look.size; })
                ->look.size;
        };
        const double usual = smallest();
        view.letters = view.letters.large();
        QVERIFY(smallest() > 1.5 * usual);
    }

    /// The quick way to ask what lies under a place gives what the plain one does, also when a name was set.
    void bothWaysSeeTheSameUnderAPlace() {
        scene::Canvas canvas{scene::Letters()};
        canvas.picture.width = 300;
        canvas.picture.height = 200;
        canvas.picture.circle(80, 60, 25, Ink::First);
        canvas.picture.line(10, 10, 290, 180, {Ink::Text, 1, {}});
        canvas.box({150, 20, 240, 190}, {Ink::Late, Hatch::RisingLines});
        scene::CoveredCells room(canvas);
        for (const bool named : {false, true}) {
            double sum = 0;
            for (double top = -10; top < 220; top += 9.5) {
                for (double left = -20; left < 320; left += 13.7) {
                    const Box place = boxAt(left, top, 47, 13);
                    QCOMPARE(room.underOneOfMany(place), room.under(place));
                    sum += room.under(place);
                }
            }
            QVERIFY(sum > 0);
            QVERIFY(!named || room.underOneOfMany(boxAt(110, 102, 10, 5)) > 0);
            room.take(boxAt(100, 100, 60, 13));
        }
    }

    void numbersAreSaidAsInTheWindow() {
        QCOMPARE(said::duration(0), std::string("0 ns"));
        QCOMPARE(said::duration(55'000), std::string("55.0 µs"));
        QCOMPARE(said::duration(-1.06e6), std::string("−1.06 ms"));
        QCOMPARE(said::signedDuration(-1e9), std::string("−1.00 s"));
        QCOMPARE(said::timeText(0), std::string("0 ms"));
        QCOMPARE(said::percent(0.004), std::string("<0.01 %"));
        QCOMPARE(said::percent(5.06), std::string("5.1 %"));
        QCOMPARE(said::percent(100), std::string("100 %"));
        QCOMPARE(said::ppm(967'665), std::string("+967\u2009665 ppm"));
        QCOMPARE(said::count(-1'234'567), std::string("−1\u2009234\u2009567"));
        QCOMPARE(said::plain(-0.5, 2), std::string("−0.5"));
        QCOMPARE(said::say("%2 of %1, 5 %", {"a", "%1"}), std::string("%1 of a, 5 %"));
    }

    /// A line may end at a blank, and not at one of these.
    void numbersKeepTheirUnits() {
        QCOMPARE(said::unbroken("In 5 ms, 2.9 % of 60 Hz."),
                 std::string("In 5\u00a0ms, 2.9\u00a0% of 60\u00a0Hz."));
        QCOMPARE(said::unbroken("takes 1.02 s"), std::string("takes 1.02\u00a0s"));
        QCOMPARE(said::unbroken("(0.405 ms²)"), std::string("(0.405\u00a0ms²)"));
        QCOMPARE(said::unbroken(said::ppm(267'327)), std::string("+267\u202f327\u00a0ppm"));
        for (const char* plain : {"", "12 sleeps", "3 m2", "of ms", "X = 5 makes", "a % b", "24 hours"})
            QCOMPARE(said::unbroken(plain), std::string(plain));
    }

    /// What an axis does not reach stands at its end, with an arrow and its value.
    void aGuessBeyondItsAxisIsSaid_data() { addScenes(); }
    void aGuessBeyondItsAxisIsSaid() {
        const Played played(entry());
        for (const double share : {-1.0, 1.0}) {
            scene::View view = played.view(share);
            const scene::GuessAxis axis = played.scene->show(view).axis;
            const auto lines = [&] { // as a guess is drawn across its axis
                return std::ranges::count_if(played.scene->show(view).picture.shapes, [](const Shape& shape) {
                    const auto* line = std::get_if<LineShape>(&shape);
                    return line != nullptr && line->look.ink == Ink::Second && line->look.dashes == "4 2";
                });
            };
            view.guess = axis.high;
            QVERIFY(!says(played.scene->show(view).picture, "beyond this axis"));
            QCOMPARE(lines(), 1);
            view.guess = axis.high * 3 + 1;
            QVERIFY(says(played.scene->show(view).picture,
                         guessed(played.lab.predict, *view.guess) + ", beyond this axis"));
            QCOMPARE(lines(), 0); // it does not lie there
        }
    }
};

JITTERSCOPE_TEST(SceneTest)

} // namespace jitterscope::scene_test

#include "scene_test.moc"
