// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/diagnosis/plan_bar.h"
#include "ui/pages/diagnosis/recommendation_card.h"
#include "ui/pages/page.h"
#include "ui/pages/report_export.h"
#include "ui/session/runners.h"

#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <optional>
#include <vector>

namespace jitterscope::ui {

/// Says whether this machine is fit for a job, why not, and what helps: the verdict first, all facts last.
class DiagnosisPage final : public Page, public MeasuringPage, public KeepingPage {
    Q_OBJECT
public:
    DiagnosisPage(Session& session, Settings& settings);
    ~DiagnosisPage() override;

    bool commit() override { return m_plan->commit(); }
    void start() override;
    void cancel() override { m_runner.cancel(); }
    [[nodiscard]] QString measuring() const override;
    [[nodiscard]] double measuredShare() const override;
    [[nodiscard]] QStringList unsaved() const override;
    [[nodiscard]] std::vector<UnsavedReport> unsavedReports() const override;
    [[nodiscard]] bool hasReport() const override { return m_diagnosis.has_value(); }
    [[nodiscard]] QString reportText() const override;
    [[nodiscard]] PageHead head() const override { return {{}, m_tools, m_readouts}; }

    [[nodiscard]] DiagnosisRunner& runner() { return m_runner; }
    /// Null: nothing has been diagnosed yet.
    [[nodiscard]] const Diagnosis* diagnosis() const { return m_diagnosis ? &*m_diagnosis : nullptr; }
    void setDiagnosis(const Diagnosis& diagnosis);

    /// Writes the report as `html`, `pdf`, `md` or `json`.
    [[nodiscard]] ReportExport& exports() { return *m_export; }

protected:
    void reportsSaved() override { setSaved(true); }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Around;

    [[nodiscard]] QWidget* makeTools();
    [[nodiscard]] QWidget* makeCards();
    [[nodiscard]] QWidget* makeIntro();
    void follow();
    void arrange();
    void run();
    void tryCure(const std::string& trial);
    void offerInsteadOfLive(const QString& button, const std::function<void()>& go);
    [[nodiscard]] QString beforeText() const;
    void copyCode(const std::string& trial);
    void copyReport();
    [[nodiscard]] ReportExport* makeExport();
    void begin(const std::function<void()>& measure);
    [[nodiscard]] Document document() const;
    void act(const std::string& action);
    void showAll();
    void giveKeyboard(const QString& place);
    void setSaved(bool saved);
    [[nodiscard]] QString reportName() const;
    void refresh();

    Session& m_session;
    Settings& m_settings;
    std::unique_ptr<Around> m_around; // outlives the runner, whose thread calls it
    DiagnosisRunner m_runner;
    DiagnosisPlanBar* m_plan;
    QWidget* m_tools = nullptr;
    QScrollArea* m_area = nullptr;
    ReportExport* m_export;
    QPushButton* m_run = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    SectionCard* m_verdict = nullptr;
    SectionCard* m_findings = nullptr;
    SectionCard* m_trials = nullptr;
    SectionCard* m_anatomy = nullptr;
    RecommendationCard* m_recommendation = nullptr;
    std::vector<SectionCard*> m_below; // the other sections of the report, over the whole width
    QWidget* m_intro = nullptr;
    QHBoxLayout* m_columns = nullptr;
    QVBoxLayout* m_left = nullptr;
    QVBoxLayout* m_right = nullptr;
    bool m_wide = false;
    std::optional<Diagnosis> m_diagnosis;
    std::vector<Readout> m_readouts; // its main figures
    bool m_saved = true;
    std::function<void()> m_next; // called when the Live run has ended
};

} // namespace jitterscope::ui
