// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/refresh.h"

#include "core/lab/labs/refresh.h"
#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kSeen = 15; // refreshes in the picture

/// ms
double articleTime(std::size_t frame) {
    return static_cast<double>(kArticleTimes[std::min(frame, kArticleTimes.size() - 1)].count()) / 1e6;
}

/// A dot as the screen shows it.
struct Dot {
    const char* series;
    const char* name;
    QVector<QPointF> places;    // refresh, units
    QVector<QPointF> steps;     // refresh, % of a steady step
    std::vector<double> judder; // % so far, one each step

    [[nodiscard]] double judderAt(double refresh) const {
        const auto known =
            std::ranges::upper_bound(steps, refresh, {}, [](const QPointF& p) { return p.x(); }) -
            steps.begin();
        const double value = known == 0 ? 0 : judder[static_cast<std::size_t>(known - 1)];
        return value < 0.005 ? 0 : value; // what rounding leaves of a steady dot
    }
};

class RefreshScene final : public ResultScene {
public:
    RefreshScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return std::max(1.0, m_last - m_first) * m_period; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 10)); }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return gauge(view).guessAlong(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] double refreshAt(double now) const { return m_first + std::floor(now / m_period + 1e-6); }
    [[nodiscard]] static QRectF left(const LabView& view, double from, double to) {
        return part(view, 0, 0.6, from, to);
    }
    [[nodiscard]] static QRectF tableArea(const LabView& view) { return part(view, 0.64, 1, 0, 0.76); }
    [[nodiscard]] Panel steps(const LabView& view, std::size_t index) const;
    [[nodiscard]] Panel gauge(const LabView& view) const;
    [[nodiscard]] double steadyStep() const { return kDotUnitsPerNs * 1e9 * m_period; } // units
    [[nodiscard]] double firstSeen(double refresh) const { return std::max(m_first, refresh - kSeen + 1); }
    void paintTrack(QPainter& painter, const Dot& dot, const QRectF& area, const LabView& view,
                    const Type& type, bool square) const;
    void paintTable(QPainter& painter, const LabView& view, const Type& type) const;
    void paintSteps(QPainter& painter, std::size_t index, const LabView& view) const;
    void paintGauge(QPainter& painter, const LabView& view, const Type& type) const;

    std::array<Dot, 2> m_dots{{{"actual", QT_TR_NOOP("by actual time"), {}, {}, {}},
                               {"on-refreshes", QT_TR_NOOP("at refresh times"), {}, {}, {}}}};
    double m_period = 1 / 60.0; // s
    double m_first = 0;         // refresh
    double m_last = 1;
};

RefreshScene::RefreshScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("refresh", result, knobs), m_period(1 / knobs["refresh"]) {
    const double steady = steadyStep();
    for (Dot& dot : m_dots) {
        dot.places = pointsOf(result, dot.series, 100'000);
        double squares = 0;
        for (qsizetype i = 1; i < dot.places.size(); ++i) {
            const double share = (dot.places[i].y() - dot.places[i - 1].y()) / steady;
            dot.steps.append({dot.places[i].x(), 100 * share});
            squares += (share - 1) * (share - 1);
            dot.judder.push_back(100 * std::sqrt(squares / static_cast<double>(i)));
        }
        if (!dot.places.isEmpty()) {
            m_first = dot.places.first().x();
            m_last = dot.places.last().x();
        }
    }
}

std::vector<double> RefreshScene::stops() const {
    std::vector<double> stops;
    const auto count = static_cast<int>(std::max(1.0, m_last - m_first));
    const int step = std::max(1, count / 40);
    for (int i = step; i < count; i += step)
        stops.push_back((i + 0.001) * m_period);
    stops.push_back(duration());
    return stops;
}

Panel RefreshScene::steps(const LabView& view, std::size_t index) const {
    const double refresh = view.answered ? refreshAt(view.now) : m_first;
    const double from = view.answered ? firstSeen(refresh) : 0;
    const Type type(view.large);
    return {index == 0 ? left(view, 0.32, 0.54) : left(view, 0.54, 0.76),
            {.title = index == 0 ? tr("Step from refresh to refresh, by actual time (dashed: steady)")
                                 : tr("Step from refresh to refresh, at refresh times (dashed: steady)"),
             .x = {from - 0.5, from + kSeen - 0.5},
             .y = {0, 200},
             .xLabels = false,
             .xTicks = [](Range, int) { return std::vector<Tick>{}; },
             .yTicks =
                 [](Range, int) {
                     return std::vector<Tick>{{0, QStringLiteral("0")},
                                              {100, QStringLiteral("100 %")},
                                              {200, QStringLiteral("200")}};
                 }},
            type};
}

Panel RefreshScene::gauge(const LabView& view) const {
    return gaugePanel(part(view, 0.78, 1), tr("Judder so far: how far off the steps are"),
                      view.answered ? format::percent(m_dots[0].judderAt(refreshAt(view.now))) : QString(),
                      predict(), Type(view.large));
}

void RefreshScene::paintTrack(QPainter& painter, const Dot& dot, const QRectF& area, const LabView& view,
                              const Type& type, bool square) const {
    const Tokens& c = tokens();
    const QRectF strip(area.left(), area.top() + type.line * 1.15, area.width(),
                       area.height() - type.line * 1.3);
    drawText(painter, QRectF(area.left(), area.top(), area.width(), type.line), Qt::AlignLeft,
             tr("dot moved %1").arg(tr(dot.name)), c.text, type.note);
    painter.fillRect(strip, mixed(c.first, c.card, 0.07));
    const double refresh = view.answered ? refreshAt(view.now) : m_first;
    const double from = view.answered ? firstSeen(refresh) : 0;
    const double pitch = strip.width() / (kSeen + 1);
    const double y = strip.center().y();
    painter.setPen(QPen(c.border, 1));
    for (int i = 0; i < static_cast<int>(kSeen); ++i)
        painter.drawLine(QPointF(std::round(strip.left() + (i + 0.75) * pitch), strip.top()),
                         QPointF(std::round(strip.left() + (i + 0.75) * pitch), strip.bottom()));
    if (!view.answered || dot.places.isEmpty())
        return;
    const double steady = steadyStep();
    const double radius = std::min(strip.height() * 0.3, pitch * 0.28);
    painter.save();
    painter.setClipRect(strip);
    // The steady dot would be on each line: the best that the screen can show.
    const double base = m_dots[1].places.first().y() + (from - m_first) * steady;
    for (const QPointF& place : dot.places) {
        if (place.x() < from || place.x() > refresh)
            continue;
        const double x = strip.left() + ((place.y() - base) / steady + 0.75) * pitch;
        const bool now = place.x() == refresh;
        if (view.calm && !now && place.x() < refresh - 3)
            continue;
        const QColor colour = now ? c.text : mixed(square ? c.first : c.late, c.card, 0.6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        if (square)
            painter.drawRect(QRectF(x - radius, y - radius, 2 * radius, 2 * radius));
        else
            painter.drawEllipse(QPointF(x, y), radius, radius);
    }
    painter.restore();
}

void RefreshScene::paintTable(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const QRectF area = tableArea(view);
    const Rows rows(m_result, "article");
    const std::size_t count = view.answered ? rows.size() : kArticleTimes.size();
    drawElided(painter, QRectF(area.left(), area.top(), area.width(), type.line), Qt::AlignLeft,
               tr("The article's table, at %1 Hz").arg(plain(m_knobs["refresh"], 2)), c.text, type.note);
    const double width = area.width() / 4;
    const double pitch =
        std::min((area.height() - type.line * 1.3) / (static_cast<double>(count) + 2.4), type.line * 2);
    const double top = area.top() + type.line * 1.5;
    const std::array<QString, 4> heads{tr("ms"), tr("frame"), tr("actual"), tr("refresh")};
    for (std::size_t i = 0; i < heads.size(); ++i)
        drawElided(painter,
                   QRectF(area.left() + static_cast<double>(i) * width, top, width - type.gap, pitch),
                   Qt::AlignRight | Qt::AlignVCenter, heads[i], c.muted, type.note);
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(QPointF(area.left(), top + pitch), QPointF(area.right(), top + pitch));
    const double shown = view.answered ? view.now / duration() * static_cast<double>(count) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double y = top + pitch * (static_cast<double>(i) + 1.1);
        const bool known = view.answered && static_cast<double>(i) < shown + 1e-9;
        const bool now = known && static_cast<double>(i) + 1 >= shown;
        const double actual = rows.numberOr(i, "actual");
        const double steady = rows.numberOr(i, "on_refreshes");
        if (now)
            painter.fillRect(QRectF(area.left(), y, area.width(), pitch), mixed(c.first, c.card, 0.12));
        const auto cell = [&](int column, const QString& text, const QColor& colour) {
            drawText(painter, QRectF(area.left() + column * width, y, width - type.gap, pitch),
                     Qt::AlignRight | Qt::AlignVCenter, text, colour, type.figure);
        };
        const double at = known ? rows.numberOr(i, "time_ms") : articleTime(i);
        cell(0, plain(at, 1), c.text);
        cell(1, known ? plain(rows.numberOr(i, "refresh"), 0) : QStringLiteral("?"),
             known ? c.text : c.muted);
        const bool off = std::abs(actual - steady) > 0.01;
        cell(2, known ? (off ? QStringLiteral("≠ ") : QString()) + plain(actual, 2) : QStringLiteral("?"),
             !known                             ? c.muted
             : std::abs(actual - steady) > 0.01 ? c.late
                                                : c.text);
        cell(3, known ? plain(steady, 2) : QStringLiteral("?"), known ? c.first : c.muted);
    }
    drawElided(painter,
               QRectF(area.left(), top + pitch * (static_cast<double>(count) + 1.2), area.width(), pitch),
               Qt::AlignLeft | Qt::AlignVCenter, tr("≠: not where it should be"), c.muted, type.note);
}

void RefreshScene::paintSteps(QPainter& painter, std::size_t index, const LabView& view) const {
    const Tokens& c = tokens();
    const Panel panel = steps(view, index);
    panel.paint(painter);
    const Dot& dot = m_dots[index];
    const double refresh = refreshAt(view.now);
    for (const QPointF& step : dot.steps) {
        if (!view.answered || step.x() > refresh || step.x() < firstSeen(refresh))
            continue;
        const bool off = std::abs(step.y() - 100) > 5;
        const QRectF box(QPointF(panel.x(step.x() - 0.35), panel.y(step.y())),
                         QPointF(panel.x(step.x() + 0.35), panel.plot().bottom()));
        fillBox(painter, box, off ? c.late : c.good, off ? Qt::BDiagPattern : Qt::SolidPattern);
    }
    panel.limit(painter, 100, c.text);
}

void RefreshScene::paintGauge(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = gauge(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    Labels labels(plot);
    const double refresh = refreshAt(view.now);
    const auto bar = [&](std::size_t dot) {
        const double high = plot.height() / 2;
        return QRectF(plot.left(), plot.top() + high * static_cast<double>(dot) + 1,
                      std::max(panel.x(m_dots[dot].judderAt(refresh)) - plot.left(), 1.5), high - 3);
    };
    if (view.answered) {
        fillBox(painter, bar(0), c.late, Qt::BDiagPattern);
        fillBox(painter, bar(1), c.good, Qt::SolidPattern);
    }
    paintGuess(painter, panel.guessAlong(predict()), predict(), view, type, labels);
    for (std::size_t i = 0; view.answered && i < m_dots.size(); ++i)
        labels.draw(painter, {bar(i).right(), bar(i).center().y()}, Qt::AlignRight,
                    tr("%1: %2").arg(tr(m_dots[i].name), format::percent(m_dots[i].judderAt(refresh))),
                    c.text, type.note);
}

std::vector<ResultScene::Part> RefreshScene::parts(const LabView& view, const Type& type) const {
    return {{left(view, 0, 0.31), tr("One mark for each refresh; a smooth dot has a mark at each line."),
             [&, this](QPainter& painter) {
                 paintTrack(painter, m_dots[0], left(view, 0, 0.155), view, type, false);
                 paintTrack(painter, m_dots[1], left(view, 0.155, 0.31), view, type, true);
             }},
            {left(view, 0.31, 0.76),
             tr("How far the dot moves from one refresh to the next; 100 "
                "% each time is smooth, 0 % stands still."),
             [&, this](QPainter& painter) {
                 paintSteps(painter, 0, view);
                 paintSteps(painter, 1, view);
             }},
            {tableArea(view),
             tr("When a frame is drawn, the refresh that it falls into, and where the dot is by its own "
                "time and by the time of that refresh."),
             [&, this](QPainter& painter) { paintTable(painter, view, type); }},
            {gauge(view).area(), tr("Root mean square of step / steady step − 1; 0 % is smooth motion."),
             [&, this](QPainter& painter) { paintGauge(painter, view, type); }}};
}

QVector<LabReadout> RefreshScene::readouts(double now) const {
    const double refresh = refreshAt(now);
    const auto place = [&](const Dot& dot) {
        return plain(Panel::valueAt(dot.places, refresh).value_or(0), 2);
    };
    return {
        {plain(refresh, 0), tr("refresh"), tr("Number of the picture that the screen shows."), false},
        {place(m_dots[0]), tr("dot, actual time"), tr("Where the dot is on the screen, of 100."), false},
        {place(m_dots[1]), tr("dot, refresh times"), tr("Where the dot is on the screen, of 100."), false},
        {format::percent(m_dots[0].judderAt(refresh)), tr("judder"),
         tr("Root mean square of step / steady step − 1, by actual time; 0 % is smooth."),
         m_dots[0].judderAt(refresh) > 5}};
}

QString RefreshScene::before() const {
    return tr("Two empty tracks for a dot on a screen of %1 Hz, and the article's table with times only.")
        .arg(plain(m_knobs["refresh"], 2));
}

QString RefreshScene::told(const LabView& view) const {
    const double refresh = refreshAt(view.now);
    const auto step = [&](const Dot& dot) {
        return plain(Panel::valueAt(dot.steps, refresh).value_or(0), 0);
    };
    return tr("At refresh %1 the dot has moved by %2 % of a steady step by actual time "
              "and by %3 % at refresh times. Judder so far: %4 and %5.")
        .arg(plain(refresh, 0), step(m_dots[0]), step(m_dots[1]),
             format::percent(m_dots[0].judderAt(refresh)), format::percent(m_dots[1].judderAt(refresh)));
}

void sketchRefresh(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    const double pitch = area.width() / 5;
    const std::array<double, 7> actual{0.15, 0.75, 1.4, 2.15, 2.75, 3.35, 4.15};
    painter.setPen(QPen(c.border, 1));
    for (int i = 0; i < 5; ++i)
        painter.drawLine(QPointF(area.left() + (i + 0.15) * pitch, area.top() + type.line),
                         QPointF(area.left() + (i + 0.15) * pitch, area.bottom()));
    drawText(painter, QRectF(area.left(), area.top(), area.width(), type.line), Qt::AlignLeft,
             tr("actual time"), c.muted, type.note);
    drawText(painter, QRectF(area.left(), area.center().y(), area.width(), type.line), Qt::AlignLeft,
             tr("refresh times"), c.muted, type.note);
    painter.setPen(Qt::NoPen);
    for (const double place : actual) {
        painter.setBrush(std::abs(place - std::floor(place) - 0.15) < 0.01 ? c.text : c.late);
        painter.drawEllipse(QPointF(area.left() + place * pitch, area.top() + area.height() * 0.32), 5, 5);
    }
    painter.setBrush(c.first);
    for (int i = 0; i < 5; ++i)
        painter.drawRect(
            QRectF(area.left() + (i + 0.15) * pitch - 5, area.bottom() - area.height() * 0.16 - 5, 10, 10));
}

} // namespace

LabPictureEntry refreshPicture() {
    return pictureOf<RefreshScene>("refresh", sketchRefresh);
}

} // namespace jitterscope::ui
