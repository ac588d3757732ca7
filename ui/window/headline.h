// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QLabel>
#include <QWidget>

#include <optional>

namespace jitterscope::ui {

/// The state at a glance: rate, lateness, p99, late share and CPU of what runs now.
class Headline final : public QWidget {
    Q_OBJECT
public:
    explicit Headline(QWidget* parent = nullptr);

    void setMetrics(const std::optional<LiveMetrics>& metrics);
    void showState(bool running, bool paused, bool recording, double elapsed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Readout {
        QWidget* box = nullptr;
        QLabel* value = nullptr;
        QLabel* caption = nullptr;
    };
    Readout add(const QString& name, const QString& caption, const QString& tip, const QString& widest);
    void fit();
    void set(Readout& readout, const QString& text, const QColor& colour);

    Readout m_rate;
    Readout m_median;
    Readout m_p99;
    Readout m_late;
    Readout m_cpu;
    QLabel* m_state;
    std::optional<LiveMetrics> m_shown;
};

} // namespace jitterscope::ui
