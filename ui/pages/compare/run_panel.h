// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/card.h"
#include "ui/session/run_list.h"
#include "ui/theme/elided_label.h"

#include <QAbstractButton>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace jitterscope::ui {

/// The colour of a side: A orange, B blue.
[[nodiscard]] QColor sideColour(RunList::Side side);

/// The key A or B of a run: filled if the run is on that side.
class SideKey final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SideKey(RunList::Side side, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {24, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RunList::Side m_side;
};

/// One run of the list: its keys A and B, its name, where it comes from, and its headFigure().
class RunRow final : public QFrame {
    Q_OBJECT
public:
    RunRow(const RunList::Entry& entry, QWidget* parent = nullptr);

    [[nodiscard]] RunList::Id id() const noexcept { return m_id; }
    /// Whether it shows this entry as it is.
    [[nodiscard]] bool shows(const RunList::Entry& entry) const noexcept {
        return m_id == entry.id && m_run == entry.run;
    }
    void setSide(std::optional<RunList::Side> side);
    /// The name where there is no room for all of it.
    void setShortName(const QString& name) { m_name->setShorter(name); }

signals:
    void chosen(jitterscope::ui::RunList::Side side);
    void renameWanted();
    void removeWanted();
    void noteWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void colour();
    [[nodiscard]] SideKey* makeKey(RunList::Side side);

    RunList::Id m_id;
    std::shared_ptr<const ComparedRun> m_run;
    std::optional<RunList::Side> m_side;
    SideKey* m_a;
    SideKey* m_b;
    ElidedLabel* m_name;
    QLabel* m_badge;
    ElidedLabel* m_frames;
    QLabel* m_figure;
    QLabel* m_unit;
};

/// All runs, a place to drop files, and what is done with them.
class RunPanel final : public Card {
    Q_OBJECT
public:
    explicit RunPanel(RunList& runs, QWidget* parent = nullptr);

    [[nodiscard]] QList<RunRow*> rows() const;

private:
    void rebuild();
    [[nodiscard]] RunRow* makeRow(const RunList::Entry& entry);
    void refreshSides();
    void askName(RunList::Id id);
    void askNote(RunList::Id id);

    RunList& m_runs;
    QVBoxLayout* m_rows;
    QScrollArea* m_scroll;
    QWidget* m_empty;
    QWidget* m_drop;
};

} // namespace jitterscope::ui
