// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_below.h"

#include "core/lab/lab_support.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/pages/labs/choice_row.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/pages/labs/word_label.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableWidget>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kMostRows = 10; // of a table without scrolling

QString cellText(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return format::count(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return QString::fromStdString(figure(*number, 3));
    const auto* word = std::get_if<std::string>(&cell);
    return word != nullptr ? QString::fromStdString(*word) : format::absent();
}

QTableWidget* tableOf(const Table& table) {
    auto* made =
        new QTableWidget(static_cast<int>(table.rows.size()), static_cast<int>(table.columns.size()));
    made->setObjectName(QStringLiteral("lab_table_") + QString::fromStdString(table.id));
    made->setAccessibleName(QString::fromStdString(table.title));
    made->setToolTip(QString::fromStdString(table.title));
    QStringList heads;
    for (const Column& column : table.columns)
        heads << QString::fromStdString(column.label);
    made->setHorizontalHeaderLabels(heads);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const Cell& cell = table.rows[row][column];
            auto* item = new QTableWidgetItem(cellText(cell));
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

/// The call that is advised, in each language, with a button that copies it.
QWidget* snippetsOf(const LabEntry& entry) {
    auto* list = new QWidget;
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
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

PredictBar::PredictBar(LabWork& work, QWidget* parent) : QWidget(parent), m_work(work) {
    setObjectName(QStringLiteral("lab_predict_bar"));
    // As high as the higher of the two, so that the picture above keeps its size when it is run.
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 8, 14, 8);
    m_pages = new QStackedLayout;
    all->addLayout(m_pages);
    m_asking = makeAsking();
    m_answer = makeSettled();
    m_pages->addWidget(m_asking);
    m_pages->addWidget(m_answer);
    connect(&work, &LabWork::changed, this, &PredictBar::refresh);
    connect(&work, &LabWork::moved, this, [this] {
        if (m_work.atEnd())
            settle();
    });
    refresh();
}

QWidget* PredictBar::makeAsking() {
    const LabPrediction& predict = m_work.entry().predict;
    auto* asking = new QWidget;
    auto* both = new QHBoxLayout(asking);
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(16);
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    both->addLayout(column, 5);
    both->addLayout(makeRule(), 4);
    column->addWidget(labLabel(format::text(predict.asks), LabText::Lead, "lab_asks"));
    m_edit = new ValueEdit([&predict](const QString& text) {
        const auto guess = parseGuess(predict, text.toStdString());
        return guess || text.isEmpty() ? QString() : QString::fromStdString(guess.error().message());
    });
    m_edit->setObjectName(QStringLiteral("lab_guess"));
    m_edit->setFont(figureFont());
    m_edit->setAlignment(Qt::AlignRight);
    m_edit->setMaximumWidth(140);
    m_edit->setAccessibleName(tr("Your guess: %1").arg(format::text(predict.asks)));
    m_edit->setToolTip(tr("Your guess, a number; Enter runs. It is not judged, it is compared."));
    m_edit->setOnlyNumbers();
    connect(m_edit, &ValueEdit::committed, this, [this, &predict](const QString& text) {
        if (const auto guess = parseGuess(predict, text.toStdString()))
            m_work.setGuess(guess.value());
    });
    connect(m_edit, &ValueEdit::entered, this, [this] {
        if (m_work.state().guess && !m_measuring.here)
            emit runWanted();
    });
    m_error = labLabel({}, LabText::Note, "lab_guess_error");
    m_error->setForegroundRole(QPalette::BrightText);
    m_error->hide();
    connect(m_edit, &ValueEdit::errorChanged, this, [this](const QString& error) {
        m_error->setText(error);
        m_error->setVisible(!error.isEmpty());
    });
    m_run = labButton(tr("R&un"), "lab_run", {});
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this,
            [this] { m_measuring.here ? emit cancelWanted() : emit runWanted(); });
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("lab_progress"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setToolTip(tr("How much of the measurement is done"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setMaximumWidth(160);
    m_hint = labLabel({}, LabText::Note, "lab_hint");
    QLabel* unit = labLabel(format::text(predict.unit), LabText::Body);
    unit->setWordWrap(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_edit);
    row->addWidget(unit);
    row->addWidget(m_run);
    row->addWidget(m_progress);
    makeVotes();
    row->addWidget(m_votes, 1);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_hint);
    column->addWidget(m_error);
    column->addStretch(1);
    return asking;
}

/// The guesses of a room, typed in a row: they stand in the picture, and later beside the answer.
void PredictBar::makeVotes() {
    const LabPrediction& predict = m_work.entry().predict;
    m_votes = new ValueEdit([&predict](const QString& text) {
        for (const QString& each : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            if (const auto vote = parseGuess(predict, each.toStdString()); !vote)
                return QString::fromStdString(vote.error().message());
        }
        return QString();
    });
    m_votes->setObjectName(QStringLiteral("lab_votes"));
    m_votes->setOnlyNumbers();
    m_votes->setFont(figureFont());
    m_votes->setPlaceholderText(tr("votes: 12 14 30"));
    m_votes->setAccessibleName(tr("Guesses of the room, with blanks between them"));
    m_votes->setToolTip(tr("What the room guesses, with blanks between; each is a dot in the picture"));
    m_votes->hide();
    connect(m_votes, &ValueEdit::committed, this, [this, &predict](const QString& text) {
        std::vector<double> votes;
        for (const QString& each : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            votes.push_back(parseGuess(predict, each.toStdString()).value());
        m_work.setVotes(std::move(votes));
    });
}

/// What the machine does, in a sentence and in code: nobody is to guess blindly.
QLayout* PredictBar::makeRule() {
    auto* column = new QVBoxLayout;
    column->setSpacing(3);
    m_rule = labLabel({}, LabText::Note, "lab_rule");
    m_code = labLabel({}, LabText::Code, "lab_code");
    m_code->setWordWrap(false);
    m_code->setAccessibleName(tr("The same in code"));
    column->addWidget(m_rule);
    column->addWidget(m_code);
    column->addStretch(1);
    return column;
}

QWidget* PredictBar::makeSettled() {
    auto* answer = new QWidget;
    auto* row = new QHBoxLayout(answer);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    m_settled = labLabel({}, LabText::Lead, "lab_settled");
    m_settled->setToolTip(tr("Your guess beside the answer"));
    m_headline = labLabel({}, LabText::Body, "lab_headline");
    words->addWidget(m_settled);
    words->addWidget(m_headline);
    row->addLayout(words, 1);
    QPushButton* again =
        labButton(tr("Predict a&gain"), "lab_again", tr("Another guess; the answer is hidden until you run"));
    connect(again, &QPushButton::clicked, &m_work, &LabWork::predictAgain);
    row->addWidget(again);
    return answer;
}

/// In front of a class the picture needs the room, and somebody says the sentence.
void PredictBar::setClassroom(bool classroom) {
    m_rule->setVisible(!classroom);
    m_votes->setVisible(classroom);
}

void PredictBar::setMeasuring(const Measuring& measuring) {
    m_measuring = measuring;
    refresh();
}

void PredictBar::refresh() {
    const LabPrediction& predict = m_work.entry().predict;
    const LabState& state = m_work.state();
    const bool asking = !m_work.answered();
    const LabRule rule = m_work.entry().rule(state.knobs);
    m_rule->setText(format::text(rule.says));
    m_code->setText(format::text(rule.code));
    m_pages->setCurrentWidget(asking ? m_asking : m_answer);
    if (!m_edit->hasFocus() || m_edit->valid())
        m_edit->setValueText(state.guess ? QString::fromStdString(figure(*state.guess, predict.decimals))
                                         : QString());
    m_edit->setEnabled(!m_measuring.here);
    m_progress->setVisible(m_measuring.here);
    m_progress->setValue(static_cast<int>(m_measuring.progress * 1000));
    const bool blocked = state.here && m_measuring.live;
    m_run->setText(m_measuring.here ? tr("Cancel") : blocked ? tr("Stop Live and r&un") : tr("R&un"));
    m_run->setAccessibleName(QString(m_run->text()).remove(QLatin1Char('&')));
    m_run->setEnabled(m_measuring.here || state.guess.has_value());
    m_run->setToolTip(m_measuring.here ? tr("End the measurement (Escape); nothing of it is kept")
                      : !state.guess   ? tr("Locked until you have guessed")
                                       : tr("Shows the answer beside your guess (F5, N)"));
    m_edit->setPlaceholderText(
        tr("%1 … %2").arg(QString::fromStdString(figure(predict.minimum, predict.decimals)),
                          QString::fromStdString(figure(predict.maximum, predict.decimals))));
    m_hint->setVisible(m_measuring.here);
    m_hint->setText(tr("About %1 s in all; leave the machine alone.").arg(m_work.entry().measureSeconds));
    if (m_work.votes().empty() && m_votes->valid() && !m_votes->hasFocus())
        m_votes->setValueText({});
    settle();
}

/// How the room stands to the answer: "Votes of the room: 12; half of them are up to 30 µs."
QString PredictBar::roomText() const {
    std::vector<double> votes = m_work.votes();
    std::ranges::sort(votes);
    return tr("Votes of the room: %1; half of them are up to %2.")
        .arg(votes.size())
        .arg(QString::fromStdString(guessed(m_work.entry().predict, votes[(votes.size() - 1) / 2])));
}

/// The answer stands beside the guess once the run has come to its end.
void PredictBar::settle() {
    if (!m_work.answered() || !m_work.state().guess)
        return;
    const LabPrediction& predict = m_work.entry().predict;
    const double guess = *m_work.state().guess;
    const bool over = m_work.atEnd();
    const QString said = QString::fromStdString(guessed(predict, guess));
    QString text = over ? QString::fromStdString(guessText(predict, guess, m_work.result().answer))
                        : tr("You said %1.").arg(said);
    if (m_work.guessIsOld())
        text += QLatin1Char(' ') + tr("You guessed it for other settings.");
    m_settled->setText(text);
    QString headline = over ? QString::fromStdString(m_work.result().headline)
                            : tr("The answer comes at the end of the run.");
    if (const auto before = m_work.before(); over && before)
        headline +=
            QLatin1Char(' ') +
            tr("Before the knob was turned: %1.").arg(QString::fromStdString(guessed(predict, *before)));
    if (over && !m_work.votes().empty())
        headline += QLatin1Char(' ') + roomText();
    m_headline->setText(headline);
}

void PredictBar::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius, kCardRadius);
}

ExplainCard::ExplainCard(LabWork& work, QWidget* parent)
    : Card({}, parent), m_work(work), m_column(new QVBoxLayout) {
    setObjectName(QStringLiteral("lab_explain"));
    auto* content = new QWidget;
    content->setLayout(m_column);
    m_column->setContentsMargins(2, 2, 2, 6);
    setContent(content);
}

void ExplainCard::show(double typeSize) {
    if (m_shown != &m_work.result() || m_text == nullptr) {
        m_shown = &m_work.result();
        if (m_text != nullptr)
            m_text->deleteLater();
        m_text = new QWidget;
        auto* column = new QVBoxLayout(m_text);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(6);
        column->addWidget(labLabel(tr("Why"), LabText::Title));
        for (const std::string& sentence : m_shown->explanation) {
            const bool last = &sentence == &m_shown->explanation.back();
            if (last)
                column->addSpacing(4);
            column->addWidget(new WordLabel(QString::fromStdString(sentence),
                                            last ? LabText::Lead : LabText::Body,
                                            last ? "lab_your_code" : "lab_sentence"));
        }
        if (!m_work.entry().snippets.empty())
            column->addWidget(snippetsOf(m_work.entry()));
        auto* numbers = new QWidget;
        auto* list = new QVBoxLayout(numbers);
        list->setContentsMargins(0, 0, 0, 0);
        for (const Table& table : m_shown->tables) {
            list->addWidget(labLabel(QString::fromStdString(table.title), LabText::Note));
            list->addWidget(tableOf(table));
        }
        auto* fold = new Foldout(tr("The numbers"), numbers);
        fold->setToolTip(tr("The numbers of the picture, as tables"));
        column->addWidget(fold);
        column->addWidget(labLabel(tr("Source: %1").arg(format::text(m_work.entry().article)), LabText::Note,
                                   "lab_source"));
        m_column->addWidget(m_text);
    }
    setTypeSize(*m_text, typeSize);
}

QuestionCard::QuestionCard(LabWork& work, QWidget* parent)
    : Card({}, parent),
      m_work(work),
      m_choices(new QButtonGroup(this)),
      m_prompt(
          labLabel(tr("Choose one; then each says why it is right or wrong."), LabText::Note, "lab_prompt")) {
    setObjectName(QStringLiteral("lab_question_card"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(2, 2, 2, 6);
    column->setSpacing(4);
    const LabQuestion& question = work.entry().closing;
    column->addWidget(labLabel(tr("One question"), LabText::Title));
    column->addWidget(labLabel(format::text(question.asks), LabText::Lead, "lab_closing"));
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        auto* row = new ChoiceRow(format::text(question.choices[i].text));
        row->setObjectName(QStringLiteral("lab_choice_%1").arg(i));
        m_choices->addButton(row, static_cast<int>(i));
        column->addWidget(row);
        m_feedback.push_back(labLabel({}, LabText::Body));
        m_feedback.back()->setObjectName(QStringLiteral("lab_feedback_%1").arg(i));
        m_feedback.back()->setContentsMargins(24, 0, 0, 4);
        column->addWidget(m_feedback.back());
    }
    column->addSpacing(2);
    column->addWidget(m_prompt);
    setContent(content);
    connect(m_choices, &QButtonGroup::idClicked, &work,
            [&work](int id) { work.choose(static_cast<std::size_t>(id)); });
    connect(&work, &LabWork::changed, this, &QuestionCard::refresh);
    refresh();
}

/// Everybody is told of each choice, whichever was taken.
void QuestionCard::refresh() {
    const LabQuestion& question = m_work.entry().closing;
    const auto& choice = m_work.state().choice;
    m_choices->setExclusive(false);
    for (QAbstractButton* button : m_choices->buttons())
        button->setChecked(choice && m_choices->id(button) == static_cast<int>(*choice));
    m_choices->setExclusive(true);
    m_prompt->setVisible(!choice);
    for (std::size_t i = 0; i < m_feedback.size(); ++i) {
        QLabel& label = *m_feedback[i];
        const bool right = i == question.right;
        label.setVisible(choice.has_value());
        label.setText((right ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) +
                      format::text(question.choices[i].feedback));
        const bool chosen = choice == i;
        setTextColour(label, right ? tokens().good : chosen ? tokens().late : tokens().muted);
    }
}

void QuestionCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_feedback.empty())
        refresh();
}

} // namespace jitterscope::ui
