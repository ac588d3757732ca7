// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/explain_card.h"

#include "core/document/lab_document.h"
#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>

#include <algorithm>

namespace jitterscope::ui {

namespace {

constexpr int kMostRows = 10; // of a table without scrolling

QTableWidget* tableOf(const Table& table) {
    auto* made =
        new QTableWidget(static_cast<int>(table.rows.size()), static_cast<int>(table.columns.size()));
    made->setObjectName(QStringLiteral("lab_table_") + format::text(table.id));
    made->setAccessibleName(format::text(table.title));
    made->setToolTip(format::text(table.title));
    QStringList heads;
    for (const Column& column : table.columns)
        heads << format::text(column.label);
    made->setHorizontalHeaderLabels(heads);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const Cell& cell = table.rows[row][column];
            auto* item =
                new QTableWidgetItem(format::text(labCellText(cell, table.columns[column].quantity)));
            item->setFont(figureFont(0.92));
            if (!std::holds_alternative<std::string>(cell))
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            made->setItem(static_cast<int>(row), static_cast<int>(column), item);
        }
    }
    made->setFrameShape(QFrame::NoFrame);
    made->setShowGrid(false);
    made->setEditTriggers(QAbstractItemView::NoEditTriggers);
    made->setSelectionBehavior(QAbstractItemView::SelectRows);
    made->setTabKeyNavigation(false);
    made->verticalHeader()->hide();
    made->verticalHeader()->setDefaultSectionSize(QFontMetrics(figureFont(0.92)).height() + 7);
    made->horizontalHeader()->setFont(noteFont());
    made->horizontalHeader()->setHighlightSections(false);
    made->resizeColumnsToContents();
    const int rows = std::min(made->rowCount(), kMostRows);
    made->setFixedHeight(made->horizontalHeader()->sizeHint().height() +
                         rows * made->verticalHeader()->defaultSectionSize() + 16);
    return made;
}

QTableWidget& addTable(QLayout& list, const Table& table) {
    list.addWidget(labLabel(format::text(table.title), LabText::Note));
    QTableWidget* const made = tableOf(table);
    list.addWidget(made);
    return *made;
}

void empty(QLayout& list) {
    while (QLayoutItem* item = list.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

/// The advised call in each language, with a button that copies it.
QWidget* snippetsOf(const LabEntry& entry) {
    auto* list = new QWidget;
    auto* column = columnIn(list, {}, 4);
    for (const LabSnippet& snippet : entry.snippets) {
        const QString language = format::text(snippet.language);
        const QString code = format::text(snippet.code);
        QPushButton* copy = labButton(QCoreApplication::translate("ExplainCard", "Copy"), "", language);
        copy->setObjectName(QStringLiteral("lab_copy_") + language);
        copy->setAccessibleName(QCoreApplication::translate("ExplainCard", "Copy %1").arg(language));
        QObject::connect(copy, &QPushButton::clicked, copy,
                         [code] { QGuiApplication::clipboard()->setText(code + QLatin1Char('\n')); });
        auto* head = new QHBoxLayout;
        head->addWidget(labLabel(language, LabText::Note));
        head->addStretch(1);
        head->addWidget(copy);
        column->addLayout(head);
        column->addWidget(labLabel(code, LabText::Code));
    }
    auto* fold = new Foldout(QCoreApplication::translate("ExplainCard", "The call, to copy"), list);
    fold->setToolTip(QCoreApplication::translate("ExplainCard", "In several languages"));
    return fold;
}

} // namespace

ExplainCard::ExplainCard(LabWork& work, QWidget* parent) : Card({}, parent), m_work(work) {
    setObjectName(QStringLiteral("lab_explain"));
    auto* column = fillCard(*this, tr("Why"));
    m_how = labLabel({}, LabText::Note, "lab_why_how");
    column->addWidget(m_how);
    m_list = new QVBoxLayout;
    m_list->setSpacing(4);
    column->addLayout(m_list);
    m_sentences.push_back(addSentence(true));
    column->addSpacing(2);
    column->addWidget(m_sentences.back());
    m_watch = labButton(tr("&Watch it in the game"), "lab_watch", tr("The runner, with what is advised here"),
                        this, &ExplainCard::cureWanted);
    column->addWidget(m_watch, 0, Qt::AlignLeft);
    column->addWidget(makeSteps());
    if (!work.entry().snippets.empty()) {
        m_call = snippetsOf(work.entry());
        m_call->setObjectName(QStringLiteral("lab_call"));
        column->addWidget(m_call);
    }
    m_advised = new QVBoxLayout;
    m_advised->setSpacing(4);
    column->addLayout(m_advised);
    m_tables = new QWidget;
    (void)columnIn(m_tables, {});
    m_numbers = new Foldout(tr("More numbers"), m_tables);
    m_numbers->setObjectName(QStringLiteral("lab_numbers"));
    m_numbers->setToolTip(tr("The other numbers of the picture, as tables"));
    connect(m_numbers, &Foldout::toggled, this, &ExplainCard::fillNumbers);
    column->addWidget(m_numbers);
    column->addWidget(
        labLabel(tr("Source: %1").arg(format::text(work.entry().article)), LabText::Note, "lab_source"));
}

QWidget* ExplainCard::makeSteps() {
    m_back = labButton(tr("‹"), "lab_idea_back", tr("The idea before (P)"));
    m_back->setAccessibleName(tr("The idea before"));
    m_on = labButton(tr("Next ›"), "lab_idea_next", tr("The next idea (N)"));
    m_on->setProperty("primary", true);
    m_place = labLabel({}, LabText::Note, "lab_idea_place");
    m_place->setWordWrap(false);
    m_all = new QCheckBox(tr("All on one page"));
    m_all->setObjectName(QStringLiteral("lab_whole"));
    m_all->setAccessibleName(m_all->text());
    m_all->setToolTip(tr("Every idea at once, in the place of one after the other"));
    connect(m_back, &QPushButton::clicked, this, &ExplainCard::stepBack);
    connect(m_on, &QPushButton::clicked, this, &ExplainCard::stepOn);
    connect(m_all, &QCheckBox::toggled, this, &ExplainCard::wholeChosen);
    auto* steps = new QWidget;
    auto* row = new FlowLayout(8, steps);
    for (QWidget* each : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_on),
                          static_cast<QWidget*>(m_place), static_cast<QWidget*>(m_all)})
        row->addWidget(each);
    return steps;
}

void ExplainCard::setWhole(bool whole) {
    m_whole = whole;
    const QSignalBlocker quiet(m_all);
    m_all->setChecked(whole);
    placeSteps();
}

bool ExplainCard::goTo(std::size_t idea) {
    if (m_whole || idea >= m_sentences.size())
        return false;
    m_at = idea;
    placeSteps();
    return true;
}

/// Shows the idea at hand, or all. What belongs to the advice comes with it.
void ExplainCard::placeSteps() {
    m_at = std::min(m_at, m_sentences.size() - 1);
    for (std::size_t i = 0; i < m_sentences.size(); ++i)
        m_sentences[i]->setVisible(m_whole || i == m_at);
    if (m_call != nullptr)
        m_call->setVisible(over() && m_shown != nullptr && m_shown->advice.call);
    for (int i = 0; i < m_advised->count(); ++i)
        m_advised->itemAt(i)->widget()->setVisible(over());
    m_numbers->setVisible(over());
    m_watch->setVisible(over() && m_shown != nullptr && !m_shown->measured);
    for (QWidget* each :
         {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_on), static_cast<QWidget*>(m_place)})
        each->setVisible(!m_whole);
    setLabWords(*m_how, m_whole
                            ? tr("Point at a sentence: its part lights up. Drag a number: it is the knob.")
                            : tr("Its part of the picture is lit up. Drag a number: it is the knob."));
    m_back->setEnabled(m_at > 0);
    m_on->setEnabled(!over());
    setLabWords(*m_place, tr("%1 of %2").arg(m_at + 1).arg(m_sentences.size()));
    point();
    emit stepped();
}

SentenceLabel* ExplainCard::addSentence(bool last) {
    auto* made =
        new SentenceLabel(last ? LabText::Lead : LabText::Body, last ? "lab_your_code" : "lab_sentence");
    connect(made, &SentenceLabel::pointed, this, &ExplainCard::point);
    connect(made, &SentenceLabel::turned, &m_work, [this](const QString& knob, double value, bool goesOn) {
        m_work.turn(knob.toStdString(), value, goesOn);
    });
    return made;
}

void ExplainCard::begin() {
    if (m_begun != m_work.sharedResult())
        (void)goTo(0);
    m_begun = m_work.sharedResult();
}

void ExplainCard::show(double typeSize) {
    const bool other = m_shown != m_work.sharedResult();
    m_shown = m_work.sharedResult();
    if (other) {
        showAdvised();
        showSentences();
        fillNumbers();
    }
    if (other || typeSize != m_typeSize)
        setTypeSize(*this, typeSize);
    m_typeSize = typeSize;
}

/// Labels that are there stay: the user may be turning a number in one of them.
void ExplainCard::showSentences() {
    const auto& sentences = m_shown->explanation;
    while (m_sentences.size() < sentences.size()) {
        m_sentences.insert(m_sentences.end() - 1, addSentence(false));
        m_list->addWidget(m_sentences[m_sentences.size() - 2]);
    }
    while (m_sentences.size() > sentences.size()) {
        SentenceLabel* const gone = m_sentences[m_sentences.size() - 2];
        m_sentences.erase(m_sentences.end() - 2);
        gone->hide();
        gone->deleteLater();
    }
    const bool turns = !m_shown->measured; // a touch does not measure again
    const std::span<const ParameterInfo> knobs =
        turns ? std::span<const ParameterInfo>(m_work.entry().knobs) : std::span<const ParameterInfo>();
    for (std::size_t i = 0; i < sentences.size(); ++i)
        m_sentences[i]->show(sentences[i], knobs, m_work.state().knobs);
    QWidget* before = nullptr; // Tab goes down the sentences
    for (SentenceLabel* each : m_sentences) {
        if (before != nullptr)
            setTabOrder(before, each);
        before = each;
    }
    placeSteps();
}

/// The table that the advice is taken from, its row in bold.
void ExplainCard::showAdvised() {
    empty(*m_advised);
    const LabAdvice& advice = m_shown->advice;
    const Table& told = m_shown->table(advice.table);
    QTableWidget& table = addTable(*m_advised, told);
    QFont bold = figureFont(0.92);
    bold.setBold(true);
    for (int column = 0; column < table.columnCount(); ++column)
        table.item(static_cast<int>(advice.row), column)->setFont(bold);
    table.resizeColumnsToContents();
    int place = 1; // after the names of the rows: what decides is in sight without scrolling
    for (const std::string& name : advice.by) {
        QHeaderView& head = *table.horizontalHeader();
        head.moveSection(head.visualIndex(told.column(name)), place++);
    }
}

/// Makes the tables only when they are opened: they may have thousands of rows.
void ExplainCard::fillNumbers() {
    QLayout* const list = m_tables->layout();
    empty(*list);
    if (!m_numbers->open() || m_shown == nullptr)
        return;
    for (const Table& table : m_shown->tables) {
        if (table.id != m_shown->advice.table)
            (void)addTable(*list, table);
    }
    setTypeSize(*m_tables, m_typeSize > 0 ? m_typeSize : 1);
}

/// The sentence under the mouse comes before the one that has the keyboard; an idea that stands alone needs
/// neither.
void ExplainCard::point() {
    const auto find = [this](auto&& points) {
        const auto found = std::ranges::find_if(m_sentences, points);
        return found != m_sentences.end() ? (*found)->part() : std::string();
    };
    std::string part = find([](const SentenceLabel* each) { return each->underMouseNow(); });
    if (part.empty())
        part = find([](const SentenceLabel* each) { return each->hasFocus(); });
    emit pointed(part.empty() && !m_whole ? m_sentences[m_at]->part() : part);
}

} // namespace jitterscope::ui
