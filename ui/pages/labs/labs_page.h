// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/gallery.h"
#include "ui/pages/labs/challenge_desk.h"
#include "ui/pages/labs/lab_actions.h"
#include "ui/pages/labs/lab_desk.h"
#include "ui/pages/labs/lab_files.h"
#include "ui/pages/labs/lab_progress.h"
#include "ui/pages/labs/teaching_card.h"
#include "ui/pages/page.h"
#include "ui/session/runners.h"

#include <QStackedWidget>

#include <map>

namespace jitterscope::ui {

/// The gallery of labs, and a desk for each lab. In front of a class, a desk takes the whole window.
class LabsPage final : public Page, public MeasuringPage, public FilingPage {
    Q_OBJECT
public:
    /// `labs` must outlive it.
    LabsPage(Session& session, Settings& settings, std::span<const LabEntry> labs = labCatalog());

    [[nodiscard]] bool hasReport() const override {
        return current() != nullptr && current()->work().answered();
    }
    [[nodiscard]] QString reportText() const override;
    bool commit() override { return current() == nullptr || current()->commit(); }
    void start() override;
    void cancel() override { m_runner->cancel(); }
    [[nodiscard]] QString measuring() const override;
    [[nodiscard]] double measuredShare() const override;
    [[nodiscard]] PageHead head() const override;
    void askOpen() override;
    bool askSave() override;
    [[nodiscard]] QString saveText() const override;
    [[nodiscard]] bool opens(const QString& path) const override;
    /// Opens the state of a lab, or says why it cannot.
    bool open(const QString& path) override;
    /// Opens labs that a class has handed in: their guesses are its votes.
    bool openTogether(const QStringList& paths) override;
    /// Opens the lab with this id, or the gallery if it is empty; does nothing if there is none.
    void showPart(const QString& lab) override;

    [[nodiscard]] LabRunner& runner() { return *m_runner; }
    [[nodiscard]] Gallery& gallery() { return *m_gallery; }
    [[nodiscard]] const LabProgress& progress() const { return m_progress; }
    /// Null: the gallery is shown, or the challenge.
    [[nodiscard]] LabDesk* current() const;
    void openLab(const std::string& id);
    void back();
    [[nodiscard]] bool classroom() const noexcept { return m_classroom; }
    void setClassroom(bool classroom);
    [[nodiscard]] LabFiles& files() { return *m_files; }
    /// Shows the page of ideas.
    void showIdeas();
    /// Shows what comes after the last lab.
    void openChallenge();
    [[nodiscard]] bool inChallenge() const {
        return m_challenge != nullptr && m_stack->currentWidget() == m_challenge;
    }

protected:
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void followActions();
    [[nodiscard]] QWidget* makeLast();
    void fillGallery();
    void follow();
    [[nodiscard]] LabDesk* desk(const std::string& id);
    void openNeighbour(const LabDesk& from, int step);
    void measure(bool stopLive);
    [[nodiscard]] std::vector<LabSetting> allSettings() const;
    void openLesson(const Lesson& lesson);
    void keep(const LabDesk& desk);
    void refreshGallery();
    void forgetProgress();
    void keepGame(const ParameterValues& choices);
    void refreshMeasuring();
    void refreshActions();

    /// Null: there is none at this place.
    [[nodiscard]] const LabEntry* entryAt(std::ptrdiff_t place) const;
    [[nodiscard]] std::ptrdiff_t placeOf(const LabEntry& entry) const { return &entry - m_labs.data(); }

    Session& m_session;
    Settings& m_settings;
    std::span<const LabEntry> m_labs;
    LabProgress m_progress;
    LabRunner* m_runner;
    QStackedWidget* m_stack;
    Gallery* m_gallery;
    Lesson m_lesson; // what the class has guessed
    LabFiles* m_files;
    TeachingCard* m_last = nullptr;
    ChallengeDesk* m_challenge = nullptr; // made when first opened
    LabActions* m_actions = nullptr;
    std::map<std::string, LabDesk*> m_desks; // made when first opened
    LabDesk* m_next = nullptr;               // measures when the Live run has ended
    bool m_classroom = false;
    bool m_canPlay = false; // the shown desk has something that plays, so the header has Play
};

} // namespace jitterscope::ui
