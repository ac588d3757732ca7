// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "ui/plot/card.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <optional>

namespace jitterscope::ui {

/// The differences of a pair as a table: figure, A, B, change in % of A, B − A with its interval, B is.
class DifferenceModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, A, B, Change, Difference, Better, ColumnCount };

    explicit DifferenceModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void show(const Comparison& comparison);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] const FigureDifference& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// The ends of the scale of changes, as a share of A: about the largest change, 0.1 … 1.
    [[nodiscard]] double reach() const noexcept { return m_reach; }
    /// Tab-separated, with headings.
    [[nodiscard]] QString asText() const;

private:
    Comparison m_comparison;
    std::vector<FigureDifference> m_rows;
    double m_reach = 1;
};

/// The change of one figure as a share of the size of A.
struct ChangeOfA {
    double value = 0;
    std::optional<Interval> interval;
};
/// Absent: the figure cannot be compared, or A is 0.
[[nodiscard]] std::optional<ChangeOfA> changeOf(const FigureDifference& line);

/// The card with the table.
class DifferenceCard final : public Card {
    Q_OBJECT
public:
    explicit DifferenceCard(QWidget* parent = nullptr);
    void show(const Comparison& comparison);
    using Card::show;
    [[nodiscard]] DifferenceModel& model() { return *m_model; }
    [[nodiscard]] QTableView& table() { return *m_table; }

signals:
    /// The user wants another limit (`frame_time.beyond`) or tolerance (`late.fraction`).
    void limitWanted(const std::string& figure);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    DifferenceModel* m_model;
    QTableView* m_table;
};

} // namespace jitterscope::ui
