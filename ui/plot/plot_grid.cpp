// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_grid.h"

#include "ui/plot/plot.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kCardGap = 14;
constexpr int kNarrowest = 300;   // px of a plot beside another
constexpr QSize kLeast{240, 170}; // of one among several

int columnsFor(int plots, int width) {
    if (plots <= 1)
        return 1;
    const int wanted = plots == 4 ? 2 : std::min(plots, 3);
    return std::min(std::max(1, width / kNarrowest), wanted);
}

} // namespace

PlotGrid::PlotGrid(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PlotGrid::setPlots(std::vector<std::unique_ptr<Plot>> plots) {
    const auto focused =
        std::find_if(m_plots.begin(), m_plots.end(), [](const Plot* plot) { return plot->hasFocus(); });
    const auto index = static_cast<std::size_t>(focused - m_plots.begin());
    const bool refocus = focused != m_plots.end() && index < plots.size();
    for (Plot* old : m_plots) {
        old->hide();
        old->deleteLater(); // not at once: this may be called while all widgets learn of a change of theme
    }
    m_plots.clear();
    for (auto& plot : plots) {
        plot->setParent(this);
        m_plots.push_back(plot.release());
    }
    m_only = -1;
    arrange();
    if (refocus)
        m_plots[index]->setFocus();
    updateGeometry();
    update();
}

void PlotGrid::setStacked(bool stacked) {
    m_stacked = stacked;
    arrange();
}

void PlotGrid::showOnly(int plot) {
    m_only = plot;
    arrange();
    updateGeometry();
}

std::vector<Plot*> PlotGrid::shown() const {
    if (m_only < 0 || m_only >= static_cast<int>(m_plots.size()))
        return m_plots;
    return {m_plots[static_cast<std::size_t>(m_only)]};
}

void PlotGrid::setEmptyText(const QString& text) {
    if (text == m_empty)
        return;
    m_empty = text;
    update();
}

bool PlotGrid::zoomed() const {
    const auto plots = shown();
    return std::any_of(plots.begin(), plots.end(), [](const Plot* plot) { return plot->zoomed(); });
}

void PlotGrid::resetZoom() {
    for (Plot* plot : shown())
        plot->resetZoom();
}

std::vector<QRect> PlotGrid::places(std::size_t plots, const QRect& area) const {
    const int count = static_cast<int>(plots);
    if (count == 0)
        return {};
    const int columns = m_stacked ? 1 : columnsFor(count, area.width());
    const int rows = rowsFor(plots, area.width());
    const int wide = (area.width() - kCardGap * (columns - 1)) / columns;
    const int gap = count == 1 ? 0 : std::min(kCardGap, area.height() / (4 * rows));
    const int high = (area.height() - gap * (rows - 1)) / rows;
    std::vector<QRect> list;
    for (int i = 0; i < count; ++i)
        list.emplace_back(area.left() + (wide + kCardGap) * (i % columns),
                          area.top() + (high + gap) * (i / columns), wide, high);
    return list;
}

void PlotGrid::arrange() {
    const std::vector<Plot*> plots = shown();
    const std::vector<QRect> where = places(plots.size(), rect());
    for (Plot* plot : m_plots) {
        const auto at = std::find(plots.begin(), plots.end(), plot);
        if (at != plots.end())
            plot->setGeometry(where[static_cast<std::size_t>(at - plots.begin())]);
        plot->setVisible(at != plots.end());
    }
}

void PlotGrid::drawInto(Picture& picture, const Box& area) const {
    const std::vector<Plot*> plots = shown();
    const QRect whole = QRectF(area.left, area.top, area.width(), area.height()).toAlignedRect();
    const std::vector<QRect> where = places(plots.size(), whole);
    for (std::size_t i = 0; i < plots.size(); ++i)
        plots[i]->drawInto(picture,
                           boxAt(where[i].left(), where[i].top(), where[i].width(), where[i].height()));
}

QSize PlotGrid::minimumSizeHint() const {
    const std::vector<Plot*> plots = shown();
    if (plots.size() == 1)
        return plots.front()->minimumSizeHint();
    const int rows = isVisible() ? rowsFor(plots.size(), width()) : 1; // its width is not known before
    return {forFont(kLeast.width()), forFont(kLeast.height()) * rows + kCardGap * (rows - 1)};
}

int PlotGrid::rowsFor(std::size_t plots, int width) const {
    const int count = static_cast<int>(plots);
    const int columns = m_stacked ? 1 : columnsFor(count, width);
    return std::max(1, (count + columns - 1) / columns);
}

void PlotGrid::paintEvent(QPaintEvent*) {
    if (!m_plots.empty())
        return;
    QPainter painter(this);
    painter.setPen(tokens().muted);
    painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, m_empty);
}

void PlotGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // the rows may be others
}

} // namespace jitterscope::ui
