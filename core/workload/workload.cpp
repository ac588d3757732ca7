// SPDX-License-Identifier: MIT
#include "core/workload/workload.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

Nanoseconds wholeNanoseconds(double value) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(value));
}

/// A number in [0, 1) that depends on seed and iteration alone.
double uniformOf(std::uint64_t seed, std::int64_t iteration) noexcept {
    return Random(streamSeed(seed, static_cast<std::uint64_t>(iteration))).uniform();
}

/// Work that depends on a seed. Names of parameters are looked up in setParameters(), never in a frame.
class SeededWork : public Workload {
public:
    explicit SeededWork(std::uint64_t seed) noexcept : m_seed(seed) {}

protected:
    std::uint64_t m_seed;
};

class NoWork final : public SeededWork {
public:
    using SeededWork::SeededWork;
    [[nodiscard]] Nanoseconds amount(std::int64_t) noexcept override { return Nanoseconds{0}; }
    void setParameters(const ParameterValues&) noexcept override {}
};

class FixedWork final : public SeededWork {
public:
    using SeededWork::SeededWork;
    [[nodiscard]] Nanoseconds amount(std::int64_t) noexcept override { return m_time; }
    void setParameters(const ParameterValues& values) noexcept override {
        m_time = wholeNanoseconds(values["time"]);
    }

private:
    Nanoseconds m_time{};
};

class UniformWork final : public SeededWork {
public:
    using SeededWork::SeededWork;
    [[nodiscard]] Nanoseconds amount(std::int64_t iteration) noexcept override {
        return wholeNanoseconds(m_low + (m_high - m_low) * uniformOf(m_seed, iteration));
    }
    void setParameters(const ParameterValues& values) noexcept override {
        m_low = std::min(values["min"], values["max"]);
        m_high = std::max(values["min"], values["max"]);
    }

private:
    double m_low = 0;
    double m_high = 0;
};

class SpikeWork final : public SeededWork {
public:
    using SeededWork::SeededWork;
    [[nodiscard]] Nanoseconds amount(std::int64_t iteration) noexcept override {
        return iteration > 0 && iteration % m_every == 0 ? m_spike : m_base;
    }
    void setParameters(const ParameterValues& values) noexcept override {
        m_base = wholeNanoseconds(values["base"]);
        m_spike = wholeNanoseconds(values["spike"]);
        m_every = values.whole("every");
    }

private:
    Nanoseconds m_base{};
    Nanoseconds m_spike{};
    std::int64_t m_every = 1;
};

/// Pareto with shape 2 by its inverse: scale / sqrt(u); the mean is twice the scale.
class HeavyTailWork final : public SeededWork {
public:
    using SeededWork::SeededWork;
    [[nodiscard]] Nanoseconds amount(std::int64_t iteration) noexcept override {
        const double u = 1.0 - uniformOf(m_seed, iteration); // (0, 1]
        return wholeNanoseconds(std::min(m_scale / std::sqrt(u), m_most));
    }
    void setParameters(const ParameterValues& values) noexcept override {
        m_scale = values["scale"];
        m_most = values["max"];
    }

private:
    double m_scale = 0;
    double m_most = 0;
};

template <typename Work>
std::unique_ptr<Workload> makeWork(const ParameterValues& values, std::uint64_t seed) {
    auto work = std::make_unique<Work>(seed);
    work->setParameters(values);
    return work;
}

ParameterInfo timeParameter(std::string_view name, std::string_view label, double standard,
                            std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = Unit::Time,
            .minimum = 0,
            .maximum = 1e10,
            .standard = standard,
            .meaning = meaning};
}

} // namespace

std::span<const WorkEntry> workCatalog() {
    static const std::vector<WorkEntry> entries{
        {"none", "None", "The frame does nothing: only the waiting is measured.", {}, makeWork<NoWork>},
        {"fixed",
         "Fixed",
         "Every frame keeps the CPU busy for the same time.",
         {timeParameter("time", "Time", 2e6, "How long each frame works.")},
         makeWork<FixedWork>},
        {"uniform",
         "Uniform",
         "Every frame works for a random time between two bounds.",
         {timeParameter("min", "At least", 1e6, "Shortest work."),
          timeParameter("max", "At most", 1e7, "Longest work.")},
         makeWork<UniformWork>},
        {"spikes",
         "Spikes",
         "Every n-th frame works much longer than the others.",
         {timeParameter("base", "Usual", 1e6, "Work of an ordinary frame."),
          timeParameter("spike", "Spike", 2.5e7, "Work of every n-th frame."),
          {.name = "every",
           .label = "Every",
           .unit = Unit::Count,
           .minimum = 1,
           .maximum = 1e6,
           .standard = 30,
           .meaning = "A spike occurs in each frame whose number is a multiple of this."}},
         makeWork<SpikeWork>},
        {"heavy-tail",
         "Heavy tail",
         "Mostly short work, occasionally very long (Pareto, shape 2), as with loading or garbage "
         "collection.",
         {timeParameter("scale", "Shortest", 1e6, "Shortest work; the mean is twice that."),
          timeParameter("max", "At most", 1e8, "Longest work.")},
         makeWork<HeavyTailWork>},
    };
    return entries;
}

} // namespace jitterscope
