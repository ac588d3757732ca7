// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/histogram_chart.h"

#include "core/figure/experiment_figure.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/plot/layers.h"
#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kFrameBins = 140;
constexpr double kFarOff = 0.5; // of the period: one picture of both would show neither well

const QString kFrameLine = QLatin1String(HistogramChart::kFrames);
const QString kBefore = QLatin1String(HistogramChart::kBaseline);

/// The baseline's period minus this one, ns.
std::int64_t periodShift(const Period& period, const Baseline& baseline) {
    return baseline.period.rounded().count() - period.rounded().count();
}

Range moved(Range range, std::int64_t by) {
    return {range.low + static_cast<double>(by), range.high + static_cast<double>(by)};
}

/// The baseline's histogram as deviations from this period, so that each frame time keeps its place. Empty:
/// there is no baseline, or its bulk lies too far away for one picture.
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
    return ChartCard::tr(
        "How often each frame time came, on a log scale so that a single late frame still shows. A narrow "
        "peak on the dashed target line is good; a tail to the right is lateness.");
}

} // namespace

/// Draws mean ± σ on top, and says what is outside the picture.
class HistogramNotes final : public Layer {
public:
    std::optional<double> mean; ///< ns off the period
    std::optional<double> sigma;
    double above = 0; ///< frames beyond the picture
    double below = 0;
    QString apart; ///< why a baseline is not drawn

    void draw(const ChartDrawing& drawing) const override;

private:
    void drawSpread(const ChartDrawing& drawing) const;
    void drawApart(const ChartDrawing& drawing) const;
};

void HistogramNotes::draw(const ChartDrawing& drawing) const {
    if (mean && sigma)
        drawSpread(drawing);
    if (!apart.isEmpty())
        drawApart(drawing);
    const Box area = drawing.area().inset(5, 13, 5);
    const auto note = [&](double x, Anchor anchor, const QString& text) {
        const std::string words = text.toStdString();
        drawing.note(drawing.noteBox(x, area.top, words, anchor), words);
    };
    if (above > 0)
        note(area.right, Anchor::End,
             HistogramChart::tr("%1 beyond →").arg(format::count(static_cast<std::int64_t>(above))));
    if (below > 0)
        note(area.left, Anchor::Start,
             HistogramChart::tr("← %1 before").arg(format::count(static_cast<std::int64_t>(below))));
}

void HistogramNotes::drawSpread(const ChartDrawing& drawing) const {
    const StrokeLook look{Ink::Muted, 2};
    const double left = drawing.space().xAt(*mean - *sigma);
    const double right = std::max(drawing.space().xAt(*mean + *sigma), left + 1);
    const double y = drawing.area().top + 7;
    drawing.line({left, y}, {right, y}, look);
    drawing.line({left, y - 3}, {left, y + 3}, look);
    drawing.line({right, y - 3}, {right, y + 3}, look);
    drawing.dot({drawing.space().xAt(*mean), y}, 3.5, Ink::Muted);
}

/// Below the notes on frames outside the picture.
void HistogramNotes::drawApart(const ChartDrawing& drawing) const {
    const ChartLetters& letters = drawing.letters();
    double top = drawing.area().top + 34;
    for (const std::string& line :
         letters.wrapped(apart.toStdString(), drawing.area().width() - 16, letters.note)) {
        drawing.note(drawing.noteBox(drawing.area().middle().x, top, line, Anchor::Middle), line);
        top += letters.high();
    }
}

HistogramChart::HistogramChart(QWidget* parent)
    : ChartCard(QStringLiteral("histogram_chart"), tr("Frame-time histogram"), explanation(), parent),
      m_notes(plot().add(std::make_unique<HistogramNotes>())) {
    plot().add(std::make_unique<ReferenceLayer>());
    plot().add(std::make_unique<ColumnLayer>());
    plot().addLine(kBefore, {.look = m_before});
    plot().addLine(kFrameLine, {.look = {Ink::First, 1.4}, .fill = 0.2});
    clear();
}

void HistogramChart::clear() {
    plot().setLine(kFrameLine, {});
    plot().setLine(kBefore, {});
    plot().layer<ColumnLayer>()->clear();
    m_x.reset();
    m_period = 0;
    m_apart.clear();
    key().setItems({});
    plot().setEmptyText(tr("Start a run (F5): each frame's length falls into one of these bins."));
    plot().layersChanged();
}

void HistogramChart::setPeriod(double period) {
    m_period = period;
    m_x.reset();
    plot().resetZoom();
    Axis x(AxisScale::Linear, Quantity::Time, {});
    x.setLabels(frameTimeLabels(period), frameTimeTitle(period));
    x.setTooltip(tr("Frame time: from the start of one frame to the start of the next. The target is the "
                    "dashed line.")
                     .toStdString());
    Axis y(AxisScale::Log, Quantity::Count, {});
    y.setTooltip(tr("Number of frames, log scale.").toStdString());
    plot().setAxes(std::move(x), std::move(y));
}

void HistogramChart::draw(const FrameStatistics& statistics, const FrameMetrics& metrics,
                          const std::string& strategy, const std::optional<Baseline>& baseline) {
    if (metrics.frames == 0)
        return;
    plot().setEmptyText({});
    const double period = statistics.period().nanoseconds();
    if (period != m_period)
        setPeriod(period);
    const Histogram& histogram = statistics.deviation().histogram();
    Range wanted = histogramRange(histogram);
    const std::vector<Histogram::Bucket> before = bucketsOff(statistics.period(), baseline);
    const bool overlay = !before.empty();
    if (overlay)
        wanted = joined(wanted,
                        moved(bulkRange(baseline->deviation), periodShift(statistics.period(), *baseline)));
    if (metrics.frameTime.p99)
        wanted = joined(wanted, {0, (*metrics.frameTime.p99 - period) * 1.05});
    Range x = m_x.follow(wanted);
    x.low = std::max(x.low, -period); // no frame is shorter than nothing
    // By zooming out, the user can reach the single far frames, which are otherwise counted at the edge.
    const Range reach = joined(x, {static_cast<double>(histogram.percentile(0).value_or(0)),
                                   static_cast<double>(histogram.percentile(1).value_or(0)) * 1.02});
    const Bins bins = rebin(histogram.buckets(), plot().x().zoomed() ? plot().x().shown() : x, kFrameBins);
    double top = std::max(10.0, bins.largest());
    QList<QPointF> other;
    if (overlay) {
        const double factor =
            static_cast<double>(histogram.count()) / static_cast<double>(baseline->deviation.count());
        const Bins old = rebinAs(before, bins);
        other = stepOutline(old, factor, kCountFloor);
        top = std::max(top, old.largest() * factor);
        m_before = {
            baseline->strategy == strategy ? Ink::Muted : strategyLook(baseline->strategy).ink, 1.3, {4, 3}};
        plot().setLook(kBefore, m_before);
    }
    const double decades = std::ceil((std::log10(top) + 0.15) * 2) / 2;
    plot().setRange(x, {kCountFloor, std::pow(10, decades)}, reach);
    plot().setLook(kFrameLine, {strategyLook(strategy).ink, 1.4});
    plot().setLine(kBefore, other);
    plot().setLine(kFrameLine, stepOutline(bins, 1, kCountFloor));
    setKey(metrics, baseline, overlay);
    setMarks(metrics);
    setReadout(bins);
}

void HistogramChart::setMarks(const FrameMetrics& metrics) {
    const auto& time = metrics.frameTime;
    m_notes.mean = time.mean ? std::optional(*time.mean - m_period) : std::nullopt;
    m_notes.sigma = time.stddev;
    m_notes.apart = m_apart;
    std::vector<Reference> lines{{Reference::Vertical, 0, {}, LineLook{Ink::Text, 1, {4, 2}}, true}};
    if (time.p99)
        lines.push_back(
            {Reference::Vertical, *time.p99 - m_period, {}, LineLook{Ink::Late, 1.3, {1, 2}}, true});
    plot().layer<ReferenceLayer>()->set(std::move(lines));
}

void HistogramChart::setReadout(const Bins& bins) {
    m_notes.above = bins.above;
    m_notes.below = bins.below;
    std::vector<double> edges;
    for (std::size_t i = 0; !bins.counts.empty() && i <= bins.counts.size(); ++i)
        edges.push_back(bins.low + static_cast<double>(i) * bins.width);
    plot().layer<ColumnLayer>()->set(std::move(edges), [bins, period = m_period](std::size_t bin) {
        const double low = bins.low + static_cast<double>(bin) * bins.width;
        return tr("%1 frames between %2 and %3\n(%4 … %5 off the target)")
            .arg(format::count(static_cast<std::int64_t>(bins.counts.at(bin))),
                 format::frameTime(period + low, period),
                 format::frameTime(period + low + bins.width, period), format::signedDuration(low),
                 format::signedDuration(low + bins.width));
    });
    plot().layersChanged();
}

void HistogramChart::setKey(const FrameMetrics& metrics, const std::optional<Baseline>& baseline,
                            bool drawn) {
    QVector<KeyItem> items;
    items.append({format::count(metrics.frames) + tr(" frames"),
                  {},
                  false,
                  tr("Frames in this picture: those since the last change of settings.")});
    m_apart.clear();
    if (drawn)
        items.append({tr("baseline"), m_before, false,
                      tr("The pinned run at its own frame times, scaled to the same number of frames.")});
    else if (baseline && baseline->deviation.count() > 0)
        m_apart =
            tr("baseline not drawn: at %1 Hz its frames last %2")
                .arg(format::text(baseline->period.rateText()),
                     baseline->metrics.frameTime.p50
                         ? format::frameTime(*baseline->metrics.frameTime.p50,
                                             *baseline->metrics.frameTime.p50)
                         : format::frameTime(baseline->period.nanoseconds(), baseline->period.nanoseconds()));
    items.append({tr("target"), LineLook{Ink::Text, 1, {4, 2}}, false,
                  tr("The period: where every frame should be.")});
    items.append({tr("mean ± σ"), LineLook{Ink::Muted, 4}, false,
                  tr("Mean frame time and one standard deviation to both sides. Narrow is good.")});
    items.append({tr("p99"), LineLook{Ink::Late, 1, {1, 2}}, false,
                  tr("99 of 100 frames were no longer than this; the same figure as p99 in the table and "
                     "above. Needs 100 frames.")});
    key().setItems(items);
}

} // namespace jitterscope::ui
