// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_list.h"

#include "ui/format/outside_text.h"

#include <algorithm>
#include <utility>

namespace jitterscope::ui {

const RunList::Entry* RunList::find(Id id) const noexcept {
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    return found != m_entries.end() ? &*found : nullptr;
}

RunList::Entry* RunList::entry(Id id) noexcept {
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    return found != m_entries.end() ? &*found : nullptr;
}

RunList::Id RunList::append(ComparedRun run, bool live) {
    const Id id = m_next++;
    m_entries.push_back({id, std::make_shared<const ComparedRun>(std::move(run)), live});
    if (live)
        takeNewest(id);
    else if (!m_a)
        m_a = id;
    else if (!m_b)
        m_b = id;
    forgetOldest();
    m_measured += live && m_entries.back().run->origin == RunOrigin::Here ? 1 : 0;
    return id;
}

/// The newest run of Live is B, and the one before it A, unless the user chose what stands there.
void RunList::takeNewest(Id id) {
    const auto follows = [this](const std::optional<Id>& side, bool chosen) {
        const Entry* const found = side ? find(*side) : nullptr;
        return found == nullptr || (found->live && !chosen);
    };
    const bool a = follows(m_a, m_choseA);
    const bool b = follows(m_b, m_choseB);
    if (!m_a && !m_b)
        m_a = id;
    else if (a && b && m_b)
        m_a = std::exchange(m_b, id);
    else if (b)
        m_b = id;
    else if (a)
        m_a = id;
}

RunList::Id RunList::add(ComparedRun run, bool live) {
    const std::pair before{m_a, m_b};
    const Id id = append(std::move(run), live);
    emit touched();
    emit changed();
    if (before != std::pair{m_a, m_b})
        emit chosenChanged();
    return id;
}

void RunList::addAll(const std::vector<ComparedRun>& runs) {
    const bool takesSide = !m_a || !m_b;
    for (const ComparedRun& run : runs)
        (void)append(run, false);
    emit touched();
    emit changed();
    if (takesSide)
        emit chosenChanged();
}

void RunList::forgetOldest() {
    const auto count = [this] {
        std::pair<std::size_t, std::int64_t> live{0, 0};
        for (const Entry& entry : m_entries) {
            live.first += entry.live ? 1 : 0;
            live.second += entry.live && entry.run->columns ? entry.run->frames : 0;
        }
        return live;
    };
    while (true) {
        const auto [runs, frames] = count();
        if (runs <= kMostLive && frames <= kMostFrames)
            return;
        const auto oldest = std::ranges::find_if(m_entries, [this](const Entry& entry) {
            return entry.live && entry.id != m_a && entry.id != m_b && entry.id + 1 != m_next;
        });
        if (oldest == m_entries.end())
            return;
        m_entries.erase(oldest);
    }
}

void RunList::remove(Id id) {
    const bool sides = m_a == id || m_b == id;
    for (const auto& [side, chosen] : {std::pair{&m_a, &m_choseA}, std::pair{&m_b, &m_choseB}}) {
        if (*side != id)
            continue;
        side->reset();
        *chosen = false;
    }
    std::erase_if(m_entries, [id](const Entry& entry) { return entry.id == id; });
    if (m_entries.empty())
        markSaved();
    emit touched();
    emit changed();
    if (sides)
        emit chosenChanged();
}

void RunList::edit(Id id, const std::function<void(ComparedRun&)>& change) {
    Entry* const found = entry(id);
    if (found == nullptr)
        return;
    ComparedRun run = *found->run; // its columns are shared
    change(run);
    found->run = std::make_shared<const ComparedRun>(std::move(run));
    m_edited = true;
    emit touched();
    emit changed();
    if (m_a == id || m_b == id)
        emit chosenChanged();
}

void RunList::rename(Id id, const QString& name) {
    const std::string text = name.trimmed().toStdString();
    if (const Entry* const found = find(id); found != nullptr && !text.empty() && found->run->name != text)
        edit(id, [&text](ComparedRun& run) { run.name = text; });
}

void RunList::setNote(Id id, const QString& note) {
    const std::string text = note.trimmed().toStdString();
    if (const Entry* const found = find(id); found != nullptr && found->run->note != text)
        edit(id, [&text](ComparedRun& run) { run.note = text; });
}

std::optional<RunList::Id> RunList::chosen(Side side) const noexcept {
    return side == Side::A ? m_a : m_b;
}

std::shared_ptr<const ComparedRun> RunList::run(Side side) const {
    const std::optional<Id> id = chosen(side);
    const Entry* const found = id ? find(*id) : nullptr;
    return found != nullptr ? found->run : nullptr;
}

void RunList::choose(Side side, Id id) {
    std::optional<Id>& mine = side == Side::A ? m_a : m_b;
    std::optional<Id>& other = side == Side::A ? m_b : m_a;
    if (mine == id || find(id) == nullptr)
        return;
    if (other == id)
        other = mine;
    mine = id;
    (side == Side::A ? m_choseA : m_choseB) = true;
    emit touched();
    emit chosenChanged();
}

void RunList::swapSides() {
    std::swap(m_a, m_b);
    m_choseA = m_choseB = true;
    emit touched();
    emit chosenChanged();
}

void RunList::setTolerance(std::optional<Nanoseconds> tolerance) {
    if (m_options.tolerance == tolerance)
        return;
    m_options.tolerance = tolerance;
    emit touched();
    emit chosenChanged();
}

void RunList::setLimit(std::optional<Nanoseconds> limit) {
    if (m_options.limit == limit)
        return;
    m_options.limit = limit;
    emit touched();
    emit chosenChanged();
}

void RunList::setRange(const TimeRange& range) {
    if (m_range == range)
        return;
    m_range = range;
    emit chosenChanged();
}

void RunList::setNote(const QString& note) {
    if (m_note == note)
        return;
    m_note = note;
    m_edited = true;
    emit touched();
}

SavedSession RunList::session() const {
    SavedSession session;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        session.runs.push_back(*m_entries[i].run);
        if (m_a == m_entries[i].id)
            session.a = i;
        if (m_b == m_entries[i].id)
            session.b = i;
    }
    session.tolerance = m_options.tolerance;
    session.limit = m_options.limit;
    session.note = m_note.toStdString();
    return session;
}

void RunList::setSession(const SavedSession& session) {
    m_entries.clear();
    m_a.reset();
    m_b.reset();
    m_choseA = m_choseB = !session.runs.empty();
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        const Id id = m_next++;
        m_entries.push_back({id, std::make_shared<const ComparedRun>(session.runs[i]), false});
        if (session.a == i)
            m_a = id;
        if (session.b == i)
            m_b = id;
    }
    m_range = {};
    m_options.tolerance = session.tolerance;
    m_options.limit = session.limit;
    m_note = format::text(session.note);
    markSaved();
    emit changed();
    emit chosenChanged();
    emit touched();
}

void RunList::clear() {
    setSession({});
}

bool RunList::unsaved() const noexcept {
    return m_edited || m_measured > 1;
}

void RunList::markSaved() noexcept {
    m_edited = false;
    m_measured = 0;
}

} // namespace jitterscope::ui
