// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/diagnosis/plan_bar.h"

#include "core/base/parse.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr std::int64_t kMostWork = 1'000'000'000; // ns

QString refusal(bool fine, const QString& text) {
    return fine ? QString() : text;
}

std::optional<double> percentOf(const QString& typed) {
    QString text = typed.trimmed();
    if (text.endsWith(QLatin1Char('%')))
        text.chop(1);
    const std::optional<double> value = parseDouble(text.toStdString());
    return value && *value > 0 && *value < 100 ? value : std::nullopt;
}

std::optional<Nanoseconds> workOf(const QString& text) {
    if (text.trimmed().isEmpty() || text.trimmed() == QLatin1String("0"))
        return Nanoseconds{0};
    const auto value = parseDuration(text.toStdString());
    return value && value->count() >= 0 && value->count() <= kMostWork ? value : std::nullopt;
}

} // namespace

DiagnosisPlanBar::DiagnosisPlanBar(QWidget* parent) : QWidget(parent), m_plan(diagnosisPlan("game-60")) {
    setObjectName(QStringLiteral("diagnosis_plan"));
    makeFields();
    makeOwn();
    m_rule = new QLabel;
    m_rule->setObjectName(QStringLiteral("diagnosis_rule"));
    m_rule->setFont(noteFont());
    setMuted(*m_rule);
    auto* row = new FlowLayout(12);
    const auto add = [row](const QString& caption, QWidget* control, int least) {
        Field* const field = makeField(caption, control, control->objectName(), control->toolTip());
        row->addExpanding(field, forFont(least));
    };
    add(tr("&Job"), m_job, 150);
    add(tr("Your loop wai&ts by"), m_strategy, 150);
    add(tr("Frame wor&k"), m_work, 80);
    add(tr("Len&gth"), m_length, 110);
    add(tr("&Machine"), m_machine, 150);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addLayout(row);
    all->addWidget(m_own);
    all->addWidget(m_rule);
    refresh();
}

QComboBox* DiagnosisPlanBar::box(const QString& caption, const char* name, const QString& tip) {
    auto* made = new QComboBox;
    made->setObjectName(QLatin1String(name));
    made->setAccessibleName(caption);
    made->setToolTip(tip);
    made->setMinimumContentsLength(8);
    made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return made;
}

void DiagnosisPlanBar::makeFields() {
    m_job = box(tr("Job"), "diagnosis_job", tr("What the loop has to be on time for"));
    for (const JobEntry& entry : jobCatalog())
        m_job->addItem(format::text(entry.name), format::text(entry.id));
    chooseId(*m_job, m_plan.target.job);
    m_strategy = box(tr("Your loop waits by"), "diagnosis_strategy",
                     tr("How your program waits for its next frame now"));
    m_machine =
        box(tr("Machine"), "diagnosis_machine", tr("Here, or on a simulated machine in virtual time"));
    for (const MachineEntry& entry : machineCatalog()) {
        if (!entry.needsFile)
            m_machine->addItem(format::text(entry.name), format::text(entry.id));
    }
    fillStrategies();
    m_work = new ValueEdit([](const QString& text) {
        return refusal(workOf(text).has_value(), tr("Frame work: a time of 0 … 1s, such as 3ms"));
    });
    m_work->setObjectName(QStringLiteral("diagnosis_work"));
    m_work->setPlaceholderText(tr("none"));
    m_work->setToolTip(tr("How long one frame of your program works, such as 3ms. Empty: it only waits."));
    m_length = box(tr("Length"), "diagnosis_length", tr("Longer shows rarer late frames"));
    m_length->addItem(tr("Full, 1 min"), false);
    m_length->addItem(tr("Quick, 15 s"), true);
    connect(m_job, &QComboBox::activated, this, &DiagnosisPlanBar::chooseJob);
    connect(m_strategy, &QComboBox::activated, this, &DiagnosisPlanBar::chooseLoop);
    connect(m_machine, &QComboBox::activated, this, [this] {
        m_plan.loop.machine = machineChoice(chosenId(*m_machine));
        fillStrategies();
        chooseLoop();
    });
    connect(m_work, &ValueEdit::committed, this, &DiagnosisPlanBar::chooseLoop);
    connect(m_length, &QComboBox::activated, this, &DiagnosisPlanBar::chooseLoop);
}

void DiagnosisPlanBar::makeOwn() {
    m_own = new QWidget;
    auto* row = new QHBoxLayout(m_own);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    const auto add = [&](const QString& caption, const char* name, const QString& tip,
                         ValueEdit::Check check) {
        auto* edit = new ValueEdit(std::move(check));
        row->addWidget(makeField(caption, edit, QLatin1String(name), tip), 1);
        connect(edit, &ValueEdit::committed, this, &DiagnosisPlanBar::chooseJob);
        return edit;
    };
    m_rate = add(tr("R&ate"), "diagnosis_rate", tr("Frames per second, as 60, 59.94 or 48000/128"),
                 [](const QString& text) {
                     return refusal(Period::parse(text.toStdString()).ok(),
                                    tr("Rate: 0.1 … 100000, as 60 or 48000/128"));
                 });
    m_beyond = add(tr("Late be&yond"), "diagnosis_beyond", tr("A frame that starts later than this is late"),
                   [](const QString& text) {
                       const auto value = parseDuration(text.toStdString());
                       return refusal(value && value->count() >= 0 && *value <= std::chrono::seconds(10),
                                      tr("Late beyond: a time of 0 … 10s, such as 500us"));
                   });
    m_allowed = add(tr("A&llowed late"), "diagnosis_allowed", tr("Per cent of the frames that may be late"),
                    [](const QString& text) {
                        return refusal(percentOf(text).has_value(),
                                       tr("Allowed late: above 0, below 100 %, such as 1 %"));
                    });
    row->addStretch(2);
}

void DiagnosisPlanBar::fillStrategies() {
    const std::string machine = m_plan.loop.machine.id;
    fillBox(*m_strategy, sleepCatalog(), [&machine](const SleepEntry& entry) {
        const Support support = sleepSupport(entry, machine);
        return support.available ? QString() : format::text(support.reason);
    });
    chooseId(*m_strategy, m_plan.loop.strategy.id);
}

/// Takes the figures of the job; for the job `own`, those in the fields.
void DiagnosisPlanBar::chooseJob() {
    const std::string id = chosenId(*m_job);
    const bool was = m_plan.target.job == id;
    Target target = targetOf(id);
    if (id == "own") {
        const Target before = m_plan.target; // the figures of the job before are where the user starts
        target.period = before.period;
        target.beyond = before.beyond;
        target.allowed = before.allowed;
        if (was) {
            if (const auto rate = Period::parse(m_rate->taken().toStdString()))
                target.period = rate.value();
            if (const auto beyond = parseDuration(m_beyond->taken().toStdString()))
                target.beyond = *beyond;
            if (const auto allowed = percentOf(m_allowed->taken()))
                target.allowed = *allowed / 100;
        }
    }
    m_plan.target = target;
    applyTarget(m_plan);
    refresh();
    emit edited();
}

void DiagnosisPlanBar::chooseLoop() {
    const std::string strategy = chosenId(*m_strategy);
    if (strategy != m_plan.loop.strategy.id)
        m_plan.loop.strategy = sleepChoice(strategy);
    const Nanoseconds work = workOf(m_work->taken()).value_or(Nanoseconds{0});
    m_plan.loop.work = workChoice(work.count() > 0 ? "fixed" : "none");
    if (work.count() > 0)
        m_plan.loop.work.values.set(0, static_cast<double>(work.count()));
    m_plan.quick = m_length->currentData().toBool();
    refresh();
    emit edited();
}

void DiagnosisPlanBar::refresh() {
    const Target& target = m_plan.target;
    const bool own = target.job == "own";
    m_own->setVisible(own);
    if (own) {
        m_rate->setValueText(format::text(target.period.rateText()));
        m_beyond->setValueText(format::text(durationText(target.beyond)));
        m_allowed->setValueText(format::text(target.allowedPercent()) + QStringLiteral(" %"));
    }
    m_rule->setText(format::text(target.rule()));
}

bool DiagnosisPlanBar::commit() {
    bool all = true;
    for (ValueEdit* edit : {m_work, m_rate, m_beyond, m_allowed}) {
        if (edit->isVisibleTo(this))
            all = edit->commit() && all;
    }
    return all || !focusRefusing(*this);
}

} // namespace jitterscope::ui
