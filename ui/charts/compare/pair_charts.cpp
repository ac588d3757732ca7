// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/compare/pair_charts.h"

#include "ui/charts/reduce.h"
#include "ui/format/format.h"
#include "ui/plot/layers/columns.h"
#include "ui/plot/layers/references.h"
#include "ui/plot/plot.h"
#include "ui/plot/show_chart.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QLocale>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

const QString kA = QStringLiteral("A");
const QString kB = QStringLiteral("B");
const LineLook kLookA{Ink::Second, 1.6, {4, 2.5}};
const LineLook kLookB{Ink::First, 1.6};

QString quantityText(RunQuantity quantity) {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return PairChart::tr("frame time");
    case RunQuantity::Lateness:
        return PairChart::tr("lateness");
    case RunQuantity::Error:
        return PairChart::tr("error");
    case RunQuantity::Displayed:
        return PairChart::tr("displayed time");
    default:
        break;
    }
    return PairChart::tr("duration");
}

QVector<KeyItem> pairKey(const QString& more) {
    QVector<KeyItem> items{keyLine(kA, penOfA()), keyLine(kB, penOfB())};
    if (!more.isEmpty())
        items.append(keyText(more));
    return items;
}

Bins binsOf(const OverlaidCounts& counts, const std::vector<double>& values) {
    Bins bins;
    bins.low = counts.low;
    bins.width = counts.width;
    bins.counts = values;
    return bins;
}

/// A quantile curve as a line with a band.
ChartSeries curveOf(const QuantileCurve& curve, const char* name, const LineLook& look) {
    ChartSeries series{.name = name, .look = look};
    series.dots = false;
    series.band = true;
    for (const QuantilePoint& point : curve.points)
        series.points.push_back({.x = point.fraction,
                                 .y = point.value,
                                 .xSpan = {},
                                 .ySpan = Range{point.band.low, point.band.high}});
    return series;
}

/// The least and the largest value of each column as one line that goes up and down.
QList<QPointF> zigzag(const std::vector<StripColumn>& strip) {
    QList<QPointF> points;
    for (const StripColumn& column : strip) {
        const double middle = (column.from + column.to) / 2;
        points.append({middle, column.least});
        if (column.largest > column.least)
            points.append({middle, column.largest});
    }
    return points;
}

} // namespace

QPen penOfA() {
    return penOf(kLookA);
}

QPen penOfB() {
    return penOf(kLookB);
}

void PairChart::show(const std::optional<ComparisonCurves>& curves) {
    m_curves = curves;
    rebuild();
}

void PairChart::rebuild() {
    plot().clear();
    key().setItems({});
    if (m_curves)
        fill(*m_curves);
    plot().layersChanged();
}

void PairChart::changeEvent(QEvent* event) {
    ChartCard::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild();
}

OverlaidHistogram::OverlaidHistogram(QWidget* parent)
    : PairChart(
          QStringLiteral("pair_histogram"), tr("Histograms"),
          tr("How often each value came, on a log scale so that a single one still shows. Two narrow "
             "peaks at the same place are two equal runs; a tail to the right is what makes one worse."),
          parent) {}

void OverlaidHistogram::fill(const ComparisonCurves& curves) {
    const OverlaidCounts& counts = curves.counts;
    const Bins a = binsOf(counts, counts.a);
    const Bins b = binsOf(counts, counts.b);
    const double top = std::max(a.largest(), b.largest());
    if (top <= 0) {
        plot().setEmptyText(tr("Only figures were recorded: there are no values to count."));
        return;
    }
    plot().setEmptyText({});
    Axis x(AxisScale::Linear, Quantity::Time, quantityText(curves.quantity).toStdString());
    Axis y(AxisScale::Log, Quantity::Count, {});
    y.setTooltip(tr("Number of values in a bin, log scale.").toStdString());
    plot().setAxes(std::move(x), std::move(y));
    const double high = counts.low + counts.width * static_cast<double>(counts.a.size());
    plot().setRange({counts.low, high},
                    {kCountFloor, std::pow(10, std::ceil(std::log10(top * 1.2) * 2) / 2)});
    plot().addLine(kA, {.pen = penOfA(), .fill = 0.14});
    plot().addLine(kB, {.pen = penOfB(), .fill = 0.14});
    plot().setLine(kA, stepOutline(a, 1, kCountFloor));
    plot().setLine(kB, stepOutline(b, 1, kCountFloor));
    if (curves.limit > counts.low && curves.limit < high)
        plot().add(std::make_unique<ReferenceLayer>(
            std::vector{Reference{Reference::Vertical, curves.limit, "target", {}, false}}));
    std::vector<double> edges;
    for (std::size_t i = 0; i <= counts.a.size(); ++i)
        edges.push_back(counts.low + counts.width * static_cast<double>(i));
    plot().add(std::make_unique<ColumnLayer>()).set(edges, [counts](std::size_t column) {
        const double low = counts.low + counts.width * static_cast<double>(column);
        return tr("%1 … %2\nA: %3\nB: %4")
            .arg(format::duration(low), format::duration(low + counts.width),
                 format::count(std::llround(counts.a[column])),
                 format::count(std::llround(counts.b[column])));
    });
    QString beyond;
    if (counts.aBeyond > 0 || counts.bBeyond > 0)
        beyond = tr("outside: A %1, B %2")
                     .arg(format::count(std::llround(counts.aBeyond)),
                          format::count(std::llround(counts.bBeyond)));
    key().setItems(pairKey(beyond));
}

QuantileChart::QuantileChart(QWidget* parent)
    : PairChart(
          QStringLiteral("pair_quantiles"), tr("Quantiles"),
          tr("Which share of the values is no larger. To the right stand the rare long ones; each step "
             "to 99, 99.9, 99.99 % has the same room. Where the bands overlap, a difference may be chance."),
          parent) {}

void QuantileChart::fill(const ComparisonCurves& curves) {
    Axis x(AxisScale::Percentile, Quantity::Fraction, tr("share of the values").toStdString());
    const bool decades =
        curves.quantilesOf == RunQuantity::Error; // those of sleeping and spinning lie decades apart
    Axis y(decades ? AxisScale::Log : AxisScale::Linear, Quantity::Time,
           quantityText(curves.quantilesOf).toStdString());
    Chart chart =
        seriesChart({}, std::move(x), std::move(y),
                    {curveOf(curves.quantilesA, "A", kLookA), curveOf(curves.quantilesB, "B", kLookB)});
    if (!chart.emptyText.empty())
        chart.emptyText = tr("Only figures were recorded: there are no values to draw.").toStdString();
    showChart(plot(), chart);
    key().setItems(pairKey(tr("bands 95 %")));
}

PairStrips::PairStrips(std::size_t place, QWidget* parent)
    : PairChart(
          place == 0 ? QStringLiteral("pair_strips") : QStringLiteral("pair_lateness"),
          place == 0 ? tr("Over time") : tr("Lateness over time"),
          tr("The least and the largest value in each stretch of the picture, from the start of each run. "
             "A burst stands out as a peak; a drift as a slope."),
          parent),
      m_place(place) {
    setObjectName(place == 0 ? QStringLiteral("pair_strips") : QStringLiteral("pair_lateness"));
    if (place == 0)
        makePartMenu();
}

void PairStrips::makePartMenu() {
    m_part = new QPushButton(tr("&Part"));
    m_part->setObjectName(QStringLiteral("pair_part"));
    m_part->setProperty("chip", true);
    m_part->setAccessibleName(tr("Part that counts"));
    m_part->setToolTip(tr("Compare only a part of both, without loading screens and menus"));
    auto* menu = new QMenu(m_part);
    menu->setObjectName(QStringLiteral("pair_part_menu"));
    menu->addAction(tr("&Draw it in the picture"), this, [this] { plot().drawRange(); });
    menu->addAction(tr("&Type it…"), this, &PairStrips::typedPartWanted);
    menu->addAction(tr("&All of both"), this, [this] { emit partWanted({}); });
    m_part->setMenu(menu);
    setSwitch(m_part);
    connect(&plot(), &Plot::rangeDrawn, this, [this](const Range& drawn) {
        const auto moment = [](double seconds) {
            return Nanoseconds{std::llround(std::max(0.0, seconds) * 1e3) * 1'000'000};
        };
        if (moment(drawn.high) > moment(drawn.low))
            emit partWanted({moment(drawn.low), moment(drawn.high)});
    });
}

/// Marks the part that counts, and says it on the button.
void PairStrips::showPart(const PairOverTime& pair) {
    const auto seconds = [](const std::optional<Nanoseconds>& time, double otherwise) {
        return time ? static_cast<double>(time->count()) / 1e9 : otherwise;
    };
    const double end = std::max(pair.a.empty() ? 0 : pair.a.back().to, pair.b.empty() ? 0 : pair.b.back().to);
    if (m_part != nullptr) {
        m_part->setVisible(pair.seconds && !pair.a.empty() && !pair.b.empty());
        m_part->setText(pair.part.whole() ? tr("&Part")
                                          : tr("&Part: %1 … %2 s")
                                                .arg(QLocale().toString(seconds(pair.part.from, 0), 'g', 6),
                                                     QLocale().toString(seconds(pair.part.to, end), 'g', 6)));
    }
    if (pair.part.whole())
        return;
    std::vector<Reference> marks;
    for (const auto& [time, label] : {std::pair(pair.part.from, "from"), std::pair(pair.part.to, "to")}) {
        if (time)
            marks.push_back({Reference::Vertical, seconds(time, 0), label, {}, true});
    }
    plot().add(std::make_unique<ReferenceLayer>(std::move(marks)));
}

void PairStrips::fill(const ComparisonCurves& curves) {
    if (!isIn(curves))
        return;
    const PairOverTime& pair = curves.overTime[m_place];
    if (pair.a.empty() && pair.b.empty()) {
        plot().setEmptyText(tr("Only figures were recorded: nothing is known over time."));
        return;
    }
    plot().setEmptyText({});
    Axis x(AxisScale::Linear, Quantity::Number, pair.seconds ? "time of the run, s" : "number of the value");
    Axis y(AxisScale::Linear, Quantity::Time, quantityText(pair.quantity).toStdString());
    for (const std::vector<StripColumn>* const strip : {&pair.a, &pair.b}) {
        for (const StripColumn& column : *strip) {
            x.include(column.from);
            x.include(column.to);
            y.include(column.least);
            y.include(column.largest);
        }
    }
    x.settle();
    y.settle();
    plot().setAxes(std::move(x), std::move(y));
    QPen a = penOfA();
    a.setStyle(Qt::SolidLine); // a dashed zigzag cannot be read
    a.setWidthF(1);
    QPen b = penOfB();
    b.setWidthF(1);
    plot().addLine(kA, {.pen = a});
    plot().addLine(kB, {.pen = b});
    plot().setLine(kA, zigzag(pair.a));
    plot().setLine(kB, zigzag(pair.b));
    key().setItems({keyLine(kA, a), keyLine(kB, b)});
    showPart(pair);
}

} // namespace jitterscope::ui
