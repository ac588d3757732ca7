// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/experiments/experiment_view.h"
#include "ui/pages/gallery.h"
#include "ui/pages/page.h"
#include "ui/session/runners.h"

#include <QStackedWidget>

#include <map>

namespace jitterscope::ui {

/// The gallery, and a view for each experiment. One experiment runs at a time, and never during a Live run.
/// It goes on while others are shown.
class ExperimentsPage final : public Page, public MeasuringPage, public KeepingPage, public UndoingPage {
    Q_OBJECT
public:
    ExperimentsPage(Session& session, Settings& settings);

    [[nodiscard]] QString tableText() const override;
    [[nodiscard]] bool hasReport() const override {
        return current() != nullptr && current()->result() != nullptr;
    }
    [[nodiscard]] QString reportText() const override;
    void start() override;
    void cancel() override { m_runner->cancel(); }
    [[nodiscard]] QString measuring() const override;
    [[nodiscard]] double measuredShare() const override;
    void showPart(const QString& id) override;
    [[nodiscard]] QStringList unsaved() const override;
    [[nodiscard]] std::vector<UnsavedReport> unsavedReports() const override;
    [[nodiscard]] bool canUndo() const override { return current() != nullptr && current()->canUndo(); }
    [[nodiscard]] bool canRedo() const override { return current() != nullptr && current()->canRedo(); }
    void undo() override { current()->undo(); }
    void redo() override { current()->redo(); }

    [[nodiscard]] ExperimentRunner& runner() { return *m_runner; }
    [[nodiscard]] Gallery& gallery() { return *m_gallery; }
    /// Null: the gallery is shown.
    [[nodiscard]] ExperimentView* current() const;
    void openExperiment(const std::string& id);
    void back();

protected:
    void reportsSaved() override;

private:
    void follow();
    [[nodiscard]] ExperimentView* view(const std::string& id);
    [[nodiscard]] QString reasonAgainst(const std::string& id) const;
    void refreshAll();
    void take(const std::shared_ptr<const ExperimentResult>& result);
    void runNext();

    Session& m_session;
    Settings& m_settings;
    ExperimentRunner* m_runner;
    QStackedWidget* m_stack;
    Gallery* m_gallery;
    std::map<std::string, ExperimentView*> m_views; // made when first opened
    ExperimentView* m_next = nullptr;               // runs when the Live run has ended
};

} // namespace jitterscope::ui
