// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/time/time_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The work of a frame. The amount is busy wall time, counted from the frame's release.
/// * It depends only on the iteration number and the seed, so the same frame does the same work in every run.
/// * Nothing allocates, locks or throws.
class Workload {
public:
    virtual ~Workload() = default;
    /// Duration of this iteration's work; 0 or more.
    [[nodiscard]] virtual Nanoseconds amount(std::int64_t iteration) noexcept = 0;
    virtual void setParameters(const ParameterValues& values) noexcept = 0;
};

struct WorkEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<Workload> (*make)(const ParameterValues&, std::uint64_t seed) = nullptr;
};

/// All kinds of work, `none` first. Immutable; any thread. To add one: workload.cpp holds them all.
[[nodiscard]] std::span<const WorkEntry> workCatalog();

} // namespace jitterscope
