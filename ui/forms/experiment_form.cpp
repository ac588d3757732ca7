// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/experiment_form.h"

#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr qsizetype kMostRates = 12;

QIcon lineIcon(std::string_view strategy) {
    constexpr int kScale = 2;
    QPixmap picture(QSize(18, 12) * kScale);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    QPen pen = strategyPen(strategy, 2.2);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(0, 6), QPointF(18, 6));
    return {picture};
}

QString ratesText(const std::vector<Period>& rates) {
    QStringList list;
    for (const Period& rate : rates)
        list << QString::fromStdString(rate.rateText());
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
    connect(m_values, &ParameterForm::valueChanged, this, [this](std::size_t index, double value) {
        m_plan.values.set(index, value);
        emit edited();
    });
    refresh();
}

Field* ExperimentForm::add(const QString& caption, QWidget* control, const char* name, const QString& tip) {
    control->setObjectName(QLatin1String(name));
    control->setAccessibleName(caption);
    control->setToolTip(tip);
    auto* field = new Field(caption, control);
    if (auto* edit = qobject_cast<ValueEdit*>(control))
        connect(edit, &ValueEdit::errorChanged, field, &Field::setError);
    layout()->addWidget(field);
    return field;
}

void ExperimentForm::makeQuick() {
    m_quick = new QCheckBox(tr("Quick"));
    m_quick->setObjectName(QStringLiteral("experiment_quick"));
    m_quick->setAccessibleName(tr("Quick"));
    m_quick->setToolTip(tr("A fraction of the time; the numbers are more scattered."));
    layout()->addWidget(m_quick);
    connect(m_quick, &QCheckBox::toggled, this, [this](bool quick) {
        m_plan.quick = quick;
        emit edited();
    });
}

void ExperimentForm::makeMachine() {
    m_machine = new QComboBox;
    for (const MachineEntry& machine : machineCatalog()) {
        if (m_entry.onlySimulated)
            continue;
        m_machine->addItem(format::text(machine.name), format::text(machine.id));
        m_machine->setItemData(m_machine->count() - 1, format::text(machine.description), Qt::ToolTipRole);
    }
    if (m_entry.onlySimulated) {
        m_plan.machine = machineChoice("fake-scheduler");
        m_machine->addItem(format::machineName("fake-scheduler"), QStringLiteral("fake-scheduler"));
        m_machine->setEnabled(false);
    }
    add(tr("Machine"), m_machine, "experiment_machine",
        m_entry.onlySimulated ? tr("This experiment has a simulated machine of its own.")
                              : tr("This machine, or a simulated one in virtual time."));
    connect(m_machine, &QComboBox::activated, this, &ExperimentForm::chooseMachine);
    auto* row = new QWidget;
    auto* across = new QHBoxLayout(row);
    across->setContentsMargins(0, 0, 0, 0);
    m_file = new QLineEdit;
    m_file->setObjectName(QStringLiteral("experiment_file"));
    m_file->setAccessibleName(tr("Recorded file"));
    m_file->setToolTip(tr("A CSV that “Requested against measured” wrote with Calibrate on"));
    auto* browse = new QPushButton(tr("Browse…"));
    browse->setObjectName(QStringLiteral("experiment_browse"));
    browse->setAccessibleName(tr("Browse for a recorded file"));
    browse->setToolTip(m_file->toolTip());
    across->addWidget(m_file, 1);
    across->addWidget(browse);
    m_fileField = new Field(tr("Recorded file"), row);
    layout()->addWidget(m_fileField);
    connect(m_file, &QLineEdit::editingFinished, this, [this] {
        m_plan.machine.file = m_file->text().trimmed().toStdString();
        m_fileField->setError(fileError());
        emit edited();
    });
    connect(browse, &QPushButton::clicked, this, [this] {
        auto* dialog =
            new QFileDialog(this, tr("Recorded machine"), QString(), tr("CSV (*.csv);;All files (*)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
            m_file->setText(path);
            emit m_file->editingFinished();
        });
        dialog->setModal(false);
        dialog->show();
    });
    m_machineValues = new ParameterForm;
    layout()->addWidget(m_machineValues);
    connect(m_machineValues, &ParameterForm::valueChanged, this, [this](std::size_t index, double value) {
        m_plan.machine.values.set(index, value);
        emit edited();
    });
    m_seed = new ValueEdit(checkSeed);
    m_seed->setFont(figureFont());
    m_seedField =
        add(tr("Seed"), m_seed, "experiment_seed",
            tr("Where the simulated machine's chance begins: the same seed gives the same numbers."));
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
    m_strategies =
        add(tr("Strategies"), list, "experiment_strategies", tr("What is compared; tick any number."));
}

void ExperimentForm::makeRates() {
    if (m_entry.rates.empty())
        return;
    m_rates = new ValueEdit([](const QString& text) {
        const auto rates = parseRates(text);
        return rates ? QString() : QString::fromStdString(rates.error().message());
    });
    m_rates->setFont(figureFont());
    add(tr("Rates, Hz"), m_rates, "experiment_rates",
        tr("Each rate is raced by itself: numbers with commas between, such as 60, 240, 1000."));
    connect(m_rates, &ValueEdit::committed, this, [this](const QString& text) {
        m_plan.rates = parseRates(text).value();
        m_rates->setValueText(ratesText(m_plan.rates));
        emit edited();
    });
}

void ExperimentForm::chooseMachine() {
    m_plan.machine = machineChoice(m_machine->currentData().toString().toStdString());
    m_plan.machine.file = m_file->text().trimmed().toStdString();
    m_fileField->setError({});
    refresh();
    emit edited();
}

void ExperimentForm::takeStrategies() {
    m_plan.strategies.clear();
    for (const Tick& tick : m_ticks) {
        if (tick.box->isChecked())
            m_plan.strategies.push_back(tick.id);
    }
    setStrategiesError(m_plan.strategies.empty() ? tr("strategies: tick at least one") : QString());
}

void ExperimentForm::setStrategiesError(const QString& error) {
    if (m_strategies != nullptr)
        m_strategies->setError(error);
}

QString ExperimentForm::fileError() const {
    const MachineEntry* machine = findEntry(machineCatalog(), m_plan.machine.id);
    if (machine == nullptr || !machine->needsFile)
        return {};
    if (m_plan.machine.file.empty())
        return tr("recorded file: none is chosen");
    const auto model = machine->model(m_plan.machine);
    return model ? QString() : tr("recorded file: ") + QString::fromStdString(model.error().message());
}

void ExperimentForm::setPlan(const ExperimentPlan& plan) {
    m_plan = plan;
    refresh();
}

void ExperimentForm::refresh() {
    const MachineEntry* machine = findEntry(machineCatalog(), m_plan.machine.id);
    const bool simulated = machine != nullptr && machine->simulated;
    m_machine->setCurrentIndex(m_machine->findData(QString::fromStdString(m_plan.machine.id)));
    m_machine->setToolTip(machine != nullptr ? format::text(machine->description) : QString());
    m_fileField->setVisible(machine != nullptr && machine->needsFile);
    m_seedField->setVisible(simulated);
    m_seed->setValueText(QString::number(m_plan.seed));
    // An experiment with a machine of its own sets that machine's parameters itself.
    if (machine != nullptr && m_shownMachine != m_plan.machine.id) {
        m_shownMachine = m_plan.machine.id;
        m_machineValues->setParameters(m_entry.onlySimulated
                                           ? std::span<const ParameterInfo>()
                                           : std::span<const ParameterInfo>(machine->parameters),
                                       QStringLiteral("experiment_machine"));
    }
    m_machineValues->setVisible(!m_machineValues->isEmpty());
    m_machineValues->setValues(m_plan.machine.values);
    m_values->setValues(m_plan.values);
    const QSignalBlocker quiet(m_quick);
    m_quick->setChecked(m_plan.quick);
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

bool ExperimentForm::commit() {
    QWidget* refusing = nullptr;
    const auto refuse = [&](QWidget* widget) { refusing = refusing == nullptr ? widget : refusing; };
    if (!m_values->commit())
        refuse(m_values);
    if (!m_machineValues->commit())
        refuse(m_machineValues);
    if (!m_seed->commit())
        refuse(m_seed);
    if (m_rates != nullptr && !m_rates->commit())
        refuse(m_rates);
    if (!m_ticks.empty()) {
        takeStrategies();
        if (m_plan.strategies.empty())
            refuse(m_ticks.front().box);
    }
    m_plan.machine.file = m_file->text().trimmed().toStdString();
    const QString file = fileError();
    m_fileField->setError(file);
    if (!file.isEmpty())
        refuse(m_file);
    if (refusing != nullptr) {
        for (auto* edit : refusing->findChildren<ValueEdit*>()) {
            if (!edit->valid())
                refusing = edit;
        }
        refusing->setFocus();
    }
    return refusing == nullptr;
}

} // namespace jitterscope::ui
