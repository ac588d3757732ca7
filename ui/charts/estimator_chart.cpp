// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/estimator_chart.h"

#include "ui/charts/reduce.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace jitterscope::ui {
namespace {

/// All values but the rarest spikes, which are drawn at the edge. `values` is reordered.
Range mostOf(std::vector<double>& values) {
    const auto spare = static_cast<std::ptrdiff_t>(values.size() / 20);
    std::nth_element(values.begin(), values.end() - 1 - spare, values.end());
    const double high = *(values.end() - 1 - spare);
    return {*std::min_element(values.begin(), values.end()), high};
}

} // namespace

EstimatorChart::EstimatorChart(QWidget* parent)
    : Chart(QStringLiteral("estimator_chart"), tr("What the estimator sees"),
            tr("Dots: how long native sleeps took, as the strategy learns from them. Line: what it keeps "
               "back before a "
               "deadline, mean + X·σ. Dots above the line are frames at risk; a high line is CPU spun away."),
            parent) {
    m_line = plot().addLine(QPen(tokens().second, 1.8));
    nameLine(m_line, QStringLiteral("kept back, ns by seconds ago"));
    plot().setMarks([this](QPainter& painter) { paintMarks(painter); });
    plot().setAxes(
        {numberTicks(), [](Range) { return tr("seconds ago"); }, tr("Seconds before the newest frame.")},
        {durationTicks(), {}, tr("Length of a sleep, or its oversleep: see the key.")});
    clear();
}

void EstimatorChart::clear() {
    plot().setLine(m_line, {});
    m_dots.clear();
    m_extremes.clear();
    m_y.reset();
    key().setItems({});
    plot().setEmptyText(tr("Sleeps, and how much a strategy keeps back because of them."));
}

void EstimatorChart::draw(const LiveTraces& traces, const std::string&) {
    QList<QPointF> line;
    std::vector<double> values;
    m_dots.clear();
    m_extremes.clear();
    bool estimates = false;
    traces.sleeps().forEach([&](std::int64_t at, const SleepColumn& column) {
        const double x = static_cast<double>(at - traces.now()) / 1e9;
        if (column.hasEstimate) {
            line.append({x, static_cast<double>(column.estimate)});
            if (column.estimateLow != column.estimate)
                line.append({x, static_cast<double>(column.estimateLow)});
            values.push_back(static_cast<double>(column.estimateLow));
            estimates = true;
        }
        if (column.sleeps == 0)
            return;
        m_dots.append({x, static_cast<double>(column.some)});
        m_extremes.append({x, static_cast<double>(column.low)});
        m_extremes.append({x, static_cast<double>(column.high)});
        values.push_back(static_cast<double>(column.low));
        values.push_back(static_cast<double>(column.high));
    });
    plot().setLinePen(m_line, QPen(tokens().second, 1.8));
    plot().setLine(m_line, line);
    if (values.empty()) {
        plot().setEmptyText(tr("This strategy does not sleep: there is nothing to estimate."));
        key().setItems({});
        return;
    }
    plot().setEmptyText({});
    const Range span = mostOf(values);
    const double margin = std::max({200.0, span.span() * 0.12, span.high * 0.02});
    const Range y =
        m_y.follow({span.low < 0 ? span.low - margin : std::max(0.0, span.low - margin), span.high + margin});
    plot().setRange(
        secondsAgo(static_cast<double>(traces.now()) / 1e9, static_cast<double>(traces.sleepSpan()) / 1e9),
        y);
    const QString what = traces.wholeSleeps() ? tr("a sleep took") : tr("oversleep");
    QVector<KeyItem> items{{durationTitle(what)(y), QPen(tokens().muted), true,
                            traces.wholeSleeps()
                                ? tr("How long each native sleep took from call to return.")
                                : tr("How much longer than asked each native sleep took. Less is better.")}};
    if (estimates)
        items.append({tr("mean + X·σ"), QPen(tokens().second, 2), false,
                      tr("What is kept back before the deadline and spun away. X moves it.")});
    else
        items.append(
            {tr("no estimate"), Qt::NoPen, false, tr("This strategy learns nothing from its sleeps.")});
    key().setItems(items);
    plot().viewport()->update();
}

void EstimatorChart::paintMarks(QPainter& painter) {
    const Tokens& c = tokens();
    const Range y = plot().shownY();
    const auto draw = [&](const QList<QPointF>& points, const QColor& colour, double size) {
        QList<QPointF> pixels;
        pixels.reserve(points.size());
        for (const QPointF& point : points)
            pixels.append(plot().toPixel(point.x(), std::clamp(point.y(), y.low, y.high)));
        painter.setPen(QPen(colour, size, Qt::SolidLine, Qt::RoundCap));
        painter.drawPoints(pixels.constData(), static_cast<int>(pixels.size()));
    };
    draw(m_extremes, mixed(c.muted, c.card, 0.55), 3);
    draw(m_dots, c.muted, 3.5);
}

} // namespace jitterscope::ui
