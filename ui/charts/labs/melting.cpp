// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/melting.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

/// What a measurement may lack is absent.
struct Loop {
    QString name;
    std::optional<double> cpu; // % of a core
    std::optional<double> watts;
    std::optional<double> mean; // ms
    std::optional<double> least;
    std::optional<double> most;
};

struct Timer {
    QString name;
    std::optional<double> granted; // ms
    std::optional<double> observed;
};

class MeltingScene final : public ResultScene {
public:
    MeltingScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return static_cast<double>(m_loops.size()) + 1; }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return processor(view).guessAlong(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] double nameWidth(const Type& type) const;
    [[nodiscard]] std::size_t rows(const LabView& view) const {
        return view.answered ? m_loops.size() : m_names.size();
    }
    [[nodiscard]] Panel processor(const LabView& view) const;
    [[nodiscard]] Panel frames(const LabView& view) const;
    [[nodiscard]] Panel timers(const LabView& view) const;
    /// How much of the loop's row is shown by now, 0 … 1.
    [[nodiscard]] static double grown(double now, std::size_t index) {
        return std::clamp(now - static_cast<double>(index), 0.0, 1.0);
    }
    void paintLoops(QPainter& painter, const LabView& view, const Type& type) const;
    void paintTimers(QPainter& painter, const LabView& view, const Type& type) const;

    QStringList m_names; // of the knob's choices
    QStringList m_timerNames;
    std::size_t m_mine = 0;
    std::vector<Loop> m_loops;
    std::vector<Timer> m_timers;
    double m_period = 1; // ms
    double m_longest = 1;
};

MeltingScene::MeltingScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("melting", result, knobs),
      m_names(choicesOf("loop")),
      m_timerNames(choicesOf("timer")),
      m_mine(static_cast<std::size_t>(knobs.whole("loop"))),
      m_period(1e3 / knobs["rate"]) {
    const Rows loops(result, "loops");
    for (std::size_t i = 0; i < loops.size(); ++i) {
        m_loops.push_back({loops.word(i, "loop"), loops.number(i, "cpu_percent"), loops.number(i, "watts"),
                           loops.number(i, "mean_ms"), loops.number(i, "min_ms"), loops.number(i, "max_ms")});
        m_longest = std::max(m_longest, m_loops.back().mean.value_or(0));
    }
    const Rows timers(result, "timers");
    for (std::size_t i = 0; i < timers.size(); ++i)
        m_timers.push_back(
            {timers.word(i, "timer"), timers.number(i, "tick_ms"), timers.number(i, "observed_ms")});
}

std::vector<double> MeltingScene::stops() const {
    std::vector<double> stops;
    for (int i = 1; i <= static_cast<int>(duration()); ++i)
        stops.push_back(i);
    return stops;
}

double MeltingScene::nameWidth(const Type& type) const {
    double width = 0;
    for (const QString& name : m_names + m_timerNames)
        width = std::max(width, widthOf(type.note, name));
    return width + 3 * type.gap;
}

Panel MeltingScene::processor(const LabView& view) const {
    const Type type(view.large);
    return {part(view, 0, 0.62, 0, 0.58),
            {.title = tr("Processor, % of a core"),
             .x = {predict().minimum, predict().maximum},
             .yLabels = false,
             .xTicks = numberTicks(1, QStringLiteral(" %")),
             .rows = true,
             .left = nameWidth(type)},
            type};
}

Panel MeltingScene::frames(const LabView& view) const {
    const double most = view.answered ? std::max(2 * m_period, m_longest * 1.2) : 2 * m_period;
    return {part(view, 0.65, 1, 0, 0.58),
            {.title = tr("Frame time, ms"), .x = {0, most}, .yLabels = false, .rows = true},
            Type(view.large)};
}

Panel MeltingScene::timers(const LabView& view) const {
    const Type type(view.large);
    return {
        part(view, 0.61, 1),
        {.title = tr("A finer timer: a sleep of 1 ms asked for, the tick that is granted, what is observed"),
         .x = {0.5, 50},
         .logX = true,
         .yLabels = false,
         .xTicks =
             [](Range, int) {
                 return std::vector<Tick>{{0.5, tr("0.5 ms")}, {1, tr("1 ms")},   {2, tr("2 ms")},
                                          {5, tr("5 ms")},     {10, tr("10 ms")}, {20, tr("20 ms")},
                                          {50, tr("50 ms")}};
             },
         .rows = true,
         .left = nameWidth(type)},
        type};
}

void MeltingScene::paintLoops(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel cpu = processor(view);
    const Panel time = frames(view);
    cpu.paint(painter);
    time.paint(painter);
    const std::size_t count = rows(view);
    Labels labels(cpu.plot());
    Labels times(time.plot());
    time.upright(painter, m_period, QPen(c.text, 1, Qt::DashLine));
    for (std::size_t i = 0; i < count; ++i) {
        const QRectF line = cpu.row(i, count);
        const QString name = view.answered ? m_loops[i].name : m_names[static_cast<qsizetype>(i)];
        cpu.nameRow(painter, line, name, i == m_mine);
        const double grow = view.answered ? grown(view.now, i) : 0;
        if (grow <= 0)
            continue;
        const Loop& loop = m_loops[i];
        const double high = std::min(line.height() * 0.5, type.line * 1.8);
        if (loop.cpu) {
            const bool melts = *loop.cpu > 50;
            const QRectF box(line.left(), line.center().y() - high / 2,
                             std::max((cpu.x(*loop.cpu) - line.left()) * grow, 2.0), high);
            fillBox(painter, box, melts ? c.late : c.first, melts ? Qt::BDiagPattern : Qt::SolidPattern);
            QString text = format::percent(*loop.cpu * grow);
            if (loop.watts && grow >= 1)
                text += tr(", %1 W").arg(plain(*loop.watts, 1));
            labels.draw(painter, {box.right(), line.center().y()}, Qt::AlignRight, text, c.text, type.note);
        } else {
            labels.draw(painter, {line.left(), line.center().y()}, Qt::AlignRight, tr("not known here"),
                        c.muted, type.note);
        }
        const QRectF cell = time.row(i, count);
        const double y = cell.center().y();
        if (grow < 1 || !loop.mean)
            continue;
        const QColor colour = *loop.mean > 1.02 * m_period ? c.late : c.good;
        painter.setPen(QPen(colour, type.pen));
        painter.drawLine(QPointF(time.x(loop.least.value_or(*loop.mean)), y),
                         QPointF(time.x(loop.most.value_or(*loop.mean)), y));
        painter.setBrush(colour);
        painter.drawEllipse(QPointF(time.x(*loop.mean), y), type.pen * 2.2, type.pen * 2.2);
        times.draw(painter, {time.x(std::max(loop.most.value_or(0), *loop.mean)) + 4, y}, Qt::AlignRight,
                   plain(*loop.mean, 2), colour, type.note);
    }
    times.draw(painter, {time.x(m_period), time.plot().bottom()}, Qt::AlignTop | Qt::AlignRight,
               tr("wanted %1").arg(plain(m_period, 2)), c.muted, type.note);
    paintGuess(painter, cpu.guessAlong(predict()), predict(), view, type, labels);
}

void MeltingScene::paintTimers(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = timers(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    const bool shown = view.answered && view.now >= duration() - 1e-9;
    const std::size_t count = view.answered ? m_timers.size() : static_cast<std::size_t>(m_timerNames.size());
    Labels labels(plot);
    panel.upright(painter, 1, QPen(c.text, 1, Qt::DashLine));
    for (std::size_t i = 0; i < count; ++i) {
        const QRectF line = panel.row(i, count);
        const double y = line.center().y();
        const QString name = view.answered ? m_timers[i].name : m_timerNames[static_cast<qsizetype>(i)];
        panel.nameRow(painter, line, name);
        if (!shown)
            continue;
        const Timer& timer = m_timers[i];
        double right = panel.x(1);
        QString text;
        if (timer.observed) {
            painter.setPen(QPen(c.first, type.pen * 1.5));
            painter.drawLine(QPointF(panel.x(1), y), QPointF(panel.x(*timer.observed), y));
            painter.setBrush(c.first);
            painter.drawEllipse(QPointF(panel.x(*timer.observed), y), type.pen * 2.2, type.pen * 2.2);
            right = panel.x(*timer.observed);
            text = tr("observed %1").arg(timeText(*timer.observed));
        }
        if (timer.granted) {
            const double x = panel.x(*timer.granted);
            painter.setPen(QPen(c.second, type.pen * 1.5));
            painter.drawLine(QPointF(x, y - line.height() * 0.35), QPointF(x, y + line.height() * 0.35));
            right = std::max(right, x);
            text += tr(", tick granted %1").arg(timeText(*timer.granted));
        } else if (timer.observed) {
            text += tr(", no tick");
        }
        const bool fits = right + widthOf(type.note, text) + 10 < plot.right();
        labels.draw(painter, {(fits ? right : panel.x(1)) + 4, y}, Qt::AlignRight, text, c.text, type.note);
    }
    if (!shown)
        labels.draw(painter, {panel.x(1), plot.center().y()}, Qt::AlignRight, tr("1 ms asked for"), c.muted,
                    type.note);
}

std::vector<ResultScene::Part> MeltingScene::parts(const LabView& view, const Type& type) const {
    return {
        {processor(view).area(),
         tr("How much of one core each loop takes; less is better. Bold: the loop that the guess is about."),
         [&, this](QPainter& painter) { paintLoops(painter, view, type); }},
        {frames(view).area(), tr("Dot: mean frame time; line: shortest to longest; dashed: what is wanted.")},
        {timers(view).area(),
         tr("What a sleep of 1 ms really takes with each timer; nearer to the dashed line is better. "
            "Logarithmic."),
         [&, this](QPainter& painter) { paintTimers(painter, view, type); }}};
}

QVector<LabReadout> MeltingScene::readouts(double now) const {
    QVector<LabReadout> list;
    for (std::size_t i = 0; i < m_loops.size() && i < 4; ++i) {
        const bool known = grown(now, i) >= 1 && m_loops[i].cpu;
        list.append({known ? format::percent(*m_loops[i].cpu) : format::absent(), m_loops[i].name,
                     tr("Processor that this loop takes, of one core; less is better."),
                     known && *m_loops[i].cpu > 50});
    }
    return list;
}

QString MeltingScene::before() const {
    return tr("Four loops that want frames of %1 ms: %2.")
        .arg(plain(m_period, 2), m_names.join(QStringLiteral(", ")));
}

QString MeltingScene::told(const LabView& view) const {
    QString text;
    for (std::size_t i = 0; i < m_loops.size(); ++i) {
        const Loop& loop = m_loops[i];
        if (grown(view.now, i) >= 1)
            text += tr("%1: %2 of a core, frames of %3 ms. ")
                        .arg(loop.name, loop.cpu ? format::percent(*loop.cpu) : tr("unknown share"),
                             loop.mean ? plain(*loop.mean, 2) : format::absent());
        else if (grown(view.now, i) > 0)
            text += tr("%1 runs. ").arg(loop.name);
    }
    if (view.now >= duration() - 1e-9) {
        for (const Timer& timer : m_timers)
            text += tr("%1: a sleep of 1 ms takes %2. ")
                        .arg(timer.name, timer.observed ? timeText(*timer.observed) : format::absent());
    }
    return text.isEmpty() ? tr("The loops are about to run.") : text;
}

void sketchMelting(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    struct Bar {
        const char* name;
        double length;
        QColor colour;
        const char* text;
    };
    const std::array<Bar, 4> bars{
        {{QT_TR_NOOP("spin"), 0.56, c.late, QT_TR_NOOP("100 %")},
         {QT_TR_NOOP("1 ms sleeps"), 0.085, c.first, ""},
         {QT_TR_NOOP("sleep the rest"), 0.035, c.good, QT_TR_NOOP("6 %")},
         {QT_TR_NOOP("plain sleep"), 0.01, c.muted, QT_TR_NOOP("but never on time")}}};
    const double pitch = area.height() / 4;
    const double left = area.left() + area.width() * 0.32;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double y = area.top() + pitch * static_cast<double>(i);
        const QRectF box(left, y + pitch * 0.2, area.width() * bars[i].length, pitch * 0.6);
        fillBox(painter, box, bars[i].colour, i == 0 ? Qt::BDiagPattern : Qt::SolidPattern);
        drawText(painter, QRectF(area.left(), y, left - area.left() - 8, pitch),
                 Qt::AlignRight | Qt::AlignVCenter, tr(bars[i].name), c.muted, type.note);
        if (bars[i].text[0] != '\0')
            drawText(painter, QRectF(box.right() + 7, y, area.width(), pitch),
                     Qt::AlignLeft | Qt::AlignVCenter, tr(bars[i].text), c.muted, type.note);
    }
}

} // namespace

LabPictureEntry meltingPicture() {
    return pictureOf<MeltingScene>("melting", sketchMelting);
}

} // namespace jitterscope::ui
