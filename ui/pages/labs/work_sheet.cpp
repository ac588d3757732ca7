// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/work_sheet.h"

#include "core/base/said.h"
#include "core/lab/lab_support.h"

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kSheetWidth = 680; // px of a sheet, 96 to an inch
constexpr int kBelow = 14;       // px below the last line to write on
constexpr int kLine = 26;        // px between lines to write on

Paragraph note(const std::string& text) {
    return {text, Paragraph::Role::Note};
}

PictureBlock roomToWrite(int lines) {
    Picture picture{kSheetWidth, static_cast<double>(lines * kLine + kBelow), "Room to write", {}, {}};
    for (int i = 1; i <= lines; ++i)
        picture.line(0, i * kLine - 2, kSheetWidth, i * kLine - 2, {Ink::Border, 1, {}});
    return {std::move(picture), {}};
}

PictureBlock pictureOf(const LabWork& work) {
    const QSize least = work.scene()->minimumSize(false);
    const int width = std::max(kSheetWidth, least.width());
    const LabView view{.area = QRectF(0, 0, width, std::max(least.height(), width / 2)),
                       .now = work.answered() ? work.now() : 0,
                       .answered = work.answered(),
                       .guess = work.state().guess,
                       .before = {},
                       .votes = {},
                       .large = false,
                       .calm = false,
                       .paper = true,
                       .lit = {}};
    return {work.scene()->picture(view), {}};
}

/// Adds a line for each knob that matters.
void addSettings(Section& section, const LabWork& work) {
    const auto& knobs = work.entry().knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (parameterApplies(knobs, i, work.state().knobs) &&
            work.entry().uses(knobs[i].name, work.state().here))
            section.blocks.emplace_back(
                note(settingInWords(knobs[i], work.state().knobs[i]) + ". " + std::string(knobs[i].meaning)));
    }
}

void addPrediction(Section& section, const LabWork& work) {
    const LabPrediction& predict = work.entry().predict;
    section.blocks.emplace_back(Paragraph{"1. Predict. " + std::string(predict.asks), Paragraph::Role::Lead});
    const auto& guess = work.state().guess;
    if (!guess) {
        section.blocks.emplace_back(Paragraph{"I think: ______________ " + std::string(predict.unit)});
        return;
    }
    const std::string old = work.guessIsOld() ? ", for other settings" : "";
    section.blocks.emplace_back(Paragraph{"I said " + guessed(predict, *guess) + old + "."});
}

void addRun(Section& section, const LabWork& work) {
    const std::string how = !work.answered()         ? "2. Run."
                            : work.result().measured ? "2. Run, measured on this machine."
                                                     : "2. Run, simulated.";
    section.blocks.emplace_back(Paragraph{how, Paragraph::Role::Lead});
    if (work.scene() != nullptr)
        section.blocks.emplace_back(pictureOf(work));
    if (work.answered()) {
        const auto& guess = work.state().guess;
        section.blocks.emplace_back(
            Paragraph{(guess ? guessText(work.entry().predict, *guess, work.result().answer) + " " : "") +
                      work.result().headline});
    } else {
        section.blocks.emplace_back(
            Paragraph{"It was: ______________ " + std::string(work.entry().predict.unit)});
    }
}

/// The front page: what the lab shows, and the guess.
Section frontOf(const LabWork& work) {
    const LabEntry& entry = work.entry();
    Section section{std::string(entry.name), {}, false};
    section.blocks.emplace_back(Paragraph{"Name: ________________________   Date: ______________"});
    section.blocks.emplace_back(Paragraph{std::string(entry.question)});
    section.blocks.emplace_back(note(std::string(entry.article) + " · about " +
                                     std::to_string(entry.minutes) + " min · jitterscope --page labs --lab " +
                                     std::string(entry.id)));
    addSettings(section, work);
    addPrediction(section, work);
    addRun(section, work);
    return section;
}

/// The back page: the explanation and the questions.
Section backOf(const LabWork& work) {
    Section section{"3. Explain", {}, false, true};
    section.blocks.emplace_back(
        Paragraph{"What did you see? Why does it come out so? In your own words, with your numbers.",
                  Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(12));
    const LabQuestion& question = work.entry().closing;
    section.blocks.emplace_back(Paragraph{"4. " + std::string(question.asks), Paragraph::Role::Lead});
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        section.blocks.emplace_back(
            Paragraph{(work.state().choice == i ? "☒ " : "☐ ") + std::string(question.choices[i].text)});
    section.blocks.emplace_back(Paragraph{"Because:"});
    section.blocks.emplace_back(roomToWrite(2));
    section.blocks.emplace_back(Paragraph{"5. What will you write in your own code?", Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(4));
    return section;
}

} // namespace

Document workSheet(std::span<const LabWork* const> labs) {
    Document document{labs.size() == 1 ? "Work sheet" : "Work sheets", {}};
    for (const LabWork* work : labs) {
        const bool first = document.sections.empty();
        document.sections.push_back(frontOf(*work));
        document.sections.back().newPage = !first;
        document.sections.push_back(backOf(*work));
    }
    keepUnits(document);
    return document;
}

void keepUnits(Document& document) {
    for (Section& section : document.sections) {
        for (Block& block : section.blocks) {
            if (auto* words = std::get_if<Paragraph>(&block))
                words->text = said::unbroken(words->text);
        }
    }
}

} // namespace jitterscope::ui
