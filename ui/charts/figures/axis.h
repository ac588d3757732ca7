// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "ui/charts/ticks.h"

#include <QString>

#include <limits>
#include <vector>

namespace jitterscope::ui {

enum class Scale { Linear, Log };

/// One axis of a painted figure: from values to shares of its length, with 1-2-5 ticks. A log axis shows
/// what is not above zero at its foot, labelled 0.
class Axis {
public:
    Axis() = default;
    Axis(Scale scale, Quantity quantity, QString title)
        : m_scale(scale), m_quantity(quantity), m_title(std::move(title)) {}

    /// Widens the axis to hold a value; what is not finite, or absurd, is left out.
    void include(double value);
    /// Rounds the ends; to be called once, after the last include().
    void settle();
    /// Exactly from low to high instead (linear).
    void setRange(double low, double high);

    /// 0 … 1 along the axis, beyond it outside; NaN for what is not finite.
    [[nodiscard]] double at(double value) const;
    /// Ticks with `at` as shares of the length; at most about `most`.
    [[nodiscard]] std::vector<Tick> ticks(int most) const;
    /// With its unit where the labels have none.
    [[nodiscard]] QString title() const;
    [[nodiscard]] Quantity quantity() const noexcept { return m_quantity; }
    [[nodiscard]] Scale scale() const noexcept { return m_scale; }
    [[nodiscard]] QString text(double value) const;

    /// `factor` > 1 shows less, around the share `about`.
    void zoom(double factor, double about);
    /// By a share of the length.
    void pan(double by);
    void resetZoom() { m_shown = m_whole; }
    [[nodiscard]] bool zoomed() const { return m_shown != m_whole; }

private:
    [[nodiscard]] double inner(double value) const;
    [[nodiscard]] double unit() const;
    [[nodiscard]] std::vector<Tick> logTicks(int most) const;

    Scale m_scale = Scale::Linear;
    Quantity m_quantity = Quantity::Number;
    QString m_title;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
    bool m_zero = false; // log: something is not above zero
    double m_foot = 0;   // log: where that is drawn
    Range m_whole{0, 1}; // value or log10(value)
    Range m_shown{0, 1};
};

} // namespace jitterscope::ui
