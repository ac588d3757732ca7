// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace jitterscope::ui {

/// The one set-up of tables of figures: flat, no grid, columns as wide as what they
/// hold; those that matter least (StatisticsModel::kPriorityRole) give way when the table is narrow.
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
