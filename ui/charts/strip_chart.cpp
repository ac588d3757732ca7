// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/strip_chart.h"

#include "core/figure/experiment_figure.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/plot/layers.h"
#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

/// More marks than this would hide the line. Each mark then stands for the worst frame of its neighbourhood.
constexpr std::size_t kMostLate = 60;

const QString kStripLine = QLatin1String(StripChart::kFrameTime);

} // namespace

/// Marks late frames, which can be pointed at, lost iterations, and changes of settings.
class StripMarks final : public Layer {
public:
    void clear() {
        m_late.clear();
        m_lost.clear();
        m_changes.clear();
    }
    void collect(const LiveTraces& traces, double period, Range y);

    void draw(const ChartDrawing& drawing) const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;
    /// The late frame with this iteration number; null: it has left the strip.
    [[nodiscard]] const FrameSample* sample(std::int64_t id) const;

private:
    struct Late {
        QPointF at; ///< seconds, ns off the period
        FrameSample sample;
        bool beyond = false; ///< drawn at the edge
    };
    struct Change {
        double at = 0;
        QString text;
    };

    [[nodiscard]] static Point placeOf(const ChartSpace& space, const Late& late);
    void drawChangeTexts(const ChartDrawing& drawing) const;

    double m_period = 0;
    std::vector<Late> m_late;
    std::vector<double> m_lost;
    std::vector<Change> m_changes;
};

void StripMarks::collect(const LiveTraces& traces, double period, Range y) {
    clear();
    m_period = period;
    traces.frames().forEach([&](std::int64_t at, const FrameColumn& column) {
        const double x = static_cast<double>(at - traces.now()) / 1e9;
        if (column.late > 0) {
            const double off = static_cast<double>(column.worst.frameTime) - m_period;
            m_late.push_back({{x, std::clamp(off, y.low, y.high)}, column.worst, off > y.high});
        }
        if (column.lost > 0)
            m_lost.push_back(x);
    });
    if (m_late.size() > kMostLate) {
        std::vector<Late> fewer;
        const std::size_t group = (m_late.size() + kMostLate - 1) / kMostLate;
        for (std::size_t i = 0; i < m_late.size(); i += group) {
            const auto end = m_late.begin() + static_cast<std::ptrdiff_t>(std::min(i + group, m_late.size()));
            fewer.push_back(*std::max_element(
                m_late.begin() + static_cast<std::ptrdiff_t>(i), end,
                [](const Late& a, const Late& b) { return a.sample.lateness() < b.sample.lateness(); }));
        }
        m_late = std::move(fewer);
    }
    for (const ChangeMark& change : traces.changes())
        m_changes.push_back({static_cast<double>(change.at - traces.now()) / 1e9, change.text});
}

Point StripMarks::placeOf(const ChartSpace& space, const Late& late) {
    const Point at = space.at(late.at.x(), late.at.y());
    return late.beyond ? Point{at.x, space.area.top + 3} : at;
}

void StripMarks::draw(const ChartDrawing& drawing) const {
    const ChartSpace& space = drawing.space();
    const Box& area = space.area;
    for (const Change& change : m_changes) {
        const double x = std::round(space.xAt(change.at)) + 0.5;
        drawing.line({x, area.top}, {x, area.bottom}, {Ink::Muted, 1});
    }
    for (const double lost : m_lost) {
        const double x = space.xAt(lost);
        drawing.line({x, area.bottom - 7}, {x, area.bottom}, {Ink::Second, 2});
    }
    for (const Late& late : m_late) {
        const Point at = placeOf(space, late);
        if (!late.beyond)
            drawing.dot(at, kDotRadius, Ink::Late);
        else if (area.contains(at))
            drawing.picture().fill({{{{at.x - 4, at.y + 3}, {at.x + 4, at.y + 3}, {at.x, at.y - 3}}, true}},
                                   Ink::Late);
    }
    drawChangeTexts(drawing);
}

/// On top of everything. A text that would cover another one is left out.
void StripMarks::drawChangeTexts(const ChartDrawing& drawing) const {
    double free = drawing.area().left;
    for (const Change& change : m_changes) {
        const double x = drawing.space().xAt(change.at) + 4;
        if (x < free || x > drawing.area().right || change.text.isEmpty())
            continue;
        const std::string text = change.text.toStdString();
        const Box box = drawing.noteBox(x, drawing.area().top + 1, text);
        drawing.note(box, text, Ink::Text);
        free = box.right + 8;
    }
}

std::vector<Layer::Hit> StripMarks::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (const Late& late : m_late) {
        const Point at = placeOf(space.drawn(), late);
        if (space.area.adjusted(-1, -1, 1, 1).contains(at.x, at.y))
            hits.push_back({QRectF(at.x - kDotRadius, at.y - kDotRadius, 2 * kDotRadius, 2 * kDotRadius),
                            late.sample.iteration});
    }
    return hits;
}

const FrameSample* StripMarks::sample(std::int64_t id) const {
    const auto late = std::find_if(m_late.begin(), m_late.end(),
                                   [id](const Late& each) { return each.sample.iteration == id; });
    return late == m_late.end() ? nullptr : &late->sample;
}

QString StripMarks::text(const PlotSpace&, std::int64_t id) const {
    const FrameSample* const late = sample(id);
    if (late == nullptr)
        return {};
    return StripChart::tr("Frame %1: %2 late, frame time %3.\n%4")
        .arg(format::count(late->iteration), format::duration(static_cast<double>(late->lateness())),
             format::frameTime(static_cast<double>(late->frameTime), m_period),
             format::text(causeText(late->cause)));
}

StripChart::StripChart(QWidget* parent)
    : ChartCard(QStringLiteral("strip_chart"), tr("Frame times"),
                tr("The frames of the last seconds, shortest and longest of each moment. A flat line at the "
                   "target is good. Dots are late frames (click one: why?), ticks at the bottom are lost "
                   "iterations."),
                parent),
      m_marks([this]() -> StripMarks& {
          plot().add(std::make_unique<ReferenceLayer>());
          return plot().add(std::make_unique<StripMarks>());
      }()) {
    plot().addLine(kStripLine, {.look = {Ink::First, 1.2}});
    connect(&plot(), &Plot::picked, this, [this](const QString&, std::int64_t id) {
        if (const FrameSample* sample = m_marks.sample(id))
            emit picked(*sample);
    });
    clear();
}

void StripChart::clear() {
    plot().setLine(kStripLine, {});
    m_marks.clear();
    m_period = 0;
    m_y.reset();
    key().setItems({});
    plot().setEmptyText(tr("The frames of the last seconds, as they come."));
    plot().layersChanged();
}

void StripChart::draw(const LiveTraces& traces, const Period& period, Nanoseconds tolerance,
                      const std::string& strategy) {
    plot().setEmptyText({});
    const double target = period.nanoseconds();
    if (target != m_period) {
        m_period = target;
        m_y.reset();
        Axis x(AxisScale::Linear, Quantity::Number, tr("seconds ago").toStdString());
        x.setTooltip(tr("Seconds before the newest frame.").toStdString());
        Axis y(AxisScale::Linear, Quantity::Time, {});
        y.setLabels(frameTimeLabels(target));
        y.setTooltip(tr("Frame time: start to start. The dashed line is the target.").toStdString());
        plot().setAxes(std::move(x), std::move(y));
    }
    Range y = m_y.follow(stripRange(traces.frames(), target, static_cast<double>(tolerance.count())));
    y.low = std::max(y.low, -target); // no frame is shorter than nothing
    plot().setRange({-static_cast<double>(traces.frameSpan()) / 1e9, 0}, y);
    plot().setLook(kStripLine, {strategyLook(strategy).ink, 1.2});
    plot().setLine(kStripLine, envelope(traces.frames(), traces.now(), target, y));
    plot().layer<ReferenceLayer>()->set(
        {{Reference::Horizontal, 0, {}, LineLook{Ink::Muted, 1, {4, 2}}, true}});
    m_marks.collect(traces, target, y);
    plot().layersChanged();
    key().setItems(
        {{format::text(frameTimeTitle(target)(y)), {}, false, {}},
         {tr("late, >%1").arg(format::duration(static_cast<double>(tolerance.count()))), LineLook{Ink::Late},
          true,
          tr("Started later than its deadline by more than the tolerance. Fewer is better. Click one to see "
             "why.")},
         {tr("lost"), LineLook{Ink::Second, 2}, false,
          tr("Iterations that were given up because the loop was too far behind. Fewer is better.")}});
}

} // namespace jitterscope::ui
