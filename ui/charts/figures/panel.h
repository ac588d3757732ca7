// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/card.h"
#include "ui/charts/figures/axis.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// One picture within a figure: painted from values, in the colours of the theme that was current when it was
/// made. GUI thread.
class Panel {
public:
    /// Something that can be pointed at, where the last paint() put it.
    struct Hit {
        QRectF box;
        int series = 0;
        int item = 0;
    };

    explicit Panel(QString title) : m_title(std::move(title)) {}
    virtual ~Panel() = default;
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;

    /// Paints title and picture into `area`.
    void paint(QPainter& painter, const QRectF& area);
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] QRectF area() const { return m_area; }
    [[nodiscard]] const std::vector<Hit>& hits() const noexcept { return m_hits; }
    /// What can be said of one; several lines.
    [[nodiscard]] virtual QString textOf(const Hit& hit) const = 0;
    /// The hit nearest to a pixel, within reach; −1: none.
    [[nodiscard]] virtual int hitAt(const QPointF& pixel) const;

    virtual void zoom(double /*factor*/, const QPointF& /*about*/, bool /*vertical*/) {}
    virtual void pan(const QPointF& /*pixels*/) {}
    virtual void resetZoom() {}
    [[nodiscard]] virtual bool zoomed() const { return false; }

protected:
    virtual void paintContent(QPainter& painter, const QRectF& area) = 0;
    void addHit(const QRectF& box, int series, int item) { m_hits.push_back({box, series, item}); }
    void addHit(const QPointF& at, int series, int item);

private:
    QString m_title;
    QRectF m_area;
    std::vector<Hit> m_hits;
};

/// The drawing area of a panel with two axes: room for labels, grid, ticks and titles.
class Frame {
public:
    /// Where the plot lies inside `area`, given what the labels need. `left`: room for labels that are not
    /// the y axis's own; −1: its ticks decide.
    Frame(const QPainter& painter, const QRectF& area, const Axis& x, const Axis& y, double left = -1);

    [[nodiscard]] QRectF plot() const { return m_plot; }
    [[nodiscard]] QPointF at(const Axis& x, const Axis& y, double xValue, double yValue) const;
    /// Grid lines, labels and titles; without y where its labels are painted otherwise.
    void paint(QPainter& painter, const Axis& x, const Axis& y, bool withY = true) const;

private:
    void paintX(QPainter& painter, const Axis& axis) const;
    void paintY(QPainter& painter, const Axis& axis) const;

    QRectF m_area;
    QRectF m_plot;
};

/// Text of an axis: tabular and small.
[[nodiscard]] QFont axisFont();

} // namespace jitterscope::ui
