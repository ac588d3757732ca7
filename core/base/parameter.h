// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a parameter's number means, so that forms and help texts show it rightly.
enum class Unit { None, Time, Fraction, Hertz, Choice, Count };

/// One parameter of a strategy, policy, workload, machine or experiment, as its catalogue describes it.
/// Values are doubles: times in nanoseconds, choices as an index into `choices`.
struct ParameterInfo {
    std::string_view name;  ///< as in `--param NAME=VALUE`, stable for ever
    std::string_view label; ///< for a form
    Unit unit = Unit::None;
    double minimum = 0;
    double maximum = 0;
    double standard = 0;      ///< the default
    std::string_view meaning; ///< one sentence: what it does and which way is what
    std::vector<std::string_view> choices = {};
    double step = 0; ///< of a slider or spin box; 0: the form chooses
    /// "aim=late-share": it does something only while that choice of the same list is so. Empty: always.
    std::string_view onlyWith = {};
};

/// Values of up to eight parameters, by name or in the order of the catalogue's list. Trivially copyable, so
/// that a change can travel to the measuring thread as it is.
class ParameterValues {
public:
    static constexpr std::size_t kMaximum = 8;

    ParameterValues() = default;
    /// Every parameter at its default. Throws std::length_error for more than kMaximum: an entry
    /// that nobody has tried.
    explicit ParameterValues(std::span<const ParameterInfo> infos);

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] double operator[](std::size_t index) const noexcept { return m_values[index]; }
    void set(std::size_t index, double value) noexcept { m_values[index] = value; }

    /// By name. Throws std::out_of_range for a name that the list does not have: a slip in the code, since
    /// what users type goes through parseParameter().
    [[nodiscard]] double operator[](std::string_view name) const { return m_values[place(name)]; }
    void set(std::string_view name, double value) { m_values[place(name)] = value; }
    /// The same, without what is behind the point.
    [[nodiscard]] std::int64_t whole(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const noexcept { return find(name) < m_size; }
    /// Whether these are values of this list.
    [[nodiscard]] bool areOf(std::span<const ParameterInfo> infos) const noexcept;
    /// Sets it where the list has it.
    void setIfThere(std::string_view name, double value) noexcept;

    /// Values alone: the names are the entry's.
    friend bool operator==(const ParameterValues& a, const ParameterValues& b) noexcept {
        return a.m_values == b.m_values;
    }

private:
    [[nodiscard]] std::size_t find(std::string_view name) const noexcept;
    [[nodiscard]] std::size_t place(std::string_view name) const;

    std::array<double, kMaximum> m_values{};
    std::array<std::string_view, kMaximum> m_names{};
    std::size_t m_size = 0;
};

/// Index of the parameter called `name`, or -1.
[[nodiscard]] int parameterIndex(std::span<const ParameterInfo> infos, std::string_view name) noexcept;

/// Whether parameter `index` does something with these values: see ParameterInfo::onlyWith.
[[nodiscard]] bool parameterApplies(std::span<const ParameterInfo> infos, std::size_t index,
                                    const ParameterValues& values) noexcept;

/// Reads `text` as a value of this parameter (times with units, choices by name).
/// Error (Usage): not a number, or out of range; the message names the parameter, its unit and its range.
[[nodiscard]] Result<double> parseParameter(const ParameterInfo& info, std::string_view text);

/// A value as parseParameter reads it: `1ms`, `0.05`, `mended`.
[[nodiscard]] std::string parameterText(const ParameterInfo& info, double value);

/// Checks each value against its range. Error (Usage) names the first that is out of it; NaN is, and
/// values of another list are.
[[nodiscard]] Result<Done> checkParameters(std::span<const ParameterInfo> infos,
                                           const ParameterValues& values, std::string_view owner);

/// "0 … 10, default 1" in the parameter's unit; for help texts and messages.
[[nodiscard]] std::string rangeText(const ParameterInfo& info);

} // namespace jitterscope
