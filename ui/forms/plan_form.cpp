// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/plan_form.h"

#include "core/base/catalog.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace jitterscope::ui {

std::span<const Preset> presets() {
    static const std::array<Preset, 5> table{{
        {"game-60", "Game, 60 Hz",
         "A game on an ordinary screen. When it falls behind, it drops frames and waits for the next slot.",
         "precise-sleep", "drop-and-rest", "60"},
        {"game-144", "Game, 144 Hz", "A game on a fast screen: 6.94 ms a frame.", "precise-sleep",
         "drop-and-rest", "144"},
        {"audio", "Audio, 48 kHz in blocks of 128",
         "375 blocks per second. None may be skipped, so it catches up when it falls behind.",
         "absolute-sleep", "keep-working", "48000/128"},
        {"robot", "Robot, 1 kHz", "A control loop. Missed slots are dropped; the grid stays.",
         "absolute-sleep", "drop-and-rest", "1000"},
        {"article", "The article",
         "preciseSleep() as printed, with a fixed sleep at 60 Hz. Shows the cold start: the estimate of 5 ms "
         "decays.",
         "precise-sleep", "fixed-sleep", "60", "printed"},
    }};
    return table;
}

RunPlan applied(const Preset& preset, RunPlan plan) {
    plan.strategy = sleepChoice(preset.strategy);
    plan.policy = policyChoice(preset.policy);
    plan.work = workChoice("none");
    plan.period = Period::parseRate(preset.rate).value();
    plan.tolerance.reset();
    if (!preset.form.empty()) {
        const std::vector<ParameterInfo>& infos = findEntry(sleepCatalog(), preset.strategy)->parameters;
        const ParameterInfo& form = infos[static_cast<std::size_t>(parameterIndex(infos, "form"))];
        plan.strategy.values.set(form.name, parseParameter(form, preset.form).value());
    }
    return plan;
}

namespace {

constexpr int kSoonMilliseconds = 120;

QString checkRate(const QString& text) {
    const auto period = Period::parse(text.toStdString());
    return period ? QString() : format::text(period.error().message());
}

} // namespace

PlanForm::PlanForm(QWidget* parent) : QWidget(parent) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 14, 14, 14);
    all->setSpacing(10);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &PlanForm::publish);

    m_preset = new QComboBox;
    fillBox(*m_preset, presets());
    m_preset->insertItem(0, tr("Choose…"));
    m_preset->setCurrentIndex(0);
    add(tr("Prese&t"), m_preset, QStringLiteral("preset"),
        tr("Sets strategy, policy and rate for a typical kind of program."));
    connect(m_preset, &QComboBox::activated, this, [this] {
        if (const Preset* preset = findEntry(presets(), chosenId(*m_preset))) {
            m_plan = applied(*preset, m_plan);
            refresh();
            publish();
        }
    });
    makeStrategy();
    makeRate();
    makeX();
    makePolicyAndWork();
    makeMachine();
    makeFoldouts();
    all->addStretch(1);
    refresh();
}

void PlanForm::add(const QString& caption, QWidget* control, const QString& name, const QString& tip,
                   Field** field) {
    auto* made = makeField(caption, control, name, tip);
    layout()->addWidget(made);
    if (field != nullptr)
        *field = made;
}

QLabel* PlanForm::addNote() {
    auto* note = new QLabel;
    note->setFont(noteFont());
    note->setWordWrap(true);
    setMuted(*note);
    layout()->addWidget(note);
    return note;
}

void PlanForm::makeStrategy() {
    m_strategy = new QComboBox;
    add(tr("Sleep strate&gy"), m_strategy, QStringLiteral("strategy"),
        tr("How the loop waits for its next frame."));
    m_strategyNote = addNote();
    m_strategyNote->setObjectName(QStringLiteral("strategy_note"));
    fillStrategies();
    connect(m_strategy, &QComboBox::activated, this, [this] {
        m_plan.strategy = sleepChoice(chosenId(*m_strategy));
        refresh();
        publish();
    });
}

void PlanForm::fillStrategies() {
    fillBox(*m_strategy, sleepCatalog(), [this](const SleepEntry& entry) {
        const Support support = sleepSupport(entry, m_plan.machine.id);
        return support.available ? QString() : format::text(support.reason);
    });
    m_strategiesFor = m_plan.machine.id;
}

void PlanForm::makeRate() {
    m_rate = new ValueEdit(checkRate);
    m_rate->setFont(figureFont());
    add(tr("Target &rate or period"), m_rate, QStringLiteral("rate"),
        tr("Frames per second, or the time from one frame to the next: 60, 59.94, 60000/1001, 48000/128, "
           "16.667 ms, 250us. (0.1 Hz … 100 000 Hz)"));
    layout()->addWidget(rateChips());
    connect(m_rate, &ValueEdit::committed, this,
            [this](const QString& text) { setRate(Period::parse(text.toStdString()).value()); });
}

QWidget* PlanForm::rateChips() {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    for (const char* rate : {"30", "60", "120", "144", "240", "1000"}) {
        const QString text = QString::fromLatin1(rate);
        auto* chip = new QPushButton(text == QLatin1String("1000") ? QStringLiteral("1k") : text);
        chip->setProperty("chip", true);
        chip->setFont(noteFont());
        chip->setMinimumWidth(20);
        chip->setObjectName(QStringLiteral("rate_") + text);
        chip->setAccessibleName(tr("%1 hertz").arg(text));
        chip->setToolTip(tr("%1 frames per second").arg(text));
        connect(chip, &QPushButton::clicked, this,
                [this, text] { setRate(Period::parseRate(text.toStdString()).value()); });
        line->addWidget(chip, 1);
    }
    return row;
}

void PlanForm::setRate(const Period& period) {
    m_plan.period = period;
    refresh();
    publish();
}

void PlanForm::makeX() {
    m_x = new SliderEdit;
    add(tr("&X in mean + X·σ"), m_x, QStringLiteral("x"), {}, &m_xField);
    m_x->slider().setObjectName(QStringLiteral("x_slider"));
    m_x->edit().setObjectName(QStringLiteral("x_edit"));
    connect(&m_x->edit(), &ValueEdit::errorChanged, m_xField, &Field::setError);
    connect(m_x, &SliderEdit::valueChanged, this, [this](double value) {
        m_plan.strategy.values.setIfThere("x", value);
        m_strategyValues->setValues(m_plan.strategy.values);
        if (!m_soon.isActive())
            m_soon.start();
        emit moved();
    });
}

void PlanForm::makePolicyAndWork() {
    m_policy = new QComboBox;
    add(tr("Loop polic&y"), m_policy, QStringLiteral("policy"),
        tr("When the next frame is due, and what happens to missed frames."));
    fillBox(*m_policy, pacingCatalog());
    m_policyNote = addNote();
    connect(m_policy, &QComboBox::activated, this, [this] {
        m_plan.policy = policyChoice(chosenId(*m_policy));
        refresh();
        publish();
    });
    m_work = new QComboBox;
    add(tr("Frame &work"), m_work, QStringLiteral("work"), tr("What each frame does besides waiting."));
    fillBox(*m_work, workCatalog());
    connect(m_work, &QComboBox::activated, this, [this] {
        m_plan.work = workChoice(chosenId(*m_work));
        refresh();
        publish();
    });
    m_workValues = new ParameterForm;
    layout()->addWidget(m_workValues);
    connect(m_workValues, &ParameterForm::edited, this, [this](const ParameterValues& values) {
        m_plan.work.values = values;
        publish();
    });
    m_load = new QSpinBox;
    m_load->setRange(0, RunPlan::kMaximumLoad);
    m_load->setSuffix(tr(" threads"));
    m_load->setKeyboardTracking(false);
    m_load->findChild<QLineEdit*>()->installEventFilter(this);
    add(tr("Background &load"), m_load, QStringLiteral("load"),
        tr("Extra threads that keep processors busy. With more of them than processors, the measured thread "
           "has to compete for one. (0 … 256)"));
    connect(m_load, &QSpinBox::valueChanged, this, [this](int threads) {
        m_plan.load = threads;
        publish();
    });
}

void PlanForm::makeMachine() {
    m_machine = new MachineForm(MachineForm::Use{});
    layout()->addWidget(m_machine);
    connect(m_machine, &MachineForm::edited, this, [this](const MachineChoice& machine) {
        m_plan.machine = machine;
        if (m_plan.simulated())
            m_plan.load = 0; // a simulated machine has its own
        if (!checkSupport(m_plan.strategy.id, m_plan.machine.id))
            m_plan.strategy = standardPlan().strategy;
        refresh();
        publish();
    });
}

void PlanForm::makeFoldouts() {
    auto* parameters = new QWidget;
    auto* column = new QVBoxLayout(parameters);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_strategyValues = new ParameterForm;
    m_policyValues = new ParameterForm;
    column->addWidget(m_strategyValues);
    column->addWidget(m_policyValues);
    m_more = new Foldout(tr("More &parameters"), parameters);
    m_more->setObjectName(QStringLiteral("more_parameters"));
    m_more->setToolTip(tr("The other parameters of the strategy and the policy."));
    layout()->addWidget(m_more);
    connect(m_strategyValues, &ParameterForm::edited, this, [this](const ParameterValues& values) {
        m_plan.strategy.values = values;
        publish();
    });
    connect(m_policyValues, &ParameterForm::edited, this, [this](const ParameterValues& values) {
        m_plan.policy.values = values;
        publish();
    });
    m_threadForm = new ThreadForm;
    m_thread = new Foldout(tr("T&hread and limits"), m_threadForm);
    m_thread->setObjectName(QStringLiteral("thread_options"));
    m_thread->setToolTip(ThreadForm::explanation());
    layout()->addWidget(m_thread);
    connect(m_threadForm, &ThreadForm::edited, this, [this] {
        m_threadForm->applyTo(m_plan);
        m_thread->setNote(ThreadForm::summary(m_plan));
        publish();
    });
}

void PlanForm::setPlan(const RunPlan& plan) {
    if (plan == m_plan || m_soon.isActive())
        return; // a slider is being dragged, and its value is newer
    m_plan = plan;
    refresh();
    showPreset();
}

void PlanForm::refresh() {
    if (m_plan.machine.id != m_strategiesFor)
        fillStrategies();
    chooseId(*m_strategy, m_plan.strategy.id);
    chooseId(*m_policy, m_plan.policy.id);
    chooseId(*m_work, m_plan.work.id);
    showStrategy();
    if (m_shownPolicy != m_plan.policy.id) {
        m_shownPolicy = m_plan.policy.id;
        const PacingEntry* entry = findEntry(pacingCatalog(), m_plan.policy.id);
        m_policyNote->setText(entry != nullptr ? format::text(entry->description) : QString());
        m_policyValues->setParameters(parametersOf(pacingCatalog(), m_plan.policy.id),
                                      QStringLiteral("policy"));
    }
    if (m_shownWork != m_plan.work.id) {
        m_shownWork = m_plan.work.id;
        m_workValues->setParameters(parametersOf(workCatalog(), m_plan.work.id), QStringLiteral("work"));
        m_work->setToolTip(m_work->currentData(Qt::ToolTipRole).toString());
    }
    m_workValues->setVisible(!m_workValues->isEmpty());
    m_strategyValues->setVisible(!m_strategyValues->isEmpty());
    m_policyValues->setVisible(!m_policyValues->isEmpty());
    const bool both = !m_strategyValues->isEmpty() && !m_policyValues->isEmpty();
    m_strategyValues->setHeading(both ? tr("Strategy") : QString());
    m_policyValues->setHeading(both ? tr("Policy") : QString());
    m_more->setVisible(!m_strategyValues->isEmpty() || !m_policyValues->isEmpty());
    m_strategyValues->setValues(m_plan.strategy.values);
    m_policyValues->setValues(m_plan.policy.values);
    m_workValues->setValues(m_plan.work.values);
    m_machine->setMachine(m_plan.machine);
    showRate();
    const QSignalBlocker quiet(m_load);
    m_load->setValue(m_plan.load);
    m_load->setEnabled(!m_plan.simulated());
    m_threadForm->setPlan(m_plan);
    m_thread->setEnabled(true);
    m_thread->setNote(ThreadForm::summary(m_plan));
}

void PlanForm::showStrategy() {
    if (m_shownStrategy != m_plan.strategy.id) {
        m_shownStrategy = m_plan.strategy.id;
        const SleepEntry* entry = findEntry(sleepCatalog(), m_plan.strategy.id);
        m_strategyNote->setText(entry != nullptr ? format::text(entry->description) : QString());
        m_strategyNote->setToolTip(entry != nullptr ? format::text(entry->source) : QString());
        const auto infos = parametersOf(sleepCatalog(), m_plan.strategy.id);
        m_strategyValues->setParameters(infos, QStringLiteral("strategy"), "x");
        if (const int x = parameterIndex(infos, "x"); x >= 0)
            m_x->setParameter(infos[static_cast<std::size_t>(x)]);
    }
    m_xField->setVisible(hasX());
    if (hasX())
        m_x->setValue(m_plan.strategy.values["x"]);
}

/// What was typed stays as it was typed, as long as it means the same.
void PlanForm::showRate() {
    const auto shown = Period::parse(m_rate->text().toStdString());
    if (!m_rate->valid() && m_rate->hasFocus())
        return;
    if (!shown || shown.value() != m_plan.period)
        m_rate->setValueText(format::text(m_plan.period.rateText()) + QStringLiteral(" Hz"));
}

bool PlanForm::commit() {
    bool all = m_rate->commit();
    all = (!hasX() || m_x->edit().commit()) && all;
    if (!m_strategyValues->commit() || !m_policyValues->commit()) {
        m_more->setOpen(true);
        all = false;
    }
    all = m_workValues->commit() && all;
    all = m_machine->commit() && all;
    if (!m_threadForm->commit()) {
        m_thread->setOpen(true);
        all = false;
    }
    settle();
    if (!all)
        focusRefusing(*this);
    return all;
}

void PlanForm::settle() {
    if (m_soon.isActive())
        publish();
}

/// For the field of the spin box. It has no text worth undoing, so undo there means the plan.
bool PlanForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isHistoryKey(*static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PlanForm::publish() {
    m_soon.stop();
    showPreset();
    emit edited(m_plan);
}

void PlanForm::showPreset() {
    const Preset* preset = findEntry(presets(), chosenId(*m_preset));
    if (preset != nullptr && applied(*preset, m_plan) != m_plan)
        m_preset->setCurrentIndex(0);
}

} // namespace jitterscope::ui
