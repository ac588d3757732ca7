// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/statistics_table.h"

#include "ui/models/statistics_model.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kRows = 4; // room is kept for all of them, so that nothing jumps when a baseline is pinned

} // namespace

StatisticsTable::StatisticsTable(QWidget* parent) : QTableView(parent) {
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    setWordWrap(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setSectionsClickable(false);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StatisticsTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &StatisticsTable::arrange);
    arrange();
}

int StatisticsTable::rowsHeight(int rows) const {
    const int line = QFontMetrics(figureFont(0.95)).height() + 7;
    return horizontalHeader()->sizeHint().height() + rows * line + 2;
}

QSize StatisticsTable::sizeHint() const {
    return {400, rowsHeight(kRows)};
}
QSize StatisticsTable::minimumSizeHint() const {
    return {200, rowsHeight(kRows)};
}

void StatisticsTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    arrange();
}

void StatisticsTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

void StatisticsTable::arrange() {
    if (model() == nullptr)
        return;
    const QFontMetrics figures(figureFont(0.95));
    verticalHeader()->setDefaultSectionSize(figures.height() + 7);
    verticalHeader()->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("difference")) + 16);
    horizontalHeader()->setFont(noteFont());
    verticalHeader()->setFont(font());
    const int least = figures.horizontalAdvance(QStringLiteral("+194.84 µs")) + 12;
    const int room = width() - verticalHeader()->width() - 4;
    const int fit = std::max(4, room / least);
    std::vector<std::pair<int, int>> order; // priority, column
    for (int column = 0; column < model()->columnCount(); ++column)
        order.emplace_back(
            model()->headerData(column, Qt::Horizontal, StatisticsModel::kPriorityRole).toInt(), column);
    std::stable_sort(order.begin(), order.end());
    const int shown = std::min(fit, static_cast<int>(order.size()));
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        const int column = order[static_cast<std::size_t>(i)].second;
        setColumnHidden(column, i >= shown);
        if (i < shown)
            setColumnWidth(column, std::min(room / shown, least * 2));
    }
}

} // namespace jitterscope::ui
