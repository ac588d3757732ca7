// SPDX-License-Identifier: GPL-3.0-or-later
// The native sleeps over time, against what a strategy keeps back because of them.
#include "core/sleep/sleep_catalog.h"
#include "ui/charts/estimator_view.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

const QString kKeptBack = QStringLiteral("kept back, ns by seconds ago");

/// The sleeps of one moment.
struct Moment {
    std::int64_t id = 0; ///< stays the same when the picture moves
    double at = 0;       ///< seconds, negative: ago
    double some = 0;     ///< ns: one of them, the shortest and the longest
    double low = 0;
    double high = 0;
};

/// For each moment a dot for one sleep, and paler dots for the shortest and the longest. Dots beyond the
/// picture stand at its edge.
class SleepDots final : public Layer {
public:
    std::vector<Moment> moments;
    QString what; ///< what a dot shows

    void draw(const ChartDrawing& drawing) const override {
        const ChartSpace& space = drawing.space();
        for (const Moment& moment : moments) {
            drawing.dot(placeOf(space, moment.at, moment.low), 1.5, Ink::Muted, false, 0.55);
            drawing.dot(placeOf(space, moment.at, moment.high), 1.5, Ink::Muted, false, 0.55);
        }
        for (const Moment& moment : moments)
            drawing.dot(placeOf(space, moment.at, moment.some), 1.75, Ink::Muted);
    }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override {
        std::vector<Hit> hits;
        for (const Moment& moment : moments) {
            const Point at = placeOf(space.drawn(), moment.at, moment.some);
            if (space.area.adjusted(-1, -1, 1, 1).contains(at.x, at.y))
                hits.push_back({QRectF(at.x - 2, at.y - 2, 4, 4), moment.id});
        }
        return hits;
    }
    [[nodiscard]] QString text(const PlotSpace&, std::int64_t id) const override {
        const auto found = std::find_if(moments.begin(), moments.end(),
                                        [id](const Moment& moment) { return moment.id == id; });
        if (found == moments.end())
            return {};
        const QString text = what + QStringLiteral(": ") + format::duration(found->some);
        return found->low == found->high
                   ? text
                   : text + QStringLiteral("  (") + format::duration(found->low) + QStringLiteral(" … ") +
                         format::duration(found->high) + QLatin1Char(')');
    }

private:
    static Point placeOf(const ChartSpace& space, double at, double value) {
        return {space.xAt(at), std::clamp(space.yAt(value), space.area.top, space.area.bottom)};
    }
};

/// The range of all values but the largest twentieth, which is drawn at the edge. Reorders `values`; not
/// empty.
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
                  "frames at risk, except for the first of two sleeps. A high line is CPU spun away.");
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
    static QString whatOf(const LiveTraces& traces) {
        return traces.wholeSleeps() ? tr("a sleep took") : tr("oversleep");
    }
    void setKey(const EstimatorInput& input, bool estimates, Range y);

    SteadyRange m_y{4, 6};
    QVector<KeyItem> m_key;
    SleepDots* m_dots = nullptr;
};

void TimeView::open(Plot& plot) {
    Axis x(AxisScale::Linear, Quantity::Number, tr("seconds ago").toStdString());
    x.setTooltip(tr("Seconds before the newest frame.").toStdString());
    Axis y(AxisScale::Linear, Quantity::Time, {});
    y.setTooltip(tr("Length of a sleep, or its oversleep: see the key.").toStdString());
    plot.setAxes(std::move(x), std::move(y));
    plot.addLine(kKeptBack, {.look = {Ink::Second, 1.8}});
    m_dots = &plot.add(std::make_unique<SleepDots>());
}

bool TimeView::draw(Plot& plot, const EstimatorInput& input) {
    QList<QPointF> line;
    std::vector<Moment> moments;
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
        moments.push_back({at, x, static_cast<double>(column.some), static_cast<double>(column.low),
                           static_cast<double>(column.high)});
        values.push_back(moments.back().low);
        values.push_back(moments.back().high);
    });
    if (values.empty())
        return false;
    m_dots->moments = std::move(moments);
    m_dots->what = whatOf(traces);
    const Range span = mostOf(values);
    const double margin = std::max({200.0, span.span() * 0.12, span.high * 0.02});
    const Range y =
        m_y.follow({span.low < 0 ? span.low - margin : std::max(0.0, span.low - margin), span.high + margin});
    plot.setRange(
        secondsAgo(static_cast<double>(traces.now()) / 1e9, static_cast<double>(traces.sleepSpan()) / 1e9),
        y);
    setKey(input, !line.isEmpty(), y);
    plot.setLine(kKeptBack, line);
    return true;
}

void TimeView::setKey(const EstimatorInput& input, bool estimates, Range y) {
    const bool whole = input.traces.wholeSleeps();
    const QString unit =
        QStringLiteral(", ") + format::text(timeUnit(std::max(std::abs(y.low), std::abs(y.high))).name);
    m_key = {{whatOf(input.traces) + unit, LineLook{Ink::Muted}, true,
              whole ? tr("How long each native sleep took from call to return.")
                    : tr("How much longer than asked each native sleep took. Less is better.")}};
    if (estimates && hasX(input.strategy))
        m_key.append({tr("mean + X·σ"), LineLook{Ink::Second, 2}, false,
                      tr("What is kept back before the deadline and spun away. X moves it.")});
    else if (estimates)
        m_key.append({tr("kept back"), LineLook{Ink::Second, 2}, false,
                      tr("What is kept back before the deadline and spun away.")});
    else
        m_key.append({tr("no estimate"), {}, false, tr("This strategy learns nothing from its sleeps.")});
}

} // namespace

std::unique_ptr<EstimatorView> makeEstimatorTime() {
    return std::make_unique<TimeView>();
}

} // namespace jitterscope::ui
