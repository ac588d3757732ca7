// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/progress.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "app/options/readers.h"
#include "core/document/lab_document.h"
#include "core/files/result_files.h"
#include "core/platform/process_signals.h"

#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace jitterscope::cli {
namespace {

constexpr std::string_view kChallengeId = "challenge";

char letterOf(std::size_t choice) {
    return static_cast<char>('a' + choice);
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
                               "Only for the challenge: the machine; 1 to 5 are the five kinds, default 1")),
          m_json(m_options.add("--json", "FILE", kFileRange,
                               "Write knobs, guess, answer, tables and lines as JSON; of the challenge: "
                               "choices, goals, score and frames")),
          m_reports(m_options, {"picture"}),
          m_sheet(m_options.add("--sheet", "FILE", kFileRange,
                                "Write the work sheet for a class as HTML: no answer is on it")),
          m_key(m_options.add("--key", "FILE", kFileRange,
                              "Write the key to it for the teacher as HTML: the answers, what usually goes "
                              "wrong, what to ask next")) {
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
    [[nodiscard]] Result<Done> readAnswer(Chosen& chosen) const;
    int playChallenge();
    int runLab();
    [[nodiscard]] Result<Done> openFiles();
    int handOut(bool written, const Document& told);

    OptionSet m_options;
    TextOption& m_param;
    TextOption& m_guess;
    TextOption& m_answer;
    TextOption& m_seed;
    TextOption& m_json;
    ReportFiles m_reports;
    TextOption& m_sheet;
    TextOption& m_key;
    ResultFile m_jsonFile;
    ResultFile m_sheetFile;
    ResultFile m_keyFile;
    std::vector<NamedFile> m_named;
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
    for (const TextOption* file : {&m_json, &m_sheet, &m_key}) {
        if (const Result<Done> named = checkFileName(*file); !named)
            return named;
    }
    return m_reports.check();
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
    if (m_sheet.given() || m_key.given())
        return Error{ErrorCode::Usage, "the challenge has no work sheet", "leave --sheet and --key out"};
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

/// Opens what will be written, before anything runs.
Result<Done> LabCommand::openFiles() {
    m_named = {{"--json", m_json.text()}, {"--sheet", m_sheet.text()}, {"--key", m_key.text()}};
    m_reports.addTo(m_named);
    if (Result<Done> separate = checkSeparate(m_named); !separate)
        return separate;
    const std::pair<ResultFile*, TextOption*> files[]{
        {&m_jsonFile, &m_json}, {&m_sheetFile, &m_sheet}, {&m_keyFile, &m_key}};
    for (const auto& [file, option] : files) {
        Result<ResultFile> opened = ResultFile::open(option->text());
        if (!opened)
            return opened.error();
        *file = std::move(opened).value();
    }
    return m_reports.open();
}

/// Writes the reports, beside what was `written`, and prints the rest.
int LabCommand::handOut(bool written, const Document& told) {
    written &= m_reports.commit([&told] { return told; });
    const int printed = printBeside(m_named, terminalLines(told, {.unicode = unicodeWanted()}));
    return written ? printed : kFailed;
}

/// Ends with kDone even if goals are missed.
int LabCommand::playChallenge() {
    const Result<ChallengePlay> play = readPlay();
    if (!play)
        return report(play.error());
    releaseStopSignals();
    if (const Result<Done> opened = openFiles(); !opened)
        return report(opened.error());
    const Result<ChallengeResult> result = runChallenge(play.value().choices, play.value().seed);
    if (!result)
        return report(result.error());
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    const bool written =
        m_jsonFile.commit([&] { return challengeJson(play.value(), result.value(), privacy); });
    return handOut(written, challengeDocument(play.value(), result.value()));
}

int LabCommand::runLab() {
    const Result<Chosen> chosen = read();
    if (!chosen)
        return report(chosen.error());
    const Chosen& lab = chosen.value();
    if (!m_here)
        releaseStopSignals();
    if (const Result<Done> opened = openFiles(); !opened)
        return report(opened.error());
    const Result<LabResult> result =
        m_here ? measured(*lab.entry, lab.values) : jitterscope::runLab(*lab.entry, lab.values);
    if (!result)
        return result.error().code == ErrorCode::Cancelled ? kInterrupted : report(result.error());
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    const LabSetting setting{lab.entry, lab.values, m_here};
    const bool written =
        allWritten({m_jsonFile.commit(
                        [&] { return labJson(*lab.entry, lab.values, lab.guess, result.value(), privacy); }),
                    m_sheetFile.commit([&] {
                        return html(workSheets({&setting, 1}));
                    }),
                    m_keyFile.commit([&] {
                        return html(answerKey({&setting, 1}));
                    })});
    return handOut(written, labDocument({*lab.entry, lab.values, result.value(), lab.guess, lab.answer}));
}

int LabCommand::run() {
    return m_id == kChallengeId ? playChallenge() : runLab();
}

} // namespace

Command addLabCommand(CLI::App& root) {
    return addCommand<LabCommand>(root, "lab", "One idea of the articles, hands-on: predict, run, explain");
}

} // namespace jitterscope::cli
