// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/reduce.h"
#include "ui/session/live_traces.h"

#include <string>

namespace jitterscope::ui {

/// The frame times of the last seconds: shortest and longest of each column, late frames and lost iterations
/// as they happen, and where settings were changed.
class StripChart final : public Chart {
    Q_OBJECT
public:
    explicit StripChart(QWidget* parent = nullptr);

    void draw(const LiveTraces& traces, const Period& period, Nanoseconds tolerance,
              const std::string& strategy);
    void clear();

signals:
    /// A late frame was clicked; says when and why it was late.
    void explained(const QString& text);

private:
    struct Late {
        QPointF at; ///< seconds, ns off the period
        FrameSample sample;
        bool beyond = false; ///< drawn at the edge
    };
    struct Mark {
        double at = 0;
        QString text;
    };

    void collectMarks(const LiveTraces& traces, Range y);
    void paintMarks(QPainter& painter);
    void paintChangeTexts(QPainter& painter);
    [[nodiscard]] const Late* lateNear(const QPointF& pixel) const;
    [[nodiscard]] QString explain(const Late& late) const;

    int m_line;
    double m_period = 0;
    Nanoseconds m_tolerance{};
    SteadyRange m_y{4, 25};
    std::vector<Late> m_late;
    std::vector<double> m_lost;
    std::vector<Mark> m_changes;
};

} // namespace jitterscope::ui
