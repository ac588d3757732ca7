// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attach/desktop_entries.h"
#include "ui/charts/figure_card.h"
#include "ui/document/section_card.h"
#include "ui/pages/page.h"
#include "ui/pages/program/cures_card.h"
#include "ui/pages/report_export.h"
#include "ui/session/attach_runner.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

namespace jitterscope::ui {

class Field;
class ProgramChoice;

/// Starts the user's own program, listens to its loop, and says what makes its frames long.
class ProgramPage final : public Page, public MeasuringPage, public KeepingPage {
    Q_OBJECT
public:
    ProgramPage(Session& session, Settings& settings);
    ~ProgramPage() override;

    void start() override;
    void cancel() override { m_runner.stopListening(); }
    [[nodiscard]] QString measuring() const override;
    [[nodiscard]] double measuredShare() const override;
    [[nodiscard]] bool hasReport() const override { return m_report != nullptr; }
    [[nodiscard]] QString reportText() const override;
    [[nodiscard]] QStringList unsaved() const override;
    [[nodiscard]] std::vector<UnsavedReport> unsavedReports() const override;
    [[nodiscard]] PageHead head() const override { return {{}, m_tools, m_readouts}; }
    [[nodiscard]] QList<PlotCard*> charts() const override { return {m_causes, m_times, m_histogram}; }
    void remember(Settings& settings) const override;

    [[nodiscard]] AttachRunner& runner() { return m_runner; }
    /// Null: nothing is known yet.
    [[nodiscard]] const ReportPointer& report() const { return m_report; }

protected:
    void reportsSaved() override { setSaved(true); }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] QWidget* makeTools();
    [[nodiscard]] QWidget* makeCards();
    [[nodiscard]] ReportExport* makeExport();
    void follow();
    void arrange();
    void begin();
    void choose(std::size_t candidate, std::optional<std::size_t> stretch);
    void toCompare();
    [[nodiscard]] std::vector<std::string> targetWords() const;
    void findEntry();
    void showKept();
    [[nodiscard]] QString doing() const;
    [[nodiscard]] Document document() const;
    void use(const std::string& action);
    [[nodiscard]] std::vector<std::string> heldWords() const;
    void copyHoldingLine();
    void changeMenuEntry(bool held);
    void setSaved(bool saved);
    [[nodiscard]] QString reportName() const;
    void showAll();
    void refresh();

    Session& m_session;
    Settings& m_settings;
    AttachRunner m_runner;
    ReportExport* m_export;
    QLineEdit* m_command = nullptr;
    Field* m_commandField = nullptr;
    QPushButton* m_choose = nullptr;
    ProgramChoice* m_choice = nullptr;
    QComboBox* m_length = nullptr;
    QWidget* m_tools = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_code = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_compare = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    SectionCard* m_verdict = nullptr;
    SectionCard* m_frame = nullptr;
    SectionCard* m_loops = nullptr;
    FigureCard* m_causes = nullptr;
    FigureCard* m_times = nullptr;
    FigureCard* m_histogram = nullptr;
    ProgramCuresCard* m_cures = nullptr;
    QGridLayout* m_grid = nullptr;
    bool m_wide = false;
    ReportPointer m_report;
    std::vector<Readout> m_readouts; // its main figures
    bool m_whole = false;
    bool m_saved = false;                // the report is in a file
    bool m_hasCode = false;              // loopCode() has something for the report
    std::optional<DesktopEntry> m_entry; // the menu entry of this command line
};

} // namespace jitterscope::ui
