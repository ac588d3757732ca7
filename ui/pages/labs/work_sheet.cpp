// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/work_sheet.h"

#include "core/lab/lab_support.h"
#include "core/report/svg.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kWidth = 680; // px of a sheet, 96 to an inch
constexpr int kBelow = 14;  // px below the last of them
constexpr int kLine = 26;   // px between lines to write on
constexpr int kFiner = 3;   // dots of a picture for each px

Paragraph note(const std::string& text) {
    return {text, Paragraph::Role::Note};
}

std::string withUnit(const LabPrediction& predict, double value) {
    const std::string text = figure(value, predict.decimals);
    return predict.unit.empty() ? text : text + " " + std::string(predict.unit);
}

FigureBlock roomToWrite(int lines) {
    SvgWriter svg(kWidth, lines * kLine + kBelow, SvgTheme::Light, "Room to write", {});
    for (int i = 1; i <= lines; ++i)
        svg.line(0, i * kLine - 2, kWidth, i * kLine - 2, {Ink::Border, 1, {}});
    return {svg.finish(), {}};
}

/// As pixels: what reads SVG in Qt knows no hatches.
FigureBlock pictureOf(const LabWork& work) {
    const OnPaper paper;
    const QSize least = work.scene()->minimumSize(false);
    const int width = std::max(kWidth, least.width());
    const QSize size(width, std::max(least.height(), width / 2));
    const LabView view{.area = QRectF(QPointF(0, 0), QSizeF(size)),
                       .now = work.answered() ? work.now() : 0,
                       .answered = work.answered(),
                       .guess = work.state().guess,
                       .large = false,
                       .calm = false};
    QImage image(size * kFiner, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(kFiner, kFiner);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(lightTokens().text);
    work.scene()->paint(painter, view);
    painter.end();
    QByteArray png;
    QBuffer buffer(&png);
    image.save(&buffer, "PNG");
    const QString svg =
        QStringLiteral(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 %2\"><image width=\"%1\" height=\"%2\" "
            "xlink:href=\"data:image/png;base64,%3\"/></svg>")
            .arg(size.width())
            .arg(size.height())
            .arg(QString::fromLatin1(png.toBase64()));
    return {svg.toStdString(), work.scene()->describe(view).toStdString()};
}

TableBlock settingsOf(const LabWork& work) {
    TableBlock table{{"Setting", "Value", "What it does"}, {}, {false, true, false}};
    const auto& knobs = work.entry().knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (parameterApplies(knobs, i, work.state().knobs))
            table.rows.push_back({std::string(knobs[i].label), parameterText(knobs[i], work.state().knobs[i]),
                                  std::string(knobs[i].meaning)});
    }
    return table;
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
    section.blocks.emplace_back(Paragraph{"I said " + withUnit(predict, *guess) + old + "."});
}

void addRun(Section& section, const LabWork& work) {
    section.blocks.emplace_back(Paragraph{"2. Run. What do you see?", Paragraph::Role::Lead});
    if (work.scene() != nullptr)
        section.blocks.emplace_back(pictureOf(work));
    if (work.answered()) {
        if (const auto& guess = work.state().guess)
            section.blocks.emplace_back(
                Paragraph{guessText(work.entry().predict, *guess, work.result().answer)});
        section.blocks.emplace_back(Paragraph{work.result().headline});
        section.blocks.emplace_back(
            note(work.result().measured ? "Measured on this machine." : "Simulated; nothing was measured."));
    } else {
        section.blocks.emplace_back(
            Paragraph{"It was: ______________ " + std::string(work.entry().predict.unit)});
    }
    section.blocks.emplace_back(roomToWrite(2));
}

void addQuestions(Section& section, const LabWork& work) {
    section.blocks.emplace_back(Paragraph{
        "3. Explain. Why does it come out so? In your own words, with your numbers.", Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(6));
    const LabQuestion& question = work.entry().closing;
    section.blocks.emplace_back(Paragraph{"4. " + std::string(question.asks), Paragraph::Role::Lead});
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        section.blocks.emplace_back(
            Paragraph{(work.state().choice == i ? "☒ " : "☐ ") + std::string(question.choices[i].text)});
    section.blocks.emplace_back(Paragraph{"5. What will you write in your own code?", Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(2));
}

Section sectionOf(const LabWork& work) {
    const LabEntry& entry = work.entry();
    Section section{std::string(entry.name), {}, false};
    section.blocks.emplace_back(Paragraph{std::string(entry.question)});
    section.blocks.emplace_back(note(std::string(entry.article) + " · about " +
                                     std::to_string(entry.minutes) + " min · jitterscope --page labs --lab " +
                                     std::string(entry.id)));
    section.blocks.emplace_back(settingsOf(work));
    addPrediction(section, work);
    addRun(section, work);
    addQuestions(section, work);
    return section;
}

} // namespace

Document workSheet(std::span<const LabWork* const> labs) {
    Document document{labs.size() == 1 ? "Work sheet" : "Work sheets", {}};
    for (const LabWork* work : labs) {
        document.sections.push_back(sectionOf(*work));
        document.sections.back().newPage = document.sections.size() > 1;
    }
    return document;
}

} // namespace jitterscope::ui
