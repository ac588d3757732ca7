// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

class QWidget;

namespace jitterscope::ui {

/// Time for a picture that moves: it passes while it runs and the widget can be seen, and is told sixty times
/// a second. It does not leap after the machine stood still.
class SeenClock final : public QObject {
    Q_OBJECT
public:
    explicit SeenClock(QWidget& seen);

    void run(bool on);
    /// Time passes now.
    [[nodiscard]] bool ticking() const { return m_timer.isActive(); }

signals:
    void ticked(double seconds);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QWidget& m_seen;
    QTimer m_timer;
    QElapsedTimer m_wall;
    bool m_runs = false;
};

} // namespace jitterscope::ui
