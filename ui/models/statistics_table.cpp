// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/statistics_table.h"

#include "ui/models/statistics_model.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kBetween = 12; // pixels between columns
constexpr int kRows = 4;     // room is kept for all four, so that nothing jumps when a baseline is pinned

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
    connect(model, &QAbstractItemModel::headerDataChanged, this, &StatisticsTable::arrange);
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
    const QFontMetrics metrics(figureFont(0.95));
    verticalHeader()->setDefaultSectionSize(metrics.height() + 7);
    verticalHeader()->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("difference")) + 16);
    horizontalHeader()->setFont(noteFont());
    verticalHeader()->setFont(font());
    const QFontMetrics titles(noteFont());
    struct Width {
        int priority;
        int column;
        int least;
    };
    std::vector<Width> widths;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const auto said = [&](int role) { return model()->headerData(column, Qt::Horizontal, role); };
        widths.push_back(
            {said(StatisticsModel::kPriorityRole).toInt(), column,
             std::max(metrics.horizontalAdvance(said(StatisticsModel::kWidestRole).toString()) + kBetween,
                      titles.horizontalAdvance(said(Qt::DisplayRole).toString()) + kBetween)});
    }
    std::sort(widths.begin(), widths.end(),
              [](const Width& a, const Width& b) { return a.priority < b.priority; });
    const int room = width() - verticalHeader()->width() - 4;
    int used = 0;
    std::size_t shown = 0;
    while (shown < widths.size() && used + widths[shown].least <= room)
        used += widths[shown++].least;
    const double spare = used > 0 ? std::min(2.0, static_cast<double>(room) / used) : 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        setColumnHidden(widths[i].column, i >= shown);
        if (i < shown)
            setColumnWidth(widths[i].column, static_cast<int>(widths[i].least * spare));
    }
}

} // namespace jitterscope::ui
