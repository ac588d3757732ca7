// SPDX-License-Identifier: GPL-3.0-or-later
// What every other margin would cost: CPU against late frames.
#include "ui/charts/estimator_view.h"
#include "ui/charts/reduce.h"
#include "ui/format/format.h"
#include "ui/plot/layers.h"

#include <algorithm>
#include <optional>

namespace jitterscope::ui {
namespace {

const QString kCost = QStringLiteral("CPU % by % late");

/// Draws the margin in use, the forecast, and where the curve ends before the axis does.
class Operating final : public Layer {
public:
    CostPoint now;
    double lateAfter = 0;
    double end = 0; ///< the smallest share of late frames that any margin reaches, %
    std::optional<WaitForecast> next;

    void draw(const ChartDrawing& drawing) const override {
        const Box& area = drawing.area();
        const Point at = drawing.space().at(now.latePercent, now.cpuPercent);
        if (end >= 1.5 * kLeastLatePercent)
            drawBeyond(drawing);
        if (next) { // where the next frames will lie
            const auto percent = [](double share) { return std::max(100 * share, kLeastLatePercent); };
            const Point low = drawing.space().at(percent(next->lateLow), 100 * next->cpuHigh);
            const Point high = drawing.space().at(percent(next->lateHigh), 100 * next->cpuLow);
            drawing.wash({low.x, low.y, high.x, high.y}, Ink::Second, 0.16);
        }
        drawing.line(at, {at.x, area.bottom}, {Ink::Muted, 1, "1 2"});
        drawing.line(at, {area.left, at.y}, {Ink::Muted, 1, "1 2"});
        drawing.dot(at, 6.5, Ink::Card);
        drawing.dot(at, 4.5, Ink::Second);
        if (!area.inset(-1, -1, -1, -1).contains(at))
            return;
        const std::string text =
            EstimatorView::tr("%1 late by >%2, %3 CPU")
                .arg(lateText(now.latePercent), format::duration(lateAfter), format::percent(now.cpuPercent))
                .toStdString();
        Box box = drawing.noteBox(at.x + 10, at.y - drawing.letters().high() - 6, text);
        box = box.moved(std::max(area.left + 2, std::min(box.left, area.right - box.width() - 2)) - box.left,
                        std::max(area.top, std::min(box.top, area.bottom - box.height())) - box.top);
        drawing.note(box, text, Ink::Text);
    }

private:
    void drawBeyond(const ChartDrawing& drawing) const {
        const ChartLetters& letters = drawing.letters();
        const Box room = {drawing.area().left + 6, drawing.area().top, drawing.space().xAt(end) - 6,
                          drawing.area().top + 0.6 * drawing.area().height()};
        const std::vector<std::string> lines = letters.wrapped(
            EstimatorView::tr("no margin gets here: these frames lose the processor while they spin")
                .toStdString(),
            room.width(), letters.note);
        const double high = letters.line() * static_cast<double>(lines.size());
        if (room.width() < 60 || high > room.height())
            return;
        double top = room.middle().y - high / 2;
        for (const std::string& line : lines) {
            drawing.note(drawing.noteBox(room.middle().x, top, line, Anchor::Middle), line);
            top += letters.line();
        }
    }
};

QString sayPoint(const CostPoint& point) {
    return EstimatorView::tr("%1 late frames would cost %2 CPU\n(kept back: %3)")
        .arg(lateText(point.latePercent), format::percent(point.cpuPercent), format::duration(point.margin));
}

class CostView final : public EstimatorView {
public:
    const char* id() const override { return "cost"; }
    QString button() const override { return tr("Cost"); }
    QString says() const override { return tr("CPU against late frames"); }
    QString explanation() const override {
        return tr("What the strategy expects of every margin: fewer late frames to the left cost more CPU. "
                  "The dot is the margin in use. The box around it: what the next two thousand frames will "
                  "be in 95 of 100 cases, if nothing changes. A frame is late here by the tolerance of the "
                  "strategy, which is 1 µs if you have not changed it; the statistics have a limit of their "
                  "own. Where two sleeps make a wait: margins of the second, CPU of both.");
    }
    QString emptyText() const override {
        return tr("What fewer late frames would cost.") +
               tr(" Strategies that learn it: %1.").arg(distributionLearners());
    }
    QString nothingText(const std::string& strategy) const override { return nothingLearned(strategy); }
    bool flickers(const std::string& strategy) const override { return learnsDistribution(strategy); }
    QVector<KeyItem> key() const override { return m_key; }

    void open(Plot& plot) override;
    void forget() override { m_cpu.reset(); }
    bool draw(Plot& plot, const EstimatorInput& input) override;

private:
    void setKey(const LearnedLatency& learned, const CostPoint& now);
    static void setReadout(Plot& plot, const std::vector<CostPoint>& curve);

    SteadyRange m_cpu{4, 10};
    QVector<KeyItem> m_key;
};

void CostView::open(Plot& plot) {
    Axis x(AxisScale::Log, Quantity::Percent, tr("late frames, predicted").toStdString());
    x.setTooltip(tr("Share of frames that would be late by more than the tolerance of the strategy, log "
                    "scale. Left is better. What is rarer than a hundredth of a percent stands at the left "
                    "end.")
                     .toStdString());
    Axis y(AxisScale::Linear, Quantity::Percent, {});
    y.setTooltip(
        tr("CPU time of the waits in % of one core: wake-ups and spinning. Less is better.").toStdString());
    plot.setAxes(std::move(x), std::move(y));
    plot.addLine(kCost, {.look = {Ink::First, 1.8}});
    plot.add(std::make_unique<ColumnLayer>());
    plot.add(std::make_unique<Operating>());
}

bool CostView::draw(Plot& plot, const EstimatorInput& input) {
    if (input.learned == nullptr || !(input.learned->interval > 0))
        return false;
    const LearnedLatency& learned = *input.learned;
    const std::vector<CostPoint> curve = costCurve(learned);
    const CostPoint now = costOf(learned, learned.operating);
    QList<QPointF> line;
    double most = 0;
    for (const CostPoint& point : curve) {
        line.append({point.latePercent, point.cpuPercent});
        most = std::max(most, point.cpuPercent);
    }
    // The cost of somewhat fewer late frames is what matters. A far outlier at the end of the curve would
    // make all of that flat.
    const double top = std::max({0.5, now.cpuPercent * 1.6, std::min(most, now.cpuPercent * 6)});
    plot.setRange({kLeastLatePercent, 100}, {0, m_cpu.follow({0, std::min(100.0, top * 1.08)}).high});
    plot.setLine(kCost, line);
    auto* operating = plot.layer<Operating>();
    operating->now = now;
    operating->lateAfter = learned.lateAfter;
    operating->next = learned.next;
    operating->end = curve.empty() ? 0 : curve.back().latePercent;
    setReadout(plot, curve);
    setKey(learned, now);
    return true;
}

/// Reverses the curve, which goes from many late frames to few: columns need rising x.
void CostView::setReadout(Plot& plot, const std::vector<CostPoint>& curve) {
    std::vector<CostPoint> rising;
    std::vector<double> at;
    for (auto point = curve.rbegin(); point != curve.rend(); ++point) {
        if (!at.empty() && point->latePercent <= at.back())
            continue;
        rising.push_back(*point);
        at.push_back(point->latePercent);
    }
    plot.layer<ColumnLayer>()->setAround(
        at, [rising = std::move(rising)](std::size_t column) { return sayPoint(rising.at(column)); });
}

void CostView::setKey(const LearnedLatency& learned, const CostPoint& now) {
    m_key = {{tr("every other margin"), LineLook{Ink::First}, false,
              tr("What the strategy expects of shorter (right) and longer margins (left).")},
             {tr("in use: %1").arg(format::duration(now.margin)), LineLook{Ink::Second}, true,
              tr("The margin in use. %1 of the frames are expected to be late by more than %2, and %3 CPU.")
                  .arg(lateText(now.latePercent), format::duration(learned.lateAfter),
                       format::percent(now.cpuPercent))}};
    const Achieved& achieved = learned.achieved;
    if (achieved.waits > 0)
        m_key.append(
            {tr("so far: %1 late").arg(lateText(100 * achieved.share)),
             {},
             false,
             tr("By its own clock, %1 of %2 waits ended more than %3 after their deadline since its "
                "settings were chosen: 95 % interval %4 … %5. Waits that began too late are not counted.")
                 .arg(achieved.late)
                 .arg(achieved.waits)
                 .arg(format::duration(learned.lateAfter), format::percent(100 * achieved.low),
                      format::percent(100 * achieved.high))});
    if (learned.ceiling)
        m_key.append({tr("at the ceiling"),
                      {},
                      false,
                      tr("For %1 waits now, fewer late frames would have taken a longer spin than the "
                         "strategy may pay for. Raise its setting \"Most spin a frame\" to allow it.")
                          .arg(achieved.ceilingWaits)});
    if (learned.next) {
        const WaitForecast& next = *learned.next;
        m_key.append(
            {tr("next: %1 … %2 late, %3 … %4 CPU")
                 .arg(format::percent(100 * next.lateLow), format::percent(100 * next.lateHigh),
                      format::percent(100 * next.cpuLow), format::percent(100 * next.cpuHigh)),
             {},
             false,
             tr("95 % prediction interval for the next %1 frames, from as many before them. It includes "
                "where deadlines lay between ticks, and what other threads did. It supposes that the "
                "machine stays as it is.")
                 .arg(next.waits)});
    } else if (learned.tick > 0)
        m_key.append({tr("without the wait from a tick"),
                      {},
                      false,
                      tr("Sleeps end on ticks of %1 here. What is spun from the tick to the deadline is not "
                         "counted: the frames take more CPU than is shown, and are late less often.")
                          .arg(format::duration(learned.tick))});
}

} // namespace

std::unique_ptr<EstimatorView> makeEstimatorCost() {
    return std::make_unique<CostView>();
}

} // namespace jitterscope::ui
