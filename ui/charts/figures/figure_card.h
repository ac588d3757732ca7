// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/card.h"
#include "ui/charts/figures/figure.h"

#include <QCheckBox>
#include <QComboBox>
#include <QImage>

#include <memory>

namespace jitterscope::ui {

/// Paints a figure and says what is under the pointer. Wheel zooms x (Shift: y), drag pans, double-click or
/// Home resets; left and right step from point to point, + and − zoom.
class FigureView final : public QWidget {
    Q_OBJECT
public:
    explicit FigureView(QWidget* parent = nullptr);

    void setFigure(Figure figure);
    [[nodiscard]] const Figure& figure() const noexcept { return m_figure; }
    /// −1: all panels; otherwise only this one.
    void showPanel(int panel);
    void setEmptyText(const QString& text);
    /// Paints everything into `area`, as on the screen.
    void paintInto(QPainter& painter, const QRectF& area, bool withKey = true);
    /// Painted above the panels; for a key that has no room elsewhere.
    void setKey(const QVector<KeyItem>& items);
    /// What is said of the point that the keyboard or the pointer is at; empty: none.
    [[nodiscard]] QString readout() const { return m_readout; }
    [[nodiscard]] bool zoomed() const;
    void resetZoom();
    [[nodiscard]] QSize sizeHint() const override { return {480, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] std::vector<Panel*> shown() const;
    [[nodiscard]] Panel* panelAt(const QPointF& pixel) const;
    [[nodiscard]] static int columnsFor(int panels, const QSizeF& size);
    void pointAt(const QPointF& pixel, const QPoint& global);
    void stepTo(int direction);
    void say(const Panel* panel, int hit, const QPoint& global);

    Figure m_figure;
    QVector<KeyItem> m_key;
    QString m_empty;
    QString m_readout;
    QRectF m_ring;
    QPointF m_last;
    int m_only = -1;
    int m_step = -1;
};

enum class FigureFile { Png, Svg, Pdf };

/// A card with an experiment's figure, its key and its switches.
class FigureCard final : public Card {
    Q_OBJECT
public:
    explicit FigureCard(const FigureEntry& entry, const QString& title, QWidget* parent = nullptr);

    /// Null: nothing measured yet. `before` is laid under it where the figure can.
    void show(std::shared_ptr<const ExperimentResult> result, std::shared_ptr<const ExperimentResult> before);
    void setEmptyText(const QString& text) { m_view->setEmptyText(text); }
    [[nodiscard]] FigureView& view() { return *m_view; }
    /// The figure with title and key, at twice the size.
    [[nodiscard]] QImage image();
    [[nodiscard]] QByteArray bytes(FigureFile kind);
    using Card::show;

signals:
    void saveRequested(jitterscope::ui::FigureFile kind);
    void saveDataRequested();
    void copyDataRequested();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void placeKey();
    void fillPanels();
    void paintWhole(QPainter& painter, const QRectF& area);
    [[nodiscard]] QSize pictureSize() const;

    const FigureEntry& m_entry;
    FigureView* m_view;
    QCheckBox* m_log;
    QComboBox* m_panels;
    QVector<KeyItem> m_items;
    std::shared_ptr<const ExperimentResult> m_result;
    std::shared_ptr<const ExperimentResult> m_before;
};

} // namespace jitterscope::ui
