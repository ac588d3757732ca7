// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"
#include "ui/plot/line_view.h"
#include "ui/plot/pointing.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// The letters of plots, as large as the window's.
[[nodiscard]] ChartLetters plotLetters();

/// The one plot: two axes, lines found by name, and layers above and below them. On the screen LineView draws
/// the lines. Everything else is drawn as in files (core/picture/chart_drawing.h).
///
/// Wheel zooms x around the pointer (Shift: y), drag pans, double-click or Home resets; + and − zoom. The
/// read-out follows the pointer; left and right step from point to point where there are points to point at,
/// and pan otherwise (with Shift: always); Return picks. Once drawRange() is called, the next drag draws a
/// range of x instead. GUI thread.
class Plot final : public LineView {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    /// Stands above the plot; empty: none.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const { return m_title; }
    /// The tooltip where nothing is pointed at, and the description for screen readers.
    void setExplanation(const QString& text);
    /// A text in the place of grid and lines. Empty: grid and lines are shown.
    void setEmptyText(const QString& text);
    [[nodiscard]] QString emptyText() const { return m_empty; }
    /// Forgets lines, layers, right scale and zoom.
    void clear();

    void setAxes(Axis x, Axis y);
    [[nodiscard]] const Axis& x() const noexcept { return m_x; }
    [[nodiscard]] const Axis& y() const noexcept { return m_y; }
    /// Sets what is shown, unless the user has zoomed. Reaches as in Axis::setRange().
    void setRange(Range x, Range y, std::optional<Range> xReach = {}, std::optional<Range> yReach = {});
    [[nodiscard]] bool zoomed() const noexcept { return m_x.zoomed() || m_y.zoomed(); }
    void resetZoom();
    /// The next drag draws a range: rangeDrawn() follows. Escape, or a click without a drag, ends it.
    void drawRange();
    [[nodiscard]] bool drawingRange() const noexcept { return m_drawing; }
    /// A second scale, on the right: the values of y times `factor`, with `title` above it. None by default.
    void setRightScale(std::optional<double> factor, const QString& title);
    [[nodiscard]] QString rightTitle() const { return m_right ? m_rightTitle : QString(); }

    /// `fill`: opacity of the ground between the line and the bottom. `onRight`: its values are those of the
    /// right scale.
    struct LineStyle {
        LineLook look = {};
        double fill = 0;
        bool onRight = false;
    };
    /// Lines are drawn in the order in which they were added. If there is a line of this name, it gets the
    /// new style.
    void addLine(const QString& name, const LineStyle& style);
    void setLook(const QString& line, const LineLook& look);
    /// Values that are not finite are left out, and break the line. Does nothing if no line has this name.
    void setLine(const QString& name, const QList<QPointF>& points);
    /// The finite points of a line; none if no line has this name.
    [[nodiscard]] QList<QPointF> line(const QString& name) const;
    [[nodiscard]] QStringList lines() const;

    template <typename L>
    L& add(std::unique_ptr<L> layer) {
        L& added = *layer;
        m_layers.push_back(std::move(layer));
        arrange();
        return added;
    }
    /// The first layer of this kind; null: none.
    template <typename L>
    [[nodiscard]] L* layer() const {
        for (const auto& each : m_layers)
            if (auto* found = dynamic_cast<L*>(each.get()))
                return found;
        return nullptr;
    }
    /// Call it when the contents of layers have changed.
    void layersChanged();

    [[nodiscard]] PlotSpace space() const { return {m_x, m_y, m_area}; }
    [[nodiscard]] QRectF area() const { return m_area; }
    /// Everything in sight that can be pointed at.
    [[nodiscard]] std::vector<QRectF> hitBoxes() const;
    /// The text about what the pointer or the keyboard points at; empty: nothing is pointed at.
    [[nodiscard]] QString readout() const { return m_readout; }

    /// Draws the plot as on the screen, at any size, without marks of pointer, keyboard and zoom.
    void drawInto(Picture& picture, const jitterscope::Box& whole) const;
    /// The lines as CSV rows: line, x, y. Without a heading.
    [[nodiscard]] QByteArray data() const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override { return {360, 180}; }

signals:
    void zoomChanged();
    void rangeDrawn(jitterscope::Range x);
    /// Something that can be pointed at was clicked, or chosen with Return; its read-out, and the
    /// id that its layer gave it.
    void picked(const QString& text, std::int64_t id);

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
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Line {
        QString name;
        LineStyle style;
        QList<QPointF> points;
    };

    [[nodiscard]] Line* find(const QString& name);
    [[nodiscard]] const Line* find(const QString& name) const;
    /// Its place in the order of painting.
    [[nodiscard]] std::size_t numberOf(const Line& line) const;
    void placeLine(const Line& line);
    void applyRange();
    /// The parts between gaps, in values of the axes.
    [[nodiscard]] static std::vector<QList<QPointF>> partsOf(const Line& line, double scale);
    [[nodiscard]] double scaleOf(const Line& line) const;
    void arrange();
    [[nodiscard]] jitterscope::Box whole() const;
    /// What stands around the area; labels of y are at least so wide.
    [[nodiscard]] ChartFrame frameIn(const jitterscope::Box& whole, const ChartLetters& letters,
                                     double labels) const;

    void zoom(double factor, const QPointF& about, bool vertical);
    void pan(double x, double y);
    /// What is being pointed at, where it is now.
    [[nodiscard]] std::optional<Pointing::Target> current() const;
    void pointAt(const QPointF& pixel);
    void step(int direction);
    void say(const std::optional<Pointing::Target>& target, const QPointF& where);
    [[nodiscard]] QString tipAt(const QPointF& pixel) const;

    void drawBelow(const ChartDrawing& drawing) const;
    void drawAbove(const ChartDrawing& drawing) const;
    [[nodiscard]] Path wayOf(const Line& line, const ChartSpace& space) const;
    void paintRings(QPainter& painter) const;
    void endRange();

    Axis m_x;
    Axis m_y;
    std::optional<double> m_right;
    QString m_rightTitle;
    std::vector<Line> m_lines;
    std::vector<std::unique_ptr<Layer>> m_layers;
    QString m_title;
    QString m_explanation;
    QString m_empty;
    QRectF m_area;
    double m_labelWidth = 0; // the widest yet, so that the picture does not jump

    Pointing m_pointing{m_layers};
    std::optional<QPointF> m_pointer; // none: the keyboard points, or nothing does
    QString m_readout;
    QPointF m_press;
    QPointF m_last;
    bool m_dragging = false;
    bool m_drawing = false; // the next drag draws a range
};

} // namespace jitterscope::ui
