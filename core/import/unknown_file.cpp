// SPDX-License-Identifier: MIT
#include "core/import/unknown_file.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/text.h"
#include "core/import/count_table.h"
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
            said::append(names, cleanText(text.substr(at + 1, std::min<std::size_t>(end - at - 1, 40))));
            ++count;
        }
        at = end + 1;
    }
    return names;
}

/// A running summary, as `ros2 topic hz` prints it: no single value is left.
bool isRunningSummary(const std::vector<std::string_view>& lines) {
    return std::ranges::any_of(
               lines, [](std::string_view line) { return trimmed(line).starts_with("average rate:"); }) &&
           std::ranges::any_of(
               lines, [](std::string_view line) { return line.find("std dev:") != std::string_view::npos; });
}

/// `2639 frames 38.561 seconds 78.44 fps`, as the timedemos of Quake, Source and their kin print it.
bool isTimedemo(std::string_view line) {
    const std::size_t frames = line.find(" frames");
    const std::size_t seconds = line.find(" seconds", std::min(frames, line.size()));
    return seconds != std::string_view::npos && line.find(" fps", seconds) != std::string_view::npos;
}

/// Words of letters alone, in the first of these lines.
std::ptrdiff_t wordsIn(std::string_view line) {
    std::vector<std::string_view> words;
    splitWords(line, 200, words);
    return std::ranges::count_if(words, [](std::string_view word) {
        word = word.substr(0, word.find_last_not_of(".,:;!?()") + 1);
        return word.size() > 1 &&
               std::ranges::all_of(word, [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; });
    });
}

/// The unit behind a number in a sentence: `28.3 ms`; empty: none.
std::string timeInSentence(std::string_view line) {
    std::vector<std::string_view> words;
    splitWords(line, 200, words);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view unit = words[i].substr(0, words[i].find_last_not_of(".,:;") + 1);
        if (unitScale(unit) && logNumber(words[i - 1], false))
            return std::string(unit);
    }
    return {};
}

/// Sentences hold no columns; the way on is to cut a number out of each.
Likeness ofSentences(std::string_view line) {
    const std::string unit = timeInSentence(line);
    const std::string first = "sentences, as " + inQuotes(cleanText(firstBytes(line, 60)));
    if (unit.empty())
        return {first, "write the times in it one a line; list formats says what is known"};
    return {first, "write its times one a line: grep -oE '[0-9.]+ " + unit +
                       "' FILE | cut -d' ' -f1 > times.txt; then summarize times.txt --unit " + unit};
}

Likeness ofText(const LogHead& head) {
    std::vector<std::string_view> lines;
    for (const std::string_view line : head.lines) {
        if (!trimmed(line).empty() && !line.starts_with('#'))
            lines.push_back(line);
    }
    if (lines.empty())
        return {"empty but for comments", "look whether the recording was ended before its program was"};
    if (isRunningSummary(lines))
        return {"the running summary of ros2 topic hz, which keeps no single times",
                "record the moments: ros2 topic echo --csv --field header.stamp TOPIC > stamps.csv"};
    if (const auto demo = std::ranges::find_if(lines, isTimedemo); demo != lines.end())
        return {"the result of a timedemo, " + inQuotes(cleanText(firstBytes(*demo, 60))) +
                    ": one average, no frame times",
                "record with MangoHud, PresentMon or CapFrameX while the demo plays"};
    const std::string_view typical = lines[lines.size() / 2];
    if (lines.size() > 2 && wordsIn(typical) >= 4 && wordsIn(lines.front()) >= 4)
        return ofSentences(typical);
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
    const std::string_view second =
        text.size() > 1 ? trimmed(text.substr(1)).substr(0, 1) : std::string_view();
    const bool list =
        text.starts_with('[') && std::string_view("{[\"0123456789-").find(second) != std::string_view::npos;
    if (text.starts_with('{') || (list && !second.empty())) {
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
