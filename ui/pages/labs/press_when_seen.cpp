// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/press_when_seen.h"

#include "core/lab/labs/well.h"
#include "ui/format/format.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QRandomGenerator>
#include <QShortcut>
#include <QVBoxLayout>

#include <functional>

namespace jitterscope::ui {
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

} // namespace jitterscope::ui
