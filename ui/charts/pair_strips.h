// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/curves.h"
#include "ui/charts/figure_card.h"

#include <QPushButton>

namespace jitterscope::ui {

class Plot;

/// A compared pair over the time of each run. The part that shall count can be drawn in it.
class PairStrips final : public FigureCard {
    Q_OBJECT
public:
    PairStrips(const QString& id, const QString& title, QWidget* parent = nullptr);

    /// Absent: there is nothing to show.
    void show(const std::optional<PairOverTime>& pair);
    using Card::show;
    /// Null: there is nothing to show.
    [[nodiscard]] Plot* plot() const;
    /// Offers to choose a part.
    void offerPart();

signals:
    /// The part of both runs that shall count.
    void partWanted(const jitterscope::TimeRange& range);
    void typedPartWanted();

private:
    void follow();
    void showPart(const PairOverTime& pair);

    QPushButton* m_part = nullptr;
};

} // namespace jitterscope::ui
