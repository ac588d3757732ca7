// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/estimator.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr int kDigits = 3; // of ms: enough to compute along

/// What the code does next, and what it knows then. Times in ms.
struct Step {
    int wait = 0;
    double left = 0;
    double samples = 1;
    double mean = 0;
    double stddev = 0;
    double estimate = 0;
    double took = 0;
    double spun = 0; // % so far
    bool sleeps = false;
    bool late = false;
    int naps = 0; // before it
};

class EstimatorScene final : public ResultScene {
public:
    EstimatorScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return std::max<double>(1, static_cast<double>(m_steps.size())); }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return gauge(view).guessAlong(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    /// The step of this second.
    [[nodiscard]] const Step& step(double now) const {
        const auto index = static_cast<std::size_t>(std::max(now - 1e-9, 0.0));
        return m_steps[std::min(index, m_steps.size() - 1)];
    }
    /// % of the waiting by now.
    [[nodiscard]] double spun(double now) const { return now < 1 ? 0 : step(now).spun; }
    [[nodiscard]] Panel gauge(const LabView& view) const;
    [[nodiscard]] Panel history(const LabView& view) const;
    [[nodiscard]] QStringList formula(const Step& step) const;
    [[nodiscard]] QString decision(const Step& step) const;
    void paintWait(QPainter& painter, const QRectF& area, const LabView& view, const Type& type) const;
    void paintFormula(QPainter& painter, const QRectF& area, const LabView& view, const Type& type) const;
    void paintHistory(QPainter& painter, const LabView& view, const Type& type) const;
    void paintGauge(QPainter& painter, const LabView& view, const Type& type) const;

    std::vector<Step> m_steps;
    double m_wait = 1; // ms
    double m_most = 1; // ms, greatest estimate or sleep
    int m_naps = 0;
};

EstimatorScene::EstimatorScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("estimator", result, knobs), m_wait(knobs["wait"] / 1e6) {
    const Rows rows(result, "steps");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QString does = rows.word(i, "does");
        Step step{static_cast<int>(rows.numberOr(i, "wait", 1)),
                  rows.numberOr(i, "left_ms"),
                  rows.numberOr(i, "samples", m_naps + 1),
                  rows.numberOr(i, "mean_ms"),
                  rows.numberOr(i, "stddev_ms"),
                  rows.numberOr(i, "estimate_ms"),
                  rows.numberOr(i, "took_ms"),
                  rows.numberOr(i, "spun_percent"),
                  does == QLatin1String("sleeps"),
                  does == QLatin1String("is late"),
                  m_naps};
        m_naps += step.sleeps ? 1 : 0;
        m_most = std::max({m_most, step.estimate, step.sleeps ? step.took : 0});
        m_steps.push_back(step);
    }
    if (m_steps.empty())
        m_steps.push_back({});
}

std::vector<double> EstimatorScene::stops() const {
    std::vector<double> stops;
    for (std::size_t i = 1; i <= m_steps.size(); ++i)
        stops.push_back(static_cast<double>(i));
    return stops;
}

Panel EstimatorScene::gauge(const LabView& view) const {
    return gaugePanel(part(view, 0.8, 1), tr("Spun so far, share of all waiting"),
                      view.answered ? format::percent(spun(view.now)) : QString(), predict(),
                      Type(view.large));
}

Panel EstimatorScene::history(const LabView& view) const {
    const double start = std::max(m_knobs["start"], m_knobs["sleep"]) / 1e6;
    const double most = view.answered ? m_most : start;
    return {part(view, 0.5, 0.79),
            {.title = tr("Estimate = mean + X · σ (line), and each nap (dots), ms"),
             .x = {0, view.answered ? static_cast<double>(std::max(m_naps, 4)) : 4.0},
             .y = {0, niceRange({0, most * 1.1}, 4).high},
             .xTitle = {},
             .xTicks =
                 [](Range range, int count) {
                     std::vector<Tick> ticks;
                     for (const double at : roundTicks(range.low, range.high, count)) {
                         if (at == std::floor(at))
                             ticks.push_back({at, at == 0 ? tr("naps: 0") : plain(at, 0)});
                     }
                     return ticks;
                 }},
            Type(view.large)};
}

QStringList EstimatorScene::formula(const Step& step) const {
    // What the last nap has just changed, from the state after it.
    const auto shown = [](double value) { return std::round(value * 1e3) / 1e3; };
    const auto ms = [](double value) { return plain(value, kDigits); };
    const auto inBrackets = [&](double value) {
        return value < 0 ? QLatin1Char('(') + ms(value) + QLatin1Char(')') : ms(value);
    };
    // Who computes along with the digits that are shown gets this result, or nearly.
    const auto result = [&](double fromShown, double value) {
        const bool same = std::abs(fromShown - shown(value)) < 1e-9;
        return (same ? QStringLiteral("= ") : QStringLiteral("≈ ")) + ms(value);
    };
    const double x = m_knobs["x"];
    const double mean = shown(step.mean);
    const double deviation = shown(step.stddev);
    QStringList lines;
    if (step.naps == 0) {
        lines << tr("n = 1: the start value %1 ms counts as a sample, σ = 0").arg(ms(step.mean));
    } else {
        const auto before =
            std::ranges::find_if(m_steps, [&](const Step& s) { return s.sleeps && s.naps == step.naps - 1; });
        const double nap = shown(before->took);
        const double meanBefore = shown(before->mean);
        const double delta = nap - meanBefore;
        lines << tr("δ = nap − mean = %1 − %2 = %3").arg(ms(nap), ms(meanBefore), ms(delta));
        lines << tr("mean = %1 + δ / %2 %3")
                     .arg(ms(meanBefore), plain(step.samples, 0),
                          result(meanBefore + delta / step.samples, step.mean));
        const double squares = step.stddev * step.stddev * (step.samples - 1);
        const double squaresBefore = before->stddev * before->stddev * (before->samples - 1);
        if (step.samples > before->samples) // nothing was forgotten
            lines << tr("m2 = %1 + δ · (nap − mean) = %1 + %2 · %3 %4")
                         .arg(ms(squaresBefore), inBrackets(delta), inBrackets(nap - mean),
                              result(shown(squaresBefore) + delta * (nap - mean), squares));
        lines << tr("σ = √(m2 / (n − 1)) = √(%1 / %2) %3")
                     .arg(ms(squares), plain(step.samples - 1, 0),
                          result(std::sqrt(shown(squares) / (step.samples - 1)), step.stddev));
    }
    lines << tr("estimate = mean + X · σ = %1 + %2 · %3 %4 ms")
                 .arg(ms(mean), plain(x, 2), ms(deviation), result(mean + x * deviation, step.estimate));
    return lines;
}

QString EstimatorScene::decision(const Step& step) const {
    const QString left = plain(std::max(step.left, 0.0), kDigits);
    const QString estimate = plain(step.estimate, kDigits);
    if (step.late)
        return tr("nothing left: the nap ended %1 ms too late").arg(plain(-step.left, kDigits));
    return step.sleeps ? tr("left %1 ms > estimate %2 ms: nap").arg(left, estimate)
                       : tr("left %1 ms ≤ estimate %2 ms: spin").arg(left, estimate);
}

void EstimatorScene::paintWait(QPainter& painter, const QRectF& area, const LabView& view,
                               const Type& type) const {
    const Tokens& c = tokens();
    const Step& now = step(view.now);
    drawElided(
        painter, QRectF(area.left(), area.top(), area.width(), type.line * 1.3), Qt::AlignLeft,
        view.answered
            ? tr("Wait %1 of %2: %3 to pass").arg(now.wait).arg(plain(m_knobs["waits"], 0), timeText(m_wait))
            : tr("A wait of %1. Sleep once more, or spin?").arg(timeText(m_wait)),
        c.text, type.note);
    const QRectF bar(area.left(), area.top() + type.line * 1.6, area.width() - type.gap,
                     std::max(area.height() - type.line * 3.6, type.line * 1.4));
    double most = m_wait;
    if (view.answered) {
        for (const Step& step : m_steps)
            most = std::max(most, m_wait - step.left + (step.sleeps ? 0 : step.took));
    }
    const double scale = bar.width() / (most * 1.02);
    painter.setPen(QPen(c.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(bar.left(), bar.top(), m_wait * scale, bar.height()));
    drawStraight(painter,
                 {QPointF(bar.left() + m_wait * scale, bar.top() - 3),
                  QPointF(bar.left() + m_wait * scale, bar.bottom() + 3)},
                 QPen(c.text, type.pen, Qt::DashLine));
    const QRectF foot(bar.left(), bar.bottom() + 3, m_wait * scale, type.line);
    if (!view.answered) {
        drawText(painter, foot, Qt::AlignRight, tr("due"), c.text, type.note);
        return;
    }
    double at = 0;
    for (const Step& step : m_steps) {
        if (step.wait != now.wait || &step > &now || view.now < 1)
            continue;
        const QRectF box(bar.left() + at * scale, bar.top(), std::max(step.took * scale, 1.0), bar.height());
        fillBox(painter, box, step.sleeps ? c.first : c.second,
                step.sleeps ? Qt::SolidPattern : Qt::FDiagPattern, 0.35);
        const QString text = step.sleeps ? tr("nap %1").arg(plain(step.took, kDigits))
                                         : tr("spin %1").arg(plain(step.took, kDigits));
        if (widthOf(type.note, text) + 4 < box.width()) {
            if (!step.sleeps)
                painter.fillRect(QRectF(box.center().x() - widthOf(type.note, text) / 2 - 2,
                                        box.center().y() - type.line / 2, widthOf(type.note, text) + 4,
                                        type.line),
                                 c.card);
            drawText(painter, box, Qt::AlignCenter, text, c.text, type.note);
        }
        at += step.took;
    }
    // How far the estimate reaches from where the decision was made.
    const double from = bar.left() + std::clamp(m_wait - now.left, 0.0, most) * scale;
    const double to = std::min(from + now.estimate * scale, bar.right());
    const double y = bar.bottom() + type.gap * 1.5;
    painter.setPen(QPen(c.late, type.pen));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(from, y - 3), QPointF(from, y + 3));
    painter.drawLine(QPointF(to, y - 3), QPointF(to, y + 3));
    const QString text = tr("estimate %1 ms").arg(plain(now.estimate, kDigits));
    const double wide = widthOf(type.note, text);
    drawText(
        painter,
        QRectF(std::clamp((from + to - wide) / 2, bar.left(), bar.right() - wide), y + 2, wide, type.line),
        Qt::AlignCenter, text, c.late, type.note);
}

void EstimatorScene::paintFormula(QPainter& painter, const QRectF& area, const LabView& view,
                                  const Type& type) const {
    const Tokens& c = tokens();
    const double line = std::min(area.height() / 6, QFontMetricsF(type.figure).height() * 1.15);
    double y = area.top();
    const auto write = [&](const QString& text, const QColor& colour, const QFont& font) {
        drawElided(painter, QRectF(area.left(), y, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                   text, colour, font);
        y += line;
    };
    if (!view.answered) {
        write(tr("while (left > estimate) { sleep(1 ms); left −= what it took; learn; }"), c.muted,
              type.figure);
        write(tr("spin the rest;"), c.muted, type.figure);
        write(tr("A nap of 1 ms takes %1 here; the estimate starts at %2.")
                  .arg(timeText(m_knobs["sleep"] / 1e6), timeText(m_knobs["start"] / 1e6)),
              c.text, type.note);
        return;
    }
    const Step& now = step(view.now);
    const QStringList lines = formula(now);
    for (const QString& text : lines)
        write(text, c.text, type.figure);
    QFont strong = type.figure;
    strong.setBold(true);
    if (view.now >= 1)
        write(decision(now), now.sleeps ? c.first : now.late ? c.late : c.second, strong);
}

void EstimatorScene::paintHistory(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = history(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    const double start = m_knobs["start"] / 1e6;
    if (!view.answered) {
        panel.dot(painter, {0, start}, c.late);
        labels.draw(painter, panel.at({0, start}), Qt::AlignRight, tr("start value %1").arg(timeText(start)),
                    c.late, type.note);
        return;
    }
    const Step& now = step(view.now);
    QVector<QPointF> line;
    for (const Step& step : m_steps) {
        if (&step > &now)
            break;
        line.append({static_cast<double>(step.naps), step.estimate});
        if (step.sleeps && &step < &now)
            panel.dot(painter, {step.naps + 1.0, step.took}, c.first);
    }
    panel.line(painter, line, QPen(c.late, type.pen), m_naps + 1);
    panel.dot(painter, line.last(), c.late);
    labels.draw(painter, panel.at(line.last()), Qt::AlignTop | Qt::AlignRight,
                tr("estimate %1").arg(plain(now.estimate, kDigits)), c.late, type.note);
    if (now.naps > 0)
        labels.draw(painter, panel.at({static_cast<double>(now.naps), m_knobs["sleep"] / 1e6}),
                    Qt::AlignBottom | Qt::AlignRight, tr("naps"), c.first, type.note);
}

void EstimatorScene::paintGauge(QPainter& painter, const LabView& view, const Type& type) const {
    const Panel panel = gauge(view);
    panel.paint(painter);
    if (view.answered)
        panel.bar(painter, spun(view.now), tokens().second, Qt::FDiagPattern);
    Labels labels(panel.plot());
    paintGuess(painter, panel.guessAlong(predict()), predict(), view, type, labels);
}

std::vector<ResultScene::Part> EstimatorScene::parts(const LabView& view, const Type& type) const {
    return {{part(view, 0, 0.22),
             tr("The wait from its start to when it is due: naps filled, spinning hatched. The red measure "
                "is the estimate: a nap is only taken if it fits before the end."),
             [&, this](QPainter& painter) { paintWait(painter, part(view, 0, 0.22), view, type); }},
            {part(view, 0.24, 0.49),
             tr("Welford's method with the numbers of the last nap, then the decision that follows. ≈: "
                "rounded to 0.001 ms to be shown; the code computes with all digits."),
             [&, this](QPainter& painter) { paintFormula(painter, part(view, 0.24, 0.49), view, type); }},
            {history(view).area(),
             tr("The estimate after each nap. The start value counts as a sample, so it only fades."),
             [&, this](QPainter& painter) { paintHistory(painter, view, type); }},
            {gauge(view).area(),
             tr("Share of the waiting that was spun away on the processor; less is better."),
             [&, this](QPainter& painter) { paintGauge(painter, view, type); }}};
}

QVector<LabReadout> EstimatorScene::readouts(double now) const {
    const Step& at = step(now);
    return {
        {timeText(std::max(at.left, 0.0)), tr("left"), tr("Of this wait, when the code decides."), at.late},
        {timeText(at.estimate), tr("estimate"),
         tr("mean + X · σ: with less left it does not dare to sleep. Lower means less spinning."), false},
        {QString::number(at.naps + (at.sleeps && now >= 1 ? 1 : 0)), tr("naps"),
         tr("Sleeps of 1 ms so far, this one included."), false},
        {format::percent(spun(now)), tr("spun so far"), tr("Of all waiting; less is better."),
         spun(now) > 50}};
}

QString EstimatorScene::before() const {
    return tr("A bar of %1 to wait, a start value of %2 and an empty scale of 0 to 100 % spun.")
        .arg(timeText(m_wait), timeText(m_knobs["start"] / 1e6));
}

QString EstimatorScene::told(const LabView& view) const {
    const Step& now = step(view.now);
    return tr("Wait %1: %2. %3. Spun so far: %4.")
        .arg(now.wait)
        .arg(decision(now), formula(now).join(QStringLiteral("; ")), format::percent(spun(view.now)));
}

void sketchEstimator(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    const double high = area.height() * 0.24;
    const QRectF bar(area.left(), area.top() + type.line + 2, area.width() * 0.9, high);
    drawText(painter, QRectF(area.left(), area.top(), 80, type.line), Qt::AlignLeft, tr("3.4 ms"), c.muted,
             type.note);
    const double nap = bar.width() / 3.1;
    for (int i = 0; i < 3; ++i) {
        const QRectF box(bar.left() + i * nap, bar.top(), nap - 1, high);
        fillBox(painter, box, c.first, Qt::SolidPattern);
        drawText(painter, box, Qt::AlignCenter, tr("1.1 ms"), c.text, type.note);
    }
    fillBox(painter, QRectF(bar.left() + 3 * nap, bar.top(), nap * 0.1, high), c.second, Qt::FDiagPattern, 1);
    drawText(painter, QRectF(bar.left() + 3 * nap - 40, area.top(), 60, type.line), Qt::AlignRight,
             tr("spin"), c.muted, type.note);
    QPolygonF line;
    const double top = bar.bottom() + 6;
    for (int i = 0; i <= 30; ++i) {
        const double x = i / 30.0;
        line << QPointF(area.left() + x * area.width(),
                        area.bottom() - 4 - (area.bottom() - top - 4) * 0.9 * std::exp(-6 * x));
        if (i % 2 == 0) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.first);
            painter.drawEllipse(QPointF(area.left() + x * area.width(), area.bottom() - 3 - (i * 7 % 4)), 1.5,
                                1.5);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.late, 1.6));
    painter.drawPolyline(line);
    drawText(painter, QRectF(area.right() - 120, area.bottom() - type.line - 12, 120, type.line),
             Qt::AlignRight, tr("mean + X · σ"), c.muted, type.note);
}

} // namespace

LabPictureEntry estimatorPicture() {
    return pictureOf<EstimatorScene>("estimator", sketchEstimator);
}

} // namespace jitterscope::ui
