// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_stage.h"

#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kMargin = 12;
constexpr double kSmallestZoom = 0.74; // its letters are still read; below it the page scrolls
constexpr double kKeyStep = 0.01;      // of the axis of a guess

/// The share of its axis at which a guess stands. guessOf() is the inverse, rounded to three digits, which
/// are enough for a guess.
double shareOf(const LabGuessAxis& axis, double guess) {
    if (axis.log)
        return std::log(std::max(guess, axis.low) / axis.low) / std::log(axis.high / axis.low);
    return (guess - axis.low) / (axis.high - axis.low);
}

double guessOf(const LabPrediction& predict, const LabGuessAxis& axis, double share) {
    const double at = std::clamp(share, 0.0, 1.0);
    const double guess =
        axis.log ? axis.low * std::pow(axis.high / axis.low, at) : axis.low + at * (axis.high - axis.low);
    const double size = std::abs(guess) > 0 ? std::floor(std::log10(std::abs(guess))) : 0;
    const double step = std::pow(10.0, std::max(size - 2, -static_cast<double>(predict.decimals)));
    return std::clamp(std::round(guess / step) * step, predict.minimum, predict.maximum);
}

} // namespace

LabStage::LabStage(LabWork& work, QWidget* parent) : QWidget(parent), m_work(work), m_time(*this) {
    setObjectName(QStringLiteral("lab_stage"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Picture of the lab: %1").arg(format::text(work.entry().name)));
    setToolTip(tr("Space plays and pauses. To guess: drag in the picture, or use ↑ ↓."));
    connect(&m_time, &SeenClock::ticked, this, &LabStage::tick);
    connect(&work, &LabWork::changed, this, &LabStage::refresh);
    connect(&work, &LabWork::moved, this, qOverload<>(&QWidget::update));
    refresh();
}

QSize LabStage::minimumSizeHint() const {
    const QSize scene = m_work.scene() != nullptr ? m_work.scene()->minimumSize(false) : QSize(320, 200);
    return scene * kSmallestZoom + QSize(2 * kMargin, 2 * kMargin);
}

bool LabStage::fits(QSize scene) const {
    return width() >= scene.width() + 2 * kMargin && height() >= scene.height() + 2 * kMargin;
}

double LabStage::zoom() const {
    if (m_work.scene() == nullptr || (m_large && fits(m_work.scene()->minimumSize(true))))
        return 1;
    const QSizeF least = m_work.scene()->minimumSize(false);
    const QSizeF room = size() - QSize(2 * kMargin, 2 * kMargin);
    const double filling = std::min(room.width() / least.width(), room.height() / least.height());
    return m_large ? std::max(1.0, filling) : std::clamp(filling, kSmallestZoom, 1.0);
}

LabView LabStage::view() const {
    const QRectF room = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const double larger = zoom();
    return {.area = QRectF(room.topLeft() / larger, room.size() / larger),
            .game = m_work.plays(),
            .cured = m_work.cured(),
            .now = m_work.plays() ? m_clock : m_work.now(),
            .answered = m_work.answered(),
            .guess = m_work.state().guess,
            .before = m_work.before(),
            .votes = m_work.votes(),
            .large = m_large && m_work.scene() != nullptr && fits(m_work.scene()->minimumSize(true)),
            .calm = m_calm,
            .paper = false,
            .lit = m_work.step() == LabStep::Explain ? m_lit : std::string()};
}

std::optional<LabGuessAxis> LabStage::axis() const {
    if (m_work.scene() == nullptr || m_work.plays())
        return std::nullopt;
    return m_work.scene()->guessAxis(view());
}

void LabStage::setLarge(bool large) {
    m_large = large;
    refresh();
}

void LabStage::setCalm(bool calm) {
    m_calm = calm;
    if (m_work.plays() && m_work.scene() != nullptr)
        showGame();
    refresh();
}

void LabStage::lightUp(const std::string& part) {
    m_lit = part;
    update();
}

/// For another result, or another step.
void LabStage::refresh() {
    if (m_work.plays()) {
        if (m_step != LabStep::Play && m_work.scene() != nullptr)
            showGame();
    } else if (m_playing && (m_work.step() != LabStep::Run || m_work.atEnd())) {
        setPlaying(false);
    }
    m_step = m_work.step();
    setCursor(!m_work.answered() && axis() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (m_work.scene() != nullptr)
        setAccessibleDescription(m_work.scene()->describe(view()));
    setMinimumSize(minimumSizeHint());
    updateGeometry();
    update();
}

/// It begins by itself; where motion is reduced it stands at a moment at which the fault is seen.
void LabStage::showGame() {
    constexpr double kSeen = 0.6; // of its duration
    m_clock = m_calm ? kSeen * m_work.scene()->game(m_work.cured()).duration() : 0;
    setPlaying(!m_calm);
}

void LabStage::play() {
    if (m_work.plays() && m_work.scene() != nullptr)
        return setPlaying(true);
    if (m_work.step() != LabStep::Run || m_work.scene() == nullptr)
        return;
    if (m_work.atEnd())
        m_work.setMoment(0);
    if (m_pace == LabPace::AtOnce)
        m_work.setMoment(m_work.duration());
    m_clock = m_work.now();
    setPlaying(!m_work.atEnd());
}

void LabStage::pause() {
    setPlaying(false);
}

void LabStage::setPlaying(bool playing) {
    const bool before = m_playing;
    m_playing = playing;
    m_time.run(playing);
    if (!playing && m_work.scene() != nullptr)
        setAccessibleDescription(m_work.scene()->describe(view()));
    if (before != playing)
        emit playingChanged();
}

/// With reduced motion, the picture goes from event to event: the last event up to `now`.
double LabStage::lastStop(double now) const {
    if (now >= m_work.duration())
        return now;
    const std::vector<double> stops = m_work.scene()->stops();
    const auto next = std::upper_bound(stops.begin(), stops.end(), now);
    return next != stops.begin() ? *(next - 1) : 0;
}

void LabStage::tick(double passed) {
    const double slower = m_pace == LabPace::Quarter ? 0.25 : 1;
    if (m_work.plays()) {
        const scene::Game& game = m_work.scene()->game(m_work.cured());
        m_clock = std::fmod(m_clock + passed * slower * game.pace, game.duration());
        return update();
    }
    m_clock += passed * slower * m_work.scene()->pace();
    m_work.setMoment(m_calm ? lastStop(m_clock) : m_clock);
    if (m_work.atEnd())
        setPlaying(false);
}

void LabStage::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? c.first : c.hairline, 1));
    painter.setBrush(c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius, kCardRadius);
    if (m_work.scene() == nullptr)
        return;
    painter.setFont(font());
    painter.setPen(c.text);
    painter.setBrush(Qt::NoBrush);
    painter.scale(zoom(), zoom());
    m_work.scene()->paint(painter, view());
}

double LabStage::guessAt(const LabGuessAxis& axis, QPointF at) const {
    const QPointF along = axis.axis.p2() - axis.axis.p1();
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? QPointF::dotProduct(at / zoom() - axis.axis.p1(), along) / length : 0;
    return guessOf(m_work.entry().predict, axis, share);
}

/// Moves the guess by this share of its axis. If there is no guess yet, it becomes the middle.
void LabStage::moveGuess(double share) {
    const LabPrediction& predict = m_work.entry().predict;
    const LabGuessAxis where = axis().value_or(
        LabGuessAxis{.axis = {}, .mark = {}, .low = predict.minimum, .high = predict.maximum});
    const auto& guess = m_work.state().guess;
    emit guessed(guessOf(predict, where, guess ? shareOf(where, *guess) + share : 0.5));
}

void LabStage::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    const auto where = axis();
    m_dragging = event->button() == Qt::LeftButton && !m_work.answered() && where.has_value();
    if (m_dragging)
        emit guessed(guessAt(*where, event->position()));
}

void LabStage::mouseMoveEvent(QMouseEvent* event) {
    if (const auto where = axis(); m_dragging && where)
        emit guessed(guessAt(*where, event->position()));
}

void LabStage::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

void LabStage::keyPressEvent(QKeyEvent* event) {
    const bool up = event->key() == Qt::Key_Up;
    if ((up || event->key() == Qt::Key_Down) && m_work.step() == LabStep::Predict) {
        moveGuess(up ? kKeyStep : -kKeyStep);
    } else if (event->key() == Qt::Key_Space) {
        emit playWanted();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void LabStage::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (m_work.scene() != nullptr)
        setAccessibleDescription(m_work.scene()->describe(view()));
}

bool LabStage::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && m_work.scene() != nullptr) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = m_work.scene()->tooltip(view(), QPointF(help->pos()) / zoom());
        QToolTip::showText(help->globalPos(), text.isEmpty() ? toolTip() : text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace jitterscope::ui
