// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/estimator_chart.h"

#include "core/sleep/sleep_catalog.h"
#include "ui/charts/reduce.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kBins = 60;
constexpr double kShownSpoilt = 0.0005;
constexpr int kPatience = 8;         // draws, about two seconds
constexpr double kShareFloor = -2.3; // of log10(%): an empty bin, below a hundredth of a percent

struct ViewText {
    const char* id; // in settings, and in the button's name
    QString button;
    QString says; // for assistive programs
    QString explanation;
};

const std::array<ViewText, 3>& viewTexts() {
    static const std::array<ViewText, 3> texts{
        {{"time", Chart::tr("Time"), Chart::tr("Sleeps over time"),
          Chart::tr("Dots: how long native sleeps took, as the strategy learns from them. Line: what it "
                    "keeps back before a deadline (mean + X·σ where there is an X). Dots above the line are "
                    "frames at risk, but for the first of two sleeps; a high line is CPU spun away.")},
         {"distribution", Chart::tr("Spread"), Chart::tr("Distribution of oversleeps"),
          Chart::tr(
              "How much longer than asked sleeps took, as the strategy has learned it: each step is the "
              "share of sleeps that fell there, on a log scale. The line is what it keeps back: "
              "sleeps right of it wake after the deadline. Where two sleeps make a wait: of the second.")},
         {"cost", Chart::tr("Cost"), Chart::tr("CPU against late frames"),
          Chart::tr(
              "What the strategy expects of every margin: fewer late frames to the left cost more CPU. "
              "The dot is the margin in use. Where two sleeps make a wait: margins of the second, CPU of "
              "both. Where sleeps end on ticks, the wait from the tick to the deadline is not in it.")}}};
    return texts;
}

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

} // namespace

EstimatorChart::EstimatorChart(QWidget* parent)
    : Chart(QStringLiteral("estimator_chart"), tr("What the estimator sees"), viewTexts()[0].explanation,
            parent) {
    m_line = plot().addLine({});
    m_early = plot().addLine({});
    m_late = plot().addLine({});
    m_cost = plot().addLine({});
    plot().setFilled(m_early, 0.2);
    plot().setFilled(m_late, 0.3);
    nameLine(m_line, QStringLiteral("kept back, ns by seconds ago"));
    nameLine(m_early, QStringLiteral("log10(% of sleeps) by oversleep in ns, within the margin"));
    nameLine(m_late, QStringLiteral("log10(% of sleeps) by oversleep in ns, beyond it"));
    nameLine(m_cost, QStringLiteral("CPU % by log10(% late)"));
    plot().setMarks([this](QPainter& painter) { paintMarks(painter); });
    plot().setReadout([this](const QPointF& pixel) { return readout(pixel); });
    setSwitch(makeSwitch());
    lookAt(View::Time);
}

QWidget* EstimatorChart::makeSwitch() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_switch = new QButtonGroup(box);
    for (int id = 0; id < 3; ++id) {
        const ViewText& text = viewTexts().at(static_cast<std::size_t>(id));
        auto* button = new QPushButton(text.button);
        button->setObjectName(QStringLiteral("estimator_") + QLatin1String(text.id));
        button->setAccessibleName(text.says);
        button->setToolTip(text.says);
        button->setProperty("chip", true);
        button->setFont(noteFont());
        button->setCheckable(true);
        button->setChecked(id == 0);
        m_switch->addButton(button, id);
        row->addWidget(button);
    }
    connect(m_switch, &QButtonGroup::idClicked, this, [this](int id) { setView(static_cast<View>(id)); });
    return box;
}

void EstimatorChart::setView(View view) {
    if (view == m_view)
        return;
    m_switch->button(static_cast<int>(view))->setChecked(true);
    lookAt(view);
    emit viewChanged();
}

void EstimatorChart::setViewId(const QString& id) {
    for (std::size_t i = 0; i < viewTexts().size(); ++i) {
        if (id == QLatin1String(viewTexts().at(i).id))
            setView(static_cast<View>(i));
    }
}

QString EstimatorChart::viewId() const {
    return QLatin1String(viewTexts().at(static_cast<std::size_t>(m_view)).id);
}

void EstimatorChart::lookAt(View view) {
    m_view = view;
    const ViewText& text = viewTexts().at(static_cast<std::size_t>(view));
    setToolTip(text.explanation);
    plot().setToolTip(text.explanation);
    plot().setAccessibleDescription(text.explanation);
    plot().resetZoom();
    if (view == View::Time)
        plot().setAxes(
            {numberTicks(), [](Range) { return tr("seconds ago"); }, tr("Seconds before the newest frame.")},
            {durationTicks(), {}, tr("Length of a sleep, or its oversleep: see the key.")});
    else if (view == View::Distribution)
        plot().setAxes(
            {durationTicks(), durationTitle(tr("oversleep")), tr("How much longer than asked a sleep took.")},
            {percentDecadeTicks(), {}, tr("Share of the sleeps in each step of the outline, log scale.")});
    else
        plot().setAxes(
            {percentDecadeTicks(), [](Range) { return tr("late frames, predicted"); },
             tr("Share of frames that would start late, log scale. Left is better. What is rarer "
                "than a hundredth of a percent stands at the left end.")},
            {numberTicks(1, QStringLiteral(" %")),
             {},
             tr("CPU time of the waits in % of one core: wake-ups and spinning. Less is better.")});
    clear();
}

void EstimatorChart::clear() {
    for (const int line : {m_line, m_early, m_late, m_cost})
        plot().setLine(line, {});
    m_dots.clear();
    m_extremes.clear();
    m_learned.reset();
    m_curve.clear();
    m_y.reset();
    m_oversleeps.reset();
    m_cpu.reset();
    key().setItems({});
    const QString who = tr(" Strategies that learn it: %1.").arg(distributionLearners());
    plot().setEmptyText(
        m_view == View::Time           ? tr("Sleeps, and how much a strategy keeps back because of them.")
        : m_view == View::Distribution ? tr("How late sleeps wake, as a strategy learns it.") + who
                                       : tr("What fewer late frames would cost.") + who);
}

void EstimatorChart::draw(const LiveTraces& traces, const std::string& strategy,
                          const LearnedLatency* learned) {
    if (m_view == View::Time)
        return drawTime(traces, strategy);
    if (learned == nullptr || (m_view == View::Cost && !(learned->interval > 0)))
        return sayNothingLearned(strategy);
    m_learned = *learned;
    m_absent = 0;
    plot().setEmptyText({});
    if (m_view == View::Distribution)
        drawDistribution(*learned);
    else
        drawCost(*learned);
    plot().viewport()->update();
}

void EstimatorChart::sayNothingLearned(const std::string& strategy) {
    const bool learns = learnsDistribution(strategy);
    if (learns && m_learned && ++m_absent < kPatience)
        return; // what it knows may be forgotten and learned anew within a second: no flicker
    clear();
    if (learns)
        plot().setEmptyText(tr("%1 knows of no sleep that fits: it spins, and tries one now and then.")
                                .arg(format::strategyName(strategy)));
    else
        plot().setEmptyText(
            tr("%1 learns no distribution of its sleeps. Of the strategies on the left, %2 does.")
                .arg(format::strategyName(strategy), distributionLearners()));
}

void EstimatorChart::drawTime(const LiveTraces& traces, const std::string& strategy) {
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
    if (estimates && hasX(strategy))
        items.append({tr("mean + X·σ"), QPen(tokens().second, 2), false,
                      tr("What is kept back before the deadline and spun away. X moves it.")});
    else if (estimates)
        items.append({tr("kept back"), QPen(tokens().second, 2), false,
                      tr("What is kept back before the deadline and spun away.")});
    else
        items.append(
            {tr("no estimate"), Qt::NoPen, false, tr("This strategy learns nothing from its sleeps.")});
    key().setItems(items);
    plot().viewport()->update();
}

void EstimatorChart::drawDistribution(const LearnedLatency& learned) {
    const Tokens& c = tokens();
    const Range x = m_oversleeps.follow(oversleepRange(learned));
    const Bins bins = oversleepBins(learned.oversleeps, x, kBins);
    const SplitLine outline = splitAt(stepOutline(bins, 1, kShareFloor), learned.operating.margin);
    plot().setLinePen(m_early, QPen(c.first, 1.4));
    plot().setLinePen(m_late, QPen(c.late, 1.4));
    plot().setLine(m_early, outline.before);
    plot().setLine(m_late, outline.after);
    plot().setRange(x, {kShareFloor, 2});
    const double beyond = shareBeyond(learned.oversleeps, learned.operating.margin);
    QVector<KeyItem> items{
        {tr("%1 sleeps").arg(format::count(std::llround(learned.oversleeps.weight()))), QPen(c.first), false,
         tr("So many sleeps weigh in it; the older fade.")},
        {tr("later: %1").arg(format::percent(100 * beyond)), QPen(c.late), false,
         tr("Share of the sleeps that take longer than what is kept back. Less is better.")},
        {tr("kept back: %1").arg(format::duration(learned.operating.margin)), QPen(c.second), false,
         tr("The margin in use: a sleep is asked to end so long before the deadline, and the rest is spun "
            "away.")}};
    if (learned.spoilt >= kShownSpoilt)
        items.append(
            {tr("spoilt: %1").arg(format::percent(100 * learned.spoilt)), Qt::NoPen, false,
             tr("Share of the waits whose sleep something else spoilt: another thread ran although "
                "this one was ready. They are late and left out here; no margin is right for them. The "
                "other sleeps are allowed the fewer late frames.")});
    key().setItems(items);
}

void EstimatorChart::drawCost(const LearnedLatency& learned) {
    const Tokens& c = tokens();
    m_curve = costCurve(learned);
    const CostPoint now = costOf(learned, learned.operating);
    QList<QPointF> line;
    double most = 0;
    for (const CostPoint& point : m_curve) {
        line.append({std::log10(point.latePercent), point.cpuPercent});
        most = std::max(most, point.cpuPercent);
    }
    plot().setLinePen(m_cost, QPen(c.first, 1.8));
    plot().setLine(m_cost, line);
    // What a few late frames fewer would cost matters; a last far outlier would flatten all of that.
    const double top = std::max({0.5, now.cpuPercent * 1.6, std::min(most, now.cpuPercent * 6)});
    plot().setRange({std::log10(kLeastLatePercent), 2},
                    {0, m_cpu.follow({0, std::min(100.0, top * 1.08)}).high});
    QVector<KeyItem> items{{tr("every other margin"), QPen(c.first), false,
                            tr("What the strategy expects of shorter (right) and longer margins (left).")},
                           {tr("in use: %1").arg(format::duration(now.margin)), QPen(c.second), true,
                            tr("The margin in use. %1 late frames, %2 CPU are expected of it.")
                                .arg(lateText(now.latePercent), format::percent(now.cpuPercent))}};
    if (learned.tick > 0)
        items.append({tr("without the wait from a tick"), Qt::NoPen, false,
                      tr("Sleeps end on ticks of %1 here. What is spun from the tick to the deadline is not "
                         "counted: the frames take more CPU than is shown, and are late less often.")
                          .arg(format::duration(learned.tick))});
    key().setItems(items);
}

void EstimatorChart::paintMarks(QPainter& painter) {
    if (m_view == View::Time)
        paintDots(painter);
    else if (m_learned && m_view == View::Distribution)
        paintMargin(painter);
    else if (m_learned)
        paintOperating(painter);
}

void EstimatorChart::paintDots(QPainter& painter) {
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

void EstimatorChart::paintMargin(QPainter& painter) {
    const Tokens& c = tokens();
    const QRectF area = plot().area();
    const double x = std::round(plot().toPixel(m_learned->operating.margin, 0).x()) + 0.5;
    painter.setPen(QPen(c.second, 1.8));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const double beyond = shareBeyond(m_learned->oversleeps, plot().shownX().high);
    if (beyond < 5e-5)
        return;
    const QString text = tr("%1 beyond →").arg(format::percent(100 * beyond));
    const QRectF box = QFontMetricsF(noteFont())
                           .boundingRect(area.adjusted(5, 3, -5, 0), Qt::AlignRight | Qt::AlignTop, text);
    painter.setFont(noteFont());
    painter.fillRect(box.adjusted(-2, 0, 2, 0), c.card);
    painter.setPen(c.muted);
    painter.drawText(box, Qt::AlignCenter, text);
}

void EstimatorChart::paintOperating(QPainter& painter) {
    const Tokens& c = tokens();
    const QRectF area = plot().area();
    const CostPoint now = costOf(*m_learned, m_learned->operating);
    const QPointF at = plot().toPixel(std::log10(now.latePercent), now.cpuPercent);
    paintBeyond(painter);
    painter.setPen(QPen(c.muted, 1, Qt::DotLine));
    painter.drawLine(at, QPointF(at.x(), area.bottom()));
    painter.drawLine(at, QPointF(area.left(), at.y()));
    painter.setPen(QPen(c.card, 2));
    painter.setBrush(c.second);
    painter.drawEllipse(at, 5.5, 5.5);
    painter.setFont(noteFont());
    const QString text =
        tr("%1 late, %2 CPU").arg(lateText(now.latePercent), format::percent(now.cpuPercent));
    const QFontMetricsF metrics(noteFont());
    QRectF box(at + QPointF(10, -metrics.height() - 6),
               QSizeF(metrics.horizontalAdvance(text) + 4, metrics.height()));
    box.moveLeft(
        std::clamp(box.left(), area.left() + 2, std::max(area.left() + 2, area.right() - box.width())));
    box.moveTop(std::clamp(box.top(), area.top(), std::max(area.top(), area.bottom() - box.height())));
    painter.fillRect(box.adjusted(-2, 0, 2, 0), c.card);
    painter.setPen(c.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

/// Where the curve ends short of the axis.
void EstimatorChart::paintBeyond(QPainter& painter) {
    if (m_curve.empty() || m_curve.back().latePercent < 1.5 * kLeastLatePercent)
        return;
    const QRectF area = plot().area();
    const double end = plot().toPixel(std::log10(m_curve.back().latePercent), 0).x();
    const QRectF room(area.left() + 6, area.top(), end - area.left() - 12, area.height() * 0.6);
    const QString text = tr("no margin gets here: these frames\nlose the processor while they spin");
    const QRectF needed =
        QFontMetricsF(noteFont()).boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    if (room.width() < 60 || !room.contains(needed))
        return;
    painter.setFont(noteFont());
    painter.setPen(tokens().muted);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
}

QString EstimatorChart::readout(const QPointF& pixel) const {
    if (m_view == View::Time || !m_learned)
        return {};
    const double x = plot().toValue(pixel).x();
    if (m_view == View::Distribution)
        return tr("%1 of the sleeps took more than %2 longer than asked")
            .arg(format::percent(100 * shareBeyond(m_learned->oversleeps, x)), format::duration(x));
    if (m_curve.empty())
        return {};
    const CostPoint point = nearestCost(m_curve, std::pow(10, x));
    return tr("%1 late frames would cost %2 CPU\n(kept back: %3)")
        .arg(lateText(point.latePercent), format::percent(point.cpuPercent), format::duration(point.margin));
}

} // namespace jitterscope::ui
