// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figures/panel.h"

#include <QPen>

#include <optional>

namespace jitterscope::ui {

/// One point; a span is an interval or a whisker around it, in the axis's values.
struct XyPoint {
    double x = 0;
    double y = 0;
    std::optional<Range> xSpan = {};
    std::optional<Range> ySpan = {};
    QString note = {};  ///< more for the readout
    QString label = {}; ///< painted beside it
    bool pale = false;
    bool bare = false; ///< where a line ends: nothing is painted there, nothing can be pointed at
};

/// One line or cloud. Points that are not finite break the line.
struct XySeries {
    QString name;
    QPen pen;
    std::vector<XyPoint> points = {};
    bool line = true;
    bool dots = true;
    bool band = false;   ///< ySpan as a tinted band instead of whiskers
    bool before = false; ///< of an earlier result: lighter
    bool hollow = false; ///< dots as rings
};

/// A dashed line to compare with.
struct Reference {
    enum Kind { Diagonal, Horizontal, Vertical } kind = Horizontal;
    double at = 0;
    QString label;
};

/// Curves, lines and clouds on two axes, zoomed by the wheel.
class XyPanel final : public Panel {
public:
    XyPanel(QString title, Axis x, Axis y, std::vector<XySeries> series,
            std::vector<Reference> references = {});

    /// Said where there is nothing to draw.
    void setEmptyText(const QString& text) { m_empty = text; }
    [[nodiscard]] QString textOf(const Hit& hit) const override;
    [[nodiscard]] const std::vector<XySeries>& series() const noexcept { return m_series; }
    void zoom(double factor, const QPointF& about, bool vertical) override;
    void pan(const QPointF& pixels) override;
    void resetZoom() override;
    [[nodiscard]] bool zoomed() const override { return m_x.zoomed() || m_y.zoomed(); }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;

private:
    void paintReferences(QPainter& painter, const Frame& frame) const;
    void paintBand(QPainter& painter, const Frame& frame, const XySeries& series) const;
    void paintLine(QPainter& painter, const Frame& frame, const XySeries& series) const;
    void paintPoints(QPainter& painter, const Frame& frame, int index);
    [[nodiscard]] QRectF freePlace(const QPointF& at, const QSizeF& size,
                                   const std::vector<QRectF>& taken) const;
    void paintLabels(QPainter& painter, const Frame& frame) const;

    Axis m_x;
    Axis m_y;
    std::vector<XySeries> m_series;
    std::vector<Reference> m_references;
    QRectF m_plot;
    QString m_empty;
    bool m_any = false; // point can be drawn
};

/// Fewer points with the same look: the lowest and the highest of each of `columns` equal parts.
[[nodiscard]] std::vector<XyPoint> thinned(std::vector<XyPoint> points, std::size_t columns = 300);

} // namespace jitterscope::ui
