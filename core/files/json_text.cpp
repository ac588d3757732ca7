// SPDX-License-Identifier: MIT
#include "core/files/json_text.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

/// An iterator over the bytes of a text, which ends early once it is cancelled. The default one is the end.
class CancellableText {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    CancellableText() = default;
    CancellableText(std::string_view text, const CancelFlag* cancel) : m_left(text), m_cancel(cancel) {}
    char operator*() const noexcept { return m_left.front(); }
    CancellableText& operator++() noexcept {
        constexpr std::size_t kBetweenLooks = std::size_t{1} << 16U;
        m_left.remove_prefix(1);
        if (m_left.size() % kBetweenLooks == 0 && isCancelled(m_cancel))
            m_left = {};
        return *this;
    }
    /// Compared with the end alone.
    bool operator==(const CancellableText&) const noexcept { return m_left.empty(); }
    bool operator!=(const CancellableText&) const noexcept { return !m_left.empty(); }

private:
    std::string_view m_left;
    const CancelFlag* m_cancel = nullptr;
};

/// Builds the value, event by event. nlohmann's own builder is too slow for long lists: with a listener, it
/// looks through the whole list after each object in it.
class JsonBuilder final : public nlohmann::json_sax<Json> {
public:
    JsonBuilder(Json& root, JsonWatch* watch) : m_root(root), m_watch(watch) {}

    std::optional<JsonFault> fault;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return addNumber(value); }
    bool number_unsigned(number_unsigned_t value) override { return addNumber(value); }
    bool number_float(number_float_t value, const string_t&) override { return addNumber(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& name) override {
        Json& object = *m_open.back();
        if (object.size() >= kMostJsonKeys && !object.contains(name))
            return refuse("more than " + std::to_string(kMostJsonKeys) + " names in an object");
        if (m_watch != nullptr)
            m_watch->key(m_open.size(), name);
        m_member = &object[name]; // named twice: the last counts
        return true;
    }
    bool start_object(std::size_t) override {
        if (m_watch != nullptr) {
            if (std::string wrong = m_watch->objectBegins(m_open.size()); !wrong.empty())
                return refuse(std::move(wrong));
        }
        return open(Json::object());
    }
    bool start_array(std::size_t) override {
        if (m_watch != nullptr)
            m_watch->listBegins(m_open.size());
        return open(Json::array());
    }
    bool end_object() override {
        m_open.pop_back();
        return true;
    }
    bool end_array() override {
        m_open.pop_back();
        if (m_watch != nullptr)
            m_watch->listEnds();
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&,
                     const nlohmann::detail::exception& error) override {
        constexpr int kOutOfRange = 406; // of nlohmann's errors
        fault = {error.id == kOutOfRange ? JsonFault::Kind::Number : JsonFault::Kind::Syntax, byte, {}};
        return false;
    }

private:
    bool refuse(std::string what) {
        fault = {JsonFault::Kind::Limit, 0, std::move(what)};
        return false;
    }
    /// Puts a value in its place.
    Json& placed(Json value) {
        if (m_open.empty())
            return m_root = std::move(value);
        if (m_open.back()->is_array()) {
            m_open.back()->push_back(std::move(value));
            return m_open.back()->back();
        }
        return *m_member = std::move(value);
    }
    bool add(Json value) {
        if (++m_values > kMostJsonValues)
            return refuse("more than " + std::to_string(kMostJsonValues) + " values");
        (void)placed(std::move(value));
        return true;
    }
    bool addNumber(Json number) {
        return (m_watch != nullptr && m_watch->takes(m_open.size(), number)) || add(std::move(number));
    }
    bool open(Json container) {
        if (m_open.size() >= kMostJsonLevels)
            return refuse("more than " + std::to_string(kMostJsonLevels) + " levels");
        if (++m_values > kMostJsonValues)
            return refuse("more than " + std::to_string(kMostJsonValues) + " values");
        m_open.push_back(&placed(std::move(container)));
        return true;
    }

    Json& m_root;
    JsonWatch* m_watch;
    std::vector<Json*> m_open; // the lists and objects around; none of them moves while it is open
    Json* m_member = nullptr;  // of the innermost object
    std::size_t m_values = 0;
};

} // namespace

JsonText readJsonText(std::string_view text, const CancelFlag* cancel, JsonWatch* watch) {
    JsonText read;
    JsonBuilder builder(read.json, watch);
    Json::sax_parse(CancellableText(text, cancel), CancellableText(), &builder);
    read.fault = std::move(builder.fault);
    if (isCancelled(cancel))
        read.fault = JsonFault{JsonFault::Kind::Cancelled, 0, {}};
    return read;
}

Error errorOf(const JsonFault& fault, std::string_view text) {
    switch (fault.kind) {
    case JsonFault::Kind::Cancelled:
        return {ErrorCode::Cancelled, "cancelled", ""};
    case JsonFault::Kind::Limit:
        return {ErrorCode::Format, "it holds " + fault.what, ""};
    case JsonFault::Kind::Number:
        return {ErrorCode::Format, "it holds a number that is out of range", ""};
    case JsonFault::Kind::Syntax:
        break;
    }
    if (text.empty())
        return {ErrorCode::Format, "it is empty", ""};
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(fault.byte, text.size()));
    return {ErrorCode::Format,
            "line " + std::to_string(1 + std::count(text.begin(), end, '\n')) +
                (fault.byte > text.size() ? ": it ends in the middle" : ": it is not valid JSON"),
            ""};
}

} // namespace jitterscope
