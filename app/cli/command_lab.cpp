// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/lab_challenge.h"
#include "app/cli/options/readers.h"
#include "app/cli/result_file.h"
#include "app/cli/watched_job.h"
#include "core/base/said.h"
#include "core/document/text_lines.h"
#include "core/files/lab_json.h"
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"
#include "core/picture/svg.h"
#include "core/platform/process_signals.h"
#include "core/scene/scene.h"

#include <limits>
#include <memory>

namespace jitterscope::cli {
namespace {

/// A text of a lab, wrapped so that no line ends between a number and its unit.
Lines told(std::string_view text, std::size_t indent) {
    return wrapped(said::unbroken(text), indent);
}

std::string shown(const Cell& cell) {
    constexpr int kDecimals = 3;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return figure(*number, kDecimals);
    const auto* word = std::get_if<std::string>(&cell);
    return word != nullptr ? *word : "–";
}

Lines tableText(const Table& table) {
    constexpr std::size_t kMostRows = 24;
    std::vector<std::vector<std::string>> rows(1);
    for (const Column& column : table.columns)
        rows[0].push_back(column.label);
    for (const auto& row : table.rows) {
        if (rows.size() > kMostRows)
            break;
        std::vector<std::string>& cells = rows.emplace_back();
        for (const Cell& cell : row)
            cells.push_back(shown(cell));
    }
    Lines text;
    text.add(table.title);
    text.add(textTable(rows));
    if (table.rows.size() > kMostRows)
        text.add("… " + std::to_string(table.rows.size() - kMostRows) + " more rows; --json FILE has all");
    text.addBlank();
    return text;
}

std::string knobsText(const LabEntry& entry, const ParameterValues& values, bool measured) {
    std::string text;
    for (std::size_t i = 0; i < entry.knobs.size(); ++i) {
        if (entry.uses(entry.knobs[i].name, measured))
            text += (text.empty() ? "" : ", ") + std::string(entry.knobs[i].name) + " " +
                    parameterText(entry.knobs[i], values[i]);
    }
    return text;
}

char letterOf(std::size_t choice) {
    return static_cast<char>('a' + choice);
}

/// The closing question. If there is an answer, also what is right or wrong about it.
Lines questionText(const LabQuestion& question, std::optional<std::size_t> answer) {
    Lines text = told("Question: " + std::string(question.asks), 0);
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        text.add(told(std::string(1, letterOf(i)) + ") " + std::string(question.choices[i].text), 2));
    if (answer)
        text.add(told(
            std::string(1, letterOf(*answer)) + ": " + std::string(question.choices[*answer].feedback), 0));
    else
        text.add("--answer a says what is right or wrong about it.");
    return text;
}

class LabCommand {
public:
    explicit LabCommand(CLI::App& app)
        : m_options(app),
          m_param(m_options.add("--param", "NAME=VALUE", "names and ranges as `list labs` shows",
                                "A knob of the lab; may be repeated", true)),
          m_guess(m_options.add("--guess", "VALUE", "a number in the lab's unit",
                                "Your prediction; it is compared with the answer")),
          m_answer(m_options.add("--answer", "LETTER", "a, b, c, … of the closing question",
                                 "Your answer to the lab's question")),
          m_seed(m_options.add("--seed", "N", "0 … 18446744073709551615",
                               "Only for the challenge: which machine stutters; default 1")),
          m_json(m_options.add("--json", "FILE", kFileRange,
                               "Write knobs, guess, answer, tables and lines as JSON; of the challenge: "
                               "choices, goals, score and frames")),
          m_svg(m_options.add("--svg", "FILE", kFileRange,
                              "Write the picture at the end of the run as SVG, the guess in it")) {
        m_options.addFlag("--here", m_here, "Measure it on this machine, where the lab can be measured");
        m_options.addRedact(m_redact);
        m_options.addPositional("ID", m_id, idRange(labCatalog()) + "; or challenge, which needs them all");
    }
    int run();

private:
    struct Chosen {
        const LabEntry* entry = nullptr;
        ParameterValues values;
        std::optional<double> guess;
        std::optional<std::size_t> answer;
    };
    [[nodiscard]] Result<Done> checkNames() const;
    [[nodiscard]] Result<Chosen> read() const;
    [[nodiscard]] Result<ChallengePlay> readPlay() const;
    int runChallenge() const;
    [[nodiscard]] static Lines textOf(const Chosen& lab, const LabResult& result);
    [[nodiscard]] Result<Done> readAnswer(Chosen& chosen) const;

    OptionSet m_options;
    TextOption& m_param;
    TextOption& m_guess;
    TextOption& m_answer;
    TextOption& m_seed;
    TextOption& m_json;
    TextOption& m_svg;
    std::string m_id;
    bool m_here = false;
    bool m_redact = false;
};

Result<Done> LabCommand::readAnswer(Chosen& chosen) const {
    if (!m_answer.given())
        return Done{};
    const std::size_t choices = chosen.entry->closing.choices.size();
    const std::string_view text = trimmed(m_answer.text());
    if (text.size() != 1 || text[0] < 'a' || text[0] >= letterOf(choices))
        return m_answer.refusal(m_answer.text(), "not one of its choices");
    chosen.answer = static_cast<std::size_t>(text[0] - 'a');
    return Done{};
}

Result<Done> LabCommand::checkNames() const {
    if (const Result<Done> checked = m_options.check(); !checked)
        return checked;
    for (const TextOption* file : {&m_json, &m_svg}) {
        if (const Result<Done> named = checkFileName(*file); !named)
            return named;
    }
    return Done{};
}

/// The choices for the challenge. Refuses a guess, an answer and a measurement: only labs have these.
Result<ChallengePlay> LabCommand::readPlay() const {
    if (const Result<Done> checked = checkNames(); !checked)
        return checked.error();
    for (const TextOption* option : {&m_guess, &m_answer}) {
        if (option->given())
            return Error{ErrorCode::Usage, option->name + ": the challenge has goals instead",
                         "leave " + option->name + " out"};
    }
    if (m_here)
        return Error{ErrorCode::Usage, "--here: the challenge is only simulated", "leave --here out"};
    ChallengePlay play;
    for (const std::string& text : m_param.texts) {
        if (const auto set = setValue(m_param, text, challengeKnobs(), play.choices); !set)
            return set.error();
    }
    if (const auto read =
            readInteger<std::uint64_t>(m_seed, 0, std::numeric_limits<std::uint64_t>::max(), play.seed);
        !read)
        return read.error();
    return play;
}

Result<LabCommand::Chosen> LabCommand::read() const {
    if (const Result<Done> checked = checkNames(); !checked)
        return checked.error();
    if (m_seed.given())
        return Error{ErrorCode::Usage, "--seed: only the challenge has machines to choose from",
                     "leave --seed out"};
    const auto entry = requireEntry(labCatalog(), m_id, "lab");
    if (!entry)
        return entry.error();
    Chosen chosen{entry.value(), ParameterValues(entry.value()->knobs), {}, {}};
    for (const std::string& text : m_param.texts) {
        if (auto set = setValue(m_param, text, chosen.entry->knobs, chosen.values); !set)
            return set.error();
    }
    if (m_guess.given()) {
        const Result<double> guess = parseGuess(chosen.entry->predict, m_guess.text());
        if (!guess)
            return m_guess.refusal(m_guess.text(), guess.error().hint);
        chosen.guess = guess.value();
    }
    if (const Result<Done> answered = readAnswer(chosen); !answered)
        return answered.error();
    return chosen;
}

Result<LabResult> measured(const LabEntry& entry, const ParameterValues& values) {
    if (entry.measure == nullptr)
        return Error{ErrorCode::Usage, "--here: the lab " + std::string(entry.id) + " is only simulated",
                     "leave --here out"};
    Result<LabResult> result = Error{};
    noteStopSignals();
    if (const auto ran = runWatched([&](JobControl& job) { result = measureLab(entry, values, job); }); !ran)
        return ran.error();
    return result;
}

/// The picture at the end of the run, as SVG.
std::string pictureText(const LabEntry& entry, const LabResult& result, const ParameterValues& values,
                        std::optional<double> guess) {
    const auto scene = findEntry(scene::sceneCatalog(), entry.id)->make(result, values);
    scene::View view;
    view.width = 900;
    view.height = 560;
    view.edge = 12;
    view.answered = true;
    view.now = scene->duration();
    view.guess = guess;
    return svgText(scene->show(view).picture, SvgTheme::Light);
}

int LabCommand::runChallenge() const {
    const Result<ChallengePlay> play = readPlay();
    if (!play)
        return report(play.error());
    releaseStopSignals();
    return playChallenge({play.value(), m_json.text(), m_svg.text(), m_redact});
}

Lines LabCommand::textOf(const Chosen& lab, const LabResult& result) {
    Lines text = told(std::string(lab.entry->name) + " – " + std::string(lab.entry->question), 0);
    text.add(told(std::string(result.measured ? "MEASURED HERE" : "SIMULATED") +
                      ". Source: " + std::string(lab.entry->article),
                  0));
    text.add(told("With " + knobsText(*lab.entry, lab.values, result.measured), 0));
    text.addBlank();
    for (const Table& table : result.tables)
        text.add(tableText(table));
    text.add(told(std::string(lab.entry->predict.asks), 0));
    if (lab.guess)
        text.add(told(guessText(lab.entry->predict, *lab.guess, result.answer), 0));
    text.add(told(result.headline, 0));
    text.addBlank();
    for (const LabSentence& sentence : result.explanation)
        text.add(told(sentence.text, 0));
    text.addBlank();
    text.add(questionText(lab.entry->closing, lab.answer));
    return text;
}

int LabCommand::run() {
    if (m_id == kChallengeId)
        return runChallenge();
    const Result<Chosen> chosen = read();
    if (!chosen)
        return report(chosen.error());
    const Chosen& lab = chosen.value();
    if (!m_here)
        releaseStopSignals();
    const std::vector<NamedFile> named{{"--json", m_json.text()}, {"--svg", m_svg.text()}};
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    Result<ResultFile> json = ResultFile::open(m_json.text());
    if (!json)
        return report(json.error());
    Result<ResultFile> svg = ResultFile::open(m_svg.text());
    if (!svg)
        return report(svg.error());
    const Result<LabResult> result =
        m_here ? measured(*lab.entry, lab.values) : runLab(*lab.entry, lab.values);
    if (!result)
        return result.error().code == ErrorCode::Cancelled ? kInterrupted : report(result.error());
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    bool written = json.value().commit(
        [&] { return labJson(*lab.entry, lab.values, lab.guess, result.value(), privacy); });
    written &=
        svg.value().commit([&] { return pictureText(*lab.entry, result.value(), lab.values, lab.guess); });
    const int printed = printBeside(named, textOf(lab, result.value()));
    return written ? printed : kFailed;
}

} // namespace

Command addLabCommand(CLI::App& root) {
    return addCommand<LabCommand>(root, "lab", "One idea of the articles, hands-on: predict, run, explain");
}

} // namespace jitterscope::cli
