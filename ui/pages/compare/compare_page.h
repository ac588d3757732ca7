// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pair_strips.h"
#include "ui/document/section_card.h"
#include "ui/pages/compare/compare_empty.h"
#include "ui/pages/compare/difference_table.h"
#include "ui/pages/compare/run_intake.h"
#include "ui/pages/compare/run_panel.h"
#include "ui/pages/page.h"
#include "ui/pages/report_export.h"
#include "ui/session/comparison_runner.h"
#include "ui/session/session_keeper.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>

namespace jitterscope::ui {

/// Runs side by side: B against A with a verdict, its pictures and its table of differences.
class ComparePage final : public Page, public MeasuringPage, public FilingPage, public KeepingPage {
    Q_OBJECT
public:
    ComparePage(Session& session, Settings& settings);

    [[nodiscard]] QList<PlotCard*> charts() const override;
    [[nodiscard]] QString tableText() const override;
    [[nodiscard]] bool hasReport() const override { return m_pair != nullptr; }
    [[nodiscard]] QString reportText() const override;
    void start() override;
    void cancel() override { m_intake->opener().cancelAll(); }
    [[nodiscard]] bool reading() const override { return m_intake->opener().running(); }
    [[nodiscard]] QStringList unsaved() const override;
    [[nodiscard]] bool canSave() const override { return m_runs.unsaved() && !m_writer->running(); }
    void saveInto(const QString& folder, const std::function<void(const Result<Done>&)>& done) override;
    void keepUnsaved() override { m_keeper->keepNow(); }
    void dropUnsaved() override { m_keeper->letGo(); }
    [[nodiscard]] PageHead head() const override { return {{m_open, m_swap, m_copy, m_save}}; }
    void askOpen() override;
    bool askSave() override;
    [[nodiscard]] QString saveText() const override { return tr("&Save session…"); }
    [[nodiscard]] bool opens(const QString& path) const override;
    bool open(const QString& path) override;

    /// Null: nothing has been compared yet, or the comparison is in progress.
    [[nodiscard]] const ComparedPair* pair() const { return m_pair.get(); }
    [[nodiscard]] RunOpener& opener() { return m_intake->opener(); }
    /// Writes the report as `html`, `pdf`, `md`, `json` or `csv`.
    [[nodiscard]] ReportExport& exports() { return *m_export; }
    /// Begins to write the session, on a thread of its own. The runs are saved when that has ended. False,
    /// and failed(): another session is being written.
    bool saveSession(const QString& path);
    void addExample();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QAction* makeAction(const char* name, const QString& text, const char* icon, const QString& tip);
    void makeActions();
    void refreshIcons();
    QWidget* makeResult();
    QWidget* makeBelow();
    void follow();
    void refresh();
    void fillRecent();
    void fillLeft();
    void offerLeft();
    void compareNow();
    void showPair();
    void showJob();
    void showNothing(const QString& sentence);
    void showOne(const std::shared_ptr<const ComparedRun>& run);
    void showCharts(const std::optional<ComparisonCurves>& curves);
    void askLimit(const std::string& figure);
    void askPart();
    [[nodiscard]] ReportExport* makeExport();
    void sessionWritten(const QString& path);
    void tellWritten(const Result<Done>& done);
    void arrange();

    Session& m_session;
    Settings& m_settings;
    RunList& m_runs;
    RunIntake* m_intake;
    ComparisonRunner* m_comparer;
    SessionKeeper* m_keeper;
    SessionWriter* m_writer;
    ReportExport* m_export;
    RunPanel* m_panel;
    QStackedWidget* m_stack;
    CompareEmpty* m_empty;
    SectionCard* m_card = nullptr;
    QPushButton* m_footing = nullptr;
    FigureCard* m_histogram = nullptr;
    FigureCard* m_quantiles = nullptr;
    PairStrips* m_strips = nullptr;
    PairStrips* m_lateness = nullptr;
    DifferenceCard* m_differences = nullptr;
    QWidget* m_below = nullptr;
    QComboBox* m_job = nullptr;
    QLabel* m_jobText = nullptr;
    QLineEdit* m_note = nullptr;
    QGridLayout* m_charts = nullptr;
    QGridLayout* m_overTime = nullptr;
    QAction* m_open = nullptr;
    QAction* m_swap = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_save = nullptr;
    QMenu* m_openMenu = nullptr;
    bool m_wide = true;
    bool m_touched = false; ///< runs have changed since the writing of a session began
    std::function<void(const Result<Done>&)> m_whenWritten; ///< once
    QString m_writing; ///< name of the session file that is being written, or was last
    std::shared_ptr<const ComparedPair> m_pair;
};

} // namespace jitterscope::ui
