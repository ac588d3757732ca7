// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/clocks.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"
#include "ui/theme/strategy_colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kFramesFrom = 2; // s of lab time: clocks, their cost, then the loop
constexpr double kFramesTake = 4;
constexpr double kFrames = 60;
constexpr Range kShown{120, 230}; // ms of true time
constexpr Range kCosts{1, 4e9};   // ns

struct Clock {
    QString name;
    std::optional<double> granularity; // ns
    std::optional<double> cost;        // ns
    std::optional<double> longest;     // ms
    bool wall = false;
    QVector<QPointF> frames; // ms over number
    QVector<QPointF> shows;  // ms over true ms
    QPen pen;
};

class ClocksScene final : public ResultScene {
public:
    ClocksScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return kFramesFrom + kFramesTake; }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return loops(view).guessUp(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] Panel shows(const LabView& view) const;
    [[nodiscard]] Panel costs(const LabView& view) const;
    [[nodiscard]] Panel loops(const LabView& view) const;
    [[nodiscard]] double frameAt(double now) const {
        return std::clamp((now - kFramesFrom) / kFramesTake, 0.0, 1.0) * (kFrames - 1);
    }
    [[nodiscard]] const Clock& mine() const {
        return m_clocks[std::min(static_cast<std::size_t>(m_knobs.whole("clock")), m_clocks.size() - 1)];
    }
    void paintShows(QPainter& painter, const LabView& view, const Type& type) const;
    void paintCosts(QPainter& painter, const LabView& view, const Type& type) const;
    void paintLoops(QPainter& painter, const LabView& view, const Type& type) const;

    std::vector<Clock> m_clocks;
    QString m_onTime;        // names of the others whose loop stays in time
    double m_stepAt = 0;     // ms of true time
    double m_stepFrame = 10; // number of the frame
};

/// The staircase that a clock shows.
QVector<QPointF> stairs(double granularityMs, double stepAt, double step) {
    QVector<QPointF> points;
    const double pitch = std::max(granularityMs, 0.25);
    for (double at = std::floor(kShown.low / pitch) * pitch; at <= kShown.high; at += pitch) {
        const double from = std::max(at, kShown.low);
        if (step != 0 && stepAt > from && stepAt < at + pitch) {
            points.append({from, at});
            points.append({stepAt, at + step});
        } else {
            points.append({from, at + (from >= stepAt ? step : 0)});
        }
    }
    return points;
}

ClocksScene::ClocksScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("clocks", result, knobs) {
    const Rows step(result, "step");
    m_stepAt = step.numberOr(0, "at_ms", 1e3 / 6 + 8);
    m_stepFrame = step.numberOr(0, "frame", 10);
    const Rows rows(result, "clocks");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Clock clock{rows.word(i, "clock"),
                    rows.number(i, "granularity_ns"),
                    rows.number(i, "cost_ns"),
                    rows.number(i, "longest_ms"),
                    rows.numberOr(i, "set_with_time_of_day", 0) != 0,
                    {},
                    {},
                    seriesPen(i)};
        clock.frames = pointsOf(result, clock.name.toStdString());
        if (clock.granularity)
            clock.shows = stairs(*clock.granularity / 1e6, m_stepAt, clock.wall ? knobs["step"] / 1e6 : 0);
        m_clocks.push_back(std::move(clock));
    }
    if (m_clocks.empty())
        m_clocks.push_back({});
    QStringList names;
    for (const Clock& clock : m_clocks) {
        if (!clock.frames.isEmpty() && clock.longest && *clock.longest < 18 && &clock != &mine())
            names << clock.name;
    }
    m_onTime = names.join(QStringLiteral(", "));
}

std::vector<double> ClocksScene::stops() const {
    return {1,
            2,
            kFramesFrom + kFramesTake * 9 / (kFrames - 1),
            kFramesFrom + kFramesTake * (m_stepFrame + 0.01) / (kFrames - 1),
            4,
            5,
            duration()};
}

Panel ClocksScene::shows(const LabView& view) const {
    return {
        part(view, 0, 0.47, 0, 0.47),
        {.title = tr("What each clock shows, ms"), .x = kShown, .y = kShown, .xTitle = tr("true time, ms")},
        Type(view.large)};
}

Panel ClocksScene::costs(const LabView& view) const {
    const Type type(view.large);
    return {part(view, 0.5, 1, 0, 0.47),
            {.title = tr("Dot: what a reading costs. Bar: its steps"),
             .x = kCosts,
             .logX = true,
             .yLabels = false,
             .xTicks = decadeTimeTicks(1),
             .rows = true,
             .left = widthOf(type.note, QStringLiteral("performance-counter")) + 2 * type.gap},
            type};
}

Panel ClocksScene::loops(const LabView& view) const {
    return {part(view, 0, 1, 0.49, 1),
            {.title = m_result.measured
                          ? tr("Frame times of article 1's loop at 60 Hz, simulated with these clocks")
                          : tr("Frame times of article 1's loop at 60 Hz, on each clock"),
             .x = {0, kFrames - 1},
             .y = {predict().minimum, predict().maximum},
             .logY = true,
             .xTitle = tr("frame"),
             .yTicks = decadeTimeTicks(1e6)},
            Type(view.large)};
}

void ClocksScene::paintShows(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = shows(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    Labels labels(plot);
    const double step = m_knobs["step"] / 1e6;
    if (!view.answered) {
        painter.setPen(QPen(c.muted, 1, Qt::DashLine));
        painter.drawLine(plot.bottomLeft(), plot.topRight());
        drawWrapped(painter, plot.adjusted(8, 4, -plot.width() * 0.4, 0),
                    step == 0 ? tr("A true clock is the diagonal.")
                              : tr("A true clock is the diagonal. In the eleventh frame somebody sets the "
                                   "time of day by %1.")
                                    .arg(timeText(step)),
                    c.muted, type.note);
        return;
    }
    const double until = kShown.low + std::min(view.now, 1.0) * kShown.span();
    for (const Clock& clock : m_clocks) {
        QPen pen = clock.pen;
        pen.setWidthF(&clock == &mine() ? type.pen * 1.5 : type.pen);
        panel.line(painter, clock.shows, pen, until, clock.granularity.value_or(1) > 1e5);
    }
    for (const Clock& clock : m_clocks) {
        if (clock.shows.isEmpty() || until < kShown.high)
            continue;
        const bool gone = clock.wall && step != 0;
        if (gone)
            labels.draw(painter,
                        {panel.x(m_stepAt), step < 0 ? plot.bottom() - type.line : plot.top() + type.line},
                        Qt::AlignRight,
                        tr("%1: set by %2 %3")
                            .arg(clock.name, format::signedDuration(step * 1e6),
                                 step < 0 ? QStringLiteral("↓") : QStringLiteral("↑")),
                        clock.pen.color(), type.note);
        else if (*clock.granularity > 1e6)
            labels.draw(painter,
                        panel.at({kShown.high - 8, Panel::valueAt(clock.shows, kShown.high - 8).value_or(0)}),
                        Qt::AlignBottom | Qt::AlignRight, clock.name, clock.pen.color(), type.note);
    }
}

void ClocksScene::paintCosts(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = costs(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    if (!view.answered) {
        drawWrapped(painter, plot.adjusted(8, 4, -4, 0),
                    tr("A row for each clock: how coarse it is, and how long it takes to ask it."), c.muted,
                    type.note);
        return;
    }
    for (std::size_t i = 0; i < m_clocks.size(); ++i) {
        const Clock& clock = m_clocks[i];
        const QRectF row = panel.row(i, m_clocks.size());
        const double y = row.center().y();
        panel.nameRow(painter, row, clock.name, &clock == &mine());
        if (view.now < 2)
            continue;
        Labels labels(plot);
        if (clock.granularity) {
            const QRectF box(row.left(), y - row.height() * 0.25,
                             std::max(panel.x(*clock.granularity) - row.left(), 2.0), row.height() * 0.5);
            fillBox(painter, box, clock.pen.color(), Qt::SolidPattern, 0.3);
            labels.keepClear(QRectF(panel.x(clock.cost.value_or(1)) - 5, y - 5, 10, 10));
            labels.draw(painter, {std::max(box.right(), panel.x(clock.cost.value_or(1)) + 5), y},
                        Qt::AlignRight, tr("steps of %1").arg(format::duration(*clock.granularity)), c.text,
                        type.note);
        }
        if (clock.cost) {
            painter.setPen(QPen(c.card, 1));
            painter.setBrush(c.text);
            painter.drawEllipse(QPointF(panel.x(*clock.cost), y), type.pen * 2, type.pen * 2);
        }
    }
}

void ClocksScene::paintLoops(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = loops(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    Labels labels(plot);
    panel.limit(painter, 1e3 / 60, c.text);
    labels.draw(painter, {plot.right(), panel.y(1e3 / 60)}, Qt::AlignBottom | Qt::AlignLeft,
                tr("wanted 16.7 ms"), c.muted, type.note);
    const double frame = frameAt(view.now);
    if (view.answered && view.now >= kFramesFrom) {
        for (const Clock& clock : m_clocks) {
            QPen pen = clock.pen;
            pen.setWidthF(&clock == &mine() ? type.pen * 1.6 : type.pen);
            panel.line(painter, clock.frames, pen, frame);
        }
        panel.upright(painter, m_stepFrame, QPen(c.muted, 1, Qt::DotLine));
        for (const Clock& clock : m_clocks) {
            if (clock.frames.isEmpty() || !clock.longest)
                continue;
            const auto peak =
                std::ranges::max_element(clock.frames, {}, [](const QPointF& p) { return p.y(); });
            if (peak->x() > frame || (*clock.longest < 18 && &clock != &mine()))
                continue;
            labels.draw(painter, panel.at(*peak), Qt::AlignTop | Qt::AlignRight,
                        tr("%1: %2").arg(clock.name, timeText(peak->y())), clock.pen.color(), type.note);
        }
        if (!m_onTime.isEmpty())
            labels.draw(painter, {panel.x(frame * 0.6), panel.y(1e3 / 60)}, Qt::AlignBottom | Qt::AlignRight,
                        tr("in time: %1").arg(m_onTime), c.text, type.note);
        if (frame >= m_stepFrame && m_knobs["step"] != 0)
            labels.draw(painter, {panel.x(m_stepFrame), plot.bottom() - type.line}, Qt::AlignRight,
                        tr("time of day set here"), c.muted, type.note);
    }
    paintGuess(painter, panel.guessUp(predict()), predict(), view, type, labels);
}

std::vector<ResultScene::Part> ClocksScene::parts(const LabView& view, const Type& type) const {
    return {{shows(view).area(),
             tr("What the clock reads, against true time. A true clock is the diagonal; a coarse one a "
                "staircase; one that is set leaves the picture."),
             [&, this](QPainter& painter) { paintShows(painter, view, type); }},
            {costs(view).area(),
             tr("Bar: the smallest step between two readings. Dot: what a reading costs. Less is better; "
                "logarithmic."),
             [&, this](QPainter& painter) { paintCosts(painter, view, type); }},
            {loops(view).area(),
             tr("How long each frame took in truth. Logarithmic: each grid line is ten times the one below."),
             [&, this](QPainter& painter) { paintLoops(painter, view, type); }}};
}

QVector<LabReadout> ClocksScene::readouts(double now) const {
    const double frame = frameAt(now);
    const bool runs = now >= kFramesFrom;
    const double length = Panel::valueAt(mine().frames, frame).value_or(0);
    double longest = 0;
    for (const QPointF& point : mine().frames)
        longest = point.x() <= frame ? std::max(longest, point.y()) : longest;
    const auto known = [](const std::optional<double>& ns) {
        return ns ? format::duration(*ns) : format::absent();
    };
    return {{runs ? timeText(length) : format::absent(), tr("this frame"),
             tr("Of the loop on the clock %1; 16.67 ms is wanted.").arg(mine().name), length > 18},
            {runs ? timeText(longest) : format::absent(), tr("longest so far"),
             tr("The nearer to 16.67 ms the better."), longest > 18},
            {now >= 1 ? known(mine().granularity) : format::absent(), tr("changes every"),
             tr("The smallest step between two readings; less is better."), false},
            {now >= 2 ? known(mine().cost) : format::absent(), tr("a reading"),
             tr("What it costs to look at the clock; less is better."), false}};
}

QString ClocksScene::before() const {
    const double step = m_knobs["step"];
    return tr("Three empty charts: what each clock shows, what a reading costs, and the "
              "frame times of a loop at 60 Hz while the time of day is set by %1.")
        .arg(format::signedDuration(step));
}

QString ClocksScene::told(const LabView& view) const {
    QString text;
    for (const Clock& clock : m_clocks) {
        if (view.now >= 2 || (&clock == &mine() && view.now >= 1))
            text += tr("%1 changes every %2, a reading takes %3. ")
                        .arg(clock.name,
                             clock.granularity ? format::duration(*clock.granularity) : format::absent(),
                             clock.cost ? format::duration(*clock.cost) : format::absent());
    }
    if (view.now > kFramesFrom)
        text += tr("Frame %1 on %2 takes %3. ")
                    .arg(plain(std::floor(frameAt(view.now)) + 1, 0), mine().name,
                         timeText(Panel::valueAt(mine().frames, frameAt(view.now)).value_or(0)));
    if (view.now >= duration() && mine().longest)
        text += tr("The longest frame took %1.").arg(timeText(*mine().longest));
    return text.isEmpty() ? tr("The clocks are about to start.") : text;
}

void sketchClocks(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(painter, area);
    const auto at = sharesOf(area);
    QPolygonF stairs;
    for (int i = 0; i < 9; ++i)
        stairs << at(i / 9.0, 0.04 + 0.86 * i / 9) << at((i + 1) / 9.0, 0.04 + 0.86 * i / 9);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.muted, 1.2));
    painter.drawPolyline(stairs);
    painter.setPen(QPen(c.first, 1.6));
    painter.drawLine(at(0, 0.04), at(1, 0.9));
    painter.setPen(QPen(c.late, 1.6, Qt::DashLine));
    painter.drawPolyline(QPolygonF{at(0, 0.08), at(0.48, 0.49), at(0.48, 0.22), at(1, 0.66)});
    drawText(painter, QRectF(at(0.45, 0.98), QSizeF(90, type.line)), Qt::AlignLeft, tr("monotonic"), c.muted,
             type.note);
    drawText(painter, QRectF(at(0.5, 0.17), QSizeF(150, type.line)), Qt::AlignLeft,
             tr("someone set the clock"), c.muted, type.note);
}

} // namespace

LabPictureEntry clocksPicture() {
    return pictureOf<ClocksScene>("clocks", sketchClocks);
}

} // namespace jitterscope::ui
