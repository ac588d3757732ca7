// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/drift.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"
#include "ui/theme/strategy_colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

constexpr double kExample = 3; // s: a frame of the article's example each
constexpr double kRace = 6;    // s that the race takes

struct Racer {
    QString id;
    double behind = 0; // ms
    double ppm = 0;
    double lost = 0;
    QVector<QPointF> line;
    QPen pen;
};

/// A frame of the worked example; times in ms.
struct Frame {
    double start = 0;
    double work = 0;
    double wait = 0;
    std::optional<double> carried;
    double sleep = 0;
};

struct Lane {
    QString policy;
    std::vector<Frame> frames;
};

/// The least of each `cycle` frames, and of more where a pixel cannot show them: what a long frame misses and
/// a short one makes good is no drift.
QVector<QPointF> atTheirBest(const QVector<QPointF>& points, qsizetype cycle) {
    constexpr qsizetype kMost = 150;
    const qsizetype size = cycle * std::max<qsizetype>(1, points.size() / (cycle * kMost));
    QVector<QPointF> best;
    for (qsizetype from = 0; from < points.size(); from += size) {
        const auto end = points.begin() + std::min(from + size, points.size());
        const auto least = std::min_element(points.begin() + from, end,
                                            [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
        best.append({points[from].x(), least->y()});
    }
    if (!points.isEmpty())
        best.append(points.last());
    return best;
}

class DriftScene final : public ResultScene {
public:
    DriftScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return kExample + kRace; }
    std::vector<double> stops() const override { return {1, 2, 3, 4.5, 6, 7.5, 9}; }
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return race(view).guessUp(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] QRectF exampleArea(const LabView& view) const;
    [[nodiscard]] QRectF namesArea(const LabView& view) const;
    [[nodiscard]] Panel race(const LabView& view) const;
    [[nodiscard]] double frameAt(double now) const {
        return std::clamp((now - kExample) / kRace, 0.0, 1.0) * m_last;
    }
    /// The policy that the guess is about.
    [[nodiscard]] QString policyName() const { return choicesOf("policy")[m_knobs.whole("policy")]; }
    [[nodiscard]] const Racer& mine() const {
        return m_racers[std::min(static_cast<std::size_t>(m_knobs.whole("policy")), m_racers.size() - 1)];
    }
    void paintExample(QPainter& painter, const LabView& view, const Type& type) const;
    void paintLane(QPainter& painter, const Lane& lane, const QRectF& area, double scale, double now,
                   const Type& type) const;
    void paintRace(QPainter& painter, const LabView& view, const Type& type) const;
    void paintNames(QPainter& painter, const Panel& panel, const LabView& view, const Type& type) const;

    std::vector<Racer> m_racers;
    std::vector<Lane> m_lanes;
    double m_period = 1; // ms
    double m_last = 1;   // number of the last frame
};

DriftScene::DriftScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("drift", result, knobs), m_period(knobs["period"] / 1e6), m_last(knobs["frames"] - 1) {
    const Rows policies(result, "policies");
    for (std::size_t i = 0; i < policies.size(); ++i) {
        Racer racer{policies.word(i, "policy"),
                    policies.numberOr(i, "behind_ms"),
                    policies.numberOr(i, "drift_ppm"),
                    policies.numberOr(i, "lost"),
                    {},
                    seriesPen(i)};
        racer.line =
            atTheirBest(pointsOf(result, racer.id.toStdString(), 10'000), knobs["work"] == 0 ? 3 : 1);
        m_racers.push_back(std::move(racer));
    }
    if (m_racers.empty())
        m_racers.push_back({});
    const Rows example(result, "example");
    for (std::size_t i = 0; i < example.size(); ++i) {
        const QString policy = example.word(i, "policy");
        if (m_lanes.empty() || m_lanes.back().policy != policy)
            m_lanes.push_back({policy, {}});
        m_lanes.back().frames.push_back({example.numberOr(i, "start_ms"), example.numberOr(i, "work_ms"),
                                         example.numberOr(i, "wait_ms"), example.number(i, "carried_ms"),
                                         example.numberOr(i, "sleep_ms")});
    }
    // With exact sleeps both accumulators do the same.
    if (m_lanes.size() > 2) {
        m_lanes.resize(2);
        m_lanes[1].policy = tr("accumulators");
    }
}

QRectF DriftScene::exampleArea(const LabView& view) const {
    const Type type(view.large);
    return {view.area.left(), view.area.top(), view.area.width(),
            std::clamp(view.area.height() * 0.36, type.line * 8.6, type.line * 12)};
}

QRectF DriftScene::namesArea(const LabView& view) const {
    const Type type(view.large);
    const double width = std::min(
        view.area.width() * 0.4,
        widthOf(type.note, QStringLiteral("measured-accumulator 1000 ms, −100 000 ppm")) + type.gap * 3);
    return {view.area.right() - width, exampleArea(view).bottom() + type.gap, width,
            view.area.bottom() - exampleArea(view).bottom() - type.gap};
}

Panel DriftScene::race(const LabView& view) const {
    const Type type(view.large);
    QRectF area = view.area;
    area.setTop(exampleArea(view).bottom() + type.gap);
    area.setRight(namesArea(view).left());
    return {area,
            {.title = m_knobs["work"] == 0
                          ? tr("Behind: now − iteration · period, at its best in each three frames")
                          : tr("Behind: now − iteration · period"),
             .x = {0, m_last},
             .y = {predict().minimum, predict().maximum},
             .logY = true,
             .xTitle = tr("iteration"),
             .yTicks = decadeTimeTicks(1e6)},
            type};
}

void DriftScene::paintLane(QPainter& painter, const Lane& lane, const QRectF& area, double scale, double now,
                           const Type& type) const {
    const Tokens& c = tokens();
    const double name = widthOf(type.note, tr("accumulators")) + type.gap * 2;
    drawText(painter, QRectF(area.left(), area.top(), name, area.height() * 0.55),
             Qt::AlignLeft | Qt::AlignVCenter, lane.policy, c.text, type.note);
    const double left = area.left() + name;
    const double high = area.height() * 0.5;
    for (std::size_t i = 0; i < lane.frames.size() && now >= static_cast<double>(i) + 1; ++i) {
        const Frame& frame = lane.frames[i];
        const QRectF work(left + frame.start * scale, area.top(), std::max(frame.work * scale, 1.0), high);
        fillBox(painter, work, c.first, Qt::SolidPattern);
        if (widthOf(type.note, plain(frame.work, 1)) + 2 < work.width())
            drawText(painter, work, Qt::AlignCenter, plain(frame.work, 1), c.text, type.note);
        if (frame.sleep > 0) {
            const QRectF sleep(work.right(), area.top() + high * 0.25, frame.sleep * scale, high * 0.5);
            fillBox(painter, sleep, c.good, Qt::BDiagPattern);
        }
        const double rest = frame.carried.value_or(frame.wait);
        const QString amount = plain(std::abs(rest), 1);
        const QString text = rest >= 0       ? tr("%1 left, sleeps %2").arg(amount, plain(frame.sleep, 1))
                             : frame.carried ? tr("owes %1").arg(amount)
                                             : tr("%1 too long: forgotten").arg(amount);
        const double wide = std::max(work.width(), 10.0) + frame.sleep * scale;
        drawText(painter, QRectF(work.left(), area.top() + high + 1, wide, type.line), Qt::AlignLeft, text,
                 c.muted, type.note);
    }
}

void DriftScene::paintExample(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const QRectF area = exampleArea(view);
    const bool article = m_knobs["work"] == 0;
    const QString works =
        article ? tr("work %1, %2, %3 ms")
                      .arg(plain(1.8 * m_period, 1), plain(0.9 * m_period, 1), plain(0.2 * m_period, 1))
                : tr("work %1 ms each").arg(plain(m_knobs["steady"] / 100 * m_period, 1));
    drawElided(painter, QRectF(area.left(), area.top(), area.width(), type.line * 1.3), Qt::AlignLeft,
               tr("Three frames of %1 ms, %2, exact sleeps").arg(plain(m_period, 1), works), c.text,
               type.note);
    double most = 4 * m_period;
    if (view.answered) {
        for (const Lane& lane : m_lanes) {
            for (const Frame& frame : lane.frames)
                most = std::max(most, frame.start + frame.work + frame.sleep);
        }
    }
    const double name = widthOf(type.note, tr("accumulators")) + type.gap * 2;
    const double left = area.left() + name;
    const double scale = (area.right() - left - type.gap * 2) / most;
    const double top = area.top() + type.line * 1.6;
    const double foot = area.bottom() - type.line;
    const int step = std::max(1, static_cast<int>(std::ceil(widthOf(type.note, plain(10 * m_period, 0)) *
                                                            1.3 / (m_period * scale))));
    for (int i = 0; i * m_period <= most * 1.001; i += step) {
        const double x = std::round(left + i * m_period * scale);
        drawStraight(painter, {QPointF(x, top), QPointF(x, foot)}, QPen(c.border, 1, Qt::DashLine));
        drawText(painter, QRectF(x - 40, foot, 80, type.line), Qt::AlignCenter,
                 i == 0 ? tr("0 ms") : plain(i * m_period, 1), c.muted, type.note);
    }
    if (!view.answered) {
        drawText(painter, QRectF(left + type.gap * 2, top, area.right() - left, foot - top),
                 Qt::AlignLeft | Qt::AlignVCenter, tr("a frame should start at each dashed line"), c.muted,
                 type.note);
        return;
    }
    const double high = (foot - top) / static_cast<double>(std::max<std::size_t>(m_lanes.size(), 1));
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        paintLane(painter, m_lanes[i],
                  QRectF(area.left(), top + static_cast<double>(i) * high, area.width(), high - type.gap / 2),
                  scale, view.now, type);
}

void DriftScene::paintNames(QPainter& painter, const Panel& panel, const LabView& view,
                            const Type& type) const {
    const Tokens& c = tokens();
    struct Name {
        const Racer* racer = nullptr;
        double at = 0;
        double y = 0;
        double behind = 0;
    };
    std::vector<Name> names;
    const double frame = frameAt(view.now);
    for (const Racer& racer : m_racers) {
        const double behind = Panel::valueAt(racer.line, frame).value_or(0);
        names.push_back({&racer, panel.y(behind), panel.y(behind), behind});
    }
    std::ranges::stable_sort(names, {}, &Name::at);
    const double bottom = panel.plot().bottom() - type.line / 2;
    double lowest = panel.plot().top();
    for (Name& name : names) {
        name.y = std::max(name.at, lowest);
        lowest = name.y + type.line * 1.08;
    }
    double limit = bottom;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        name->y = std::min(name->y, limit);
        limit = name->y - type.line * 1.08;
    }
    const double left = namesArea(view).left() + type.gap * 3;
    for (const Name& name : names) {
        painter.setPen(QPen(name.racer->pen.color(), 1));
        painter.drawLine(QPointF(panel.x(frame) + 3, name.at), QPointF(left - 3, name.y));
        QFont font = type.note;
        font.setBold(name.racer == &mine());
        QString text = name.racer->id + QLatin1Char(' ') + timeText(name.behind);
        if (view.now >= duration())
            text += tr(", %1").arg(format::ppm(name.racer->ppm));
        drawElided(painter, QRectF(left, name.y - type.line / 2, view.area.right() - left, type.line),
                   Qt::AlignLeft | Qt::AlignVCenter, text,
                   name.racer == &mine() ? c.text : name.racer->pen.color(), font);
    }
}

void DriftScene::paintRace(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = race(view);
    panel.paint(painter);
    Labels labels(panel.plot());
    if (view.answered && view.now > kExample) {
        for (const Racer& racer : m_racers) {
            QPen pen = racer.pen;
            pen.setWidthF(&racer == &mine() ? type.pen * 1.6 : type.pen);
            panel.line(painter, racer.line, pen, frameAt(view.now));
        }
        paintNames(painter, panel, view, type);
    } else {
        const QRectF names = namesArea(view).adjusted(type.gap * 3, type.line * 1.5, 0, 0);
        drawWrapped(
            painter, names,
            tr("Your guess is about %1 after %2 frames. The scale is logarithmic: a step up is many times "
               "further behind. A loop in time stays at the bottom.")
                .arg(policyName(), plain(m_last + 1, 0)),
            c.muted, type.note);
    }
    paintGuess(painter, panel.guessUp(predict()), predict(), view, type, labels);
}

std::vector<ResultScene::Part> DriftScene::parts(const LabView& view, const Type& type) const {
    return {{exampleArea(view),
             tr("Filled: work. Hatched: sleep. A frame should start at each dashed line. remainder forgets "
                "what a long frame missed; an accumulator carries it on until it is made good."),
             [&, this](QPainter& painter) { paintExample(painter, view, type); }},
            {namesArea(view),
             tr("How far behind each loop is now, and at the end its drift in millionths of the time.")},
            {race(view).area(),
             tr("How far each loop is behind its timetable; the scale is logarithmic. What is 0 or less "
                "stands at the foot."),
             [&, this](QPainter& painter) { paintRace(painter, view, type); }}};
}

QVector<LabReadout> DriftScene::readouts(double now) const {
    const double frame = frameAt(now);
    const double behind = Panel::valueAt(mine().line, frame).value_or(0);
    const bool over = now >= duration();
    return {{plain(std::floor(frame), 0), tr("iteration"),
             tr("Of the race; the article's three frames come first."), false},
            {timeText(behind), mine().id, tr("Behind its time; less is better."), behind > 2 * m_period},
            {over ? format::ppm(mine().ppm) : format::absent(), tr("drift"),
             tr("How much too slow the loop is, in millionths; near 0 is good."),
             over && std::abs(mine().ppm) > 100},
            {over ? plain(mine().lost, 0) : format::absent(), tr("lost"),
             tr("Iterations that it gave up in all."), over && mine().lost > 0}};
}

QString DriftScene::before() const {
    return tr("Three periods of %1 ms and an empty chart of how far behind each loop "
              "is, from 0.1 ms up, logarithmic.")
        .arg(plain(m_period, 1));
}

QString DriftScene::told(const LabView& view) const {
    QString text;
    if (view.now <= kExample) {
        for (const Lane& lane : m_lanes) {
            const auto index = static_cast<std::size_t>(std::max(view.now - 1, 0.0));
            if (view.now < 1 || index >= lane.frames.size())
                continue;
            const Frame& frame = lane.frames[index];
            text += tr("Frame %1, %2: works %3 ms, %4, sleeps %5 ms. ")
                        .arg(index + 1)
                        .arg(lane.policy, plain(frame.work, 1),
                             frame.carried ? tr("carries %1 ms").arg(plain(*frame.carried, 1))
                                           : tr("has %1 ms left").arg(plain(frame.wait, 1)),
                             plain(frame.sleep, 1));
        }
        return text.isEmpty() ? tr("The three frames are about to start.") : text;
    }
    text += tr("After %1 iterations behind by: ").arg(plain(std::floor(frameAt(view.now)), 0));
    QStringList list;
    for (const Racer& racer : m_racers)
        list << racer.id + QLatin1Char(' ') +
                    timeText(Panel::valueAt(racer.line, frameAt(view.now)).value_or(0)) +
                    (view.now >= duration() ? QLatin1String(" (") + format::ppm(racer.ppm) + QLatin1Char(')')
                                            : QString());
    return text + list.join(QStringLiteral(", ")) + QLatin1Char('.');
}

void sketchDrift(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(painter, area);
    const std::array<double, 4> slopes{0.9, 0.5, 0.28, 0.12};
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        QPen pen = seriesPen(i + 1, 1.6);
        if (i == 0)
            pen = QPen(c.late, 1.6);
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), area.bottom() - 8),
                         QPointF(area.right(), area.bottom() - 8 - slopes[i] * (area.height() - 10)));
    }
    QPolygonF wave;
    for (int i = 0; i <= 60; ++i)
        wave << QPointF(area.left() + area.width() * i / 60, area.bottom() - 5 + 2 * std::sin(i * 0.7));
    painter.setPen(QPen(c.first, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(wave);
    Labels labels(area);
    labels.draw(painter, {area.left() + area.width() * 0.62, area.bottom() - area.height() * 0.66},
                Qt::AlignTop | Qt::AlignLeft, tr("sleeps a period"), c.muted, type.note);
    labels.draw(painter, {area.left() + area.width() * 0.05, area.bottom() - area.height() * 0.5},
                Qt::AlignRight, tr("keep to the grid ↓"), c.muted, type.note);
}

} // namespace

LabPictureEntry driftPicture() {
    return pictureOf<DriftScene>("drift", sketchDrift);
}

} // namespace jitterscope::ui
