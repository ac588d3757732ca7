// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

namespace jitterscope {

/// The kind of a failure. The command line exits with code 2 for usage errors and 1 for others.
enum class ErrorCode { Usage, Format, NotFound, Permission, NoSpace, Io, Unsupported, Cancelled };

/// A failure at an interface, as a value.
/// * `what` is one line that names the object (field, file, line number) and what is wrong with it.
/// * `hint` is one line that says what to do; may be empty.
/// * `asks` are the options that answer it, `--column --unit`, if it is a question; mostly empty.
struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string what;
    std::string hint;
    std::string asks = {};

    /// "what (hint)", on one line.
    [[nodiscard]] std::string message() const { return hint.empty() ? what : what + " (" + hint + ")"; }
};

/// The value type of a Result that only succeeds or fails.
struct Done {};

/// A value or an Error; C++20 has no std::expected. Asking for the one that is not there is a mistake of the
/// program: an assertion fails, and without assertions it is undefined.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return ok(); }
    [[nodiscard]] const T& value() const& { return *there<0>(m_state); }
    [[nodiscard]] T& value() & { return *there<0>(m_state); }
    [[nodiscard]] T&& value() && { return std::move(*there<0>(m_state)); }
    [[nodiscard]] const Error& error() const { return *there<1>(m_state); }

private:
    template <std::size_t kWhich, typename State>
    [[nodiscard]] static auto* there(State& state) {
        assert(state.index() == kWhich);
        return std::get_if<kWhich>(&state);
    }
    std::variant<T, Error> m_state;
};

} // namespace jitterscope
