// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/base/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

class JobControl;

struct LabPoint {
    double x = 0;
    double y = 0;
};

/// One line of a picture. Lines with the same two axes belong into one picture.
struct LabSeries {
    std::string id;
    std::string name;
    std::string xAxis; ///< with the unit
    std::string yAxis;
    std::vector<LabPoint> points;
};

/// What the learner says before the answer is shown: one number.
struct LabPrediction {
    std::string_view asks;
    std::string_view unit; ///< "ms", "%", …; empty for a plain number
    double minimum = 0;
    double maximum = 0;
    int decimals = 1; ///< of guess and answer, as shown
};

/// A number in a sentence that shows a knob: to change the number is to turn the knob.
struct LabNumber {
    std::string knob;
    std::size_t at = 0; ///< bytes of the text
    std::size_t length = 0;
};

/// A sentence of an explanation, or a few that belong together.
struct LabSentence {
    std::string text;
    std::string part = {}; ///< id of the part of the lab's picture that it is about (core/scene/scene.h)
    std::vector<LabNumber> numbers = {}; ///< in their order
};

/// What the last sentence of an explanation advises: a row of a table that is shown, so that it can be
/// checked and not only believed.
struct LabAdvice {
    std::string table;
    std::size_t row = 0;
    std::vector<std::string> by = {}; ///< columns in which less is better; the first that differs decides
    double enough = 0;                ///< up to this, values of the first column are equally good
    /// With these knobs the lab runs what is advised. Empty: it has no knobs for that.
    std::vector<std::pair<std::string_view, double>> knobs = {};
    std::string answers = {}; ///< column that the lab's answer then agrees with
    bool call = false;        ///< it is LabEntry::snippets that it needs
};

/// What a run shows.
struct LabResult {
    double answer = 0;    ///< to LabPrediction::asks; may lie outside its range
    std::string headline; ///< the answer as a sentence
    /// Three to six sentences with the learner's own numbers and the formula. The last says what to write in
    /// one's own code, and follows from `advice`.
    std::vector<LabSentence> explanation;
    std::vector<Table> tables;
    std::vector<LabSeries> series;
    LabAdvice advice;
    bool measured = false; ///< on this machine; simulated otherwise

    /// The table or series with this id. Throws std::out_of_range if there is none.
    [[nodiscard]] const Table& table(std::string_view id) const&;
    [[nodiscard]] const LabSeries& line(std::string_view id) const&;
    const Table& table(std::string_view id) && = delete; ///< would dangle
    const LabSeries& line(std::string_view id) && = delete;
};

struct LabChoice {
    std::string_view text;
    std::string_view feedback; ///< why it is right or wrong
};

/// The closing question; the lab has just shown its answer.
struct LabQuestion {
    std::string_view asks;
    std::vector<LabChoice> choices;
    std::size_t right = 0; ///< index of the right one
};

/// What a teacher should know, and the class should not see beforehand: it stands in the key to the work
/// sheet.
struct LabTeaching {
    std::string_view goesWrong; ///< what most get wrong, and what to answer
    std::string_view asks;      ///< what to ask next: about a situation that no lab shows
    std::string_view answer;    ///< what a good answer says
};

/// A value of a knob that means something: 16.7 ms, "the step". It is marked at the knob's slider.
struct LabMark {
    std::string_view knob;
    double value = 0;
    std::string_view meaning; ///< a word or two
};

/// What the machine of a lab does, told before the guess, so that nobody guesses blindly.
struct LabRule {
    std::string_view says; ///< one sentence
    std::string_view code; ///< three or four lines
};

/// What is advised, in a language, to copy.
struct LabSnippet {
    std::string_view language;
    std::string_view code;
};

/// One idea of the articles, to try: predict, run, explain. Each has a file in labs/.
///
/// To add one: write the pair, then add a line to lab_catalog.cpp and one to core/CMakeLists.txt. The command
/// line, the help texts and the contract test (tests/core/lab_contract_test.cpp) then include it.
///
/// run(): arithmetic or virtual time only, in less than 5 s of CPU time. The same values give the same
/// result. measure(): such tables and lines measured on this machine, on the job's thread, in about
/// `measureSeconds`.
struct LabEntry {
    std::string_view id;
    std::string_view name;
    std::string_view question; ///< what the lab is about, one sentence
    std::string_view idea;     ///< what one knows after it, a sentence or two
    std::string_view article;  ///< its source
    int minutes = 0;           ///< of a class
    std::vector<ParameterInfo> knobs;
    std::string_view mainKnob;       ///< name of the one that the lab is about
    std::vector<LabMark> marks = {}; ///< at most one a knob
    LabPrediction predict;
    std::vector<LabRule> rules;     ///< what its machine does: one, or one for each choice of a knob
    std::string_view ruleKnob = {}; ///< that knob; empty: there is one rule
    LabResult (*run)(const ParameterValues&) = nullptr;
    LabTeaching teacher;
    std::string_view gameKnob; ///< the choice of the challenge that it teaches (core/lab/challenge.h)
    LabQuestion closing;
    /// Of the call that an advice may need: those with LabAdvice::call. None: the rule shows it.
    std::vector<LabSnippet> snippets = {};
    Result<LabResult> (*measure)(const ParameterValues&, JobControl&) = nullptr; ///< null: only simulated
    double measureSeconds = 0;
    /// What `measure` measures, if the rest stays simulated; empty: all of it. "the steps of the clocks"
    std::string_view measures = {};
    std::vector<std::string_view> measuredKnobs{}; ///< that `measure` uses; the others belong to the model

    /// What the machine does with these knobs.
    [[nodiscard]] const LabRule& rule(const ParameterValues& values) const;
    /// Whether a knob changes the result, simulated or measured.
    [[nodiscard]] bool uses(std::string_view knob, bool measured) const;
};

/// All labs, in the order of the articles' ideas. Immutable; any thread.
[[nodiscard]] std::span<const LabEntry> labCatalog();

/// Error (Usage): a knob is out of its range.
[[nodiscard]] Result<LabResult> runLab(const LabEntry& entry, const ParameterValues& values);

/// Measures the lab on this machine, on the thread of `job` (core/run/job.h). Error: a knob is out of its
/// range, the lab cannot be measured (Unsupported), or the job was cancelled.
[[nodiscard]] Result<LabResult> measureLab(const LabEntry& entry, const ParameterValues& values,
                                           JobControl& job);

/// In what a guess is typed: as the axis beside it is labelled.
struct GuessUnit {
    std::string_view name;
    double size = 1; ///< of the prediction's unit
};

/// Reads a guess that is typed in this unit, into that of the prediction. Error (Usage): not a number, or
/// outside the range.
[[nodiscard]] Result<double> parseGuess(const LabPrediction& predict, std::string_view text,
                                        const GuessUnit& unit);
/// The same in the unit of the prediction.
[[nodiscard]] Result<double> parseGuess(const LabPrediction& predict, std::string_view text);
/// A guess as it is typed in this unit, without the unit.
[[nodiscard]] std::string guessFigure(const LabPrediction& predict, double value, const GuessUnit& unit);

/// A guess or an answer with its unit, a time in the unit that suits it: "12 ms" for 12 000 µs.
[[nodiscard]] std::string guessed(const LabPrediction& predict, double value);

/// "Your guess was 12 ms; it is 14 ms: 2 ms too low."
[[nodiscard]] std::string guessText(const LabPrediction& predict, double guess, double answer);

} // namespace jitterscope
