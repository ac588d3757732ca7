// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/cpu_chart.h"
#include "ui/charts/estimator_chart.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/strip_chart.h"
#include "ui/forms/plan_form.h"
#include "ui/models/statistics_table.h"
#include "ui/pages/hint_line.h"
#include "ui/pages/page.h"
#include "ui/session/plan_history.h"

#include <QElapsedTimer>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>

namespace jitterscope::ui {

/// What Live shows in the place of its charts as long as nothing was ever measured: what the program is for,
/// and where to begin.
class LiveStart final : public QWidget {
    Q_OBJECT
public:
    explicit LiveStart(QWidget* parent = nullptr);

signals:
    void measureWanted();
    /// The user wants the page with this id.
    void pageWanted(const QString& page);
};

/// The plan on the left; histogram, strip, CPU, estimator and statistics of the run on the right. Each is
/// drawn at its own cadence, and not at all while the page is hidden or paused.
class LivePage final : public Page, public UndoingPage {
    Q_OBJECT
public:
    LivePage(Session& session, Settings& settings);

    [[nodiscard]] QList<PlotCard*> charts() const override;
    [[nodiscard]] QString tableText() const override { return m_model->asText(); }
    [[nodiscard]] bool takesBaseline() const override { return true; }
    bool commit() override { return m_form->commit(); }
    void setPaused(bool paused) override;
    /// How long the first measurement takes, which the user starts from what is shown before it; ms.
    void setFirstLength(int length) { m_first.setInterval(length); }
    void remember(Settings& settings) const override;
    [[nodiscard]] bool canUndo() const override { return m_history.canUndo() || !m_form->settled(); }
    [[nodiscard]] bool canRedo() const override { return m_history.canRedo(); }
    void undo() override;
    void redo() override;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeRun();
    [[nodiscard]] QWidget* makeCharts();
    void measureFirst();
    void showRun();
    [[nodiscard]] QWidget* makeStatistics();
    void follow();
    void takePlan();
    void goTo(const RunPlan& plan);
    void tick();
    [[nodiscard]] bool live() const;
    void drawHistogram();
    void drawStrip();
    void drawCpu();
    void drawEstimator();
    void drawNumbers();
    void drawAll();
    void clear();
    [[nodiscard]] std::vector<Hint> hints() const;

    Session& m_session;
    Settings& m_settings;
    PlanForm* m_form;
    HintLine* m_hints;
    HistogramChart* m_histogram;
    StripChart* m_strip;
    CpuChart* m_cpu;
    EstimatorChart* m_estimator;
    StatisticsModel* m_model;
    Card* m_statistics;
    QStackedWidget* m_stack;
    LiveStart* m_start;
    QTimer m_first; // ends the first measurement
    bool m_measuresFirst = false;
    bool m_showsFirst = false; // what the first measurement showed is said
    PlanHistory<RunPlan> m_history;
    QElapsedTimer m_clock;
    int m_ticks = 0;
    bool m_paused = false;
};

} // namespace jitterscope::ui
