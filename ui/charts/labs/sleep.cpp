// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/sleep.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kPerDecade = 10; // columns of the distribution
constexpr double kAsked = 0.3;    // of the timeline's width, which is not to scale

struct Look {
    QColor (*colour)();
    Qt::BrushStyle hatch;
};
const std::array<Look, 5> kLooks{{{[] { return tokens().muted; }, Qt::VerPattern},
                                  {[] { return tokens().second; }, Qt::BDiagPattern},
                                  {[] { return tokens().violet; }, Qt::Dense5Pattern},
                                  {[] { return tokens().late; }, Qt::FDiagPattern},
                                  {[] { return tokens().first; }, Qt::HorPattern}}};

/// What a late sleep spends its time on, in order.
struct Cost {
    const char* column;
    const char* name;
    const char* why;
    double us = 0; // of the sleep that is shown
};

class SleepScene final : public ResultScene {
public:
    SleepScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return 1.5 * m_took / 1e6; }
    double pace() const override { return niceStep(duration() / 4); }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return distribution(view).guessAlong(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] QRectF timelineArea(const LabView& view) const;
    [[nodiscard]] Panel distribution(const LabView& view) const;
    [[nodiscard]] double late() const { return m_took - m_asked; }
    /// µs since the sleep began.
    [[nodiscard]] double spent(double now) const { return std::min(now * 1e6, m_took); }
    /// Share of the many sleeps that are in by now.
    [[nodiscard]] double counted(double now) const {
        return std::clamp((now * 1e6 - m_took) / (0.5 * m_took), 0.0, 1.0);
    }
    void paintTimeline(QPainter& painter, const LabView& view, const Type& type) const;
    void paintParts(QPainter& painter, const QRectF& bar, double dueX, double scale, double spentUs,
                    const Type& type) const;
    void paintReasons(QPainter& painter, const QRectF& area, const LabView& view, const Type& type) const;
    void paintMany(QPainter& painter, const LabView& view, const Type& type) const;

    std::array<Cost, 5> m_parts{
        {{"tick_us", QT_TR_NOOP("tick"), QT_TR_NOOP("Timers run at the next tick only."), 0},
         {"slack_us", QT_TR_NOOP("slack"),
          QT_TR_NOOP("The kernel waits on purpose, to wake for several timers at once."), 0},
         {"exit_us", QT_TR_NOOP("idle exit"), QT_TR_NOOP("The processor itself has to wake up."), 0},
         {"queue_us", QT_TR_NOOP("run queue"), QT_TR_NOOP("Another thread has the processor."), 0},
         {"", QT_TR_NOOP("not told apart"), QT_TR_NOOP("What is seen from outside: it was this much later."),
          0}}};
    double m_asked = 0; // µs
    double m_took = 1;
    double m_mean = 0;
    std::vector<double> m_late; // µs, of all sleeps, in their order
};

SleepScene::SleepScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("sleep", result, knobs), m_mean(result.answer) {
    const Rows sleeps(result, "timeline");
    m_asked = knobs["asked"] / 1e3;
    double known = 0;
    for (Cost& part : m_parts) {
        part.us = std::max(sleeps.numberOr(0, part.column), 0.0);
        known += part.us;
    }
    m_took = std::max(sleeps.numberOr(0, "took_us", m_asked + known), 0.001);
    m_parts.back().us = late() - known > 0.05 ? late() - known : 0;
    if (result.measured) { // from outside the two ends of the way cannot be told apart
        m_parts[2].name = QT_TR_NOOP("wake-up");
        m_parts[2].why = QT_TR_NOOP("The way from the timer to the thread: interrupt, idle exit, switch.");
    }
    for (const QPointF& point : pointsOf(result, "late", 100'000))
        m_late.push_back(point.y());
}

std::vector<double> SleepScene::stops() const {
    std::vector<double> stops;
    double at = m_asked;
    const auto add = [&stops](double us) {
        if (us > 0 && (stops.empty() || us / 1e6 > stops.back()))
            stops.push_back(us / 1e6);
    };
    add(at);
    for (const Cost& part : m_parts)
        add(at += part.us);
    add(m_took);
    stops.push_back(duration());
    return stops;
}

QRectF SleepScene::timelineArea(const LabView& view) const {
    const Type type(view.large);
    const double high = std::clamp(view.area.height() * 0.48, type.line * 12.6, type.line * 13.4);
    return {view.area.left(), view.area.top(), view.area.width(), high};
}

Panel SleepScene::distribution(const LabView& view) const {
    const Type type(view.large);
    QRectF area = view.area;
    area.setTop(timelineArea(view).bottom() + type.gap * 2);
    const auto many = static_cast<std::int64_t>(static_cast<double>(m_late.size()) * counted(view.now));
    return {
        area,
        {.title = tr("How late many such sleeps end"),
         .value =
             view.answered ? tr("%1 sleeps").arg(format::count(std::max<std::int64_t>(many, 0))) : QString(),
         .x = {predict().minimum, predict().maximum},
         .y = {0, 100},
         .logX = true,
         .xTitle = tr("late by, each step ten times the one before"),
         .xTicks = decadeTimeTicks(1e3),
         .yTicks = [](Range range,
                      int most) { return numberTicks(1, QStringLiteral(" %"))(range, std::min(most, 4)); }},
        type};
}

void SleepScene::paintParts(QPainter& painter, const QRectF& bar, double dueX, double scale, double spentUs,
                            const Type& type) const {
    Labels labels(QRectF(bar.left(), bar.top() - type.line * 2.6, bar.width(), bar.height() + type.line * 5));
    labels.keepClear(bar);
    double at = m_asked;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Cost& part = m_parts[i];
        const double shown = std::min(part.us, spentUs - at);
        if (part.us > 0 && shown > 0) {
            const QRectF box(dueX + (at - m_asked) * scale, bar.top(), std::max(shown * scale, 1.0),
                             bar.height());
            fillBox(painter, box, kLooks[i].colour(), kLooks[i].hatch);
            labels.draw(painter, {box.center().x(), bar.bottom()}, Qt::AlignBottom,
                        tr("%1 %2").arg(tr(part.name), format::duration(part.us * 1e3)), kLooks[i].colour(),
                        type.note);
        }
        at += part.us;
    }
}

/// Who takes the time: a line for each, as the legend.
void SleepScene::paintReasons(QPainter& painter, const QRectF& area, const LabView& view,
                              const Type& type) const {
    const Tokens& c = tokens();
    const double spentUs = view.answered ? spent(view.now) : 0;
    const double name = widthOf(type.note, tr("not told apart")) + 2 * type.gap;
    double y = area.top();
    double begins = m_asked;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Cost& part = m_parts[i];
        const bool known = view.answered && spentUs > begins && part.us > 0;
        begins += part.us;
        if ((i + 1 == m_parts.size() && !known) || y + type.line > area.bottom())
            continue;
        const double box = type.line * 0.7;
        fillBox(painter, QRectF(area.left(), y + type.line * 0.15, box * 1.6, box), kLooks[i].colour(),
                kLooks[i].hatch);
        const double x = area.left() + box * 1.6 + type.gap * 2;
        drawText(painter, QRectF(x, y, name, type.line), Qt::AlignLeft | Qt::AlignVCenter, tr(part.name),
                 known ? c.text : c.muted, type.note);
        drawElided(painter, QRectF(x + name, y, area.right() - x - name, type.line),
                   Qt::AlignLeft | Qt::AlignVCenter, tr(part.why), known ? c.text : c.muted, type.note);
        y += type.line * 1.1;
    }
}

void SleepScene::paintTimeline(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const QRectF area = timelineArea(view);
    drawElided(painter, QRectF(area.left(), area.top(), area.width(), type.line * 1.3), Qt::AlignLeft,
               view.answered
                   ? tr("One sleep, in slow motion; what was asked for is drawn shorter, see the break")
                   : tr("One sleep: when does it end?"),
               c.text, type.note);
    const double high = std::min(type.line * 2.6, area.height() * 0.3);
    const QRectF bar(area.left(), area.top() + type.line * 3.6, area.width() - type.gap, high);
    const double dueX = bar.left() + kAsked * bar.width();
    const double spentUs = view.answered ? spent(view.now) : 0;
    const double scale = (bar.right() - dueX) / (std::max(late(), 1e-3) * 1.12);
    const QRectF asked(bar.left(), bar.top(), dueX - bar.left(), bar.height());
    painter.setPen(QPen(c.first, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(asked);
    const double slept = view.answered && m_asked > 0 ? std::min(spentUs / m_asked, 1.0) : 0;
    painter.fillRect(QRectF(asked.left(), asked.top(), asked.width() * slept, asked.height()),
                     mixed(c.first, c.card, 0.35));
    drawText(painter, asked, Qt::AlignCenter, tr("asked: %1").arg(format::duration(m_asked * 1e3)), c.text,
             type.note);
    const QPolygonF gap{QPointF(dueX - 14, asked.bottom() + 3), QPointF(dueX - 8, asked.top() - 3),
                        QPointF(dueX - 4, asked.top() - 3), QPointF(dueX - 10, asked.bottom() + 3)};
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.card);
    painter.drawPolygon(gap);
    painter.setPen(QPen(c.first, 1));
    painter.drawLine(gap[0], gap[1]);
    painter.drawLine(gap[2], gap[3]);
    drawStraight(painter, {QPointF(dueX, bar.bottom()), QPointF(bar.right(), bar.bottom())},
                 QPen(c.border, 1, Qt::DotLine));
    drawStraight(painter, {QPointF(dueX, bar.top() - type.line), QPointF(dueX, bar.bottom() + type.line)},
                 QPen(c.text, type.pen, Qt::DashLine));
    drawText(painter, QRectF(dueX - 60, bar.top() - type.line * 2.1, 120, type.line), Qt::AlignCenter,
             tr("due"), c.text, type.note);
    paintReasons(painter,
                 QRectF(bar.left(), bar.bottom() + type.line * 1.7, bar.width(),
                        area.bottom() - bar.bottom() - type.line * 1.7),
                 view, type);
    if (!view.answered) {
        drawText(painter, QRectF(dueX + type.gap * 3, bar.top(), bar.right() - dueX, bar.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, tr("awake here? or here? …"), c.muted, type.note);
        return;
    }
    paintParts(painter, bar, dueX, scale, spentUs, type);
    if (spentUs < m_took)
        return;
    const double awake = dueX + late() * scale;
    painter.setPen(QPen(c.late, type.pen * 1.4));
    painter.drawLine(QPointF(awake, bar.top() - type.line), QPointF(awake, bar.bottom()));
    const QString text = tr("awake, %1 late").arg(format::duration(late() * 1e3));
    const double wide = widthOf(type.note, text);
    drawText(
        painter,
        QRectF(std::min(awake - wide / 2, bar.right() - wide), bar.top() - type.line * 2.1, wide, type.line),
        Qt::AlignCenter, text, c.late, type.note);
}

void SleepScene::paintMany(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = distribution(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    const auto many = static_cast<std::size_t>(static_cast<double>(m_late.size()) * counted(view.now));
    if (view.answered && many > 0) {
        const double decades = std::log10(predict().maximum / predict().minimum);
        std::vector<double> columns(static_cast<std::size_t>(decades * kPerDecade), 0);
        for (std::size_t i = 0; i < many; ++i) {
            const double at =
                std::log10(std::max(m_late[i], predict().minimum) / predict().minimum) * kPerDecade;
            columns[std::min(static_cast<std::size_t>(std::max(at, 0.0)), columns.size() - 1)] +=
                100.0 / static_cast<double>(many);
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] <= 0)
                continue;
            const double from = predict().minimum * std::pow(10, static_cast<double>(i) / kPerDecade);
            const double to = from * std::pow(10, 1 / kPerDecade);
            const double top = std::min(panel.y(columns[i]), panel.plot().bottom() - 1.5);
            const QRectF box(QPointF(panel.x(from) + 1, top), QPointF(panel.x(to), panel.plot().bottom()));
            painter.fillRect(box, mixed(c.first, c.card, 0.55));
        }
        if (many == m_late.size()) {
            panel.upright(painter, m_mean, QPen(c.first, type.pen));
            labels.draw(painter, {panel.x(m_mean), panel.plot().top() + type.line * 2}, Qt::AlignRight,
                        tr("mean %1").arg(format::duration(m_mean * 1e3)), c.first, type.note);
        }
    }
    paintGuess(painter, panel.guessAlong(predict()), predict(), view, type, labels);
}

std::vector<ResultScene::Part> SleepScene::parts(const LabView& view, const Type& type) const {
    QStringList text{tr("What one sleep spends its time on, in order:")};
    for (const Cost& part : m_parts)
        text << (view.answered && part.us > 0
                     ? tr("%1, %2: %3").arg(tr(part.name), format::duration(part.us * 1e3), tr(part.why))
                     : tr("%1: %2").arg(tr(part.name), tr(part.why)));
    return {{timelineArea(view), text.join(QLatin1Char('\n')),
             [&, this](QPainter& painter) { paintTimeline(painter, view, type); }},
            {distribution(view).area(),
             tr("How many of the sleeps end so late, in % of them. The axis is "
                "logarithmic: each grid line is ten times the one before."),
             [&, this](QPainter& painter) { paintMany(painter, view, type); }}};
}

QVector<LabReadout> SleepScene::readouts(double now) const {
    const double us = spent(now);
    const bool awake = us >= m_took;
    return {{format::duration(us * 1e3), tr("since it fell asleep"), tr("Of the one sleep in the timeline."),
             false},
            {us > m_asked ? format::duration((us - m_asked) * 1e3) : tr("not due"), tr("late"),
             tr("Beyond what was asked; less is better."), us > m_asked},
            {awake          ? tr("awake")
             : us > m_asked ? tr("overdue")
                            : tr("asleep"),
             tr("the thread"), tr("What the sleeping thread does now."), us > m_asked && !awake},
            {counted(now) >= 1 ? format::duration(m_mean * 1e3) : format::absent(), tr("mean of all"),
             tr("How late all sleeps end on average; less is better."), false}};
}

QString SleepScene::before() const {
    return tr("A sleep of %1 with its due time, and an empty scale from 1 µs to 100 ms.")
        .arg(format::duration(m_asked * 1e3));
}

QString SleepScene::told(const LabView& view) const {
    const double us = spent(view.now);
    QString text;
    if (us < m_asked)
        return text + tr("The thread sleeps; %1 of %2 have passed.")
                          .arg(format::duration(us * 1e3), format::duration(m_asked * 1e3));
    text += tr("The sleep of %1 is over its time by %2: ")
                .arg(format::duration(m_asked * 1e3), format::duration((us - m_asked) * 1e3));
    QStringList parts;
    double at = m_asked;
    for (const Cost& part : m_parts) {
        if (part.us > 0 && us > at)
            parts << tr("%1 %2").arg(tr(part.name), format::duration(std::min(part.us, us - at) * 1e3));
        at += part.us;
    }
    text += (parts.isEmpty() ? tr("nothing") : parts.join(QStringLiteral(", "))) + QStringLiteral(". ");
    if (counted(view.now) >= 1)
        text +=
            tr("%1 such sleeps are late by %2 on average.")
                .arg(format::count(static_cast<std::int64_t>(m_late.size())), format::duration(m_mean * 1e3));
    return text;
}

void sketchSleep(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    const QRectF bar(area.left(), area.center().y() - area.height() * 0.12, area.width() * 0.92,
                     area.height() * 0.26);
    struct Box {
        const char* name;
        double from, to;
        QColor colour;
        Qt::BrushStyle hatch;
        bool above;
    };
    const std::array<Box, 4> boxes{
        {{QT_TR_NOOP("slack"), 0.45, 0.63, c.second, Qt::BDiagPattern, false},
         {QT_TR_NOOP("tick"), 0.64, 0.7, c.muted, Qt::VerPattern, true},
         {QT_TR_NOOP("idle exit"), 0.71, 0.83, tokens().violet, Qt::Dense5Pattern, false},
         {QT_TR_NOOP("queue"), 0.84, 0.99, c.late, Qt::FDiagPattern, true}}};
    const auto x = [&bar](double share) { return bar.left() + share * bar.width(); };
    const QRectF asked(bar.left(), bar.top(), bar.width() * 0.44, bar.height());
    fillBox(painter, asked, c.first, Qt::SolidPattern);
    drawText(painter, asked, Qt::AlignCenter, tr("asked: 1 ms"), c.text, type.note);
    for (const Box& box : boxes) {
        const QRectF place(x(box.from), bar.top(), x(box.to) - x(box.from), bar.height());
        fillBox(painter, place, box.colour, box.hatch, 0.5);
        drawText(painter,
                 QRectF(place.center().x() - 40, box.above ? bar.top() - type.line - 1 : bar.bottom() + 1, 80,
                        type.line),
                 Qt::AlignCenter, tr(box.name), c.muted, type.note);
    }
    drawStraight(
        painter,
        {QPointF(x(0.445), bar.top() - type.line), QPointF(x(0.445), bar.bottom() + type.line * 0.7)},
        QPen(c.text, 1.4, Qt::DashLine));
    painter.setPen(QPen(c.late, 2));
    painter.drawLine(QPointF(x(1), bar.top() - type.line * 0.6), QPointF(x(1), bar.bottom() + 4));
    drawText(painter, QRectF(x(0.445) - 30, bar.top() - type.line * 2, 60, type.line), Qt::AlignCenter,
             tr("due"), c.muted, type.note);
    drawText(painter, QRectF(x(1) - 40, bar.top() - type.line * 2, 60, type.line), Qt::AlignCenter,
             tr("awake"), c.muted, type.note);
}

} // namespace

LabPictureEntry sleepPicture() {
    return pictureOf<SleepScene>("sleep", sketchSleep);
}

} // namespace jitterscope::ui
