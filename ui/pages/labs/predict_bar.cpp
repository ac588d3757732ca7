// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/predict_bar.h"

#include "ui/format/outside_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {

PredictBar::PredictBar(LabWork& work, QWidget* parent) : QWidget(parent), m_work(work) {
    setObjectName(QStringLiteral("lab_predict_bar"));
    // As high as the higher of the two pages, so that the picture above keeps its size during the run.
    auto* all = columnIn(this, {14, 8, 14, 8});
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
    auto* both = new FlowLayout(16, asking);
    const auto part = [both](QLayout* of, int stretch) {
        auto* made = new QWidget;
        made->setLayout(of);
        of->setContentsMargins(0, 0, 0, 0);
        both->addExpanding(made, 0, stretch);
    };
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    part(column, 3);
    part(makeRule(), 1);
    m_asks = labLabel({}, LabText::Lead, "lab_asks");
    column->addWidget(m_asks);
    m_edit = new ValueEdit([this](const QString& text) {
        const auto guess = guessIn(text);
        return guess || text.isEmpty() ? QString() : format::text(guess.error().message());
    });
    m_edit->setObjectName(QStringLiteral("lab_guess"));
    m_edit->setFont(figureFont());
    m_edit->setAlignment(Qt::AlignRight);
    m_edit->setAccessibleName(tr("Your guess: %1").arg(format::text(predict.asks)));
    m_edit->setToolTip(tr("Your guess, a number; Enter runs. It is not judged, it is compared."));
    m_edit->setOnlyNumbers();
    connect(m_edit, &ValueEdit::committed, this, [this](const QString& text) {
        if (const auto guess = guessIn(text))
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
        setLabWords(*m_error, error);
        m_error->setVisible(!error.isEmpty());
    });
    m_run = labButton(tr("R&un"), "lab_run", {});
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_measuring.here)
            emit cancelWanted();
        else if (m_edit->commit() && m_work.state().guess)
            emit runWanted();
    });
    connect(m_edit, &QLineEdit::textEdited, this, [this] { m_run->setEnabled(canRun()); });
    m_progress = makeProgress("lab_progress", tr("How much of the measurement is done"));
    m_progress->setMaximumWidth(160);
    m_hint = labLabel({}, LabText::Note, "lab_hint");
    m_unit = labLabel({}, LabText::Body, "lab_unit");
    m_unit->setWordWrap(false);
    m_toGuess = labButton(tr("&Guess ›"), "lab_to_guess", tr("On to the question (N)"), this,
                          &PredictBar::guessWanted);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_edit);
    row->addWidget(m_unit);
    row->addWidget(m_run);
    row->addWidget(m_toGuess);
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

/// Makes the field for the guesses of a class. They are shown in the picture, and later beside the answer.
void PredictBar::makeVotes() {
    m_votes = new ValueEdit([this](const QString& text) {
        for (const QString& each : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            if (const auto vote = guessIn(each); !vote)
                return format::text(vote.error().message());
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
    connect(m_votes, &ValueEdit::committed, this, [this](const QString& text) {
        std::vector<double> votes;
        for (const QString& each : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            votes.push_back(guessIn(each).value());
        m_work.setVotes(std::move(votes));
    });
}

/// Makes the labels that say in a sentence and in code what the machine does, so that nobody guesses blindly.
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
    auto* row = rowIn(answer, {}, 12);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    m_settled = labLabel({}, LabText::Lead, "lab_settled");
    m_settled->setToolTip(tr("Your guess beside the answer"));
    m_headline = labLabel({}, LabText::Body, "lab_headline");
    words->addWidget(m_settled);
    words->addWidget(m_headline);
    row->addLayout(words, 1);
    QPushButton* again =
        labButton(tr("Predict a&gain"), "lab_again", tr("Another guess; the answer is hidden until you run"),
                  &m_work, &LabWork::predictAgain);
    row->addWidget(again);
    m_toExplain = labButton(tr("&Explain ›"), "lab_to_explain", tr("Why it comes out so (N)"));
    m_toExplain->setProperty("primary", true);
    connect(m_toExplain, &QPushButton::clicked, this, &PredictBar::explainWanted);
    row->addWidget(m_toExplain);
    return answer;
}

/// In front of a class the picture needs the room of the rule, and the teacher says it.
void PredictBar::setClassroom(bool classroom) {
    m_classroom = classroom;
    m_rule->setVisible(!classroom);
    refresh(); // letters have another size
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
    setLabWords(*m_rule, format::text(rule.says));
    m_code->setText(format::text(rule.code));
    m_pages->setCurrentWidget(asking ? m_asking : m_answer);
    showPlay();
    if (!m_edit->hasFocus() || m_edit->valid())
        m_edit->setValueText(state.guess ? typed(*state.guess) : QString());
    m_unit->setText(format::text(guessUnit().name));
    m_edit->setEnabled(!m_measuring.here);
    m_progress->setVisible(m_measuring.here);
    m_progress->setValue(static_cast<int>(m_measuring.progress * 1000));
    const bool blocked = state.here && m_measuring.live;
    m_run->setText(m_measuring.here ? tr("Cancel") : blocked ? tr("Stop Live and r&un") : tr("R&un"));
    m_run->setAccessibleName(QString(m_run->text()).remove(QLatin1Char('&')));
    m_run->setEnabled(canRun());
    m_run->setToolTip(m_measuring.here ? tr("End the measurement (Escape); nothing of it is kept")
                      : !state.guess   ? tr("Locked until you have guessed")
                                       : tr("Shows the answer beside your guess (F5, N)"));
    m_edit->setPlaceholderText(tr("%1 … %2").arg(typed(predict.minimum), typed(predict.maximum)));
    constexpr int kUsualWidth = 140; // px
    m_edit->setFixedWidth(
        std::max(kUsualWidth, m_edit->fontMetrics().horizontalAdvance(m_edit->placeholderText()) + 24));
    m_hint->setVisible(m_measuring.here);
    setLabWords(*m_hint,
                tr("About %1 s in all; leave the machine alone.").arg(m_work.entry().measureSeconds));
    if (m_votes->valid() && !m_votes->hasFocus()) {
        QStringList votes;
        for (const double vote : m_work.votes())
            votes << typed(vote);
        m_votes->setValueText(votes.join(QLatin1Char(' ')));
    }
    settle();
}

/// Something runs, or a guess was made or is typed.
bool PredictBar::canRun() const {
    return m_measuring.here || m_work.state().guess || guessIn(m_edit->text()).ok();
}

/// As the picture's axis is labelled.
GuessUnit PredictBar::guessUnit() const {
    return m_work.scene() != nullptr ? m_work.scene()->guessUnit() : GuessUnit{m_work.entry().predict.unit};
}

Result<double> PredictBar::guessIn(const QString& text) const {
    return parseGuess(m_work.entry().predict, text.toStdString(), guessUnit());
}

QString PredictBar::typed(double guess) const {
    return format::text(guessFigure(m_work.entry().predict, guess, guessUnit()));
}

/// While the game runs, the place of the question says what to try; the question comes after the first touch.
void PredictBar::showPlay() {
    const LabEntry& entry = m_work.entry();
    const bool plays = m_work.plays();
    const QString asks = format::text(entry.predict.asks);
    const int main = parameterIndex(entry.knobs, entry.mainKnob);
    const QString label = format::text(entry.knobs[static_cast<std::size_t>(main)].label);
    const QString knob = label.section(QStringLiteral(", "), 0, 0); // without its unit
    m_toGuess->setText(m_work.cured() ? tr("‹ &Back to why") : tr("&Guess ›"));
    setLabWords(*m_asks, !plays             ? asks
                         : m_work.cured()   ? tr("The same loop, with what the lab advises.")
                         : m_work.touched() ? tr("What will come of it? %1").arg(asks)
                                            : tr("Turn “%1”, and watch the runner.").arg(knob));
    m_toGuess->setVisible(plays);
    m_toGuess->setProperty("primary", m_work.touched());
    m_toGuess->update();
    for (QWidget* each :
         {static_cast<QWidget*>(m_edit), static_cast<QWidget*>(m_unit), static_cast<QWidget*>(m_run)})
        each->setVisible(!plays);
    m_votes->setVisible(m_classroom && !plays);
}

/// "Votes of the room: 12; half of them are up to 30 µs."
QString PredictBar::roomText() const {
    std::vector<double> votes = m_work.votes();
    std::ranges::sort(votes);
    return tr("Votes of the room: %1; half of them are up to %2.")
        .arg(votes.size())
        .arg(format::text(guessed(m_work.entry().predict, votes[(votes.size() - 1) / 2])));
}

/// Shows the answer beside the guess when the run has ended.
void PredictBar::settle() {
    if (!m_work.answered() || !m_work.state().guess)
        return;
    const LabPrediction& predict = m_work.entry().predict;
    const double guess = *m_work.state().guess;
    const bool over = m_work.atEnd();
    m_toExplain->setVisible(over && m_work.step() == LabStep::Run);
    const QString said = format::text(guessed(predict, guess));
    QString text =
        over ? format::text(guessText(predict, guess, m_work.result().answer)) : tr("You said %1.").arg(said);
    if (m_work.guessIsOld())
        text += QLatin1Char(' ') + tr("You guessed it for other settings.");
    setLabWords(*m_settled, text);
    QString headline =
        over ? format::text(m_work.result().headline) : tr("The answer comes at the end of the run.");
    if (const auto before = m_work.before(); over && before)
        headline += QLatin1Char(' ') +
                    tr("Before the knob was turned: %1.").arg(format::text(guessed(predict, *before)));
    if (over && !m_work.votes().empty())
        headline += QLatin1Char(' ') + roomText();
    setLabWords(*m_headline, headline);
}

void PredictBar::paintEvent(QPaintEvent*) {
    paintCardGround(*this);
}

} // namespace jitterscope::ui
