// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/form_parameter.h"
#include "core/sleep/sleep_catalog.h"

#include <memory>

namespace jitterscope {

/// The `make` of a catalogue entry.
template <typename Strategy>
[[nodiscard]] std::unique_ptr<SleepStrategy> makeStrategy(TimeSource& time, const ParameterValues& values) {
    auto strategy = std::make_unique<Strategy>(time);
    strategy->setParameters(values);
    return strategy;
}

/// For strategies without parameters.
class PlainStrategy : public SleepStrategy {
public:
    explicit PlainStrategy(TimeSource& time) noexcept : m_time(time) {}
    void setParameters(const ParameterValues&) noexcept override {}

protected:
    TimeSource& m_time;
};

/// Parameters that several strategies share, so that they have the same text everywhere.
[[nodiscard]] ParameterInfo xParameter(double standard);
[[nodiscard]] ParameterInfo startParameter();
[[nodiscard]] ParameterInfo forgetParameter();
[[nodiscard]] ParameterInfo spinParameter(SpinKind standard);
[[nodiscard]] SpinKind spinKindOf(double choice) noexcept;

} // namespace jitterscope
