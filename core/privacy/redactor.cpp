// SPDX-License-Identifier: MIT
#include "core/privacy/redactor.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::string_view kGone = "…";
constexpr std::array<std::string_view, 5> kLeftOut{"host", "user", "paths", "names of programs",
                                                   "command lines"};

char lowerCase(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool sameLetter(char a, char b) noexcept {
    return lowerCase(a) == lowerCase(b);
}

bool ofWord(char c) noexcept {
    return (lowerCase(c) >= 'a' && lowerCase(c) <= 'z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Replaces each occurrence of `words` that is not inside a longer word.
std::string withoutWords(std::string_view text, std::string_view words) {
    std::string left;
    while (!words.empty() && !text.empty()) {
        const auto found =
            std::search(text.begin(), text.end(), words.begin(), words.end(), sameLetter) - text.begin();
        const auto begin = static_cast<std::size_t>(found);
        const std::size_t end = begin + words.size();
        if (begin >= text.size())
            break;
        const bool inside = (begin > 0 && ofWord(text[begin - 1]) && ofWord(words.front())) ||
                            (end < text.size() && ofWord(text[end]) && ofWord(words.back()));
        left += text.substr(0, begin);
        left += inside ? text.substr(begin, words.size()) : kGone;
        text.remove_prefix(end);
    }
    return left + std::string(text);
}

/// Where a path may begin: `/home/…`, `~/…`, `C:\…`, `\\server\…`.
bool beginsPath(std::string_view text) noexcept {
    const bool drive =
        text.size() > 2 && ofWord(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
    return drive || text.starts_with("~/") || text.starts_with("\\\\") ||
           (text.size() > 1 && text[0] == '/' && ofWord(text[1]));
}

/// Up to the next blank, quote, comma, semicolon or parenthesis. The names of folders may hold blanks: the
/// path goes on if one of the next three words has a separator inside. The home folder is taken whole.
std::size_t pathLength(std::string_view text, std::string_view home) noexcept {
    constexpr int kMostWords = 3;
    const std::size_t most = std::min(text.find_first_of("\n'\",;)"), text.size());
    const auto wordEnd = [&](std::size_t from) { return std::min(text.find_first_of(" \t", from), most); };
    const bool ofHome = home.size() > 1 && text.size() >= home.size() &&
                        std::ranges::equal(text.substr(0, home.size()), home, sameLetter);
    std::size_t end = wordEnd(ofHome ? std::min(home.size(), most) : 0);
    std::size_t next = end;
    for (int words = 0; words < kMostWords && next < most; ++words) {
        const std::size_t begin = next + 1;
        next = wordEnd(begin);
        const std::string_view word = text.substr(begin, next - begin);
        if (beginsPath(word))
            break;
        if (word.find_first_of("/\\") != std::string_view::npos) {
            end = next;
            words = -1;
        }
    }
    return end;
}

/// Replaces paths.
std::string withoutPaths(std::string_view text, std::string_view home) {
    std::string left;
    char before = ' ';
    while (!text.empty()) {
        std::size_t length = 1;
        if (!ofWord(before) && before != '/' && beginsPath(text)) {
            length = pathLength(text, home);
            left += kGone;
        } else {
            left += text.front();
        }
        before = text[length - 1];
        text.remove_prefix(length);
    }
    return left;
}

/// Replaces what stands between two quotes. If quotes do not come in pairs, all from the first to the last.
std::string withoutQuotes(std::string_view text) {
    const bool pairs = std::ranges::count(text, '\'') % 2 == 0;
    std::string left;
    for (std::size_t first = text.find('\''); first != std::string_view::npos; first = text.find('\'')) {
        const std::size_t last = pairs ? text.find('\'', first + 1) : text.rfind('\'');
        if (last == first)
            break;
        left += std::string(text.substr(0, first + 1)) + std::string(kGone) + "'";
        text.remove_prefix(last + 1);
    }
    return left + std::string(text);
}

/// `game` of `/home/me/game.csv`: it often names a program, and stands in names of runs.
std::string stemOf(const std::string& path) {
    const std::string name = fileName(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

bool holds(const std::string& text, const std::string& part) {
    return !part.empty() &&
           std::search(text.begin(), text.end(), part.begin(), part.end(), sameLetter) != text.end();
}

/// `no. 2` of `program 2`, for where the word stands before it.
std::string ofList(const std::string& numbered) {
    return "no. " + numbered.substr(numbered.find(' ') + 1);
}

std::string plainTitle(const ComparedRun& run) {
    if (run.origin == RunOrigin::Log)
        return "recording of " + (run.recordedBy.empty() ? "a log" : run.recordedBy);
    const std::string title = settingsTitle(run.settings);
    return title.empty() ? "recording" : title;
}

} // namespace

Privacy redactedPrivacy() {
    return {true, false, thisAccount()};
}

std::span<const std::string_view> leftOut() noexcept {
    return kLeftOut;
}

std::string leftOutText() {
    std::string text;
    for (const std::string_view thing : kLeftOut)
        said::append(text, std::string(thing));
    return text;
}

std::string privacyText(const Privacy& privacy, std::string_view revealed) {
    if (privacy.redacted)
        return "Left out on request: " + leftOutText() +
               ". Kept: processor, graphics card, driver, resolution, kernel.";
    if (revealed.empty())
        return "This report names no host, user, path or other program.";
    return "This report holds " + std::string(revealed) +
           ". With --redact, or the switch of the save dialog, it leaves them out.";
}

std::string Redactor::numbered(std::vector<std::string>& known, const std::string& what, const char* name) {
    auto place = std::ranges::find(known, what);
    if (place == known.end())
        place = known.insert(known.end(), what);
    return name + std::string(" ") + std::to_string(place - known.begin() + 1);
}

std::string Redactor::file(const std::string& path) {
    return redacts() && !path.empty() ? numbered(m_files, path, "file") : path;
}

std::string Redactor::program(const std::string& name) {
    return redacts() && !name.empty() ? numbered(m_programs, name, "program") : name;
}

std::string Redactor::text(std::string_view text) const {
    std::string left(text);
    if (!redacts())
        return left;
    for (const std::string& path : m_files) {
        left = withoutWords(left, path);
        if (path.find_first_of("./\\") != std::string::npos) // `60` as a name would take numbers out
            left = withoutWords(left, fileName(path));
    }
    for (const std::string& name : m_programs)
        left = withoutWords(left, name);
    return unnamed(left);
}

std::string Redactor::unnamed(std::string_view text) const {
    if (!redacts())
        return std::string(text);
    std::string left = withoutPaths(text, m_privacy.account.home);
    const Account& account = m_privacy.account;
    if (account.home.size() > 1)
        left = withoutWords(left, account.home);
    for (const std::string& word : {account.host, account.user}) {
        if (word != "root" && word != "localhost")
            left = withoutWords(left, word);
    }
    return left;
}

std::string Redactor::sentence(std::string_view text) const {
    return redacts() ? withoutQuotes(this->text(text)) : std::string(text);
}

std::vector<std::string> Redactor::sentences(std::vector<std::string> texts) const {
    for (std::string& each : texts)
        each = sentence(each);
    return texts;
}

void Redactor::learn(const ComparedRun& run) {
    (void)file(run.path);
    if (const auto process = run.settings.find("process"); process != run.settings.end())
        (void)program(process->second);
}

RunPlan Redactor::plan(RunPlan plan) {
    plan.machine.file = file(plan.machine.file);
    return plan;
}

RunSummary Redactor::summary(RunSummary run) {
    run.plan = plan(std::move(run.plan));
    for (Stretch& stretch : run.stretches)
        stretch.plan = plan(std::move(stretch.plan));
    run.notes = sentences(std::move(run.notes));
    return run;
}

bool Redactor::namesOutside(const ComparedRun& run) const {
    const auto process = run.settings.find("process");
    return holds(run.name, stemOf(run.path)) ||
           (process != run.settings.end() && holds(run.name, process->second));
}

ComparedRun Redactor::run(ComparedRun run) {
    if (!redacts())
        return run;
    const bool outside = namesOutside(run);
    for (auto& [key, value] : run.settings)
        value = key == "machine.file" ? file(value) : key == "process" ? ofList(program(value)) : value;
    run.path = file(run.path);
    for (auto& [key, value] : run.settings)
        value = unnamed(value);
    if (run.origin == RunOrigin::Log)
        std::erase_if(run.facts, [](const auto& fact) { return !isComparedFact(fact.first); });
    for (auto& [key, value] : run.facts)
        value = withoutPaths(value, m_privacy.account.home); // a machine called `debian` may run Debian
    run.recordedBy = text(run.recordedBy);
    run.name = outside ? plainTitle(run) : text(run.name);
    run.note = text(run.note);
    run.openedWith.clear();
    run.command.clear();
    for (const auto list : {&ComparedRun::warnings, &ComparedRun::lacks, &ComparedRun::disturbances})
        run.*list = sentences(std::move(run.*list));
    return run;
}

RedactedComparison::RedactedComparison(const ComparisonReport& report, const Privacy& privacy)
    : m_report(report), m_redacted(privacy.redacted) {
    if (!m_redacted)
        return;
    Redactor redactor(privacy);
    redactor.learn(report.a);
    redactor.learn(report.b);
    m_a = redactor.run(report.a);
    m_b = redactor.run(report.b);
    m_note = redactor.text(report.note);
    m_comparison = report.comparison;
    m_comparison.fairness = fairnessOf(m_a, m_b);
}

ComparisonReport RedactedComparison::report() const {
    if (!m_redacted)
        return m_report;
    return {m_a, m_b, m_comparison, m_report.curves, m_report.options, m_note, true};
}

} // namespace jitterscope
