// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/picture_scene.h"

#include "core/scene/scene.h"
#include "ui/plot/paint_picture.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QFontMetricsF>

#include <cmath>

namespace jitterscope::ui {
namespace {

namespace core = jitterscope::scene;

/// As large as the window's own.
core::Letters windowLetters(bool large) {
    core::Letters letters;
    letters.note = QFontInfo(noteFont()).pixelSize();
    letters.title = QFontInfo(titleFont()).pixelSize();
    letters.figure = QFontInfo(figureFont(0.92)).pixelSize();
    letters.line = std::ceil(QFontMetricsF(noteFont()).height());
    letters.ruler = paintedWidth;
    return large ? letters.large() : letters;
}

core::View viewOf(const LabView& view) {
    return {.width = view.area.width(),
            .height = view.area.height(),
            .now = view.now,
            .answered = view.answered,
            .guess = view.guess,
            .calm = view.calm,
            .paper = view.paper,
            .large = view.large,
            .letters = windowLetters(view.large)};
}

class PictureScene final : public LabScene {
public:
    explicit PictureScene(std::unique_ptr<core::Scene> scene) : m_scene(std::move(scene)) {}

    double duration() const override { return m_scene->duration(); }
    double pace() const override { return m_scene->pace(); }
    std::vector<double> stops() const override { return m_scene->stops(); }
    QSize minimumSize(bool large) const override {
        const auto [width, height] = m_scene->leastSize(large);
        return {width, height};
    }
    void paint(QPainter& painter, const LabView& view) const override {
        paintPicture(painter, m_scene->show(viewOf(view)).picture, view.area, paintsDark());
    }
    std::optional<LabGuessAxis> guessAxis(const LabView& view) const override {
        const core::GuessAxis axis = m_scene->show(viewOf(view)).axis;
        const QPointF corner = view.area.topLeft();
        return LabGuessAxis{
            QLineF(axis.least.x, axis.least.y, axis.most.x, axis.most.y).translated(corner),
            QRectF(axis.mark.left, axis.mark.top, axis.mark.width(), axis.mark.height()).translated(corner),
            axis.log};
    }
    QVector<LabReadout> readouts(double now) const override {
        QVector<LabReadout> list;
        for (const core::Readout& each : m_scene->readouts(now))
            list.append({QString::fromStdString(each.value), QString::fromStdString(each.name),
                         QString::fromStdString(each.tooltip), each.bad});
        return list;
    }
    QString describe(const LabView& view) const override {
        return QString::fromStdString(m_scene->describe(viewOf(view)));
    }
    QString tooltip(const LabView& view, QPointF at) const override {
        const QPointF place = at - view.area.topLeft();
        for (const core::Hint& hint : m_scene->show(viewOf(view)).hints) {
            if (hint.area.contains(Point{place.x(), place.y()}))
                return QString::fromStdString(hint.says);
        }
        return {};
    }

private:
    std::unique_ptr<core::Scene> m_scene;
};

} // namespace

std::unique_ptr<LabScene> pictureScene(std::string_view id, const LabResult& result,
                                       const ParameterValues& knobs) {
    return std::make_unique<PictureScene>(findEntry(core::sceneCatalog(), id)->make(result, knobs));
}

void paintSketch(std::string_view id, QPainter& painter, const QRectF& area) {
    core::Canvas canvas(windowLetters(false));
    canvas.picture.width = area.width();
    canvas.picture.height = area.height();
    findEntry(core::sceneCatalog(), id)->sketch(canvas, {0, 0, area.width(), area.height()});
    paintPicture(painter, canvas.picture, area, paintsDark());
}

} // namespace jitterscope::ui
