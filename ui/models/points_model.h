// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QAbstractTableModel>

#include <memory>
#include <string_view>
#include <vector>

namespace jitterscope::ui {

/// The points of an experiment as a table: text for people by quantity, the plain value for sorting. The two
/// ends of an interval (NAME_low, NAME_high side by side) share a column. Rows are headed by their strategy.
class PointsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    /// The plain value: a number, a word, or nothing.
    static constexpr int kSortRole = Qt::UserRole + 1;

    explicit PointsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Null: an empty table.
    void show(std::shared_ptr<const ExperimentResult> result);

    /// The section that shows the table's column of this name; −1: none. The upper end of an interval has no
    /// section of its own.
    [[nodiscard]] int sectionOf(std::string_view column) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// What one column shows: a column of the table, or an interval with its end in the next.
    struct Shown {
        std::size_t column = 0;
        bool interval = false;
    };
    [[nodiscard]] const Cell* cellAt(const QModelIndex& index, std::size_t further = 0) const;
    [[nodiscard]] const Column& columnOf(int section) const;
    [[nodiscard]] QString textOf(const Cell& cell, const Column& column) const;
    [[nodiscard]] QString textAt(const QModelIndex& index) const;
    [[nodiscard]] QString rowHeading(int row) const;

    std::shared_ptr<const ExperimentResult> m_result;
    std::vector<Shown> m_shown;
};

/// What a model shows, tab-separated, with the headings of its columns: for spreadsheets and mails.
[[nodiscard]] QString tableAsText(const QAbstractItemModel& model);

} // namespace jitterscope::ui
