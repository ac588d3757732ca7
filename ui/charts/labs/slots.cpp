// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/slots.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/charts/labs/runner.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace jitterscope::ui {
namespace {

using namespace scene;

enum class State { Run, Late, Lost };

struct Slot {
    double number = 0;
    State state = State::Run;
    double start = 0; // ms
    double work = 0;
    double inSync = 0; // picture
    double counted = 0;
};

struct Rule {
    const char* id;
    const char* does;
    std::vector<Slot> row;
    double lost = 0;
    double inSyncEnd = 0; // ms
    double countedEnd = 0;

    [[nodiscard]] const Slot* callAt(double ms) const {
        const Slot* call = nullptr;
        for (const Slot& slot : row) {
            if (slot.state != State::Lost && slot.start <= ms)
                call = &slot;
        }
        return call;
    }
    [[nodiscard]] int lostBy(double ms, double period) const {
        return static_cast<int>(std::ranges::count_if(
            row, [&](const Slot& s) { return s.state == State::Lost && (s.number + 1) * period <= ms; }));
    }
};

class SlotsScene final : public ResultScene {
public:
    SlotsScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return m_end / 1e3; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 6)); }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return gauge(view).guessAlong(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] const Rule& mine() const { return m_rules[m_knobs.whole("rule") == 0 ? 0 : 1]; }
    [[nodiscard]] Panel gauge(const LabView& view) const;
    [[nodiscard]] QString plan() const;
    void paintLane(QPainter& painter, const Rule& rule, const QRectF& area, const LabView& view,
                   const Type& type) const;
    void paintTrack(QPainter& painter, bool counted, const QRectF& area, const LabView& view,
                    const Type& type) const;
    void paintGauge(QPainter& painter, const LabView& view, const Type& type) const;

    std::array<Rule, 2> m_rules{
        {{"drop-and-rest", QT_TR_NOOP("a late frame waits for the next slot"), {}, 0, 0, 0},
         {"keep-working", QT_TR_NOOP("a late frame starts at once"), {}, 0, 0, 0}}};
    double m_period = 1; // ms
    double m_pictures = 1;
    double m_end = 1;
};

SlotsScene::SlotsScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("slots", result, knobs),
      m_period(knobs["period"] / 1e6),
      m_pictures(std::max(knobs["pictures"], 1.0)) {
    const Rows rows(result, "slots");
    const Rows ends(result, "ends");
    for (Rule& rule : m_rules) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows.word(i, "rule") != QLatin1String(rule.id))
                continue;
            const QString state = rows.word(i, "state");
            rule.row.push_back({rows.numberOr(i, "slot"),
                                state == QLatin1String("lost")   ? State::Lost
                                : state == QLatin1String("late") ? State::Late
                                                                 : State::Run,
                                rows.numberOr(i, "start_ms"), rows.numberOr(i, "work_ms"),
                                rows.numberOr(i, "picture_in_sync"), rows.numberOr(i, "picture_counted")});
        }
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends.word(i, "rule") == QLatin1String(rule.id)) {
                rule.lost = ends.numberOr(i, "lost");
                rule.inSyncEnd = ends.numberOr(i, "in_sync_end_ms");
                rule.countedEnd = ends.numberOr(i, "counted_end_ms");
            }
        }
        m_end = std::max(m_end, rule.countedEnd);
    }
}

std::vector<double> SlotsScene::stops() const {
    std::vector<double> stops;
    for (const Rule& rule : m_rules) {
        for (std::size_t i = 1; i < rule.row.size(); ++i) {
            const Slot& slot = rule.row[i];
            if (slot.state != State::Lost && rule.row[i - 1].state == State::Lost && slot.start > 0)
                stops.push_back(slot.start / 1e3);
        }
        if (rule.inSyncEnd > 0)
            stops.push_back(rule.inSyncEnd / 1e3);
    }
    stops.push_back(duration());
    std::ranges::sort(stops);
    const auto same = std::ranges::unique(stops, [](double a, double b) { return b - a < 1e-9; });
    stops.erase(same.begin(), same.end());
    while (!stops.empty() && stops.back() > duration())
        stops.pop_back();
    return stops;
}

/// What the frames do, as the knobs say.
QString SlotsScene::plan() const {
    const QString usual = tr("Each box is a slot of %1. Frames work for %2 % of one")
                              .arg(timeText(m_period), plain(m_knobs["usual"], 0));
    return m_knobs["every"] > 0
               ? usual +
                     tr(", one in %1 for %2 %.").arg(plain(m_knobs["every"], 0), plain(m_knobs["spike"], 0))
               : usual + QLatin1Char('.');
}

Panel SlotsScene::gauge(const LabView& view) const {
    const double late = mine().countedEnd - mine().inSyncEnd;
    const bool over = view.answered && view.now * 1e3 >= mine().countedEnd - 1e-6;
    return gaugePanel(
        part(view, 0.82, 1),
        tr("How late the animation ends that counts its own calls, with %1").arg(QLatin1String(mine().id)),
        over ? timeText(late) : QString(), predict(), Type(view.large));
}

void SlotsScene::paintLane(QPainter& painter, const Rule& rule, const QRectF& area, const LabView& view,
                           const Type& type) const {
    const Tokens& c = tokens();
    const double ms = view.now * 1e3;
    QFont name = type.note;
    name.setBold(&rule == &mine());
    const QString id = QLatin1String(rule.id);
    drawText(painter, QRectF(area.left(), area.top(), area.width(), type.line), Qt::AlignLeft, id, c.text,
             name);
    drawText(painter,
             QRectF(area.left() + widthOf(name, id) + type.gap * 2, area.top(), area.width(), type.line),
             Qt::AlignLeft, tr(rule.does), c.muted, type.note);
    if (view.answered)
        drawText(painter, QRectF(area.left(), area.top(), area.width(), type.line), Qt::AlignRight,
                 tr("%1 lost").arg(rule.lostBy(ms, m_period)), c.late, type.note);
    const QRectF lane(area.left(), area.top() + type.line * 1.25, area.width() - 1,
                      area.height() - type.line * 1.6);
    const double least = 12.0 * (view.large ? 1.6 : 1);
    const double all = view.answered ? std::max(m_end / m_period, 1.0) : m_pictures;
    const double shown = std::min(all, std::max(std::floor(lane.width() / least), 4.0));
    const double wide = lane.width() / shown;
    // The picture moves along where not all slots fit.
    const double first = view.answered ? std::clamp(ms / m_period - shown * 0.8, 0.0, all - shown) : 0;
    const auto x = [&](double slot) { return lane.left() + (slot - first) * wide; };
    painter.save();
    painter.setClipRect(lane.adjusted(-1, -1, 2, 2));
    const auto upright = [&](double slot, const QPen& pen) {
        drawStraight(painter, {x(slot), lane.top(), x(slot), lane.bottom()}, pen);
    };
    for (double slot = std::ceil(first); slot <= first + shown; ++slot)
        upright(slot, QPen(c.border, 1));
    for (const Slot& slot : rule.row) { // below the work that reaches into them
        const bool seen = slot.number + 1 > first && slot.number < first + shown;
        if (seen && view.answered && slot.state == State::Lost && slot.number * m_period <= ms)
            fillBox(painter, QRectF(x(slot.number) + 1, lane.top(), wide - 2, lane.height()), c.late,
                    Qt::BDiagPattern);
    }
    for (const Slot& slot : rule.row) {
        if (!view.answered || slot.number + 12 < first || slot.number > first + shown)
            continue;
        if (slot.state == State::Lost)
            continue;
        const double done = std::min(slot.start + slot.work, ms) - slot.start;
        if (done <= 0)
            continue;
        const bool longer = slot.work > m_period;
        const QRectF work(x(slot.start / m_period), lane.top() + lane.height() * 0.3,
                          std::max(done / m_period * wide, 1.0), lane.height() * 0.4);
        painter.fillRect(work, longer ? c.second : c.first);
        if (slot.state == State::Late) // starts after its slot has begun
            upright(slot.start / m_period, QPen(c.second, 2));
    }
    if (view.answered)
        upright(ms / m_period, QPen(c.text, 1));
    painter.restore();
}

void SlotsScene::paintTrack(QPainter& painter, bool counted, const QRectF& area, const LabView& view,
                            const Type& type) const {
    const Tokens& c = tokens();
    const Rule& rule = mine();
    const double ms = view.now * 1e3;
    const QRectF strip(area.left(), area.top(), area.width(), area.height() - type.gap);
    painter.fillRect(strip, mixed(c.first, c.card, 0.07));
    const double ground = strip.bottom() - 4;
    const double tall = std::clamp(strip.height() - type.line - 6, 14.0, 60.0 * (view.large ? 1.4 : 1));
    const double left = strip.left() + tall * 0.4;
    const double finish = strip.right() - tall * 0.6;
    const auto x = [&](double picture) {
        return left + std::min(picture + 1, m_pictures) / m_pictures * (finish - left);
    };
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(QPointF(strip.left(), ground), QPointF(strip.right(), ground));
    painter.fillRect(QRectF(finish, strip.top() + 2, 3, ground - strip.top() - 2),
                     QBrush(c.text, Qt::Dense4Pattern));
    const Slot* call = view.answered ? rule.callAt(ms) : nullptr;
    const double end = counted ? rule.countedEnd : rule.inSyncEnd;
    QString text = counted ? tr("counts its own calls") : tr("is given the iteration number");
    for (const Slot& slot : rule.row) {
        if (call == nullptr || slot.state == State::Lost || slot.start > ms)
            continue;
        const double picture = counted ? slot.counted : slot.inSync;
        const bool now = &slot == call;
        if (picture >= m_pictures && !now)
            continue;
        if (now)
            drawRunner(painter, {x(picture), ground}, tall, picture / 8, c.text, ms >= end - 1e-6);
        else if (!view.calm && m_pictures <= 120)
            drawRunner(painter, {x(picture), ground}, tall, picture / 8,
                       mixed(counted ? c.late : c.first, c.card, 0.35));
        else
            painter.fillRect(QRectF(x(picture), ground - 4, 1.5, 4), counted ? c.late : c.first);
    }
    if (call == nullptr)
        drawRunner(painter, {left, ground}, tall, 0, c.text, true);
    else if (ms >= end - 1e-6)
        text += tr(": at the end after %1").arg(timeText(end));
    else
        text += tr(": picture %1 of %2")
                    .arg(plain(std::min((counted ? call->counted : call->inSync) + 1, m_pictures), 0),
                         plain(m_pictures, 0));
    drawText(painter, strip.adjusted(4, 1, 0, 0), Qt::AlignLeft | Qt::AlignTop, text, c.text, type.note);
}

void SlotsScene::paintGauge(QPainter& painter, const LabView& view, const Type& type) const {
    const Panel panel = gauge(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    const double ends = mine().inSyncEnd;
    if (view.answered && view.now * 1e3 > ends)
        panel.bar(painter, std::min(mine().countedEnd, view.now * 1e3) - ends, tokens().late,
                  Qt::BDiagPattern);
    paintGuess(painter, panel.guessAlong(predict()), predict(), view, type, labels);
}

std::vector<ResultScene::Part> SlotsScene::parts(const LabView& view, const Type& type) const {
    return {{part(view, 0, 0.375),
             tr("Each box is a slot of %1. Filled: work. Hatched: a slot that was never run. A long frame "
                "reaches into the next slots.")
                 .arg(timeText(m_period)),
             [&, this](QPainter& painter) {
                 paintLane(painter, m_rules[0], part(view, 0, 0.185), view, type);
                 paintLane(painter, m_rules[1], part(view, 0.19, 0.375), view, type);
             }},
            {part(view, 0.385, 0.44), QString(),
             [&, this](QPainter& painter) {
                 const QString words = tr("Two animations with %1; one figure for each picture drawn");
                 drawElided(painter, part(view, 0.385, 0.44), Qt::AlignLeft | Qt::AlignVCenter,
                            view.answered ? words.arg(QLatin1String(mine().id)) : plan(),
                            view.answered ? tokens().text : tokens().muted, type.note);
             }},
            {part(view, 0.45, 0.81),
             tr("One figure for each picture that was drawn. Above, draw() is given the iteration number "
                "and skips pictures; below it counts its calls and shows them all, too late."),
             [&, this](QPainter& painter) {
                 paintTrack(painter, false, part(view, 0.45, 0.63), view, type);
                 paintTrack(painter, true, part(view, 0.63, 0.81), view, type);
             }},
            {gauge(view).area(), tr("Lost slots · period; 0 is good."),
             [&, this](QPainter& painter) { paintGauge(painter, view, type); }}};
}

QVector<LabReadout> SlotsScene::readouts(double now) const {
    const double ms = now * 1e3;
    const Slot* call = mine().callAt(ms);
    // At the end what counts is when it ended, not how far it was behind in between.
    const double behind =
        ms >= mine().countedEnd - 1e-6 ? mine().countedEnd - mine().inSyncEnd
        : call == nullptr
            ? 0
            : (std::min(call->inSync, m_pictures - 1) - std::min(call->counted, m_pictures - 1)) * m_period;
    return {{timeText(ms), tr("time"), tr("Since the first slot began."), false},
            {QString::number(m_rules[0].lostBy(ms, m_period)), tr("lost, drop and rest"),
             tr("Slots that were never run; fewer are better."), false},
            {QString::number(m_rules[1].lostBy(ms, m_period)), tr("lost, keep working"),
             tr("Slots that were never run; fewer are better."), false},
            {timeText(behind), tr("the counting one lags"),
             tr("How far the animation that counts for itself is behind the other."), behind > 0}};
}

QString SlotsScene::before() const {
    return tr("Two empty rows of slots of %1, and two runners at the start of a track of %2 pictures.")
        .arg(timeText(m_period), plain(m_pictures, 0));
}

QString SlotsScene::told(const LabView& view) const {
    const double ms = view.now * 1e3;
    const Slot* call = mine().callAt(ms);
    QString text = tr("After %1 drop-and-rest has lost %2 slots and keep-working %3. ")
                       .arg(timeText(ms))
                       .arg(m_rules[0].lostBy(ms, m_period))
                       .arg(m_rules[1].lostBy(ms, m_period));
    if (call != nullptr)
        text +=
            tr("With %1 the animation given the number shows picture %2, the one that counts picture %3. ")
                .arg(QLatin1String(mine().id), plain(std::min(call->inSync + 1, m_pictures), 0),
                     plain(call->counted + 1, 0));
    if (ms >= mine().countedEnd - 1e-6)
        text +=
            mine().countedEnd > mine().inSyncEnd
                ? tr("The counting one ended %1 late.").arg(timeText(mine().countedEnd - mine().inSyncEnd))
                : tr("Both ended together.");
    return text;
}

void sketchSlots(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    const double wide = area.width() / 8;
    const double high = area.height() / 4;
    for (int line = 0; line < 2; ++line) {
        for (int slot = 0; slot < 8; ++slot) {
            const bool lost = slot == 3 || (line == 0 && slot == 4);
            const QRectF box(area.left() + slot * wide + 1, area.top() + line * high + 1, wide - 3, high - 4);
            fillBox(painter, box, lost ? c.late : c.first, lost ? Qt::BDiagPattern : Qt::SolidPattern);
        }
    }
    int calls = 0;
    for (int slot = 0; slot < 8; ++slot) {
        if (slot == 3 || slot == 4)
            continue;
        for (int line = 0; line < 2; ++line) {
            const bool behind = line == 1 && calls != slot;
            const QPointF middle(area.left() + (slot + 0.5) * wide, area.top() + (2.5 + line) * high);
            const double radius = std::min(high, wide) * 0.38;
            const double angle = (line == 0 ? slot : calls) * std::numbers::pi / 4;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(behind ? c.late : c.good, 1.6, behind ? Qt::DashLine : Qt::SolidLine));
            painter.drawEllipse(middle, radius, radius);
            painter.drawLine(middle, middle + radius * 0.8 * QPointF(std::sin(angle), -std::cos(angle)));
        }
        ++calls;
    }
}

} // namespace

LabPictureEntry slotsPicture() {
    return pictureOf<SlotsScene>("slots", sketchSlots);
}

} // namespace jitterscope::ui
