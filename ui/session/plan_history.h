// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::ui {

/// The plans that were set one after the other, for undo and redo. A value.
template <typename Plan>
class PlanHistory {
public:
    static constexpr std::size_t kMost = 200;        ///< the oldest are forgotten
    static constexpr std::int64_t kOneMoveMs = 1000; ///< a longer pause of a knob begins a new step

    explicit PlanHistory(Plan first) : m_steps{{std::move(first), {}, 0}} {}

    /// Adds a plan and forgets what was undone. `knob` names the control that is being moved: moves of one
    /// knob in quick succession (`at`, ms) are one step. Empty: a step of its own.
    void add(const Plan& plan, const std::string& knob, std::int64_t at) {
        if (plan == current())
            return;
        m_steps.resize(m_at + 1);
        Step& last = m_steps.back();
        if (!knob.empty() && knob == last.knob && at - last.at <= kOneMoveMs && m_at > 0) {
            last.plan = plan;
            last.at = at;
            return;
        }
        m_steps.push_back({plan, knob, at});
        if (m_steps.size() > kMost)
            m_steps.erase(m_steps.begin());
        m_at = m_steps.size() - 1;
    }

    [[nodiscard]] const Plan& current() const { return m_steps[m_at].plan; }
    [[nodiscard]] bool canUndo() const noexcept { return m_at > 0; }
    [[nodiscard]] bool canRedo() const noexcept { return m_at + 1 < m_steps.size(); }
    /// Goes back to the plan before, and returns it. Needs canUndo().
    const Plan& undo() { return m_steps[--m_at].plan; }
    /// Goes forward again, and returns the plan. Needs canRedo().
    const Plan& redo() { return m_steps[++m_at].plan; }

private:
    struct Step {
        Plan plan;
        std::string knob;
        std::int64_t at = 0;
    };
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
};

} // namespace jitterscope::ui
