// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/lab_scene.h"

#include "ui/format/outside_text.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QFontMetricsF>

#include <cmath>

namespace jitterscope::ui {
namespace {

scene::View viewIn(const scene::Scene& of, const LabView& view, const scene::Letters& letters) {
    const double width = view.area.width();
    const double height = view.area.height();
    return {.width = width,
            .height = height,
            .now = view.now,
            .answered = view.answered,
            .guess = view.guess,
            .before = view.before,
            .votes = view.votes,
            .calm = view.calm,
            .paper = view.paper,
            .lit = view.lit,
            .letters = view.large ? of.lettersForClass(letters, width, height) : letters};
}

scene::View shownIn(const scene::Scene& of, const LabView& view) {
    return viewIn(of, view, windowLetters());
}

} // namespace

scene::Letters windowLetters() {
    // Kept: a picture is made sixty times a second, and asking fonts is slow.
    static auto& known = *new std::optional<std::pair<QFont, scene::Letters>>;
    if (!known || known->first != QApplication::font()) {
        scene::Letters letters;
        letters.note = QFontInfo(noteFont()).pixelSize();
        letters.title = QFontInfo(titleFont()).pixelSize();
        letters.figure = QFontInfo(figureFont(0.92)).pixelSize();
        letters.line = std::ceil(QFontMetricsF(noteFont()).height());
        letters.ruler = paintedWidth;
        known.emplace(QApplication::font(), letters);
    }
    return known->second;
}

QSize LabScene::minimumSize(bool large) const {
    const auto [width, height] = m_scene->leastSize(large);
    return {forFont(width), forFont(height)}; // its letters are the window's
}

const scene::Game& LabScene::game(bool cured) const {
    auto& made = m_games.at(cured ? 1 : 0);
    if (!made)
        made =
            cured ? scene::curedGame(m_lab, m_result, m_knobs) : scene::gameOf(m_lab.id, m_result, m_knobs);
    return *made;
}

scene::Shown LabScene::show(const LabView& view, const scene::View& in) const {
    return view.game ? scene::gamePicture(m_lab.name, game(view.cured), in) : m_scene->show(in);
}

void LabScene::paint(QPainter& painter, const LabView& view) const {
    paintShapes(painter, show(view, shownIn(*m_scene, view)).picture, view.area, paintsDark());
}

Picture LabScene::picture(const LabView& view) const {
    constexpr double kEdge = 12; // px
    scene::View larger = viewIn(*m_scene, view, {});
    larger.edge = kEdge;
    larger.width += 2 * kEdge;
    larger.height += 2 * kEdge;
    return show(view, larger).picture;
}

LabGuessAxis LabScene::guessAxis(const LabView& view) const {
    const scene::GuessAxis axis = m_scene->show(shownIn(*m_scene, view)).axis;
    const QPointF corner = view.area.topLeft();
    return {QLineF(axis.least.x, axis.least.y, axis.most.x, axis.most.y).translated(corner),
            QRectF(axis.mark.left, axis.mark.top, axis.mark.width(), axis.mark.height()).translated(corner),
            axis.log, axis.low, axis.high};
}

QString LabScene::describe(const LabView& view) const {
    return format::text(view.game ? scene::gameText(game(view.cured), view.now)
                                  : m_scene->describe(viewIn(*m_scene, view, {})));
}

QString LabScene::tooltip(const LabView& view, QPointF at) const {
    const QPointF place = at - view.area.topLeft();
    for (const scene::Hint& hint : show(view, shownIn(*m_scene, view)).hints) {
        if (hint.area.contains(Point{place.x(), place.y()}))
            return format::text(hint.says);
    }
    return {};
}

void paintSketch(const scene::Entry& entry, QPainter& painter, const QRectF& area) {
    scene::Canvas canvas(windowLetters());
    canvas.picture.width = area.width();
    canvas.picture.height = area.height();
    entry.sketch(canvas, {0, 0, area.width(), area.height()});
    canvas.placeNames();
    paintShapes(painter, canvas.picture, area, paintsDark());
}

} // namespace jitterscope::ui
