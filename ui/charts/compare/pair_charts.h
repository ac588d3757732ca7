// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/curves.h"
#include "ui/charts/chart_card.h"

#include <QPushButton>

namespace jitterscope::ui {

// The pictures of a compared pair: A dashed and orange, B solid and blue, everywhere.

[[nodiscard]] QPen penOfA();
[[nodiscard]] QPen penOfB();

/// A chart that shows a pair's curves, in the colours of the theme.
class PairChart : public ChartCard {
    Q_OBJECT
public:
    /// Absent: there is nothing to show.
    void show(const std::optional<ComparisonCurves>& curves);
    using Card::show;

protected:
    using ChartCard::ChartCard;
    virtual void fill(const ComparisonCurves& curves) = 0;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();

    std::optional<ComparisonCurves> m_curves;
};

/// Two histograms over the same bins.
class OverlaidHistogram final : public PairChart {
    Q_OBJECT
public:
    explicit OverlaidHistogram(QWidget* parent = nullptr);

protected:
    void fill(const ComparisonCurves& curves) override;
};

/// Quantiles on a percentile axis, with bands.
class QuantileChart final : public PairChart {
    Q_OBJECT
public:
    explicit QuantileChart(QWidget* parent = nullptr);

protected:
    void fill(const ComparisonCurves& curves) override;
};

/// Least and largest values over the time of each run.
class PairStrips final : public PairChart {
    Q_OBJECT
public:
    /// `place`: in ComparisonCurves::overTime.
    explicit PairStrips(std::size_t place, QWidget* parent = nullptr);

    /// Whether the curves have this picture.
    [[nodiscard]] bool isIn(const ComparisonCurves& curves) const { return m_place < curves.overTime.size(); }

signals:
    /// The part of both runs that shall count.
    void partWanted(const jitterscope::TimeRange& range);
    void typedPartWanted();

protected:
    void fill(const ComparisonCurves& curves) override;

private:
    void makePartMenu();
    void showPart(const PairOverTime& pair);

    std::size_t m_place;
    QPushButton* m_part = nullptr; // not on the second strips
};

} // namespace jitterscope::ui
