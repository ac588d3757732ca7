// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figures/panel.h"

#include <cstdint>
#include <optional>

namespace jitterscope::ui {

/// One slot of a loop: run or lost. Times in ns from the first slot.
struct Slot {
    std::int64_t iteration = 0;
    bool lost = false;
    double at = 0;
    std::optional<double> start = {};         ///< when its work began
    std::optional<double> work = {};          ///< how long it worked
    std::optional<std::int64_t> inSync = {};  ///< picture of an animation by iteration number
    std::optional<std::int64_t> counted = {}; ///< picture by counting calls
};

/// Slots as cells, the work above them where it really was, and below which picture two animations show.
class TimelinePanel final : public Panel {
public:
    /// `period`: length of a slot, ns. `end`: of the time shown, so that timelines can be compared.
    TimelinePanel(QString title, std::vector<Slot> slots_, double period, double end);

    [[nodiscard]] QString textOf(const Hit& hit) const override;
    [[nodiscard]] int hitAt(const QPointF& pixel) const override;
    [[nodiscard]] int lost() const;

    void zoom(double factor, const QPointF& about, bool vertical) override;
    void pan(const QPointF& pixels) override;
    void resetZoom() override { m_time.resetZoom(); }
    [[nodiscard]] bool zoomed() const override { return m_time.zoomed(); }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;

private:
    void paintSlot(QPainter& painter, const Slot& slot, const QRectF& work, const QRectF& cells,
                   const QRectF& sync, const QRectF& counted) const;
    void paintTime(QPainter& painter) const;
    [[nodiscard]] double xOf(double time) const;

    std::vector<Slot> m_slots;
    double m_period;
    Axis m_time;
    QRectF m_plot;
};

} // namespace jitterscope::ui
