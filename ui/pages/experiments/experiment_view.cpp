// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experiments/experiment_view.h"

#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/page.h"
#include "ui/pages/report_export.h"
#include "ui/plot/plot_card.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kFormWidth = 264;
constexpr int kBetweenColumns = 10;
constexpr int kWide = 12; // columns; a table with more has the strategies as headings of its rows

QString pointsText(std::size_t count) {
    return count == 1 ? ExperimentView::tr("1 point")
                      : ExperimentView::tr("%1 points").arg(format::count(static_cast<std::int64_t>(count)));
}

} // namespace

ExperimentView::ExperimentView(const ExperimentEntry& entry, const ExperimentFigureEntry& chart,
                               ExperimentRunner& runner, Settings& settings)
    : m_entry(entry),
      m_chartEntry(chart),
      m_runner(runner),
      m_form(new ExperimentForm(entry)),
      m_history(m_form->plan()),
      m_chart(new ExperimentChartCard(chart, format::text(entry.name))),
      m_exports(new ExperimentExport(settings, *m_chart, this)),
      m_report(new ReportExport(
          settings,
          documentForms([this](const Privacy& privacy) { return experimentDocument(*m_result, privacy); }),
          [this] { return m_exports->name(); }, this)),
      m_model(new PointsModel(this)),
      m_sorted(new QSortFilterProxyModel(this)) {
    setObjectName(QStringLiteral("experiment_") + format::text(entry.id));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(PointsModel::kSortRole);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(makeLeft());
    all->addWidget(makeRight(), 1);
    connect(m_form, &ExperimentForm::edited, this, [this] {
        m_history.add(m_form->plan(), {}, 0);
        refresh();
        emit historyChanged();
    });
    connect(m_exports, &ExperimentExport::noticed, this, &ExperimentView::noticed);
    connect(m_exports, &ExperimentExport::failed, this, &ExperimentView::failed);
    m_report->setRefusal([this] {
        return m_result != nullptr ? QString()
                                   : tr("There is nothing to save yet: run the experiment first.");
    });
    connect(m_report, &ReportExport::noticed, this, &ExperimentView::noticed);
    connect(m_report, &ReportExport::failed, this, &ExperimentView::failed);
    connect(m_chart, &PlotCard::saveRequested, this, [this](PlotCard*, PictureFile kind) {
        m_exports->ask(kind == PictureFile::Png   ? ExperimentFile::Png
                       : kind == PictureFile::Svg ? ExperimentFile::Svg
                       : kind == PictureFile::Pdf ? ExperimentFile::Pdf
                                                  : ExperimentFile::Csv);
    });
    m_chart->setData([this] { return tableText().toUtf8(); });
    auto* back = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), this);
    back->setContext(Qt::WidgetWithChildrenShortcut);
    connect(back, &QShortcut::activated, this, &ExperimentView::backWanted);
    auto* go = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    go->setContext(Qt::WidgetWithChildrenShortcut);
    connect(go, &QShortcut::activated, this, &ExperimentView::run);
    showResult();
    refresh();
}

QWidget* ExperimentView::makeLeft() {
    auto* left = new QWidget;
    left->setFixedWidth(forFont(kFormWidth));
    left->setAutoFillBackground(true);
    left->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 10, 0, 12);
    column->setSpacing(6);
    auto* back =
        makeButton(tr("‹ All experiments"), "experiment_back",
                   tr("Back to the gallery (Alt+Left). A run continues, and its card shows the progress."));
    connect(back, &QPushButton::clicked, this, &ExperimentView::backWanted);
    m_run = makeButton(tr("Run"), "experiment_run", {});
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (mine())
            m_runner.cancel();
        else
            run();
    });
    m_progress = makeProgress("experiment_progress", tr("How much of the experiment is done"));
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("experiment_state"));
    m_state->setWordWrap(true);
    m_state->setFont(noteFont());
    setMuted(*m_state);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(16, 0, 14, 0);
    foot->setSpacing(6);
    foot->addWidget(m_state);
    foot->addWidget(m_progress);
    foot->addWidget(m_run);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(16, 0, 14, 0);
    top->addWidget(back);
    top->addStretch(1);
    column->addLayout(top);
    auto* scroll = scrolling(m_form);
    scroll->setObjectName(QStringLiteral("experiment_scroll"));
    column->addWidget(scroll, 1);
    column->addLayout(foot);
    return left;
}

QWidget* ExperimentView::makeHead() {
    m_head = new QWidget;
    auto* column = new QVBoxLayout(m_head);
    column->setContentsMargins(4, 0, 0, 0);
    auto* row = new FlowLayout(8);
    column->addLayout(row);
    m_banner = new QLabel;
    m_banner->setObjectName(QStringLiteral("experiment_banner"));
    m_banner->setFont(titleFont());
    m_notes = new ElidedLabel;
    m_notes->setObjectName(QStringLiteral("experiment_notes"));
    setMuted(*m_notes);
    m_keep = makeButton(tr("Keep for comparison"), "experiment_keep", {});
    connect(m_keep, &QPushButton::clicked, this, &ExperimentView::keep);
    m_export =
        makeButton(tr("Save or copy"), "experiment_export", tr("Save the points or the chart, or copy them"));
    m_export->setMenu(exportMenu());
    row->addWidget(m_banner);
    row->addWidget(m_notes);
    row->addWidget(m_keep);
    m_keep->setVisible(m_chartEntry.overlays); // not before it has a parent: it would be a window
    row->addWidget(m_export);
    m_sentence = wrappedLabel({}, QStringLiteral("experiment_sentence"));
    column->addWidget(m_sentence);
    m_sentence->hide();
    return m_head;
}

QMenu* ExperimentView::exportMenu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString& text, ExperimentFile kind, const QString& tip) {
        QAction* action = menu->addAction(text, this, [this, kind] { m_exports->ask(kind); });
        action->setToolTip(tip);
    };
    add(tr("Points as CSV…"), ExperimentFile::Csv,
        tr("One row per point; the lines above hold everything it depends on"));
    add(tr("Points as JSON…"), ExperimentFile::Json, tr("The same with plan, notes and machine facts"));
    menu->addSeparator();
    add(tr("Chart as PNG…"), ExperimentFile::Png, tr("The chart as it is drawn now, at twice the size"));
    add(tr("Chart as SVG…"), ExperimentFile::Svg, tr("The chart as lines, for any size"));
    add(tr("Chart as PDF…"), ExperimentFile::Pdf, tr("The chart as lines, on a page of its size"));
    menu->addSeparator();
    auto* report = menu->addMenu(tr("&Report"));
    report->setObjectName(QStringLiteral("experiment_report_menu"));
    m_report->fill(*report);
    menu->addSeparator();
    menu->addAction(tr("Copy table"), this, &ExperimentView::copyTable)
        ->setToolTip(tr("Tab-separated, for spreadsheets and mails"));
    menu->addAction(tr("Copy chart"), this,
                    [this] {
                        QApplication::clipboard()->setImage(m_chart->image());
                        emit noticed(tr("The chart is in the clipboard."));
                    })
        ->setToolTip(tr("As a picture"));
    return menu;
}

/// What the result says in words, then what to look for in its chart.
void ExperimentView::showLook() {
    QString text;
    for (const std::string& sentence : m_digest.sentences)
        text += QStringLiteral("<p>%1</p>").arg(format::text(sentence).toHtmlEscaped());
    m_look->setText(text + QStringLiteral("<p>%1</p><p><b>%2</b><br>%3</p>")
                               .arg(format::text(m_entry.look).toHtmlEscaped(), tr("The article"),
                                    format::text(m_entry.article).toHtmlEscaped()));
}

QWidget* ExperimentView::makeBelow() {
    m_look = new QLabel;
    m_look->setObjectName(QStringLiteral("experiment_look"));
    m_look->setTextFormat(Qt::RichText);
    m_look->setWordWrap(true);
    m_look->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_look->setTextInteractionFlags(Qt::TextSelectableByMouse);
    showLook();
    auto* look = new Card(tr("What to look for"));
    look->setContent(scrolling(m_look));
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("experiment_table"));
    m_table->setAccessibleName(tr("Points"));
    m_table->setToolTip(tr("Every measured point. Click a heading to sort."));
    m_table->setModel(m_sorted);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setCornerWidget(new QWidget);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(figureFont(0.92)).height() + 7);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setFont(noteFont());
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_tableCard = new Card(tr("Points"));
    m_tableCard->setContent(m_table);
    auto* below = new QSplitter(Qt::Horizontal);
    below->setChildrenCollapsible(false);
    below->setHandleWidth(kPageGap);
    below->addWidget(look);
    below->addWidget(m_tableCard);
    below->setStretchFactor(0, 2);
    below->setStretchFactor(1, 3);
    below->setSizes({300, 450});
    return below;
}

QWidget* ExperimentView::makeRight() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(kPageGap, 8, kPageGap, kPageGap);
    column->setSpacing(8);
    column->addWidget(makeHead());
    auto* split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    split->setHandleWidth(kPageGap);
    split->addWidget(m_chart);
    split->addWidget(makeBelow());
    split->setStretchFactor(0, 5);
    split->setStretchFactor(1, 2);
    split->setSizes({500, 200});
    column->addWidget(split, 1);
    return right;
}

QSize ExperimentView::minimumSizeHint() const {
    const int folded = m_head->heightForWidth(m_head->width()) - m_head->minimumSizeHint().height();
    return layout()->minimumSize() + QSize(0, std::max(0, folded));
}

void ExperimentView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateGeometry();
}

void ExperimentView::run() {
    if (m_runner.running() || !m_reason.isEmpty())
        return;
    if (!m_form->commit()) {
        emit failed(tr("Not started: correct the marked field."));
        return;
    }
    if (m_live) {
        emit stopLiveWanted();
        return;
    }
    if (const auto begun = m_runner.start(m_form->plan()); !begun)
        emit failed(format::text(begun.error().message()));
    refresh();
}

void ExperimentView::undo() {
    m_form->setPlan(m_history.undo());
    refresh();
    emit historyChanged();
}

void ExperimentView::redo() {
    m_form->setPlan(m_history.redo());
    refresh();
    emit historyChanged();
}

bool ExperimentView::unsaved() const {
    return m_result != nullptr && !m_result->simulated && !m_result->points.rows.empty() &&
           !m_exports->saved();
}

void ExperimentView::setReason(const QString& reason, bool live) {
    m_reason = reason;
    m_live = live;
    refresh();
}

void ExperimentView::refreshRun() {
    const bool running = mine();
    m_run->setText(!running                ? m_live ? tr("Stop Live and run") : tr("Run")
                                  : m_runner.cancelling() ? tr("Cancelling…")
                                           : tr("Cancel"));
    m_run->setAccessibleName(m_run->text());
    m_run->setEnabled(running ? !m_runner.cancelling() : m_reason.isEmpty());
    m_run->setToolTip(running  ? tr("End it now (Escape); the points measured so far are kept")
                      : m_live ? tr("Stops the Live run, then measures (Ctrl+Return). The Live numbers stay.")
                               : tr("Measure (F5, Ctrl+Return)"));
}

void ExperimentView::refresh() {
    const bool running = mine();
    m_form->setEnabled(!running);
    refreshRun();
    showBanner();
    m_progress->setVisible(running);
    m_progress->setValue(static_cast<int>(m_runner.progress() * 1000));
    if (running) {
        m_state->setText(tr("%1 · %2 % · %3 left")
                             .arg(m_runner.doing())
                             .arg(static_cast<int>(m_runner.progress() * 100))
                             .arg(format::clockDuration(m_runner.secondsLeft())));
        return;
    }
    if (m_live)
        m_state->setText(Session::busyText());
    else if (!m_reason.isEmpty())
        m_state->setText(m_reason);
    else if (m_form->plan().machine.id != "here")
        m_state->setText(tr("Takes a moment: simulated time does not wait."));
    else
        m_state->setText(tr("Takes %1. Leave the machine alone meanwhile.")
                             .arg(format::aboutDuration(estimatedSeconds(m_form->plan()))));
}

void ExperimentView::setResult(std::shared_ptr<const ExperimentResult> result) {
    m_result = std::move(result);
    m_digest = m_result != nullptr ? digestOf(*m_result) : Digest();
    showResult();
    refresh();
}

void ExperimentView::showResult() {
    m_exports->setResult(m_result);
    m_model->show(m_result);
    const int strategy = m_model->sectionOf("strategy");
    const bool wide = m_model->columnCount() > kWide && strategy >= 0;
    m_table->verticalHeader()->setVisible(wide); // headings stay in sight while the table is scrolled
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, wide && column == strategy);
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model->columnCount(); ++column)
        if (!m_table->isColumnHidden(column))
            m_table->setColumnWidth(column, m_table->columnWidth(column) + kBetweenColumns);
    if (m_result != nullptr && m_result->points.rows.empty())
        m_chart->setEmptyText(tr("Nothing was measured before it was cancelled."));
    m_chart->show(m_result, m_kept);
    m_export->setEnabled(m_result != nullptr);
    m_keep->setEnabled(m_kept != nullptr || (m_result != nullptr && !m_result->points.rows.empty()));
    m_keep->setText(m_kept != nullptr ? tr("Forget the kept one") : tr("Keep for comparison"));
    m_keep->setToolTip(m_kept != nullptr ? tr("Draw only the newest result")
                                         : tr("Keep this result, dashed and lighter, under the next ones"));
    m_keep->setAccessibleName(m_keep->text());
    m_tableCard->key().setItems(m_result != nullptr
                                    ? QVector<KeyItem>{KeyItem{pointsText(m_result->points.rows.size())}}
                                    : QVector<KeyItem>());
    showLook();
    showBanner();
}

void ExperimentView::showMeasuring() {
    const QString percent = QString::number(static_cast<int>(m_runner.progress() * 100));
    const bool here = m_runner.plan().machine.id == "here" && !m_entry.onlySimulated;
    m_banner->setText(here ? tr("MEASURING HERE · %1 %").arg(percent) : tr("SIMULATING · %1 %").arg(percent));
    m_banner->setToolTip(tr("The chart appears at the end. Escape cancels and keeps what has been measured"));
    setTextColour(*m_banner, tokens().first);
    m_notes->setText(m_result != nullptr ? tr("The chart below is from the run before.") : QString());
    m_notes->setToolTip(m_notes->text());
    if (m_result == nullptr)
        m_chart->setEmptyText(
            tr("%1\n\nMeasuring; the chart appears when it is done.").arg(format::text(m_entry.asks)));
}

void ExperimentView::showBanner() {
    if (mine()) {
        showMeasuring();
        return;
    }
    if (m_result == nullptr) {
        m_sentence->hide();
        m_chart->setEmptyText(tr("%1\n\nPress Run to measure; the chart appears when it is done.")
                                  .arg(format::text(m_entry.asks)));
        m_banner->setText(m_entry.onlySimulated ? format::text(kSimulated) : tr("NOT MEASURED YET"));
        m_banner->setToolTip(tr("Where the numbers of the chart come from"));
        m_notes->setText(format::text(m_entry.asks));
        m_notes->setToolTip(m_notes->text());
        setTextColour(*m_banner, tokens().muted);
        return;
    }
    const Origin origin = experimentOrigin(*m_result);
    m_banner->setText(format::text(origin.badge));
    m_banner->setToolTip(format::text(origin.help));
    setTextColour(*m_banner, origin.simulated ? tokens().second : tokens().good);
    QStringList notes{format::text(origin.note)};
    for (const std::string& note : m_result->notes)
        notes << format::text(note);
    QStringList sentences;
    for (const std::string& verdict : m_digest.verdicts)
        sentences << format::text(verdict);
    m_sentence->setText(sentences.join(QLatin1Char('\n')));
    m_sentence->setVisible(!sentences.isEmpty());
    m_notes->setText(notes.join(QStringLiteral(" · ")));
    m_notes->setToolTip(notes.join(QLatin1Char('\n')));
}

void ExperimentView::keep() {
    m_kept = m_kept != nullptr ? nullptr : m_result;
    showResult();
}

QString ExperimentView::reportText(const Privacy& privacy) const {
    if (m_result == nullptr)
        return {};
    return format::text(markdown(experimentDocument(*m_result, privacy)));
}

void ExperimentView::copyTable() {
    if (m_result == nullptr)
        return;
    QApplication::clipboard()->setText(tableText());
    emit noticed(tr("The table is in the clipboard."));
}

void ExperimentView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_banner != nullptr)
        showBanner();
}

} // namespace jitterscope::ui
