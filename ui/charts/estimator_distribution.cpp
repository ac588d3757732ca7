// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of oversleeps that a strategy has learned, cut at what it keeps back.
#include "ui/charts/estimator_view.h"
#include "ui/charts/reduce.h"
#include "ui/format/format.h"
#include "ui/plot/layers.h"

#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kOversleepBins = 60;
constexpr double kShownOthers = 0.0005;
constexpr double kShareFloor = 0.005; // %: an empty bin, below a hundredth of a percent
constexpr double kRareBeyond = 5e-5;

const QString kEarly = QStringLiteral("% of sleeps by oversleep in ns, within the margin");
const QString kLate = QStringLiteral("% of sleeps by oversleep in ns, beyond it");

/// How many sleeps took longer than the picture is wide.
class BeyondNote final : public Layer {
public:
    LatencyHistogram oversleeps;

    void draw(const ChartDrawing& drawing) const override {
        const double beyond = shareBeyond(oversleeps, drawing.space().x.shown().high);
        if (beyond < kRareBeyond)
            return;
        const std::string text =
            EstimatorView::tr("%1 beyond →").arg(format::percent(100 * beyond)).toStdString();
        drawing.note(drawing.noteBox(drawing.area().right - 5, drawing.area().top + 3, text, Anchor::End),
                     text);
    }
};

class DistributionView final : public EstimatorView {
public:
    const char* id() const override { return "distribution"; }
    QString button() const override { return tr("Spread"); }
    QString says() const override { return tr("Distribution of oversleeps"); }
    QString explanation() const override {
        return tr("How much longer than asked sleeps took, as the strategy has learned it: each step is the "
                  "share of sleeps that fell there, on a log scale. The line is what it keeps back: "
                  "sleeps right of it wake after the deadline. Where two sleeps make a wait: of the second.");
    }
    QString emptyText() const override {
        return tr("How late sleeps wake, as a strategy learns it.") +
               tr(" Strategies that learn it: %1.").arg(distributionLearners());
    }
    QString nothingText(const std::string& strategy) const override { return nothingLearned(strategy); }
    bool flickers(const std::string& strategy) const override { return learnsDistribution(strategy); }
    QVector<KeyItem> key() const override { return m_key; }

    void open(Plot& plot) override;
    void forget() override { m_x.reset(); }
    bool draw(Plot& plot, const EstimatorInput& input) override;

private:
    void setKey(const LearnedLatency& learned);
    static void setReadout(Plot& plot, const LearnedLatency& learned, const Bins& bins);

    SteadyRange m_x{5, 10};
    QVector<KeyItem> m_key;
};

void DistributionView::open(Plot& plot) {
    Axis x(AxisScale::Linear, Quantity::Time, tr("oversleep").toStdString());
    x.setTooltip(tr("How much longer than asked a sleep took.").toStdString());
    Axis y(AxisScale::Log, Quantity::Percent, {});
    y.setTooltip(tr("Share of the sleeps in each step of the outline, log scale.").toStdString());
    plot.setAxes(std::move(x), std::move(y));
    plot.addLine(kEarly, {.look = {Ink::First, 1.4}, .fill = 0.2});
    plot.addLine(kLate, {.look = {Ink::Late, 1.4}, .fill = 0.3});
    plot.add(std::make_unique<ReferenceLayer>());
    plot.add(std::make_unique<BeyondNote>());
    plot.add(std::make_unique<ColumnLayer>());
}

bool DistributionView::draw(Plot& plot, const EstimatorInput& input) {
    if (input.learned == nullptr)
        return false;
    const LearnedLatency& learned = *input.learned;
    const Range x = m_x.follow(oversleepRange(learned));
    const Bins bins = oversleepBins(learned.oversleeps, x, kOversleepBins);
    const SplitLine outline = splitAt(stepOutline(bins, 1, kShareFloor), learned.operating.margin);
    plot.setRange(x, {kShareFloor, 100});
    plot.setLine(kEarly, outline.before);
    plot.setLine(kLate, outline.after);
    plot.layer<ReferenceLayer>()->set(
        {{Reference::Vertical, learned.operating.margin, {}, LineLook{Ink::Second, 1.8}, true}});
    plot.layer<BeyondNote>()->oversleeps = learned.oversleeps;
    setReadout(plot, learned, bins);
    setKey(learned);
    return true;
}

void DistributionView::setReadout(Plot& plot, const LearnedLatency& learned, const Bins& bins) {
    std::vector<double> edges;
    for (std::size_t i = 0; !bins.counts.empty() && i <= bins.counts.size(); ++i)
        edges.push_back(bins.low + static_cast<double>(i) * bins.width);
    plot.layer<ColumnLayer>()->set(edges, [edges, all = learned.oversleeps, bins](std::size_t bin) {
        return tr("%1 of the sleeps took more than %2 longer than asked\n(%3 up to %4)")
            .arg(format::percent(100 * shareBeyond(all, edges.at(bin))), format::duration(edges.at(bin)),
                 format::percent(bins.counts.at(bin)), format::duration(edges.at(bin + 1)));
    });
}

void DistributionView::setKey(const LearnedLatency& learned) {
    const double beyond = shareBeyond(learned.oversleeps, learned.operating.margin);
    m_key = {{tr("%1 sleeps").arg(format::count(std::llround(learned.oversleeps.weight()))),
              LineLook{Ink::First}, false, tr("So many sleeps weigh in it; the older fade.")},
             {tr("later: %1").arg(format::percent(100 * beyond)), LineLook{Ink::Late}, false,
              tr("Share of the sleeps that take longer than what is kept back. Less is better.")},
             {tr("kept back: %1").arg(format::duration(learned.operating.margin)), LineLook{Ink::Second},
              false,
              tr("The margin in use: a sleep is asked to end so long before the deadline, and the rest is "
                 "spun away.")}};
    if (learned.others >= kShownOthers)
        m_key.append(
            {tr("late otherwise: %1").arg(format::percent(100 * learned.others)),
             {},
             false,
             tr("Share of the frames that were late although the sleep woke in time: an interrupt or "
                "another thread took the processor at the deadline. No margin prevents that, so "
                "fewer sleeps may be late.")});
}

} // namespace

std::unique_ptr<EstimatorView> makeEstimatorDistribution() {
    return std::make_unique<DistributionView>();
}

} // namespace jitterscope::ui
