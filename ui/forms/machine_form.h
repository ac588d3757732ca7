// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"
#include "ui/forms/field.h"
#include "ui/forms/parameter_form.h"
#include "ui/forms/value_edit.h"

#include <QComboBox>
#include <QDateTime>
#include <QWidget>

namespace jitterscope::ui {

/// Where a run takes place: here, or on a simulated machine with its pace, its parameters and, if it is a
/// recorded one, its file. A recorded machine that the user chooses becomes machine() only when its file can
/// be read.
class MachineForm final : public QWidget {
    Q_OBJECT
public:
    /// What a page wants of it.
    struct Use {
        QString prefix = {};        ///< of object names
        std::string_view only = {}; ///< the one machine, with its standard parameters; empty: any
        bool pace = true; ///< users choose the pace of a simulated machine; false: as fast as possible
    };

    explicit MachineForm(const Use& use, QWidget* parent = nullptr);

    [[nodiscard]] const MachineChoice& machine() const noexcept { return m_choice; }
    /// Shows a machine; emits nothing. While a machine waits for its file, this has no effect unless it
    /// differs from machine().
    void setMachine(const MachineChoice& machine);
    /// Takes over what has been typed. False: a field refuses, and has the keyboard now.
    bool commit();

signals:
    /// The user chose this machine.
    void edited(const jitterscope::MachineChoice& machine);

private:
    void makeMachine();
    QWidget* makeFile();
    void makePace();
    void choose(const std::string& id);
    void takeFile(const QString& text);
    void browse();
    void show(const MachineChoice& machine);
    /// One line that says why this file is refused. Empty: it is a recorded machine.
    [[nodiscard]] QString fileError(const QString& text);

    Use m_use;
    MachineChoice m_choice;
    bool m_waiting = false; // the machine that is shown still lacks a file; m_choice is the one before
    std::string m_shown;
    QString m_shownFile;
    QComboBox* m_machine = nullptr;
    ValueEdit* m_file = nullptr;
    Field* m_fileField = nullptr;
    QComboBox* m_pace = nullptr;
    Field* m_paceField = nullptr;
    ParameterForm* m_values = nullptr;
    // The file is read again only when it has changed.
    QString m_readPath;
    QDateTime m_readTime;
    qint64 m_readSize = -1;
    QString m_readError;
};

} // namespace jitterscope::ui
