// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QAbstractTableModel>

#include <memory>

namespace jitterscope::ui {

/// The points of an experiment as a table: text for people by quantity, the plain value for sorting.
class PointsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    /// The plain value: a number, a word, or nothing.
    static constexpr int kSortRole = Qt::UserRole + 1;

    explicit PointsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Null: an empty table.
    void show(std::shared_ptr<const ExperimentResult> result);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const Cell* cellAt(const QModelIndex& index) const;
    [[nodiscard]] QString textOf(const Cell& cell, const Column& column) const;

    std::shared_ptr<const ExperimentResult> m_result;
};

/// What a model shows, tab-separated with headings: for spreadsheets and mails.
[[nodiscard]] QString tableAsText(const QAbstractItemModel& model);

} // namespace jitterscope::ui
