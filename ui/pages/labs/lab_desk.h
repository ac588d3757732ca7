// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/class_knob.h"
#include "ui/pages/labs/lab_panel.h"
#include "ui/pages/labs/lab_stage.h"
#include "ui/pages/labs/lab_stepper.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/pages/labs/predict_bar.h"
#include "ui/pages/labs/why_panel.h"

#include <QScrollArea>
#include <QTimer>

namespace jitterscope::ui {

/// An open lab: its knobs at the left, banner and steps that never scroll away, the picture, and the words
/// about it. In front of a class it takes the whole window, with large letters and one knob.
class LabDesk final : public QWidget {
    Q_OBJECT
public:
    /// `next`: what comes after this lab.
    LabDesk(const LabEntry& entry, const QString& next, QWidget* parent = nullptr);

    [[nodiscard]] LabWork& work() noexcept { return *m_work; }
    [[nodiscard]] const LabWork& work() const noexcept { return *m_work; }
    [[nodiscard]] LabStage& stage() noexcept { return *m_stage; }

    /// Takes over what has been typed; false when a field refuses.
    bool commit();
    /// Unlocks the answer and plays, or asks for a measurement; if it can do neither, says why. `stopLive`:
    /// the user knows that this ends a Live run.
    void run(bool stopLive = false);
    void playOrPause();
    /// To the next event of the run. If the answer is still hidden, starts the run at its first moment.
    void stepOnce();
    /// To what comes next: play, predict, each event of the run, explain, the question, the next lab.
    /// goBack() goes the other way.
    void goOn();
    void goBack();
    void reset();
    /// The same at its user's wish: what was there is offered again (begunAnew).
    void beginAnew();
    void setClassroom(bool classroom);
    /// Turns the large knob of a class by a step.
    void turnOn() { m_knob->turn(1); }
    void turnBack() { m_knob->turn(-1); }
    void setCalm(bool calm);
    /// Explanations on one page, and not in steps.
    void setWhole(bool whole) { m_why->setWhole(whole); }
    /// What the reader's game does.
    void setGame(const ParameterValues& choices) { m_why->setGame(choices); }
    void setMeasuring(const PredictBar::Measuring& measuring);
    [[nodiscard]] bool canRun() const { return m_work->state().guess.has_value(); }
    [[nodiscard]] std::vector<Readout> readouts() const;
    void focusFirst();

signals:
    void backWanted();
    void nextLabWanted();
    void previousLabWanted();
    void measureWanted(bool stopLive);
    void cancelWanted();
    void calmChosen(bool calm);
    void wholeChosen(bool whole);
    void gameChosen(const jitterscope::ParameterValues& choices);
    void noticed(const QString& message);
    /// At its user's wish; `before` is what can be had again.
    void begunAnew(const jitterscope::LabState& before);
    /// The buttons of the header do something else, or are enabled otherwise.
    void stateChanged();
    void readoutsChanged();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeRight();
    void follow();
    void goTo(LabStep step);
    void refresh();
    void showBanner();
    void showSteps();
    void scrollWhy(bool toQuestion);
    void placeWhy();
    [[nodiscard]] double typeSize() const;

    LabWork* m_work;
    LabPanel* m_panel;
    QString m_settings; // in front of a class: the other knobs on one line
    QLabel* m_slim = nullptr;
    QLabel* m_keys = nullptr; // in front of a class
    ClassKnob* m_knob = nullptr;
    QLabel* m_badge = nullptr;
    QLabel* m_banner = nullptr;
    LabStepper* m_stepper = nullptr;
    QScrollArea* m_scroll = nullptr;
    LabStage* m_stage = nullptr;
    PredictBar* m_predict = nullptr;
    WhyPanel* m_why = nullptr;
    PredictBar::Measuring m_measuring;
    ParameterValues m_knobs; // with which the picture was last played
    LabStep m_step = LabStep::Play;
    QTimer m_scrollSoon; // scrolls when new widgets have their places
    bool m_classroom = false;
    bool m_atQuestion = false;
    bool m_turning = false; // the knobs are shown in the place of the explanation
};

} // namespace jitterscope::ui
