// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/sensed.h"

#include "core/lab/labs/labs.h"
#include "core/scene/rows.h"
#include "ui/format/format.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QRandomGenerator>
#include <QScreen>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>

#ifdef JITTERSCOPE_SOUND
#include <QAudioDevice>
#include <QAudioFormat>
#include <QAudioSink>
#include <QBuffer>
#include <QMediaDevices>
#endif

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

namespace {

constexpr double kLitAt = 2.5;  // s of the lab's run: the lamp is lit in the game
constexpr int kLeastWait = 800; // ms before that; random, so that nobody foresees it
constexpr int kMostWait = 2'500;

class Lamp final : public QWidget {
public:
    explicit Lamp(std::function<bool()> lit) : m_lit(std::move(lit)) {
        setObjectName(QStringLiteral("lab_lamp"));
        setFixedSize(40, 40);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& c = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(c.border, 2));
        painter.setBrush(m_lit() ? c.second : c.card);
        painter.drawEllipse(QRectF(rect()).adjusted(3, 3, -3, -3));
    }

private:
    std::function<bool()> m_lit;
};

QString timeOf(double seconds) {
    return format::duration(seconds * 1e9);
}

} // namespace

PressWhenSeen::PressWhenSeen(LabWork& work, QWidget* parent) : Card({}, parent), m_work(work) {
    setObjectName(QStringLiteral("lab_press"));
    auto* column = fillCard(*this, tr("Press when you see it"));
    m_says = labLabel({}, LabText::Body, "lab_press_says");
    column->addWidget(m_says);
    auto* row = new QHBoxLayout;
    m_lamp = new Lamp([this] { return seen(); });
    m_lamp->setAccessibleName(tr("The lamp"));
    m_press = labButton({}, "lab_press_button", tr("Begins; then press it again when the lamp is lit (B)"));
    connect(m_press, &QPushButton::pressed, this, &PressWhenSeen::press);
    // The button names the key, and whoever waits for the lamp has no second hand free for Alt.
    const auto* key = new QShortcut(Qt::Key_B, this);
    connect(key, &QShortcut::activated, this, [this] {
        if (m_press->isEnabled())
            press();
    });
    row->addWidget(m_lamp);
    row->addWidget(m_press);
    row->addStretch(1);
    column->addLayout(row);
    m_light.setSingleShot(true);
    m_light.setTimerType(Qt::PreciseTimer);
    connect(&m_light, &QTimer::timeout, this, [this] {
        m_phase = Phase::Seen;
        m_wall.start();
        m_lamp->update();
        emit shown();
    });
    connect(&work, &LabWork::changed, this, &PressWhenSeen::refresh);
    refresh();
}

/// Another setting has another delay, so a round that was begun ends.
void PressWhenSeen::refresh() {
    const auto delay = wellSeenAfter(m_work.result(), kLitAt);
    m_press->setEnabled(delay.has_value());
    m_delay = delay.value_or(0);
    rest(delay ? tr("A lamp is lit in the game. The plain loop shows it when its picture is finished. How "
                    "late do you press?")
               : tr("With these knobs the lamp is not seen within the run at all."));
}

void PressWhenSeen::rest(const QString& says) {
    m_light.stop();
    m_phase = Phase::Idle;
    setLabWords(*m_says, says);
    m_press->setText(tr("&Begin"));
    m_lamp->update();
}

void PressWhenSeen::begin() {
    m_phase = Phase::Waiting;
    setLabWords(*m_says, tr("Wait for the lamp …"));
    m_press->setText(tr("I see it (&B)"));
    const int wait = QRandomGenerator::global()->bounded(kLeastWait, kMostWait);
    m_light.start(wait + qRound(m_delay * 1e3));
}

void PressWhenSeen::press() {
    if (m_phase == Phase::Idle) {
        begin();
    } else if (m_phase == Phase::Waiting) {
        rest(tr("Too early: it was not on the screen yet."));
    } else {
        const double own = static_cast<double>(m_wall.nsecsElapsed()) / 1e9;
        rest(tr("You pressed %1 after the lamp was lit. For %2 of it the picture was not finished "
                "(simulated); the other %3 were yours (measured).")
                 .arg(timeOf(m_delay + own), timeOf(m_delay), timeOf(own)));
    }
}

void PressWhenSeen::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    if (m_phase != Phase::Idle)
        refresh();
}

#ifdef JITTERSCOPE_SOUND

class LabSound::Output {
public:
    Output(const QAudioDevice& device, const QAudioFormat& format, const QByteArray& samples)
        : m_samples(samples), m_sink(device, format) {
        m_buffer.setBuffer(&m_samples);
        m_buffer.open(QIODevice::ReadOnly);
    }
    QAudioSink& sink() { return m_sink; }
    bool start() {
        m_sink.start(&m_buffer);
        return m_sink.error() == QAudio::NoError;
    }

private:
    QByteArray m_samples;
    QBuffer m_buffer;
    QAudioSink m_sink;
};

bool LabSound::isBuiltIn() {
    return true;
}

QString LabSound::play(const QByteArray& samples) {
    stop();
    QAudioFormat format;
    format.setSampleRate(kRate);
    format.setChannelCount(1);
    format.setSampleFormat(QAudioFormat::Int16);
    const QAudioDevice device = QMediaDevices::defaultAudioOutput();
    if (device.isNull())
        return tr("This machine has no output for sound.");
    if (!device.isFormatSupported(format))
        return tr("The output for sound does not take 48 kHz in 16 bit.");
    m_output = std::make_unique<Output>(device, format, samples);
    connect(&m_output->sink(), &QAudioSink::stateChanged, this, [this](QAudio::State state) {
        if (state == QAudio::IdleState) // everything has been played
            emit ended();
    });
    if (m_output->start())
        return {};
    m_output.reset();
    return tr("The output for sound cannot be opened.");
}

#else

class LabSound::Output {};

bool LabSound::isBuiltIn() {
    return false;
}

QString LabSound::play(const QByteArray&) {
    return tr("This program was built without Qt Multimedia: there is no sound.");
}

#endif

LabSound::LabSound(QObject* parent) : QObject(parent) {}

LabSound::~LabSound() = default;

void LabSound::stop() {
    m_output.reset();
}

namespace {

constexpr double kTone = 440;   // Hz
constexpr double kLoud = 6'000; // of 32 767
constexpr double kSeconds = 3;
constexpr double kEdge = 0.0015; // s in which the tone comes and goes, so that it does not click by itself

} // namespace

QByteArray soundOf(const LabResult& result, double seconds) {
    const std::vector<scene::Row> teeth = scene::rowsOf(result, "teeth");
    QByteArray samples;
    if (teeth.empty())
        return samples;
    const double begin = teeth.front()["start_ms"] / 1e3;
    const double round = teeth.back()["end_ms"] / 1e3 - begin;
    const auto count = static_cast<qsizetype>(seconds * LabSound::kRate);
    samples.resize(count * static_cast<qsizetype>(sizeof(std::int16_t)));
    auto* const out = reinterpret_cast<std::int16_t*>(samples.data());
    std::size_t tooth = 0;
    double loud = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const double time = static_cast<double>(i) / LabSound::kRate;
        const double at = begin + std::fmod(time, round);
        if (i > 0 && at < teeth[tooth]["start_ms"] / 1e3)
            tooth = 0; // back to the start
        while (tooth + 1 < teeth.size() && at >= teeth[tooth]["end_ms"] / 1e3)
            ++tooth;
        const double dry = (teeth[tooth]["end_ms"] - teeth[tooth]["silence_ms"]) / 1e3;
        const double wanted = at < dry ? 1 : 0;
        const double step = 1 / (kEdge * LabSound::kRate);
        loud += std::clamp(wanted - loud, -step, step);
        out[i] = static_cast<std::int16_t>(
            std::lround(kLoud * loud * std::sin(2 * std::numbers::pi * kTone * time)));
    }
    return samples;
}

HearIt::HearIt(LabWork& work, QWidget* parent) : Card({}, parent), m_work(work), m_sound(new LabSound(this)) {
    setObjectName(QStringLiteral("lab_hear"));
    auto* column = fillCard(*this, tr("Hear it"));
    const bool can = LabSound::isBuiltIn();
    m_says = labLabel(
        can ? tr("A tone while the queue holds sound, and silence where it is empty: the first frames of "
                 "the run, for three seconds.")
            : m_sound->play({}),
        LabText::Note, "lab_hear_says");
    column->addWidget(m_says);
    m_play =
        labButton(tr("P&lay the sound"), "lab_hear_play", tr("Plays a sound; silent until you press it"));
    m_play->setCheckable(true);
    m_play->setEnabled(can);
    connect(m_play, &QPushButton::toggled, this, &HearIt::play);
    connect(
        m_sound, &LabSound::ended, this, [this] { m_play->setChecked(false); }, Qt::QueuedConnection);
    connect(&work, &LabWork::changed, this, [this] { m_play->setChecked(false); });
    column->addWidget(m_play, 0, Qt::AlignLeft);
}

void HearIt::play(bool on) {
    if (!on) {
        m_sound->stop();
        return;
    }
    if (const QString why = m_sound->play(soundOf(m_work.result(), kSeconds)); !why.isEmpty()) {
        setLabWords(*m_says, why);
        m_play->setChecked(false);
    }
}

void HearIt::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    m_play->setChecked(false);
}

QWidget* makeSensed(LabWork& work) {
    if (work.entry().id == "refresh")
        return new MovingDots(work);
    if (work.entry().id == "well")
        return new PressWhenSeen(work);
    if (work.entry().id == "audio")
        return new HearIt(work);
    return nullptr;
}

} // namespace jitterscope::ui
