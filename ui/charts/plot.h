// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ticks.h"

#include <QChartView>
#include <QLineSeries>
#include <QPen>
#include <QValueAxis>

#include <functional>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// What an axis shows and how it is labelled.
struct AxisLook {
    TickMaker ticks = numberTicks();
    TitleMaker title; ///< none: no title is drawn
    QString tooltip;
};

/// Lines on a quiet grid. Wheel zooms x (Shift: y), drag pans, double-click or Home resets; + − and arrows do
/// the same from the keyboard. Grid, labels and marks are painted, the lines are Qt Charts'.
class Plot final : public QChartView {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    void setAxes(AxisLook x, AxisLook y);
    /// A scale on the right: y of the axis times `factor`, with its name along it; none by default.
    void setRightScale(std::optional<double> factor, const QString& title);
    [[nodiscard]] QString rightTitle() const { return m_right ? m_rightTitle : QString(); }

    int addLine(const QPen& pen);
    void setLinePen(int line, const QPen& pen);
    [[nodiscard]] QPen linePen(int line) const;
    /// Values that are not finite are left out.
    void setLine(int line, QList<QPointF> points);
    [[nodiscard]] QList<QPointF> line(int line) const;
    /// Tints the ground between a line and the bottom.
    void setFilled(int line, double opacity);

    /// What is shown unless the user has zoomed.
    void setRange(Range x, Range y);
    [[nodiscard]] Range shownX() const noexcept { return m_userX.value_or(m_x); }
    [[nodiscard]] Range shownY() const noexcept { return m_userY.value_or(m_y); }
    [[nodiscard]] bool zoomed() const noexcept { return m_userX || m_userY; }
    void resetZoom();

    [[nodiscard]] QPointF toPixel(double x, double y) const;
    [[nodiscard]] QPointF toValue(const QPointF& pixel) const;
    [[nodiscard]] QRectF area() const { return m_area; }

    /// Called with the painter clipped to the plot area, after the lines.
    void setMarks(std::function<void(QPainter&)> paint) { m_marks = std::move(paint); }
    /// Text for a point under the mouse; empty: none.
    void setReadout(std::function<QString(QPointF pixel)> readout) { m_readout = std::move(readout); }
    /// Shown instead of an empty grid; empty: the grid.
    void setEmptyText(const QString& text);

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 84}; }
    [[nodiscard]] QSize sizeHint() const override { return {360, 180}; }

signals:
    void zoomChanged();
    void clicked(const QPointF& pixel);

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Line {
        QLineSeries* series = nullptr;
        double fill = 0;
    };

    void placeArea();
    void applyRange();
    void zoom(double factor, QPointF about, bool vertical);
    void pan(double dx, double dy);
    void drawGrid(QPainter& painter);
    void drawRightTitle(QPainter& painter);
    void drawFills(QPainter& painter);
    void showTip(const QPoint& position, const QPoint& global);

    QValueAxis* m_xAxis;
    QValueAxis* m_yAxis;
    AxisLook m_xLook;
    AxisLook m_yLook;
    std::optional<double> m_right;
    QString m_rightTitle;
    std::vector<Line> m_lines;
    Range m_x;
    Range m_y;
    std::optional<Range> m_userX;
    std::optional<Range> m_userY;
    QRectF m_area;
    double m_labelWidth = 0;
    std::function<void(QPainter&)> m_marks;
    std::function<QString(QPointF)> m_readout;
    QString m_empty;
    QPointF m_press;
    QPointF m_last;
    bool m_dragging = false;
};

} // namespace jitterscope::ui
