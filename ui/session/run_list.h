// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/files/session_file.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// The runs that can be compared: opened ones, and the last ones of Live. One of them is A, another is B. GUI
/// thread only.
/// * Memory is bounded: the oldest runs of Live that are not chosen are forgotten (kMostLive, kMostFrames).
class RunList final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostLive = 12;
    static constexpr std::int64_t kMostFrames = 4'000'000; ///< of all runs of Live

    using Id = quint64; ///< never used again
    struct Entry {
        Id id = 0;
        std::shared_ptr<const ComparedRun> run;
        bool live = false; ///< measured in this window
    };
    enum class Side { A, B };

    explicit RunList(QObject* parent = nullptr) : QObject(parent) {}

    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return m_entries; }
    [[nodiscard]] const Entry* find(Id id) const noexcept;
    /// If a side is free, the run takes it: A before B. The newest run of Live is B and the one before it A,
    /// until the user chooses.
    Id add(ComparedRun run, bool live = false);
    /// The same for several runs, with one signal of each kind for all. None counts as measured here.
    void addAll(const std::vector<ComparedRun>& runs);
    void remove(Id id);
    void rename(Id id, const QString& name);
    void setNote(Id id, const QString& note);

    [[nodiscard]] std::optional<Id> chosen(Side side) const noexcept;
    [[nodiscard]] std::shared_ptr<const ComparedRun> run(Side side) const;
    /// If the run is on the other side, the two sides are swapped.
    void choose(Side side, Id id);
    void swapSides();

    /// Tolerance and limit that both are judged by; absent where the user chose none.
    [[nodiscard]] const CompareOptions& options() const noexcept { return m_options; }
    void setTolerance(std::optional<Nanoseconds> tolerance);
    void setLimit(std::optional<Nanoseconds> limit);
    /// The part of both that counts; not in session files.
    [[nodiscard]] const TimeRange& range() const noexcept { return m_range; }
    void setRange(const TimeRange& range);
    [[nodiscard]] QString note() const { return m_note; }
    void setNote(const QString& note);

    /// Everything, as a session file holds it, without a plan.
    [[nodiscard]] SavedSession session() const;
    /// Replaces everything. It counts as saved.
    void setSession(const SavedSession& session);
    void clear();

    /// Something would be lost: more than one run of Live since the last session file, or changed names or
    /// notes. Opened files exist already. A single run of Live can be saved on its own page.
    [[nodiscard]] bool unsaved() const noexcept;
    /// Worth finding again after a crash: any run of Live since the last session file, or changed names or
    /// notes.
    [[nodiscard]] bool worthKeeping() const noexcept { return m_edited || m_measured > 0; }
    void markSaved() noexcept;
    void markUnsaved() noexcept { m_edited = true; }

signals:
    /// Runs have come or gone, or their names or notes have changed.
    void changed();
    /// A, B or what they are judged by has changed.
    void chosenChanged();
    /// Anything that a session file holds has changed.
    void touched();

private:
    Id append(ComparedRun run, bool live);
    void forgetOldest();
    void takeNewest(Id id);
    [[nodiscard]] Entry* entry(Id id) noexcept;
    void edit(Id id, const std::function<void(ComparedRun&)>& change);

    std::vector<Entry> m_entries;
    std::optional<Id> m_a;
    std::optional<Id> m_b;
    bool m_choseA = false; ///< by the user
    bool m_choseB = false;
    CompareOptions m_options;
    TimeRange m_range;
    QString m_note;
    Id m_next = 1;
    bool m_edited = false;      ///< names, notes: not saved
    std::size_t m_measured = 0; ///< runs of Live since the last session file
};

} // namespace jitterscope::ui
