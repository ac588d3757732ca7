// SPDX-License-Identifier: MIT
#include "core/import/unknown_file.h"

#include "core/base/parse.h"
#include "core/base/utf8.h"
#include "core/import/log_table.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

/// What a file is, and the way on.
struct Likeness {
    std::string is;
    std::string next;
};

constexpr std::size_t kMostNamed = 8; // columns
constexpr std::string_view kRecord = "record frame times; list formats says with what, and how";

/// By its first bytes.
struct Signature {
    std::string_view begin;
    std::string_view is;
    std::string_view next;
};
constexpr std::array kSignatures{
    Signature{"\x89PNG", "a picture", kRecord},
    Signature{"\xff\xd8\xff", "a picture", kRecord},
    Signature{"%PDF", "a PDF document", kRecord},
    Signature{"SQLite format 3", "a database", "export its times as CSV"},
    Signature{"\x7f"
              "ELF",
              "a program", kRecord},
    Signature{"MZ", "a Windows program or trace", kRecord},
    Signature{"PERFILE2", "a recording of perf", "write its times with perf script, as CSV"},
    Signature{"{\\rtf", "a text document", "save it as plain text or CSV"},
    Signature{"<!DOCTYPE", "a web page", "download the log itself, not the page that shows it"},
    Signature{"<html", "a web page", "download the log itself, not the page that shows it"},
    Signature{"<?xml", "XML", "export its times as CSV"},
};

/// `"Info"`, `"Runs"`: the first names in a JSON text.
std::string jsonNames(std::string_view text) {
    constexpr std::size_t kMost = 5;
    std::string names;
    std::size_t count = 0;
    for (std::size_t at = 0; count < kMost && (at = text.find('"', at)) != std::string_view::npos;) {
        const std::size_t end = text.find('"', at + 1);
        if (end == std::string_view::npos)
            break;
        const std::string_view rest = trimmed(text.substr(end + 1, 40));
        if (rest.starts_with(':')) {
            names += (names.empty() ? "" : ", ") +
                     cleanText(text.substr(at + 1, std::min<std::size_t>(end - at - 1, 40)));
            ++count;
        }
        at = end + 1;
    }
    return names;
}

Likeness ofText(const LogHead& head) {
    std::vector<std::string_view> lines;
    for (const std::string_view line : head.lines) {
        if (!trimmed(line).empty() && !line.starts_with('#'))
            lines.push_back(line);
    }
    if (lines.empty())
        return {"empty but for comments", "look whether the recording was ended before its program was"};
    const TableHead first(lines.front());
    if (first.names().size() > 1 && lines.size() == 1)
        return {"a table with a column line and no rows: " + first.namesShown(kMostNamed),
                "look whether the recording was ended before its program was"};
    if (first.names().size() > 1)
        return {"a table without numbers in its second line: " + first.namesShown(kMostNamed),
                "remove the lines above the column line, and read it with --format csv"};
    return {"text that begins with " + inQuotes(cleanText(firstBytes(lines.front(), 60))),
            "write one time a line, or a table with a column line; list formats says what is known"};
}

Likeness likenessOf(const LogHead& head) {
    if (trimmed(head.text).empty())
        return {"empty", "look whether the recording was ended before its program was"};
    const auto known = std::ranges::find_if(
        kSignatures, [&](const Signature& each) { return startsWithName(head.text, each.begin); });
    if (known != kSignatures.end())
        return {std::string(known->is), std::string(known->next)};
    const auto isOdd = [](char c) {
        return c == '\0' || (c > 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r');
    };
    if (std::ranges::any_of(head.text.substr(0, 1000), isOdd))
        return {"no text", "export it as CSV with the program that wrote it"};
    const std::string_view text = trimmed(head.text);
    if (text.starts_with('{') || text.starts_with('[')) {
        const std::string names = jsonNames(text);
        return {"JSON of another kind" + (names.empty() ? "" : ", with " + names),
                "export its times as CSV, one a line or in a column"};
    }
    return ofText(head);
}

} // namespace

Error unknownFile(const std::string& path, const LogHead& head) {
    const Likeness likeness = likenessOf(head);
    return Error{ErrorCode::Format,
                 pathText(path) + " is in no known format: " +
                     (likeness.is.starts_with("empty") ? "it is " : "it looks like ") + likeness.is,
                 likeness.next};
}

} // namespace jitterscope::logs
