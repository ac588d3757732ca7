// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/histogram_chart.h"

#include "ui/charts/reduce.h"
#include "ui/format/format.h"
#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kBins = 140;
constexpr double kFarOff = 0.5; // of the period: a picture of both would show neither

/// Where frame times of the baseline lie off those of this period, ns.
std::int64_t periodShift(const Period& period, const Baseline& baseline) {
    return baseline.period.rounded().count() - period.rounded().count();
}

Range moved(Range range, std::int64_t by) {
    return {range.low + static_cast<double>(by), range.high + static_cast<double>(by)};
}

/// The baseline's histogram as deviations from this period, so that each frame time stands where it was.
/// Empty: there is none, or its bulk lies too far off to be drawn in one picture.
std::vector<Histogram::Bucket> bucketsOff(const Period& period, const std::optional<Baseline>& baseline) {
    if (!baseline || baseline->deviation.count() == 0)
        return {};
    const std::int64_t shift = periodShift(period, *baseline);
    const Range bulk = moved(bulkRange(baseline->deviation), shift);
    const double reach = kFarOff * period.nanoseconds();
    if (shift != 0 && (bulk.low > reach || bulk.high < -reach))
        return {};
    std::vector<Histogram::Bucket> buckets = baseline->deviation.buckets();
    for (Histogram::Bucket& bucket : buckets) {
        bucket.lower += shift;
        bucket.upper += shift;
    }
    return buckets;
}

QString explanation() {
    return Chart::tr(
        "How often each frame time came, on a log scale so that a single late frame still shows. "
        "A narrow peak on the dashed target line is good; a tail to the right is lateness.");
}

} // namespace

HistogramChart::HistogramChart(QWidget* parent)
    : Chart(QStringLiteral("histogram_chart"), tr("Frame-time histogram"), explanation(), parent) {
    m_baselineLine = plot().addLine(QPen(tokens().muted, 1.3, Qt::DashLine));
    m_line = plot().addLine(QPen(tokens().first, 1.4));
    plot().setFilled(m_line, 0.2);
    nameLine(m_baselineLine, QStringLiteral("baseline"));
    nameLine(m_line, QStringLiteral("log10(frames) by ns off the period"));
    plot().setMarks([this](QPainter& painter) { paintMarks(painter); });
    plot().setReadout([this](const QPointF& pixel) { return readout(pixel); });
    clear();
}

void HistogramChart::clear() {
    plot().setLine(m_line, {});
    plot().setLine(m_baselineLine, {});
    m_x.reset();
    m_y.reset();
    m_period = 0;
    m_apart.clear();
    key().setItems({});
    plot().setEmptyText(tr("Start a run (F5): each frame's length falls into one of these bins."));
}

void HistogramChart::draw(const FrameStatistics& statistics, const FrameFigures& figures,
                          const std::string& strategy, const std::optional<Baseline>& baseline) {
    if (figures.frames == 0)
        return;
    plot().setEmptyText({});
    const double period = statistics.period().nanoseconds();
    if (period != m_period) {
        m_period = period;
        m_x.reset();
        plot().resetZoom();
        plot().setAxes({frameTimeTicks(period), frameTimeTitle(period),
                        tr("Frame time: from the start of one frame to the start of the next. The target is "
                           "the dashed line.")},
                       {decadeTicks(), {}, tr("Number of frames, log scale.")});
    }
    const Histogram& histogram = statistics.deviation().histogram();
    Range wanted = histogramRange(histogram);
    const std::vector<Histogram::Bucket> before = bucketsOff(statistics.period(), baseline);
    const bool overlay = !before.empty();
    if (overlay)
        wanted = joined(wanted,
                        moved(bulkRange(baseline->deviation), periodShift(statistics.period(), *baseline)));
    const auto& time = figures.frameTime;
    m_marks = {time.mean ? std::optional(*time.mean - period) : std::nullopt, time.stddev,
               time.p99 ? std::optional(*time.p99 - period) : std::nullopt, 0, 0};
    if (m_marks.p99)
        wanted = joined(wanted, {0, *m_marks.p99 * 1.05});
    Range x = m_x.follow(wanted);
    x.low = std::max(x.low, -period); // no frame is shorter than nothing
    const Range shown = plot().zoomed() ? plot().shownX() : x;
    const Bins bins = rebin(histogram.buckets(), shown, kBins);
    m_marks.above = bins.above;
    m_marks.below = bins.below;
    m_binLow = bins.low;
    m_binWidth = bins.width;
    m_counts = bins.counts;
    double top = std::log10(std::max(10.0, bins.largest())) + 0.15;
    QList<QPointF> other;
    if (overlay) {
        const double factor =
            static_cast<double>(histogram.count()) / static_cast<double>(baseline->deviation.count());
        const Bins old = rebinAs(before, bins);
        other = stepOutline(old, factor, kCountFloor);
        top = std::max(top, std::log10(std::max(1.0, old.largest() * factor)) + 0.15);
        QPen pen = strategyPen(baseline->strategy, 1.3);
        pen.setDashPattern({4, 3});
        if (baseline->strategy == strategy)
            pen.setColor(tokens().muted);
        plot().setLinePen(m_baselineLine, pen);
    }
    plot().setLinePen(m_line, QPen(strategyColour(strategy), 1.4));
    plot().setLine(m_baselineLine, other);
    plot().setLine(m_line, stepOutline(bins, 1, kCountFloor));
    plot().setRange(x, {kCountFloor, std::ceil(top * 2) / 2});
    setKey(figures, baseline, overlay);
}

void HistogramChart::setKey(const FrameFigures& figures, const std::optional<Baseline>& baseline,
                            bool drawn) {
    const Tokens& c = tokens();
    QVector<KeyItem> items;
    items.append({format::count(figures.frames) + tr(" frames"), Qt::NoPen, false,
                  tr("Frames in this picture: those since the last change of settings.")});
    m_apart.clear();
    if (drawn)
        items.append({tr("baseline"), plot().linePen(m_baselineLine), false,
                      tr("The pinned run at its own frame times, scaled to the same number of frames.")});
    else if (baseline && baseline->deviation.count() > 0)
        m_apart =
            tr("baseline not drawn: at %1 Hz its frames last %2")
                .arg(QString::fromStdString(baseline->period.rateText()),
                     baseline->figures.frameTime.p50
                         ? format::frameTime(*baseline->figures.frameTime.p50,
                                             *baseline->figures.frameTime.p50)
                         : format::frameTime(baseline->period.nanoseconds(), baseline->period.nanoseconds()));
    items.append(
        {tr("target"), QPen(c.text, 1, Qt::DashLine), false, tr("The period: where every frame should be.")});
    items.append({tr("mean ± σ"), QPen(mixed(c.text, c.muted, 0.5), 4), false,
                  tr("Mean frame time and one standard deviation to both sides. Narrow is good.")});
    items.append({tr("p99"), QPen(c.late, 1, Qt::DotLine), false,
                  tr("99 of 100 frames were no longer than this; the same figure as p99 in the table and "
                     "above. Needs 100 frames.")});
    key().setItems(items);
}

void HistogramChart::paintMarks(QPainter& painter) {
    const Tokens& c = tokens();
    const QRectF area = plot().area();
    const QColor spread = mixed(c.text, c.muted, 0.5);
    const auto vertical = [&](double at, const QPen& pen) {
        const double x = std::round(plot().toPixel(at, 0).x()) + 0.5;
        painter.setPen(pen);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    };
    if (m_marks.mean && m_marks.sigma) {
        const double left = plot().toPixel(*m_marks.mean - *m_marks.sigma, 0).x();
        const double right = plot().toPixel(*m_marks.mean + *m_marks.sigma, 0).x();
        const double middle = plot().toPixel(*m_marks.mean, 0).x();
        const double y = area.top() + 7;
        painter.setPen(QPen(spread, 2));
        painter.drawLine(QPointF(left, y), QPointF(std::max(right, left + 1), y));
        painter.drawLine(QPointF(left, y - 3), QPointF(left, y + 3));
        painter.drawLine(QPointF(right, y - 3), QPointF(right, y + 3));
        painter.setBrush(spread);
        painter.drawEllipse(QPointF(middle, y), 2.5, 2.5);
    }
    vertical(0, QPen(c.text, 1, Qt::DashLine));
    if (m_marks.p99)
        vertical(*m_marks.p99, QPen(c.late, 1.3, Qt::DotLine));
    const auto note = [&](int side, const QString& text) {
        painter.setFont(noteFont());
        const QRectF box =
            QFontMetricsF(noteFont()).boundingRect(area.adjusted(5, 13, -5, 0), side | Qt::AlignTop, text);
        painter.fillRect(box.adjusted(-2, 0, 2, 0), c.card);
        painter.setPen(c.muted);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    if (!m_apart.isEmpty()) {
        painter.setFont(noteFont());
        painter.setPen(c.muted);
        constexpr int kHow = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
        const QRectF room = area.adjusted(8, 34, -8, 0); // under what is said of single far frames
        painter.fillRect(QFontMetricsF(noteFont()).boundingRect(room, kHow, m_apart).adjusted(-3, 0, 3, 0),
                         c.card);
        painter.drawText(room, kHow, m_apart);
    }
    if (m_marks.above > 0)
        note(Qt::AlignRight, tr("%1 beyond →").arg(format::count(static_cast<std::int64_t>(m_marks.above))));
    if (m_marks.below > 0)
        note(Qt::AlignLeft, tr("← %1 before").arg(format::count(static_cast<std::int64_t>(m_marks.below))));
}

QString HistogramChart::readout(const QPointF& pixel) {
    const double at = plot().toValue(pixel).x();
    const auto bin = static_cast<std::ptrdiff_t>(std::floor((at - m_binLow) / m_binWidth));
    if (bin < 0 || bin >= static_cast<std::ptrdiff_t>(m_counts.size()))
        return {};
    const double low = m_binLow + static_cast<double>(bin) * m_binWidth;
    return tr("%1 frames between %2 and %3\n(%4 … %5 off the target)")
        .arg(format::count(static_cast<std::int64_t>(m_counts[static_cast<std::size_t>(bin)])),
             format::frameTime(m_period + low, m_period),
             format::frameTime(m_period + low + m_binWidth, m_period), format::signedDuration(low),
             format::signedDuration(low + m_binWidth));
}

} // namespace jitterscope::ui
