// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/picture.h"
#include "ui/plot/card.h"
#include "ui/plot/picture_file.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <functional>
#include <optional>

class QMimeData;

namespace jitterscope::ui {

class PlotGrid;

/// A card with one or several plots. Its menu copies and saves all of them with title and key as one picture,
/// and resets their zoom. Dragged by its title or edge, the picture goes to another program. Switches on the
/// card are not in the picture.
class PlotCard : public Card {
    Q_OBJECT
public:
    PlotCard(const QString& id, const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const { return m_id; }
    [[nodiscard]] PlotGrid& grid() const { return *m_grid; }
    /// The card as it is drawn now, with two pixels for each px; at least 640 × 360 px.
    [[nodiscard]] QImage image() const;
    [[nodiscard]] QByteArray bytes(PictureFile kind) const;
    /// What another program gets when the card is dropped there: the picture in pixels and as SVG, and as a
    /// file.
    [[nodiscard]] QMimeData* draggedPicture() const;
    /// Makes the file PictureFile::Data; otherwise that holds the lines of the plots.
    void setData(std::function<QByteArray()> make) { m_data = std::move(make); }
    /// Nothing to copy or save yet.
    [[nodiscard]] virtual bool isEmpty() const;

signals:
    void saveRequested(jitterscope::ui::PlotCard* card, jitterscope::ui::PictureFile kind);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    /// The key of the picture; by default the one in the head of the card.
    [[nodiscard]] virtual QVector<KeyItem> keyItems() const { return m_strip->items(); }
    /// The picture as SVG, in the colours of the reader's system.
    [[nodiscard]] virtual QByteArray svg() const;

private:
    [[nodiscard]] Picture picture() const;
    [[nodiscard]] QByteArray rows() const;

    QString m_id;
    PlotGrid* m_grid;
    KeyStrip* m_strip;
    std::function<QByteArray()> m_data;
    std::optional<QPoint> m_pressed; // where a drag may begin
};

class Plot;

/// A card with one plot, as the pages that measure live have them.
///
/// To add one: derive, add lines and layers to plot() in the constructor, and write a draw() that takes
/// values and fills them with at most about 600 points. Add both files to ui/CMakeLists.txt and the chart to
/// its page.
class ChartCard : public PlotCard {
    Q_OBJECT
public:
    ChartCard(const QString& id, const QString& title, const QString& explanation, QWidget* parent = nullptr);

    [[nodiscard]] Plot& plot() const { return *m_plot; }
    /// Sets the tooltip: what the chart shows, and which way is good.
    void setExplanation(const QString& text);

private:
    Plot* m_plot;
};

} // namespace jitterscope::ui
