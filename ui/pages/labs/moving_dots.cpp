// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/moving_dots.h"

#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>

namespace jitterscope::ui {
namespace {

constexpr int kLanesHeight = 64; // px
constexpr double kRadius = 9;
constexpr double kNearRate = 1; // Hz; nearer rates look the same

/// The lanes of both dots. `shareOf` says where a dot is, 0 … 1.
class DotLanes final : public QWidget {
public:
    explicit DotLanes(std::function<double(std::size_t)> shareOf) : m_shareOf(std::move(shareOf)) {
        setObjectName(QStringLiteral("lab_dots"));
        setFixedHeight(kLanesHeight);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& c = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        for (std::size_t dot = 0; dot < 2; ++dot) {
            const double y = height() * (0.25 + 0.5 * static_cast<double>(dot));
            painter.setPen(QPen(c.hairline, 1));
            painter.drawLine(QPointF(0, y), QPointF(width(), y));
            painter.setPen(Qt::NoPen);
            painter.setBrush(dot == 0 ? c.late : c.first);
            const double x = kRadius + m_shareOf(dot) * (width() - 2 * kRadius);
            if (dot == 0)
                painter.drawEllipse(QPointF(x, y), kRadius, kRadius);
            else
                painter.drawRect(QRectF(x - kRadius, y - kRadius, 2 * kRadius, 2 * kRadius));
        }
    }

private:
    std::function<double(std::size_t)> m_shareOf;
};

/// The same kind of frames for about two seconds, so that there is something to see.
LabResult longer(const LabWork& work) {
    constexpr double kSeen = 2e9; // ns
    ParameterValues knobs = work.state().knobs;
    const double mean = (knobs["shortest"] + knobs["longest"]) / 2;
    knobs.set("frames", std::clamp(std::round(kSeen / mean), 2.0, 1000.0));
    return runLab(work.entry(), knobs).value();
}

} // namespace

DotTrack::DotTrack(const LabResult& result, double rate) : m_rate(rate) {
    constexpr std::array<std::string_view, 2> kLines{"actual", "on-refreshes"};
    for (std::size_t dot = 0; dot < kLines.size(); ++dot) {
        for (const LabSeries& line : result.series) {
            if (line.id != kLines[dot])
                continue;
            for (const LabPoint& point : line.points)
                m_places[dot].push_back(point.y);
        }
    }
}

double DotTrack::lasts() const {
    return static_cast<double>(std::min(m_places[0].size(), m_places[1].size())) / m_rate;
}

double DotTrack::shareAt(std::size_t dot, double seconds) const {
    const std::vector<double>& places = m_places[dot];
    if (lasts() <= 0)
        return 0;
    const double least = std::min(m_places[0].front(), m_places[1].front());
    const double most = std::max(m_places[0].back(), m_places[1].back());
    const auto refresh = static_cast<std::size_t>(std::fmod(seconds, lasts()) * m_rate + 1e-6);
    const double place = places[std::min(refresh, places.size() - 1)];
    return most > least ? std::clamp((place - least) / (most - least), 0.0, 1.0) : 0;
}

MovingDots::MovingDots(LabWork& work, QWidget* parent) : Card({}, parent), m_work(work) {
    setObjectName(QStringLiteral("lab_moving_dots"));
    auto* column = fillCard(*this, tr("See it"));
    m_lanes = new DotLanes([this](std::size_t dot) {
        return m_track.shareAt(dot, m_wall.isValid() ? static_cast<double>(m_wall.elapsed()) / 1e3 : 0);
    });
    m_lanes->setAccessibleName(
        tr("Two moving dots: the upper one by actual time, the lower at refresh times"));
    column->addWidget(m_lanes);
    m_says = labLabel({}, LabText::Note, "lab_dots_says");
    column->addWidget(m_says);
    m_play = labButton(tr("&Move them"), "lab_dots_play", tr("Both dots move across, again and again"));
    m_play->setCheckable(true);
    connect(m_play, &QPushButton::toggled, this, &MovingDots::play);
    column->addWidget(m_play, 0, Qt::AlignLeft);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, m_lanes, qOverload<>(&QWidget::update));
    connect(&work, &LabWork::changed, this, &MovingDots::refresh);
    refresh();
}

void MovingDots::refresh() {
    const double rate = m_work.state().knobs["refresh"];
    m_track = DotTrack(longer(m_work), rate);
    const double here = screen() != nullptr ? screen()->refreshRate() : 60;
    QString says =
        tr("Round: placed by actual time. Square: at refresh times. Frames as in the lab, for two seconds.");
    if (std::abs(here - rate) > kNearRate)
        says +=
            QLatin1Char(' ') + tr("This screen shows %1 pictures a second and the lab's %2: set the lab's to "
                                  "this one's, or both dots stumble by the difference.")
                                   .arg(qRound(here))
                                   .arg(qRound(rate));
    setLabWords(*m_says, says);
    m_lanes->update();
}

void MovingDots::play(bool on) {
    constexpr double kMilliseconds = 1000;
    const double here = screen() != nullptr ? std::max(screen()->refreshRate(), 24.0) : 60;
    m_play->setText(on ? tr("Stop the&m") : tr("&Move them"));
    if (on) {
        m_wall.start();
        m_timer.start(std::max(1, static_cast<int>(kMilliseconds / here)));
    } else {
        m_timer.stop();
        m_wall.invalidate();
    }
    m_lanes->update();
}

void MovingDots::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    m_play->setChecked(false);
}

} // namespace jitterscope::ui
