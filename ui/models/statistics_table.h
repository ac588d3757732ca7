// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/baseline.h"
#include "ui/session/session.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <optional>
#include <vector>

namespace jitterscope::ui {

/// The statistics table: now · before the last change · baseline · difference. No row is about several
/// settings. Rows without anything to show are left out.
class StatisticsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Frames,
        P50,
        P99,
        P999,
        Max,
        Jitter,
        LatenessP50,
        LatenessP99,
        Late,
        Lost,
        Drift,
        Cpu,
        ColumnCount
    };
    enum class Row { Now, Before, Baseline, Difference };
    /// Role of a column's heading: a narrow table first hides the columns with the highest numbers.
    static constexpr int kPriorityRole = Qt::UserRole + 1;
    /// Role of a column's heading: the widest text that its cells usually hold.
    static constexpr int kWidestRole = Qt::UserRole + 2;

    explicit StatisticsModel(QObject* parent = nullptr);

    /// Resets the model only if it then has other rows. Otherwise the cells change in place.
    void show(const std::optional<LiveMetrics>& metrics,
              const std::optional<jitterscope::ui::Baseline>& baseline);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return m_rows; }

    /// Why differences to the baseline are not called better or worse; empty: they are.
    [[nodiscard]] QString whyNotJudged() const { return m_whyNotJudged; }

    /// Tab-separated, with headings: for spreadsheets and mails.
    [[nodiscard]] QString asText() const;

private:
    struct Source {
        FrameMetrics metrics;
        CpuUsage cpu;
        double period = 0;
        Nanoseconds tolerance{};
        bool exact = true; ///< percentiles
    };
    [[nodiscard]] const Source& source(Row row) const;
    [[nodiscard]] QString cell(Row row, int column) const;
    [[nodiscard]] QString text(const Source& from, int column, double value) const;
    [[nodiscard]] QString difference(int column) const;
    [[nodiscard]] QString title(int column) const;
    /// −1: worse, 1: better than the baseline, 0: neither.
    [[nodiscard]] int verdict(int column) const;

    std::vector<Row> m_rows;
    Source m_now;
    Source m_before;
    Source m_base;
    QString m_baselineLabel;
    QString m_beforeTitle;
    QString m_whyNotJudged;
    bool m_oneTolerance = true; ///< all rows have the same
    Nanoseconds m_shownTolerance{};
};

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
