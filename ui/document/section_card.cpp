// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/section_card.h"

#include "core/picture/hatch.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/field.h"
#include "ui/forms/form_parts.h"
#include "ui/plot/picture_view.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace jitterscope::ui {

namespace {

QWidget* panelOf(const Evidence& evidence) {
    auto* panel = new QWidget;
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(12, 2, 0, 6);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(3);
    int row = 0;
    for (const auto& [name, figure] : evidence.figures) {
        QLabel* what = noteLabel(format::text(name));
        what->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        QLabel* value = wrappedLabel(format::text(figure));
        value->setFont(noteFont());
        value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(what, row, 0);
        grid->addWidget(value, row, 1);
        ++row;
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    return panel;
}

} // namespace

EvidenceToggle::EvidenceToggle(const QString& caption, const Evidence& evidence, std::set<std::string>& open)
    : m_panel(panelOf(evidence)) {
    setObjectName(QStringLiteral("evidence_") + format::text(evidence.id));
    setText(caption);
    setAccessibleName(tr("Evidence: %1").arg(caption));
    setToolTip(tr("What this rests on: the figures that were measured"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setChecked(open.contains(evidence.id));
    refresh(isChecked());
    connect(this, &QToolButton::toggled, this, [this, id = evidence.id, &open](bool on) {
        if (on)
            open.insert(id);
        else
            open.erase(id);
        refresh(on);
    });
}

void EvidenceToggle::refresh(bool open) {
    setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_panel->setVisible(open);
}

namespace {

using format::text;

QLabel* figure(const QString& words, bool bold = false) {
    auto* label = new QLabel(words);
    label->setFont(figureFont(0.95, bold));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

/// A text that wraps between words and never inside one: a heading, or a name or call that is done or undone.
QLabel* wholeWords(const QString& words) {
    QLabel* label = noteLabel(words);
    int longest = 0;
    for (const QString& word : words.split(QLatin1Char(' ')))
        longest = std::max(longest, label->fontMetrics().horizontalAdvance(word));
    label->setMinimumWidth(longest);
    return label;
}

QLabel* heading(const QString& words, Qt::Alignment alignment = Qt::AlignLeft) {
    QLabel* label = wholeWords(words);
    label->setAlignment(alignment | Qt::AlignVCenter);
    return label;
}

/// `finding:slack` as a part of a name.
QString nameOf(const std::string& id) {
    return text(id).replace(QLatin1Char(':'), QLatin1Char('_'));
}

QFont leadFont(bool large) {
    QFont font = titleFont();
    if (large)
        font.setPointSizeF(font.pointSizeF() * 1.3);
    return font;
}

/// A bar that fills this share of its width.
class Bar final : public QWidget {
public:
    explicit Bar(double share) : m_share(std::clamp(share, 0.0, 1.0)) { setFixedHeight(6); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().second);
        painter.drawRoundedRect(QRectF(0, 0, std::max(m_share * width(), 2.0), height()), 3, 3);
    }

private:
    double m_share;
};

PictureView* markOf(const AreaLook& look) {
    auto* mark = new PictureView({12, 12}, {12, 12});
    mark->setFixedSize(12, 12);
    mark->show([look](QSizeF size) { return swatch(look, size.width(), size.height()); });
    return mark;
}

PictureView* drawn(const PictureMaker& draw) {
    auto* view = new PictureView({150, 22}, {80, 22});
    view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    view->show([draw](QSizeF size) { return draw(size.width(), size.height()); });
    return view;
}

QVBoxLayout* stacked(int spacing) {
    auto* column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(spacing);
    return column;
}

} // namespace

/// Puts the blocks of a section below each other.
class SectionCard::Writer {
public:
    Writer(SectionCard& card, const Document& document, const Underway& underway, bool large,
           QVBoxLayout* column, QHBoxLayout* beside)
        : m_card(card),
          m_document(document),
          m_underway(underway),
          m_large(large),
          m_column(column),
          m_beside(beside) {}

    /// What a conclusion rests on stands below the sentences that belong to it.
    void endParagraphs() { addEvidence(std::exchange(m_conclusion, {})); }

    void operator()(const Paragraph& paragraph) {
        if (m_document.evidenceOf(paragraph.id) != nullptr)
            endParagraphs();
        const bool lead = paragraph.role == Paragraph::Role::Lead;
        const bool small = paragraph.role == Paragraph::Role::Note;
        const QString name = text(m_card.m_id) + QLatin1Char('_') +
                             (lead                   ? QStringLiteral("sentence")
                              : paragraph.id.empty() ? QStringLiteral("text")
                                                     : nameOf(paragraph.id));
        QLabel* const label =
            small ? noteLabel(unbroken(paragraph.text), name) : wrappedLabel(unbroken(paragraph.text), name);
        if (lead)
            label->setFont(leadFont(m_large));
        else if (paragraph.tone != Tone::Plain)
            m_card.m_coloured.emplace_back(label, paragraph.tone);
        m_column->addWidget(label);
        if (lead)
            m_conclusion = paragraph.id;
        else
            addEvidence(paragraph.id);
    }

    void operator()(const Table& whole) {
        endParagraphs();
        const Table table = inWords(whole);
        QGridLayout* const grid = addGrid();
        const int columns = static_cast<int>(table.columns.size());
        for (int i = 0; i < columns; ++i) {
            const Column& column = table.columns[static_cast<std::size_t>(i)];
            const bool words = column.quantity == Quantity::Word;
            if (!column.label.empty())
                grid->addWidget(heading(text(column.label), words ? Qt::AlignLeft : Qt::AlignRight), 0, i);
            grid->setColumnStretch(i, words ? 1 + i : 0);
        }
        int line = 1;
        for (const auto& row : table.rows) {
            for (int i = 0; i < columns && i < static_cast<int>(row.size()); ++i) {
                const QString cell = text(wordOf(row[static_cast<std::size_t>(i)]));
                const bool words = table.columns[static_cast<std::size_t>(i)].quantity == Quantity::Word;
                grid->addWidget(words ? (i == 0 ? noteLabel(cell) : wrappedLabel(cell)) : figure(cell), line,
                                i, Qt::Alignment());
            }
            ++line;
        }
    }

    void operator()(const RowList& list) {
        endParagraphs();
        if (list.table)
            addTable(list);
        else
            addList(list);
    }

    void operator()(const PictureBlock& block) {
        if (!block.resized)
            return;
        const double spare = m_beside != nullptr ? 0 : 20; // px
        auto* view = new PictureView({400, block.leastHeight + spare}, {block.leastWidth, block.leastHeight});
        view->setObjectName(text(block.id) + QStringLiteral("_picture"));
        view->setToolTip(text(block.caption));
        view->show([draw = block.resized](QSizeF size) { return draw(size.width(), size.height()); });
        view->setSizePolicy(QSizePolicy::Expanding,
                            m_beside != nullptr ? QSizePolicy::Fixed : QSizePolicy::Expanding);
        if (m_beside != nullptr)
            m_beside->addWidget(view, 2, Qt::AlignTop);
        else
            m_column->addWidget(view, 1);
    }

    void operator()(const CodeBlock&) {}
    void operator()(const FigureBlock&) {}
    void operator()(const CountsBlock&) {}

private:
    QGridLayout* addGrid() {
        auto* grid = new QGridLayout;
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(8);
        m_column->addLayout(grid);
        return grid;
    }

    void addEvidence(const std::string& id) {
        EvidenceToggle* const toggle = toggleOf(id);
        if (toggle == nullptr)
            return;
        m_column->addWidget(toggle, 0, Qt::AlignLeft);
        m_column->addWidget(toggle->panel());
    }

    /// Null: the statement has no evidence.
    EvidenceToggle* toggleOf(const std::string& id, const QString& caption = SectionCard::tr("Evidence")) {
        const Evidence* const evidence = id.empty() ? nullptr : m_document.evidenceOf(id);
        return evidence != nullptr ? new EvidenceToggle(caption, *evidence, m_card.m_open) : nullptr;
    }

    QLabel* titleOf(const Row& row) {
        QLabel* const title = wrappedLabel(text(row.title), nameOf(row.id));
        title->setToolTip(text(row.help));
        return title;
    }

    /// Null: it has none.
    QPushButton* buttonOf(const Row& row) {
        if (!row.action)
            return nullptr;
        const Action& action = *row.action;
        auto* button = new QPushButton(text(action.words));
        button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 36);
        button->setObjectName(text(action.id.substr(0, action.id.find(':'))) + QLatin1Char('_') +
                              nameOf(row.id));
        button->setAccessibleName(SectionCard::tr("%1: %2").arg(button->text(), text(row.title)));
        button->setToolTip(text(action.help));
        button->setEnabled(!m_underway.busy);
        QObject::connect(button, &QPushButton::clicked, &m_card,
                         [card = &m_card, id = action.id] { emit card->wanted(id); });
        return button;
    }

    /// What follows and what to do, below a title.
    void addWords(QVBoxLayout& column, const Row& row, bool undo) {
        if (!row.soWhat.empty())
            column.addWidget(noteLabel(text(row.soWhat)));
        if (!row.doThis.empty())
            column.addWidget(wholeWords(SectionCard::tr("Do: %1").arg(text(row.doThis))));
        if (undo && !row.doThis.empty() && !row.undo.empty())
            column.addWidget(wholeWords(SectionCard::tr("undo: %1").arg(text(row.undo))));
    }

    /// Figures with a bar at the left, the words beside them, then what was tried, then the button.
    void addList(const RowList& list) {
        QGridLayout* const grid = addGrid();
        const bool figures = !list.figures.empty(); // otherwise commands, which are long, get all the room
        int line = 0;
        if (figures) {
            QStringList names;
            for (const std::string& name : list.figures)
                names << text(name);
            grid->addWidget(heading(names.join(QLatin1Char('\n')), Qt::AlignRight), 0, 0);
            grid->addWidget(heading(text(list.what)), 0, 1);
            grid->addWidget(heading(SectionCard::tr("tried · undo")), 0, 2);
            grid->addWidget(heading(SectionCard::tr("do this")), 0, 3);
            grid->setColumnMinimumWidth(0, 76);
            grid->setColumnStretch(1, 5);
            grid->setColumnStretch(2, 3);
            line = 1;
        }
        for (const Row& row : list.rows) {
            auto* words = stacked(1);
            QLabel* const title = titleOf(row);
            title->setFont(titleFont());
            words->addWidget(title);
            addWords(*words, row, !figures);
            EvidenceToggle* const toggle = toggleOf(row.id);
            if (toggle != nullptr)
                words->addWidget(toggle, 0, Qt::AlignLeft);
            if (figures) {
                grid->addLayout(figuresOf(row), line, 0, Qt::AlignTop);
                grid->addLayout(words, line, 1, Qt::AlignTop);
                auto* tried = stacked(1);
                if (!row.tried.empty())
                    tried->addWidget(noteLabel(text(row.tried)));
                if (!row.undo.empty())
                    tried->addWidget(wholeWords(SectionCard::tr("undo: %1").arg(text(row.undo))));
                grid->addLayout(tried, line, 2, Qt::AlignTop);
                if (QPushButton* const button = buttonOf(row))
                    grid->addWidget(button, line, 3, Qt::AlignTop);
            } else {
                grid->addLayout(words, line, 0, 1, 4, Qt::AlignTop);
            }
            if (toggle != nullptr)
                grid->addWidget(toggle->panel(), line + 1, figures ? 1 : 0, 1, figures ? 3 : 4);
            line += 2;
        }
    }

    static QVBoxLayout* figuresOf(const Row& row) {
        auto* column = stacked(3);
        bool first = true;
        for (const std::string& value : row.figures) {
            column->addWidget(first ? figure(text(value), true) : heading(text(value), Qt::AlignRight));
            if (first && row.bar)
                column->addWidget(new Bar(*row.bar));
            first = false;
        }
        return column;
    }

    /// A line for each row, with the mark of its look before its title.
    void addTable(const RowList& list) {
        QGridLayout* const grid = addGrid();
        const int columns = static_cast<int>(list.figures.size());
        const Qt::Alignment side = list.wordy ? Qt::AlignLeft : Qt::AlignRight;
        grid->addWidget(heading(text(list.what)), 0, 1);
        for (int i = 0; i < columns; ++i) {
            grid->addWidget(heading(text(list.figures[static_cast<std::size_t>(i)]), side), 0, 2 + i);
            grid->setColumnStretch(2 + i, 1);
        }
        grid->setColumnStretch(1, 2);
        int line = 1;
        for (const Row& row : list.rows) {
            EvidenceToggle* const toggle =
                toggleOf(row.id, text(row.look ? row.title : std::string("Evidence")));
            if (row.look && toggle != nullptr) { // it has room for a line alone: its title opens its evidence
                grid->addWidget(markOf(*row.look), line, 0);
                toggle->setToolTip(text(row.help));
                if (row.minor)
                    setMuted(*toggle);
                grid->addWidget(toggle, line, 1, Qt::AlignLeft);
            } else {
                grid->addWidget(titleOf(row), line, 1);
            }
            addCells(*grid, line, list, row);
            ++line;
            auto* words = stacked(1);
            addWords(*words, row, true);
            if (toggle != nullptr && !row.look) // otherwise it is the title
                words->addWidget(toggle, 0, Qt::AlignLeft);
            if (toggle != nullptr)
                words->addWidget(toggle->panel());
            grid->addLayout(words, line, 1, 1, 1 + columns);
            ++line;
        }
    }

    /// Its figures with its button behind them, or what there is in their place.
    void addCells(QGridLayout& grid, int line, const RowList& list, const Row& row) {
        const int columns = std::max(1, static_cast<int>(list.figures.size()));
        if (row.action && m_underway.action == row.action->id) {
            grid.addWidget(noteLabel(SectionCard::tr("measuring…")), line, 2, 1, columns);
            return;
        }
        if (row.figures.empty() && !row.tried.empty()) {
            grid.addWidget(noteLabel(text(row.tried)), line, 2, 1, columns);
            return;
        }
        for (std::size_t i = 0; i < std::min(row.figures.size(), list.figures.size()); ++i)
            grid.addWidget(cellOf(list, row, i), line, 2 + static_cast<int>(i));
        const int place = row.figures.empty() ? static_cast<int>(list.drawn.value_or(0)) : columns;
        if (QPushButton* const button = buttonOf(row))
            grid.addWidget(button, line, 2 + place, Qt::AlignLeft);
    }

    static QWidget* cellOf(const RowList& list, const Row& row, std::size_t i) {
        if (row.draw && list.drawn == i)
            return drawn(row.draw);
        const QString value = text(row.figures[i]);
        if (list.wordy)
            return wrappedLabel(value);
        return figure(value.isEmpty() ? format::absent() : value);
    }

    SectionCard& m_card;
    const Document& m_document;
    const Underway& m_underway;
    bool m_large;
    QVBoxLayout* m_column;
    std::string m_conclusion; // the statement of a lead whose evidence is still to come
    QHBoxLayout* m_beside;    // null: pictures stand among the other blocks
};

SectionCard::SectionCard(std::string id, const QString& title, QWidget* parent)
    : Card(title, parent), m_id(std::move(id)) {
    setObjectName(text(m_id) + QStringLiteral("_card"));
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(2, 0, 2, 2);
    m_column->setSpacing(6);
    m_place = m_column;
    setContent(content);
}

void SectionCard::setBelow(QWidget* widget, int stretch, Qt::Alignment alignment) {
    m_column->addWidget(widget, stretch, alignment);
}

void SectionCard::show(const Document& document, const Underway& underway) {
    const Section* const section = document.section(m_id);
    m_shows = section != nullptr;
    if (!m_shows)
        return;
    m_said.clear();
    showSection(*section, document, underway);
}

void SectionCard::show(const Section& section) {
    m_shows = true;
    m_said.clear();
    showSection(section, {}, {});
}

void SectionCard::say(const QString& sentence, const QString& detail) {
    if (const QString said = sentence + detail; m_section != nullptr && std::exchange(m_said, said) == said)
        return; // it is said again and again while something is measured
    m_said = sentence + detail;
    Section section{.title = title().toStdString(), .blocks = {}, .id = m_id};
    section.blocks.emplace_back(Paragraph{sentence.toStdString(), Paragraph::Role::Lead});
    if (!detail.isEmpty())
        section.blocks.emplace_back(
            Paragraph{detail.toStdString(), Paragraph::Role::Note, Tone::Plain, "detail"});
    showSection(section, {}, {});
}

/// An empty place for what is shown next. What was shown is deleted after the click in it.
QVBoxLayout* SectionCard::fresh() {
    if (m_section != nullptr) {
        m_section->hide();
        m_section->setParent(nullptr); // no longer to be found
        m_section->deleteLater();
    }
    m_coloured.clear();
    m_section = new QWidget;
    m_place->insertWidget(0, m_section, 1);
    auto* column = new QVBoxLayout(m_section);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    return column;
}

void SectionCard::showSection(const Section& section, const Document& document, const Underway& underway) {
    if ((section.folded || section.aside) && m_fold == nullptr) {
        auto* holder = new QWidget;
        m_place = new QVBoxLayout(holder);
        m_place->setContentsMargins(0, 0, 0, 0);
        m_fold = new Foldout(tr("Show all of it"), holder);
        m_fold->setObjectName(text(m_id) + QStringLiteral("_fold"));
        m_fold->setToolTip(text(section.title));
        m_fold->setOpen(false);
        m_column->addWidget(m_fold);
    }
    if (m_fold != nullptr && !section.folded && !section.aside)
        m_fold->setOpen(true);
    titleLabel().setText(text(section.title));
    key().setItems(section.key.empty() ? QVector<KeyItem>() : QVector<KeyItem>{KeyItem{text(section.key)}});
    QVBoxLayout* column = fresh();
    QHBoxLayout* beside = nullptr;
    const auto* const lead =
        section.blocks.empty() ? nullptr : std::get_if<Paragraph>(&section.blocks.front());
    const Tone tone = lead != nullptr && lead->role == Paragraph::Role::Lead ? lead->tone : Tone::Plain;
    if (tone != Tone::Plain) {
        auto* badge = new QLabel(text(toneSign(tone)));
        badge->setObjectName(text(m_id) + QStringLiteral("_badge"));
        badge->setFont(leadFont(true));
        badge->setFixedWidth(34);
        badge->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
        badge->setAccessibleName(text(section.title));
        m_coloured.emplace_back(badge, tone);
        beside = new QHBoxLayout;
        beside->setSpacing(10);
        beside->addWidget(badge, 0, Qt::AlignTop);
        auto* words = stacked(4);
        beside->addLayout(words, 3);
        column->addLayout(beside);
        column = words;
    }
    // The conclusion of a whole document, or what stands in its place.
    const bool large = document.sections.empty() || &section == &document.sections.front();
    Writer writer(*this, document, underway, large, column, beside);
    for (const Block& block : section.blocks)
        std::visit(writer, block);
    writer.endParagraphs();
    colour();
    m_section->show();
}

void SectionCard::colour() {
    for (const auto& [widget, tone] : m_coloured) {
        if (widget)
            setTextColour(*widget, inked(toneInk(tone), paintsDark()));
    }
}

void SectionCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace jitterscope::ui
