// SPDX-License-Identifier: GPL-3.0-or-later
// The native sleeps over time, against what a strategy keeps back because of them.
#include "core/sleep/sleep_catalog.h"
#include "ui/charts/estimator_view.h"
#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <algorithm>

namespace jitterscope::ui {
namespace {

const QString kLine = QStringLiteral("kept back, ns by seconds ago");

/// A dot for a sleep, paler ones for the extremes of its moment; beyond the picture they stand at its edge.
class SleepDots final : public Layer {
public:
    QList<QPointF> some;
    QList<QPointF> extremes;

    void paint(QPainter& painter, const PlotSpace& space) const override {
        const Tokens& c = tokens();
        paintDots(painter, space, extremes, mixed(c.muted, c.card, 0.55), 3);
        paintDots(painter, space, some, c.muted, 3.5);
    }

private:
    static void paintDots(QPainter& painter, const PlotSpace& space, const QList<QPointF>& points,
                          const QColor& colour, double size) {
        const Range y = space.y.shown();
        QList<QPointF> pixels;
        pixels.reserve(points.size());
        for (const QPointF& point : points)
            pixels.append(space.at(point.x(), std::clamp(point.y(), y.low, y.high)));
        painter.setPen(QPen(colour, size, Qt::SolidLine, Qt::RoundCap));
        painter.drawPoints(pixels.constData(), static_cast<int>(pixels.size()));
    }
};

/// All values but the rarest spikes, which are drawn at the edge. `values` is reordered.
Range mostOf(std::vector<double>& values) {
    const auto spare = static_cast<std::ptrdiff_t>(values.size() / 20);
    std::nth_element(values.begin(), values.end() - 1 - spare, values.end());
    const double high = *(values.end() - 1 - spare);
    return {*std::min_element(values.begin(), values.end()), high};
}

bool hasX(const std::string& strategy) {
    const SleepEntry* entry = findEntry(sleepCatalog(), strategy);
    return entry != nullptr && parameterIndex(entry->parameters, "x") >= 0;
}

class TimeView final : public EstimatorView {
public:
    const char* id() const override { return "time"; }
    QString button() const override { return tr("Time"); }
    QString says() const override { return tr("Sleeps over time"); }
    QString explanation() const override {
        return tr("Dots: how long native sleeps took, as the strategy learns from them. Line: what it "
                  "keeps back before a deadline (mean + X·σ where there is an X). Dots above the line are "
                  "frames at risk, but for the first of two sleeps; a high line is CPU spun away.");
    }
    QString emptyText() const override {
        return tr("Sleeps, and how much a strategy keeps back because of them.");
    }
    QString nothingText(const std::string&) const override {
        return tr("This strategy does not sleep: there is nothing to estimate.");
    }
    bool flickers(const std::string&) const override { return false; }
    QVector<KeyItem> key() const override { return m_key; }

    void open(Plot& plot) override;
    void forget() override { m_y.reset(); }
    bool draw(Plot& plot, const EstimatorInput& input) override;

private:
    void setKey(const EstimatorInput& input, bool estimates, Range y);

    SteadyRange m_y{4, 6};
    QVector<KeyItem> m_key;
    SleepDots* m_dots = nullptr;
};

void TimeView::open(Plot& plot) {
    Axis x(Scale::Linear, Quantity::Number, tr("seconds ago"));
    x.setTooltip(tr("Seconds before the newest frame."));
    Axis y(Scale::Linear, Quantity::Time, {});
    y.setTooltip(tr("Length of a sleep, or its oversleep: see the key."));
    plot.setAxes(std::move(x), std::move(y));
    plot.addLine(kLine, {});
    m_dots = &plot.add(std::make_unique<SleepDots>());
}

bool TimeView::draw(Plot& plot, const EstimatorInput& input) {
    QList<QPointF> line;
    QList<QPointF> some;
    QList<QPointF> extremes;
    std::vector<double> values;
    const LiveTraces& traces = input.traces;
    traces.sleeps().forEach([&](std::int64_t at, const SleepColumn& column) {
        const double x = static_cast<double>(at - traces.now()) / 1e9;
        if (column.hasEstimate) {
            line.append({x, static_cast<double>(column.estimate)});
            if (column.estimateLow != column.estimate)
                line.append({x, static_cast<double>(column.estimateLow)});
            values.push_back(static_cast<double>(column.estimateLow));
        }
        if (column.sleeps == 0)
            return;
        some.append({x, static_cast<double>(column.some)});
        extremes.append({x, static_cast<double>(column.low)});
        extremes.append({x, static_cast<double>(column.high)});
        values.push_back(static_cast<double>(column.low));
        values.push_back(static_cast<double>(column.high));
    });
    if (values.empty())
        return false;
    m_dots->some = std::move(some);
    m_dots->extremes = std::move(extremes);
    const Range span = mostOf(values);
    const double margin = std::max({200.0, span.span() * 0.12, span.high * 0.02});
    const Range y =
        m_y.follow({span.low < 0 ? span.low - margin : std::max(0.0, span.low - margin), span.high + margin});
    plot.setRange(
        secondsAgo(static_cast<double>(traces.now()) / 1e9, static_cast<double>(traces.sleepSpan()) / 1e9),
        y);
    plot.setPen(kLine, QPen(tokens().second, 1.8));
    setKey(input, !line.isEmpty(), y);
    plot.setLine(kLine, line);
    return true;
}

void TimeView::setKey(const EstimatorInput& input, bool estimates, Range y) {
    const bool whole = input.traces.wholeSleeps();
    const QString unit = QStringLiteral(", ") + format::unitName(durationUnit(y));
    m_key = {{(whole ? tr("a sleep took") : tr("oversleep")) + unit, QPen(tokens().muted), true,
              whole ? tr("How long each native sleep took from call to return.")
                    : tr("How much longer than asked each native sleep took. Less is better.")}};
    if (estimates && hasX(input.strategy))
        m_key.append({tr("mean + X·σ"), QPen(tokens().second, 2), false,
                      tr("What is kept back before the deadline and spun away. X moves it.")});
    else if (estimates)
        m_key.append({tr("kept back"), QPen(tokens().second, 2), false,
                      tr("What is kept back before the deadline and spun away.")});
    else
        m_key.append(
            {tr("no estimate"), Qt::NoPen, false, tr("This strategy learns nothing from its sleeps.")});
}

} // namespace

std::unique_ptr<EstimatorView> makeEstimatorTime() {
    return std::make_unique<TimeView>();
}

} // namespace jitterscope::ui
