// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_desk.h"

#include "core/document/lab_document.h"
#include "core/lab/lab_support.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/pages/page.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

/// In front of a class, type is (height − kClassBase) / kClassUnit times as large as at a desk, from 1.4 to
/// 2.2 times: on small projectors the picture needs the height.
constexpr double kClassBase = 380; // px
constexpr double kClassUnit = 260; // px

QString labTime(double seconds) {
    return format::duration(seconds * 1e9);
}

} // namespace

LabDesk::LabDesk(const LabEntry& entry, const QString& next, QWidget* parent)
    : QWidget(parent),
      m_work(new LabWork(entry, this)),
      m_panel(new LabPanel(*m_work, next)),
      m_knobs(m_work->state().knobs) {
    setObjectName(QStringLiteral("lab_") + format::text(entry.id));
    auto* all = rowIn(this, {}, 0);
    m_why = new WhyPanel(*m_work, next);
    m_why->hide();
    all->addWidget(m_panel);
    all->addWidget(m_why);
    all->addWidget(makeRight(), 1);
    m_scrollSoon.setSingleShot(true);
    m_scrollSoon.setInterval(0);
    connect(&m_scrollSoon, &QTimer::timeout, this, [this] {
        if (m_atQuestion)
            m_why->scrollToQuestion();
        else
            m_why->scrollToStart();
    });
    follow();
    refresh();
}

QWidget* LabDesk::makeHead() {
    auto* head = new QWidget;
    auto* column = columnIn(head, {kPageGap, 8, kPageGap, 8}, 8);
    m_slim = labLabel({}, LabText::Note, "lab_slim");
    m_slim->setContentsMargins(4, 0, 4, 0);
    m_slim->hide();
    m_badge = labLabel({}, LabText::Lead, "lab_banner");
    m_badge->setWordWrap(false);
    m_banner = new ElidedLabel;
    m_banner->setObjectName(QStringLiteral("lab_banner_note"));
    setMuted(*m_banner);
    auto* row = new FlowLayout(10);
    row->setContentsMargins(4, 0, 0, 0);
    row->addWidget(m_badge);
    row->addWidget(m_banner);
    m_knob = new ClassKnob(*m_work);
    m_knob->hide();
    row->addExpanding(m_knob, 0);
    m_keys = labLabel(tr("N on · P back · + − knob · R reset · Esc leaves"), LabText::Note, "lab_class_keys");
    m_keys->setWordWrap(false);
    m_keys->hide();
    auto* below = new FlowLayout(16);
    below->addExpanding(m_slim, forFont(240));
    below->addWidget(m_keys);
    m_stepper = new LabStepper;
    column->addLayout(row);
    column->addLayout(below);
    column->addWidget(m_stepper);
    return head;
}

QWidget* LabDesk::makeRight() {
    auto* right = new QWidget;
    auto* column = columnIn(right, {}, 0);
    column->addWidget(makeHead());
    auto* content = new QWidget;
    auto* inside = columnIn(content, {kPageGap, 0, kPageGap, kPageGap}, 8);
    m_stage = new LabStage(*m_work);
    m_predict = new PredictBar(*m_work);
    inside->addWidget(m_stage, 1);
    inside->addWidget(m_predict);
    m_scroll = new QScrollArea;
    m_scroll->setObjectName(QStringLiteral("lab_scroll"));
    setUpScrolling(*m_scroll);
    m_scroll->setWidget(content);
    column->addWidget(m_scroll, 1);
    return right;
}

void LabDesk::follow() {
    connect(m_panel, &LabPanel::backWanted, this, &LabDesk::backWanted);
    for (const auto* edit : m_panel->findChildren<ValueEdit*>()) // then keys are the lab's again
        connect(edit, &ValueEdit::entered, m_stage, qOverload<>(&QWidget::setFocus));
    connect(m_panel, &LabPanel::nextWanted, this, &LabDesk::nextLabWanted);
    connect(m_panel, &LabPanel::whyWanted, this, [this] {
        m_turning = false;
        placeWhy();
    });
    connect(m_why, &WhyPanel::nextWanted, this, &LabDesk::nextLabWanted);
    connect(m_why, &WhyPanel::backWanted, this, &LabDesk::backWanted);
    connect(m_why, &WhyPanel::knobsWanted, this, [this] {
        m_turning = true;
        placeWhy();
    });
    connect(m_why, &WhyPanel::cureWanted, m_work, &LabWork::watchCure);
    connect(m_why, &WhyPanel::pointed, m_stage, &LabStage::lightUp);
    connect(m_why, &WhyPanel::wholeChosen, this, &LabDesk::wholeChosen);
    connect(m_why, &WhyPanel::gameChosen, this, &LabDesk::gameChosen);
    connect(m_panel, &LabPanel::paceChosen, m_stage, &LabStage::setPace);
    connect(m_panel, &LabPanel::calmChosen, this, &LabDesk::calmChosen);
    connect(m_stepper, &LabStepper::chosen, this, &LabDesk::goTo);
    connect(m_predict, &PredictBar::runWanted, this, [this] { run(true); });
    connect(m_predict, &PredictBar::explainWanted, this, [this] { goTo(LabStep::Explain); });
    connect(m_predict, &PredictBar::guessWanted, this, [this] { run(); });
    connect(m_predict, &PredictBar::cancelWanted, this, &LabDesk::cancelWanted);
    connect(m_stage, &LabStage::guessed, m_work, &LabWork::setGuess);
    connect(m_stage, &LabStage::playWanted, this, &LabDesk::playOrPause);
    connect(m_stage, &LabStage::playingChanged, this, [this] {
        showSteps();
        emit stateChanged();
    });
    connect(m_work, &LabWork::changed, this, &LabDesk::refresh);
    connect(m_work, &LabWork::moved, this, [this] {
        showSteps();
        if (m_work->atEnd())
            emit stateChanged();
        emit readoutsChanged();
    });
}

bool LabDesk::commit() {
    return m_panel->commit() && m_predict->commit();
}

void LabDesk::run(bool stopLive) {
    if (!commit())
        return;
    if (m_work->cured()) {
        (void)m_work->run();
        (void)m_work->explain();
    } else if (m_work->plays()) {
        m_work->predictAgain();
        m_predict->focusGuess();
    } else if (!canRun()) {
        emit noticed(tr("Guess first: drag it in the picture, or type a number. Then the run is unlocked."));
        m_predict->focusGuess();
    } else if (m_work->run()) {
        m_stage->play();
        m_stage->setFocus();
    } else {
        emit measureWanted(stopLive);
    }
}

void LabDesk::playOrPause() {
    if (m_stage->playing())
        m_stage->pause();
    else if (m_work->plays() || m_work->answered()) {
        m_work->showRun();
        m_stage->play();
    } else
        run();
}

void LabDesk::stepOnce() {
    if (!m_work->answered() && !m_work->run()) {
        run();
        return;
    }
    m_work->showRun();
    m_stage->pause();
    (void)m_work->stepOn();
}

void LabDesk::goOn() {
    if (!m_work->answered()) {
        run();
    } else if (m_work->step() == LabStep::Run) {
        m_stage->pause();
        if (!m_work->stepOn())
            goTo(LabStep::Explain);
    } else if (!m_atQuestion) {
        if (!m_why->stepOn())
            scrollWhy(true);
    } else {
        emit nextLabWanted();
    }
}

void LabDesk::goBack() {
    if (m_work->step() == LabStep::Explain && m_atQuestion) {
        m_atQuestion = false;
        m_why->scrollToExplanation();
        focusFirst();
    } else if (m_work->step() == LabStep::Explain) {
        if (!m_why->stepBack())
            m_work->showRun();
    } else if (m_work->step() == LabStep::Run) {
        m_stage->pause();
        if (!m_work->stepBack())
            m_work->predictAgain();
    } else if (m_work->step() == LabStep::Predict) {
        m_work->playAgain();
    } else {
        emit previousLabWanted();
    }
}

void LabDesk::goTo(LabStep step) {
    if (step == m_work->step())
        return;
    m_stage->pause();
    if (step == LabStep::Play)
        m_work->playAgain();
    else if (step == LabStep::Predict)
        m_work->predictAgain();
    else if (step == LabStep::Explain)
        (void)m_work->explain();
    else if (m_work->answered())
        m_work->showRun();
    else
        run();
}

void LabDesk::reset() {
    if (m_measuring.here)
        return;
    m_stage->pause();
    m_work->reset();
}

void LabDesk::beginAnew() {
    const LabState before = m_work->state();
    const bool something = !m_work->fresh() && !m_measuring.here;
    reset();
    if (something)
        emit begunAnew(before);
}

void LabDesk::setClassroom(bool classroom) {
    m_classroom = classroom;
    m_why->setClassroom(classroom);
    m_stage->setLarge(classroom);
    setTypeSize(*m_scroll->widget(), typeSize());
    setTypeSize(*m_stepper->parentWidget(), typeSize());
    m_banner->setFont(labFont(LabText::Body, typeSize()));
    m_stage->setFont(labFont(LabText::Body, typeSize()));
    m_predict->setClassroom(classroom);
    refresh();
    if (classroom)
        m_stage->setFocus();
}

double LabDesk::typeSize() const {
    return m_classroom ? std::clamp((height() - kClassBase) / kClassUnit, 1.4, 2.2) : 1.0;
}

void LabDesk::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_classroom)
        setClassroom(true);
    placeWhy();
}

void LabDesk::setCalm(bool calm) {
    m_panel->setCalm(calm);
    m_stage->setCalm(calm);
}

void LabDesk::setMeasuring(const PredictBar::Measuring& measuring) {
    m_measuring = measuring;
    m_predict->setMeasuring(measuring);
    m_panel->setMeasuring(measuring.here);
    m_knob->setEnabled(!measuring.here);
    showBanner();
    showSteps();
    emit stateChanged();
}

std::vector<Readout> LabDesk::readouts() const {
    return m_work->scene() != nullptr && m_work->answered() ? m_work->scene()->readouts(m_work->now())
                                                            : std::vector<Readout>();
}

void LabDesk::focusFirst() {
    m_stage->setFocus();
}

/// If a knob was turned during the run, the run starts again.
void LabDesk::refresh() {
    if (m_step != m_work->step()) {
        m_step = m_work->step();
        m_turning = false;
        scrollWhy(false);
    }
    placeWhy();
    if (!(m_knobs == m_work->state().knobs)) {
        m_knobs = m_work->state().knobs;
        m_stage->play();
    }
    QStringList set;
    const auto& knobs = m_work->entry().knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (parameterApplies(knobs, i, m_knobs) && knobs[i].name != m_work->entry().mainKnob)
            set << format::text(settingInWords(knobs[i], m_knobs[i]));
    }
    m_settings = set.join(QStringLiteral(" · "));
    setLabWords(*m_slim, m_settings);
    showBanner();
    showSteps();
    emit stateChanged();
    emit readoutsChanged();
}

void LabDesk::showBanner() {
    const bool here = m_work->state().here;
    const bool measured = m_work->result().measured;
    QString note;
    if (m_measuring.here) {
        setLabWords(*m_badge, tr("MEASURING HERE · %1 %").arg(static_cast<int>(m_measuring.progress * 100)));
        note = tr("leave the machine alone meanwhile");
    } else if (here && !measured) {
        setLabWords(*m_badge, tr("THIS MACHINE, NOT MEASURED YET"));
        note = tr("Run measures it, for about %1 s").arg(m_work->entry().measureSeconds);
    } else {
        const Origin origin = labOrigin(m_work->entry(), m_work->result());
        setLabWords(*m_badge, format::text(origin.badge));
        note = format::text(origin.note);
    }
    setTextColour(*m_badge, measured || m_measuring.here ? tokens().good : tokens().second);
    // In front of a class: the lab's name instead of the note, then its knob; the others and the keys below.
    setLabWords(*m_banner, m_classroom ? format::text(m_work->entry().name) : note);
    m_banner->setMinimumWidth(m_classroom ? m_banner->fontMetrics().horizontalAdvance(m_banner->text()) + 2
                                          : 0);
    for (QWidget* each :
         {static_cast<QWidget*>(m_slim), static_cast<QWidget*>(m_keys), static_cast<QWidget*>(m_knob)})
        each->setVisible(m_classroom);
}

void LabDesk::showSteps() {
    const LabPrediction& predict = m_work->entry().predict;
    const LabState& state = m_work->state();
    LabStepper::Notes notes;
    notes.play = tr("Turn a knob.");
    const QString said = state.guess ? format::text(guessed(predict, *state.guess)) : QString();
    notes.predict = state.guess ? tr("You said %1.").arg(said) : tr("Drag or type your guess.");
    const QString time = labTime(m_work->duration());
    notes.run = !state.guess          ? tr("Locked until you have guessed.")
                : m_measuring.here    ? tr("Measuring this machine…")
                : !m_work->answered() ? tr("Unlocked: press Run.")
                : m_work->atEnd()     ? tr("Turn a knob: it runs again.")
                                      : tr("%1 of %2").arg(labTime(m_work->now()), time);
    notes.explain = state.step == LabStep::Explain
                        ? (m_work->done() ? tr("Answered right.") : tr("Why, then a question."))
                        : tr("Why it comes out so.");
    m_stepper->show(state.step, state.guess.has_value() && !m_measuring.here, notes);
}

void LabDesk::scrollWhy(bool toQuestion) {
    m_atQuestion = toQuestion;
    m_scrollSoon.start();
}

/// Puts the explanation beside the picture, in the place of the knobs, so that picture and explanation are
/// seen together.
void LabDesk::placeWhy() {
    constexpr double kShare = 0.34; // of the width
    constexpr int kWidest = 520;
    const bool explaining = m_work->step() == LabStep::Explain;
    const bool why = explaining && !m_turning;
    if (why) {
        const int room = width() - m_stage->minimumSizeHint().width() - 2 * kPageGap;
        const int widest = static_cast<int>(kWidest * typeSize());
        m_why->setFixedWidth(std::clamp(static_cast<int>(kShare * width()),
                                        std::min(240, std::max(room, 200)),
                                        std::max(240, std::min(room, widest))));
        m_why->show(typeSize());
    }
    m_panel->setExplained(explaining);
    m_panel->setVisible(!m_classroom && !why);
    m_why->setVisible(why);
}

void LabDesk::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_stepper != nullptr)
        showBanner();
}

} // namespace jitterscope::ui
