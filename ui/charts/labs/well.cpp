// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/well.h"

#include "core/lab/labs/well.h"
#include "ui/charts/labs/result_scene.h"
#include "ui/charts/labs/well_strip.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kWindow = static_cast<double>(kWellWindow.count()) / 1e9; // s of real time
constexpr double kBehind = 60; // ms of backlog: more than a loop that keeps up ever has

QString roughly(double seconds) {
    return seconds < 0.995 ? tr("%1 ms").arg(plain(10 * std::round(100 * seconds), 0))
                           : tr("%1 s").arg(plain(seconds, 1));
}

struct LoopColumn {
    QRectF area;
    QRectF head;
    QRectF verdict;
    QRectF strip;
    std::vector<Panel> panels;
};

class WellScene final : public ResultScene {
public:
    WellScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return kWindow; }
    std::vector<double> stops() const override;
    QSize minimumSize(bool large) const override { return large ? QSize(980, 590) : QSize(620, 380); }
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return column(0, view).panels[2].guessUp(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] LoopColumn column(std::size_t index, const LabView& view) const;
    [[nodiscard]] QString verdict(std::size_t index, double now) const;
    /// m that the last single update of more than a step carried the runner; 0: there was none.
    [[nodiscard]] double lastLeap(const WellWay& way, double now) const;
    [[nodiscard]] bool passed(const WellWay& way, double now) const;
    void paintWords(QPainter& painter, std::size_t index, const LoopColumn& column, const LabView& view,
                    const Type& type) const;
    void paintPanel(QPainter& painter, std::size_t index, std::size_t which, const Panel& panel,
                    const LabView& view, const Type& type) const;

    std::array<WellWay, 3> m_ways{
        {{"whole-refreshes", QT_TR_NOOP("Nothing"), "while (backlog ≥ step) update(step);", {}, {}, {}, {}},
         {"slow-motion", QT_TR_NOOP("Slow motion"), "backlog = min(backlog, threshold);", {}, {}, {}, {}},
         {"one-big-step",
          QT_TR_NOOP("One big step"),
          "if (backlog > threshold) update(backlog);",
          {},
          {},
          {},
          {}}}};
    WellGate m_gate;
    double m_threshold = 0; // ms
    double m_mostBacklog = 1000;
    double m_mostUpdates = 60;
};

WellScene::WellScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("well", result, knobs) {
    const Rows frames(result, "frames");
    double backlog = 0;
    double updates = 0;
    for (WellWay& way : m_ways) {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (frames.word(i, "panel") != QLatin1String(way.id))
                continue;
            const double at = frames.numberOr(i, "at_s");
            way.frames.push_back({at, frames.numberOr(i, "frame_ms") / 1e3, frames.numberOr(i, "game_s"),
                                  frames.numberOr(i, "player_m"),
                                  static_cast<int>(frames.numberOr(i, "updates"))});
            way.backlog.append({at, frames.numberOr(i, "backlog_ms")});
            way.updates.append({at, frames.numberOr(i, "updates")});
            way.rate.append({at, frames.numberOr(i, "rate_hz")});
            backlog = std::max(backlog, way.backlog.last().y());
            updates = std::max(updates, way.updates.last().y());
        }
    }
    // The others would be flat beside a loop that has lost itself: what is higher stands at the edge.
    m_mostBacklog = std::clamp(niceRange({0, backlog * 1.05}, 4).high, 200.0, 2000.0);
    m_mostUpdates = std::clamp(niceRange({0, updates * 1.05}, 4).high, 10.0, 120.0);
    const Rows gate(result, "gate");
    m_gate.from = gate.numberOr(0, "near_m");
    m_gate.to = gate.numberOr(0, "far_m");
    m_threshold = knobs["form"] == 0 ? 1e4 : knobs["threshold"] / 1e6;
}

std::vector<double> WellScene::stops() const {
    std::vector<double> stops;
    for (int half = 1; half < 12; ++half)
        stops.push_back(half / 2.0);
    for (const WellWay& way : m_ways) { // the moment in which the runner is at the gate, or past it
        const auto past =
            std::ranges::find_if(way.frames, [this](const WellFrame& f) { return f.place >= m_gate.from; });
        if (past != way.frames.end() && past->at + past->frame < kWindow)
            stops.push_back(past->at + past->frame);
    }
    stops.push_back(kWindow);
    std::ranges::sort(stops);
    stops.erase(std::ranges::unique(stops).begin(), stops.end());
    return stops;
}

LoopColumn WellScene::column(std::size_t index, const LabView& view) const {
    const Type type(view.large);
    const double gap = type.gap * 4;
    const double width = (view.area.width() - 2 * gap) / 3;
    LoopColumn column;
    column.area = QRectF(view.area.left() + static_cast<double>(index) * (width + gap), view.area.top(),
                         width, view.area.height());
    // A line of code is shown where all three fit, so that none is cut off.
    const bool roomy =
        view.area.height() > type.line * 34 && std::ranges::all_of(m_ways, [&](const WellWay& way) {
            return widthOf(type.figure, QString::fromUtf8(way.code)) <= width;
        });
    double y = column.area.top();
    column.head = QRectF(column.area.left(), y, width, type.line * (roomy ? 2.4 : 1.3));
    y = column.head.bottom() + type.gap;
    const double strip = std::clamp(view.area.height() * 0.14, 46.0, 150.0);
    column.strip = QRectF(column.area.left(), y, width, strip);
    y += strip + type.gap;
    column.verdict = QRectF(column.area.left(), y, width, type.line * (roomy ? 3.1 : 2.1));
    y += column.verdict.height() + type.gap;
    const double foot = type.line * 1.2;
    const double high = (column.area.bottom() - foot - y) / 3;
    const bool answered = view.answered;
    const Range time{0, kWindow};
    const double left = widthOf(type.note, QStringLiteral("2000")) + 2 * type.gap;
    const WellWay& way = m_ways[index];
    const auto value = [&](const QVector<QPointF>& line, int decimals) {
        const auto now = answered ? Panel::valueAt(line, view.now) : std::nullopt;
        return now ? plain(*now, decimals) : QString();
    };
    const auto add = [&](const QString& title, const QString& now, double most, bool last) {
        column.panels.emplace_back(QRectF(column.area.left(), y, width, high + (last ? foot : 0)),
                                   PanelSpec{.title = title,
                                             .value = now,
                                             .x = time,
                                             .y = {0, most},
                                             .xLabels = last,
                                             .xTitle = {},
                                             .left = left},
                                   type);
        y += high;
    };
    add(tr("Backlog, ms"), value(way.backlog, 0), answered ? m_mostBacklog : 1000, false);
    add(tr("Updates in a frame"), value(way.updates, 0), answered ? m_mostUpdates : 60, false);
    const auto rate = Panel::valueAt(way.rate, view.now);
    add(tr("Frames a second, over 6 s"), value(way.rate, rate && *rate < 1 ? 2 : 1), 60, true);
    return column;
}

double WellScene::lastLeap(const WellWay& way, double now) const {
    double leap = 0;
    for (std::size_t i = 1; i < way.frames.size() && way.frames[i].at + way.frames[i].frame <= now; ++i) {
        const double step = way.frames[i].game - way.frames[i - 1].game;
        if (way.frames[i].updates == 1 && step > 0.02)
            leap = kRunnerSpeed * 1e9 * step;
    }
    return leap;
}

bool WellScene::passed(const WellWay& way, double now) const {
    const WellFrame* shown = way.shownAt(now);
    return shown != nullptr && shown->place > m_gate.to;
}

QString WellScene::verdict(std::size_t index, double now) const {
    const WellWay& way = m_ways[index];
    const WellFrame* frame = way.frameAt(now);
    const WellFrame* shown = way.shownAt(now);
    if (frame == nullptr || shown == nullptr)
        return tr("The first frame is being made.");
    const double backlog = way.backlog[frame - way.frames.data()].y();
    const double slower = 1 - frame->game / std::max(frame->at, 1e-9);
    const bool stopped = shown->place >= m_gate.from && shown->place <= m_gate.to;
    const bool behind = backlog > kBehind;
    const double leap = lastLeap(way, now);
    QString text;
    if (index == 0)
        text = behind ? tr("It falls behind. The picture is %1 old.").arg(roughly(now - shown->at))
                      : tr("It keeps up.");
    else if (index == 1 && slower > 0.005)
        text = tr("It survives, %1 % slow.").arg(plain(100 * slower, 1));
    else if (index == 2 && leap > 0)
        text = tr("In time, but by leaps of %1 m.").arg(plain(leap, 2));
    else if (behind)
        text = tr("No remedy yet: it falls behind.");
    else
        text = index == 1 ? tr("It keeps up.") : tr("In time, so far.");
    if (stopped)
        text += QLatin1Char(' ') + tr("The gate stopped the runner.");
    else if (passed(way, now))
        text += QLatin1Char(' ') + tr("The runner is past the shut gate!");
    return text;
}

void WellScene::paintWords(QPainter& painter, std::size_t index, const LoopColumn& column,
                           const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    drawText(painter, column.head, Qt::AlignLeft | Qt::AlignTop, tr(m_ways[index].name), c.text, type.title);
    if (column.head.height() > type.line * 2)
        drawElided(painter, column.head, Qt::AlignLeft | Qt::AlignBottom,
                   QString::fromUtf8(m_ways[index].code), c.muted, type.figure);
    drawWrapped(painter, column.verdict,
                view.answered ? verdict(index, view.now)
                              : tr("One figure for each picture drawn; the strong one is on the screen now."),
                view.answered ? c.text : c.muted, type.note);
}

void WellScene::paintPanel(QPainter& painter, std::size_t index, std::size_t which, const Panel& panel,
                           const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const WellWay& way = m_ways[index];
    const QVector<QPointF>& line = which == 0 ? way.backlog : which == 1 ? way.updates : way.rate;
    panel.paint(painter);
    Labels labels(panel.plot());
    if (view.answered)
        panel.line(painter, line, QPen(c.first, type.pen), view.now, true, true);
    if (which == 0 && index > 0 && m_threshold <= m_mostBacklog) {
        panel.limit(painter, m_threshold, c.text);
        labels.draw(painter, {panel.plot().right(), panel.y(m_threshold)}, Qt::AlignTop | Qt::AlignLeft,
                    tr("threshold %1").arg(plain(m_threshold, 0)), c.muted, type.note);
    } else if (which == 0 && index > 0) {
        labels.draw(painter, panel.plot().topRight(), Qt::AlignBottom | Qt::AlignLeft,
                    tr("threshold %1 s: far above ↑").arg(plain(m_threshold / 1e3, 1)), c.late, type.note);
    }
    if (which == 2 && index == 0)
        paintGuess(painter, panel.guessUp(predict()), predict(), view, type, labels);
    if (!view.answered)
        return;
    panel.cursor(painter, view.now);
    if (const auto now = Panel::valueAt(line, view.now))
        panel.dot(painter, {view.now, *now}, c.first);
}

std::vector<ResultScene::Part> WellScene::parts(const LabView& view, const Type& type) const {
    const std::array<QString, 3> texts{
        tr("Time that has passed and is not yet simulated when the frame begins; less is better."),
        tr("How often the frame calls update(); each call costs %1 ms.").arg(plain(m_knobs["cost"] / 1e6, 1)),
        tr("1 / frame time; 60 is what the screen can show.")};
    std::vector<Part> list;
    for (std::size_t i = 0; i < m_ways.size(); ++i) {
        const LoopColumn shown = column(i, view);
        list.push_back(
            {shown.strip,
             tr("One figure for each picture that was drawn in the last %1 s; the strong one is on the "
                "screen. The runner does 5 m a second of game time and looks for the gate after each update.")
                 .arg(plain(kWellTrail, 1)),
             [&, i, shown, this](QPainter& painter) {
                 paintWords(painter, i, shown, view, type);
                 paintWellStrip(painter, m_ways[i], m_gate, shown.strip, view, type);
             }});
        for (std::size_t k = 0; k < shown.panels.size(); ++k)
            list.push_back({shown.panels[k].area(), texts[k], [&, i, k, shown, this](QPainter& painter) {
                                paintPanel(painter, i, k, shown.panels[k], view, type);
                            }});
    }
    return list;
}

QVector<LabReadout> WellScene::readouts(double now) const {
    QVector<LabReadout> list{
        {format::number(now, 2) + tr(" s"), tr("real time"), tr("Of the lab's own clock."), false}};
    const std::array<QString, 3> names{tr("game shown, nothing"), tr("game shown, slow motion"),
                                       tr("game shown, big step")};
    for (std::size_t i = 0; i < m_ways.size(); ++i) {
        const WellFrame* shown = m_ways[i].shownAt(now);
        const double game = shown == nullptr ? 0 : shown->game;
        list.append({format::number(game, 2) + tr(" s"), names[i],
                     tr("Game time of the picture that is on the screen now, which is a frame old; the text "
                        "below counts the whole run. The nearer to real time the better."),
                     now - game > 0.5});
    }
    return list;
}

QString WellScene::before() const {
    return tr("Three loops side by side, each with a runner before a shut gate and empty charts of "
              "backlog, updates in a frame and frames a second over 6 s.");
}

QString WellScene::told(const LabView& view) const {
    QString text = tr("After %1 s: ").arg(plain(view.now, 2));
    for (std::size_t i = 0; i < m_ways.size(); ++i) {
        const auto rate = Panel::valueAt(m_ways[i].rate, view.now);
        text += tr("%1: %2 frames a second. %3 ")
                    .arg(tr(m_ways[i].name), rate ? plain(*rate, *rate < 1 ? 2 : 1) : tr("no"),
                         verdict(i, view.now));
    }
    return text;
}

void sketchWell(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(painter, area);
    const auto at = sharesOf(area);
    QPolygonF well;
    QPolygonF teeth;
    for (int i = 0; i <= 40; ++i) {
        const double x = i / 40.0;
        if (x <= 0.56)
            well << at(x, 0.08 + 0.88 * std::pow(x / 0.56, 3.4));
        teeth << at(x, 0.06 + 0.14 * std::fmod(x * 6, 1.0));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.late, 1.6));
    painter.drawPolyline(well);
    painter.setPen(QPen(c.good, 1.6));
    painter.drawPolyline(teeth);
    painter.setPen(QPen(c.second, 1.6, Qt::DashLine));
    painter.drawPolyline(QPolygonF{at(0, 0.06), at(0.14, 0.27), at(1, 0.27)});
    Labels labels(area);
    labels.draw(painter, at(0.46, 0.72), Qt::AlignLeft, tr("nothing"), c.muted, type.note);
    labels.draw(painter, at(1, 0.3), Qt::AlignTop | Qt::AlignLeft, tr("slow motion"), c.muted, type.note);
    labels.draw(painter, at(1, 0.1), Qt::AlignLeft, tr("one big step"), c.muted, type.note);
}

} // namespace

LabPictureEntry wellPicture() {
    return pictureOf<WellScene>("well", sketchWell);
}

} // namespace jitterscope::ui
