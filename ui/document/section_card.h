// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "ui/plot/card.h"

#include <QPointer>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::ui {

/// Shows and hides the figures that a statement rests on. The caller puts panel() into a layout, which then
/// owns it. The panel is hidden until the toggle is pressed.
class EvidenceToggle final : public QToolButton {
    Q_OBJECT
public:
    /// `caption`: the short name of the statement, or "Evidence". `open`: the ids of the statements that are
    /// open. It must outlive this toggle, so that new rows are open where the old ones were.
    EvidenceToggle(const QString& caption, const Evidence& evidence, std::set<std::string>& open);

    [[nodiscard]] QWidget* panel() const noexcept { return m_panel; }

private:
    void refresh(bool open);

    QWidget* m_panel;
};

class Foldout;

/// What is being done while a section is shown.
struct Underway {
    bool busy = false;       ///< no action can be done now
    std::string action = {}; ///< id of the one that is being done; empty: none
};

/// Shows a section of a document: what the terminal and the reports say, in the same order, with the evidence
/// of each statement behind a toggle, and with a button for each action.
///
/// Code, figures, coarse histograms and pictures of one size are left to the page, which has its own for
/// them. Names of its parts, where ID is that of the section: `ID_card`; `ID_sentence`, the conclusion;
/// `ID_STATEMENT`, another paragraph; `finding_slack`, the title of the row `finding:slack`;
/// `evidence_finding:slack`; `try_finding_slack`, the button of its action `try:…`; `ID_fold`.
class SectionCard : public Card {
    Q_OBJECT
public:
    /// `id`: which section it shows. `title`: its title before there is one.
    SectionCard(std::string id, const QString& title, QWidget* parent = nullptr);

    /// Shows the section of this document, if it has one. What was opened stays open.
    void show(const Document& document, const Underway& underway = {});
    /// Shows a section by itself: a conclusion.
    void show(const Section& section);
    using Card::show;
    /// The latest document has this section.
    [[nodiscard]] bool shows() const noexcept { return m_shows; }
    /// Says this in its place.
    void say(const QString& sentence, const QString& detail = {});

    /// Puts a widget of the page below what the section says.
    void setBelow(QWidget* widget, int stretch = 0, Qt::Alignment alignment = {});

signals:
    /// The user wants this action: an Action::id.
    void wanted(const std::string& action);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Writer;

    void showSection(const Section& section, const Document& document, const Underway& underway);
    [[nodiscard]] QVBoxLayout* fresh();
    void colour();

    std::string m_id;
    QVBoxLayout* m_column;        // of the card's content
    QVBoxLayout* m_place;         // in which the section stands
    Foldout* m_fold = nullptr;    // null: it is always open
    QWidget* m_section = nullptr; // the section as it is shown now
    QString m_said;               // in the place of a section
    bool m_shows = false;
    std::set<std::string> m_open; // ids of statements whose evidence is open
    std::vector<std::pair<QPointer<QWidget>, Tone>> m_coloured;
};

} // namespace jitterscope::ui
