// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/points_model.h"

#include "ui/charts/figures/figure.h"
#include "ui/format/plan_text.h"
#include "ui/format/quantity_text.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {

void PointsModel::show(std::shared_ptr<const ExperimentResult> result) {
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int PointsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_result == nullptr ? 0 : static_cast<int>(m_result->points.rows.size());
}

int PointsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_result == nullptr ? 0 : static_cast<int>(m_result->points.columns.size());
}

const Cell* PointsModel::cellAt(const QModelIndex& index) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return nullptr;
    const auto& row = m_result->points.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    return column < row.size() ? &row[column] : nullptr;
}

QString PointsModel::textOf(const Cell& cell, const Column& column) const {
    if (column.name == "strategy")
        return format::strategyName(wordOf(cell));
    if (column.name == "policy")
        return policyLabel(wordOf(cell));
    return format::cell(cell, column.quantity);
}

QVariant PointsModel::data(const QModelIndex& index, int role) const {
    const Cell* cell = cellAt(index);
    if (cell == nullptr)
        return {};
    const Column& column = m_result->points.columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*cell, column);
    case Qt::ToolTipRole:
        return format::text(column.meaning);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(
            (column.quantity == Quantity::Word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    case Qt::FontRole:
        return column.quantity == Quantity::Word ? QVariant() : QVariant(figureFont(0.92));
    case kSortRole:
        if (const auto number = numberOf(*cell))
            return *number;
        return std::holds_alternative<std::string>(*cell) ? QVariant(format::text(wordOf(*cell)))
                                                          : QVariant();
    default:
        return {};
    }
}

QVariant PointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (m_result == nullptr || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section >= columnCount())
        return {};
    const Column& column = m_result->points.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return format::text(column.label);
    case Qt::ToolTipRole:
        return format::text(column.meaning) + QStringLiteral("\n(") + format::text(column.name) +
               QLatin1Char(')');
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(
            (column.quantity == Quantity::Word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    default:
        return {};
    }
}

QString tableAsText(const QAbstractItemModel& model) {
    QStringList lines;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << (row < 0 ? model.headerData(column, Qt::Horizontal).toString()
                              : model.index(row, column).data().toString());
        lines << cells.join(QLatin1Char('\t'));
    }
    return model.columnCount() == 0 ? QString() : lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace jitterscope::ui
