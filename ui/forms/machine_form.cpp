// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/machine_form.h"

#include "core/files/machine_file.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/forms/form_parts.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kLongestPath = 4096; // characters

bool needsFile(const std::string& id) {
    const MachineEntry* entry = findEntry(machineCatalog(), id);
    return entry != nullptr && entry->needsFile;
}

/// The file that was typed, or dropped as text from a file manager.
QString pathOf(const QString& text) {
    const QString trimmed = text.trimmed();
    if (trimmed.startsWith(QLatin1String("file:")))
        return QUrl(trimmed).toLocalFile();
    return trimmed.isEmpty() ? QString() : QFileInfo(trimmed).absoluteFilePath();
}

} // namespace

MachineForm::MachineForm(const Use& use, QWidget* parent) : QWidget(parent), m_use(use) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(10);
    if (!use.only.empty())
        m_choice = machineChoice(use.only);
    makeMachine();
    all->addWidget(makeFile());
    makePace();
    m_values = new ParameterForm;
    all->addWidget(m_values);
    connect(m_values, &ParameterForm::edited, this, [this](const ParameterValues& values) {
        m_choice.values = values;
        emit edited(m_choice);
    });
    show(m_choice);
}

void MachineForm::makeMachine() {
    m_machine = new QComboBox;
    const bool any = m_use.only.empty();
    layout()->addWidget(
        makeField(tr("&Machine"), m_machine, m_use.prefix + QStringLiteral("machine"),
                  any ? tr("This machine, or a simulated one: the same strategies in virtual time.")
                      : tr("This experiment has a simulated machine of its own.")));
    fillBox(*m_machine, any ? machineCatalog() : std::span(findEntry(machineCatalog(), m_use.only), 1));
    m_machine->setEnabled(any);
    connect(m_machine, &QComboBox::activated, this, [this] { choose(chosenId(*m_machine)); });
}

void MachineForm::makePace() {
    m_pace = new QComboBox;
    m_pace->addItem(tr("at real pace"), true);
    m_pace->addItem(tr("as fast as possible"), false);
    m_paceField = makeField(tr("Simulated time runs"), m_pace, m_use.prefix + QStringLiteral("pace"),
                            tr("At real pace, to watch the run; or as fast as this computer can simulate it, "
                               "to collect many frames."));
    layout()->addWidget(m_paceField);
    connect(m_pace, &QComboBox::activated, this, [this] {
        if (m_waiting)
            return; // taken over with the file
        m_choice.realPace = m_pace->currentData().toBool();
        emit edited(m_choice);
    });
}

QWidget* MachineForm::makeFile() {
    m_file = new ValueEdit([this](const QString& text) { return fileError(text); });
    m_file->setMaxLength(kLongestPath);
    m_file->setPlaceholderText(tr("CSV file"));
    m_fileField = makeField(tr("Recorded file"), m_file, m_use.prefix + QStringLiteral("machine_file"),
                            tr("A file from another machine: its calibration (interval-sweep with calibrate "
                               "on), or the sleeps CSV of a run."));
    connect(m_file, &ValueEdit::committed, this, &MachineForm::takeFile);
    auto* button = new QPushButton(tr("Choose…"));
    button->setObjectName(m_use.prefix + QStringLiteral("choose_machine_file"));
    button->setAccessibleName(tr("Choose the recorded file"));
    button->setToolTip(tr("Choose the recorded file"));
    connect(button, &QPushButton::clicked, this, &MachineForm::browse);
    m_fileField->setBeside(button);
    return m_fileField;
}

void MachineForm::browse() {
    const auto* dialog = askToOpen(this, tr("Recorded machine"), QFileInfo(pathOf(m_file->text())).path(),
                                   tr("CSV (*.csv);;All files (*)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_file->setText(path);
        m_file->commit();
    });
}

void MachineForm::choose(const std::string& id) {
    MachineChoice machine = machineChoice(id);
    machine.realPace = m_use.pace && id != MachineChoice().id;
    if (needsFile(id)) {
        machine.file = pathOf(m_file->text()).toStdString();
        m_waiting = !fileError(m_file->text()).isEmpty();
    } else {
        m_waiting = false;
    }
    show(machine);
    if (m_waiting) {
        m_file->recheck();
        m_file->setFocus();
        return;
    }
    m_choice = machine;
    emit edited(m_choice);
}

void MachineForm::takeFile(const QString& text) {
    if (m_waiting) {
        m_choice = machineChoice(m_shown);
        m_choice.realPace = m_pace->currentData().toBool();
    }
    m_waiting = false;
    m_choice.file = pathOf(text).toStdString();
    show(m_choice);
    emit edited(m_choice);
}

void MachineForm::setMachine(const MachineChoice& machine) {
    if (m_waiting && machine == m_choice)
        return;
    m_waiting = false;
    m_choice = machine;
    show(machine);
}

void MachineForm::show(const MachineChoice& machine) {
    const MachineEntry* entry = findEntry(machineCatalog(), machine.id);
    if (m_shown != machine.id) {
        m_shown = machine.id;
        m_values->setParameters(m_use.only.empty() ? parametersOf(machineCatalog(), machine.id)
                                                   : std::span<const ParameterInfo>(),
                                m_use.prefix + QStringLiteral("machine"));
        m_machine->setToolTip(entry != nullptr ? format::text(entry->description) : QString());
    }
    chooseId(*m_machine, machine.id);
    m_values->setVisible(!m_values->isEmpty());
    m_values->setValues(machine.values);
    m_paceField->setVisible(m_use.pace && entry != nullptr && entry->simulated);
    m_pace->setCurrentIndex(m_pace->findData(machine.realPace));
    m_fileField->setVisible(needsFile(machine.id));
    if (!needsFile(machine.id))
        return;
    const QString path = format::exact(machine.file);
    if (m_shownFile != path) {
        m_shownFile = path;
        m_file->setValueText(path);
        m_file->setCursorPosition(static_cast<int>(path.size())); // its name is at the end
    }
    if (!path.isEmpty())
        m_file->recheck();
}

QString MachineForm::fileError(const QString& text) {
    const QString path = pathOf(text);
    if (path.isEmpty())
        return tr("Choose a calibration or the sleeps CSV of a run.");
    const QFileInfo info(path);
    if (info.exists() && !info.isFile())
        return tr("%1 is not a file.").arg(format::shortName(info.fileName()));
    if (path == m_readPath && info.lastModified() == m_readTime && info.size() == m_readSize)
        return m_readError;
    m_readPath = path;
    m_readTime = info.lastModified();
    m_readSize = info.size();
    MachineChoice machine = machineChoice("recorded");
    machine.file = path.toStdString();
    const auto model = recordedModel(machine);
    m_readError = model ? QString() : format::text(model.error().message());
    m_readError.replace(path, format::shortName(info.fileName())); // the path is in the field already
    return m_readError;
}

bool MachineForm::commit() {
    if (needsFile(m_shown)) {
        if (!m_file->recheck() || !m_file->commit()) {
            m_file->setFocus();
            return false;
        }
        if (m_waiting)
            takeFile(m_file->text()); // it can be read only now
    }
    return m_values->commit();
}

} // namespace jitterscope::ui
