// SPDX-License-Identifier: MIT
#include "core/import/json_events.h"

#include "core/import/log_lines.h"

#include <nlohmann/json.hpp>

#include <iterator>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kBlock = 1 << 16;
constexpr std::size_t kLongestToken = 1 << 20;
constexpr std::size_t kDeepest = 64;

/// The bytes of a file, one by one. It ends early after an error or Cancel, or in a token of more than 1 MiB.
class Source {
public:
    Source(std::unique_ptr<InputFile> file, const LogRequest& request)
        : m_file(std::move(file)), m_request(request), m_buffer(kBlock) {}

    [[nodiscard]] bool atEnd() {
        if (m_next < m_size)
            return m_inToken > kLongestToken ? fail("a text or number without end") : false;
        if (m_done || m_error)
            return true;
        return !fill();
    }
    [[nodiscard]] char current() const noexcept { return m_buffer[m_next]; }
    void advance() noexcept {
        m_line += m_buffer[m_next] == '\n' ? 1 : 0;
        ++m_next;
        ++m_inToken;
    }
    void tokenEnds() noexcept { m_inToken = 0; }
    bool fail(const std::string& what) {
        if (!m_error)
            m_error = Error{ErrorCode::Format,
                            pathText(m_request.path) + " line " + std::to_string(m_line) + ": " + what, ""};
        return true;
    }
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }

private:
    bool fill() {
        if (m_request.cancel != nullptr && *m_request.cancel) {
            m_error = Error{ErrorCode::Cancelled, "cancelled", ""};
            return false;
        }
        const Result<std::size_t> count = m_file->read(m_buffer.data(), m_buffer.size());
        if (!count) {
            m_error = count.error();
            return false;
        }
        m_next = 0;
        m_size = count.value();
        m_bytes += m_size;
        m_done = m_size == 0;
        constexpr std::size_t kBlocksBetweenReports = 16;
        if (m_request.progress && m_bytes / kBlock % kBlocksBetweenReports == 0)
            m_request.progress(m_bytes);
        return !m_done;
    }

    std::unique_ptr<InputFile> m_file;
    const LogRequest& m_request;
    std::vector<char> m_buffer;
    std::size_t m_next = 0;
    std::size_t m_size = 0;
    std::uint64_t m_bytes = 0;
    std::size_t m_inToken = 0;
    std::int64_t m_line = 1;
    bool m_done = false;
    std::optional<Error> m_error;
};

/// Source as an input iterator; the default one is the end.
class SourceIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    SourceIterator() = default;
    explicit SourceIterator(Source& source) : m_source(&source) {}
    char operator*() const { return m_source->current(); }
    SourceIterator& operator++() {
        m_source->advance();
        return *this;
    }
    bool operator==(const SourceIterator&) const { return m_source == nullptr || m_source->atEnd(); }
    bool operator!=(const SourceIterator& other) const { return !(*this == other); }

private:
    Source* m_source = nullptr;
};

/// From nlohmann's events to a JsonListener's.
class Events : public nlohmann::json_sax<nlohmann::json> {
public:
    Events(Source& source, JsonListener& listener) : m_source(source), m_listener(listener) {}

    bool null() override { return after(m_listener.nothing(m_path)); }
    bool boolean(bool value) override { return after(m_listener.truth(m_path, value)); }
    bool number_integer(number_integer_t value) override {
        return after(m_listener.number(m_path, static_cast<double>(value)));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return after(m_listener.number(m_path, static_cast<double>(value)));
    }
    bool number_float(number_float_t value, const string_t&) override {
        return after(m_listener.number(m_path, value));
    }
    bool string(string_t& value) override { return after(m_listener.text(m_path, value)); }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override {
        if (++m_depth > kDeepest)
            return !m_source.fail("nested too deep");
        const bool goOn = after(m_listener.beginObject(m_path));
        m_path.emplace_back();
        return goOn;
    }
    bool key(string_t& value) override {
        m_path.back().assign(value, 0, 200);
        return after(true);
    }
    bool end_object() override {
        --m_depth;
        m_path.pop_back();
        return after(m_listener.endObject(m_path));
    }
    bool start_array(std::size_t) override {
        if (++m_depth > kDeepest)
            return !m_source.fail("nested too deep");
        return after(true);
    }
    bool end_array() override {
        --m_depth;
        return after(true);
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        m_source.fail("not valid JSON, or cut off");
        return false;
    }

private:
    bool after(bool goOn) {
        m_source.tokenEnds();
        return goOn;
    }

    Source& m_source;
    JsonListener& m_listener;
    JsonListener::Path m_path;
    std::size_t m_depth = 0;
};

} // namespace

Result<Done> readJson(const LogRequest& request, JsonListener& listener) {
    Result<std::unique_ptr<InputFile>> file = openLog(request.path);
    if (!file)
        return file.error();
    Source source(std::move(file).value(), request);
    Events events(source, listener);
    nlohmann::json::sax_parse(SourceIterator(source), SourceIterator(), &events);
    if (source.error())
        return *source.error();
    return Done{};
}

} // namespace jitterscope::logs
