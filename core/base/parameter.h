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

/// What a parameter's number means, so that forms and help texts show it correctly.
enum class Unit { Plain, Time, Fraction, Hertz, Choice, Count };

/// Description of one parameter of a catalogue entry: a strategy, a machine, an experiment, a lab, … Values
/// are doubles: times in nanoseconds, choices as an index into `choices`.
struct ParameterInfo {
    std::string_view name;  ///< as in `--param NAME=VALUE`; never changes
    std::string_view label; ///< for a form
    Unit unit = Unit::Plain;
    double minimum = 0;
    double maximum = 0;
    double standard = 0;      ///< the default
    std::string_view meaning; ///< one sentence: what it does, and in which direction
    std::vector<std::string_view> choices = {};
    double step = 0; ///< of a slider or spin box; 0 if the form chooses
    /// "aim=late-share": the parameter has an effect only with that choice of another parameter in the list,
    /// or with one of several: "aim=late-share|thrifty". Empty: always.
    std::string_view onlyWith = {};
    /// The choices in words, for a form and for texts, in their order. Empty: as they are typed.
    std::vector<std::string_view> words = {};
};

/// Values of up to eight parameters, by name or in catalogue order. Trivially copyable, so that a change can
/// be sent to the measuring thread as it is.
class ParameterValues {
public:
    static constexpr std::size_t kMaximum = 8;

    ParameterValues() = default;
    /// Every parameter at its default. Throws std::length_error for more than kMaximum, which is a mistake in
    /// a catalogue entry.
    explicit ParameterValues(std::span<const ParameterInfo> infos);

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] double operator[](std::size_t index) const noexcept { return m_values[index]; }
    void set(std::size_t index, double value) noexcept { m_values[index] = value; }

    /// By name. Throws std::out_of_range for an unknown name, which is a mistake in the code: user input goes
    /// through parseParameter().
    [[nodiscard]] double operator[](std::string_view name) const { return m_values[place(name)]; }
    void set(std::string_view name, double value) { m_values[place(name)] = value; }
    /// The same, truncated to an integer.
    [[nodiscard]] std::int64_t whole(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const noexcept { return find(name) < m_size; }
    /// Whether the values belong to this list.
    [[nodiscard]] bool areOf(std::span<const ParameterInfo> infos) const noexcept;
    /// Sets the value if the list has this name.
    void setIfThere(std::string_view name, double value) noexcept;

    /// Compares values only; the names are those of the entry.
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

/// What `onlyWith` says as text: "aim=late-share or thrifty". Empty if it is.
[[nodiscard]] std::string onlyWithText(const ParameterInfo& info);

/// Whether parameter `index` has an effect with these values; see ParameterInfo::onlyWith.
[[nodiscard]] bool parameterApplies(std::span<const ParameterInfo> infos, std::size_t index,
                                    const ParameterValues& values) noexcept;

/// Parses `text` as a value of this parameter (times with units, choices by name). Error (Usage): not a
/// number, or out of range; the message names the parameter and its range.
[[nodiscard]] Result<double> parseParameter(const ParameterInfo& info, std::string_view text);

/// A value as text that parseParameter reads: `1ms`, `0.05`, `mended`.
[[nodiscard]] std::string parameterText(const ParameterInfo& info, double value);

/// Checks each value against its range. Error (Usage) names the first one out of range; NaN and values of
/// another list are errors too.
[[nodiscard]] Result<Done> checkParameters(std::span<const ParameterInfo> infos,
                                           const ParameterValues& values, std::string_view owner);

/// "0 … 10, default 1" in the parameter's unit; for help texts and messages.
[[nodiscard]] std::string rangeText(const ParameterInfo& info);

} // namespace jitterscope
