// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace jitterscope::ui {

/// The table of statistics: flat, without a grid, columns from one to two times as wide as their contents. A
/// narrow table hides the least important columns (StatisticsModel::kPriorityRole).
class StatisticsTable final : public QTableView {
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent = nullptr);
    void setModel(QAbstractItemModel* model) override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    [[nodiscard]] int rowsHeight(int rows) const;
};

} // namespace jitterscope::ui
