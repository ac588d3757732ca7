// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/redactor.h"
#include "ui/charts/experiment_chart_card.h"
#include "ui/forms/experiment_form.h"
#include "ui/models/points_model.h"
#include "ui/pages/experiments/experiment_export.h"
#include "ui/session/plan_history.h"
#include "ui/session/runners.h"
#include "ui/theme/elided_label.h"

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

namespace jitterscope::ui {

class ReportExport;

/// One experiment: what to run on the left; chart, explanation and table on the right. Keeps its result while
/// other experiments are shown.
class ExperimentView final : public QWidget {
    Q_OBJECT
public:
    ExperimentView(const ExperimentEntry& entry, const ExperimentFigureEntry& chart, ExperimentRunner& runner,
                   Settings& settings);

    [[nodiscard]] const ExperimentEntry& entry() const noexcept { return m_entry; }
    [[nodiscard]] ExperimentForm& form() { return *m_form; }
    [[nodiscard]] ExperimentExport& exports() { return *m_exports; }
    [[nodiscard]] ExperimentChartCard& chart() { return *m_chart; }
    [[nodiscard]] std::shared_ptr<const ExperimentResult> result() const { return m_result; }
    [[nodiscard]] QString tableText() const { return tableAsText(*m_sorted); }
    [[nodiscard]] QString reportText(const Privacy& privacy) const; ///< Markdown; empty: no result
    /// `reason`: why nothing can be started now; empty: it can be. `live`: a Live run goes on, which must be
    /// stopped first.
    void setReason(const QString& reason, bool live);
    void setResult(std::shared_ptr<const ExperimentResult> result);
    /// Measured here, and in no file.
    [[nodiscard]] bool unsaved() const;
    /// Shows progress, buttons and texts as they are now.
    void refresh();
    /// Starts what the form says. If a Live run is in the way, emits stopLiveWanted() instead.
    void run();
    [[nodiscard]] bool canUndo() const { return !mine() && m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return !mine() && m_history.canRedo(); }
    void undo();
    void redo();

    /// With all lines of its head.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void backWanted();
    /// Call run() again when the Live run has ended.
    void stopLiveWanted();
    void historyChanged();
    void noticed(const QString& message);
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] QWidget* makeRight();
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeBelow();
    [[nodiscard]] QMenu* exportMenu();
    void copyTable();
    void keep();
    void showResult();
    void showBanner();
    void showLook();
    void showMeasuring();
    void refreshRun();
    [[nodiscard]] bool mine() const { return m_runner.running() && m_runner.id() == m_entry.id; }

    const ExperimentEntry& m_entry;
    const ExperimentFigureEntry& m_chartEntry;
    ExperimentRunner& m_runner;
    ExperimentForm* m_form;
    PlanHistory<ExperimentPlan> m_history;
    QString m_reason;
    bool m_live = false;
    std::shared_ptr<const ExperimentResult> m_result;
    std::shared_ptr<const ExperimentResult> m_kept;
    Digest m_digest; // of m_result
    ExperimentChartCard* m_chart;
    ExperimentExport* m_exports;
    ReportExport* m_report;
    PointsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table = nullptr;
    Card* m_tableCard = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_keep = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    QWidget* m_head = nullptr;
    QLabel* m_banner = nullptr;
    ElidedLabel* m_notes = nullptr;
    QLabel* m_sentence = nullptr; // what the measurement decided
    QLabel* m_look = nullptr;
};

} // namespace jitterscope::ui
