// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/experiment_form.h"

#include "core/figure/experiment_figure.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr qsizetype kMostRates = 12;
constexpr std::string_view kOwnMachine = "fake-scheduler"; // of an experiment that is only simulated

QIcon lineIcon(std::string_view strategy) {
    constexpr int kScale = 2;
    QPixmap picture(QSize(18, 12) * kScale);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    QPen pen = penOf(strategyLook(strategy, 2.2));
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(0, 6), QPointF(18, 6));
    return {picture};
}

QString ratesText(const std::vector<Period>& rates) {
    QStringList list;
    for (const Period& rate : rates)
        list << format::text(rate.rateText());
    return list.join(QStringLiteral(", "));
}

QString checkSeed(const QString& text) {
    bool fine = false;
    (void)text.trimmed().toULongLong(&fine);
    return fine ? QString() : ExperimentForm::tr("seed: a whole number, 0 or more");
}

} // namespace

Result<std::vector<Period>> parseRates(const QString& text) {
    std::vector<Period> rates;
    const QStringList parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const auto rate = Period::parse(part.trimmed().toStdString());
        if (!rate)
            return Error{ErrorCode::Usage, "rates: " + rate.error().what, rate.error().hint};
        if (std::find(rates.begin(), rates.end(), rate.value()) == rates.end())
            rates.push_back(rate.value());
    }
    if (rates.empty() || parts.size() > kMostRates)
        return Error{ErrorCode::Usage, "rates: one to twelve are wanted, such as 60, 240, 1000", ""};
    return rates;
}

ExperimentForm::ExperimentForm(const ExperimentEntry& entry, QWidget* parent)
    : QWidget(parent), m_entry(entry), m_plan(experimentPlan(entry.id)), m_values(new ParameterForm) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 4, 14, 8);
    all->setSpacing(8);
    makeQuick();
    makeMachine();
    makeStrategies();
    makeRates();
    m_values->setParameters(entry.parameters, QStringLiteral("experiment"));
    all->addWidget(m_values);
    all->addStretch(1);
    connect(m_values, &ParameterForm::edited, this, [this](const ParameterValues& values) {
        m_plan.values = values;
        showQuick();
        emit edited();
    });
    refresh();
}

void ExperimentForm::makeQuick() {
    m_quick = new QCheckBox(tr("Quick"));
    m_quick->setObjectName(QStringLiteral("experiment_quick"));
    m_quick->setAccessibleName(tr("Quick"));
    m_quick->setToolTip(tr("Takes a fraction of the time; the numbers scatter more."));
    layout()->addWidget(m_quick);
    m_quickNote = noteLabel({}, QStringLiteral("experiment_quick_note"));
    layout()->addWidget(m_quickNote);
    connect(m_quick, &QCheckBox::toggled, this, [this](bool quick) {
        m_plan.quick = quick;
        showQuick();
        emit edited();
    });
}

void ExperimentForm::makeMachine() {
    m_machine = new MachineForm({.prefix = QStringLiteral("experiment_"),
                                 .only = m_entry.onlySimulated ? kOwnMachine : std::string_view(),
                                 .pace = false});
    if (m_entry.onlySimulated)
        m_plan.machine = m_machine->machine();
    layout()->addWidget(m_machine);
    connect(m_machine, &MachineForm::edited, this, [this](const MachineChoice& machine) {
        m_plan.machine = machine;
        refresh();
        emit edited();
    });
    m_seed = new ValueEdit(checkSeed);
    m_seed->setFont(figureFont());
    m_seedField =
        makeField(tr("Seed"), m_seed, QStringLiteral("experiment_seed"),
                  tr("Seed of the simulated machine's random numbers. The same seed gives the same result."));
    layout()->addWidget(m_seedField);
    connect(m_seed, &ValueEdit::committed, this, [this](const QString& text) {
        m_plan.seed = text.trimmed().toULongLong();
        emit edited();
    });
}

void ExperimentForm::makeStrategies() {
    if (m_entry.strategies.empty())
        return;
    auto* list = new QWidget;
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (const SleepEntry& strategy : sleepCatalog()) {
        auto* box = new QCheckBox(format::text(strategy.name));
        box->setObjectName(QStringLiteral("strategy_") + format::text(strategy.id));
        box->setAccessibleName(format::text(strategy.name));
        box->setIconSize({18, 12});
        column->addWidget(box);
        m_ticks.push_back({std::string(strategy.id), box});
        connect(box, &QCheckBox::toggled, this, [this] {
            takeStrategies();
            emit edited();
        });
    }
    m_strategies = makeField(tr("Strategies"), list, QStringLiteral("experiment_strategies"),
                             tr("The strategies to compare. Tick any number."));
    layout()->addWidget(m_strategies);
}

void ExperimentForm::makeRates() {
    if (m_entry.rates.empty())
        return;
    m_rates = new ValueEdit([](const QString& text) {
        const auto rates = parseRates(text);
        return rates ? QString() : format::text(rates.error().message());
    });
    m_rates->setFont(figureFont());
    layout()->addWidget(
        makeField(tr("Rates, Hz"), m_rates, QStringLiteral("experiment_rates"),
                  tr("Each rate is a race of its own. Separate rates with commas: 60, 240, 1000.")));
    connect(m_rates, &ValueEdit::committed, this, [this](const QString& text) {
        m_plan.rates = parseRates(text).value();
        m_rates->setValueText(ratesText(m_plan.rates));
        emit edited();
    });
}

void ExperimentForm::takeStrategies() {
    m_plan.strategies.clear();
    for (const Tick& tick : m_ticks) {
        if (tick.box->isChecked())
            m_plan.strategies.push_back(tick.id);
    }
    m_strategies->setError(m_plan.strategies.empty() ? tr("strategies: tick at least one") : QString());
}

void ExperimentForm::setPlan(const ExperimentPlan& plan) {
    m_plan = plan;
    refresh();
}

void ExperimentForm::refresh() {
    m_machine->setMachine(m_plan.machine);
    const MachineEntry* machine = findEntry(machineCatalog(), m_plan.machine.id);
    m_seedField->setVisible(machine != nullptr && machine->simulated);
    m_seed->setValueText(QString::number(m_plan.seed));
    m_values->setValues(m_plan.values);
    const QSignalBlocker quiet(m_quick);
    m_quick->setChecked(m_plan.quick);
    showQuick();
    if (m_rates != nullptr)
        m_rates->setValueText(ratesText(m_plan.rates));
    for (const Tick& tick : m_ticks) {
        const SleepEntry& strategy = *findEntry(sleepCatalog(), tick.id);
        const Support support = sleepSupport(strategy, m_plan.machine.id);
        const QSignalBlocker still(tick.box);
        tick.box->setEnabled(support.available);
        tick.box->setIcon(lineIcon(tick.id));
        tick.box->setToolTip(format::text(support.available ? strategy.description : support.reason));
        tick.box->setChecked(support.available &&
                             std::find(m_plan.strategies.begin(), m_plan.strategies.end(), tick.id) !=
                                 m_plan.strategies.end());
    }
    if (!m_ticks.empty())
        takeStrategies();
}

void ExperimentForm::showQuick() {
    const std::string taken = quickText(m_plan);
    m_quickNote->setText(tr("Takes %1 instead of what is set below.").arg(unbroken(taken)));
    m_quickNote->setVisible(!taken.empty());
}

bool ExperimentForm::commit() {
    bool all = m_machine->commit();
    all = m_seed->commit() && all;
    all = (m_rates == nullptr || m_rates->commit()) && all;
    all = m_values->commit() && all;
    if (!all)
        focusRefusing(*this);
    if (!m_ticks.empty())
        takeStrategies();
    if (m_ticks.empty() || !m_plan.strategies.empty())
        return all;
    if (all)
        m_ticks.front().box->setFocus();
    return false;
}

} // namespace jitterscope::ui
