// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "core/scene/glossary.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>
#include <string>

namespace jitterscope::glossary_test {

/// The words that labs use and nobody has to know.
class GlossaryTest : public QObject {
    Q_OBJECT

private slots:
    void eachWordHasASentenceAndAPicture() {
        std::set<std::string_view> ids;
        for (const scene::Word& word : scene::glossary()) {
            QVERIFY(ids.insert(word.id).second);
            QVERIFY2(word.means.ends_with('.') && word.means.size() < 160 && !word.forms.empty(),
                     word.id.data());
            const Picture picture = scene::pictureOf(word, 280, 62, {});
            QVERIFY2(picture.shapes.size() >= 2 && picture.description == word.means, word.id.data());
            for (const Shape& shape : picture.shapes) {
                const auto* text = std::get_if<TextShape>(&shape);
                QVERIFY2(text == nullptr || roomFor(text->text, text->look) <= 280, word.id.data());
            }
        }
        for (const char* asked : {"spin", "sigma", "quantile", "bound", "backlog", "hitch", "ppm", "slack",
                                  "tick", "lag", "jitter"})
            QVERIFY2(ids.contains(asked), asked);
    }

    void wordsAreFoundOnceAndWhole() {
        const std::string text = "It spins, spins and slackens; its slack is σ.";
        const std::vector<scene::Found> found = scene::wordsIn(text);
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(text.substr(found[0].at, found[0].length), std::string("spins"));
        QCOMPARE(found[0].at, std::size_t{3});
        QCOMPARE(text.substr(found[1].at, found[1].length), std::string("slack")); // not in slackens
        QCOMPARE(found[1].at, text.rfind("slack"));
        QCOMPARE(found[2].word->id, std::string_view("sigma"));
        QCOMPARE(scene::wordsIn("5\u00a0ppm\u00a0slow").size(), std::size_t{1}); // a blank that keeps a unit
        QVERIFY(scene::wordsIn("Nothing to explain.").empty());
    }

    /// Who meets a word in a lab can ask for it.
    void theLabsUseThem() {
        std::set<std::string_view> used;
        for (const LabEntry& entry : labCatalog()) {
            const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
            for (const LabSentence& sentence : result.explanation) {
                for (const scene::Found& found : scene::wordsIn(sentence.text))
                    used.insert(found.word->id);
            }
        }
        for (const char* word : {"spin", "sigma", "quantile", "bound", "backlog", "ppm", "slack", "tick",
                                 "lag", "judder", "margin", "welford"})
            QVERIFY2(used.contains(word), word);
    }
};

JITTERSCOPE_TEST(GlossaryTest)

} // namespace jitterscope::glossary_test

#include "glossary_test.moc"
