// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/x.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kMostX = 10;
const Range kOversleeps{10, 1e5}; // µs

struct Column {
    double from = 0; // µs
    double to = 0;
    double share = 0; // %
};

/// A margin and what it gives.
struct Bought {
    double x = 0;
    double margin = 0; // µs
    double late = 0;   // %
    double cpu = 0;
};

class XScene final : public ResultScene {
public:
    XScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return 4; }
    std::vector<double> stops() const override { return {1, 2, 3, 4}; }
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return latePanel(view).guessUp(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] QRectF cell(const LabView& view, bool right, double from, double to) const;
    [[nodiscard]] Panel latePanel(const LabView& view) const;
    [[nodiscard]] Panel cpuPanel(const LabView& view) const;
    [[nodiscard]] Panel distribution(const LabView& view) const;
    void paintDistribution(QPainter& painter, const LabView& view, const Type& type) const;
    void paintLate(QPainter& painter, const LabView& view, const Type& type) const;
    void paintCpu(QPainter& painter, const LabView& view, const Type& type) const;
    void paintPromise(QPainter& painter, const LabView& view, const Type& type) const;

    std::vector<Column> m_columns;
    Bought m_mine;
    Bought m_byX;
    Bought m_byQuantile;
    double m_mean = 0;
    double m_stddev = 0;
    double m_mostShare = 1;
    QVector<QPointF> m_late;
    QVector<QPointF> m_bound;
    QVector<QPointF> m_cpu;
    double m_mostCpu = 1;
};

Bought boughtIn(const Rows& rows, std::size_t row) {
    return {rows.numberOr(row, "x"), rows.numberOr(row, "margin_us"), rows.numberOr(row, "late_percent"),
            rows.numberOr(row, "cpu_percent")};
}

XScene::XScene(const LabResult& result, const ParameterValues& knobs) : ResultScene("x", result, knobs) {
    const Rows columns(result, "oversleeps");
    for (std::size_t i = 0; i < columns.size(); ++i) {
        m_columns.push_back({columns.numberOr(i, "from_us"), columns.numberOr(i, "to_us"),
                             columns.numberOr(i, "share_percent")});
        m_mostShare = std::max(m_mostShare, m_columns.back().share);
    }
    const Rows yours(result, "yours");
    m_mine = boughtIn(yours, 0);
    m_mean = yours.numberOr(0, "mean_us");
    m_stddev = yours.numberOr(0, "stddev_us");
    const Rows promise(result, "promise");
    m_byX = boughtIn(promise, 0);
    m_byQuantile = boughtIn(promise, 1);
    m_late = pointsOf(result, "late");
    m_bound = pointsOf(result, "cantelli");
    m_cpu = pointsOf(result, "cpu");
    for (const QPointF& point : m_cpu)
        m_mostCpu = std::max(m_mostCpu, point.y());
}

QRectF XScene::cell(const LabView& view, bool right, double from, double to) const {
    const Type type(view.large);
    const double gap = type.gap * 5;
    const double left = (view.area.width() - gap) * 0.54;
    return {view.area.left() + (right ? left + gap : 0), view.area.top() + from * view.area.height(),
            right ? view.area.width() - gap - left : left, (to - from) * view.area.height()};
}

Panel XScene::latePanel(const LabView& view) const {
    const Type type(view.large);
    return {cell(view, false, 0, 0.6),
            {.title = tr("Waits that end late"),
             .x = {0, kMostX},
             .y = {0, 100},
             .xLabels = false,
             .yTicks = numberTicks(1, QStringLiteral(" %")),
             .left = widthOf(type.note, QStringLiteral("100 %")) + 2 * type.gap},
            type};
}

Panel XScene::cpuPanel(const LabView& view) const {
    const Type type(view.large);
    return {cell(view, false, 0.61, 1),
            {.title = tr("Processor spent on spinning, of a core"),
             .x = {0, kMostX},
             .y = {0, view.answered ? niceRange({0, m_mostCpu * 1.05}, 4).high : 20},
             .xTitle = tr("X: how many σ of caution"),
             .yTicks = numberTicks(1, QStringLiteral(" %")),
             .left = widthOf(type.note, QStringLiteral("100 %")) + 2 * type.gap},
            type};
}

Panel XScene::distribution(const LabView& view) const {
    return {cell(view, true, 0, 0.6),
            {.title = tr("How late the sleeps wake, share of them"),
             .x = kOversleeps,
             .y = {0, view.answered ? m_mostShare * 1.15 : 100},
             .logX = true,
             .yLabels = false,
             .xTicks = decadeTimeTicks(1e3),
             .rows = true},
            Type(view.large)};
}

void XScene::paintDistribution(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = distribution(view);
    panel.paint(painter);
    if (!view.answered) {
        drawWrapped(painter, panel.plot().adjusted(8, 4, -4, 0),
                    tr("Margin = mean + X · σ with X = %1. How many wake later than that?")
                        .arg(plain(m_knobs["x"], 2)),
                    c.muted, type.note);
        return;
    }
    Labels labels(panel.plot());
    for (const Column& column : m_columns) {
        if (column.share <= 0)
            continue;
        const bool late = column.from >= m_mine.margin;
        const QRectF box(
            QPointF(panel.x(column.from) + 1, std::min(panel.y(column.share), panel.plot().bottom() - 1.5)),
            QPointF(panel.x(column.to), panel.plot().bottom()));
        fillBox(painter, box, late ? c.late : c.first, late ? Qt::BDiagPattern : Qt::SolidPattern);
        labels.keepClear(box);
    }
    struct Margin {
        double us;
        QString text;
        QColor colour;
        Qt::PenStyle style;
    };
    std::vector<Margin> margins{
        {m_mine.margin,
         tr("mean + %1 σ = %2").arg(plain(m_knobs["x"], 2), format::duration(m_mine.margin * 1e3)), c.text,
         Qt::SolidLine}};
    if (view.now >= 4) {
        margins.push_back({m_byQuantile.margin,
                           tr("quantile %1").arg(format::duration(m_byQuantile.margin * 1e3)), c.good,
                           Qt::DashLine});
        margins.push_back({m_byX.margin, tr("Cantelli %1").arg(format::duration(m_byX.margin * 1e3)),
                           c.second, Qt::DashDotLine});
    }
    for (const Margin& each : margins)
        panel.upright(painter, each.us, QPen(each.colour, type.pen, each.style));
    double y = panel.plot().top() + type.line * 0.7;
    for (const Margin& each : margins) {
        const bool mine = &each == &margins.front() && margins.size() > 1;
        labels.draw(painter, {panel.x(each.us), y}, mine ? Qt::AlignLeft : Qt::AlignRight, each.text,
                    each.colour, type.note);
        y += type.line * 1.4;
    }
}

void XScene::paintLate(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = latePanel(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    const double x = std::min(m_knobs["x"], kMostX);
    panel.upright(painter, x, QPen(c.muted, 1));
    if (view.answered) {
        const double until = std::clamp(view.now - 1, 0.0, 1.0) * kMostX;
        if (until > 0) {
            panel.line(painter, m_bound, QPen(c.muted, type.pen, Qt::DashLine), until);
            panel.line(painter, m_late, QPen(c.late, type.pen), until);
        }
        if (view.now >= 1) {
            panel.dot(painter, {x, m_mine.late}, c.late);
            labels.draw(painter, panel.at({x, m_mine.late}), Qt::AlignTop | Qt::AlignRight,
                        tr("X = %1: %2 late").arg(plain(m_knobs["x"], 2), format::percent(m_mine.late)),
                        c.late, type.note);
        }
        if (until >= kMostX)
            labels.draw(painter, panel.at({kMostX * 0.22, 100 / (1 + 4.84)}), Qt::AlignTop | Qt::AlignRight,
                        tr("Cantelli's bound, for any sleeps: 1 / (1 + X²)"), c.muted, type.note);
    } else {
        labels.draw(painter, {panel.x(x), panel.plot().top() + type.line}, Qt::AlignRight,
                    tr("your X = %1").arg(plain(m_knobs["x"], 2)), c.muted, type.note);
    }
    paintGuess(painter, panel.guessUp(predict()), predict(), view, type, labels);
}

void XScene::paintCpu(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = cpuPanel(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    const double x = std::min(m_knobs["x"], kMostX);
    panel.upright(painter, x, QPen(c.muted, 1));
    const double until = std::clamp(view.now - 2, 0.0, 1.0) * kMostX;
    if (!view.answered || until <= 0)
        return;
    panel.line(painter, m_cpu, QPen(c.first, type.pen), until, false, true);
    if (until >= x) {
        panel.dot(painter, {x, m_mine.cpu}, c.first);
        labels.draw(painter, panel.at({x, m_mine.cpu}), Qt::AlignTop | Qt::AlignRight,
                    tr("X = %1 costs %2").arg(plain(m_knobs["x"], 2), format::percent(m_mine.cpu)), c.first,
                    type.note);
    }
}

void XScene::paintPromise(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const QRectF area = cell(view, true, 0.61, 1);
    drawElided(painter, QRectF(area.left(), area.top(), area.width(), type.line * 1.3),
               Qt::AlignLeft | Qt::AlignVCenter,
               tr("To promise at most %1 late").arg(format::percent(m_knobs["promise"])), c.text, type.note);
    if (!view.answered || view.now < 4) {
        drawWrapped(painter, area.adjusted(0, type.line * 1.8, 0, 0),
                    view.answered ? tr("Two ways to keep such a promise: last step.")
                                  : tr("Two ways: an X that keeps it for any sleeps with this mean and σ "
                                       "(Cantelli's bound), or the quantile of these sleeps."),
                    c.muted, type.note);
        return;
    }
    const double most = std::max({m_byX.cpu, m_byQuantile.cpu, 0.001});
    double y = area.top() + type.line * 1.7;
    const double high = std::min((area.bottom() - y) / 2 - type.line * 1.3, type.line * 1.6);
    const auto bar = [&](const Bought& bought, const QString& text, const QColor& colour,
                         Qt::BrushStyle hatch) {
        drawElided(painter, QRectF(area.left(), y, area.width(), type.line), Qt::AlignLeft, text, c.muted,
                   type.note);
        y += type.line;
        const QString cpu = tr("%1 of a core").arg(format::percent(bought.cpu));
        const double room = area.width() - widthOf(type.note, cpu) - 2 * type.gap;
        const QRectF box(area.left(), y, std::max(room * bought.cpu / most, 2.0), std::max(high, 4.0));
        fillBox(painter, box, colour, hatch);
        drawText(painter, QRectF(box.right() + type.gap, y, area.width(), box.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, cpu, c.text, type.note);
        y += box.height() + type.gap;
    };
    bar(m_byX,
        tr("X for any sleeps (Cantelli): %1, margin %2")
            .arg(plain(m_byX.x, 2), format::duration(m_byX.margin * 1e3)),
        c.second, Qt::BDiagPattern);
    bar(m_byQuantile, tr("quantile: margin %1").arg(format::duration(m_byQuantile.margin * 1e3)), c.good,
        Qt::SolidPattern);
}

std::vector<ResultScene::Part> XScene::parts(const LabView& view, const Type& type) const {
    return {
        {distribution(view).area(),
         tr("Each column: how many sleeps wake so late. Hatched: later than the margin, so the wait "
            "ends late."),
         [&, this](QPainter& painter) { paintDistribution(painter, view, type); }},
        {latePanel(view).area(),
         tr("Share of the waits that end late with each X; less is better. Dashed: Cantelli's bound, which "
            "holds for any distribution with this mean and σ."),
         [&, this](QPainter& painter) { paintLate(painter, view, type); }},
        {cpuPanel(view).area(), tr("What is spun away because the thread wakes early; less is better."),
         [&, this](QPainter& painter) { paintCpu(painter, view, type); }},
        {cell(view, true, 0.61, 1), tr("The same promise kept in two ways; the shorter bar costs less."),
         [&, this](QPainter& painter) { paintPromise(painter, view, type); }}};
}

QVector<LabReadout> XScene::readouts(double now) const {
    const auto from = [now](double stage, const QString& text) {
        return now >= stage ? text : format::absent();
    };
    return {{format::duration(m_mine.margin * 1e3), tr("margin"),
             tr("mean + X · σ: how long before its time the thread wakes. Shorter is cheaper."), false},
            {from(1, format::percent(m_mine.late)), tr("late"),
             tr("Waits that end late with your X; less is better."), m_mine.late > m_knobs["promise"]},
            {from(3, format::percent(m_mine.cpu)), tr("spun"), tr("Of a core, with your X; less is better."),
             false},
            {from(4, format::percent(m_byQuantile.cpu)), tr("by quantile"),
             tr("What keeping the promise costs with the quantile as margin."), false}};
}

QString XScene::before() const {
    return tr("Two empty charts against X from 0 to 10: late waits and processor.");
}

QString XScene::told(const LabView& view) const {
    QString text = tr("The sleeps wake late by %1 on average, σ is %2; the margin with X = %3 is %4. ")
                       .arg(format::duration(m_mean * 1e3), format::duration(m_stddev * 1e3),
                            plain(m_knobs["x"], 2), format::duration(m_mine.margin * 1e3));
    if (view.now >= 1)
        text += tr("%1 of the waits end late. ").arg(format::percent(m_mine.late));
    if (view.now >= 2)
        text += tr("The late share falls with X and stays below Cantelli's bound 1 / (1 + X²). ");
    if (view.now >= 3)
        text += tr("Spinning costs %1 of a core and grows with X. ").arg(format::percent(m_mine.cpu));
    if (view.now >= 4)
        text += tr("To promise %1, Cantelli's X costs %2, the quantile %3.")
                    .arg(format::percent(m_knobs["promise"]), format::percent(m_byX.cpu),
                         format::percent(m_byQuantile.cpu));
    return text;
}

void sketchX(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(painter, area);
    const auto curve = [&](const QPen& pen, auto&& y) {
        QPolygonF line;
        for (int i = 0; i <= 40; ++i)
            line << QPointF(area.left() + area.width() * i / 40, area.bottom() - area.height() * y(i / 40.0));
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
    };
    curve(QPen(c.muted, 1.4, Qt::DashLine), [](double x) { return 0.1 + 0.8 / (1 + 22 * x * x); });
    curve(QPen(c.late, 1.6), [](double x) { return 0.05 + 0.85 * std::exp(-x * 5); });
    curve(QPen(c.first, 1.6), [](double x) { return 0.1 + 0.85 * x; });
    Labels labels(area);
    labels.draw(painter, {area.left() + area.width() * 0.24, area.top() + area.height() * 0.3},
                Qt::AlignRight, tr("late, at worst"), c.muted, type.note);
    labels.draw(painter, {area.left() + area.width() * 0.1, area.bottom() - area.height() * 0.24},
                Qt::AlignBottom | Qt::AlignRight, tr("late"), c.muted, type.note);
    labels.draw(painter, {area.right() - 30, area.top() + area.height() * 0.32},
                Qt::AlignLeft | Qt::AlignBottom, tr("CPU"), c.muted, type.note);
}

} // namespace

LabPictureEntry xPicture() {
    return pictureOf<XScene>("x", sketchX);
}

} // namespace jitterscope::ui
