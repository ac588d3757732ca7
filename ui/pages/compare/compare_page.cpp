// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/compare_page.h"

#include "core/base/parse.h"
#include "core/compare/comparison_report.h"
#include "core/diagnosis/verdict.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/files/compared_runs.h"
#include "core/files/plan_json.h"
#include "core/files/result_files.h"
#include "core/import/log_catalog.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/forms/form_parts.h"
#include "ui/forms/front_stack.h"
#include "ui/plot/plot_card.h"
#include "ui/plot/plot_grid.h" // IWYU pragma: keep, it is a QWidget
#include "ui/session/recent_files.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QInputDialog>
#include <QResizeEvent>
#include <QTimer>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kWideFrom = 980; // px of the page; charts side by side
constexpr int kChartHeight = 250;
constexpr auto kSessionSuffix = ".jssession";

} // namespace

ComparePage::ComparePage(Session& session, Settings& settings)
    : m_session(session),
      m_settings(settings),
      m_runs(session.runs()),
      m_intake(new RunIntake(session, settings, this)),
      m_comparer(new ComparisonRunner(this)),
      m_keeper(new SessionKeeper(m_runs, settings.beside(QStringLiteral("unsaved.jssession")), this)),
      m_writer(new SessionWriter(this)),
      m_export(makeExport()),
      m_panel(new RunPanel(m_runs)),
      m_stack(new FrontStack),
      m_empty(new CompareEmpty) {
    setObjectName(QStringLiteral("compare_page"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kPageGap, 8, kPageGap, kPageGap);
    row->setSpacing(kPageGap);
    row->addWidget(m_panel);
    row->addWidget(m_stack, 1);
    auto* emptyArea = new QScrollArea;
    emptyArea->setObjectName(QStringLiteral("compare_empty_scroll"));
    emptyArea->setWidget(m_empty);
    emptyArea->setWidgetResizable(true);
    setUpScrolling(*emptyArea);
    m_stack->addWidget(emptyArea);
    m_stack->addWidget(makeResult());
    makeActions();
    follow();
    refresh();
}

QWidget* ComparePage::makeResult() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kPageGap);
    m_card = new SectionCard("pair", {});
    m_footing = makeButton(tr("&Judge both alike…"), "pair_footing",
                           tr("One tolerance for both: late frames can then be compared"));
    m_footing->setProperty("chip", true);
    m_footing->hide();
    m_card->setBelow(m_footing, 0, Qt::AlignLeft);
    m_histogram = new FigureCard(QStringLiteral("pair_histogram"), tr("Histograms"));
    m_quantiles = new FigureCard(QStringLiteral("pair_quantiles"), tr("Quantiles"));
    m_strips = new PairStrips(QStringLiteral("pair_strips"), tr("Over time"));
    m_strips->offerPart();
    m_lateness = new PairStrips(QStringLiteral("pair_lateness"), tr("Lateness over time"));
    m_differences = new DifferenceCard;
    for (PlotCard* chart : charts()) {
        chart->setObjectName(chart->id());
        chart->setContent(&chart->grid());
        chart->setMinimumHeight(kChartHeight);
    }
    m_charts = new QGridLayout;
    m_charts->setSpacing(kPageGap);
    m_overTime = new QGridLayout;
    m_overTime->setSpacing(kPageGap);
    column->addWidget(m_card);
    column->addLayout(m_charts);
    column->addWidget(m_differences);
    column->addWidget(makeBelow());
    column->addLayout(m_overTime);
    column->addStretch(1);
    arrange();
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("compare_scroll"));
    area->setWidget(content);
    area->setWidgetResizable(true);
    setUpScrolling(*area);
    return area;
}

/// What a job says of both runs, and the user's note.
QWidget* ComparePage::makeBelow() {
    m_job = new QComboBox;
    m_job->addItem(tr("no job"), QString());
    for (const JobEntry& job : jobCatalog()) {
        if (job.id != "own")
            m_job->addItem(format::text(job.name), format::text(job.id));
    }
    m_jobText = new QLabel;
    m_jobText->setObjectName(QStringLiteral("compare_job_text"));
    m_jobText->setWordWrap(true);
    m_note = new QLineEdit;
    m_note->setPlaceholderText(tr("What was changed between A and B, and what else was running"));
    m_note->setText(m_runs.note());
    auto* card = new Card(QString());
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(2, 4, 2, 4);
    grid->setHorizontalSpacing(kPageGap);
    grid->addWidget(makeField(tr("Fit for the &job"), m_job, QStringLiteral("compare_job"),
                              tr("What the job allows, applied to both, as in Diagnosis")),
                    0, 0);
    grid->addWidget(m_jobText, 0, 1, Qt::AlignBottom);
    grid->addWidget(makeField(tr("&Note"), m_note, QStringLiteral("compare_note"),
                              tr("It goes into reports and the session file")),
                    1, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    card->setContent(content);
    m_below = card;
    connect(m_job, &QComboBox::currentIndexChanged, this, &ComparePage::showJob);
    connect(m_note, &QLineEdit::editingFinished, this, [this] { m_runs.setNote(m_note->text()); });
    return card;
}

QList<PlotCard*> ComparePage::charts() const {
    return {m_histogram, m_quantiles, m_strips, m_lateness};
}

/// Places two pictures side by side if there is room for both.
void ComparePage::arrange() {
    const auto place = [this](QGridLayout& grid, PlotCard* first, PlotCard* second) {
        grid.addWidget(first, 0, 0);
        grid.addWidget(second, m_wide ? 0 : 1, m_wide ? 1 : 0);
        grid.setColumnStretch(1, m_wide && !second->isHidden() ? 1 : 0);
        grid.setColumnStretch(0, 1);
    };
    place(*m_charts, m_histogram, m_quantiles);
    place(*m_overTime, m_strips, m_lateness);
}

void ComparePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    if (const bool wide = event->size().width() >= forFont(kWideFrom); wide != m_wide) {
        m_wide = wide;
        arrange();
    }
}

void ComparePage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_save != nullptr)
        refreshIcons();
}

void ComparePage::follow() {
    connect(&m_runs, &RunList::changed, this, &ComparePage::refresh);
    connect(&m_runs, &RunList::chosenChanged, this, &ComparePage::compareNow);
    connect(m_comparer, &ComparisonRunner::compared, this,
            [this](const std::shared_ptr<const ComparedPair>& pair) {
                if (!pair->b) {
                    showCharts(pair->a->summaries.empty() ? std::nullopt : std::optional(pair->curves));
                    return;
                }
                m_pair = pair;
                showPair();
            });
    connect(m_comparer, &ComparisonRunner::failed, this, &Page::failed);
    connect(m_comparer, &ComparisonRunner::refusedRange, this, [this](const QString& why) {
        emit failed(tr("All of both is compared: %1.").arg(why));
        m_runs.setRange({});
    });
    connect(m_strips, &PairStrips::partWanted, &m_runs, &RunList::setRange);
    connect(m_strips, &PairStrips::typedPartWanted, this, &ComparePage::askPart);
    connect(m_comparer, &ComparisonRunner::progressed, this, [this] {
        if (m_runs.run(RunList::Side::A) && m_runs.run(RunList::Side::B) && m_comparer->progress() > 0)
            m_card->say(tr("Comparing… %1 %").arg(static_cast<int>(100 * m_comparer->progress())), {});
    });
    connect(m_intake, &RunIntake::noticed, this, &Page::noticed);
    connect(m_intake, &RunIntake::progressed, this, &Page::progressed);
    connect(m_intake, &RunIntake::failed, this, &Page::failed);
    connect(m_intake, &RunIntake::offered, this, &Page::offered);
    connect(m_export, &ReportExport::noticed, this, &Page::noticed);
    connect(m_export, &ReportExport::failed, this, &Page::failed);
    connect(m_empty, &CompareEmpty::openWanted, this, &ComparePage::askOpen);
    connect(m_empty, &CompareEmpty::exampleWanted, this, &ComparePage::addExample);
    connect(m_empty, &CompareEmpty::pageWanted, this, &Page::pageWanted);
    connect(m_footing, &QPushButton::clicked, this, [this] { askLimit("late.fraction"); });
    connect(m_differences, &DifferenceCard::limitWanted, this, &ComparePage::askLimit);
    connect(m_keeper, &SessionKeeper::failed, this, &Page::failed);
    connect(m_keeper, &SessionKeeper::restored, this, [this] { emit pageWanted(QStringLiteral("compare")); });
    connect(m_writer, &SessionWriter::failed, this, [this](const QString& why) {
        emit failed(why);
        tellWritten(Error{ErrorCode::Io, why.toStdString(), ""});
    });
    connect(m_writer, &SessionWriter::written, this, &ComparePage::sessionWritten);
    connect(&m_runs, &RunList::touched, this, [this] { m_touched = true; });
    if (!m_keeper->left().empty())
        QTimer::singleShot(0, this, &ComparePage::offerLeft);
}

/// Offers what earlier windows left. The menu "Open runs" offers it later too.
void ComparePage::offerLeft() {
    QStringList times;
    for (const UnsavedFiles::Left& left : m_keeper->left())
        times << left.moment();
    emit offered(tr("A window did not end properly. Its runs were kept: %1.").arg(times.join(tr(", "))),
                 tr("Bring them back"), [this] { m_keeper->restoreAll(); });
}

void ComparePage::start() {
    emit noticed(tr("Runs are measured on the Live page (Ctrl+1). Each run that ends is listed here."));
}

void ComparePage::refresh() {
    const bool any = !m_runs.entries().empty();
    m_stack->setCurrentIndex(any ? 1 : 0);
    if (m_note->text() != m_runs.note() && !m_note->hasFocus())
        m_note->setText(m_runs.note());
    m_save->setEnabled(any);
    m_copy->setEnabled(m_pair != nullptr);
    m_swap->setEnabled(m_runs.run(RunList::Side::A) != nullptr && m_runs.run(RunList::Side::B) != nullptr);
    emit headChanged();
}

void ComparePage::compareNow() {
    const auto a = m_runs.run(RunList::Side::A);
    const auto b = m_runs.run(RunList::Side::B);
    m_pair.reset();
    m_footing->hide();
    if (a != nullptr && b != nullptr) {
        showNothing(tr("Comparing…"));
        m_comparer->compare(a, b, m_runs.options(), m_runs.range());
    } else if (a != nullptr || b != nullptr) {
        showOne(a != nullptr ? a : b);
    } else {
        m_comparer->forget();
        showNothing(tr("Choose an A and a B."));
    }
    refresh();
}

void ComparePage::showPair() {
    m_card->show(pairSection(m_pair->comparison));
    const FigureDifference* const late = m_pair->comparison.find("late.fraction");
    m_footing->setVisible(late != nullptr && late->outcome == FigureDifference::Outcome::Unlike);
    const bool common = commonGround(*m_pair->a, *m_pair->b).has_value();
    showCharts(common ? std::optional(m_pair->curves) : std::nullopt);
    m_differences->setVisible(common);
    m_differences->setEnabled(true);
    m_differences->show(m_pair->comparison);
    m_below->show();
    showJob();
    refresh();
}

void ComparePage::showCharts(const std::optional<ComparisonCurves>& curves) {
    const auto overTime = [&curves](std::size_t place) {
        return curves && place < curves->overTime.size() ? std::optional(curves->overTime[place])
                                                         : std::nullopt;
    };
    const QString emptyText =
        curves ? tr("Only figures were recorded: there are no values to draw.") : QString();
    m_histogram->setFigure(curves ? countsFigure(*curves) : Figure(), emptyText);
    m_quantiles->setFigure(curves ? quantilesFigure(*curves) : Figure(), emptyText);
    m_strips->show(overTime(0));
    m_lateness->show(overTime(1));
    for (PlotCard* chart : charts())
        chart->setVisible(curves.has_value());
    m_lateness->setVisible(overTime(1).has_value());
    arrange();
}

/// Removes the results of other runs. Everything keeps its place, since the next result comes soon.
void ComparePage::showNothing(const QString& sentence) {
    m_card->say(sentence, {});
    for (FigureCard* chart : std::initializer_list<FigureCard*>{m_histogram, m_quantiles})
        chart->setFigure({});
    for (PairStrips* chart : {m_strips, m_lateness})
        chart->show(std::nullopt);
    m_differences->setEnabled(false);
    m_jobText->clear();
}

/// Shows one run alone: that is enough to begin.
void ComparePage::showOne(const std::shared_ptr<const ComparedRun>& run) {
    const QString name = format::text(run->name);
    const std::optional<HeadFigure> figure = headFigure(*run);
    m_card->say(figure ? tr("%1: %2 %3").arg(name, format::text(figure->value), format::text(figure->unit))
                       : name,
                tr("Choose another run as B, or open one, and the difference is judged."));
    showCharts(std::nullopt); // until they are drawn
    m_comparer->drawAlone(run);
    m_differences->hide();
    m_below->hide();
}

void ComparePage::showJob() {
    const std::string id = m_job->currentData().toString().toStdString();
    if (id.empty() || !m_pair) {
        m_jobText->clear();
        return;
    }
    const Target target = targetOf(id);
    QStringList lines;
    for (const auto& [name, run] : {std::pair{"A", m_pair->a}, std::pair{"B", m_pair->b}}) {
        lines << QStringLiteral("%1: %2").arg(QLatin1String(name),
                                              format::text(judgeRecorded(*run, target).sentence));
    }
    m_jobText->setText(lines.join(QLatin1Char('\n')));
}

void ComparePage::addExample() {
    auto [a, b] = examplePair();
    (void)m_runs.add(std::move(a));
    (void)m_runs.add(std::move(b));
}

QString ComparePage::tableText() const {
    return m_pair ? m_differences->model().asText() : QString();
}

QStringList ComparePage::unsaved() const {
    QStringList items;
    if (m_writer->running())
        items << tr("the session %1, which is still being written").arg(m_writing);
    else if (m_runs.unsaved())
        items << tr("the runs to compare (%1), with their names and notes").arg(m_runs.entries().size());
    return items;
}

void ComparePage::saveInto(const QString& folder, const std::function<void(const Result<Done>&)>& done) {
    if (!canSave())
        return done(Done{});
    m_whenWritten = done;
    if (!saveSession(freeName(folder, QLatin1String("runs") + QLatin1String(kSessionSuffix))))
        tellWritten(Error{ErrorCode::Io, "the runs were not saved", ""});
}

void ComparePage::tellWritten(const Result<Done>& done) {
    if (const auto tell = std::exchange(m_whenWritten, nullptr))
        tell(done);
}

/// Asks for the limit of a share in the table: how long a frame may take, or how late it may start.
void ComparePage::askLimit(const std::string& figure) {
    const bool tolerance = figure == "late.fraction";
    const std::optional<Nanoseconds> now =
        m_pair ? (tolerance ? m_pair->comparison.tolerance : m_pair->comparison.limit) : std::nullopt;
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("limit_question"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tolerance ? tr("How late counts as late?") : tr("How long counts as too long?"));
    dialog->setLabelText(tr("A time, as 500us or 7.64ms; empty: as the runs say"));
    dialog->setTextValue(now ? format::text(durationText(*now)) : QString());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, tolerance](const QString& text) {
        const std::optional<Nanoseconds> time = parseDuration(text.toStdString());
        if ((!time && !text.trimmed().isEmpty()) || (time && time->count() < 0)) {
            emit failed(tr("“%1” is not a time as 500us or 7.64ms.").arg(text));
            return;
        }
        if (tolerance)
            m_runs.setTolerance(time);
        else
            m_runs.setLimit(time);
    });
    dialog->open();
}

/// Asks for the part of both runs that counts.
void ComparePage::askPart() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("part_question"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Which part of both counts?"));
    dialog->setLabelText(tr("From and to, from the first frame on, as 10s 70s; empty: all of both"));
    const TimeRange now = m_runs.range();
    dialog->setTextValue(now.whole() ? QString()
                                     : format::text(durationText(now.from.value_or(Nanoseconds{0})) +
                                                    (now.to ? " " + durationText(*now.to) : "")));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        TimeRange range;
        bool right = true;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const std::string plain = word.toStdString();
            const auto time = parseLongDuration(plain + (parseDouble(plain) ? "s" : ""));
            right = right && time && !range.to && time->count() >= 0 && (!range.from || *time > *range.from);
            (range.from ? range.to : range.from) = time;
        }
        if (right)
            m_runs.setRange(range);
        else
            emit failed(tr("“%1” is not a part as 10s 70s.").arg(text));
    });
    dialog->open();
}

ReportExport* ComparePage::makeExport() {
    const auto report = [this] {
        return ComparisonReport{*m_pair->a,      *m_pair->b,      m_pair->comparison,
                                &m_pair->curves, m_pair->options, m_runs.note().toStdString()};
    };
    const auto through = [report](const auto& writer) {
        return [report, writer](const Privacy& privacy) {
            const ComparisonReport whole = report();
            return writer(RedactedComparison(whole, privacy).report());
        };
    };
    std::vector<ReportForm> forms = documentForms(through(comparisonDocument));
    forms.push_back({tr("&JSON…"), QStringLiteral("json"), through(comparisonJson)});
    forms.push_back({tr("&CSV…"), QStringLiteral("csv"), through(comparisonCsv)});
    auto* made = new ReportExport(
        m_settings, std::move(forms), [] { return QStringLiteral("comparison"); }, this);
    made->setRefusal(
        [this] { return m_pair ? QString() : tr("There is nothing to report yet: choose an A and a B."); });
    return made;
}

QAction* ComparePage::makeAction(const char* name, const QString& text, const char* icon,
                                 const QString& tip) {
    QAction* const action = iconAction(this, name, text, icon, {}, tip);
    addAction(action);
    return action;
}

void ComparePage::makeActions() {
    m_open = makeAction("compare_open", tr("&Open runs"), "open",
                        tr("Files of Jitterscope, and logs of other programs (Ctrl+O); or drop them here"));
    m_openMenu = new QMenu(this);
    m_open->setMenu(m_openMenu);
    connect(m_openMenu, &QMenu::aboutToShow, this, &ComparePage::fillRecent);
    fillRecent();
    m_swap = makeAction("compare_swap", tr("S&wap A and B"), "swap",
                        tr("What was before becomes what came after"));
    connect(m_swap, &QAction::triggered, &m_runs, &RunList::swapSides);
    m_copy = makeAction("compare_copy", tr("&Copy as Markdown"), "copy",
                        tr("The whole report, to paste into an issue"));
    connect(m_copy, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(reportText());
        emit noticed(tr("The report is in the clipboard, as Markdown."));
    });
    m_save = makeAction("compare_save", tr("&Save report"), "export",
                        tr("The comparison as a file, or the session with its runs"));
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("compare_save_menu"));
    m_export->fill(*menu);
    menu->addSeparator();
    menu->addAction(tr("&Session with all runs…"), this, &ComparePage::askSave);
    m_save->setMenu(menu);
    refreshIcons();
}

void ComparePage::refreshIcons() {
    for (QAction* action : {m_open, m_swap, m_copy, m_save})
        refreshIcon(*action);
}

/// Adds what earlier windows left to the menu, each with its time.
void ComparePage::fillLeft() {
    if (!m_keeper->left().empty())
        m_openMenu->addSeparator();
    for (const UnsavedFiles::Left& left : m_keeper->left()) {
        m_openMenu->addAction(tr("Bring back the unsaved runs of %1").arg(left.moment()), this,
                              [this, path = left.path] { m_keeper->restore(path); });
        m_openMenu->addAction(tr("Forget the unsaved runs of %1").arg(left.moment()), this,
                              [this, path = left.path] { m_keeper->discard(path); });
    }
}

void ComparePage::fillRecent() {
    m_openMenu->clear();
    m_openMenu->addAction(tr("&Files…"), this, &ComparePage::askOpen);
    m_openMenu
        ->addAction(tr("A f&older of recordings…"), this,
                    [this] {
                        const auto* dialog =
                            askForFolder(window(), tr("Open the recordings of a folder as one run"),
                                         m_settings.text(Setting::ExportFolder));
                        connect(dialog, &QFileDialog::fileSelected, this, &ComparePage::open);
                    })
        ->setToolTip(tr("Several recordings of the same loop as one run. With five or more, the intervals "
                        "include what differs from one recording to the next"));
    fillLeft();
    m_openMenu->addAction(tr("An &example pair"), this, &ComparePage::addExample);
    const QStringList recent = m_intake->recent();
    if (!recent.isEmpty())
        m_openMenu->addSeparator();
    for (const QString& path : recent)
        m_openMenu
            ->addAction(format::shortName(QFileInfo(path).fileName()), this, [this, path] { open(path); })
            ->setToolTip(format::shown(QDir::toNativeSeparators(path)));
    m_openMenu->setToolTipsVisible(true);
}

void ComparePage::askOpen() {
    auto* dialog = askToOpenSeveral(
        window(), tr("Open runs to compare"), m_settings.text(Setting::ExportFolder),
        tr("Runs, logs and sessions (*.csv *.json *.jssession *.hgrm *.hlog *.txt *.log);;All files (*)"));
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths)
            open(path);
    });
}

bool ComparePage::opens(const QString& path) const {
    if (path.endsWith(QLatin1String(kSessionSuffix), Qt::CaseInsensitive) || QFileInfo(path).isDir())
        return true;
    const Result<std::string> head = readHead(path.toStdString());
    return head && !isPlanText(head.value());
}

bool ComparePage::open(const QString& path) {
    m_intake->open(path);
    return true;
}

QString ComparePage::reportText() const {
    if (!m_pair)
        return {};
    const ComparisonReport report{*m_pair->a, *m_pair->b,      m_pair->comparison,
                                  nullptr,    m_pair->options, m_runs.note().toStdString()};
    const RedactedComparison shown(report, m_settings.privacy());
    return format::text(markdown(comparisonDocument(shown.report())));
}

bool ComparePage::askSave() {
    const auto* dialog = askToSaveForOthers(window(), m_settings, tr("Save the session"),
                                            tr("Sessions (*.jssession)"), QStringLiteral("runs.jssession"));
    connect(dialog, &QFileDialog::fileSelected, this, &ComparePage::saveSession);
    return true;
}

bool ComparePage::saveSession(const QString& path) {
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    SavedSession session = m_runs.session();
    session.plan = m_session.plan();
    const bool touched = std::exchange(m_touched, false); // runs may change as soon as it has begun
    const QString writing = std::exchange(m_writing, QFileInfo(path).fileName());
    const auto begun = m_writer->write(path, std::move(session), m_settings.privacy());
    if (!begun) {
        m_touched |= touched;
        m_writing = writing;
        emit failed(format::text(begun.error().message()));
    }
    return begun.ok();
}

/// Runs that have changed meanwhile are still not saved.
void ComparePage::sessionWritten(const QString& path) {
    if (!m_touched)
        m_runs.markSaved();
    m_keeper->refresh();
    rememberFile(m_settings, path);
    emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    tellWritten(Done{});
}

} // namespace jitterscope::ui
