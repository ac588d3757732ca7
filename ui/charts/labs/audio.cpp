// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/audio.h"

#include "ui/charts/labs/result_scene.h"
#include "ui/format/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

using namespace scene;

QString counts(double frames) {
    return frames > 0 ? tr("%1 frames with silence").arg(format::count(std::llround(frames)))
                      : tr("no silence");
}

/// One frame: the queue is full when it begins; ms.
struct Tooth {
    double from = 0;
    double to = 0;
    double queued = 0;
    double left = 0;
    double silence = 0;
    double lag = 0;
};

class AudioScene final : public ResultScene {
public:
    AudioScene(const LabResult& result, const ParameterValues& knobs);

    double duration() const override { return m_end / 1e3; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 8)); }
    std::vector<double> stops() const override;
    QVector<LabReadout> readouts(double now) const override;

private:
    [[nodiscard]] std::vector<Part> parts(const LabView& view, const Type& type) const override;
    [[nodiscard]] LabGuessAxis guessed(const LabView& view) const override {
        return queue(view).guessUp(predict());
    }
    [[nodiscard]] QString before() const override;
    [[nodiscard]] QString told(const LabView& view) const override;
    [[nodiscard]] Panel queue(const LabView& view) const;
    [[nodiscard]] Panel sizes(const LabView& view, bool lag) const;
    [[nodiscard]] const Tooth& toothAt(double ms) const {
        for (const Tooth& tooth : m_teeth) {
            if (ms < tooth.to)
                return tooth;
        }
        return m_teeth.back();
    }
    [[nodiscard]] double queuedAt(double ms) const {
        const Tooth& tooth = toothAt(ms);
        const double dry = tooth.to - tooth.silence;
        return ms >= dry || dry <= tooth.from
                   ? tooth.left
                   : tooth.queued + (tooth.left - tooth.queued) * (ms - tooth.from) / (dry - tooth.from);
    }
    void paintQueue(QPainter& painter, const LabView& view, const Type& type) const;
    void paintSizes(QPainter& painter, const LabView& view, const Type& type, bool lag) const;

    std::vector<Tooth> m_teeth;
    QVector<QPointF> m_lags;      // ms over queued ms
    QVector<QPointF> m_underruns; // % over queued ms
    double m_end = 1;             // ms
    double m_lag = 0;
    double m_safe = 0;
    double m_dry = 0; // frames of all that left silence
};

AudioScene::AudioScene(const LabResult& result, const ParameterValues& knobs)
    : ResultScene("audio", result, knobs), m_lag(result.answer) {
    const Rows rows(result, "teeth");
    for (std::size_t i = 0; i < rows.size(); ++i)
        m_teeth.push_back({rows.numberOr(i, "start_ms"), rows.numberOr(i, "end_ms"),
                           rows.numberOr(i, "queued_ms"), rows.numberOr(i, "left_ms"),
                           rows.numberOr(i, "silence_ms"), rows.numberOr(i, "lag_ms")});
    std::erase_if(m_teeth, [](const Tooth& tooth) { return tooth.to <= tooth.from; });
    if (m_teeth.empty())
        m_teeth.push_back({0, 1, 0, 0, 0, 0});
    m_end = std::max(m_teeth.back().to, 0.001);
    const Rows yours(result, "queue");
    m_safe = yours.numberOr(0, "smallest_safe_ms");
    m_dry = yours.numberOr(0, "underruns");
    const Rows sizes(result, "sizes");
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double queued = sizes.numberOr(i, "queued_ms");
        if (const auto lag = sizes.number(i, "lag_ms"))
            m_lags.append({queued, *lag});
        if (const auto underruns = sizes.number(i, "underruns_percent"))
            m_underruns.append({queued, *underruns});
    }
}

std::vector<double> AudioScene::stops() const {
    std::vector<double> stops;
    for (const Tooth& tooth : m_teeth) {
        const double dry = tooth.to - tooth.silence;
        if (tooth.silence > 0 && dry > tooth.from && (stops.empty() || dry / 1e3 > stops.back()))
            stops.push_back(dry / 1e3);
        if (tooth.to > 0 && (stops.empty() || tooth.to / 1e3 > stops.back()))
            stops.push_back(tooth.to / 1e3);
    }
    return stops;
}

Panel AudioScene::queue(const LabView& view) const {
    const double frames = 12 * (m_knobs["frame"] + m_knobs["spread"] / 2) / 1e6;
    return {part(view, 0, 1, 0, 0.56),
            {.title = tr("Sound that is queued and not yet heard, ms"),
             .value = view.answered ? plain(queuedAt(view.now * 1e3), 1) : QString(),
             .x = {0, view.answered ? m_end : frames},
             .y = {predict().minimum, predict().maximum},
             .xTitle = tr("time, ms; the game fills the queue once in each frame")},
            Type(view.large)};
}

Panel AudioScene::sizes(const LabView& view, bool lag) const {
    const double frame = m_knobs["frame"] / 1e6;
    const Type type(view.large);
    const double most = view.answered && !m_lags.isEmpty() ? m_lags.last().x() : 3 * frame;
    double mostLag = 2 * frame;
    if (view.answered) {
        for (const QPointF& point : m_lags)
            mostLag = std::max(mostLag, point.y());
    }
    return {lag ? part(view, 0, 0.49, 0.58, 1) : part(view, 0.51, 1, 0.58, 1),
            {.title = lag ? tr("Mean lag of a new sound, ms") : tr("Frames that leave silence"),
             .x = {0, most},
             .y = {0, lag ? niceRange({0, mostLag}, 4).high : 100},
             .xTitle = tr("queued, ms"),
             .yTicks = lag ? TickMaker() : numberTicks(1, QStringLiteral(" %"))},
            type};
}

void AudioScene::paintQueue(QPainter& painter, const LabView& view, const Type& type) const {
    const Tokens& c = tokens();
    const Panel panel = queue(view);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    Labels labels(plot);
    const double queued = m_knobs["queued"] / 1e6;
    const double ms = view.now * 1e3;
    panel.limit(painter, queued, c.muted);
    labels.draw(painter, {plot.right(), panel.y(queued)}, Qt::AlignTop | Qt::AlignLeft,
                tr("filled up to %1 ms").arg(plain(queued, 1)), c.muted, type.note);
    if (view.answered) {
        QVector<QPointF> line;
        bool named = false;
        for (const Tooth& tooth : m_teeth) {
            if (tooth.from > ms)
                break;
            const double dry = tooth.to - tooth.silence;
            if (tooth.silence > 0 && ms > dry) {
                const QRectF box(
                    QPointF(panel.x(dry), plot.top()),
                    QPointF(std::max(panel.x(std::min(ms, tooth.to)), panel.x(dry) + 1), plot.bottom()));
                fillBox(painter, box, c.late, Qt::BDiagPattern);
                if (!named)
                    labels.draw(painter, {box.center().x(), plot.top() + type.line}, Qt::AlignRight,
                                tr("silence"), c.late, type.note);
                named = true;
            }
            line.append({tooth.from, tooth.queued});
            if (tooth.silence > 0 && ms >= dry)
                line.append({dry, tooth.left});
            if (ms >= tooth.to)
                line.append({tooth.to, tooth.left});
        }
        line.append({ms, queuedAt(ms)});
        std::ranges::stable_sort(line, {}, [](const QPointF& p) { return p.x(); });
        panel.line(painter, line, QPen(c.first, type.pen), ms);
        panel.cursor(painter, ms);
        panel.dot(painter, {ms, queuedAt(ms)}, c.first);
        if (ms >= m_end)
            panel.level(painter, m_lag, QPen(c.good, type.pen, Qt::DashDotLine));
    }
    paintGuess(painter, panel.guessUp(predict()), predict(), view, type, labels);
    if (view.answered && ms >= m_end) {
        const auto least = std::ranges::min_element(m_teeth, {}, &Tooth::left)->left;
        labels.keepClear(
            QRectF(QPointF(plot.left(), panel.y(queued)), QPointF(plot.right(), panel.y(least))));
        labels.draw(painter, {plot.left() + plot.width() * 0.3, panel.y(least)}, Qt::AlignBottom,
                    tr("a sound that starts at the end of a frame waits behind %1 ms").arg(plain(m_lag, 1)),
                    c.good, type.note);
    }
}

void AudioScene::paintSizes(QPainter& painter, const LabView& view, const Type& type, bool lag) const {
    const Tokens& c = tokens();
    const Panel panel = sizes(view, lag);
    panel.paint(painter);
    const QRectF& plot = panel.plot();
    Labels labels(plot);
    const double queued = m_knobs["queued"] / 1e6;
    panel.upright(painter, queued, QPen(c.muted, 1));
    if (!view.answered) {
        labels.draw(painter, {panel.x(queued), plot.top() + type.line}, Qt::AlignRight, tr("yours"), c.muted,
                    type.note);
        return;
    }
    const QVector<QPointF>& points = lag ? m_lags : m_underruns;
    const double most = points.isEmpty() ? 0 : points.last().x();
    const double until = most * std::min(view.now / duration(), 1.0);
    panel.line(painter, points, QPen(lag ? c.first : c.late, type.pen, lag ? Qt::SolidLine : Qt::DashLine),
               until);
    for (const QPointF& point : points) {
        if (point.x() <= until)
            panel.dot(painter, point, lag ? c.first : c.late);
    }
    labels.draw(painter, {panel.x(queued), plot.top() + type.line * 0.8}, Qt::AlignRight,
                lag ? tr("yours: %1 ms late").arg(plain(m_lag, 1)) : tr("yours: %1").arg(counts(m_dry)),
                c.muted, type.note);
    if (!lag && view.now >= duration() && m_safe > 0) {
        panel.upright(painter, m_safe, QPen(c.good, type.pen, Qt::DashDotLine));
        labels.draw(painter, {panel.x(m_safe), plot.center().y()}, Qt::AlignRight,
                    tr("smallest safe: %1 ms").arg(plain(m_safe, 1)), c.good, type.note);
    }
}

std::vector<ResultScene::Part> AudioScene::parts(const LabView& view, const Type& type) const {
    return {{queue(view).area(),
             tr("The queue is filled at the start of each frame and played empty during it. Hatched: "
                "nothing left to play."),
             [&, this](QPainter& painter) { paintQueue(painter, view, type); }},
            {sizes(view, true).area(),
             tr("What a new sound waits behind, for each size of the queue; less is better."),
             [&, this](QPainter& painter) { paintSizes(painter, view, type, true); }},
            {sizes(view, false).area(),
             tr("How many frames leave silence, for each size of the queue; 0 % is good."),
             [&, this](QPainter& painter) { paintSizes(painter, view, type, false); }}};
}

QVector<LabReadout> AudioScene::readouts(double now) const {
    const double ms = now * 1e3;
    const double silent = [&] {
        double sum = 0;
        for (const Tooth& tooth : m_teeth)
            sum += std::clamp(ms - (tooth.to - tooth.silence), 0.0, tooth.silence);
        return sum;
    }();
    return {{timeText(ms), tr("time"), tr("Since the queue was filled first."), false},
            {timeText(queuedAt(ms)), tr("queued"),
             tr("Sound that is written and not yet heard: a new sound waits behind it."), false},
            {timeText(silent), tr("silence so far"),
             tr("What the device had nothing to play for; 0 is good."), silent > 0},
            {now >= duration() ? timeText(m_lag) : format::absent(), tr("mean lag"),
             tr("How late a new sound is heard; less is better."), false}};
}

QString AudioScene::before() const {
    const double queued = m_knobs["queued"] / 1e6;
    return tr("An empty chart of the sound in the queue, filled up to %1 ms once in each frame of %2 ms.")
        .arg(plain(queued, 1), plain(m_knobs["frame"] / 1e6, 1));
}

QString AudioScene::told(const LabView& view) const {
    const double ms = view.now * 1e3;
    const Tooth& tooth = toothAt(ms);
    QString text = tr("After %1 there are %2 ms of sound queued").arg(timeText(ms), plain(queuedAt(ms), 1));
    text += ms > tooth.to - tooth.silence && tooth.silence > 0 ? tr(": silence. ") : QStringLiteral(". ");
    if (view.now >= duration())
        text += tr("A new sound is heard %1 ms late on average; the smallest queue without silence is %2 ms.")
                    .arg(plain(m_lag, 1), plain(m_safe, 1));
    return text;
}

void sketchAudio(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    const Type type(false);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto at = sharesOf(area);
    const QRectF silence(at(0.695, 0.84), at(0.72, 0));
    fillBox(painter, silence, c.late, Qt::BDiagPattern);
    drawAxes(painter, area);
    QPolygonF line;
    double x = 0;
    for (const double frame : {0.125, 0.125, 0.125, 0.125, 0.22, 0.125, 0.125}) {
        line << at(x, 0.62);
        if (frame > 0.2)
            line << at(0.695, 0) << at(0.72, 0);
        else
            line << at(x + frame, 0.25);
        x += frame;
    }
    line << at(std::min(x, 1.0), 0.62);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.first, 1.6));
    painter.drawPolyline(line);
    drawText(painter, QRectF(at(0.02, 0.84), QSizeF(120, type.line)), Qt::AlignLeft, tr("queued sound"),
             c.muted, type.note);
    drawText(painter, QRectF(at(0.6, 1.02), QSizeF(0.22 * area.width(), type.line)), Qt::AlignCenter,
             tr("silence"), c.muted, type.note);
}

} // namespace

LabPictureEntry audioPicture() {
    return pictureOf<AudioScene>("audio", sketchAudio);
}

} // namespace jitterscope::ui
