// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <set>

using namespace jitterscope;

namespace {

bool finite(const LabResult& result) {
    bool good = std::isfinite(result.answer);
    for (const Table& table : result.tables) {
        for (const auto& row : table.rows) {
            good = good && row.size() == table.columns.size();
            for (const Cell& cell : row)
                good =
                    good && (!std::holds_alternative<double>(cell) || std::isfinite(std::get<double>(cell)));
        }
    }
    for (const LabSeries& line : result.series) {
        for (const LabPoint& point : line.points)
            good = good && std::isfinite(point.x) && std::isfinite(point.y);
    }
    return good;
}

void checkExplanation(const LabResult& result) {
    QVERIFY(result.explanation.size() >= 3 && result.explanation.size() <= 6);
    for (const std::string& sentence : result.explanation) {
        QVERIFY2(sentence.ends_with('.'), sentence.c_str());
        QVERIFY2(sentence.find("nan") == std::string::npos && sentence.find("inf ") == std::string::npos,
                 sentence.c_str());
    }
    QVERIFY(result.explanation.back().starts_with("In your own code: "));
    QVERIFY(result.headline.ends_with('.'));
}

std::string allText(const LabResult& result) {
    std::string text = result.headline;
    for (const std::string& sentence : result.explanation)
        text += "\n" + sentence;
    return text;
}

} // namespace

/// What every lab promises, at its defaults and at both ends of each knob.
class LabContractTest : public QObject {
    Q_OBJECT

    static void addLabs() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog())
            QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
    }
    static const LabEntry& entryOf(const QString& id) { return *findEntry(labCatalog(), id.toStdString()); }

private slots:
    void idsAreUnique() {
        std::set<std::string_view> ids;
        for (const LabEntry& entry : labCatalog())
            QVERIFY(ids.insert(entry.id).second);
        QVERIFY(!ids.empty());
    }

    void marksStandAtTheirKnobs() {
        for (const LabEntry& entry : labCatalog()) {
            for (const LabMark& mark : entry.marks) {
                const int knob = parameterIndex(entry.knobs, mark.knob);
                QVERIFY2(knob >= 0 && !mark.meaning.empty(), mark.knob.data());
                const ParameterInfo& info = entry.knobs[static_cast<std::size_t>(knob)];
                QVERIFY2(mark.value >= info.minimum && mark.value <= info.maximum, mark.knob.data());
            }
        }
    }

    void itSaysWhatItIsAbout_data() { addLabs(); }
    void itSaysWhatItIsAbout() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        QVERIFY(!entry.name.empty() && entry.question.ends_with('?') &&
                entry.article.starts_with("Article "));
        QVERIFY(entry.minutes >= 1 && entry.minutes <= 30);
        QVERIFY(entry.knobs.size() >= 2 && entry.knobs.size() <= ParameterValues::kMaximum);
        for (const ParameterInfo& knob : entry.knobs)
            QVERIFY2(knob.meaning.ends_with('.') && !knob.label.empty(), knob.name.data());
        QVERIFY(entry.predict.asks.ends_with('?') && entry.predict.minimum < entry.predict.maximum);
    }

    void theQuestionAnswersEachChoice_data() { addLabs(); }
    void theQuestionAnswersEachChoice() {
        QFETCH(QString, id);
        const LabQuestion& closing = entryOf(id).closing;
        QVERIFY(closing.asks.ends_with('?'));
        QVERIFY(closing.choices.size() >= 3 && closing.right < closing.choices.size());
        std::set<std::string_view> feedback;
        for (std::size_t i = 0; i < closing.choices.size(); ++i) {
            QVERIFY(feedback.insert(closing.choices[i].feedback).second);
            QCOMPARE(closing.choices[i].feedback.starts_with("Right: "), i == closing.right);
        }
    }

    void aRunExplainsItself_data() { addLabs(); }
    void aRunExplainsItself() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        checkExplanation(result);
        QVERIFY(finite(result));
        QVERIFY(!result.tables.empty() && !result.series.empty());
        QVERIFY(result.answer >= entry.predict.minimum && result.answer <= entry.predict.maximum);
        for (const Table& table : result.tables)
            QVERIFY(!table.rows.empty() && !table.id.empty() && !table.title.empty());
        for (const LabSeries& line : result.series)
            QVERIFY(!line.points.empty() && !line.xAxis.empty() && !line.yAxis.empty());
    }

    void theSameValuesGiveTheSameResult_data() { addLabs(); }
    void theSameValuesGiveTheSameResult() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult first = runLab(entry, ParameterValues(entry.knobs)).value();
        const LabResult second = runLab(entry, ParameterValues(entry.knobs)).value();
        QCOMPARE(allText(first), allText(second));
        QCOMPARE(first.answer, second.answer);
        for (std::size_t i = 0; i < first.tables.size(); ++i)
            QVERIFY(first.tables[i].rows == second.tables[i].rows);
    }

    /// A knob that changes nothing is no knob.
    void everyKnobTurns_data() { addLabs(); }
    void everyKnobTurns() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (std::size_t i = 0; i < entry.knobs.size(); ++i) {
            for (const double end : {entry.knobs[i].minimum, entry.knobs[i].maximum}) {
                ParameterValues values(entry.knobs);
                values.set(i, end);
                QElapsedTimer timer;
                timer.start();
                const Result<LabResult> result = runLab(entry, values);
                QVERIFY2(timer.elapsed() < 5000, entry.knobs[i].name.data());
                QVERIFY2(result.ok(), entry.knobs[i].name.data());
                checkExplanation(result.value());
                QVERIFY2(finite(result.value()), entry.knobs[i].name.data());
            }
        }
    }

    void aKnobOutOfRangeIsRefused_data() { addLabs(); }
    void aKnobOutOfRangeIsRefused() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        ParameterValues values(entry.knobs);
        values.set(0, entry.knobs[0].maximum + 1);
        const Result<LabResult> refused = runLab(entry, values);
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Usage);
        QVERIFY(refused.error().what.find(entry.knobs[0].name) != std::string::npos);
    }

    void guessesAreReadAndJudged() {
        const LabPrediction predict{"How late?", "ms", 0, 500, 1};
        QCOMPARE(parseGuess(predict, " 12.5 ").value(), 12.5);
        for (const char* wrong : {"", "soon", "nan", "-1", "501", "12ms"}) {
            QVERIFY2(!parseGuess(predict, wrong).ok(), wrong);
            QCOMPARE(parseGuess(predict, wrong).error().code, ErrorCode::Usage);
        }
        QCOMPARE(guessText(predict, 12, 14), std::string("Your guess was 12 ms; it is 14 ms: 2 ms too low."));
        QCOMPARE(guessText(predict, 20.5, 14),
                 std::string("Your guess was 20.5 ms; it is 14 ms: 6.5 ms too high."));
        const LabPrediction share{"How often?", "%", 0, 100, 1};
        QCOMPARE(guessText(share, 33, 35.3),
                 std::string("Your guess was 33 %; it is 35.3 %: 2.3 points too low."));
        QCOMPARE(guessText(predict, 14, 14.04), std::string("Your guess was 14 ms; it is 14 ms: right."));
    }
};

QTEST_APPLESS_MAIN(LabContractTest)
#include "lab_contract_test.moc"
