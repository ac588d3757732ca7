// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/points_model.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {
namespace {

constexpr std::string_view kLow = "_low";
constexpr std::string_view kHigh = "_high";

bool areEnds(std::string_view low, std::string_view high) {
    return low.ends_with(kLow) && high.ends_with(kHigh) &&
           low.substr(0, low.size() - kLow.size()) == high.substr(0, high.size() - kHigh.size());
}

Qt::Alignment alignmentOf(const Column& column) {
    return (column.quantity == Quantity::Word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

} // namespace

void PointsModel::show(std::shared_ptr<const ExperimentResult> result) {
    beginResetModel();
    m_result = std::move(result);
    m_shown.clear();
    const std::size_t count = m_result == nullptr ? 0 : m_result->points.columns.size();
    for (std::size_t i = 0; i < count; ++i) {
        const bool interval =
            i + 1 < count && areEnds(m_result->points.columns[i].name, m_result->points.columns[i + 1].name);
        m_shown.push_back({i, interval});
        i += interval ? 1 : 0;
    }
    endResetModel();
}

int PointsModel::sectionOf(std::string_view column) const {
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (m_result->points.columns[m_shown[i].column].name == column)
            return static_cast<int>(i);
    }
    return -1;
}

int PointsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_result == nullptr ? 0 : static_cast<int>(m_result->points.rows.size());
}

int PointsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

const Column& PointsModel::columnOf(int section) const {
    return m_result->points.columns[m_shown[static_cast<std::size_t>(section)].column];
}

const Cell* PointsModel::cellAt(const QModelIndex& index, std::size_t further) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return nullptr;
    const auto& row = m_result->points.rows[static_cast<std::size_t>(index.row())];
    const std::size_t column = m_shown[static_cast<std::size_t>(index.column())].column + further;
    return column < row.size() ? &row[column] : nullptr;
}

QString PointsModel::textOf(const Cell& cell, const Column& column) const {
    if (column.name == "strategy" || column.name == "compared_with")
        return wordOf(cell).empty() ? format::absent() : format::strategyName(wordOf(cell));
    if (column.name == "dominated_by")
        return format::strategyNames(wordOf(cell));
    if (column.name == "policy")
        return format::policyLabel(wordOf(cell));
    if (const auto number = numberOf(cell); number && column.name.find("_difference") != std::string::npos)
        return format::signedPercent(column.quantity == Quantity::Fraction ? 100 * *number : *number);
    return format::cell(cell, column.quantity);
}

QString PointsModel::textAt(const QModelIndex& index) const {
    const Column& column = columnOf(index.column());
    QString text = textOf(*cellAt(index), column);
    if (!m_shown[static_cast<std::size_t>(index.column())].interval)
        return text;
    const Cell* end = cellAt(index, 1);
    if (end == nullptr || !numberOf(*end))
        return text;
    return tr("%1 to %2").arg(text, textOf(*end, column));
}

QVariant PointsModel::data(const QModelIndex& index, int role) const {
    const Cell* cell = cellAt(index);
    if (cell == nullptr)
        return {};
    const Column& column = columnOf(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index);
    case Qt::ToolTipRole:
        return format::text(column.meaning);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(alignmentOf(column));
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

QString PointsModel::rowHeading(int row) const {
    const int strategy = m_result->points.column("strategy");
    if (strategy < 0 || row < 0 || row >= rowCount())
        return QString::number(row + 1);
    const auto& cells = m_result->points.rows[static_cast<std::size_t>(row)];
    const auto at = static_cast<std::size_t>(strategy);
    return at < cells.size() ? format::strategyName(wordOf(cells[at])) : format::absent();
}

QVariant PointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (m_result == nullptr || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(rowHeading(section)) : QVariant();
    if (section >= columnCount())
        return {};
    const Column& column = columnOf(section);
    const bool interval = m_shown[static_cast<std::size_t>(section)].interval;
    switch (role) {
    case Qt::DisplayRole:
        return interval ? tr("95 % interval") : format::text(column.label);
    case Qt::ToolTipRole:
        return (interval ? tr("From … to. ") : QString()) + format::text(column.meaning) +
               QStringLiteral("\n(") + format::text(column.name) + QLatin1Char(')');
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(alignmentOf(column));
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
