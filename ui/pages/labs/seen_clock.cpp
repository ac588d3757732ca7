// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/seen_clock.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kTick = 16;            // ms
constexpr double kLongestTick = 0.1; // s

} // namespace

SeenClock::SeenClock(QWidget& seen) : QObject(&seen), m_seen(seen) {
    m_timer.setInterval(kTick);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { emit ticked(std::min(static_cast<double>(m_wall.restart()) / 1000, kLongestTick)); });
    seen.installEventFilter(this);
}

void SeenClock::run(bool on) {
    m_runs = on;
    follow();
}

void SeenClock::follow() {
    const QWindow* const screen = m_seen.window()->windowHandle();
    const bool seen = m_seen.isVisible() && (screen == nullptr || screen->isExposed());
    if ((m_runs && seen) == m_timer.isActive())
        return;
    m_wall.start();
    if (m_runs && seen)
        m_timer.start();
    else
        m_timer.stop();
}

bool SeenClock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_seen && event->type() == QEvent::Show) {
        if (QWindow* screen = m_seen.window()->windowHandle())
            screen->installEventFilter(this);
    }
    const bool handled = QObject::eventFilter(watched, event);
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide || event->type() == QEvent::Expose)
        follow();
    return handled;
}

} // namespace jitterscope::ui
