// SPDX-License-Identifier: MIT
#include "core/files/session_columns.h"

#include "core/files/session_fields.h"

#include <charconv>

namespace jitterscope {
namespace {

/// Listens to the reading: which column's list is being read, and what stands in it.
class ColumnTaker final : public JsonWatch {
public:
    explicit ColumnTaker(std::vector<RunColumns>& columns) : m_columns(columns) {}

    void key(std::size_t depth, const std::string& name) override {
        if (depth < m_keys.size())
            m_keys[depth] = name;
    }
    std::string objectBegins(std::size_t depth) override {
        if (depth != kRun || m_keys[1] != "runs")
            return {};
        m_columns.emplace_back();
        return m_columns.size() > kMostSessionRuns ? "more than " + std::to_string(kMostSessionRuns) + " runs"
                                                   : "";
    }
    void listBegins(std::size_t depth) override { m_column = depth == kList ? columnHere() : nullptr; }
    void listEnds() override { m_column = nullptr; }
    bool takes(std::size_t depth, const Json& number) override {
        return m_column != nullptr && depth == kList + 1 && taken(number);
    }

private:
    static constexpr std::size_t kRun = 2;                       // {"runs": [{
    static constexpr std::size_t kList = 4;                      // {"runs": [{"columns": {"lost": [
    static constexpr std::int64_t kMostLost = 1'000'000'000'000; // slots before one frame

    std::vector<std::int64_t>* columnHere() {
        if (m_keys[1] != "runs" || m_keys[3] != "columns" || m_columns.empty())
            return nullptr;
        for (const ColumnField& field : kColumnFields) {
            if (m_keys[4] == field.name) {
                (m_columns.back().*field.column).clear(); // named twice: the last counts
                const bool counts = field.column == &RunColumns::lost;
                m_least = counts ? 0 : -kFarthestInSession;
                m_most = counts ? kMostLost : kFarthestInSession;
                return &(m_columns.back().*field.column);
            }
        }
        return nullptr;
    }

    bool taken(const Json& value) {
        if (!value.is_number_integer() || m_values >= kMostSessionValues)
            return false;
        if (value.is_number_unsigned() &&
            value.get<std::uint64_t>() > static_cast<std::uint64_t>(kFarthestInSession))
            return false;
        const auto number = value.get<std::int64_t>();
        if (number > m_most || number < m_least)
            return false;
        m_column->push_back(number);
        ++m_values;
        return true;
    }

    std::vector<RunColumns>& m_columns;
    std::vector<std::int64_t>* m_column = nullptr;
    std::int64_t m_least = 0; // of what may stand in it
    std::int64_t m_most = 0;
    std::array<std::string, kList + 1> m_keys; // the last at each depth
    std::size_t m_values = 0;
};

bool appendList(const std::vector<std::int64_t>& values, std::string& text, const CancelFlag* cancel) {
    constexpr std::size_t kBetweenLooks = std::size_t{1} << 16U;
    std::array<char, 24> buffer{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % kBetweenLooks == 0 && isCancelled(cancel))
            return false;
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), values[i]).ptr;
        text.append(i > 0 ? "," : "").append(buffer.data(), end);
    }
    return true;
}

} // namespace

bool appendColumns(const RunColumns& columns, std::string& text, const CancelFlag* cancel) {
    text += "\"columns\":{";
    const char* between = "\"";
    for (const ColumnField& field : kColumnFields) {
        if ((columns.*field.column).empty())
            continue;
        text.append(between).append(field.name).append("\":[");
        if (!appendList(columns.*field.column, text, cancel))
            return false;
        text += "]";
        between = ",\"";
    }
    text += "}";
    return true;
}

SessionJson parseSessionJson(std::string_view text, const CancelFlag* cancel) {
    SessionJson session;
    ColumnTaker taker(session.columns);
    session.text = readJsonText(text, cancel, &taker);
    return session;
}

} // namespace jitterscope
