// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/lab_runner.h"

#include "ui/format/outside_text.h"

#include <optional>
#include <utility>

namespace jitterscope::ui {

struct LabRunner::Work {
    std::optional<Result<LabResult>> result;
};

LabRunner::LabRunner(QObject* parent) : JobRunner(parent) {}

Result<Done> LabRunner::measure(const LabEntry& entry, const ParameterValues& knobs) {
    if (entry.measure == nullptr)
        return Error{ErrorCode::Unsupported, "the lab " + std::string(entry.id) + " is not measured here",
                     "it is simulated"};
    if (const auto checked = checkParameters(entry.knobs, knobs, entry.id); !checked)
        return checked.error();
    auto work = std::make_shared<Work>();
    auto begun = begin(
        [work, lab = &entry, knobs](JobControl& job) { work->result.emplace(measureLab(*lab, knobs, job)); },
        true, entry.measureSeconds);
    if (!begun)
        return begun;
    m_id = entry.id;
    m_work = std::move(work);
    emit started();
    return Done{};
}

void LabRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    const std::string id = std::exchange(m_id, std::string());
    if (work->result && work->result->ok())
        emit measured(id, std::make_shared<const LabResult>(std::move(*work->result).value()));
    else if (cancelling())
        emit cancelled();
    else if (work->result)
        emit failed(format::text(work->result->error().message()));
    else
        emit failed(tr("The measurement ended without a result."));
}

} // namespace jitterscope::ui
