// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab.h"
#include "ui/session/job_runner.h"

#include <memory>
#include <string>

namespace jitterscope::ui {

/// Measures one lab at a time on this machine. When cancelled, nothing of it is kept.
class LabRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit LabRunner(QObject* parent = nullptr);

    /// `entry` must live until the end, as those of labCatalog() do. Error: something is running, the lab
    /// cannot be measured, or a knob is out of its range.
    Result<Done> measure(const LabEntry& entry, const ParameterValues& knobs);
    /// Of the lab that is being measured; empty: none is.
    [[nodiscard]] std::string id() const { return running() ? m_id : std::string(); }

signals:
    void measured(const std::string& id, const std::shared_ptr<const jitterscope::LabResult>& result);
    void cancelled();

private:
    struct Work;
    void ended() override;

    std::shared_ptr<Work> m_work; // of the last start; read after its end
    std::string m_id;
};

} // namespace jitterscope::ui
