// SPDX-License-Identifier: MIT
#include "core/attach/command_words.h"

#include "core/base/parse.h"

#include <algorithm>
#include <cctype>

namespace jitterscope {
namespace {

/// Whether the word has the form `NAME=value`.
bool isVariable(std::string_view word) {
    const std::size_t end = word.find('=');
    if (end == std::string_view::npos || end == 0 || std::isdigit(static_cast<unsigned char>(word[0])) != 0)
        return false;
    return std::ranges::all_of(word.substr(0, end), [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    });
}

/// The word as a person types it. `--full` needs no quotes, although some commands of a shell would take it
/// for an option.
std::string typed(const std::string& word) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
               std::string_view("_-+=:,./@%").find(letter) != std::string_view::npos;
    });
    return plain ? word : shellWord(word);
}

class WordReader {
public:
    explicit WordReader(std::string_view line) : m_line(line) {}

    Result<std::vector<std::string>> read() {
        while (m_at < m_line.size()) {
            const char letter = m_line[m_at++];
            if (letter == ' ' || letter == '\t' || letter == '\n')
                endWord();
            else if (letter == '\'' || letter == '"') {
                if (!quoted(letter))
                    return Error{ErrorCode::Usage, "a quotation does not end", ""};
            } else
                add(letter == '\\' && m_at < m_line.size() ? m_line[m_at++] : letter);
        }
        endWord();
        if (!m_words.empty() && isVariable(m_words.front()))
            m_words.insert(m_words.begin(), "env");
        return std::move(m_words);
    }

private:
    void add(char letter) {
        m_word += letter;
        m_any = true;
    }
    void endWord() {
        if (m_any)
            m_words.push_back(std::move(m_word));
        m_word.clear();
        m_any = false;
    }
    bool quoted(char quote) {
        m_any = true; // '' is a word
        while (m_at < m_line.size()) {
            char letter = m_line[m_at++];
            if (letter == quote)
                return true;
            const bool escape = letter == '\\' && quote == '"' && m_at < m_line.size();
            if (escape && std::string_view("\"\\$`").find(m_line[m_at]) != std::string_view::npos)
                letter = m_line[m_at++];
            m_word += letter;
        }
        return false;
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    std::vector<std::string> m_words;
    std::string m_word;
    bool m_any = false;
};

} // namespace

Result<std::vector<std::string>> commandWords(std::string_view line) {
    return WordReader(line).read();
}

std::string commandLine(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + typed(word);
    return line;
}

} // namespace jitterscope
